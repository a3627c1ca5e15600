"""A clerk's examples for the rules of the counter: Hague's law, a contractor in good standing, a full form."""

from datetime import date
from decimal import Decimal

from sewerdesk.domain.applications import ApplicationDraft, Capacity, LateralUse, WorkType
from sewerdesk.domain.contractors import Bond, ContractorFacts, CoverTerm, FormApproval, Policy
from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.domain.law import LawPack
from sewerdesk.paths import resource
from tests.support.packs import pack


def law_pack(code: str) -> LawPack:
    return pack(code)


def hague() -> LawPack:
    return law_pack("hague")


def new_york_calendar() -> HolidayCalendar:
    rules = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
    return HolidayCalendar.for_years(2026, 2032, rules)


DAY = date(2027, 5, 3)
NAME = "Adirondack Lateral Works, LLC"
HOLDER = "Town of Hague, PO Box 509, Hague NY 12836"
YEAR = CoverTerm(date(2027, 1, 1), date(2027, 12, 31))
LIMITS: dict[str, dict[str, Decimal]] = {
    "employers_liability": {},
    "personal_injury": {
        "insurance.personal_injury.each": Decimal(500000),
        "insurance.personal_injury.aggregate": Decimal(500000),
    },
    "property_damage": {"insurance.property_damage": Decimal(500000)},
    "auto_bodily_injury": {
        "insurance.auto_bi.person": Decimal(300000),
        "insurance.auto_bi.each": Decimal(500000),
    },
    "auto_property_damage": {"insurance.auto_pd.each": Decimal(500000)},
    "excess": {"insurance.excess": Decimal(2000000)},
}
HAZARDS = frozenset({"premises", "independent", "completed", "property", "xcu"})


def policy(kind: str, *, form: str = "ACORD 25") -> Policy:
    return Policy(
        kind=kind,
        form_code=form,
        carrier="Northern Mutual",
        number=f"NM-{kind}",
        term=YEAR,
        insured=NAME,
        holder=HOLDER,
        limits=LIMITS.get(kind, {}),
        hazards=HAZARDS if kind == "property_damage" else frozenset(),
        cancellation_notice_days=5,
        endorsements=frozenset({"town_liabilities"}),
        form_approvals=(FormApproval("board", date(2027, 1, 12), "Resolution 14 of 2027"),),
        verified_by="MK",
        verified_on=date(2027, 1, 15),
    )


BOND = Bond(
    surety="Lake Surety",
    number="B-1001",
    amount=Decimal(5000),
    term=CoverTerm(date(2027, 1, 1), continuous=True),
    clauses=frozenset({"revocation"}),
    original_on_file=True,
)
COMP = policy("workers_compensation", form="C-105.2")
GOOD = ContractorFacts(
    legal_name=NAME,
    bonds=(BOND,),
    policies=(
        *(policy(kind) for kind in LIMITS),
        COMP,
        policy("disability_family_leave", form="DB-120.1"),
    ),
)
TODAY = date(2027, 4, 12)
FULL = ApplicationDraft(
    received_on=TODAY,
    received_by="MK",
    permit_class="standard",
    work_type=WorkType.NEW_CONNECTION,
    parcel_id=7,
    print_key="12.13-2-15.1",
    location="14 Example Lane",
    owner_name="Jane Doe",
    owner_mailing="PO Box 7, Hague NY 12836",
    owner_phone="518-555-0100",
    capacity=Capacity.OWNER,
    dwelling_units=1,
    shares_lateral=False,
    estimated_gpd=Decimal(330),
    units=Decimal("1.32"),
    lateral_use=LateralUse.NEW,
    lateral_diameter_in=Decimal(4),
    lateral_material="PVC SDR-35",
    lateral_length_ft=Decimal(60),
    lateral_slope_in_per_ft=Decimal("0.25"),
    triggers_answered=True,
    certified_by="Jane Doe",
    certified_on=TODAY,
)
