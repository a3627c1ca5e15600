"""The first page's list: what comes from which part of the office, in what order, and on which page it opens."""

from datetime import date
from decimal import Decimal

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.receipt import Receipt, ReceiptVoid
from sewerdesk.domain.contractor_facts import Bond, CoverTerm
from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.law import Stage
from sewerdesk.services.contractors import file_bond, register_contractor
from sewerdesk.services.due_work import (
    count_due,
    count_undeposited,
    count_waiting_applications,
    due_work,
    today_pdf,
)
from sewerdesk.services.law import law_of
from sewerdesk.services.notices import issue_notice
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.cases import open_sample_case
from tests.support.fieldwork import add_parcel, ask, issue_sample_permit


def take_money(
    ws: Workspace, *, number: str, amount: str, day: date, void: bool = False, tender: str = "check"
) -> None:
    """A receipt as the counter writes it."""
    with ws.write() as session:
        receipt = Receipt(
            number=number,
            received_on=day,
            entered_at=ws.clock.now(),
            tender=tender,
            payer="Ann O'Brien",
            amount=Decimal(amount),
            actor="MB",
        )
        session.add(receipt)
        session.flush()
        if void:
            void_row = ReceiptVoid(receipt_id=receipt.id, voided_on=day, reason="Wrong", actor="MB")
            void_row.voided_at = ws.clock.now()
            session.add(void_row)


def kinds(ws: Workspace) -> list[str]:
    return [item.kind for item in due_work(ws).items]


def test_show_a_permit_when_a_clock_has_thirty_days_left(ws: Workspace) -> None:
    issue_sample_permit(ws, parcel_id=add_parcel(ws))
    # 60 days from Monday 1/4 is Friday 3/5
    ws.clock = FixedClock(date(2027, 2, 2))
    assert kinds(ws) == []
    ws.clock = FixedClock(date(2027, 2, 3))
    [item] = due_work(ws).items
    assert (item.kind, item.due, item.route_screen) == ("permit", date(2027, 3, 5), "permit")
    assert "60 days from 1/4/2027 is Friday 3/5/2027 (" in item.rule
    ws.clock = FixedClock(date(2027, 3, 5))
    assert kinds(ws) == ["permit"], "its last day counts to the end"


def test_show_a_lapsed_permit_for_sixty_days(ws: Workspace) -> None:
    issue_sample_permit(ws, parcel_id=add_parcel(ws))
    # not filed by Friday 3/5: lapsed since Saturday 3/6, shown through 5/5
    for day in (date(2027, 3, 6), date(2027, 5, 5)):
        ws.clock = FixedClock(day)
        [item] = due_work(ws).items
        assert item.what == "PER-2027-0001 lapsed, not filed in time"
        assert (item.kind, item.since, item.due) == ("ended_permit", date(2027, 3, 6), None)
        assert "it was not filed by 3/5/2027" in item.rule
        assert "A new application is needed (§602B [502B]" in item.rule
        assert count_due(ws) == 0, "nobody can make up for it"
    ws.clock = FixedClock(date(2027, 5, 6))
    assert kinds(ws) == []


def test_settle_a_lapsed_permit_by_a_new_application(ws: Workspace) -> None:
    parcel = add_parcel(ws)
    issue_sample_permit(ws, parcel_id=parcel)
    ws.clock = FixedClock(date(2027, 3, 10))
    assert kinds(ws) == ["ended_permit"]
    with ws.write() as session:
        session.add(
            Application(
                number="APP-2027-0002",
                parcel_id=parcel,
                received_on=date(2027, 3, 9),
                state="submitted",
                answers={"location": "12 Main St"},
            )
        )
    assert kinds(ws) == ["application"]


def test_name_a_contractor_that_may_not_go_on_under_its_permit(ws: Workspace) -> None:
    firm = register_contractor(ws, draft=ContractorDraft(name="O'Brien & Sons <Plumbing>"))
    permit = issue_sample_permit(ws, parcel_id=add_parcel(ws))
    assert kinds(ws) == [], "no permit names the firm"
    with ws.write() as session:
        session.get_one(Permit, permit).application.contractor_id = firm
    [item] = due_work(ws).items
    assert (item.kind, item.record_id, item.route_screen) == ("uncovered", firm, "contractors")
    assert item.what.startswith("May not work today: ")
    assert item.who_where == "O'Brien & Sons <Plumbing> · 1 open permit"
    assert item.rule.startswith("PER-2027-0001: ")
    ws.clock = FixedClock(date(2027, 3, 8))
    assert kinds(ws) == ["ended_permit"], "nobody works under a lapsed permit"


