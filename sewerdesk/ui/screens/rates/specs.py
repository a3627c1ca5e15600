"""Columns and forms of the rates page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.law import FeeKind
from sewerdesk.domain.rateforms import FeeForm, RateClassForm
from sewerdesk.domain.rates import ChargeCode, ChargePurpose
from sewerdesk.domain.rates.findings import RateFinding, Weight
from sewerdesk.services.fee_schedule import FeeView
from sewerdesk.services.rates import RateClassView
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.rates.form import act_fields
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

_MONEY, _DATE, _STATUS = CellKind.MONEY, CellKind.DATE, CellKind.STATUS


@dataclass(frozen=True, slots=True)
class RateRow:
    """A rate version as listed."""

    version_id: int
    class_code: str
    class_title: str
    charge_code: str
    charge_title: str
    words: str
    effective_from: date
    effective_to: date | None
    authority: str
    is_used: bool
    is_now: bool
    lock: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class ChargeForm:
    """A charge code as typed."""

    code: str = ""
    title: str = ""
    fund: str = ""
    revenue_code: str = ""
    order: int | None = None
    purpose: ChargePurpose | None = None
    ended_on: date | None = None


@dataclass(frozen=True, slots=True)
class EndForm:
    """From which day a rate is not charged any more, and by which act."""

    on: date | None = None
    reason: str = ""


def _lock(row: RateRow) -> Status:
    if row.is_used:
        return Status("Locked", Tone.NEUTRAL, "lock")
    return Status("Not used", Tone.INFO)


def _when(row: RateRow) -> Status:
    if row.is_now:
        return Status("In force", Tone.GOOD)
    return Status("Past" if row.effective_to is not None else "To come", Tone.NEUTRAL)


RATE_COLUMNS: tuple[Column[RateRow], ...] = (
    Column(
        key="class",
        title="Class",
        value=lambda row: f"{row.class_code}, {row.class_title}",
        width=18,
    ),
    Column(
        key="charge", title="Charge", value=lambda row: f"{row.charge_code}, {row.charge_title}", width=17
    ),
    Column(key="words", title="Rate", value=lambda row: row.words, width=42, tooltip=lambda row: row.words),
    Column(key="from", title="From", value=lambda row: row.effective_from, kind=_DATE, width=11),
    Column(key="to", title="Until", value=lambda row: row.effective_to, kind=_DATE, width=11),
    Column(key="when", title="Now", value=_when, kind=_STATUS, width=9),
    Column(key="lock", title="Bills", value=_lock, kind=_STATUS, width=9),
    Column(
        key="authority",
        title="Authority",
        value=lambda row: row.authority,
        width=24,
        tooltip=lambda row: row.authority,
    ),
)

RATE_CHIPS: tuple[FilterChip[RateRow], ...] = (
    FilterChip("now", "In force", lambda row: row.is_now),
    FilterChip("unused", "Not used yet", lambda row: not row.is_used),
)

CHARGE_COLUMNS: tuple[Column[ChargeCode], ...] = (
    Column(key="code", title="Code", value=lambda row: row.code, width=8),
    Column(key="title", title="Title on the bill", value=lambda row: row.title, width=22),
    Column(key="fund", title="Fund", value=lambda row: row.fund, width=8),
    Column(key="revenue", title="Revenue", value=lambda row: row.revenue_code, width=9),
    Column(key="purpose", title="For", value=lambda row: row.purpose.value.capitalize(), width=12),
    Column(key="order", title="Order", value=lambda row: row.order, kind=CellKind.NUMBER, width=6),
    Column(key="ended", title="Ended", value=lambda row: row.ended_on, kind=_DATE, width=11),
)

FINDING_COLUMNS: tuple[Column[RateFinding], ...] = (
    Column(
        key="weight",
        title="What",
        value=lambda row: (
            Status("Put right", Tone.BAD) if row.weight is Weight.WRONG else Status("Look", Tone.CAUTION)
        ),
        kind=_STATUS,
        width=12,
    ),
    Column(key="class", title="Class", value=lambda row: row.class_code, width=8),
    Column(key="charge", title="Charge", value=lambda row: row.charge_code, width=8),
    Column(
        key="words",
        title="Finding",
        value=lambda row: row.sentence,
        width=90,
        tooltip=lambda row: row.sentence,
    ),
)

CLASS_COLUMNS: tuple[Column[RateClassView], ...] = (
    Column(key="code", title="Class", value=lambda row: row.code, width=8),
    Column(key="title", title="Title", value=lambda row: row.title, width=22),
)

FEE_COLUMNS: tuple[Column[FeeView], ...] = (
    Column(key="label", title="Fee", value=lambda row: row.label, width=36),
    Column(key="class", title="Permit class", value=lambda row: row.class_key or "every class", width=16),
    Column(key="amount", title="Amount", value=lambda row: row.amount, kind=_MONEY, width=12),
    Column(key="code", title="Charge", value=lambda row: row.charge_code, width=9),
    Column(key="from", title="From", value=lambda row: row.effective_from, kind=_DATE, width=11),
    Column(key="to", title="Until", value=lambda row: row.effective_to, kind=_DATE, width=11),
    Column(
        key="authority",
        title="Authority",
        value=lambda row: row.authority,
        width=36,
        tooltip=lambda row: row.authority,
    ),
)


def charge_form(*, is_new: bool) -> FormSpec[ChargeForm]:
    """A charge code with its fund and revenue code."""

    def is_known(_form: ChargeForm, _state: str) -> bool:
        return not is_new

    fields = (
        FieldSpec("code", "Code", required=True, max_len=20, width=Width.MONEY, read_only_when=is_known),
        FieldSpec("title", "Title on the bill", required=True, max_len=60),
        FieldSpec("fund", "Fund", required=True, max_len=20, width=Width.MONEY),
        FieldSpec("revenue_code", "Revenue code", required=True, max_len=20, width=Width.MONEY),
        FieldSpec(
            "purpose",
            "What it pays for",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one, one.value.capitalize()) for one in ChargePurpose),
            help="The billing register has a column for each.",
        ),
        FieldSpec("order", "Place on the bill", FieldKind.WHOLE, required=True, minimum=1, maximum=99),
        FieldSpec(
            "ended_on",
            "Ended on",
            FieldKind.DATE,
            help="Nothing is booked on it after that day; runs stop while a rate in force still uses it.",
            visible_when=is_known,
        ),
    )
    return FormSpec(ChargeForm, (Section("", fields),))


END_FORM: FormSpec[EndForm] = FormSpec(
    EndForm,
    (
        Section(
            "",
            (
                FieldSpec("on", "Not charged from", FieldKind.DATE, required=True),
                FieldSpec(
                    "reason",
                    "Resolution or local law that ends it",
                    required=True,
                    max_len=200,
                    width=Width.LINE,
                ),
            ),
        ),
    ),
    verb="end the rate",
)

CLASS_FORM: FormSpec[RateClassForm] = FormSpec(
    RateClassForm,
    (
        Section(
            "",
            (
                FieldSpec("code", "Short code", required=True, max_len=20, width=Width.MONEY),
                FieldSpec("title", "Title", required=True, max_len=60),
            ),
        ),
    ),
)


def fee_form(
    kinds: Sequence[FeeKind], codes: Sequence[ChargeCode], classes: Mapping[str, str]
) -> FormSpec[FeeForm]:
    """A fee of the schedule; its kinds and permit classes are those of the law."""
    class_choices = (Choice("", "Every class"), *(Choice(key, title) for key, title in classes.items()))
    fields = (
        FieldSpec(
            "fee_key",
            "Which fee",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(kind.key, kind.label, kind.citation) for kind in kinds),
        ),
        FieldSpec("class_key", "Permit class", FieldKind.CHOICE, choices=class_choices),
        FieldSpec("label", "Title on the receipt", required=True, max_len=100, width=Width.LINE),
        FieldSpec("amount", "Amount", FieldKind.MONEY, required=True, minimum=0),
        FieldSpec(
            "charge_code",
            "Charge",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one.code, f"{one.code}, {one.title}") for one in codes),
        ),
        FieldSpec("effective_from", "From", FieldKind.DATE, required=True),
    )
    act = act_fields("Such as 4 of 2027; every receipt of the fee rests on it.")
    return FormSpec(FeeForm, (Section("", fields), Section("Adopted by", act)), verb="adopt the fee")
