"""A contractor in good standing and a complete application in an office, as a clerk enters them."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from sewerdesk.data.models.receipt import Receipt, ReceiptLine, ReceiptVoid
from sewerdesk.domain.applications import ApplicationDraft, Capacity, LateralUse, WorkType
from sewerdesk.domain.contractors import Bond, CoverTerm, FormApproval, Policy
from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.law import RoadJurisdiction
from sewerdesk.domain.parcels import Parcel
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.applications import submit_application
from sewerdesk.services.contractors import file_bond, file_policy, register_contractor
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees
from sewerdesk.services.law import law_of
from sewerdesk.services.parcels import add_parcel
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.workspace import Workspace

NAME = "Adirondack Lateral Works, LLC"
HOLDER = "Town of Hague, PO Box 509, Hague NY 12836"
#: The year's papers end with the year; the bond goes on until it is cancelled.
YEAR = CoverTerm(date(2027, 1, 1), date(2027, 12, 31))
OWNER = "O'Brien & Sons <Plumbing>"
BOND = Bond(
    surety="Lake Champlain Surety Co.",
    number="B-001001",
    amount=Decimal("5000.00"),
    term=CoverTerm(date(2027, 1, 1), continuous=True),
    clauses=frozenset({"revocation"}),
    original_on_file=True,
    requirement="highway",
)


def certificate(ws: Workspace, kind: str, *, form: str = "ACORD 25", term: CoverTerm = YEAR) -> Policy:
    """A certificate with the very limits, hazards and terms that the law asks for."""
    law = law_of(ws)
    rows = [row for row in law.coverage_requirements if row.kind == kind]
    limits = {
        one.figure: law.figure(one.figure, ws.clock.today()).number for row in rows for one in row.limits
    }
    return Policy(
        kind=kind,
        form_code=form,
        carrier="Northern Mutual Insurance Co.",
        number=f"NM-0{len(kind)}{kind[:3].upper()}",
        term=term,
        insured=NAME,
        holder=HOLDER,
        limits=limits,
        hazards=frozenset(one.key for row in rows for one in row.hazards),
        cancellation_notice_days=5,
        endorsements=frozenset({"town_liabilities"}),
        form_approvals=(FormApproval("board", date(2027, 1, 1), "Resolution 14 of 2027"),),
        verified_by="MB",
        verified_on=date(2027, 1, 4),
    )


def contractor_draft(name: str = NAME) -> ContractorDraft:
    """A contractor as typed."""
    return ContractorDraft(
        name=name,
        phone="(518) 555-0177",
        street="48 New Hague Rd",
        city="Hague",
        state="NY",
        zip_code="12836",
        foreman="R. Peña",
        cell="(518) 555-0178",
    )


def good_contractor(ws: Workspace, *, term: CoverTerm = YEAR) -> int:
    """A contractor with everything on file that Hague asks for."""
    contractor_id = register_contractor(ws, draft=contractor_draft())
    file_bond(ws, contractor_id=contractor_id, bond=BOND)
    for row in law_of(ws).coverage_requirements:
        file_policy(ws, contractor_id=contractor_id, policy=certificate(ws, row.kind, term=term))
    for kind, form in (("workers_compensation", "C-105.2"), ("disability_family_leave", "DB-120.1")):
        file_policy(ws, contractor_id=contractor_id, policy=certificate(ws, kind, form=form, term=term))
    return contractor_id


def fee_schedule(ws: Workspace, *, connection: str = "1750.00", inspection: str = "75.00") -> None:
    """The Town's fees of 2027."""
    save_charge_code(ws, code=ChargeCode("TAP", "Connection fees", "SS", "2122", 9))
    fees = (
        ("connection", "Connection charge (tap fee)", connection),
        ("inspection", "Inspection fee", inspection),
    )
    adopt_fees(
        ws,
        drafts=[
            FeeDraft(key, label, Decimal(amount), "TAP", date(2027, 1, 1), "Resolution 3 of 2027")
            for key, label, amount in fees
        ],
    )


def parcel(ws: Workspace, *, print_key: str = "12.13-2-15.1", location: str = "14 Main Street") -> int:
    """A parcel in the district, with an owner whose name is hard to print."""
    facts = Parcel(swis="523200", print_key=print_key, sbl="", location=location)
    owner = PartyDraft(
        name=OWNER, phone="(518) 555-0100", po_box="PO Box 7", city="Hague", state="NY", zip_code="12836"
    )
    return add_parcel(ws, facts=facts, owner=owner, since=date(2020, 1, 1))


def full_draft(ws: Workspace, *, parcel_id: int, contractor_id: int | None) -> ApplicationDraft:
    """A complete form for a new connection across the town's highway."""
    today = ws.clock.today()
    return ApplicationDraft(
        received_on=today,
        received_by="MB",
        permit_class="standard",
        work_type=WorkType.NEW_CONNECTION,
        parcel_id=parcel_id,
        print_key="12.13-2-15.1",
        location="14 Main Street",
        owner_name=OWNER,
        owner_mailing="PO Box 7, Hague NY 12836",
        owner_phone="(518) 555-0100",
        capacity=Capacity.OWNER,
        contractor_id=contractor_id,
        owner_does_the_work=contractor_id is None,
        building_use="One-family dwelling",
        dwelling_units=1,
        bedrooms=3,
        shares_lateral=False,
        estimated_gpd=Decimal(330),
        units=Decimal("1.32"),
        lateral_use=LateralUse.NEW,
        lateral_diameter_in=Decimal(4),
        lateral_material="PVC SDR-35",
        lateral_length_ft=Decimal(60),
        lateral_slope_in_per_ft=Decimal("0.25"),
        tap_kind="existing wye, 84.5 ft from manhole 14",
        triggers=frozenset({"highway"}),
        triggers_answered=True,
        road_jurisdiction=RoadJurisdiction.LOCAL,
        highway_permit_no="HW-12",
        highway_permit_on=date(2027, 1, 4),
        planned_end=date(2027, 9, 1),
        certified_by=OWNER,
        certified_on=today,
    )


def taken_application(ws: Workspace, *, contractor_id: int | None = None, **changes: object) -> int:
    """An application taken today with the fees of the schedule."""
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=contractor_id)
    return submit_application(ws, draft=replace(draft, **changes))  # type: ignore[arg-type]


def pay_fees(ws: Workspace, application_id: int, *, number: str = "REC-2027-0001") -> None:
    """A receipt for all that is open on an application."""
    from sewerdesk.services.applications import _open_fee_lines

    with ws.write(reason="test receipt") as session:
        lines = _open_fee_lines(session, application_id)
        receipt = Receipt(
            number=number,
            received_on=ws.clock.today(),
            entered_at=ws.clock.now(),
            tender="check",
            check_number="0123",
            payer=OWNER,
            amount=sum((line.open_amount for line in lines), Decimal("0.00")),
            actor=ws.actor,
        )
        for line_no, line in enumerate(lines, start=1):
            receipt.lines.append(
                ReceiptLine(line_no=line_no, fee_line_id=line.line_id, amount=line.open_amount)
            )
        session.add(receipt)


def void_receipt(ws: Workspace, number: str) -> None:
    """Void a receipt, as when the check came back."""
    from sqlalchemy import select

    with ws.write(reason="check returned") as session:
        receipt = session.scalars(select(Receipt).where(Receipt.number == number)).one()
        receipt.void = ReceiptVoid(
            voided_on=ws.clock.today(), voided_at=ws.clock.now(), reason="check returned", actor=ws.actor
        )
