"""The reading desk of a run: every meter that is to be read, what is odd about it, and what the clerk enters.

An oddity is a question with four answers, never a rejection. An estimate is proposed from the usual use, entered
by the clerk and marked as one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.billing import metered_accounts, meters_of
from sewerdesk.domain.billmeters import MeterState
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.estimates import Estimate
from sewerdesk.domain.metering import (
    MULTIPLIERS,
    LowerAnswer,
    Meter,
    MeterRole,
    Reading,
    ReadingFinding,
    ReadingIssue,
    format_dial,
    is_multiplier,
)
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.runinputs import RunInputs

_NO_PROPOSALS: Mapping[int, Estimate] = MappingProxyType({})


class ReadingState(StrEnum):
    """How a meter's reading stands, the most urgent first."""

    QUESTION = "to answer"
    MISSING = "missing"
    LOOK = "to look at"
    READ = "read"


@dataclass(frozen=True, slots=True)
class RunReading:
    """One meter of one account in a run.

    ``usual`` is the use of the last bill, ``proposal`` the use by the town's method of estimating, in the meter's unit;
    both are the account's own, its share where the meter is shared.
    """

    account_id: int
    account: str
    name: str
    location: str
    state: MeterState
    usual: Decimal | None
    proposal: Estimate | None = None

    @property
    def meter(self) -> Meter:
        """The meter."""
        return self.state.installed.meter

    @property
    def standing(self) -> ReadingState:
        """How its reading stands."""
        issues = {question.issue for question in self.state.questions if question.blocking}
        if issues == {ReadingIssue.MISSING}:
            return ReadingState.MISSING
        if issues:
            return ReadingState.QUESTION
        return ReadingState.LOOK if self.state.questions else ReadingState.READ

    @property
    def questions(self) -> tuple[ReadingFinding, ...]:
        """What is asked about it."""
        return self.state.questions

    @property
    def used(self) -> Decimal | None:
        """The use in the meter's unit, once no question is open."""
        return None if self.state.use is None else self.state.use.used

    @property
    def estimate(self) -> Decimal | None:
        """The dial after the use of the town's method, in whole counts; ``None`` where nothing is there to rest on.

        The proposal is the account's own use: a shared dial moves on by the whole of which that is the share.
        """
        if self.state.previous is None or self.proposal is None:
            return None
        whole = self.proposal.use / self.state.installed.share / self.meter.multiplier
        counts = whole.to_integral_value(rounding="ROUND_FLOOR")
        value = self.state.previous.value + counts
        return value if value < Decimal(10) ** self.meter.digits else None


@dataclass(frozen=True, slots=True)
class ReadingDraft:
    """A reading as typed; an estimate says on what it rests."""

    read_on: date | None = None
    value: Decimal | None = None
    estimated: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The clerk's answer about one reading, with the reason."""

    reading_id: int | None = None
    answer: LowerAnswer | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MeterChangeDraft:
    """A meter that was replaced: the old dial at the end, the new meter and its dial at the start."""

    changed_on: date | None = None
    old_value: Decimal | None = None
    serial: str = ""
    digits: int | None = None
    multiplier: Decimal | None = None
    unit: VolumeUnit = VolumeUnit.GALLON
    new_value: Decimal | None = None
    present_on: date | None = None
    present_value: Decimal | None = None


@dataclass(frozen=True, slots=True)
class MeterDraft:
    """A meter to put in at an account: what it does there, its plate, and what it showed; ``share`` for a master."""

    role: MeterRole = MeterRole.MAIN
    serial: str = ""
    digits: int | None = None
    multiplier: Decimal | None = None
    unit: VolumeUnit = VolumeUnit.GALLON
    installed_on: date | None = None
    value: Decimal | None = None
    share: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class PlateDraft:
    """What a meter's plate truly says, with how that is known."""

    digits: int | None = None
    multiplier: Decimal | None = None
    unit: VolumeUnit = VolumeUnit.GALLON
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RemovalDraft:
    """A meter to take out, with what it showed last."""

    removed_on: date | None = None
    value: Decimal | None = None
    reason: str = ""


def check_meter(draft: MeterDraft, *, today: date) -> dict[str, str]:
    """What is wrong with a meter to put in: field name to sentence."""
    errors = _check_plate(draft.serial, draft.digits, draft.multiplier)
    if draft.installed_on is None or draft.installed_on > today:
        errors["installed_on"] = "Enter the day on which it was put in, not after today."
    if draft.value is None or not 0 <= draft.value < Decimal(10) ** (draft.digits or 10):
        errors["value"] = "Enter what the dial showed when it was put in; it must fit its digits."
    if not 0 < draft.share <= 1:
        errors["share"] = "Enter the part of its use that this account pays, more than 0 and at most 1."
    if draft.share != 1 and draft.role not in (MeterRole.MASTER, MeterRole.DEDUCT):
        errors["share"] = "Only a master meter, or a meter deducted from one, is shared by several accounts."
    return errors


