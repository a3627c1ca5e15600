"""Last year's bills by proposed rates: what each class and each account would have paid; nothing is changed."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillLine
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.billlines import BillingPeriod
from sewerdesk.domain.billrecord import line_from
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates import validate_rates
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.whatif import (
    AccountChange,
    PastBill,
    WhatIf,
    by_class,
    compare,
    proposed_book,
    reprice,
)
from sewerdesk.services.billing_facts import _with_facts
from sewerdesk.services.billing_inputs import _account_names, _accounts, _policy
from sewerdesk.services.exports import ListFile
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.offices import office_profile
from sewerdesk.services.rates import _rate_book, rate_classes

if TYPE_CHECKING:
    from sewerdesk.documents.xlsx.what_if import ChangeRow

Progress = Callable[[int, int, str], None]
"""Told how many bills are done, of how many, and the quarter; it may raise to stop."""

_STEP = 200


def last_quarters(ws: Workspace, *, count: int = 4) -> tuple[Quarter, ...]:
    """The last quarters that were billed, oldest first; empty where nothing was."""
    with ws.read() as session:
        codes = session.scalars(
            select(Bill.period)
            .where(Bill.live.is_(True))
            .distinct()
            .order_by(Bill.period.desc())
            .limit(count)
        ).all()
        return tuple(sorted((Quarter.parse(code) for code in codes), key=lambda one: one.start))


def what_if(
    ws: Workspace,
    *,
    drafts: Sequence[RateDraft],
    quarters: Sequence[Quarter] = (),
    progress: Progress | None = None,
) -> WhatIf:
    """The live bills of some quarters by the office's rates with the drafts in place of their lines.

    Without ``quarters`` the last four that were billed. Bills keep their own days, use and facts; charges of the
    account alone are left out on both sides. ``UserError`` where nothing was billed or a draft is unsound.
    """
    chosen = tuple(quarters) or last_quarters(ws)
    if not chosen:
        raise UserError("No quarter was billed yet, so there is nothing to compare with.")
    problems = validate_rates(one.as_version() for one in drafts)
    if problems:
        raise UserError(problems[0])
    with ws.read() as session:
        return _what_if(session, drafts, chosen, progress)


def _what_if(
    session: Session, drafts: Sequence[RateDraft], quarters: Sequence[Quarter], progress: Progress | None
) -> WhatIf:
    book = proposed_book(_rate_book(session), drafts)
    policy = _policy(_billing_settings(session), may_carry=False)
    names = {key: name for key, (name, _) in _account_names(session).items()}
    base = _accounts(session)
    found, problems = [], []
    bills = {quarter: _bills(session, quarter) for quarter in quarters}
    done, whole = 0, sum(len(one) for one in bills.values())
    for quarter, of_quarter in bills.items():
        period = BillingPeriod(quarter.code, quarter.start, quarter.end)
        accounts = {one.account_id: one for one in _with_facts(session, base, period=period, rates=book)}
        for account_id, bill in of_quarter:
            account: BillableAccount = accounts[account_id]
            try:
                after = reprice(account, bill, book, policy=policy)
            except UserError as problem:
                problems.append(f"{quarter.label}: {problem.message}")
            else:
                found.append((account.number, names.get(account_id, ""), bill, after))
            done += 1
            if progress is not None and done % _STEP == 0:
                progress(done, whole, quarter.label)
    if progress is not None:
        progress(done, whole, "")
    rows, total = compare(found)
    return WhatIf(tuple(one.code for one in quarters), rows, by_class(rows), total, tuple(problems))


def _bills(session: Session, quarter: Quarter) -> list[tuple[int, PastBill]]:
    """The live bills of a quarter with their lines as kept."""
    lines: defaultdict[int, list[object]] = defaultdict(list)
    for bill_id, inputs in session.execute(
        select(BillLine.bill_id, BillLine.inputs)
        .join(Bill, Bill.id == BillLine.bill_id)
        .where(Bill.period == quarter.code, Bill.live.is_(True))
        .order_by(BillLine.bill_id, BillLine.line_no)
    ):
        lines[bill_id].append(inputs)
    return list(_past_bills(session, quarter, lines))


def _past_bills(
    session: Session, quarter: Quarter, lines: Mapping[int, Sequence[object]]
) -> Iterator[tuple[int, PastBill]]:
    period = BillingPeriod(quarter.code, quarter.start, quarter.end)
    rows = session.execute(
        select(Bill.id, Bill.account_id, Bill.number, Bill.class_code, Bill.period_from, Bill.period_to)
        .join(Account, Account.id == Bill.account_id)
        .where(Bill.period == quarter.code, Bill.live.is_(True))
        .order_by(Account.number, Bill.id)
    )
    for bill_id, account_id, number, class_code, first, last in rows:
        kept = tuple(line_from(one) for one in lines.get(bill_id, ()) if isinstance(one, dict))
        days = (max(first, period.start), min(last, period.end))
        yield account_id, PastBill(number, period, days, class_code, kept)


def what_if_file(ws: Workspace, *, result: WhatIf, title: str = "Proposed rates") -> ListFile:
    """The comparison as a workbook."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.xlsx.kit import About
    from sewerdesk.documents.xlsx.what_if import ChangeRow, what_if_workbook

    today = ws.clock.today()
    titles = {one.code: one.title for one in rate_classes(ws)}
    about = About(
        title=title,
        municipality=office_profile(ws).municipality,
        as_of=today,
        run_at=f"{ws.clock.now().astimezone():%m/%d/%Y %I:%M %p}",
        filters=(("Quarters", ", ".join(result.periods)),),
        notes=(
            "Posted bills priced again with their own days, use and facts. Charges of single accounts are left out.",
        ),
    )
    classes = [
        ChangeRow(
            one.class_code,
            titles.get(one.class_code, ""),
            one.class_code,
            one.accounts,
            sum(
                (row.use for row in result.accounts if row.class_code == one.class_code),
                start=one.money.before * 0,
            ),
            one.money.bills,
            one.money.before,
            one.money.after,
            one.money.percent,
        )
        for one in result.classes
    ]
    rows = [_change_row(one) for one in result.accounts]
    content = what_if_workbook(classes, rows, result.problems, about=about)
    return ListFile(safe_filename(f"Proposed rates {today:%Y-%m-%d}", suffix=".xlsx"), content)


def _change_row(one: AccountChange) -> "ChangeRow":
    from sewerdesk.documents.xlsx.what_if import ChangeRow

    money = one.money
    return ChangeRow(
        one.account,
        one.name,
        one.class_code,
        1,
        one.use,
        money.bills,
        money.before,
        money.after,
        money.percent,
    )
