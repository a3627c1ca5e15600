"""The words of which a municipality's sewer law is made: figures with their units, officers, terms and texts.

Nothing here knows a figure, an officer or a fee of any law; those come from ``resources/laws/NAME.toml``. The
rows that say what is required of whom stand in ``rules``.
"""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.errors import RuleViolation, UserError


class LawPackError(UserError):
    """A law file cannot be used; the message names the file, the key and the reason."""


class UnknownRule(UserError):
    """The municipality's law pack has no such figure, officer, term or text, or not yet on that day."""


class BlankFigure(RuleViolation):
    """The text of the law does not give the figure and the office has not entered it."""


class FigureStatus(StrEnum):
    """Where the words or the figure of a row come from."""

    LAW = "law"  # read in the text of the law that the citation names
    MODEL = "model"  # common in New York model codes; the office confirms it before it relies on it
    BLANK = "blank"  # not in the text; the office enters it with its local law or resolution


class Unit(StrEnum):
    """The units that a figure may have."""

    DAYS = "days"
    BUSINESS_DAYS = "business_days"
    HOURS = "hours"
    MINUTES = "minutes"
    SECONDS = "seconds"
    MONTHS = "months"
    YEARS = "years"
    MONTH_DAY = "month_day"  # a day of every year, written "12-15"
    MONTHS_OF_YEAR = "months_of_year"  # months of every year, written "6, 12"
    USD = "USD"
    USD_PER_DAY = "USD/day"
    PERCENT = "percent"
    PERCENT_PER_MONTH = "percent/month"
    RATIO = "ratio"
    COUNT = "count"
    TEXT = "text"
    GALLONS = "gal"
    GALLONS_PER_DAY = "gal/day"
    GALLONS_PER_INCH_MILE_DAY = "gal/in/mi/day"
    FEET = "ft"
    INCHES = "in"
    INCHES_PER_FOOT = "in/ft"
    DEGREES = "degrees"
    DEGREES_F = "deg_F"
    DEGREES_C = "deg_C"
    GALLONS_PER_YEAR = "gal/year"
    POUNDS_PER_YEAR = "lb/year"
    PSI = "psi"
    INCHES_OF_MERCURY = "in_Hg"
    POUNDS = "lb"
    POUNDS_PER_CUBIC_FOOT = "lb/cu_ft"
    POUNDS_PER_MILLION_GALLONS = "lb/Mgal"
    MG_PER_LITER = "mg/l"
    PH = "pH"


TEXT_UNITS = frozenset({Unit.TEXT, Unit.MONTH_DAY, Unit.MONTHS_OF_YEAR})
TIME_UNITS = (Unit.DAYS, Unit.BUSINESS_DAYS, Unit.HOURS, Unit.MONTHS, Unit.YEARS)
MONEY_UNITS = (Unit.USD, Unit.USD_PER_DAY)


class Whose(StrEnum):
    """Whose deadline it is: a citizen's rolls past weekends and holidays, the office's own never does."""

    CITIZEN = "citizen"
    CLERK = "clerk"


class Event(StrEnum):
    """The dated events from which a clock runs or with which it stops."""

    APPLICATION_RECEIVED = "application_received"
    PERMIT_ISSUED = "permit_issued"
    PERMIT_FILED = "permit_filed"
    PERMIT_EXPIRES = "permit_expires"
    PERMIT_RENEWED = "permit_renewed"
    CONSTRUCTION_STARTS = "construction_starts"
    CONNECTED = "connected"
    WORK_READY = "work_ready"
    SEWER_ACCEPTED = "sewer_accepted"
    NOTICE_DATED = "notice_dated"
    NOTICE_MAILED = "notice_mailed"
    NOTICE_SERVED = "notice_served"
    NOTICE_RECEIVED = "notice_received"
    CANCELLATION_NOTICE = "cancellation_notice"
    HEARING = "hearing"
    DISCHARGE = "discharge"
    BILL_DATED = "bill_dated"
    ANSWERED = "answered"
    CONNECTION_PLANNED = "connection_planned"
    DIGGING_STARTS = "digging_starts"
    CHANGE_EFFECTIVE = "change_effective"
    LAW_EFFECTIVE = "law_effective"
    STANDARD_PROMULGATED = "standard_promulgated"
    MILESTONE = "milestone"
    COMPLIANCE_DATE = "compliance_date"
    DISCHARGE_STARTS = "discharge_starts"
    NOTIFIED = "notified"
    RELEASE_PLANNED = "release_planned"
    COVER_ENDS = "cover_ends"
    LICENSE_ISSUED = "license_issued"
    YEAR_BEGINS = "year_begins"


class FeeDue(StrEnum):
    """The moment by which a fee must be paid."""

    WITH_APPLICATION = "with_application"
    BEFORE_ISSUE = "before_issue"
    BEFORE_CONSTRUCTION = "before_construction"
    ON_INSPECTION = "on_inspection"


class ProjectKind(StrEnum):
    """What is built."""

    LATERAL = "lateral"
    NEW_SEWER = "new_sewer"
    SUBDIVISION = "subdivision"
    PRIVATE_DISPOSAL = "private_disposal"
    OUTSIDE_USER = "outside_user"


class RoadJurisdiction(StrEnum):
    """Who keeps the road that is opened."""

    LOCAL = "local"
    COUNTY = "county"
    STATE = "state"


class Stage(StrEnum):
    """The stage of an inspection to which a checklist item belongs."""

    CONNECTION = "connection"
    TRENCH = "trench"
    PIPE = "pipe"
    TEST = "test"
    FINAL = "final"


class PermitForm(StrEnum):
    """What a permit is on paper."""

    CERTIFICATE = "certificate"
    APPROVED_APPLICATION = "approved_application"


