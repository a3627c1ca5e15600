"""The test gauges of the office: what they read, when they were calibrated, and what that means on a day.

Hague 405F and 405G and Altamont 300-25F and G ask for a gauge "recently calibrated" whose results the officer has seen;
how recent is the office's own policy (law.md C-10).
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.leaktests import GaugeKind, GaugeUsed
from sewerdesk.domain.wording import show, show_date

GAUGE_WORDS = {GaugeKind.PRESSURE: "Pressure, psi", GaugeKind.VACUUM: "Vacuum, in Hg"}


@dataclass(frozen=True, slots=True)
class GaugeDraft:
    """A gauge as typed; ``reads_to`` is the end of its dial in its own unit."""

    serial: str = ""
    kind: GaugeKind | None = None
    reads_to: Decimal | None = None
    maker: str = ""


@dataclass(frozen=True, slots=True)
class CalibrationDraft:
    """A calibration as typed, with the certificate as a file."""

    calibrated_on: date | None = None
    certificate: str = ""
    by_whom: str = ""
    files: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Calibration:
    """A calibration on file; ``attachment_id`` is its certificate's file, ``None`` where none was attached."""

    calibrated_on: date
    certificate: str
    by_whom: str
    attachment_id: int | None


@dataclass(frozen=True, slots=True)
class GaugeView:
    """A gauge with its calibrations, the oldest first. ``retired_on`` is the day it went out of use."""

    id: int
    serial: str
    kind: GaugeKind
    maker: str
    reads_to: Decimal | None
    retired_on: date | None
    calibrations: tuple[Calibration, ...]

    @property
    def last(self) -> Calibration | None:
        """The newest calibration."""
        return self.calibrations[-1] if self.calibrations else None

    @property
    def range_words(self) -> str:
        """What it reads: ``0 to 15 psi``."""
        unit = self.kind.unit.value
        return unit if self.reads_to is None else f"0 to {show(self.reads_to)} {unit}"

    @property
    def title(self) -> str:
        """As it is picked: ``7731, 0 to 15 psi``."""
        return f"{self.serial}, {self.range_words}"

    def used_on(self, day: date) -> GaugeUsed:
        """The gauge as a test on a day reads it: the last calibration up to then, the first one after."""
        before = [one for one in self.calibrations if one.calibrated_on <= day]
        after = [one for one in self.calibrations if one.calibrated_on > day]
        last = before[-1] if before else None
        return GaugeUsed(
            serial=self.serial,
            kind=self.kind,
            maker=self.maker,
            reads_to=self.reads_to,
            calibrated_on=None if last is None else last.calibrated_on,
            certificate="" if last is None else last.certificate,
            certificate_on_file=last is not None and last.attachment_id is not None,
            calibrated_after=after[0].calibrated_on if after else None,
            retired_on=self.retired_on,
        )

    def standing(self, day: date, months: int | None) -> "GaugeStanding":
        """Whether it may be used on a day; ``months`` is the office's policy, ``None`` where there is none."""
        if self.retired_on is not None and day >= self.retired_on:
            return GaugeStanding(False, "Out of use")
        last = self.last
        if last is None:
            return GaugeStanding(False, "No calibration on file")
        if last.attachment_id is None:
            return GaugeStanding(False, "Certificate not attached")
        if months is not None:
            until = add_months(last.calibrated_on, months)
            if day > until:
                return GaugeStanding(None, f"Due since {show_date(until)}")
            return GaugeStanding(True, f"Good to {show_date(until)}")
        return GaugeStanding(True, "Calibrated")


@dataclass(frozen=True, slots=True)
class GaugeStanding:
    """Whether a gauge may be used: yes, no, or (``None``) only as the officer decides; and the words for it."""

    usable: bool | None
    words: str


def check_gauge(draft: GaugeDraft) -> None:
    """Refuse a gauge without its serial or kind, or with a dial that ends at zero, as ``FieldErrors``."""
    errors: dict[str, str] = {}
    if not draft.serial.strip():
        errors["serial"] = "Enter the serial number on the gauge."
    if draft.kind is None:
        errors["kind"] = "Choose what the gauge reads."
    if draft.reads_to is not None and draft.reads_to <= 0:
        errors["reads_to"] = "The end of the dial must be more than zero."
    if errors:
        raise FieldErrors(errors)


def check_calibration(draft: CalibrationDraft, *, today: date) -> None:
    """Refuse a calibration without its day or certificate, or of a day to come, as ``FieldErrors``."""
    errors: dict[str, str] = {}
    if draft.calibrated_on is None:
        errors["calibrated_on"] = "Enter the day of the calibration."
    elif draft.calibrated_on > today:
        errors["calibrated_on"] = (
            f"The gauge cannot have been calibrated on {show_date(draft.calibrated_on)}; that day is to come."
        )
    if not draft.certificate.strip():
        errors["certificate"] = "Enter the number of the certificate."
    if len(draft.files) > 1:
        errors["files"] = "Attach one file for a certificate; put several pages into one PDF."
    if errors:
        raise FieldErrors(errors)
