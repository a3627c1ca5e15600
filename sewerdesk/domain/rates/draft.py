"""A rate as the Board adopted it, before it is entered."""

from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.adoption import Adoption
from sewerdesk.domain.rates.book import Formula, RateVersion


@dataclass(frozen=True, slots=True)
class RateDraft:
    """What a class pays under a charge code from a day on, by which act.

    ``adoption`` are the steps of the act as far as known; the scan is attached to the version. ``district``,
    ``segment`` and ``months`` as in ``RateVersion``.
    """

    class_code: str
    charge_code: str
    effective_from: date
    authority: str
    formula: Formula
    district: str = ""
    segment: str = ""
    months: tuple[int, ...] = ()
    adoption: Adoption | None = None

    def as_version(self, version_id: int = 0) -> RateVersion:
        """The version that the draft becomes."""
        return RateVersion(
            version_id,
            self.class_code,
            self.charge_code,
            self.effective_from,
            self.authority,
            self.formula,
            None,
            self.district,
            self.segment,
            self.months,
        )


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version as the rates page shows it: with the act's steps, and why it may not be changed where that is so."""

    version: RateVersion
    adoption: Adoption | None
    locked: str = ""
