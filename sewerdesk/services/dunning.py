"""Reminders: the list built, rows taken out, letters printed and recorded; who paid meanwhile gets none."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.models.penalty import DunningNotice
from sewerdesk.data.models.relevy import RelevySeason
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.penalties import account_names, hold_rows
from sewerdesk.data.queries.relevy import season_of
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.kit import Column, Grid
from sewerdesk.documents.pdf.legal import long_date
from sewerdesk.documents.pdf.office_letter import OfficeLetter, office_letter_pdf
from sewerdesk.documents.pdf.text import short_date
from sewerdesk.domain.accountmoney import bill_dues
from sewerdesk.domain.dunning import (
    LateAccount,
    NoticeList,
    NoticeRow,
    NoticeStep,
    OpenSeason,
    SentNotice,
    build_list,
    check_steps,
    late_lines,
)
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.law import Law
from sewerdesk.domain.ledger import apply_entries
from sewerdesk.domain.money import format_money
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.penalties import plain
from sewerdesk.domain.relevy import Season
from sewerdesk.domain.wording import show_date
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.bill_pages import Mailed, _mailed
from sewerdesk.services.counter_papers import _printed_at
from sewerdesk.services.law import _law
from sewerdesk.services.office_settings import _billing_settings, _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _issue_paper
from sewerdesk.services.penalty_facts import Progress

_STEPS = "notice_steps"
_AT_ONCE = 200
_TABLE = (Column("Bill", 2.2), Column("Due", 1.6), Column("Unpaid", 1.4, "right"))


@dataclass(frozen=True, slots=True)
class NoticesSent:
    """What a run of notices did; ``dropped`` names the accounts that paid, or changed, after the list was built."""

    run: str
    papers: tuple[int, ...]
    total: Decimal
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoticeHistory:
    """A notice that an account got."""

    step: str
    sent_on: date
    pay_by: date
    amount: Decimal
    paper_id: int | None


def notice_steps(ws: Workspace) -> tuple[NoticeStep, ...]:
    """The office's steps, in order; none until it enters them."""
    with ws.read() as session:
        return _steps(session)


def save_notice_steps(ws: Workspace, *, steps: Sequence[NoticeStep]) -> None:
    """Save the steps; ``FieldErrors`` for what is missing or out of order. What was sent keeps its step."""
    check_steps(steps)
    with ws.write(reason="notice steps") as session:
        profile = session.scalars(select(OfficeProfile)).one()
        profile.settings = {**profile.settings, _STEPS: [_step_to_json(step) for step in steps]}


def build_notices(ws: Workspace, *, progress: Progress | None = None) -> NoticeList:
    """Who gets which notice today, and which late accounts get none and why; nothing is written."""
    with ws.read() as session:
        return _build(session, ws.clock.today(), progress=progress)


def send_notices(
    ws: Workspace, *, built: NoticeList, without: Collection[int] = (), progress: Progress | None = None
) -> NoticesSent:
    """Print and record the letters of a list, one for each account; ``without`` are the accounts taken out of it.

    It is built again under the write lock: an account that paid since, or owes another amount, is dropped and named.
    A list of another day is refused, for its letters would give other days to pay.
    """
    with ws.write(reason="notices") as session:
        today = session.info["clock"].today()
        if built.on != today:
            raise RuleViolation(
                f"The list was built on {show_date(built.on)}, and letters of today give other days to pay. "
                "Build it again and look at it before you send it."
            )
        now = {row.late.account_id: row for row in _build(session, today).rows}
        wanted = [row for row in built.rows if row.late.account_id not in set(without)]
        rows = [now[row.late.account_id] for row in wanted if now.get(row.late.account_id) == row]
        if not rows:
            raise RuleViolation("There is no notice to send: nobody on the list owes what it says any more.")
        run = f"{session.info['clock'].now():%Y-%m-%d %H:%M:%S}"
        mailed = _mailed(session, built.on)
        papers = []
        for place, row in enumerate(rows):
            if progress is not None:
                progress(place, len(rows))
            papers.append(_send(session, ws, row, mailed[row.late.account_id], run))
        kept = {row.late.account_id for row in rows}
        dropped = tuple(row.late.account for row in wanted if row.late.account_id not in kept)
        return NoticesSent(
            run, tuple(papers), sum((row.late.total for row in rows), Decimal("0.00")), dropped
        )


