"""Random histories entered as a clerk would: on every day all reports and the ledger come to the same."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.receipt import Receipt, ReceiptVoid
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, from_cents
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.account_money import account_money
from sewerdesk.services.money_acts import _post_act, undo_act
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.statements import account_statement
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY, copied_office
from tests.support.payments import bill_three_accounts, check

D = Decimal
LAST = date(2027, 6, 30)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("pay", "pay", "back-date", "penalty", "adjust", "levy", "void", "undo")),
        st.integers(0, 2),
        st.integers(0, 14),
        st.sampled_from(("5.00", "40.00", "110.00", "182.00", "250.00")),
    ),
    min_size=4,
    max_size=12,
)


class _Clerk:
    """Takes the steps one after the other, days apart; a step that the books refuse is left out."""

    def __init__(self, ws: Workspace, accounts: dict[str, int]) -> None:
        self.ws = ws
        self.numbers = list(accounts)
        self.ids = accounts
        self.checks = 0

    def take(self, step: tuple[str, int, int, str]) -> None:
        what, place, days, amount = step
        self.ws.clock = FixedClock(min(self.ws.clock.today() + timedelta(days=days), LAST))
        number = self.numbers[place]
        try:
            getattr(self, f"_{what.replace('-', '_')}")(number, D(amount), days)
        except SewerdeskError:
            return  # such as a void of what was voided: the books stay as they were

    def _pay(self, number: str, amount: Decimal, back: int = 0) -> None:
        self.checks += 1
        on = max(self.ws.clock.today() - timedelta(days=back), OPENING_DAY)
        draft = check({number: str(amount)}, number=str(900 + self.checks), on=on)
        enter_receipt(self.ws, draft=draft)

    def _back_date(self, number: str, amount: Decimal, days: int) -> None:
        self._pay(number, amount, days + 5)

    def _penalty(self, number: str, amount: Decimal, days: int) -> None:
        self._act(ActKind.PENALTY, number, EntryKind.PENALTY, amount / 10, days)

    def _adjust(self, number: str, amount: Decimal, days: int) -> None:
        self._act(ActKind.ADJUSTMENT, number, EntryKind.ADJUSTMENT, -amount / 2, days)

    def _levy(self, number: str, amount: Decimal, _days: int) -> None:
        self._act(ActKind.LEVY, number, EntryKind.LEVY, -amount, 0)

    def _act(self, kind: ActKind, number: str, entry: EntryKind, amount: Decimal, back: int) -> None:
        on = max(self.ws.clock.today() - timedelta(days=back), OPENING_DAY)
        with self.ws.write() as session:
            _post_act(
                session,
                kind,
                on=on,
                reason="Sample",
                entries=[ActEntry(self.ids[number], entry, amount.quantize(D("0.01")), "OM")],
                facts={},
                authority="Sample Resolution 7",
            )

    def _void(self, _number: str, _amount: Decimal, days: int) -> None:
        with self.ws.read() as session:
            gone = select(ReceiptVoid.receipt_id)
            ids = session.scalars(select(Receipt.id).where(Receipt.id.not_in(gone))).all()
        if ids:
            void_receipt(self.ws, receipt_id=ids[days % len(ids)], reason="Entered twice.")

    def _undo(self, _number: str, _amount: Decimal, days: int) -> None:
        with self.ws.read() as session:
            ids = session.scalars(select(MoneyAct.id)).all()
        if ids:
            undo_act(self.ws, act_id=ids[days % len(ids)], reason="It was wrong.", authority="Resolution 8")


@pytest.mark.slow
@given(steps=STEPS)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_agree_on_every_day(
    steps: list[tuple[str, int, int, str]], office_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Aging, outstanding, roll-forward and statements come to the ledger's total as of each day."""
    folder = tmp_path_factory.mktemp("history") / "office"
    with copied_office(office_template, folder, clock=FixedClock(OPENING_DAY)) as office:
        ws = office.ws
        accounts = bill_three_accounts(ws)
        clerk = _Clerk(ws, accounts)
        for step in steps:
            clerk.take(step)
        ws.clock = FixedClock(LAST)
        for day in _days(ws):
            _agree(ws, day, accounts)
        today = sum((account_money(ws, account_id=one).balance for one in accounts.values()), ZERO)
        assert _sum(_run(ws, "aged", LAST), "balance") == today


def _days(ws: Workspace) -> list[date]:
    """The days on which something was dated or entered, those before and after them, and the last."""
    with ws.read() as session:
        rows = session.execute(select(Entry.effective_on, Entry.posted_at)).all()
    found = {day for on, at in rows for day in (on, at.astimezone().date())}
    return sorted({day + timedelta(days=off) for day in found for off in (-1, 0, 1)} | {LAST})


def _agree(ws: Workspace, day: date, accounts: dict[str, int]) -> None:
    ledger = _ledger(ws, day)
    aged = _run(ws, "aged", day)
    assert _sum(aged, "balance") == ledger
    assert _sum(_run(ws, "open-items", day), "open") == ledger
    for basis in ("effective", "posted"):
        roll = _run(ws, "roll-forward", day, day - timedelta(days=20), basis=basis)
        assert roll.faults == ()
        if basis == "effective":
            assert _sum(roll, "closing") == ledger
    assert aged.faults == ()
    total = ZERO
    for account_id in accounts.values():
        view = account_statement(ws, account_id=account_id, since=day - timedelta(days=15), through=day)
        assert view.opening + sum((line.amount for line in view.lines), ZERO) == view.closing
        assert sum((amount for _, amount in view.aging), ZERO) == view.closing
        total += view.closing
    assert total == ledger


def _ledger(ws: Workspace, day: date) -> Decimal:
    with ws.read() as session:
        return session.scalar(select(func.sum(Entry.amount)).where(Entry.effective_on <= day)) or from_cents(
            0
        )


def _run(ws: Workspace, key: str, through: date, since: date | None = None, **choices: str) -> Report:
    return run_report(ws, request=ReportRequest(key, through, since, tuple(choices.items())))


def _sum(report: Report, key: str) -> Any:
    keys = [column.key for column in report.body.columns]
    return report.totals[keys.index(key)]
