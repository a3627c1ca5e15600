"""The payoff letter of an account: worked out for any day, shown before it is issued, frozen with its number after."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.contractor import Contractor
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.contractors import contractor_facts
from sewerdesk.data.queries.inspections import inspection_rows
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.data.queries.parcel_cases import open_cases_on
from sewerdesk.data.queries.permits import permit_rows
from sewerdesk.data.queries.relevy import levied_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.kit import Column, Grid
from sewerdesk.documents.pdf.legal import long_date
from sewerdesk.documents.pdf.office_letter import OfficeLetter, office_letter_pdf
from sewerdesk.domain.accountmoney import account_money as work_out
from sewerdesk.domain.counter import PermitRow
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.inspections import InspectionState
from sewerdesk.domain.law import Figure, Law
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.payoff import OpenAmount, OpenWork, OtherAccount, PayoffRequest, PayoffView, spans_of
from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.wording import join_words, show_date
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.accounts import _account
from sewerdesk.services.law import _law
from sewerdesk.services.office_settings import _billing_settings, _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _issue_paper, _row
from sewerdesk.services.penalty_outlooks import _reckoning
from sewerdesk.services.relevy_money import _season_of

KIND = "payoff_letter"
FEE = "fee.title_search"
"""The figure of a law that sets a fee for this letter; where no law does, none is asked."""
_MARK = "PREVIEW: NOT ISSUED"
_OVER = frozenset({PermitState.CLOSED, PermitState.VOID, PermitState.TERMINATED})
_DONE = frozenset({InspectionState.DONE, InspectionState.CANCELLED})
_ITEMS = (Column("What", 3.9), Column("Due", 1.2), Column("Unpaid", 1.4, "right"))
_DAYS = (
    Column("Day", 3.1),
    Column("Added by late payment", 1.8, "right"),
    Column("Owed that day", 1.6, "right"),
)
_ROLL = (
    Column("Certificate", 2.2),
    Column("Tax roll", 1.4),
    Column("Certified on", 1.5),
    Column("Amount", 1.4, "right"),
)
_WORK = (Column("What", 1.3), Column("Number", 1.5), Column("State", 3.7))


def payoff(ws: Workspace, *, account_id: int, request: PayoffRequest) -> PayoffView:
    """What the letter says, by the books as they stand; nothing is written. ``FieldErrors`` for the request."""
    with ws.read() as session:
        return _view(session, ws, account_id, request)


def payoff_preview(ws: Workspace, *, account_id: int, request: PayoffRequest) -> bytes:
    """The letter before it is issued, without a number and marked so."""
    with ws.read() as session:
        letter, _fields = _letter(session, ws, _view(session, ws, account_id, request))
        return office_letter_pdf(letter, letterhead=_letterhead(session), mark=_MARK)


def issue_payoff(ws: Workspace, *, account_id: int, request: PayoffRequest) -> PaperRow:
    """Issue the letter: it takes the next number of its series and is kept as it was drawn."""
    with ws.write(reason="payoff letter") as session:
        letter, fields = _letter(session, ws, _view(session, ws, account_id, request))
        letterhead = _letterhead(session)
        paper = _issue_paper(
            session,
            series=SeriesKind.PAYOFF.value,
            kind=KIND,
            title=f"Payoff of account {fields['account']}, good through {fields['good_through']}",
            subject=("account", account_id),
            template=(letter.wording.template_id, f"v{letter.wording.version}"),
            merged=fields,
            draw=lambda number: office_letter_pdf(replace(letter, number=number), letterhead=letterhead),
        )
        return _row(paper)


def _view(session: Session, ws: Workspace, account_id: int, request: PayoffRequest) -> PayoffView:
    today = ws.clock.today()
    last = request.check(today=today)
    account = _account(session, account_id)
    # From before everything: what is due by the policy is owed, whether the run was posted yet or not.
    reckoning = _reckoning(session, account_id, since=date.min)
    days = [today + timedelta(days=n) for n in range((last - today).days + 1)]
    money = work_out(
        account_id,
        ledger_facts(session, [account_id]).get(account_id, ()),
        as_of=today,
        policy=_payment_policy(session),
        bills=(),
    )
    parcel = account.parcel
    return PayoffView(
        account_id=account_id,
        account=account.number,
        owner=owners_on(session, today, parcels=[parcel.id]).get(parcel.id, ""),
        print_key=parcel.print_key,
        swis=parcel.swis,
        location=parcel.location,
        request=request,
        as_of=today,
        good_through=last,
        balance=money.balance,
        items=tuple(OpenAmount(one.what, one.due, one.open_amount) for one in money.open_items),
        credit=money.credit,
        spans=spans_of(reckoning.owed_on(day) for day in days),
        later=reckoning.next_addition(last),
        billed_through=_billed_through(session, account_id),
        levied=tuple(row for row in levied_rows(session, [account_id]) if not row.settled),
        work=tuple(dict.fromkeys(_work(session, account, today))),
        others=_others(session, account),
        fee=_fee(_law(session, ws), today),
    )


def _fee(law: Law, on: date) -> Figure | None:
    if not law.has_figure(FEE):
        return None
    figure = law.figure(FEE, on)
    return None if figure.value is None else figure


def _others(session: Session, account: Account) -> tuple[OtherAccount, ...]:
    """The parcel's other accounts, with their balances."""
    of_parcel = select(Account).where(Account.parcel_id == account.parcel_id, Account.id != account.id)
    found = session.scalars(of_parcel.order_by(Account.number)).all()
    owed = balances(session, [one.id for one in found])
    return tuple(OtherAccount(one.number, owed.get(one.id, ZERO)) for one in found)