def notice_history(ws: Workspace, *, account_id: int) -> tuple[NoticeHistory, ...]:
    """Every notice that an account got, newest first."""
    with ws.read() as session:
        rows = session.scalars(
            select(DunningNotice)
            .where(DunningNotice.account_id == account_id)
            .order_by(DunningNotice.id.desc())
        )
        return tuple(
            NoticeHistory(row.step, row.sent_on, row.pay_by, row.amount, row.paper_id) for row in rows
        )


def _build(session: Session, today: date, *, progress: Progress | None = None) -> NoticeList:
    steps, season = _steps(session), _open_season(session, today)
    if not steps:
        raise UserError("The office has no notice steps yet. Enter them under Settings first.")
    accounts = _late_accounts(session, today, progress)
    return build_list(accounts, steps, on=today, season=None if season is None else _warned(session, season))


def _open_season(session: Session, today: date) -> RelevySeason | None:
    """The season whose cut-off is still ahead, the nearest where there are several."""
    return session.scalars(
        select(RelevySeason).where(RelevySeason.cut_off > today).order_by(RelevySeason.cut_off).limit(1)
    ).first()


def _warned(session: Session, season: RelevySeason) -> OpenSeason:
    """Since when warnings are this season's own; until the cut-off before it they were that one's."""
    before = session.scalar(
        select(func.max(RelevySeason.cut_off)).where(RelevySeason.cut_off < season.cut_off)
    )
    since = season.begun_on if before is None else max(before, season.begun_on)
    return OpenSeason(since, season.cut_off)


def _late_accounts(session: Session, today: date, progress: Progress | None) -> list[LateAccount]:
    """Every account with something late, by number."""
    owing = sorted(one for one, owed in balances(session).items() if owed > 0)
    names, policy = account_names(session, today), _payment_policy(session)
    sent, holds = _sent(session), hold_rows(session)
    accounts: list[LateAccount] = []
    for start in range(0, len(owing), _AT_ONCE):
        if progress is not None:
            progress(start, len(owing))
        part = owing[start : start + _AT_ONCE]
        for account_id, facts in ledger_facts(session, part).items():
            applied = apply_entries((fact.entry for fact in facts), as_of=today, policy=policy)
            due = bill_dues(facts)
            lines = late_lines(applied, due, today=today)
            if lines:
                number, name = names.get(account_id, ("", ""))
                found = LateAccount(
                    account_id,
                    number,
                    name,
                    lines,
                    tuple(sent.get(account_id, ())),
                    tuple(holds.get(account_id, ())),
                )
                accounts.append(found)
    return sorted(accounts, key=lambda one: one.account)


def _sent(session: Session) -> dict[int, list[SentNotice]]:
    found: defaultdict[int, list[SentNotice]] = defaultdict(list)
    statement = select(
        DunningNotice.account_id, DunningNotice.step, DunningNotice.sent_on, DunningNotice.pay_by
    )
    for account_id, step, sent_on, pay_by in session.execute(statement.order_by(DunningNotice.id)):
        found[account_id].append(SentNotice(step, sent_on, pay_by))
    return dict(found)


