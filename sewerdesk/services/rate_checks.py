"""The part of the whole-book check that is about rates: sound sets, used versions still there, charges billed once."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.charge import AccountCharge
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.books import CheckDone
from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.rates import validate_rates
from sewerdesk.services.account_charges import _billed, _charge
from sewerdesk.services.rates import _rate_book

RATES, CHARGES = "Rates", "Charges of accounts"


def rates_check(_ws: Workspace, session: Session) -> CheckDone:
    """Rates without a gap or overlap, each with its authority, and every version that a run used on file."""
    book = _rate_book(session)
    known = {one.version_id for one in book.versions}
    findings = [Finding(RATES, sentence, "") for sentence in validate_rates(book.versions)]
    for number, checked in session.execute(select(BillingRun.number, BillingRun.checked)):
        gone = sorted(set(checked["rates"]) - known)
        if gone:
            findings.append(
                Finding(RATES, f"Run {number} was made by rates that are gone. Restore a backup.", number)
            )
    told = "Each rate has its authority and follows the one before it; none that bills were made by is gone."
    return CheckDone(RATES, told, len(book.versions), tuple(findings))


def charges_check(_ws: Workspace, session: Session) -> CheckDone:
    """No charge of an account is billed more often than it has parts, and installments never beyond their whole."""
    rows = session.scalars(select(AccountCharge)).all()
    told = "No charge of an account was billed more often, or for more, than was agreed."
    return CheckDone(CHARGES, told, len(rows), tuple(_overbilled(session, rows)))


def _overbilled(session: Session, rows: Iterable[AccountCharge]) -> Iterable[Finding]:
    kept = list(rows)
    billed = _billed(session, {row.account_id for row in kept})
    for row in kept:
        amounts = billed.get(row.id, [])
        charge = _charge(row, len(amounts))
        most = charge.parts
        whole = None if most is None else sum((charge.part(number + 1) for number in range(most)), ZERO)
        if whole is None or (len(amounts) <= (most or 0) and sum(amounts, ZERO) <= whole):
            continue
        number = session.get_one(Account, row.account_id).number
        yield Finding(
            CHARGES,
            f"Account {number}: “{row.text}” was billed {len(amounts)} times for {format_money(sum(amounts, ZERO))}, "
            f"but is {format_money(whole)} in {most} parts. Correct the last bill.",
            number,
        )
