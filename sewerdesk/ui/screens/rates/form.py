"""The fields of a rate, a section for each way of charging; tiers, fixtures and months stand in a grid below."""

from collections.abc import Callable, Sequence

from sewerdesk.domain.adoption import AdoptedBy
from sewerdesk.domain.rateforms import BY_AMOUNT, FeeForm, FormulaKind, RateForm
from sewerdesk.domain.rates import ChargeCode, SeasonKind, VolumeUnit
from sewerdesk.services.rates import RateClassView
from sewerdesk.ui.forms.grid_rows import CellKind, GridColumn
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Predicate, Section, Width

_NUMBER_HELP = "Such as 4 of 2027; every bill line names it (General Municipal Law 452)."
CORRECTING = "correcting"
"""The state of a form that corrects a version: class and charge stay, and a reason is asked."""

KINDS = (
    Choice(FormulaKind.PER_UNIT, "Per unit (EDU)", "An amount each quarter for every EDU of the account."),
    Choice(FormulaKind.FLAT, "Flat", "The same amount each quarter for every account."),
    Choice(FormulaKind.METERED, "By meter", "A minimum with an allowance, then tiers by volume."),
    Choice(FormulaKind.PER_PERSON, "Per person", "An amount each quarter for every person served."),
    Choice(
        FormulaKind.FIXTURES, "By fixtures", "A price each quarter for every plumbing fixture, by its kind."
    ),
    Choice(FormulaKind.SHARE, "By another bill", "A percent or multiple of the water bill."),
    Choice(
        FormulaKind.WORKSHEET,
        "From a worksheet",
        "The year's worksheet, such as a surcharge, in equal parts.",
    ),
    Choice(FormulaKind.CREDIT, "Credit", "A reduction for accounts that are eligible."),
)
_ACTS = (Choice(AdoptedBy.RESOLUTION, "Resolution"), Choice(AdoptedBy.LOCAL_LAW, "Local law"))
_SEASONS = (
    Choice(None, "The metered use, all year"),
    Choice(SeasonKind.CAP, "In season no more than the off-season average"),
    Choice(SeasonKind.AVERAGE, "In season the off-season average"),
)
_UNITS = tuple(Choice(unit, unit.value) for unit in VolumeUnit)

GRIDS: dict[FormulaKind, tuple[str, tuple[GridColumn, ...]]] = {
    FormulaKind.METERED: (
        "Tiers over the allowance; the last has no top",
        (
            GridColumn("upto", "Up to", CellKind.DECIMAL, 16, minimum=0),
            GridColumn("price", "Price", CellKind.DECIMAL, 14, required=True, places=6, minimum=0),
        ),
    ),
    FormulaKind.FIXTURES: (
        "Fixtures",
        (
            GridColumn("kind", "Fixture", CellKind.TEXT, 22, required=True),
            GridColumn("price", "Price a quarter", CellKind.DECIMAL, 14, required=True, places=6, minimum=0),
        ),
    ),
    FormulaKind.SHARE: (
        "Multiples by month of the other bill, where they differ",
        (
            GridColumn("month", "Month (1 to 12)", CellKind.WHOLE, 16, required=True, minimum=1, maximum=12),
            GridColumn("factor", "Times the bill", CellKind.DECIMAL, 14, required=True, places=6, minimum=0),
        ),
    ),
}


def rate_form(codes: Sequence[ChargeCode], classes: Sequence[RateClassView]) -> FormSpec[RateForm]:
    """The form of a rate of any kind."""
    sections = (
        Section("The rate", _rate_fields(codes, classes)),
        Section("The act that sets it", act_fields()),
        Section("By volume", _volume_fields()),
        Section("Season", _season_fields()),
        Section("Another bill", _share_fields()),
        Section("Worksheet", _worksheet_fields()),
        Section("Credit", _credit_fields()),
        Section("Only for some accounts or quarters", _place_fields()),
    )
    return FormSpec(RateForm, sections, verb="save the rate")


def _is(*kinds: FormulaKind) -> Predicate:
    def shown(form: RateForm, _state: str) -> bool:
        return form.kind in kinds

    return shown


def _is_correcting(_form: RateForm, state: str) -> bool:
    return state == CORRECTING


def _by_resolution(form: RateForm | FeeForm, _state: str) -> bool:
    return form.adopted_by is AdoptedBy.RESOLUTION


def _in_season(form: RateForm, _state: str) -> bool:
    return form.kind is FormulaKind.METERED and form.season is not None


def _rate_fields(codes: Sequence[ChargeCode], classes: Sequence[RateClassView]) -> tuple[FieldSpec, ...]:
    class_choices = tuple(Choice(one.code, f"{one.code}, {one.title}") for one in classes)
    code_choices = tuple(
        Choice(one.code, f"{one.code}, {one.title}") for one in codes if one.ended_on is None
    )
    return (
        FieldSpec(
            "class_code",
            "Rate class",
            FieldKind.CHOICE,
            required=True,
            choices=class_choices,
            read_only_when=_is_correcting,
        ),
        FieldSpec(
            "charge_code",
            "Charge",
            FieldKind.CHOICE,
            required=True,
            choices=code_choices,
            read_only_when=_is_correcting,
        ),
        FieldSpec(
            "effective_from",
            "From",
            FieldKind.DATE,
            required=True,
            help="The rate before it ends on that day.",
        ),
        FieldSpec("kind", "How it is charged", FieldKind.CHOICE, required=True, choices=KINDS),
        _decimal("amount", "Amount a quarter", visible=_is(*BY_AMOUNT), places=6),
        FieldSpec(
            "reason",
            "What is put right",
            required=True,
            max_len=200,
            width=Width.LINE,
            visible_when=_is_correcting,
        ),
    )