class TransferMode(StrEnum):
    """What a new owner or user may do with a permit."""

    NEVER = "never"
    WITH_APPROVAL = "with_approval"
    NOT_IN_TEXT = "not_in_text"


class RenewalMode(StrEnum):
    """How a permit goes on past its end."""

    NEW_APPLICATION = "new_application"  # it is never extended
    RENEWAL_FORM = "renewal_form"  # a new form that states what has changed
    APPLY_BEFORE = "apply_before"  # a new application so long before the end
    NOT_IN_TEXT = "not_in_text"


class Comparison(StrEnum):
    """Whether a value that equals its limit is over it."""

    EXCEEDS = "exceeds"
    REACHES = "reaches"


class Quantity(StrEnum):
    """What a prohibition measures in a discharge."""

    PH = "ph"
    TEMPERATURE = "temperature"  # where the sewage enters the treatment plant
    EXPLOSIMETER_SINGLE = "explosimeter_single"
    EXPLOSIMETER_SUCCESSIVE = "explosimeter_successive"  # any two readings, one after the other
    PARTICLE = "particle"
    COOLING_WATER = "cooling_water"
    POLLUTANT = "pollutant"


class SiuMeasure(StrEnum):
    """What a test for a significant industrial user looks at."""

    CATEGORICAL = "categorical"
    TOXIC = "toxic"
    FLOW = "flow"  # gallons an average workday
    PLANT_FLOW_SHARE = "plant_flow_share"  # percent of the flow of the receiving plant
    PLANT_LOAD_SHARE = "plant_load_share"  # percent of the load of the receiving plant
    RAW_MATERIAL_WEIGHT = "raw_material_weight"  # pounds a year
    RAW_MATERIAL_VOLUME = "raw_material_volume"  # gallons a year
    IMPACT = "impact"


class NoncomplianceKind(StrEnum):
    """What a test for significant non-compliance looks at."""

    CHRONIC = "chronic"
    REVIEW = "review"  # the technical review criterion: a multiple of the limit
    INTERFERENCE = "interference"
    EMERGENCY = "emergency"
    MILESTONE_LATE = "milestone_late"
    REPORT_LATE = "report_late"
    INACCURATE = "inaccurate"
    OTHER = "other"
    UNCORRECTED = "uncorrected"
    PATTERN = "pattern"


class HaulingKind(StrEnum):
    """What a rule on hauled waste is about."""

    LICENSE = "license"
    TERM = "term"
    INVALID = "invalid"
    REVOKED = "revoked"
    PLACE = "place"
    FEE = "fee"
    LOAD_RECORD = "load_record"
    DEFINITION = "definition"


class Needed(StrEnum):
    """When a paper must be with the application."""

    ALWAYS = "always"
    ON_REQUEST = "on_request"
    WHEN_IT_APPLIES = "when_it_applies"


@dataclass(frozen=True, slots=True)
class Amendment:
    """A later value of one figure, by local law or by resolution of the Board, from its effective date on."""

    key: str
    effective: date
    value: Decimal | str
    citation: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the law, in ``unit``; ``missing`` says what a blank or model figure still needs."""

    key: str
    subject: str
    unit: Unit
    citation: str
    status: FigureStatus
    value: Decimal | str | None = None
    effective: date | None = None
    missing: str = ""

    @property
    def number(self) -> Decimal:
        """The value as an exact number; ``BlankFigure`` where the office must enter it first."""
        value = self._value()
        if isinstance(value, str):
            raise UserError(f"The entry for {self.subject} ({self.citation}) is words, not a number.")
        return value

    @property
    def whole(self) -> int:
        """The value as a whole number; ``UserError`` where it has a fraction."""
        number = self.number
        if number != number.to_integral_value():
            raise UserError(f"The figure for {self.subject} ({self.citation}) must be a whole number.")
        return int(number)

    @property
    def text(self) -> str:
        """The value as words; ``BlankFigure`` where the office must enter it first."""
        return str(self._value())

    def _value(self) -> Decimal | str:
        if self.value is None:
            raise BlankFigure(
                f"There is no figure on file for {self.subject} ({self.citation}): {self.missing}. "
                "Enter it with the local law or resolution that sets it.",
                citation=self.citation,
            )
        return self.value

    def amended(self, amendment: Amendment) -> "Figure":
        """This figure as the amendment leaves it."""
        return replace(
            self,
            value=amendment.value,
            citation=amendment.citation,
            effective=amendment.effective,
            status=FigureStatus.LAW,
            missing="",
        )


@dataclass(frozen=True, slots=True)
class Officer:
    """Who acts in a role, by the title that the law gives; ``body`` where that is a board and no person."""

    role: str
    title: str
    citation: str
    status: FigureStatus = FigureStatus.LAW
    missing: str = ""
    body: bool = False

    @property
    def signs_as(self) -> str:
        """What stands under the name of who signs: the title, or "for the" board in whose name a person signs."""
        return f"for the {self.title}" if self.body else self.title


@dataclass(frozen=True, slots=True)
class Term:
    """The municipality's own word for a thing; shown on screens and printed on papers."""

    key: str
    singular: str
    plural: str
    citation: str
    status: FigureStatus = FigureStatus.LAW
    missing: str = ""


@dataclass(frozen=True, slots=True)
class ProperName:
    """A name that belongs to the municipality (its plant, its newspaper); an empty one says what it lacks."""

    key: str
    name: str
    citation: str
    status: FigureStatus = FigureStatus.LAW
    missing: str = ""


@dataclass(frozen=True, slots=True)
class LawText:
    """A passage in plain words, printed on papers; an empty one says in ``missing`` what it lacks."""

    key: str
    citation: str
    status: FigureStatus
    text: str = ""
    missing: str = ""
