"""The statement of an account: worked out for any two days, shown before it is issued, frozen with its number after."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.reports import account_fact, act_numbers
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.accountmoney import plain_register
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.postal import postal_block
from sewerdesk.domain.reports.statement import StatementView, statement_aging, statement_lines
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.accounts import _account
from sewerdesk.services.office_settings import _billing_settings, _letterhead
from sewerdesk.services.papers import _issue_paper, _row
from sewerdesk.services.parties import _postal_address
from sewerdesk.services.penalty_outlooks import _reckoning
from sewerdesk.services.report_settings import _report_settings

KIND = "account_statement"
_TEMPLATE, _VERSION = "account-statement", "1"
_MARK = "PREVIEW: NOT ISSUED"


def account_statement(ws: Workspace, *, account_id: int, since: date, through: date) -> StatementView:
    """The statement of an account between two days, both included: opening, every entry, closing and its age."""
    with ws.read() as session:
        return _statement_view(session, account_id, since=since, through=through)


def first_entry_day(ws: Workspace, *, account_id: int) -> date:
    """The day of the account's first entry, so that its whole history can be asked for; else the day it was opened."""
    with ws.read() as session:
        account = _account(session, account_id)
        first = session.scalar(select(func.min(Entry.effective_on)).where(Entry.account_id == account_id))
        return min(account.opened_on, first) if first else account.opened_on


def statement_preview(ws: Workspace, *, account_id: int, since: date, through: date) -> bytes:
    """The statement's paper before it is issued, without a number and marked so."""
    with ws.read() as session:
        view = _statement_view(session, account_id, since=since, through=through)
        return _Paper(session, view, ws.clock.now().astimezone()).draw("", mark=_MARK)


def issue_statement(ws: Workspace, *, account_id: int, since: date, through: date) -> PaperRow:
    """Issue the statement: it takes the next number of its series and is kept as it was drawn."""
    with ws.write(reason="statement of account") as session:
        view = _statement_view(session, account_id, since=since, through=through)
        paper = _issue_paper(
            session,
            series=SeriesKind.STATEMENT.value,
            kind=KIND,
            title=f"Statement of account {view.account}",
            subject=("account", account_id),
            template=(_TEMPLATE, _VERSION),
            merged={
                "since": since.isoformat(),
                "through": through.isoformat(),
                "opening": str(view.opening),
                "entries": len(view.lines),
                "closing": str(view.closing),
            },
            draw=_Paper(session, view, ws.clock.now().astimezone()).draw,
        )
        return _row(paper)


def _statement_view(session: Session, account_id: int, *, since: date, through: date) -> StatementView:
    if since > through:
        sentence = (
            f"The last day, {through:%m/%d/%Y}, is before the first, {since:%m/%d/%Y}. Enter a later one."
        )
        raise FieldErrors({"through": sentence})
    account = account_fact(session, account_id, through)
    facts = ledger_facts(session, [account_id]).get(account_id, ())
    policy = _payment_policy(session)
    opening, lines = statement_lines(
        plain_register(facts), facts, acts=act_numbers(session, account_id), since=since, through=through
    )
    return StatementView(
        account_id=account_id,
        account=account.number,
        owner=account.owner,
        since=since,
        through=through,
        opening=opening,
        lines=lines,
        closing=lines[-1].balance if lines else opening,
        aging=statement_aging(
            facts, through=through, policy=policy, buckets=_report_settings(session).buckets
        ),
    )


@dataclass(frozen=True, slots=True)
class _Paper:
    """Draws the statement with the number that it is given."""

    session: Session
    view: StatementView
    printed_at: datetime

    def draw(self, number: str, *, mark: str = "") -> bytes:
        """The PDF."""
        from sewerdesk.documents.pdf.account_statement import (
            AccountStatement,
            StatementEntry,
            account_statement_pdf,
        )
        from sewerdesk.documents.pdf.window import STANDARD, envelope

        view, account = self.view, _account(self.session, self.view.account_id)
        kept = _billing_settings(self.session).envelope
        paper = AccountStatement(
            statement_no=number,
            account=view.account,
            owner=view.owner,
            address=self._address(account),
            service_address=account.parcel.location,
            tax_map_no=account.parcel.print_key,
            first_day=view.since,
            last_day=view.through,
            opening=view.opening,
            entries=tuple(StatementEntry(one.day, one.text, one.document, one.amount) for one in view.lines),
            closing=view.closing,
            aging=view.aging,
            note=_note(self.session, view, self.printed_at.date()),
        )
        return account_statement_pdf(
            paper,
            letterhead=_letterhead(self.session),
            envelope=envelope(kept) if kept else STANDARD,
            version=_VERSION,
            printed=moment_words(self.printed_at),
            mark=mark,
        )

    def _address(self, account: Account) -> tuple[str, ...]:
        """Where the account's mail goes now, whatever days the statement is about."""
        now = [role for role in account.bill_to if role.role == "bill_to" and role.valid_to is None]
        if not now:
            return ()
        return postal_block(_postal_address(now[-1].party, self.printed_at.date())).lines


def _note(session: Session, view: StatementView, today: date) -> str:
    """What the reader is told beside the figures: of a credit, or what late payment adds next to what is owed now."""
    if view.closing < ZERO:
        return f"The account has a credit of ${format_money(-view.closing)}. It is used for the next bill."
    if view.closing <= ZERO or view.through < today:
        return ""
    found = _reckoning(session, view.account_id, since=today).next_addition()
    return "" if found is None else found.sentence
