"""Reminders: built, taken out, printed, recorded; one letter for an account; nobody who paid meanwhile."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.penalty import DunningNotice
from sewerdesk.domain.dunning import NoticeStep
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.penalties import HoldKind
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.services.books import check_books
from sewerdesk.services.dunning import (
    build_notices,
    notice_history,
    notice_steps,
    save_notice_steps,
    send_notices,
)
from sewerdesk.services.papers import paper_file
from sewerdesk.services.penalty_policies import hold_penalties
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.relevy import begin_season
from sewerdesk.services.workspace import Workspace
from tests.support.payments import check
from tests.support.penalties import charge_all, late_office
from tests.support.relevy import begin

D = Decimal
FIRST = NoticeStep("first", "Reminder", 10, 20)
SECOND = NoticeStep("second", "Second notice", 40, 20)
WARNING = NoticeStep("levy", "Warning", 120, 30, before_levy=True)
STEPS = (FIRST, SECOND, WARNING)


@pytest.fixture
def late(ws: Workspace) -> dict[str, int]:
    """Three late accounts with a penalty, fifteen days after their due date of February 1, 2027."""
    accounts = late_office(ws)
    save_notice_steps(ws, steps=STEPS)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(date(2027, 2, 16))
    return accounts


def words(ws: Workspace, paper_id: int) -> str:
    pages = PdfReader(BytesIO(paper_file(ws, paper_id=paper_id).content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_build_the_list_and_send_one_letter_to_each(ws: Workspace, late: dict[str, int]) -> None:
    """G10, G12 and faults b5/95, b5/98: the lines of a letter come to what the ledger has open."""
    built = build_notices(ws)
    assert [(row.late.account, row.step.code, row.late.total) for row in built.rows] == [
        ("00001042", "first", D("200.20")), ("00001043", "first", D("242.00")), ("00001044", "first", D("121.00")),
    ]  # fmt: skip
    sent = send_notices(ws, built=built, without=[late["00001044"]])
    assert (len(sent.papers), sent.total, sent.dropped) == (2, D("442.20"), ())
    said = words(ws, sent.papers[0])
    assert "Reminder. Account 00001042, 12 Main St: $200.20 is past due." in said
    assert "BIL-2027-0001 02/01/2027 200.20" in said
    assert "crossed in the mail" in said  # fault b5/100
    [one] = notice_history(ws, account_id=late["00001042"])
    assert (one.step, one.sent_on, one.pay_by, one.amount) == (
        "first", date(2027, 2, 16), date(2027, 3, 8), D("200.20"),
    )  # fmt: skip
    assert not check_books(ws).findings


def test_drop_who_paid_after_the_list_was_built(ws: Workspace, late: dict[str, int]) -> None:
    """G11."""
    built = build_notices(ws)
    enter_receipt(ws, draft=check({"00001043": "242.00"}, number="95", on=date(2027, 2, 16)))
    sent = send_notices(ws, built=built)
    assert (len(sent.papers), sent.dropped) == (2, ("00001043",))
    with pytest.raises(RuleViolation, match="nobody on the list owes what it says"):
        send_notices(ws, built=built)


def test_ask_for_a_new_list_on_another_day(ws: Workspace, late: dict[str, int]) -> None:
    """A list left open over night is built again: everybody on it still owes the money, only its dates are old."""
    built = build_notices(ws)
    ws.clock = FixedClock(date(2027, 2, 17))
    with pytest.raises(RuleViolation, match=r"built on 2/16/2027.*Build it again"):
        send_notices(ws, built=built)
    assert not notice_history(ws, account_id=late["00001042"])
    assert len(send_notices(ws, built=build_notices(ws)).papers) == 3


def test_give_each_step_its_own_time(ws: Workspace, late: dict[str, int]) -> None:
    """A second notice has its own date and comes when the first one's time is over (fault b5/92)."""
    send_notices(ws, built=build_notices(ws))
    assert "gives it until 3/8/2027" in build_notices(ws).quiet[0].why
    ws.clock = FixedClock(date(2027, 3, 10))
    assert {row.why for row in build_notices(ws).quiet} == {"Reminder was sent already."}
    ws.clock = FixedClock(date(2027, 3, 20))
    built = build_notices(ws)
    assert {row.step.code for row in built.rows} == {"second"}
    send_notices(ws, built=built)
    ws.clock = FixedClock(date(2027, 7, 1))
    assert {row.why for row in build_notices(ws).quiet} == {
        "Second notice was sent already."
    }  # no season is open
    begin(ws, _no_fee())
    warned = send_notices(ws, built=build_notices(ws))
    said = words(ws, warned.papers[0])
    assert "Pay at this office by October 31, 2027." in said
    assert "added to your 2028 property tax bill (Sample Local Law 2 of 2020, §9)" in said
    assert [one.step for one in notice_history(ws, account_id=late["00001042"])] == [
        "levy",
        "second",
        "first",
    ]


def _no_fee() -> SeasonSettings:
    return SeasonSettings()


def test_send_no_weaker_notice_after_the_warning(ws: Workspace, late: dict[str, int]) -> None:
    """After the cut-off no warning can be sent; the account that got one gets no second notice instead."""
    begin(ws, _no_fee())
    ws.clock = FixedClock(date(2027, 9, 1))
    warned = build_notices(ws)
    assert {(row.step.code, row.pay_by) for row in warned.rows} == {("levy", date(2027, 10, 31))}
    send_notices(ws, built=warned)
    ws.clock = FixedClock(date(2027, 11, 5))
    assert {row.why for row in build_notices(ws).quiet} == {"Warning was sent already."}