def act_fields(number_help: str = _NUMBER_HELP) -> tuple[FieldSpec, ...]:
    """The act that adopts a rate or a fee, with its steps and its scan."""
    return (
        FieldSpec("adopted_by", "Set by", FieldKind.CHOICE, required=True, choices=_ACTS),
        FieldSpec(
            "act_number",
            "Number",
            required=True,
            max_len=60,
            width=Width.PHONE,
            help=number_help,
        ),
        FieldSpec("adopted_on", "Adopted on", FieldKind.DATE),
        FieldSpec("heard_on", "Public hearing on", FieldKind.DATE, visible_when=_by_resolution),
        FieldSpec("noticed_on", "Notice published on", FieldKind.DATE, visible_when=_by_resolution),
        FieldSpec("scans", "Scan of the act", FieldKind.ATTACHMENTS),
    )


def _volume_fields() -> tuple[FieldSpec, ...]:
    metered = _is(FormulaKind.METERED)
    return (
        _decimal("minimum", "Minimum a quarter", visible=metered, places=6),
        _decimal("allowance", "Included in the minimum", visible=metered),
        FieldSpec(
            "unit", "Unit of volume", FieldKind.CHOICE, required=True, choices=_UNITS, visible_when=metered
        ),
        _decimal("per", "Prices are per", visible=metered),
        FieldSpec(
            "times_units",
            "Are minimum, allowance and tiers multiplied by the EDU?",
            FieldKind.YES_NO,
            required=True,
            visible_when=metered,
        ),
    )


def _season_fields() -> tuple[FieldSpec, ...]:
    metered = _is(FormulaKind.METERED)
    return (
        FieldSpec("season", "Which use is billed", FieldKind.CHOICE, choices=_SEASONS, visible_when=metered),
        FieldSpec(
            "season_months",
            "In season are the quarters that begin in",
            required=True,
            width=Width.PHONE,
            help="Such as April, July.",
            visible_when=_in_season,
        ),
        _decimal("season_percent", "Percent of the average", visible=_in_season),
    )


def _share_fields() -> tuple[FieldSpec, ...]:
    share = _is(FormulaKind.SHARE)
    return (
        FieldSpec("service", "Which bill", required=True, max_len=40, width=Width.PHONE, visible_when=share),
        _decimal(
            "percent",
            "Percent of it, in all months",
            visible=share,
            required=False,
            help_text="180 is 1.8 times. Leave it empty where the multiple differs by month.",
        ),
        _decimal(
            "low_use",
            "Users of no more than",
            visible=share,
            required=False,
            help_text="Gallons of the other bill; leave it empty where all pay alike.",
        ),
        _decimal("low_percent", "pay this percent", visible=share, required=False),
        _decimal("share_minimum", "At least, a quarter", visible=share, required=False),
    )


def _worksheet_fields() -> tuple[FieldSpec, ...]:
    sheet = _is(FormulaKind.WORKSHEET)
    return (
        FieldSpec(
            "worksheet", "Which worksheet", required=True, max_len=40, width=Width.PHONE, visible_when=sheet
        ),
        FieldSpec(
            "periods",
            "Bills a year",
            FieldKind.WHOLE,
            required=True,
            minimum=1,
            maximum=12,
            visible_when=sheet,
        ),
    )


def _credit_fields() -> tuple[FieldSpec, ...]:
    credit = _is(FormulaKind.CREDIT)
    return (
        FieldSpec(
            "program",
            "For accounts eligible for",
            required=True,
            max_len=60,
            help="An account gets it while its eligibility on file has not expired.",
            visible_when=credit,
        ),
        _decimal("credit_percent", "Percent off", visible=credit, required=False),
        _decimal("credit_amount", "or dollars off a quarter", visible=credit, required=False, places=2),
        FieldSpec(
            "credit_off",
            "Off which charges",
            max_len=100,
            width=Width.PHONE,
            help="Charge codes with commas between; empty is the whole bill.",
            visible_when=credit,
        ),
    )


def _place_fields() -> tuple[FieldSpec, ...]:
    return (
        FieldSpec(
            "district",
            "Only in the district",
            max_len=60,
            help="As parcels have it; empty is everywhere.",
            read_only_when=_is_correcting,
        ),
        FieldSpec(
            "segment",
            "Only in the segment",
            max_len=60,
            help="A part that alone shares a cost, such as a pump station.",
            read_only_when=_is_correcting,
        ),
        FieldSpec(
            "months",
            "Billed only in quarters with",
            max_len=80,
            width=Width.PHONE,
            help="Months such as April, October; empty is every quarter.",
        ),
    )


def _decimal(
    name: str,
    label: str,
    *,
    visible: Predicate | Callable[[RateForm, str], bool],
    places: int = 3,
    required: bool = True,
    help_text: str = "",
) -> FieldSpec:
    return FieldSpec(
        name,
        label,
        FieldKind.DECIMAL,
        required=required,
        minimum=0,
        places=places,
        width=Width.MONEY,
        help=help_text,
        visible_when=visible,
    )
