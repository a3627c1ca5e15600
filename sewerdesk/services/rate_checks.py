"""The part of the whole-book check that is about rates: sound sets, used versions still there, charges billed once."""

from collections.abc import Iterable
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillingRun, BillLine
from sewerdesk.data.models.charge import AccountCharge, OtherBill
from sewerdesk.data.models.rate import RateVersion
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billlines import LineKind
from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.rates import validate_rates
from sewerdesk.domain.wording import count
from sewerdesk.services.account_charges import _billed, _charge
from sewerdesk.services.book_checks import Check, Tried
from sewerdesk.services.rates import _rate_book

RATES, CHARGES = "Rates", "Charges of accounts"


def _rates(_ws: Workspace, session: Session) -> Tried:
    """Rates without a gap or overlap, each with its authority, and every version that a run used on file."""
    book = _rate_book(session)
    known = set(session.scalars(select(RateVersion.id)))
    findings = [Finding(RATES, sentence, "") for sentence in validate_rates(book.versions)]
    for number, checked in session.execute(select(BillingRun.number, BillingRun.checked)):
        gone = sorted(set(checked["rates"]) - known)
        if gone:
            findings.append(
                Finding(RATES, f"Run {number} was made by rates that are gone. Restore a backup.", number)
            )
    return Tried(len(book.versions), findings)


def _charges(_ws: Workspace, session: Session) -> Tried:
    """No charge of an account is billed beyond its parts, no share of another bill is of an amount put right since."""
    rows = session.scalars(select(AccountCharge)).all()
    others = session.scalars(select(OtherBill)).all()
    findings = (*_overbilled(session, rows), *_other_amounts(session, others))
    return Tried(len(rows) + len(others), findings)


def _other_amounts(session: Session, others: Iterable[OtherBill]) -> Iterable[Finding]:
    """Live bills that were made from another amount than their other bill has now."""
    amounts = {row.id: row.amount for row in others}
    if not amounts:
        return
    lines = session.execute(
        select(Bill.number, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.live.is_(True), Bill.period.in_({row.period for row in others}))
    )
    for number, inputs in lines:
        if inputs["kind"] != LineKind.SHARE.value:
            continue
        for part in inputs["fixed"]:
            now = amounts.get(part.get("ref", 0))
            if now is not None and now != Decimal(part["units"]):
                yield Finding(
                    CHARGES,
                    f"Bill {number} rests on a {part['what'].partition(' bill of ')[0]} bill of "
                    f"{format_money(Decimal(part['units']))}, which is {format_money(now)} now. Correct the bill.",
                    number,
                )


def _overbilled(session: Session, rows: Iterable[AccountCharge]) -> Iterable[Finding]:
    kept = list(rows)
    billed = _billed(session, {row.account_id for row in kept})
    for row in kept:
        held = billed.get(row.id, [])
        charge, amounts = _charge(row, held), [one.amount for one in held]
        most = charge.parts
        whole = None if most is None else sum((charge.part(number + 1) for number in range(most)), ZERO)
        if whole is None or (len(amounts) <= (most or 0) and sum(amounts, ZERO) <= whole):
            continue
        number = session.get_one(Account, row.account_id).number
        yield Finding(
            CHARGES,
            f"Account {number}: “{row.text}” was billed {count(len(amounts), 'time')} for "
            f"{format_money(sum(amounts, ZERO))}, but is {format_money(whole)} in {count(most or 0, 'part')}. "
            "Correct the last bill.",
            number,
        )


RATES_SOUND = Check(
    RATES,
    "Each rate has its authority and follows the one before it; none that bills were made by is gone.",
    _rates,
)
CHARGES_BILLED = Check(
    CHARGES,
    "No charge of an account was billed more often, or for more, than was agreed, and each share of another bill "
    "is of its amount as it stands.",
    _charges,
)