def _billed_through(session: Session, account_id: int) -> date | None:
    return session.scalar(
        select(func.max(Bill.period_to)).where(Bill.account_id == account_id, Bill.live.is_(True))
    )


def _work(session: Session, account: Account, today: date) -> Iterator[OpenWork]:
    """What is open on the parcel: permits with their next day and the bond behind them, inspections, violations."""
    applications = list(
        session.scalars(select(Application.id).where(Application.parcel_id == account.parcel_id))
    )
    permits = permit_rows(session, today, applications=applications) if applications else ()
    for permit in permits:
        if permit.state not in _OVER:
            next_day = (
                f"; {permit.next_what[:1].lower()}{permit.next_what[1:]} {show_date(permit.next_day)}"
                if permit.next_day
                else ""
            )
            yield OpenWork("Permit", permit.number, f"{permit.state.label}{next_day}")
            yield from _bonds(session, permit, today)
    if applications:
        found = inspection_rows(session, today, where=Application.id.in_(applications))
        for one in found:
            if one.state not in _DONE:
                day = f" for {show_date(one.appointed_on)}" if one.appointed_on else ""
                yield OpenWork(
                    "Inspection",
                    one.number,
                    f"{one.stage.value.replace('_', ' ').capitalize()}, {one.state.value}{day}",
                )
    for case in open_cases_on(session, account.parcel_id, today):
        cited = f" ({case.citation})" if case.citation else ""
        yield OpenWork("Violation", case.number, f"{case.title}{cited}, seen {show_date(case.observed_on)}")


def _bonds(session: Session, permit: PermitRow, today: date) -> Iterator[OpenWork]:
    if permit.contractor_id is None:
        return
    for bond in contractor_facts(session.get_one(Contractor, permit.contractor_id)).bonds:
        if bond.valid_on(today):
            end = f", through {show_date(bond.term.last_day)}" if bond.term.last_day else ""
            words = f"{bond.surety}, ${format_money(bond.amount)}{end} ({permit.contractor})"
            yield OpenWork("Bond", bond.number, words)


