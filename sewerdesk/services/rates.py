"""Rates: adopted with their authority, succeeded by date, never changed once used."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.rate import ChargeCode as ChargeCodeRow
from sewerdesk.data.models.rate import FeeVersion, RateClass
from sewerdesk.data.models.rate import RateVersion as RateVersionRow
from sewerdesk.data.queries.rates import end_before, is_adopted, named_rates, used_rates
from sewerdesk.data.queries.runs import is_quarterly
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rates import (
    ChargeCode,
    ChargePurpose,
    Formula,
    Metered,
    RateBook,
    RateVersion,
    validate_rates,
)
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.questions import (
    ChangeLimit,
    RateQuestions,
    of_last_year,
    version_questions,
)
from sewerdesk.domain.rates.records import formula_from, formula_record
from sewerdesk.services.office_settings import _billing_settings


@dataclass(frozen=True, slots=True)
class RateClassView:
    """A class of accounts that are billed alike."""

    code: str
    title: str


def save_charge_code(ws: Workspace, *, code: ChargeCode) -> None:
    """Enter a charge code, or change its title, fund and revenue code."""
    needed = {
        "code": (code.code, "Enter a short code, such as OM."),
        "title": (code.title, "Enter what is charged; it is printed on bills."),
        "fund": (code.fund, "Enter the fund that the money goes to, such as SS."),
        "revenue_code": (code.revenue_code, "Enter the revenue code of the books, such as 2120."),
    }
    errors = {name: sentence for name, (value, sentence) in needed.items() if not value.strip()}
    if errors:
        raise FieldErrors(errors)
    with ws.write() as session:
        row = session.scalar(select(ChargeCodeRow).where(ChargeCodeRow.code == code.code))
        if row is None:
            row = ChargeCodeRow(code=code.code, title="", fund="", revenue_code="", sort_order=0)
            session.add(row)
        row.title, row.fund, row.revenue_code = code.title, code.fund, code.revenue_code
        row.sort_order, row.purpose, row.ended_on = code.order, code.purpose.value, code.ended_on


def save_rate_class(ws: Workspace, *, code: str, title: str) -> None:
    """Enter a rate class, or give it another title."""
    needed = {
        "code": (code, "Enter a short code for the class, such as R."),
        "title": (title, "Enter the title of the class, such as Residential."),
    }
    errors = {name: sentence for name, (value, sentence) in needed.items() if not value.strip()}
    if errors:
        raise FieldErrors(errors)
    with ws.write() as session:
        row = session.scalar(select(RateClass).where(RateClass.code == code))
        if row is None:
            session.add(RateClass(code=code, title=title))
        else:
            row.title = title


def adopt_rates(
    ws: Workspace, *, drafts: Sequence[RateDraft], confirmed: Collection[str] = ()
) -> tuple[int, ...]:
    """Enter rates as adopted; each ends the one it succeeds on the day it takes effect. The ids of the versions.

    Raises ``UserError`` where the set would have a gap, an overlap, a tier without an open top or no authority;
    nothing is saved then. A rate from the same day or an earlier one than an existing one is refused.
    ``RateQuestions`` where something is asked first (a change by more than the office's percent, a quarter that is
    billed already, a slip of scale); the questions are given back as ``confirmed`` when they are answered with yes.
    """
    with ws.write(reason="rates adopted") as session:
        known = set(session.scalars(select(ChargeCodeRow.code)))
        for draft in drafts:
            _check_charge_code(draft.charge_code, known)
        asked = [one for one in _rate_questions(session, drafts) if one not in confirmed]
        rows = [_succeed_rate(session, draft) for draft in drafts]
        session.flush()  # the check reads what will be kept
        problems = validate_rates(_rate_book(session).versions)
        if problems:
            raise UserError(problems[0])
        if asked:
            raise RateQuestions(asked)
        return tuple(row.id for row in rows)


def _rate_questions(
    session: Session, drafts: Sequence[RateDraft], *, corrected: int | None = None
) -> list[str]:
    """What is asked before the drafts are entered, in their order; ``corrected`` is the version they replace."""
    limit, billed_through = _limit(session), _billed_through(session)
    asked: list[str] = []
    for draft in drafts:
        rows = [row for row in session.scalars(_line_of(draft)) if row.id != corrected]
        former = of_last_year([_version(row) for row in rows], draft.effective_from)
        asked += version_questions(
            draft.as_version(), former=former, limit=limit, billed_through=billed_through
        )
    return asked


def _limit(session: Session) -> ChangeLimit:
    settings = _billing_settings(session)
    return ChangeLimit(settings.rate_change_percent, settings.rate_change_authority)


def _billed_through(session: Session) -> date | None:
    """The last day of the newest quarter whose run stands."""
    return session.scalar(select(func.max(BillingRun.period_to)).where(is_quarterly()))


def withdraw_rate(ws: Workspace, *, version_id: int, reason: str) -> None:
    """Take back a rate that no bill was made by, as after a slip of the keyboard; its forerunner holds as before.

    ``RuleViolation`` for a rate that a run which stands used or that another has succeeded: those are history.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the rate is taken back; it is kept on record."})
    with ws.write(reason=reason) as session:
        row = _row(session, version_id)
        if version_id in used_rates(session):
            raise RuleViolation(
                "Bills were posted by this rate, so it stays as it is. Adopt the next rate instead."
            )
        versions = session.scalars(_line_of(row)).all()
        if versions[0].id != version_id:
            raise RuleViolation("A later rate has succeeded this one. Take the later one back first.")
        _take_off(session, row)