def test_warn_again_in_the_next_season(ws: Workspace, late: dict[str, int]) -> None:
    """Last year's warning spares nobody this year's, even where the next season was begun before it was sent."""
    begin(ws, _no_fee())
    begin_season(
        ws,
        tax_year=2029,
        cut_off=date(2028, 10, 31),
        certify_by=date(2028, 11, 1),
        authority="§9",
        settings=_no_fee(),
    )
    ws.clock = FixedClock(date(2027, 9, 1))
    send_notices(ws, built=build_notices(ws))
    ws.clock = FixedClock(date(2028, 9, 1))
    warned = build_notices(ws)
    assert {(row.step.code, row.pay_by) for row in warned.rows} == {("levy", date(2028, 10, 31))}
    [account, *_] = [row.late.account_id for row in warned.rows]
    send_notices(ws, built=warned)
    assert {one.pay_by.year for one in notice_history(ws, account_id=account)} == {2027, 2028}
    assert not build_notices(ws).rows


def test_remind_who_owes_too_little_for_the_second_notice(ws: Workspace, late: dict[str, int]) -> None:
    """Late for the second notice, which is for 210.00 and more, the others get the reminder that they never had."""
    save_notice_steps(ws, steps=(replace(FIRST, least=D("150.00")), replace(SECOND, least=D("210.00"))))
    ws.clock = FixedClock(date(2027, 4, 1))
    built = build_notices(ws)
    assert [(row.late.total, row.step.code) for row in built.rows] == [
        (D("200.20"), "first"), (D("242.00"), "second"),
    ]  # fmt: skip
    assert [(row.late.total, row.why) for row in built.quiet] == [(D("121.00"), "It owes less than 150.00.")]
    send_notices(ws, built=built)
    ws.clock = FixedClock(date(2027, 5, 1))
    assert [row.why for row in build_notices(ws).quiet] == [
        "It owes less than 210.00.", "Second notice was sent already.", "It owes less than 150.00.",
    ]  # fmt: skip


def test_say_that_the_warning_needs_a_season(ws: Workspace, late: dict[str, int]) -> None:
    save_notice_steps(ws, steps=(WARNING,))
    ws.clock = FixedClock(date(2027, 9, 1))
    assert {row.why for row in build_notices(ws).quiet} == {
        "Warning is sent only while a season of the tax roll is open; begin the season first."
    }


def test_send_nothing_in_a_dispute_but_to_the_exempt(ws: Workspace, late: dict[str, int]) -> None:
    """D16 and G9."""
    dispute, since = HoldKind.DISPUTE, date(2027, 2, 1)
    hold_penalties(
        ws, account_id=late["00001042"], kind=dispute, since=since, until=None, reason="Reading"
    )  # fmt: skip
    hold_penalties(
        ws, account_id=late["00001043"], kind=HoldKind.EXEMPT, since=date(2027, 2, 10), until=date(2028, 1, 1),
        reason="Church", authority="Res. 3",
    )  # fmt: skip
    built = build_notices(ws)
    assert [row.late.account for row in built.rows] == ["00001043", "00001044"]
    assert [row.why for row in built.quiet] == ["In dispute: Reading."]


def test_let_the_database_refuse_a_second_letter_in_a_run(ws: Workspace, late: dict[str, int]) -> None:
    sent = send_notices(ws, built=build_notices(ws))
    with pytest.raises(IntegrityError), ws.write() as session:
        session.execute(
            insert(DunningNotice).values(
                run=sent.run, account_id=late["00001042"], step="second", sent_on=date(2027, 2, 16),
                pay_by=date(2027, 3, 1), amount=D("1.00"), lines=[], actor="MB",
            )
        )  # fmt: skip


def test_refuse_steps_out_of_order_and_none_at_all(ws: Workspace) -> None:
    with pytest.raises(UserError, match="no notice steps yet"):
        build_notices(ws)
    with pytest.raises(FieldErrors) as problem:
        save_notice_steps(ws, steps=(SECOND, FIRST, NoticeStep("", " ", 0, 0, D("-1.00"))))
    assert set(problem.value.errors) == {"code", "title", "days_late", "least"}
    save_notice_steps(ws, steps=STEPS)
    assert notice_steps(ws) == STEPS


def test_refuse_days_that_no_office_means(ws: Workspace, late: dict[str, int]) -> None:
    """Ten million days to pay is a slip of the keyboard; it is refused where it is typed, not when letters are due."""
    with pytest.raises(FieldErrors) as problem:
        save_notice_steps(ws, steps=(replace(FIRST, pay_days=10**7), replace(SECOND, days_late=10**7)))
    assert problem.value.errors == {
        "days_late": "A step comes at most 3,650 days after the due date; enter fewer days.",
        "pay_days": "A step gives at most 366 days to pay; enter fewer days.",
    }
    save_notice_steps(ws, steps=(replace(FIRST, pay_days=366), replace(SECOND, days_late=3650)))
    assert {row.pay_by for row in build_notices(ws).rows} == {date(2028, 2, 17)}
