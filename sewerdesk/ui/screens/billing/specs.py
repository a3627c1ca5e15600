"""Columns and forms of the billing pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billcompare import Cause
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.billtotals import ChargeTotal, ClassTotal
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.expected import ExpectedRow
from sewerdesk.domain.metering import LowerAnswer
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readings import (
    AnswerDraft,
    MeterChangeDraft,
    ReadingDraft,
    ReadingState,
    RunReading,
    dial_words,
)
from sewerdesk.domain.runviews import DifferenceRow, OutcomeRow, PostedRun
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

_MONEY, _DATE, _NUMBER, _STATUS = CellKind.MONEY, CellKind.DATE, CellKind.NUMBER, CellKind.STATUS

OUTCOMES: Mapping[OutcomeKind, Status] = {
    OutcomeKind.BILLED: Status("Billed", Tone.GOOD),
    OutcomeKind.HELD: Status("Held", Tone.CAUTION),
    OutcomeKind.SKIPPED: Status("Skipped", Tone.NEUTRAL, "circle-minus"),
}
STATES: Mapping[ReadingState, Status] = {
    ReadingState.QUESTION: Status("To answer", Tone.BAD, "circle-help"),
    ReadingState.MISSING: Status("Missing", Tone.CAUTION),
    ReadingState.LOOK: Status("To look at", Tone.INFO, "eye"),
    ReadingState.READ: Status("Read", Tone.GOOD),
}

RUN_COLUMNS: tuple[Column[PostedRun], ...] = (
    Column(
        key="quarter",
        title="Quarter",
        value=lambda row: f"{row.quarter.label}, void" if row.rolled_back else row.quarter.label,
        width=9,
    ),
    Column(key="bill_date", title="Bill date", value=lambda row: row.bill_date, kind=_DATE, width=12),
    Column(key="billed", title="Bills", value=lambda row: row.billed, kind=_NUMBER, width=7),
    Column(key="held", title="Held", value=lambda row: row.held, kind=_NUMBER, width=6),
    Column(key="total", title="Total", value=lambda row: row.total, kind=_MONEY, width=13),
    Column(key="number", title="Run", value=lambda row: row.number, width=14, hidden=True),
)


def outcome_columns(*, posted: bool) -> tuple[Column[OutcomeRow], ...]:
    """The accounts of a run; ``posted`` shows outcome and bill number, and fits beside the list of runs."""
    account: Column[OutcomeRow] = Column(
        key="account", title="Account", value=lambda row: row.account, width=10
    )
    name: Column[OutcomeRow] = Column(
        key="name", title="Name", value=lambda row: row.name, width=18 if posted else 28
    )
    location: Column[OutcomeRow] = Column(
        key="location", title="Service address", value=lambda row: row.location, width=24, hidden=posted
    )
    rate_class: Column[OutcomeRow] = Column(
        key="class", title="Class", value=lambda row: row.class_code, width=7, hidden=posted
    )
    amount: Column[OutcomeRow] = Column(
        key="amount", title="This quarter", value=lambda row: row.amount, kind=_MONEY, width=11, summed=True
    )
    due: Column[OutcomeRow] = Column(
        key="due",
        title="Total due",
        value=lambda row: row.total_due,
        kind=_MONEY,
        width=11,
        summed=True,
        hidden=posted,
    )
    if not posted:
        return (account, name, location, rate_class, amount, due)
    kind: Column[OutcomeRow] = Column(
        key="kind", title="Outcome", value=lambda row: OUTCOMES[row.kind], kind=_STATUS, width=10
    )
    bill: Column[OutcomeRow] = Column(key="bill", title="Bill", value=lambda row: row.bill_no, width=14)
    reason: Column[OutcomeRow] = Column(
        key="reason", title="Reason", value=lambda row: row.reason, width=44, hidden=True
    )
    return (account, name, location, kind, bill, rate_class, amount, due, reason)


NOT_BILLED_COLUMNS: tuple[Column[OutcomeRow], ...] = (
    Column(key="account", title="Account", value=lambda row: row.account, width=11),
    Column(key="name", title="Name", value=lambda row: row.name, width=24),
    Column(
        key="reason",
        title="Why",
        value=lambda row: row.reason,
        width=80,
        tooltip=lambda row: row.reason,
    ),
)

OUTCOME_CHIPS: tuple[FilterChip[OutcomeRow], ...] = (
    FilterChip("billed", "Billed", lambda row: row.kind is OutcomeKind.BILLED),
    FilterChip("held", "Held", lambda row: row.kind is OutcomeKind.HELD),
    FilterChip("skipped", "Skipped", lambda row: row.kind is OutcomeKind.SKIPPED),
)

CAUSE_TONES: Mapping[str, Tone] = {
    Cause.UNEXPLAINED.value: Tone.BAD,
    Cause.RATE_CHANGED.value: Tone.INFO,
    Cause.NOT_BILLED.value: Tone.CAUTION,
    Cause.ACCOUNT_GONE.value: Tone.CAUTION,
}


def difference_columns(*, narrow: bool) -> tuple[Column[DifferenceRow], ...]:
    """Bills that differ from the last quarter's; ``narrow`` keeps both amounts back until they are chosen."""
    return (
        Column(key="account", title="Account", value=lambda row: row.account, width=10),
        Column(key="name", title="Name", value=lambda row: row.name, width=18 if narrow else 26),
        Column(
            key="cause",
            title="Cause",
            value=lambda row: Status(row.causes.capitalize(), CAUSE_TONES.get(row.cause, Tone.NEUTRAL)),
            kind=_STATUS,
            width=22 if narrow else 28,
        ),
        Column(
            key="last",
            title="Last quarter",
            value=lambda row: row.last,
            kind=_MONEY,
            width=12,
            summed=True,
            hidden=narrow,
        ),
        Column(
            key="now",
            title="This quarter",
            value=lambda row: row.now,
            kind=_MONEY,
            width=12,
            summed=True,
            hidden=narrow,
        ),
        Column(
            key="change", title="Change", value=lambda row: row.change, kind=_MONEY, width=10, summed=True
        ),
    )


