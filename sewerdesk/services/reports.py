"""Reports on the money: run from the books of one moment, as a PDF and as a workbook; nothing is changed by them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlalchemy.orm import Session

from sewerdesk import __version__
from sewerdesk.data.bulk import uncollected
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.queries import activity, revenue
from sewerdesk.data.queries import report_lists as lists
from sewerdesk.data.queries import reports as rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.ledger import PaymentPolicy
from sewerdesk.domain.money import from_cents
from sewerdesk.domain.reports import catalog
from sewerdesk.domain.reports.activity import activity_body
from sewerdesk.domain.reports.aging import (
    Aged,
    aged_account,
    aged_body,
    delinquent_body,
    items_body,
    open_bills,
)
from sewerdesk.domain.reports.catalog import Progress, ReportRequest, check_request
from sewerdesk.domain.reports.facts import AccountFact, Fact, by_account, unsettled
from sewerdesk.domain.reports.journals import (
    Part,
    Span,
    deposits_body,
    journal_lines,
    receipts_body,
    split_receipts,
)
from sewerdesk.domain.reports.model import Body, Report, RunStamp
from sewerdesk.domain.reports.registers import acts_body, bills_body, penalties_body
from sewerdesk.domain.reports.revenue import revenue_body
from sewerdesk.domain.reports.rollforward import roll_accounts, rollforward_body
from sewerdesk.domain.reports.settings import ReportSettings
from sewerdesk.domain.reports.statement import statement_body
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.report_settings import _report_settings
from sewerdesk.services.statements import _statement_view

_STEP = 10


def run_report(ws: Workspace, *, request: ReportRequest, progress: Progress | None = None) -> Report:
    """Run a report. ``progress`` is told accounts done and their number and may raise to stop it.

    ``FieldErrors`` where its days are not in order.
    """
    check_request(request)
    with uncollected(), ws.read() as session:
        body = _report_body(session, ws, request, progress=progress)
    return Report(
        key=request.key,
        title=request.kind.title,
        scope=f"{body.about}: {request.scope}" if body.about else request.scope,
        as_of=request.through,
        body=body,
        stamp=RunStamp(ws.clock.now(), ws.actor, __version__),
    )


def _report_body(
    session: Session, ws: Workspace, request: ReportRequest, *, progress: Progress | None = None
) -> Body:
    """What a report's own rules work out, from the moment of the books that a session looks at."""
    return _BODIES[request.key](_Run(session, ws, request, _report_settings(session), progress))


@dataclass(frozen=True, slots=True)
class _Run:
    """What every report has at hand."""

    session: Session
    ws: Workspace
    request: ReportRequest
    settings: ReportSettings
    progress: Progress | None

    @property
    def span(self) -> Span:
        """The days of the report."""
        return Span(self.request.first_day, self.request.through)

    @property
    def policy(self) -> PaymentPolicy:
        """The order in which payments are applied."""
        return _payment_policy(self.session)

    def accounts(self) -> tuple[AccountFact, ...]:
        """The accounts as they stood on the report's last day."""
        return rows.account_facts(self.session, self.request.through)

    def owners(self) -> dict[int, str]:
        """The owner of each account on the report's last day."""
        return {account.account_id: account.owner for account in self.accounts()}

    def told(self, found: Iterable[tuple[int, list[Fact]]], total: int) -> Iterator[list[Fact]]:
        """The facts account by account, with a word about how far it is."""
        for done, (_, facts) in enumerate(found):
            if self.progress is not None and done % _STEP == 0:
                self.progress(min(done, total), total, f"{done:,} of {total:,} accounts")
            yield facts


@dataclass(frozen=True, slots=True)
class _AgedBook:
    """All accounts that owed or were owed something on a day."""

    aged: tuple[Aged, ...]
    sums: Mapping[int, int]


def _age(run: _Run) -> _AgedBook:
    """Age every account from the facts that the request asks for; one that came to zero has nothing to age."""
    request = run.request
    entered_by = request.through if request.choice("known") == "entered" else None
    where = rows.known(request.through, entered_by=entered_by)
    sums = rows.cents_by_account(run.session, where)
    owing = sum(1 for cents in sums.values() if cents > 0)
    found = rows.entry_facts(run.session, where & Entry.account_id.in_(rows.accounts_owing(where)))
    kept = [unsettled(facts) for facts in run.told(by_account(found), owing)]
    due_of = rows.due_days(run.session, open_bills(kept))
    policy, buckets = run.policy, run.settings.buckets
    aged = [
        aged_account(facts, as_of=request.through, policy=policy, buckets=buckets, due_of=due_of)
        for facts in kept
    ]
    aged += [Aged(account, (), from_cents(cents)) for account, cents in sums.items() if cents < 0]
    return _AgedBook(tuple(aged), sums)


