"""Random sequences of everything that is done with money, each step compared with a second reckoning of the books.

``SEWERDESK_MONEY_SEQUENCES`` and ``SEWERDESK_MONEY_STEPS`` set how many sequences of how many steps are tried;
``python3 run.py test --nightly`` sets 2,000 of 30.
"""

import gc
import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import from_cents
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.books import _CHECKS, check_books
from sewerdesk.services.periods import closed_through
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.reports import run_report
from tests.robustness.money_clerk import Snapshot, all_money, snapshot, without_late_days
from tests.robustness.money_office import NUMBERS, choose_rules, fast_folder, make_template, open_copy
from tests.robustness.money_oracle import Row, read_codes, read_rows, work_out
from tests.robustness.money_seasons import Senior

SEQUENCES = int(os.environ.get("SEWERDESK_MONEY_SEQUENCES", "8"))
STEPS = int(os.environ.get("SEWERDESK_MONEY_STEPS", "12"))
#: Checks that say nothing about balances, or that read the whole of what the machine reads by itself.
AT_THE_END = (
    "Database file",
    "Reports",
    "Rates",
    "Stored papers",
    "Attached files",
    "Bond dates",
    "Search",
    "Receipts journal",
)
#: Days past due at which an item moves from one bucket to the next.
BOUNDS = (0, 1, 30, 31, 60, 61, 90, 91)
#: Take back what was done last.
UNDO = "undo"
#: After how many sequences the closed offices are collected.
COLLECT_EACH = 10
#: The verbs of the clerk, the frequent ones several times.
ACTS = (
    *("pay", "pay", "pay", "pay", "pay", "move", "identify", "void"),
    *("deposit", "deposit", "bounce", "bounce", "redeposit", "lose_deposit"),
    *("adjust", "forgive", "refund", "bill", "bill", "bill", "off_cycle", "roll_back", "correct", "sell"),
    *("penalize", "penalize", "penalize", "take_back_penalties", "waive", "waive_part"),
    *("close", "reopen", "certify", "withdraw", "remit", "wait", "wait", "wait", "undo_any"),
    *(UNDO,) * 7,
)
#: What was done and what was refused in all sequences of this process, by the name of the act.
DONE: Counter[str] = Counter()
REFUSED: Counter[str] = Counter()


