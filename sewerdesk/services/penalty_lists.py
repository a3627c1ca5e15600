"""Lists of penalties: what is on the books and what was paid of it, what later facts made wrong, and the proof."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.penalty import PenaltyCharge
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.penalties import (
    WAIVED,
    ChargeFact,
    account_names,
    charge_facts,
    waiver_rows,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.ledger import apply_entries
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.penalty_lines import LineKind
from sewerdesk.domain.penalty_views import (
    ChargeRow,
    ChargeState,
    PenaltyProof,
    ProofRow,
    WaivedRow,
    WrongRow,
)
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.penalty_facts import Judged, Progress, _judge, _rules, _sift

_ASKED_AT_ONCE = 500


def penalty_charges(
    ws: Workspace, *, period: str = "", account_id: int | None = None
) -> tuple[ChargeRow, ...]:
    """The penalties of a period or an account (all of them by default), ended ones among them, oldest first."""
    with ws.read() as session:
        facts = charge_facts(session, accounts=None if account_id is None else [account_id])
        rows = _charge_rows(session, facts, ws.clock.today())
        return tuple(row for row in rows if not period or row.period == period)


def waived_penalties(ws: Workspace, *, since: date | None = None) -> tuple[WaivedRow, ...]:
    """What the Board waived of penalties, for its report, parts in rows of their own before the rest.

    ``since`` is the day from which the penalties took effect.
    """
    with ws.read() as session:
        facts = [one for one in charge_facts(session) if one.waived or one.ended == WAIVED]
        rows = _charge_rows(session, facts, ws.clock.today())
        parts: defaultdict[int, list[tuple[Decimal, str]]] = defaultdict(list)
        for part in waiver_rows(session, [row.id for row in rows]):
            parts[part.charge_id].append((part.amount, session.get_one(MoneyAct, part.act_id).number))
        return tuple(
            WaivedRow(row.account_id, row.account, row.name, row.bill, row.on, amount, act)
            for row in rows
            if since is None or row.on >= since
            for amount, act in [*parts[row.id], *_waived_whole(row)]
        )


def _waived_whole(row: ChargeRow) -> list[tuple[Decimal, str]]:
    """What the waiver of a whole penalty took off it, which is no part waived before, and its act."""
    return [(row.net, row.ended_by)] if row.state is ChargeState.WAIVED else []


def penalty_proof(
    ws: Workspace, *, period: str = "", as_of: date | None = None, progress: Progress | None = None
) -> PenaltyProof:
    """Due less charged less waived for every account of a period, by the books as they stand; nothing is written."""
    with ws.read() as session:
        day = as_of or ws.clock.today()
        rules = _rules(session)
        sifted = _sift(session, rules, period=period, as_of=day)
        charges = charge_facts(session)
        accounts = sifted.accounts | {fact.account_id for fact in charges if fact.live}
        periods = dict(
            session.execute(select(Bill.id, Bill.period).where(Bill.id.in_(_bills(charges)))).all()
        )
        judged = _judge(
            session,
            accounts,
            rules=rules,
            as_of=day,
            scope=lambda _key, _on, bill, _known: not period or bill.period == period,
            progress=progress,
        )
        names = account_names(session, day)
        rows = [_proof_row(one, names, periods, period) for one in judged]
        quiet = {account_id for account_id, _ in sifted.spared} - accounts
        rows += [ProofRow(one, *names.get(one, ("", "")), ZERO, ZERO, ZERO) for one in quiet]
        return PenaltyProof(day, period, tuple(sorted(rows, key=lambda row: row.account)))


def _bills(charges: Iterable[ChargeFact]) -> set[int]:
    return {fact.key.bill_id for fact in charges if fact.live}


def _proof_row(
    judged: Judged, names: Mapping[int, tuple[str, str]], periods: Mapping[int, str], period: str
) -> ProofRow:
    lines = [line for line in judged.judgment.lines if not period or line.bill.period == period]
    due = {line.key: line.amount for line in lines}
    charged, waived = ZERO, sum((line.waived for line in lines), ZERO)
    parts = {line.key: line.waived for line in lines}
    for key, fact in judged.known.live.items():
        if period and periods.get(key.bill_id) != period:
            continue
        if fact.ended == WAIVED:
            # A waiver covers what is due by now, were it less than before; a part waived first is counted already.
            waived += due.get(key, ZERO) - parts.get(key, ZERO)
        else:
            charged += fact.net
    name = names.get(judged.account_id, ("", ""))
    return ProofRow(judged.account_id, *name, sum(due.values(), ZERO), charged, waived)


def _wrong_rows(
    session: Session, judged: Judged, names: Mapping[int, tuple[str, str]], *, period: str
) -> Iterable[WrongRow]:
    """Penalties on the books that are not due by what is known now, or are due with another amount."""
    due = {line.key: line.owed for line in judged.judgment.lines}
    wrong = [
        fact
        for key, fact in judged.known.live.items()
        if fact.ended != WAIVED and due.get(key, ZERO) != fact.net
    ]
    for fact in wrong:
        bill = session.get_one(Bill, fact.key.bill_id)
        if not period or bill.period == period:
            yield WrongRow(
                judged.account_id,
                *names.get(judged.account_id, ("", "")),
                bill.number,
                fact.key.kind,
                fact.key.stage,
                fact.id,
                fact.net,
                due.get(fact.key, ZERO),
            )


def _charge_rows(session: Session, facts: Sequence[ChargeFact], today: date) -> list[ChargeRow]:
    """Penalties with what was paid of each by the end of today."""
    ids = [fact.id for fact in facts]
    paid = _paid(session, facts, today)
    waived = {fact.id: fact.waived for fact in facts}
    names = account_names(session, today, {fact.account_id for fact in facts})
    ending = aliased(MoneyAct)
    statement = (
        select(PenaltyCharge, Bill.number, Bill.period, MoneyAct.number, ending.number)
        .join(Bill, Bill.id == PenaltyCharge.bill_id)
        .join(MoneyAct, MoneyAct.id == PenaltyCharge.act_id)
        .outerjoin(ending, ending.id == PenaltyCharge.ended_act_id)
        .order_by(PenaltyCharge.id)
    )
    if len(ids) <= _ASKED_AT_ONCE:
        statement = statement.where(PenaltyCharge.id.in_(ids))
    wanted = set(ids)
    return [
        ChargeRow(
            row.id,
            row.account_id,
            *names.get(row.account_id, ("", "")),
            bill,
            period,
            LineKind(row.rule),
            row.stage,
            row.effective_on,
            row.amount,
            paid.get(row.entry_id, ZERO),
            row.sentence,
            act,
            ChargeState(row.ended) if row.ended else ChargeState.STANDS,
            ended_by or "",
            waived[row.id],
        )
        for row, bill, period, act, ended_by in session.execute(statement)
        if row.id in wanted
    ]


def _paid(session: Session, facts: Iterable[ChargeFact], today: date) -> dict[int, Decimal]:
    """What was paid of each penalty's entry, not counting what a waiver took off it."""
    entries: defaultdict[int, set[int]] = defaultdict(set)
    waived: dict[int, Decimal] = {}
    for fact in facts:
        if fact.stands:
            entries[fact.account_id].add(fact.entry_id)
            waived[fact.entry_id] = fact.waived
    policy = _payment_policy(session)
    found: dict[int, Decimal] = {}
    for account_id, known in ledger_facts(session, list(entries)).items() if entries else ():
        applied = apply_entries((one.entry for one in known), as_of=today, policy=policy)
        for item in applied.items:
            if item.entry.entry_id in entries[account_id]:
                less = item.open_amount + waived[item.entry.entry_id]
                found[item.entry.entry_id] = max(item.entry.amount - less, ZERO)
    return found