def _send(session: Session, ws: Workspace, row: NoticeRow, mailed: Mailed, run: str) -> int:
    """Freeze one letter and record it; returns the paper's id."""
    letterhead = _letterhead(session)
    fields = _fields(session, row, mailed, letterhead.phone)
    letter = _letter(session, _law(session, ws), row, mailed, fields)
    wording = letter.wording

    def draw(number: str) -> bytes:
        return office_letter_pdf(replace(letter, number=number), letterhead=letterhead)

    paper = _issue_paper(
        session,
        series=SeriesKind.PAST_DUE,
        kind="past_due_notice",
        title=wording.title,
        subject=("account", row.late.account_id),
        template=(wording.template_id, f"v{wording.version}"),
        merged=fields,
        draw=draw,
    )
    session.add(_notice(session, row, run=run, paper_id=paper.id))
    return paper.id


def _letter(
    session: Session, law: Law, row: NoticeRow, mailed: Mailed, fields: Mapping[str, str]
) -> OfficeLetter:
    """The step's letter to who gets the account's bills, with what is owed; it has no number yet."""
    today = session.info["clock"].today()
    known = load_template("relevy-warning" if row.step.before_levy else "past-due-notice")
    return OfficeLetter(
        number="",
        wording=render(known, {name: value for name, value in fields.items() if name in known.fields}),
        dated=today,
        recipient=mailed.lines,
        re_lines=(f"Account {row.late.account}, {mailed.service_address or mailed.tax_map_no}",),
        signer=_signer(session, law, "clerk", today),
        reference=(("Pay by", long_date(row.pay_by)), ("Amount", f"${format_money(row.late.total)}")),
        tables=(("owed", _grid(row)),),
        printed=_printed_at(session),
    )


def _notice(session: Session, row: NoticeRow, *, run: str, paper_id: int) -> DunningNotice:
    """The record of a letter: what the account owed on the day it was sent."""
    return DunningNotice(
        run=run,
        account_id=row.late.account_id,
        step=row.step.code,
        sent_on=session.info["clock"].today(),
        pay_by=row.pay_by,
        amount=row.late.total,
        lines=[[line.number, line.due.isoformat(), str(line.amount)] for line in row.late.lines],
        paper_id=paper_id,
        actor=session.info["actor"],
    )


def _fields(session: Session, row: NoticeRow, mailed: Mailed, phone: str) -> dict[str, str]:
    settings, late = _billing_settings(session), row.late
    row_of_season = _open_season(session, session.info["clock"].today())
    season = None if row_of_season is None else season_of(row_of_season)
    return {
        "step": row.step.title,
        "account": late.account,
        "service_address": mailed.service_address or mailed.tax_map_no,
        "total": f"${format_money(late.total)}",
        "pay_by": long_date(row.pay_by),
        "relevy": settings.relevy_sentence,
        "tax_year": "" if season is None else str(season.tax_year),
        "tax_bill": "property",
        "added": "" if season is None else _added(season),
        "authority": "" if season is None else season.authority,
        "phone": phone,
    }


def _added(season: Season) -> str:
    """What the levy adds, as a sentence; empty where it adds nothing."""
    settings, parts = season.settings, []
    if settings.added_percent:
        parts.append(f"{plain(settings.added_percent)} percent of {settings.added_base.value}")
    if settings.fee:
        parts.append(f"a fee of ${format_money(settings.fee)}")
    return f"On the tax bill {' and '.join(parts)} is added." if parts else ""


def _grid(row: NoticeRow) -> Grid:
    rows = tuple(
        (line.number or "Other charges", short_date(line.due), format_money(line.amount))
        for line in row.late.lines
    )
    return Grid(_TABLE, rows, ("Total", "", format_money(row.late.total)))


def _steps(session: Session) -> tuple[NoticeStep, ...]:
    profile = session.scalars(select(OfficeProfile)).one()
    stored: list[dict[str, Any]] = profile.settings.get(_STEPS, [])
    return tuple(NoticeStep(**{**step, "least": Decimal(step["least"])}) for step in stored)


def _step_to_json(step: NoticeStep) -> dict[str, Any]:
    return {
        "code": step.code,
        "title": step.title,
        "days_late": step.days_late,
        "pay_days": step.pay_days,
        "least": format(step.least, "f"),
        "before_levy": step.before_levy,
    }
