"""Charges of one account, the facts its charges rest on by date, and other services' bills."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.data.models.charge import AccountBasis, OtherBill
from sewerdesk.data.models.charge import AccountCharge as Row
from sewerdesk.data.models.rate import ChargeCode
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountcharges import (
    LARGEST_FACT,
    BasisDraft,
    ChargeDraft,
    ChargeView,
    OtherBillDraft,
    check_basis,
    check_charge,
)
from sewerdesk.domain.billlines import LineKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.entry_money import LARGEST_AMOUNT
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.rates import AccountCharge, AccountChargeKind, BasisKind, BasisSpan
from sewerdesk.services.accounts import _account, _account_by_number

_ASKED_AT_ONCE = 500


def add_account_charge(ws: Workspace, *, draft: ChargeDraft) -> int:
    """Charge one account once, every period or in installments; the next run bills the first part. The charge's id.

    ``FieldErrors`` for what is missing or cannot be, ``UserError`` for a charge code that is not entered or has ended.
    """
    errors = check_charge(draft)
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=draft.authority) as session:
        _account(session, draft.account_id)
        _check_code(session, draft.charge_code, draft.starts_on)
        row = Row(
            account_id=draft.account_id,
            charge_code=draft.charge_code,
            text=draft.text.strip(),
            kind=draft.kind.value,
            amount=draft.amount,
            count=None if draft.kind is AccountChargeKind.ONE_TIME else draft.count,
            starts_on=draft.starts_on,
            stops_on=draft.stops_on,
            authority=draft.authority.strip(),
            entered_by=session.info["actor"],
        )
        session.add(row)
        session.flush()  # its id is told
        return row.id


def stop_account_charge(ws: Workspace, *, charge_id: int, on: date, reason: str) -> None:
    """Bill a charge no longer from a day on; what was billed stays, and is adjusted where it was wrong."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the charge stops; it is kept on record."})
    with ws.write(reason=reason) as session:
        row = session.get(Row, charge_id)
        if row is None:
            raise UserError("That charge is not in this office. Refresh the page (F5) and choose it again.")
        if row.stops_on is not None and row.stops_on <= on:
            raise RuleViolation(f"The charge “{row.text}” stops on {row.stops_on:%m/%d/%Y} already.")
        row.stops_on, row.stop_reason = max(on, row.starts_on), reason.strip()


def account_charges(ws: Workspace, *, account_id: int) -> tuple[ChargeView, ...]:
    """The charges of one account, oldest first, with what live bills hold of each."""
    with ws.read() as session:
        rows = session.scalars(
            select(Row).where(Row.account_id == account_id).order_by(Row.starts_on, Row.id)
        ).all()
        billed = _billed(session, {account_id})
        return tuple(
            ChargeView(
                _charge(row, billed.get(row.id, ())),
                row.stop_reason,
                sum((one.amount for one in billed.get(row.id, ())), ZERO),
            )
            for row in rows
        )


def set_basis(ws: Workspace, *, draft: BasisDraft) -> int:
    """Enter a fact that charges rest on, from a day on; the one of the same kind before it ends there. The fact's id.

    ``FieldErrors`` for what is missing; ``UserError`` where a fact from that day or a later one is on file.
    """
    errors = check_basis(draft)
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=draft.source) as session:
        return _set_basis(session, draft)