def _letter(session: Session, ws: Workspace, view: PayoffView) -> tuple[OfficeLetter, dict[str, str]]:
    """The letter without its number, and what was merged into its wording."""
    law = _law(session, ws)
    fields = _fields(session, law, view)
    wording = render(load_template("payoff-letter"), {name: text for name, text in fields.items() if text})
    request = view.request
    reference = [("Good through", long_date(view.good_through)), ("Amount", f"${format_money(view.total)}")]
    if request.file_no.strip():
        reference.append(("Your file", request.file_no.strip()))
    about = [f"{view.location}, tax map {view.swis} {view.print_key}"]
    parties = [("Seller", request.seller), ("Buyer", request.buyer)]
    about += [f"{title}: {name.strip()}" for title, name in parties if name.strip()]
    if request.closing_on is not None:
        about.append(f"Closing on {long_date(request.closing_on)}")
    tables = [("owed", _items(view)), ("days", _days(view))]
    if view.levied:
        tables.append(("roll", _roll(view)))
    if view.work:
        tables.append(("open", Grid(_WORK, tuple((one.kind, one.number, one.state) for one in view.work))))
    return (
        OfficeLetter(
            number="",
            wording=wording,
            dated=view.as_of,
            recipient=(
                request.requested_by.strip(),
                *(line.strip() for line in request.address if line.strip()),
            ),
            re_lines=tuple(about),
            signer=_signer(session, law, "clerk", view.as_of),
            reference=tuple(reference),
            tables=tuple(tables),
            printed=moment_words(ws.clock.now().astimezone()),
        ),
        fields,
    )


def _fields(session: Session, law: Law, view: PayoffView) -> dict[str, str]:
    letterhead, settings = _letterhead(session), _billing_settings(session)
    billed = "Nothing is billed yet."
    if view.billed_through is not None:
        billed = f"Service after {long_date(view.billed_through)} is not billed yet."
    return {
        "as_of": long_date(view.as_of),
        "location": view.location,
        "print_key": view.print_key,
        "account": view.account,
        "good_through": long_date(view.good_through),
        "total": f"${format_money(view.total)}",
        "added": _added(view),
        "after": view.after_sentence,
        "unbilled": billed,
        "others": view.others_sentence,
        "roll": _roll_words(session, view),
        "open": "These are open:" if view.work else f"Nothing open is known on {long_date(view.as_of)}.",
        "payee": settings.payee or law.municipality,
        "municipality": law.municipality,
        "fee": ""
        if view.fee is None
        else f"The fee of this letter is ${format_money(view.fee.number)} ({view.fee.citation}).",
        "phone": letterhead.phone or "at the office",
    }


def _added(view: PayoffView) -> str:
    last = view.spans[-1]
    if last.total <= ZERO:
        return "Nothing is owed through that day."
    if not last.added:
        return "Nothing is added by late payment through that day."
    return (
        f"It holds ${format_money(last.added)} that late payment adds by then if nothing is paid before, by the "
        "penalty policy in force."
    )


def _roll_words(session: Session, view: PayoffView) -> str:
    if not view.levied:
        return ""
    seasons = [_season_of(session, row) for row in view.levied]
    collectors = dict.fromkeys(one.settings.collector or "the collector of taxes" for one in seasons)
    whom = join_words(list(collectors))
    return (
        f"Beside this, ${format_money(view.on_roll)} is on the tax roll. It is in no amount above and is collected "
        f"with the taxes: pay it to {whom}, not to this office."
    )


def _items(view: PayoffView) -> Grid:
    rows = [(one.what, show_date(one.due) if one.due else "", format_money(one.amount)) for one in view.items]
    if view.credit:
        rows.append(("Money on the account that is not used yet", "", format_money(-view.credit)))
    if not rows:
        rows.append(("Nothing is unpaid", "", format_money(Decimal(0))))
    return Grid(_ITEMS, tuple(rows), ("Balance of the account", "", format_money(view.balance)))


def _days(view: PayoffView) -> Grid:
    return Grid(
        _DAYS, tuple((one.days, format_money(one.added), format_money(one.total)) for one in view.spans)
    )


def _roll(view: PayoffView) -> Grid:
    rows = tuple(
        (row.number, str(row.tax_year), show_date(row.certified_on), format_money(row.amount))
        for row in view.levied
    )
    return Grid(_ROLL, rows, ("Collected with the taxes", "", "", format_money(view.on_roll)))