def test_count_receipts_that_are_not_in_the_bank(ws: Workspace) -> None:
    take_money(ws, number="REC-2027-0001", amount="62.50", day=date(2026, 12, 30))
    take_money(ws, number="REC-2027-0002", amount="100.00", day=date(2027, 1, 4))
    take_money(ws, number="REC-2027-0003", amount="5.00", day=date(2026, 12, 1), void=True)
    take_money(ws, number="REC-2027-0004", amount="40.00", day=date(2026, 12, 2), tender="card")
    work = due_work(ws)
    assert (work.undeposited_receipts, work.undeposited_days) == (2, 5), "a card pays the bank directly"
    assert count_undeposited(ws) == 2
    [item] = work.items
    assert (item.what, item.who_where) == ("Deposit 2 receipts, $162.50", "The oldest is held for 5 days")


def test_list_applications_by_how_long_they_wait(ws: Workspace) -> None:
    with ws.write() as session:
        for number, state, day in (
            ("APP-2027-0001", "submitted", date(2026, 12, 20)),
            ("APP-2027-0002", "incomplete", date(2026, 12, 1)),
            ("APP-2027-0003", "permit_issued", date(2026, 11, 1)),
        ):
            answers = {"location": "12 Main St", "owner_name": "Peña"}
            session.add(Application(number=number, received_on=day, state=state, answers=answers))
    assert [item.what for item in due_work(ws).items] == [
        "Ask the applicant about APP-2027-0002",
        "Review APP-2027-0001",
    ]
    assert count_waiting_applications(ws) == 1, "the incomplete one waits for its applicant"


def test_warn_of_a_bond_that_lapses(ws: Workspace) -> None:
    firm = register_contractor(
        ws, draft=ContractorDraft(name="O'Brien & Sons <Plumbing>", phone="518-555-0100")
    )
    requirement = law_of(ws).bond_requirements[0]
    term = CoverTerm(effective=date(2026, 2, 1), expires=date(2027, 1, 31))
    bond = Bond(
        requirement=requirement.key,
        surety="Sample Surety",
        number="B-1",
        amount=Decimal("5000.00"),
        term=term,
        clauses=frozenset(clause.key for clause in requirement.clauses),
        original_on_file=True,
    )
    file_bond(ws, contractor_id=firm, bond=bond)
    [item] = due_work(ws).items
    assert (item.kind, item.due, item.who_where) == (
        "cover",
        date(2027, 1, 31),
        "O'Brien & Sons <Plumbing>",
    )


def test_sort_the_oldest_first_and_print_all_on_one_page(ws: Workspace) -> None:
    parcel = add_parcel(ws)
    permit = issue_sample_permit(ws, parcel_id=parcel)
    take_money(ws, number="REC-2027-0001", amount="62.50", day=date(2026, 12, 30))
    ask(ws, permit, Stage.TRENCH)
    ws.clock = FixedClock(date(2027, 1, 6))
    issue_notice(ws, case_id=open_sample_case(ws, parcel))
    work = due_work(ws)
    assert [item.kind for item in work.items] == ["receipt", "inspection", "mail_notice"]
    assert count_due(ws) == 1
    assert [one.what for one in work.milestones] == ["Q1 2027 begins", "Q1 2027 ends"]
    [page] = pages_text(today_pdf(ws))
    assert "Today: Wednesday, January 6, 2027" in page
    assert "Mail NOV-2027-0001" in page
    assert "Deposit 1 receipt, $62.50" in page


def test_print_a_hundred_lines_on_one_page(ws: Workspace) -> None:
    with ws.write() as session:
        for number in range(1, 121):
            answers = {"location": f"{number} Main St", "owner_name": "Łukasiewicz"}
            session.add(
                Application(
                    number=f"APP-2027-{number:04d}",
                    received_on=date(2027, 1, 1),
                    state="submitted",
                    answers=answers,
                )
            )
    [page] = pages_text(today_pdf(ws))
    shown = page.count("Review APP-2027-")
    assert f"{120 - shown} more lines on the screen" in page
    assert shown > 50