CHARGE_COLUMNS: tuple[Column[ChargeTotal], ...] = (
    Column(key="code", title="Charge", value=lambda row: row.code, width=8),
    Column(key="title", title="Title", value=lambda row: row.title, width=22),
    Column(key="fund", title="Fund", value=lambda row: row.fund, width=5),
    Column(key="revenue", title="Revenue code", value=lambda row: row.revenue_code, width=12),
    Column(key="lines", title="Lines", value=lambda row: row.count, kind=_NUMBER, width=5),
    Column(key="amount", title="Amount", value=lambda row: row.amount, kind=_MONEY, width=10, summed=True),
)

CLASS_COLUMNS: tuple[Column[ClassTotal], ...] = (
    Column(key="class", title="Rate class", value=lambda row: row.class_code, width=12),
    Column(key="bills", title="Bills", value=lambda row: row.count, kind=_NUMBER, width=8, summed=True),
    Column(key="amount", title="Amount", value=lambda row: row.amount, kind=_MONEY, width=13, summed=True),
)


EXPECTED_COLUMNS: tuple[Column[ExpectedRow], ...] = (
    Column(key="class", title="Class", value=lambda row: row.class_code, width=8),
    Column(key="charge", title="Charge", value=lambda row: row.title, width=26),
    Column(key="accounts", title="Accounts", value=lambda row: row.accounts, kind=_NUMBER, width=10),
    Column(key="units", title="EDU", value=lambda row: row.units, kind=_NUMBER, width=9),
    Column(
        key="expected",
        title="Expected",
        value=lambda row: row.expected,
        kind=_MONEY,
        width=13,
        summed=True,
        help="Accounts or units at the rate; by use, the minimum of every account",
    ),
    Column(key="billed", title="Billed", value=lambda row: row.billed, kind=_MONEY, width=13, summed=True),
    Column(key="apart", title="Apart", value=lambda row: row.difference, kind=_MONEY, width=13, summed=True),
    Column(key="basis", title="", value=lambda row: "at least" if row.at_least else "", width=9),
)


