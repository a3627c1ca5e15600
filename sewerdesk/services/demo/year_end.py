"""The year's end: unpaid charges certified to the tax roll, reports that agree with each other, the audit."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import format_money
from sewerdesk.domain.relevy import Season
from sewerdesk.domain.relevy_views import SeasonProposal
from sewerdesk.domain.reports.catalog import (
    ADJUSTMENTS,
    AGED,
    ITEMS,
    PENALTIES,
    RECEIPTS,
    ROLL,
    ReportRequest,
)
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.books import check_books
from sewerdesk.services.demo import story
from sewerdesk.services.demo.story import Stage
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.relevy import begin_season, freeze_list, leave_out, propose_season, relevy_list
from sewerdesk.services.relevy_certify import issue_certificate
from sewerdesk.services.relevy_papers import SUBJECT
from sewerdesk.services.report_files import report_pdf_file, report_workbook_file
from sewerdesk.services.reports import run_report
from sewerdesk.services.workspace import Workspace

YEAR_BEGINS = date(2027, 1, 1)
CERTIFY_BY = date(2027, 11, 1)
"""The day of the story where the law names none."""


def certify(stage: Stage) -> None:
    """Begin the season of the law, leave out what it stops at, freeze the list, certify it, keep its papers."""
    ws = stage.ws
    season = _begin(stage)
    numbers = {row.number: row.id for row in list_accounts(ws)}
    for finding in relevy_list(ws, season_id=season.id).blocking:
        account = numbers[finding.account]
        leave_out(ws, season_id=season.id, account_id=account, reason=finding.sentence[:200])
    found = relevy_list(ws, season_id=season.id)
    freeze_list(ws, season_id=season.id, acknowledged=[one.sentence for one in found.warnings])
    view = issue_certificate(ws, season_id=season.id, resolution=story.BOARD_MINUTE)
    if view.total != found.total:
        raise RuleViolation(f"{view.number} is not the total of the list; look at both.")
    stage.say(
        f"Certified to the {season.tax_year} tax roll as {view.number}: {view.count} parcels, "
        f"{format_money(view.total)}, {len(found.left_out)} accounts left out, {len(found.warnings)} warnings read"
    )
    for row in papers_of(ws, subject=SUBJECT, subject_id=view.id):
        file = paper_file(ws, paper_id=row.id)
        stage.keep(file.file_name, file.content, f"{row.title} {view.number}")


def _begin(stage: Stage) -> Season:
    proposal = _ahead(stage.ws)
    certify_by = proposal.certify_by or CERTIFY_BY
    stage.be_on(certify_by)
    settings = replace(proposal.settings, fee=story.ROLL_FEE, fee_code="ROLL", added_code="ROLL")
    return begin_season(
        stage.ws,
        tax_year=proposal.tax_year,
        cut_off=proposal.cut_off or certify_by - timedelta(days=1),
        certify_by=certify_by,
        authority=story.BOARD_MINUTE,
        settings=settings,
    )


def _ahead(ws: Workspace) -> SeasonProposal:
    """The first season whose list is not due yet."""
    proposal = propose_season(ws)
    if proposal.certify_by is not None and proposal.certify_by <= ws.clock.today():
        return propose_season(ws, tax_year=proposal.tax_year + 1)
    return proposal


def report(stage: Stage) -> None:
    """Aged receivables, open items and the roll-forward of the year, which must agree, and the registers."""
    ws, today = stage.ws, stage.ws.clock.today()
    reports = {
        key: run_report(ws, request=ReportRequest(key, today, YEAR_BEGINS))
        for key in (AGED, ITEMS, ROLL, RECEIPTS, ADJUSTMENTS, PENALTIES)
    }
    faults = [fault for one in reports.values() for fault in one.faults]
    if faults:
        raise RuleViolation(f"The reports do not agree: {faults[0]}")
    for one in reports.values():
        _keep_report(stage, one)
    ledger = sum((row.balance for row in list_accounts(ws)), Decimal(0))
    proofs = sum(len(one.body.proofs) for one in reports.values())
    stage.say(
        f"{len(reports)} reports as of {today:%m/%d/%Y} agree by {proofs} proofs; "
        f"the accounts owe {format_money(ledger)}"
    )


def _keep_report(stage: Stage, one: Report) -> None:
    name = f"{one.title} {one.as_of:%Y-%m-%d}"
    stage.keep(
        f"{name}.pdf", report_pdf_file(stage.ws, report=one).content, f"{one.title}: {one.totals_words}"
    )
    if one.key in (AGED, ROLL):
        workbook = report_workbook_file(stage.ws, report=one)
        stage.keep(f"{name}.xlsx", workbook.content, f"{one.title} as a workbook")


def audit(stage: Stage) -> None:
    """Every check of the books, and the receipts proved by their journal alone."""
    books = check_books(stage.ws)
    if books.findings:
        raise RuleViolation(f"The books do not agree: {books.findings[0].sentence}")
    journal = rebuild_check(stage.ws)
    if not journal.agrees:
        raise RuleViolation(f"The journal does not agree: {journal.findings[0]}")
    stage.say(
        f"Audited: {len(books.checks)} checks over {books.records:,} records, nothing found; the journal alone gives "
        f"the same {journal.receipts:,} receipts, {format_money(journal.total)}"
    )