def end_basis(ws: Workspace, *, basis_id: int, on: date, reason: str) -> None:
    """End a fact on a day: a fixture taken out, an eligibility lost."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why it ends; it is kept on record."})
    with ws.write(reason=reason) as session:
        row = session.get(AccountBasis, basis_id)
        if row is None:
            raise UserError("That entry is not in this office. Refresh the page (F5) and choose it again.")
        if on <= row.valid_from:
            raise UserError(f"It begins on {row.valid_from:%m/%d/%Y}. Choose a later day for its end.")
        row.valid_to = on


def bases_of(ws: Workspace, *, account_id: int) -> tuple[BasisSpan, ...]:
    """All facts on file for an account, by kind and date."""
    with ws.read() as session:
        return tuple(_bases(session, {account_id}).get(account_id, ()))


def enter_other_bills(ws: Workspace, *, drafts: Sequence[OtherBillDraft], source: str) -> int:
    """Enter another service's bills with their source, all or none; one entered before is replaced. How many.

    ``FieldErrors`` without a source, ``UserError`` naming the account for one that is not on the books, is of another
    quarter, or is below zero; ``RuleViolation`` for a new or changed one where the period is billed already.
    """
    if not source.strip():
        raise FieldErrors(
            {"source": "Say where the amounts come from, such as the water office's list and its day."}
        )
    with ws.write(reason=source) as session:
        for draft in drafts:
            _enter_other_bill(session, draft, source.strip())
        return len(drafts)


def _enter_other_bill(session: Session, draft: OtherBillDraft, source: str) -> None:
    account = _account_by_number(session, draft.account)
    quarter = Quarter.parse(draft.period)
    _check_other_bill(account.number, draft, quarter)
    found = _same_bill(session, account, draft, quarter)
    if found is not None and (found.amount, found.usage, found.unit) == (
        draft.amount,
        draft.use,
        draft.unit.value,
    ):
        return  # the same list once more
    number = session.scalar(
        select(Bill.number).where(
            Bill.account_id == account.id, Bill.period == quarter.code, Bill.live.is_(True)
        )
    )
    if number is not None:
        billed = f"Account {account.number} is billed for {quarter.code} already, on bill {number}"
        raise RuleViolation(f"{billed}, {_what_to_do(draft, quarter, found)}")
    row = found or OtherBill(
        account_id=account.id,
        service=draft.service.strip(),
        period=quarter.code,
        billed_on=draft.billed_on,
    )
    row.amount, row.usage, row.unit, row.source = draft.amount, draft.use, draft.unit.value, source
    session.add(row)


def _what_to_do(draft: OtherBillDraft, quarter: Quarter, found: OtherBill | None) -> str:
    """The end of the sentence that refuses an other bill of a billed quarter: by what it was billed, and the way on."""
    if found is not None:
        return (
            f"by a {draft.service} bill of {format_money(found.amount)}. Choose that one in the list of other bills, "
            "put it right there and correct the bill; then enter this list again."
        )
    if draft.billed_on >= quarter.start:
        way = f"Enter it for {quarter.next.code}, whose bill charges it"
    else:  # a quarter further on it would be too old for a list
        way = "Enter its part as a charge of the account, which the next bill charges"
    return f"without the {draft.service} bill of {draft.billed_on:%m/%d/%Y}. {way}, and leave it out of this list."


def _check_other_bill(number: str, draft: OtherBillDraft, quarter: Quarter) -> None:
    if draft.amount < 0 or (draft.use is not None and draft.use < 0):
        raise UserError(f"Account {number}: the {draft.service} bill must be zero or more; correct it.")
    if draft.amount > LARGEST_AMOUNT or (draft.use or 0) > LARGEST_FACT:
        raise UserError(
            f"Account {number}: the {draft.service} bill of {format_money(draft.amount)} is more than a bill can be. "
            "Look at the list again and correct it."
        )
    if not quarter.previous.start <= draft.billed_on <= quarter.next.end:
        raise UserError(
            f"Account {number}: the {draft.service} bill of {draft.billed_on:%m/%d/%Y} lies neither in {quarter.label} "
            "nor in a quarter beside it. Correct its day, or choose its quarter."
        )


def _same_bill(
    session: Session, account: Account, draft: OtherBillDraft, quarter: Quarter
) -> OtherBill | None:
    """The bill as entered before, its service's letters' case aside; ``UserError`` where it stands in another quarter.

    One bill counted in two quarters, or under two spellings, would be charged on twice.
    """
    service = draft.service.strip().casefold()
    rows = session.scalars(
        select(OtherBill).where(OtherBill.account_id == account.id, OtherBill.billed_on == draft.billed_on)
    )
    same = {row.period: row for row in rows if row.service.casefold() == service}
    for period in same:
        if period != quarter.code:
            raise UserError(
                f"Account {account.number}: the {draft.service} bill of {draft.billed_on:%m/%d/%Y} is entered for "
                f"{Quarter.parse(period).label} already. Choose that quarter, or take it out there first."
            )
    return same.get(quarter.code)


def _set_basis(session: Session, draft: BasisDraft) -> int:
    account = _account(session, draft.account_id)
    same = select(AccountBasis).where(
        AccountBasis.account_id == account.id, AccountBasis.kind == draft.kind.value
    )
    if draft.kind is not BasisKind.SEGMENT:
        same = same.where(AccountBasis.detail == draft.detail.strip())
    last = session.scalars(same.order_by(AccountBasis.valid_from.desc())).first()
    if last is not None and last.valid_from >= draft.since:
        raise UserError(
            f"Account {account.number} has an entry for {draft.kind} from {last.valid_from:%m/%d/%Y}. Choose a later "
            "day; what was in force is succeeded, not replaced."
        )
    if last is not None and (last.valid_to is None or last.valid_to > draft.since):
        last.valid_to = draft.since
    row = AccountBasis(
        account_id=account.id,
        kind=draft.kind.value,
        detail=draft.detail.strip(),
        quantity=draft.quantity,
        valid_from=draft.since,
        valid_to=draft.until,
        source=draft.source.strip(),
        worksheet=list(draft.worksheet),
        entered_by=session.info["actor"],
    )
    session.add(row)
    session.flush()  # its id is told
    return row.id


def _check_code(session: Session, code: str, on: date) -> None:
    row = session.scalar(select(ChargeCode).where(ChargeCode.code == code))
    if row is None:
        raise UserError(f"There is no charge code {code}. Enter it with its fund first.")
    if row.ended_on is not None and row.ended_on < on:
        raise UserError(f"The charge code {code} ended on {row.ended_on:%m/%d/%Y}. Choose another one.")


@dataclass(frozen=True, slots=True)
class BilledPart:
    """What a live bill holds of a charge: the number of the part (0 where it has none) and the dollars."""

    number: int
    amount: Decimal


def _charge(row: Row, billed: Sequence[BilledPart]) -> AccountCharge:
    return AccountCharge(
        charge_id=row.id,
        charge_code=row.charge_code,
        text=row.text,
        kind=AccountChargeKind(row.kind),
        amount=row.amount,
        start=row.starts_on,
        until=row.stops_on,
        count=row.count,
        authority=row.authority,
        billed=len(billed),
        held=frozenset(one.number for one in billed if one.number),
    )


def _billed(session: Session, accounts: Collection[int]) -> dict[int, list[BilledPart]]:
    """What live bills hold of each charge of these accounts, by the charge's id."""
    found: defaultdict[int, list[BilledPart]] = defaultdict(list)
    ordered = sorted(accounts)
    for start in range(0, len(ordered), _ASKED_AT_ONCE):
        lines = session.execute(
            select(BillLine.amount, BillLine.inputs)
            .join(Bill, Bill.id == BillLine.bill_id)
            .where(Bill.account_id.in_(ordered[start : start + _ASKED_AT_ONCE]), Bill.live.is_(True))
            .order_by(BillLine.id)
        )
        for amount, inputs in lines:
            if inputs["kind"] == LineKind.CHARGE.value:
                part = inputs["fixed"][-1]
                found[part["ref"]].append(BilledPart(part.get("part", 0), amount))
    return found


def _bases(session: Session, accounts: Collection[int] | None = None) -> dict[int, list[BasisSpan]]:
    """The facts by account, of some accounts where given."""
    b = AccountBasis
    statement = select(b).order_by(b.account_id, b.kind, b.detail, b.valid_from)
    if accounts is not None:
        statement = statement.where(b.account_id.in_(accounts))
    found: defaultdict[int, list[BasisSpan]] = defaultdict(list)
    for row in session.scalars(statement):
        found[row.account_id].append(
            BasisSpan(
                row.id,
                BasisKind(row.kind),
                row.quantity,
                row.valid_from,
                row.valid_to,
                row.detail,
                row.source,
            )
        )
    return found