def _last_read_on(row: RunReading) -> date | None:
    return None if row.state.previous is None else row.state.previous.read_on


def _read_on(row: RunReading) -> date | None:
    return None if row.state.present is None else row.state.present.read_on


def _questions(row: RunReading) -> str:
    return " ".join(question.sentence for question in row.questions)


def _state_order(row: RunReading) -> int:
    return list(ReadingState).index(row.standing)


READING_COLUMNS: tuple[Column[RunReading], ...] = (
    Column(
        key="state",
        title="Reading",
        value=lambda row: STATES[row.standing],
        kind=_STATUS,
        width=12,
        sort_key=_state_order,
        tooltip=_questions,
    ),
    Column(key="account", title="Account", value=lambda row: row.account, width=10),
    Column(key="name", title="Name", value=lambda row: row.name, width=20),
    Column(key="meter", title="Meter", value=lambda row: row.meter.serial, width=9),
    Column(
        key="previous", title="Last", value=lambda row: dial_words(row.state.previous, row.meter), width=10
    ),
    Column(key="previous_on", title="Last read", value=_last_read_on, kind=_DATE, width=12, hidden=True),
    Column(key="present", title="Now", value=lambda row: dial_words(row.state.present, row.meter), width=13),
    Column(key="present_on", title="Read on", value=_read_on, kind=_DATE, width=12),
    Column(key="used", title="Use", value=lambda row: row.used, kind=_NUMBER, width=9),
    Column(key="usual", title="Last use", value=lambda row: row.usual, kind=_NUMBER, width=9),
    Column(key="unit", title="Unit", value=lambda row: row.meter.unit.value, width=5, hidden=True),
)

READING_CHIPS: tuple[FilterChip[RunReading], ...] = (
    FilterChip("question", "To answer", lambda row: row.standing is ReadingState.QUESTION),
    FilterChip("missing", "Missing", lambda row: row.standing is ReadingState.MISSING),
    FilterChip("look", "To look at", lambda row: row.standing is ReadingState.LOOK),
    FilterChip("read", "Read", lambda row: row.standing is ReadingState.READ),
)


@dataclass(frozen=True, slots=True)
class RunForm:
    """What the clerk chooses for a run; ``quarter`` is its code."""

    quarter: str | None = None
    bill_date: date | None = None
    due_date: date | None = None
    read_through: date | None = None
    message: str = ""


def run_form(quarters: Sequence[Quarter]) -> FormSpec[RunForm]:
    """The first step's form."""
    choices = tuple(
        Choice(one.code, f"{one.label}  ({one.start:%m/%d/%Y} to {one.end:%m/%d/%Y})") for one in quarters
    )
    fields = (
        FieldSpec("quarter", "Quarter to bill", FieldKind.CHOICE, required=True, choices=choices),
        FieldSpec(
            "read_through",
            "Readings through",
            FieldKind.DATE,
            required=True,
            help="The last day whose meter readings belong to this quarter; the next quarter goes on from there.",
        ),
        FieldSpec("bill_date", "Bill date", FieldKind.DATE, required=True),
        FieldSpec("due_date", "Due date", FieldKind.DATE, required=True),
        FieldSpec(
            "message",
            "Message on these bills",
            FieldKind.NOTES,
            max_len=300,
            rows=3,
            help="Left empty, the office's usual message is printed.",
        ),
    )
    return FormSpec(RunForm, (Section("", fields),), validate=check_run_form, verb="go on")


def check_run_form(form: RunForm) -> Mapping[str, str]:
    """What does not fit together."""
    errors: dict[str, str] = {}
    if form.bill_date and form.due_date and form.due_date < form.bill_date:
        errors["due_date"] = "The due date lies before the bill date. Correct one of them."
    if form.quarter and form.read_through and form.read_through < Quarter.parse(form.quarter).start:
        errors["read_through"] = "This day lies before the quarter begins."
    return errors


