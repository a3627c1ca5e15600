"""Acts of money: posted whole with a number and a reason, undone whole, only once."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.money_acts import _post_act, money_acts, undo_act
from sewerdesk.services.workspace import Workspace
from tests.support.payments import bill_three_accounts

TODAY = date(2027, 1, 4)


def post(ws: Workspace, entries: list[ActEntry], *, reason: str = "Leak credit", authority: str = "") -> int:
    with ws.write() as session:
        kind = ActKind.WAIVER if authority else ActKind.ADJUSTMENT
        act = _post_act(
            session, kind, on=TODAY, reason=reason, entries=entries, facts={}, authority=authority
        )
        return act.id


def balance(ws: Workspace, account_id: int) -> Decimal:
    return account_money(ws, account_id=account_id).balance


@pytest.fixture
def accounts(ws: Workspace) -> dict[str, int]:
    return bill_three_accounts(ws)


def test_lower_a_balance_and_undo_it(ws: Workspace, accounts: dict[str, int]) -> None:
    """182.00 owed, 12.00 credited, and undone: 182.00 again."""
    account = accounts["00001042"]
    act_id = post(ws, [ActEntry(account, EntryKind.ADJUSTMENT, Decimal("-12.00"), "USE")])
    assert balance(ws, account) == Decimal("170.00")
    undone = undo_act(ws, act_id=act_id, reason="Entered on the wrong account")
    assert balance(ws, account) == Decimal("182.00")
    assert (undone.number, undone.undoes) == ("UND-2027-0001", "ADJ-2027-0001")
    [first] = money_acts(ws, kinds=[ActKind.ADJUSTMENT])
    assert (first.undone_by, first.stands, first.total) == ("UND-2027-0001", False, Decimal("-12.00"))
    assert not check_books(ws).findings


def test_refuse_to_undo_twice_or_an_undoing(ws: Workspace, accounts: dict[str, int]) -> None:
    act_id = post(ws, [ActEntry(accounts["00001042"], EntryKind.ADJUSTMENT, Decimal("-12.00"))])
    undone = undo_act(ws, act_id=act_id, reason="Wrong account")
    with pytest.raises(RuleViolation, match="was undone on 01/04/2027 by UND-2027-0001 already"):
        undo_act(ws, act_id=act_id, reason="Again")
    with pytest.raises(RuleViolation, match="undid an act itself"):
        undo_act(ws, act_id=undone.id, reason="Back")


def test_post_nothing_of_an_act_with_one_wrong_entry(ws: Workspace, accounts: dict[str, int]) -> None:
    """A penalty below zero is refused, and with it the good entry and the number."""
    wrong = [
        ActEntry(accounts["00001042"], EntryKind.ADJUSTMENT, Decimal("-12.00")),
        ActEntry(accounts["00001043"], EntryKind.PENALTY, Decimal("-1.00")),
    ]
    with pytest.raises(RuleViolation):
        post(ws, wrong)
    assert money_acts(ws) == ()
    assert balance(ws, accounts["00001042"]) == Decimal("182.00")
    post(ws, wrong[:1])
    assert money_acts(ws)[0].number == "ADJ-2027-0001"


def test_ask_for_reason_authority_and_something_to_post(ws: Workspace, accounts: dict[str, int]) -> None:
    entry = ActEntry(accounts["00001042"], EntryKind.ADJUSTMENT, Decimal("-12.00"))
    with pytest.raises(FieldErrors) as problem, ws.write() as session:
        _post_act(session, ActKind.WAIVER, on=TODAY, reason=" ", entries=[entry], facts={})
    assert set(problem.value.errors) == {"reason", "authority"}
    with pytest.raises(RuleViolation, match="nothing to post"):
        post(ws, [])
    with pytest.raises(FieldErrors, match="still ahead"), ws.write() as session:
        _post_act(session, ActKind.ADJUSTMENT, on=date(2027, 1, 5), reason="x", entries=[entry], facts={})
