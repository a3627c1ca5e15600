"""What every account owes, worked out a second time and in another way, straight from the rows of the file.

Nothing of the program is used: whole cents, a recursive rule for what stands, and one cent-exact pass that always asks
which open charge comes next.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path

#: The last day of each bucket after the due date; later ones are in the last bucket.
BUCKET_ENDS = (30, 60, 90)
_LATE = ("penalty", "interest")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the ledger with the due date and number of its bill."""

    id: int
    account: int
    on: date
    kind: str
    cents: int
    code: str
    bill: str
    due: date
    corrects: int | None
    since: date
    pays: int | None


@dataclass(slots=True)
class Debt:
    """A charge and what is left of it."""

    row: Row
    left: int


@dataclass(slots=True)
class State:
    """An account as of a day: its open charges by entry, money that waits, and its plain sum."""

    debts: list[Debt] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    total: int = 0

    @property
    def open(self) -> dict[int, int]:
        """What is left of each open charge, by the entry's id."""
        return {debt.row.id: debt.left for debt in self.debts if debt.left}

    @property
    def credit(self) -> int:
        """Money that no charge has used."""
        return sum(self.waiting)

    def buckets(self, day: date) -> list[int]:
        """Not yet due, 1 to 30, 31 to 60, 61 to 90 and more than 90 days past due."""
        found = [0] * (len(BUCKET_ENDS) + 2)
        for debt in self.debts:
            days = (day - debt.row.due).days
            place = 0 if days <= 0 else 1 + len([end for end in BUCKET_ENDS if days > end])
            found[place] += debt.left
        return found


def read_rows(path: Path) -> list[Row]:
    """The whole ledger as it lies in the file."""
    statement = """
        SELECT e.id, e.account_id, e.effective_on, e.kind, e.amount, e.charge_code, b.number,
            coalesce(e.due_on, b.due_date), e.corrects_id, e.billed_on,
            e.pays_id
        FROM entry e LEFT JOIN bill b ON b.id = e.bill_id ORDER BY e.id
    """
    with closing(sqlite3.connect(path)) as database:
        bills = database.execute(
            "SELECT b.number, w.number FROM bill b LEFT JOIN bill w ON w.id = b.replaces_id"
        )
        before: dict[str, str | None] = dict(bills.fetchall())

        def first_of(number: str) -> str:
            wrong = before[number]
            return number if wrong is None else first_of(wrong)

        return [
            Row(
                number,
                account,
                date.fromisoformat(on),
                kind,
                cents,
                code,
                first_of(bill) if bill else "",
                date.fromisoformat(due or on),
                corrects,
                date.fromisoformat(since or on),
                pays,
            )
            for number, account, on, kind, cents, code, bill, due, corrects, since, pays in database.execute(
                statement
            )
        ]


def read_codes(path: Path, first: Iterable[str]) -> list[str]:
    """The charge codes in the order of payment: the adopted ones, then the others as they are listed."""
    with closing(sqlite3.connect(path)) as database:
        listed = [
            code for (code,) in database.execute("SELECT code FROM charge_code ORDER BY sort_order, code")
        ]
    adopted = list(first)
    return [*adopted, *(code for code in listed if code not in adopted)]


def standing(rows: list[Row]) -> list[Row]:
    """The rows that count: no reversal that itself stands is against them, and they are no such reversal."""
    against: dict[int, list[Row]] = {}
    for row in rows:
        if row.corrects is not None:
            against.setdefault(row.corrects, []).append(row)
    known = {row.id for row in rows}

    @cache
    def stands(number: int) -> bool:
        return not any(stands(one.id) for one in against.get(number, ()))

    return [row for row in rows if stands(row.id) and row.corrects not in known]


def work_out(rows: list[Row], *, day: date, order: str, codes: list[str]) -> State:
    """One account from its rows, as of a day."""
    known = [row for row in rows if row.on <= day]
    state = State(total=sum(row.cents for row in known))
    for row in in_turn(standing(known)):
        if row.cents > 0:
            debt = Debt(row, row.cents)
            state.debts.append(debt)
            state.waiting = _use(state.waiting, debt)
        else:
            money = -row.cents
            comes_next = _rank(row, order, codes)
            while money and any(debt.left for debt in state.debts):
                debt = min((one for one in state.debts if one.left), key=comes_next)
                part = min(money, debt.left)
                debt.left -= part
                money -= part
            if money:
                state.waiting.append(money)
    return state


def in_turn(rows: list[Row]) -> list[Row]:
    """By day and number; but who pays a bill before its first day pays it right after what that day charges."""
    turn = sorted(rows, key=lambda one: (one.on, one.id))
    for row in [one for one in turn if one.kind == "payment" and one.bill and not one.code]:
        own = [one for one in turn if one.kind == "charge" and one.bill == row.bill]
        if own and own[0].on > row.on:
            last = [one for one in own if one.on == own[0].on][-1]
            turn.remove(row)
            turn.insert(turn.index(last) + 1, row)
    return turn


def _use(waiting: list[int], debt: Debt) -> list[int]:
    """Waiting money pays a new charge, the money that waits longest first; returns what still waits."""
    kept = []
    for money in waiting:
        part = min(money, debt.left)
        debt.left -= part
        if money - part:
            kept.append(money - part)
    return kept


def _rank(credit: Row, order: str, codes: list[str]) -> Callable[[Debt], tuple[int, ...]]:
    def rank(debt: Debt) -> tuple[int, ...]:
        row = debt.row
        return (
            0 if credit.pays in (None, row.id) else 1,
            0 if credit.bill and credit.bill == row.bill else 1,
            0 if not credit.code or credit.code == row.code else 1,
            0 if order != "penalties first" or row.kind in _LATE else 1,
            row.since.toordinal() * (-1 if order == "newest first" else 1),
            codes.index(row.code) if row.code in codes else len(codes),
            row.id,
        )

    return rank