def _row(session: Session, version_id: int) -> RateVersionRow:
    row = session.scalar(select(RateVersionRow).where(RateVersionRow.id == version_id, is_adopted()))
    if row is None:
        raise UserError("That rate is not in this office. Refresh the list (F5) and choose it again.")
    return row


def _take_off(session: Session, row: RateVersionRow) -> None:
    """Take a version off its line; its forerunner ends again when it did before, or stays open.

    One that a rolled-back run was made by stays on file for that run's void bills, closed on its first day.
    """
    before = _before(session, row)
    if before is not None and before.effective_to == row.effective_from:
        before.effective_to = end_before(session, before, row)
    if row.id in named_rates(session):
        row.effective_to = row.effective_from
    else:
        session.delete(row)
    session.flush()  # the line is read without it


def _before(session: Session, row: RateVersionRow) -> RateVersionRow | None:
    """The version before one on its line."""
    return session.scalars(_line_of(row).where(RateVersionRow.effective_from < row.effective_from)).first()


def used_versions(ws: Workspace) -> frozenset[int]:
    """The rate versions that runs which stand were made by; these are locked."""
    with ws.read() as session:
        return used_rates(session)


def _line_of(one: RateDraft | RateVersionRow) -> Select[RateVersionRow]:
    """The versions of the same line at the same place, newest first."""
    row = RateVersionRow
    return (
        select(row)
        .where(is_adopted())
        .where(row.class_code == one.class_code, row.charge_code == one.charge_code)
        .where(row.district == one.district, row.segment == one.segment)
        .order_by(row.effective_from.desc())
    )


def rate_book(ws: Workspace) -> RateBook:
    """All charge codes and rate versions."""
    with ws.read() as session:
        return _rate_book(session)


def rate_classes(ws: Workspace) -> tuple[RateClassView, ...]:
    """All rate classes, by code."""
    with ws.read() as session:
        rows = session.scalars(select(RateClass).order_by(RateClass.code))
        return tuple(RateClassView(row.code, row.title) for row in rows)


def _rate_book(session: Session) -> RateBook:
    codes = session.scalars(select(ChargeCodeRow).order_by(ChargeCodeRow.sort_order))
    return RateBook(
        versions=tuple(_version(row) for row in session.scalars(select(RateVersionRow).where(is_adopted()))),
        charge_codes=tuple(
            ChargeCode(
                row.code,
                row.title,
                row.fund,
                row.revenue_code,
                row.sort_order,
                ChargePurpose(row.purpose),
                row.ended_on,
            )
            for row in codes
        ),
    )


def _version(row: RateVersionRow) -> RateVersion:
    return RateVersion(
        version_id=row.id,
        class_code=row.class_code,
        charge_code=row.charge_code,
        effective_from=row.effective_from,
        effective_to=row.effective_to,
        authority=row.authority,
        formula=formula_from(row.formula),
        district=row.district,
        segment=row.segment,
        months=tuple(row.months),
    )


def _check_charge_code(code: str, known: Collection[str]) -> None:
    if code not in known:
        raise UserError(f"There is no charge code {code}. Enter it with its fund first.")


def _succeed_rate(session: Session, draft: RateDraft) -> RateVersionRow:
    last = session.scalars(_line_of(draft)).first()
    name = f"class {draft.class_code}, charge {draft.charge_code}"
    _end_former(last, draft.effective_from, name=f"The rate of {name}")
    if last is not None:
        _check_switch(formula_from(last.formula), draft)
    row = RateVersionRow(
        class_code=draft.class_code,
        charge_code=draft.charge_code,
        effective_from=draft.effective_from,
    )
    _fill(row, draft)
    session.add(row)
    return row


def _fill(row: RateVersionRow, draft: RateDraft) -> None:
    """What of a version is not its place among the others."""
    row.authority, row.formula = draft.authority, formula_record(draft.formula)
    row.district, row.segment, row.months = draft.district, draft.segment, list(draft.months)
    _keep_act(row, draft.adoption)


def _keep_act(row: RateVersionRow | FeeVersion, steps: Adoption | None) -> None:
    """The steps of the act that adopted a rate or a fee."""
    row.adopted_by = steps.by.value if steps else ""
    row.act_number = steps.number.strip() if steps else ""
    row.adopted_on = steps.adopted_on if steps else None
    row.noticed_on = steps.noticed_on if steps else None
    row.heard_on = steps.heard_on if steps else None


def _act_of(row: RateVersionRow | FeeVersion) -> Adoption | None:
    """The act that adopted a rate or a fee, where more of it is on record than its name."""
    if not row.adopted_by:
        return None
    return Adoption(AdoptedBy(row.adopted_by), row.act_number, row.adopted_on, row.noticed_on, row.heard_on)


def _check_switch(former: Formula, draft: RateDraft) -> None:
    """A quarter is billed by meter or by days, never partly so: the use of a part of it is on no dial."""
    switched = isinstance(former, Metered) is not isinstance(draft.formula, Metered)
    if switched and draft.effective_from != Quarter.of(draft.effective_from).start:
        raise UserError(
            f"The rate of class {draft.class_code}, charge {draft.charge_code}, changes between fixed and by meter. "
            "Let it take effect on the first day of a quarter, or adopt it under another charge code."
        )


def _end_former(former: RateVersionRow | FeeVersion | None, since: date, *, name: str) -> None:
    if former is None:
        return
    if former.effective_from >= since:
        raise UserError(
            f"{name} already has a value from {former.effective_from:%m/%d/%Y}. Choose a day after it; a rate that was "
            "in force is succeeded, not replaced."
        )
    if former.effective_to is None or former.effective_to > since:
        former.effective_to = since
