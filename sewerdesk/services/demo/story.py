"""What happens in the demonstration: made-up people, papers and measurements. Figures of law come from the pack."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from sewerdesk.clock import FixedClock
from sewerdesk.documents.files import save_bytes
from sewerdesk.domain.applications import ApplicationDraft, Capacity, LateralUse, WorkType
from sewerdesk.domain.contractors import Bond, CoverTerm, FormApproval, Policy
from sewerdesk.domain.law import Law, RoadJurisdiction
from sewerdesk.domain.registers import ParcelView
from sewerdesk.domain.violations import ObservedFact
from sewerdesk.services.workspace import Workspace

OPERATOR = "Tomás Marrow"
PHONE = "(518) 555-0140"
BOARD_MINUTE = "Sample resolution 14"
ARTICLE = "9589071052700000000014"


@dataclass(frozen=True, slots=True)
class Offense:
    """What is seen in the story, and the sections that it can break, by their keys in a law file."""

    keys: tuple[str, ...]
    facts: tuple[ObservedFact, ...]
    action: str


OFFENSES = (
    Offense(
        ("inflow", "runoff", "storm_water"),
        (
            ObservedFact(
                "A roof leader discharges storm water through the cellar's floor drain.",
                "photographs 1 to 3",
            ),
            ObservedFact(
                "Green dye put into the leader was seen in the manhole after 6 minutes.",
                "dye test, 9:52 AM",
            ),
        ),
        "Disconnect the roof leader from the floor drain and lead it away from the house above ground.",
    ),
    Offense(
        ("covered",),
        (
            ObservedFact(
                "The trench along the street was filled before anybody had inspected the pipe.",
                "photographs 1 to 3",
            ),
        ),
        "Open the trench along the whole pipe and ask for its inspection.",
    ),
)
COUNSEL = "Sample opinion of the attorney, letter 3"
"""The source of what the story enters where a law leaves a blank; made up like everything in it."""
ANSWER_DAYS = 21
OFFICER_DECISION = "The limits of the model codes hold for this test, sample letter 4 of the engineer"
SUPERVISOR = "Sam Sample"
PENALTY_PERCENT = Decimal(10)
RETURNED_FEE = Decimal("20.00")
CASH_ONLY_MONTHS = 6
ROLL_FEE = Decimal("25.00")
ADJUSTED = Decimal("12.50")
UNPAID = 12
"""What the Board of the story adopted, and how many do not pay; an office enters its own."""


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the day: what was done, with its figures, and the file it left, if any."""

    what: str
    path: Path | None = None


Tell = Callable[[Told], None]


@dataclass(slots=True)
class Stage:
    """The open office, the folder for what the day leaves behind, and who listens."""

    ws: Workspace
    folder: Path
    tell: Tell
    first_day: date
    papers: list[Path] = field(default_factory=list)

    def day(self, number: int) -> date:
        """The date of a day of the story, the first being 0."""
        return self.first_day + timedelta(days=number)

    def go_to(self, number: int) -> date:
        """Let the office's clock show a day of the story."""
        self.ws.clock = FixedClock(self.day(number))
        return self.day(number)

    def be_on(self, day: date) -> date:
        """Let the office's clock show a later day, and never one before it."""
        self.ws.clock = FixedClock(max(day, self.ws.clock.today()))
        return self.ws.clock.today()

    def keep(self, name: str, content: bytes, what: str) -> Path:
        """Save a paper beside the office and tell of it."""
        path = self.folder / name
        save_bytes(path, content)
        self.papers.append(path)
        self.tell(Told(what, path))
        return path

    def say(self, what: str) -> None:
        """Tell of an act that leaves no file."""
        self.tell(Told(what))


def bond(law: Law, on: date) -> Bond:
    """A bond of the very amount and clauses that the law asks for."""
    [rule] = law.bond_requirements[:1]
    return Bond(
        surety="Lake Sample Surety Company",
        number="B-001001",
        amount=law.figure(rule.amount, on).number,
        term=CoverTerm(on - timedelta(days=30), continuous=True),
        clauses=frozenset(clause.key for clause in rule.clauses),
        original_on_file=True,
        requirement=rule.key,
    )


def policy(law: Law, kind: str, form_code: str, *, insured: str, holder: str, on: date, actor: str) -> Policy:
    """A certificate with the very limits, hazards and terms that the law asks for."""
    rows = [row for row in law.coverage_requirements if row.kind == kind]
    notices = [law.figure(term.figure, on).whole for term in law.policy_terms if term.figure]
    approvers = {role for term in law.policy_terms for role in term.approved_by}
    return Policy(
        kind=kind,
        form_code=form_code,
        carrier="Sample Mutual Insurance Company",
        number=f"SM-{sum(map(ord, kind)):05d}",
        term=CoverTerm(on - timedelta(days=30), on + timedelta(days=335)),
        insured=insured,
        holder=holder,
        limits={one.figure: law.figure(one.figure, on).number for row in rows for one in row.limits},
        hazards=frozenset(one.key for row in rows for one in row.hazards),
        cancellation_notice_days=max(notices, default=None),
        endorsements=frozenset(term.key for term in law.policy_terms if not term.figure),
        form_approvals=tuple(FormApproval(role, on, BOARD_MINUTE) for role in sorted(approvers)),
        verified_by=actor,
        verified_on=on,
    )


def application(
    law: Law, parcel: ParcelView, *, contractor_id: int, account_class: str, on: date, actor: str
) -> ApplicationDraft:
    """A complete form for a new connection across a local road."""
    owner = parcel.owner
    assert owner is not None
    return replace(
        _new_lateral(law),
        received_on=on,
        received_by=actor,
        parcel_id=parcel.row.id,
        print_key=parcel.row.print_key,
        location=parcel.row.location,
        owner_party_id=owner.party.id,
        owner_name=owner.party.name,
        owner_mailing=owner.party.address.one_line,
        owner_phone="(518) 555-0161",
        capacity=Capacity.OWNER,
        contractor_id=contractor_id,
        account_class=account_class,
        highway_permit_on=on,
        planned_end=on + timedelta(days=120),
        certified_by=owner.party.name,
        certified_on=on,
    )


def _new_lateral(law: Law) -> ApplicationDraft:
    """The building, its pipe and the road of a one-family dwelling's new connection; nobody's yet."""
    return ApplicationDraft(
        permit_class=law.permit_classes[0].key if law.permit_classes else "",
        work_type=WorkType.NEW_CONNECTION,
        building_use="One-family dwelling",
        dwelling_units=1,
        bedrooms=3,
        shares_lateral=False,
        estimated_gpd=Decimal(330),
        units=Decimal("1.00"),
        lateral_use=LateralUse.NEW,
        lateral_diameter_in=Decimal(4),
        lateral_material="PVC SDR-35",
        lateral_length_ft=Decimal(60),
        lateral_slope_in_per_ft=Decimal("0.25"),
        tap_kind="existing wye, 84.5 ft from manhole 14",
        triggers=frozenset(trigger.key for trigger in law.right_of_way),
        triggers_answered=True,
        road_jurisdiction=RoadJurisdiction.LOCAL,
        highway_permit_no="HW-12",
    )
