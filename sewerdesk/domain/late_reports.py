"""The lists of late payment as reports: a rehearsal, the proof, what was waived, and the list for the tax roll."""

from collections.abc import Iterable
from dataclasses import replace

from sewerdesk.domain.money import ZERO
from sewerdesk.domain.penalty_views import PenaltyProof, Rehearsal, WaivedRow
from sewerdesk.domain.relevy_views import RelevyList
from sewerdesk.domain.reports.model import Body, CellKind, Proof, ReportColumn, ReportGroup, ReportRow

_ACCOUNT = ReportColumn("account", "Account", CellKind.IDENTIFIER, 12)
_NAME = ReportColumn("name", "Name", CellKind.TEXT, 24, wraps=True)
_BILL = ReportColumn("bill", "Bill", CellKind.IDENTIFIER, 15)
_WHY = ReportColumn("why", "How it was worked out, or why not", CellKind.TEXT, 44, wraps=True)


def _money(key: str, title: str, width: int = 12) -> ReportColumn:
    return ReportColumn(key, title, CellKind.MONEY, width, summed=True, blank_zero=True)


def rehearsal_body(found: Rehearsal) -> Body:
    """Who would be charged how much, then who is spared and why, then what is wrong on the books."""
    charged = tuple(
        ReportRow(
            (row.account, row.name, row.line.bill.number, row.line.kind.value, row.amount, row.line.sentence),
            row.line.bill.account_id,
        )
        for row in found.due
    )
    spared = tuple(
        ReportRow((row.account, row.name, row.bill, row.why.value, ZERO, row.sentence), row.account_id)
        for row in found.spared
    )
    wrong = tuple(
        ReportRow((row.account, row.name, row.bill, row.kind.value, ZERO, row.sentence), row.account_id)
        for row in found.wrong
    )
    titled = (("To be charged", charged), ("Spared", spared), ("Wrong on the books", wrong))
    return Body(
        columns=(
            _ACCOUNT, _NAME, _BILL, ReportColumn("kind", "Kind or reason", CellKind.TEXT, 16),
            _money("amount", "Amount"), _WHY,
        ),
        groups=tuple(ReportGroup(title, rows) for title, rows in titled if rows),
        noun="line",
        empty="No bill of these is open, late or spared.",
    )  # fmt: skip


def proof_body(found: PenaltyProof) -> Body:
    """Due less charged less waived, account by account, the accounts that differ first."""
    rows = sorted(found.rows, key=lambda row: (not row.difference, row.account))
    cells = (
        ReportRow((row.account, row.name, row.due, row.charged, row.waived, row.difference), row.account_id)
        for row in rows
        if row.due or row.charged or row.waived
    )
    quiet = sum(not (row.due or row.charged or row.waived) for row in rows)
    return Body(
        columns=(
            _ACCOUNT, _NAME, _money("due", "Due"), _money("charged", "Charged"), _money("waived", "Waived"),
            _money("difference", "Difference"),
        ),
        groups=(ReportGroup("", tuple(cells)),),
        noun="account",
        notes=(f"{quiet:,} more accounts owe no penalty for these bills.",) if quiet else (),
        proofs=(
            Proof("Due by the policy", found.due, "charged and waived", found.charged + found.waived),
        ),
        empty="No account owes a penalty for these bills.",
    )  # fmt: skip


def waived_body(rows: Iterable[WaivedRow]) -> Body:
    """What the Board waived of penalties, whole ones and parts, each with the act that says so."""
    cells = tuple(
        ReportRow((row.account, row.name, row.bill, row.on, row.amount, row.act), row.account_id)
        for row in rows
    )
    return Body(
        columns=(
            _ACCOUNT, _NAME, _BILL, ReportColumn("on", "Charged on", CellKind.DATE, 11),
            _money("amount", "Waived"), ReportColumn("act", "Waived by", CellKind.IDENTIFIER, 15),
        ),
        groups=(ReportGroup("", cells),),
        noun="waiver",
        empty="No penalty was waived.",
    )  # fmt: skip


def list_body(found: RelevyList) -> Body:
    """The list for the tax roll by parcel, then who is left out and why; an open list ties to all that is owed."""
    rows = tuple(
        ReportRow(
            (
                f"{row.swis} {row.print_key}", row.owner, row.account, row.amounts.rent,
                row.amounts.penalty + row.amounts.interest, row.amounts.fee + row.amounts.added, row.total,
                row.stays, f"Withdrawn: {row.withdrawn}" if row.withdrawn else "",
            ),
            row.account_id,
        )
        for row in found.rows
    )  # fmt: skip
    left_out = tuple(
        ReportRow(("", one.owner, one.account, ZERO, ZERO, ZERO, ZERO, one.amount, one.why), one.account_id)
        for one in found.left_out
    )
    titled = (("On the list", rows), ("Left out", left_out))
    return Body(
        columns=(
            ReportColumn("parcel", "Tax map number", CellKind.IDENTIFIER, 20),
            ReportColumn("owner", "Assessed to", CellKind.TEXT, 22, wraps=True),
            _ACCOUNT, _money("rent", "Rents"), _money("late", "Penalty, interest"), _money("fee", "Fees"),
            _money("total", "Total"), replace(_money("stays", "Stays here"), optional=True),
            ReportColumn("note", "Note", CellKind.TEXT, 24, wraps=True),
        ),
        groups=tuple(ReportGroup(title, rows) for title, rows in titled if rows),
        noun="row",
        notes=tuple(finding.sentence for finding in found.findings),
        proofs=_tie(found),
        empty="No account owes anything for the tax roll.",
    )  # fmt: skip


def _tie(found: RelevyList) -> tuple[Proof, ...]:
    """What is certified without what the levy adds, and what stays, beside what all accounts in debit owe."""
    if found.receivable is None:
        return ()
    certified = sum((row.amounts.unpaid + row.stays for row in found.rows), ZERO)
    left_out = sum((one.amount for one in found.left_out), ZERO)
    what = "Rents, penalty, interest and what stays here"
    return (Proof(what, certified + left_out, "owed by all accounts in debit", found.receivable),)