def check_plate(draft: PlateDraft, *, serial: str, highest: Decimal | None) -> dict[str, str]:
    """What is wrong with a plate put right: field name to sentence; ``highest`` is the highest reading on file."""
    errors = _check_plate(serial, draft.digits, draft.multiplier)
    if "digits" not in errors and highest is not None and highest >= Decimal(10) ** (draft.digits or 0):
        errors["digits"] = f"A reading of {highest:f} is on file, which does not fit {draft.digits} digits."
    if not draft.reason.strip():
        errors["reason"] = "Say how you know; it is kept on record."
    return errors


def check_removal(draft: RemovalDraft, *, meter: Meter, today: date) -> dict[str, str]:
    """What is wrong with a meter to take out: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.removed_on is None or draft.removed_on > today:
        errors["removed_on"] = "Enter the day on which it was taken out, not after today."
    if draft.value is None or not 0 <= draft.value < Decimal(10) ** meter.digits:
        errors["value"] = f"Enter the last reading of meter {meter.serial}; it has {meter.digits} digits."
    if not draft.reason.strip():
        errors["reason"] = "Say why it was taken out."
    return errors


def _check_plate(serial: str, digits: int | None, multiplier: Decimal | None) -> dict[str, str]:
    errors: dict[str, str] = {}
    if not serial.strip():
        errors["serial"] = "Enter the serial number of the new meter as it is on the plate."
    if digits is None or not 3 <= digits <= 10:
        errors["digits"] = "Enter how many digits the new dial has, 3 to 10."
    if not is_multiplier(multiplier):
        errors["multiplier"] = f"Enter the new meter's multiplier, {MULTIPLIERS}."
    return errors


@dataclass(frozen=True, slots=True)
class MeterChangeRow:
    """A change-out on record with the two dials of its day; ``undone`` is the reason of its undoing, else empty."""

    id: int
    changed_on: date
    old_serial: str
    new_serial: str
    old_reading: Decimal | None
    new_reading: Decimal | None
    actor: str
    undone: str = ""


def readings_of(
    inputs: RunInputs,
    names: Mapping[int, tuple[str, str]],
    proposals: Mapping[int, Estimate] = _NO_PROPOSALS,
) -> Iterator[RunReading]:
    """Every meter that a run bills by, in the run's order; accounts without a meter are the run's own findings.

    ``names`` gives the name and the place of an account by its id, ``proposals`` the estimated use of it.
    """
    for account in metered_accounts(inputs):
        try:
            states = meters_of(account, inputs)
        except UserError:
            continue  # it has no meter; the run itself holds it and says so
        prior = inputs.prior.get(account.account_id)
        name, location = names.get(account.account_id, ("", ""))
        single = len(states) == 1
        usual = prior.use if prior is not None and single else None
        proposal = proposals.get(account.account_id) if single else None
        for state in states:
            yield RunReading(account.account_id, account.number, name, location, state, usual, proposal)


def check_draft(draft: ReadingDraft, *, meter: Meter, today: date) -> dict[str, str]:
    """What is wrong with a typed reading: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.read_on is None:
        errors["read_on"] = "Enter the day on which the meter was read."
    elif draft.read_on > today:
        errors["read_on"] = f"{draft.read_on:%m/%d/%Y} is in the future. Enter the day on which it was read."
    if draft.value is None or draft.value < 0:
        errors["value"] = "Enter what the dial shows, zero or more."
    elif draft.value >= Decimal(10) ** meter.digits:
        errors["value"] = (
            f"Meter {meter.serial} has {meter.digits} digits; {draft.value:f} does not fit them."
        )
    if draft.estimated and not draft.note.strip():
        errors["note"] = "Say what the estimate rests on; it is kept with the reading."
    return errors


def check_change(draft: MeterChangeDraft, *, meter: Meter, today: date) -> dict[str, str]:
    """What is wrong with a typed meter change: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.changed_on is None or draft.changed_on > today:
        errors["changed_on"] = "Enter the day of the change, not after today."
    if draft.old_value is None or not 0 <= draft.old_value < Decimal(10) ** meter.digits:
        errors["old_value"] = f"Enter the last reading of meter {meter.serial}; it has {meter.digits} digits."
    errors |= _check_plate(draft.serial, draft.digits, draft.multiplier)
    errors |= _check_dial(draft)
    if (draft.present_on is None) != (draft.present_value is None):
        errors["present_on"] = "A reading of the new meter needs its day, and a day its reading."
    elif draft.present_on and draft.changed_on and not draft.changed_on < draft.present_on <= today:
        errors["present_on"] = "Enter a day after the change and not after today."
    return errors


def _check_dial(draft: MeterChangeDraft) -> dict[str, str]:
    top = Decimal(10) ** (draft.digits or 10)
    errors: dict[str, str] = {}
    if draft.new_value is None or not 0 <= draft.new_value < top:
        errors["new_value"] = "Enter what the new dial showed when it was put in; it must fit its digits."
    if draft.present_value is not None and not 0 <= draft.present_value < top:
        errors["present_value"] = "Enter what the new dial shows now; it must fit its digits."
    return errors


def dial_words(reading: Reading | None, meter: Meter) -> str:
    """A reading as shown in a list: the dial with its zeros, marked where it is an estimate."""
    if reading is None:
        return ""
    mark = " est." if reading.code.value == "estimated" else ""
    return format_dial(reading.value, meter) + mark