class MoneyMachine(RuleBasedStateMachine):
    """One office; each rule is one act of the clerk, and after each the books are reckoned again."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        folder = self.stack.enter_context(fast_folder()) / "office"
        self.office = open_copy(self.template, folder)
        self.path = folder / "office.db"
        self.watch = self.stack.enter_context(closing(sqlite3.connect(self.path)))
        self.clerk = Senior(self.office.ws)
        self.order = ""
        self.look()

    @initialize(variant=st.integers(0, 8))
    def adopt(self, variant: int) -> None:
        self.order = choose_rules(self.office.ws, variant).value
        self.look()

    def step(self, name: str, dice: int) -> None:
        """Do one act; where it is refused, nothing in the file may have changed."""
        before, mark = self.now, self.mark()
        self.clerk.dice = Random(dice)
        undo, refusal = attempt(getattr(self.clerk, name))
        self.look()
        if refusal:
            REFUSED[name] += 1
            # A season is begun and its list frozen before it is certified, each an act of its own.
            assert name == "certify" or self.mark() == mark, f"{name} left a trace: {refusal}"
            assert self.now == before, f"{name} was refused, but changed something: {refusal}"
            return
        self.clerk.keep(name, undo, before=before, now=self.now)
        DONE[name if self.mark() != mark else f"{name}: nothing to do"] += 1

    def look(self) -> None:
        """Keep what the program shows now."""
        self.money = all_money(self.office.ws)
        self.now: Snapshot = snapshot(self.office.ws, self.money)

    def mark(self) -> int:
        """Changes whenever anything was written to the file."""
        found: int = self.watch.execute("PRAGMA data_version").fetchone()[0]
        return found

    @rule(name=st.sampled_from(ACTS), dice=st.integers(0, 10**6))
    def do(self, name: str, dice: int) -> None:
        if name == UNDO:
            self.undo_the_last()
        else:
            self.step(name, dice)

    def undo_the_last(self) -> None:
        """What was done last is undone; the state is exactly the one before it, but for days closed by now."""
        if not self.clerk.pile:
            return
        name, undo, before = self.clerk.pile.pop()
        mark, then = self.mark(), self.now
        _, refusal = attempt(undo)
        self.look()
        if refusal:
            REFUSED[f"undo {name}"] += 1
            self.clerk.pile.clear()
            # The rows of a certificate are withdrawn one by one.
            assert name == "certify" or (self.mark(), self.now) == (mark, then), (
                f"the undoing of {name}: {refusal}"
            )
            return
        DONE[f"undo {name}"] += 1
        if self.now != before and closed_through(self.office.ws) is not None:
            kept = without_late_days(self.now, before), without_late_days(before, self.now)
        else:
            kept = self.now, before
        assert kept[0] == kept[1], f"{name} undone: {_difference(before, self.now)}"

    @invariant()
    def accounts_are_as_their_entries_say(self) -> None:
        if not self.order:
            return
        ws, rows = self.office.ws, read_rows(self.path)
        codes = read_codes(self.path, ["DEBT"])
        shown = {row.id: row.balance for row in list_accounts(ws)}
        today = ws.clock.today()
        last = max([today, *(row.on for row in rows)])
        day = _day_of_aging(rows, today)
        aged = {}
        for money, number in zip(self.money, NUMBERS, strict=True):
            own = [row for row in rows if row.account == money.account_id]
            state = work_out(own, day=last, order=self.order, codes=codes)
            total = from_cents(state.total)
            assert (money.balance, money.credit) == (total, from_cents(state.credit))
            assert shown[money.account_id] == total == from_cents(sum(state.open.values()) - state.credit)
            assert {row.key: row.open_amount for row in money.open_items} == {
                key: from_cents(cents) for key, cents in state.open.items()
            }
            then = work_out(own, day=day, order=self.order, codes=codes)
            aged[number] = [*then.buckets(day), -then.credit, then.total]
        self.aged_list_is(aged, day)

    def aged_list_is(self, expected: dict[str, list[int]], day: date) -> None:
        """The aged list of today or of an earlier day has the same buckets, credits and balances, in cents."""
        report = run_report(self.office.ws, request=ReportRequest("aged", day))
        found = dict.fromkeys(NUMBERS, [0] * 7)
        for row in (row for group in report.body.groups for row in group.rows):
            found[str(row.cells[0])] = [_cents(cell) for cell in row.cells[3:10]]
        assert found == expected, f"aged as of {day}"
        assert report.faults == ()

    @invariant()
    def books_are_clean(self) -> None:
        """Every check of the money after each step; all checks of the books at the end."""
        ws = self.office.ws
        with ws.read() as session:
            session.info["clock"] = ws.clock
            checks = [check for check in _CHECKS if check.name not in AT_THE_END]
            findings = [one.sentence for check in checks for one in check(ws, session).findings]
        assert findings == []

    def teardown(self) -> None:
        try:
            report = check_books(self.office.ws)
            assert report.is_clean, [one.sentence for one in report.findings]
            assert rebuild_check(self.office.ws).findings == ()
        finally:
            self.office.close(back_up=False)
            self.stack.close()
            DONE["sequences"] += 1
            tell()
            if DONE["sequences"] % COLLECT_EACH == 0:
                gc.collect()  # else the closed offices of a whole night wait for one that comes too late


def tell() -> None:
    """Write how far a night's work is, where ``SEWERDESK_MONEY_TOLD`` names a file for it."""
    told = os.environ.get("SEWERDESK_MONEY_TOLD")
    if told:
        Path(told).write_text(f"done {dict(DONE)}\nrefused {dict(REFUSED)}\n", encoding="utf-8")


def attempt(verb: Callable[[], object]) -> tuple[object, str]:
    """What a verb returned, or the sentence with which it refused."""
    try:
        return verb(), ""
    except UserError as refusal:
        return None, refusal.message


def _day_of_aging(rows: list[Row], today: date) -> date:
    """Today, or an earlier day on which some item is just within a bucket or just past it, in turn."""
    item = rows[len(rows) * 7 % min(len(rows), 41) - 1]
    day = item.due + timedelta(days=BOUNDS[len(rows) % len(BOUNDS)])
    return min(day, today)


def _cents(cell: object) -> int:
    assert isinstance(cell, Decimal)
    return int(cell * 100)


def _difference(before: tuple[object, ...], after: tuple[object, ...]) -> str:
    return "; ".join(f"{one} became {two}" for one, two in zip(before, after, strict=True) if one != two)


@pytest.mark.slow
@pytest.mark.timeout(120 + 15 * SEQUENCES)
def test_any_sequence_of_acts_keeps_every_account_right(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Faults b4/77, b5/97, b7/115 and features F8: whatever is done, undone, refused or back-dated."""
    MoneyMachine.template = make_template(tmp_path_factory.mktemp("money") / "office")
    run_state_machine_as_test(
        MoneyMachine,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=SEQUENCES <= 25,
            print_blob=True,
        ),
    )
