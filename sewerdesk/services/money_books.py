"""The whole-book checks of money that moved: unidentified, returned, applied, and kept to its one use."""

from sqlalchemy.orm import Session

from sewerdesk.data.queries import money_books as rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain import money_invariants
from sewerdesk.domain.invariants import Finding
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.book_checks import Check, Tried, each_of
from sewerdesk.services.fee_funds import wrong_fund
from sewerdesk.services.law import _law


def _applied(_ws: Workspace, session: Session) -> Tried:
    found = list(rows.applied_accounts(session, _payment_policy(session)))
    return Tried(len(found), money_invariants.open_items_agree(found))


def _funds(ws: Workspace, session: Session) -> Tried:
    law = _law(session, ws)
    found = rows.charged_fees(session)
    sentences = [(key, wrong_fund(session, law, fee_key=key, charge_code=code)) for key, code in found]
    return Tried(
        len(found), (Finding("Restricted fees", sentence, key) for key, sentence in sentences if sentence)
    )


SUSPENSE = Check(
    "Unidentified money",
    "What is held unidentified is what its receipts brought less what was applied to accounts.",
    each_of(rows.held_lines, money_invariants.suspense_agrees),
)
RETURNS = Check(
    "Returned checks",
    "Each check that came back had been deposited, pays nothing any more, and has its act.",
    each_of(rows.return_rows, money_invariants.returns_agree),
)
APPLIED = Check(
    "What paid what",
    "No charge is paid by more than it is, and the open charges less the credit are each account's balance.",
    _applied,
)
FUNDS = Check(
    "Restricted fees",
    "Fees that the law gives one use only are in a fund that no sewer rent is booked to.",
    _funds,
)
