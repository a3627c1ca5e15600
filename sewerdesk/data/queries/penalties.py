"""What penalties are judged by and what stands on the books: bills, entries, holds and charges."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import ScalarSelect, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account, AccountRole
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.party import Party
from sewerdesk.data.models.penalty import PenaltyCharge, PenaltyWaiver
from sewerdesk.data.models.penalty import PenaltyHold as HoldRow
from sewerdesk.data.models.penalty import PenaltyPolicy as PolicyTable
from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.data.queries.late_parts import corrected_accounts, in_parts, late_ages
from sewerdesk.data.queries.money import replaced_bills
from sewerdesk.domain.ledger import Entry, EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.penalties import HoldKind, PenaltyHold, PolicyRow, policy_from_json
from sewerdesk.domain.penalty_lines import LateBill, LineKey, LineKind

UNDONE, CORRECTED, WAIVED = "undone", "corrected", "waived"
_PAID_BY = (EntryKind.PAYMENT.value, EntryKind.TRANSFER.value)
_ASKED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class ChargeFact:
    """A penalty on the books with its key, its entry, and how it ended."""

    id: int
    key: LineKey
    account_id: int
    entry_id: int
    on: date
    amount: Decimal
    policy_id: int
    live: bool
    ended: str
    waived: Decimal = ZERO

    @property
    def net(self) -> Decimal:
        """What is owed of it: the amount less what was waived in part."""
        return self.amount - self.waived

    @property
    def stands(self) -> bool:
        """Whether it is owed: neither undone, corrected nor waived."""
        return self.live and not self.ended


def policy_rows(session: Session) -> tuple[PolicyRow, ...]:
    """The policies that stand, oldest first, each with the day of the next one and whether it was used."""
    used = set(session.scalars(select(PenaltyCharge.policy_id).distinct()))
    rows = session.scalars(
        select(PolicyTable).where(PolicyTable.live.is_(True)).order_by(PolicyTable.effective_from)
    ).all()
    ends = [*(row.effective_from for row in rows[1:]), None][: len(rows)]
    return tuple(
        PolicyRow(
            row.id, row.effective_from, row.authority, policy_from_json(row.settings), row.id in used, until
        )
        for row, until in zip(rows, ends, strict=True)
    )


def late_bills(
    session: Session, *, period: str = "", accounts: Collection[int] | None = None
) -> dict[int, list[LateBill]]:
    """The live bills of a period (all of them by default) by account, in the order of their days.

    Bills that were carried are not among them: nobody was asked to pay them. Corrected ones come in parts by age.
    """
    statement = (
        select(
            Bill.id,
            Bill.number,
            Bill.account_id,
            Bill.period,
            Bill.bill_date,
            Bill.due_date,
            Bill.current_charges,
        )
        .where(Bill.live.is_(True), Bill.carried.is_(False))
        .order_by(Bill.bill_date, Bill.id)
    )
    if period:
        statement = statement.where(Bill.period == period)
    ages = late_ages(session)
    found: defaultdict[int, list[LateBill]] = defaultdict(list)
    for part in _parts(accounts):
        asked = statement if part is None else statement.where(Bill.account_id.in_(part))
        for row in session.execute(asked):
            found[row[2]].append(LateBill(*row))
    return {account_id: in_parts(bills, ages) for account_id, bills in found.items()}


def _judged_rows() -> Select[
    int, int, date, str, Decimal, str, str, int | None, date | None, int | None, int | None
]:
    """The entries in the order of posting, without what penalties and waivers of their parts wrote."""
    charge, undone, waived = aliased(PenaltyCharge), aliased(PenaltyCharge), aliased(PenaltyWaiver)
    return (
        select(
            EntryRow.id,
            EntryRow.account_id,
            func.coalesce(EntryRow.billed_on, _came_on(), EntryRow.effective_on),
            EntryRow.kind,
            EntryRow.amount,
            EntryRow.charge_code,
            Bill.number,
            EntryRow.corrects_id,
            EntryRow.due_on,
            EntryRow.bill_id,
            EntryRow.pays_id,
        )
        .outerjoin(Bill, Bill.id == EntryRow.bill_id)
        .outerjoin(charge, charge.entry_id == EntryRow.id)
        .outerjoin(undone, undone.entry_id == EntryRow.corrects_id)
        .outerjoin(waived, (waived.entry_id == EntryRow.id) | (waived.entry_id == EntryRow.corrects_id))
        .where(charge.id.is_(None), undone.id.is_(None), waived.id.is_(None))
        .order_by(EntryRow.id)
    )


def judged_entries(session: Session, accounts: Collection[int]) -> dict[int, list[Entry]]:
    """The entries of the accounts without the penalties of the rule itself and what reversed these.

    What a corrected bill charges in the place of an older charge is dated as that one, and money for a bill that was
    corrected pays the one in its place. Money counts from the day it came, also where the books of that day were
    closed when it was entered and it takes effect on the first open one: nobody is late by how the office keeps books.
    """
    statement = _judged_rows()
    found: defaultdict[int, list[Entry]] = defaultdict(list)
    for part in _parts(accounts):
        asked = statement if part is None else statement.where(EntryRow.account_id.in_(part))
        replaced = replaced_bills(session, part)
        for entry_id, account_id, on, kind, amount, code, bill, corrects, due_on, *ids in session.execute(
            asked
        ):
            bill_id, pays_id = ids
            paid_for = replaced.standing.get(bill or "") if amount < 0 else None
            found[account_id].append(
                Entry(
                    entry_id,
                    account_id,
                    on,
                    EntryKind(kind),
                    amount,
                    code,
                    bill=paid_for or bill or "",
                    corrects_id=corrects,
                    pays_id=pays_id,
                    due_on=due_on,
                    family=replaced.families.get(bill_id or 0, ""),
                )
            )
    return dict(found)


def _came_on() -> ScalarSelect[date]:
    """The day on which the money of a payment came, asked of those alone that a receipt made."""
    return (
        select(Receipt.received_on)
        .join(ReceiptLine, ReceiptLine.receipt_id == Receipt.id)
        .where(ReceiptLine.id == EntryRow.receipt_line_id, EntryRow.kind.in_(_PAID_BY))
        .correlate(EntryRow)
        .scalar_subquery()
    )


def postmarks(session: Session, accounts: Collection[int]) -> dict[int, date]:
    """The postmark of each entry that a mailed payment made, where its envelope bore one."""
    statement = (
        select(EntryRow.id, Receipt.postmark)
        .join(ReceiptLine, ReceiptLine.id == EntryRow.receipt_line_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .where(
            Receipt.postmark.is_not(None),
            EntryRow.kind.in_(_PAID_BY),
        )
    )
    found: dict[int, date] = {}
    for part in _parts(accounts):
        asked = statement if part is None else statement.where(EntryRow.account_id.in_(part))
        found.update((entry_id, day) for entry_id, day in session.execute(asked) if day is not None)
    return found


def owing_on(session: Session, day: date) -> set[int]:
    """The accounts that owed anything at the end of a day, by what is known now.

    A reversal counts on the day of what it reverses.
    """
    corrected = aliased(EntryRow)
    counted = case((corrected.id.is_not(None), corrected.effective_on), else_=EntryRow.effective_on)
    statement = (
        select(EntryRow.account_id)
        .outerjoin(corrected, corrected.id == EntryRow.corrects_id)
        .where(counted <= day)
        .group_by(EntryRow.account_id)
        .having(func.sum(EntryRow.amount) > Decimal("0.00"))
    )
    # A reversal that was itself undone leaves the sum in doubt: such accounts are always looked at.
    twice = select(EntryRow.account_id).join(corrected, corrected.id == EntryRow.corrects_id)
    in_doubt = twice.where(corrected.kind == EntryKind.REVERSAL.value)
    # So do corrected bills, whose charges are younger by their entries than they are.
    return set(session.scalars(statement)) | set(session.scalars(in_doubt)) | corrected_accounts(session)


def charge_facts(
    session: Session, *, accounts: Collection[int] | None = None, ids: Collection[int] | None = None
) -> list[ChargeFact]:
    """Penalties on the books, ended ones among them, in the order of posting."""
    statement = select(
        PenaltyCharge.id,
        PenaltyCharge.bill_id,
        PenaltyCharge.rule,
        PenaltyCharge.stage,
        PenaltyCharge.account_id,
        PenaltyCharge.entry_id,
        PenaltyCharge.effective_on,
        PenaltyCharge.amount,
        PenaltyCharge.policy_id,
        PenaltyCharge.live,
        PenaltyCharge.ended,
    ).order_by(PenaltyCharge.id)
    if ids is not None:
        statement = statement.where(PenaltyCharge.id.in_(ids))
    found = []
    waived = _waived_by_charge(session)
    for part in _parts(accounts):
        asked = statement if part is None else statement.where(PenaltyCharge.account_id.in_(part))
        for row in session.execute(asked):
            charge_id, bill_id, rule, stage, account_id, entry_id, on, amount, policy_id, live, ended = row
            key = LineKey(bill_id, LineKind(rule), stage)
            part_waived = waived.get(charge_id, ZERO)
            found.append(
                ChargeFact(
                    charge_id, key, account_id, entry_id, on, amount, policy_id, live, ended, part_waived
                )
            )
    return found


def _waived_by_charge(session: Session) -> dict[int, Decimal]:
    statement = (
        select(PenaltyWaiver.charge_id, func.sum(PenaltyWaiver.amount))
        .where(PenaltyWaiver.live.is_(True))
        .group_by(PenaltyWaiver.charge_id)
    )
    return dict(session.execute(statement).all())


def part_waivers(session: Session) -> dict[LineKey, Decimal]:
    """What the Board waived in part, by bill, rule and stage; few rows ever, so all of them."""
    found: defaultdict[LineKey, Decimal] = defaultdict(lambda: ZERO)
    for row in session.scalars(select(PenaltyWaiver).where(PenaltyWaiver.live.is_(True))):
        found[LineKey(row.bill_id, LineKind(row.rule), row.stage)] += row.amount
    return dict(found)


def waiver_rows(session: Session, charge_ids: Collection[int]) -> list[PenaltyWaiver]:
    """The part waivers that stand on penalties, oldest first."""
    statement = (
        select(PenaltyWaiver)
        .where(PenaltyWaiver.charge_id.in_(charge_ids), PenaltyWaiver.live.is_(True))
        .order_by(PenaltyWaiver.id)
    )
    return list(session.scalars(statement))


def hold_rows(session: Session, accounts: Collection[int] | None = None) -> dict[int, list[PenaltyHold]]:
    """The times in which accounts bear no penalty."""
    statement = select(HoldRow).order_by(HoldRow.account_id, HoldRow.valid_from)
    found: defaultdict[int, list[PenaltyHold]] = defaultdict(list)
    for part in _parts(accounts):
        asked = statement if part is None else statement.where(HoldRow.account_id.in_(part))
        for row in session.scalars(asked):
            found[row.account_id].append(
                PenaltyHold(
                    HoldKind(row.kind), row.valid_from, row.valid_to, row.reason, row.authority, row.id
                )
            )
    return dict(found)


def charged_runs(session: Session, *, without: int = 0) -> dict[str, date]:
    """For each period whose penalties were posted, "" for all periods, the day through which that was done.

    A posting that the clerk undid as a whole does not count, nor does the act ``without``.
    """
    undone = select(MoneyAct.undoes_id).where(MoneyAct.undoes_id.is_not(None))
    statement = select(MoneyAct.facts).where(
        MoneyAct.kind == ActKind.PENALTY.value,
        MoneyAct.id != without,
        MoneyAct.id.not_in(undone),
        select(PenaltyCharge.id)
        .where(PenaltyCharge.act_id == MoneyAct.id, PenaltyCharge.ended != UNDONE)
        .exists(),
    )
    found: dict[str, date] = {}
    for facts in session.scalars(statement):
        if facts.get("rule") == "run":
            as_of = date.fromisoformat(facts["as_of"])
            found[facts["period"]] = max(as_of, found.get(facts["period"], as_of))
    return found


def posted_runs(session: Session) -> dict[str, list[tuple[date, datetime]]]:
    """For each period, "" for all periods, the runs of penalties that stand: through which day, and when posted."""
    undone = select(MoneyAct.undoes_id).where(MoneyAct.undoes_id.is_not(None))
    statement = select(MoneyAct.facts, MoneyAct.posted_at).where(
        MoneyAct.kind == ActKind.PENALTY.value, MoneyAct.id.not_in(undone)
    )
    found: defaultdict[str, list[tuple[date, datetime]]] = defaultdict(list)
    for facts, posted_at in session.execute(statement):
        if facts.get("rule") == "run":
            found[facts["period"]].append((date.fromisoformat(facts["as_of"]), posted_at))
    return dict(found)


def undone_accounts(session: Session) -> set[int]:
    """The accounts with a penalty that the clerk undid and that was not charged again."""
    again = aliased(PenaltyCharge)
    statement = (
        select(PenaltyCharge.account_id)
        .outerjoin(
            again,
            and_(
                again.bill_id == PenaltyCharge.bill_id,
                again.rule == PenaltyCharge.rule,
                again.stage == PenaltyCharge.stage,
                again.live.is_(True),
            ),
        )
        .where(PenaltyCharge.live.is_(False), PenaltyCharge.ended == UNDONE, again.id.is_(None))
    )
    return set(session.scalars(statement))


def account_numbers(session: Session, accounts: Collection[int]) -> dict[int, str]:
    """The numbers of accounts."""
    found: dict[int, str] = {}
    for part in _parts(accounts):
        statement = select(Account.id, Account.number)
        asked = statement if part is None else statement.where(Account.id.in_(part))
        found.update(session.execute(asked).all())
    return found


def account_names(
    session: Session, on: date, accounts: Collection[int] | None = None
) -> dict[int, tuple[str, str]]:
    """Number and bill-to name of accounts on a day."""
    current = and_(
        AccountRole.account_id == Account.id,
        AccountRole.role == "bill_to",
        AccountRole.valid_from <= on,
        or_(AccountRole.valid_to.is_(None), AccountRole.valid_to > on),
    )
    statement = (
        select(Account.id, Account.number, Party.name)
        .outerjoin(AccountRole, current)
        .outerjoin(Party, Party.id == AccountRole.party_id)
        .order_by(AccountRole.id.desc())
    )
    found: dict[int, tuple[str, str]] = {}
    for part in _parts(accounts):
        asked = statement if part is None else statement.where(Account.id.in_(part))
        for account_id, number, name in session.execute(asked):
            found[account_id] = (number, name or "")
    return found


def _parts(ids: Collection[int] | None) -> Iterator[list[int] | None]:
    """Ids a few hundred at a time, as many as a statement takes; ``None`` once for all."""
    if ids is None:
        yield None
        return
    found = sorted(ids)
    for start in range(0, len(found), _ASKED_AT_ONCE):
        yield found[start : start + _ASKED_AT_ONCE]
