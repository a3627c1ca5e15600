"""The whole-book checks of money that moved: unidentified, returned, applied, and kept to its one use."""

from sqlalchemy.orm import Session

from sewerdesk.data.queries import money_books as rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain import money_invariants
from sewerdesk.domain.books import CheckDone
from sewerdesk.domain.invariants import Finding
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.fee_funds import wrong_fund
from sewerdesk.services.law import _law


def suspense_check(_ws: Workspace, session: Session) -> CheckDone:
    """Whether all unidentified money is held or applied."""
    found = rows.held_lines(session)
    return CheckDone(
        "Unidentified money",
        "What is held unidentified is what its receipts brought less what was applied to accounts.",
        len(found),
        tuple(money_invariants.suspense_agrees(found)),
    )


def returns_check(_ws: Workspace, session: Session) -> CheckDone:
    """Whether checks that came back pay nothing."""
    found = rows.return_rows(session)
    return CheckDone(
        "Returned checks",
        "Each check that came back had been deposited, pays nothing any more, and has its act.",
        len(found),
        tuple(money_invariants.returns_agree(found)),
    )


def applied_check(_ws: Workspace, session: Session) -> CheckDone:
    """Whether nothing is paid twice."""
    found = list(rows.applied_accounts(session, _payment_policy(session)))
    return CheckDone(
        "What paid what",
        "No charge is paid by more than it is, and the open charges less the credit are each account's balance.",
        len(found),
        tuple(money_invariants.open_items_agree(found)),
    )


def funds_check(ws: Workspace, session: Session) -> CheckDone:
    """Whether money that the law gives one use is in a fund of its own."""
    law = _law(session, ws)
    found = rows.charged_fees(session)
    sentences = [(key, wrong_fund(session, law, fee_key=key, charge_code=code)) for key, code in found]
    return CheckDone(
        "Restricted fees",
        "Fees that the law gives one use only are in a fund that no sewer rent is booked to.",
        len(found),
        tuple(Finding("Restricted fees", sentence, key) for key, sentence in sentences if sentence),
    )