def _aged(run: _Run) -> Body:
    book, through = _age(run), run.request.through
    levied = rows.levied_cents(run.session, through=through)
    return aged_body(
        book.aged, run.accounts(), buckets=run.settings.buckets, ledger_cents=book.sums, levied_cents=levied
    )


def _items(run: _Run) -> Body:
    book = _age(run)
    bills = {part.fact.bill_id for one in book.aged for part in one.parts if part.fact.bill_id is not None}
    return items_body(
        book.aged,
        run.accounts(),
        buckets=run.settings.buckets,
        ledger_cents=book.sums,
        bill_numbers=rows.bill_numbers(run.session, bills),
        code_titles={code.code: code.title for code in rows.code_facts(run.session)},
    )


def _late(run: _Run) -> Body:
    return delinquent_body(_age(run).aged, run.accounts(), order=run.request.choice("order"))


def _roll(run: _Run) -> Body:
    session, span = run.session, run.span
    posted = run.request.choice("basis") == "posted"
    opening = rows.known(span.since - timedelta(days=1), posted=posted)
    closing = rows.known(span.through, posted=posted)
    total = len(rows.cents_by_account(session, closing))
    facts = by_account(rows.entry_facts(session, closing, opening=opening))
    roll = roll_accounts(run.told(facts, total), policy=run.policy)
    ledger = {"opening": rows.total_cents(session, opening), "closing": rows.total_cents(session, closing)}
    return rollforward_body(
        roll, rows.code_facts(session), ledger=ledger, since=span.since, through=span.through
    )


def _bills(run: _Run) -> Body:
    return bills_body(lists.bill_facts(run.session, run.span))


def _revenue(run: _Run) -> Body:
    posted = run.request.choice("basis") == "posted"
    facts = revenue.revenue_facts(run.session, revenue.within(run.span, posted=posted))
    return revenue_body(facts, rows.code_facts(run.session))


def _receipts(run: _Run) -> Body:
    by, dates = run.request.choice("by"), run.request.choice("dates")
    facts = lists.receipt_facts(run.session, run.span, today=run.ws.clock.today())
    lines = journal_lines(facts, span=run.span, dates=dates)
    if by not in ("code", "fund"):
        return receipts_body(lines, by=by)
    ids = sorted({line.receipt.receipt_id for line in lines if line.back is None})
    parts = [*_account_parts(run, ids), *lists.fee_parts(run.session, ids)]
    return receipts_body(lines, by=by, parts=parts, codes=rows.code_facts(run.session))


def _account_parts(run: _Run, receipts: Sequence[int]) -> list[Part]:
    """What the receipts paid by charge code, as the charges stood paid on the report's last day."""
    entries = rows.receipt_entries(run.session, receipts)
    if not entries:
        return []
    first = min(day for *_, day in entries)
    accounts = {account for _, _, account, _ in entries}
    where = rows.known(run.request.through) & _among(accounts)
    facts = rows.entry_facts(run.session, where, opening=Entry.effective_on < first)
    return split_receipts(
        run.told(by_account(facts), len(accounts)),
        receipt_of={entry: receipt for entry, receipt, _, _ in entries},
        policy=run.policy,
    )


def _among(accounts: set[int]) -> ColumnElement[bool]:
    return Entry.account_id.in_(sorted(accounts))


def _deposits(run: _Run) -> Body:
    return deposits_body(lists.deposit_facts(run.session, run.span))


def _adjustments(run: _Run) -> Body:
    posted = run.request.choice("basis") == "posted"
    return acts_body(lists.act_facts(run.session, run.span, run.owners(), posted=posted))


def _penalties(run: _Run) -> Body:
    posted = run.request.choice("basis") == "posted"
    return penalties_body(lists.penalty_facts(run.session, run.span, run.owners(), posted=posted))


def _activity(run: _Run) -> Body:
    session, span = run.session, run.span
    return activity_body(activity.activity_facts(session, span), activity.fee_facts(session, span), span=span)


def _statement(run: _Run) -> Body:
    request = run.request
    assert request.account_id is not None  # check_request asked for it
    view = _statement_view(run.session, request.account_id, since=request.first_day, through=request.through)
    where = rows.known(request.through) & (Entry.account_id == view.account_id)
    return statement_body(view, ledger=from_cents(rows.total_cents(run.session, where)))


_BODIES: Mapping[str, Callable[[_Run], Body]] = {
    catalog.AGED: _aged,
    catalog.ITEMS: _items,
    catalog.LATE: _late,
    catalog.ROLL: _roll,
    catalog.BILLS: _bills,
    catalog.REVENUE: _revenue,
    catalog.RECEIPTS: _receipts,
    catalog.DEPOSITS: _deposits,
    catalog.ADJUSTMENTS: _adjustments,
    catalog.PENALTIES: _penalties,
    catalog.ACTIVITY: _activity,
    catalog.STATEMENT: _statement,
}