def reading_form(*, digits: int) -> FormSpec[ReadingDraft]:
    """A reading of one meter."""
    fields = (
        FieldSpec("read_on", "Read on", FieldKind.DATE, required=True),
        FieldSpec(
            "value",
            "The dial shows",
            FieldKind.DECIMAL,
            required=True,
            minimum=0,
            maximum=Decimal(10) ** digits - 1,
            width=Width.MONEY,
            help=f"As on the dial, {digits} digits; zeros in front need not be typed.",
        ),
        FieldSpec("estimated", "Is this an estimate?", FieldKind.YES_NO, required=True),
        FieldSpec(
            "note",
            "What the estimate rests on",
            FieldKind.NOTES,
            required=True,
            max_len=300,
            rows=3,
            visible_when=_is_estimate,
            help="It is printed as an estimate on the bill.",
        ),
    )
    return FormSpec(ReadingDraft, (Section("", fields),), verb="enter")


def _is_estimate(draft: ReadingDraft, _state: str) -> bool:
    return draft.estimated


_ANSWERS = (
    Choice(LowerAnswer.ROLLOVER, "It rolled over", "The dial went past its top and began again at zero."),
    Choice(
        LowerAnswer.MISREAD,
        "It was misread",
        "The reading does not count; enter the right one or an estimate.",
    ),
    Choice(
        LowerAnswer.CHANGE_OUT,
        "The meter was changed",
        "The reading is of the new meter. Enter the meter change as well, so that both dials count.",
    ),
    Choice(
        LowerAnswer.REVERSED,
        "The meter ran backward",
        "It was built in the wrong way round; the drop is the use.",
    ),
    Choice(
        LowerAnswer.CONFIRMED,
        "It is right",
        "The dial was looked at again. It is not asked about any more.",
    ),
)


def answer_form(readings: Sequence[Choice]) -> FormSpec[AnswerDraft]:
    """The answer to a question about a reading."""
    fields = (
        FieldSpec("reading_id", "Reading", FieldKind.CHOICE, required=True, choices=tuple(readings)),
        FieldSpec("answer", "What is true of it", FieldKind.CHOICE, required=True, choices=_ANSWERS),
        FieldSpec(
            "reason",
            "How you know",
            FieldKind.NOTES,
            required=True,
            max_len=300,
            rows=3,
            help="It is kept with the reading.",
        ),
    )
    return FormSpec(AnswerDraft, (Section("", fields),), verb="answer")


def change_form(*, old_serial: str) -> FormSpec[MeterChangeDraft]:
    """A meter change."""
    units = tuple(Choice(unit, unit.value) for unit in VolumeUnit)
    number, whole = FieldKind.DECIMAL, FieldKind.WHOLE
    old = (
        FieldSpec("changed_on", "Changed on", FieldKind.DATE, required=True),
        FieldSpec(
            "old_value", f"Last reading of {old_serial}", number, required=True, minimum=0, width=Width.MONEY
        ),
    )
    new = (
        FieldSpec("serial", "Serial number, as on the plate", required=True, max_len=24, width=Width.PHONE),
        FieldSpec("digits", "Digits of the dial", whole, required=True, minimum=3, maximum=10),
        FieldSpec("multiplier", "Multiplier", number, required=True, minimum=0),
        FieldSpec("unit", "Unit", FieldKind.CHOICE, required=True, choices=units),
        FieldSpec("new_value", "Reading when put in", number, required=True, minimum=0, width=Width.MONEY),
        FieldSpec("present_value", "Reading now", number, minimum=0, width=Width.MONEY),
        FieldSpec("present_on", "Read on", FieldKind.DATE),
    )
    sections = (Section("The old meter", old), Section("The new meter", new))
    return FormSpec(MeterChangeDraft, sections, verb="record the change")
