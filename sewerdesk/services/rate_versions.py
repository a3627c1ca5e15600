"""Rate versions one by one: shown with act and lock, corrected while unused, ended by date, and looked at whole."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from datetime import date

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountClass
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.charge import AccountBasis
from sewerdesk.data.models.meter import Meter, MeterInstallation
from sewerdesk.data.models.paper import Attachment
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.rate import RateClass
from sewerdesk.data.models.rate import RateVersion as Row
from sewerdesk.data.queries.rates import is_adopted, named_rates, used_rates
from sewerdesk.data.queries.runs import is_standing
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.adoption import Adoption, adoption_lines
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.rates import BasisKind, Place, VolumeUnit, validate_rates
from sewerdesk.domain.rates.draft import RateDraft, VersionView
from sewerdesk.domain.rates.findings import BookUse, RateFinding, Weight, book_findings
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.domain.rates.records import formula_from
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of
from sewerdesk.services.rates import (
    _act_of,
    _before,
    _billed_through,
    _check_switch,
    _fill,
    _line_of,
    _rate_book,
    _rate_questions,
    _row,
    _take_off,
    _version,
)

_COPIED = tuple(
    one.key for one in Row.__mapper__.column_attrs if one.key not in {"id", "version", "effective_to"}
)
ONE_RUN = "Bills of run {run} were made by it, so it stays as it is. Replace it or end it from a later day."


def rate_versions(ws: Workspace) -> tuple[VersionView, ...]:
    """All rate versions with the act that adopted each, and why it may not be changed; by class, charge and date."""
    with ws.read() as session:
        locks = _locks(session)
        rows = session.scalars(
            select(Row).where(is_adopted()).order_by(Row.class_code, Row.charge_code, Row.effective_from)
        )
        return tuple(VersionView(_version(row), _act_of(row), locks.get(row.id, "")) for row in rows)


def adoption_steps(ws: Workspace, *, adoption: Adoption, effective: date) -> tuple[VerdictLine, ...]:
    """Which steps of setting rents by this act are on record and which are not (General Municipal Law 452)."""
    return adoption_lines(law_of(ws), adoption, effective=effective, calendar=calendar_of(ws))


def correct_rate(
    ws: Workspace, *, version_id: int, draft: RateDraft, reason: str, confirmed: Collection[str] = ()
) -> int:
    """Put right a version that no bill was made by; class, charge and place stay as they are. The version's id.

    The id is a new one where a rolled-back run was made by the wrong version, which its void bills keep.
    ``RuleViolation`` where a run that stands used it, ``UserError`` where its day would pass a neighbor's or the set
    would be unsound, ``RateQuestions`` as ``adopt_rates``.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say what is put right; it is kept on record."})
    with ws.write(reason=reason) as session:
        row = _row(session, version_id)
        _check_unused(session, row)
        if row.id in named_rates(session):
            row = _replaced(session, row)
        found = _rate_questions(session, [_placed(row, draft)], corrected=row.id)
        asked = [one for one in found if one not in confirmed]
        _move(session, row, draft.effective_from)
        _check_neighbors(session, row, draft)
        _fill(row, _placed(row, draft))
        session.flush()  # the check reads what will be kept
        problems = validate_rates(_rate_book(session).versions)
        if problems:
            raise UserError(problems[0])
        if asked:
            raise RateQuestions(asked)
        return row.id


def end_rate(ws: Workspace, *, version_id: int, on: date, reason: str) -> None:
    """End the newest version of a line: from ``on`` nothing is charged by it. The reason names the act.

    ``UserError`` where a later one follows, where the day is not after its first, or where bills were posted for the
    day or later ones.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Name the resolution or local law that ends the charge."})
    with ws.write(reason=reason) as session:
        row = _row(session, version_id)
        if row.effective_to is not None:
            raise RuleViolation(
                f"This rate ends on {row.effective_to:%m/%d/%Y} already. Choose the newest one of its line."
            )
        if on <= row.effective_from:
            raise UserError(
                f"The rate begins on {row.effective_from:%m/%d/%Y}. Choose a later day for its end, or take it back."
            )
        through = _billed_through(session) if version_id in used_rates(session) else None
        if through is not None and on <= through:
            raise RuleViolation(
                f"Bills through {through:%m/%d/%Y} were made by this rate. Choose a day after it for its end."
            )
        row.effective_to = on


def rate_findings(ws: Workspace, *, on: date) -> tuple[RateFinding, ...]:
    """What is wrong or odd about the office's rates on a day, over all accounts."""
    with ws.read() as session:
        return (*book_findings(_rate_book(session), _use(session, on)), *_ending(session, Quarter.of(on)))


def _ending(session: Session, quarter: Quarter) -> list[RateFinding]:
    """Eligibilities for a reduced rate that end within the quarter, to be renewed or not."""
    b = AccountBasis
    rows = session.execute(
        select(Account.number, b.detail, b.valid_to)
        .join(Account, Account.id == b.account_id)
        .where(b.kind == BasisKind.ELIGIBLE.value, b.valid_to.between(quarter.start, quarter.next.start))
        .order_by(b.valid_to, Account.number)
    )
    return [
        RateFinding(
            Weight.LOOK,
            f"Account {number} is eligible for {program} until {until:%m/%d/%Y}; renew it, or it pays the full rate "
            "from that day.",
        )
        for number, program, until in rows
    ]


def _use(session: Session, on: date) -> BookUse:
    c, i = AccountClass, MeterInstallation
    holds = (c.valid_from <= on, or_(c.valid_to.is_(None), c.valid_to > on))
    counts, samples = {}, {}
    for code, count, number in session.execute(
        select(c.class_code, func.count(), func.min(Account.number))
        .join(Account, Account.id == c.account_id)
        .where(*holds)
        .group_by(c.class_code)
    ):
        counts[code], samples[code] = count, number
    units: dict[str, set[VolumeUnit]] = {}
    for code, unit in session.execute(
        select(c.class_code, Meter.unit)
        .join(i, i.account_id == c.account_id)
        .join(Meter, Meter.id == i.meter_id)
        .where(*holds, i.removed_on.is_(None))
        .distinct()
    ):
        units.setdefault(code, set()).add(VolumeUnit(unit))
    listed = frozenset(session.scalars(select(RateClass.code)))
    meters = {code: frozenset(found) for code, found in units.items()}
    return BookUse(on, counts, samples, meters, listed, _accounts_by_place(session, on))


def _accounts_by_place(session: Session, on: date) -> dict[str, dict[Place, list[str]]]:
    """The accounts' numbers by class and by where they lie; empty where no rate is limited to a place."""
    if session.scalar(select(Row.id).where((Row.district != "") | (Row.segment != "")).limit(1)) is None:
        return {}
    b, c = AccountBasis, AccountClass
    segments = dict(
        session.execute(
            select(b.account_id, b.detail).where(
                b.kind == BasisKind.SEGMENT.value,
                b.valid_from <= on,
                or_(b.valid_to.is_(None), b.valid_to > on),
            )
        ).all()
    )
    found: defaultdict[str, defaultdict[Place, list[str]]] = defaultdict(lambda: defaultdict(list))
    for code, key, number, district in session.execute(
        select(c.class_code, Account.id, Account.number, Parcel.district)
        .join(Account, Account.id == c.account_id)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .where(c.valid_from <= on, or_(c.valid_to.is_(None), c.valid_to > on))
    ):
        found[code][Place(district, segments.get(key, ""))].append(number)
    return {code: dict(places) for code, places in found.items()}


def _locks(session: Session) -> dict[int, str]:
    """Why each used version may not be changed: the first run that stands and used it."""
    found: dict[int, str] = {}
    runs = session.execute(
        select(BillingRun.number, BillingRun.checked).where(is_standing()).order_by(BillingRun.id)
    )
    for number, checked in runs:
        for key in checked["rates"]:
            found.setdefault(key, ONE_RUN.format(run=number))
    return found


def _check_unused(session: Session, row: Row) -> None:
    locked = _locks(session).get(row.id)
    if locked:
        raise RuleViolation(locked)


def _replaced(session: Session, row: Row) -> Row:
    """A copy in the place of a version that only a rolled-back run was made by, with the scans of its act."""
    until = row.effective_to
    _take_off(session, row)
    before = _before(session, row)
    copy = Row(**{name: getattr(row, name) for name in _COPIED}, effective_to=until)
    if before is not None and (before.effective_to is None or before.effective_to > copy.effective_from):
        before.effective_to = copy.effective_from
    session.add(copy)
    session.flush()  # the scans name it
    for scan in session.scalars(
        select(Attachment).where(Attachment.subject == Row.__tablename__, Attachment.subject_id == row.id)
    ):
        scan.subject_id = copy.id
    return copy


def _placed(row: Row, draft: RateDraft) -> RateDraft:
    return replace(
        draft,
        class_code=row.class_code,
        charge_code=row.charge_code,
        district=row.district,
        segment=row.segment,
    )


def _check_neighbors(session: Session, row: Row, draft: RateDraft) -> None:
    """A line changes between fixed and by meter on the first day of a quarter only, before the row and after it."""
    before = _before(session, row)
    if before is not None:
        _check_switch(formula_from(before.formula), _placed(row, draft))
    after = session.scalars(_line_of(row).where(Row.effective_from > row.effective_from)).all()
    if after:
        later = _version(after[-1])
        follower = replace(draft, effective_from=later.effective_from, formula=later.formula)
        _check_switch(draft.formula, _placed(row, follower))


def _move(session: Session, row: Row, since: date) -> None:
    """Let the version begin on another day; the one before it ends there where it was followed without a gap."""
    if since == row.effective_from:
        return
    before = _before(session, row)
    if before is not None and since <= before.effective_from:
        raise UserError(f"The rate before it begins on {before.effective_from:%m/%d/%Y}. Choose a later day.")
    if row.effective_to is not None and since >= row.effective_to:
        raise UserError(
            f"The rate ends on {row.effective_to:%m/%d/%Y}. Choose an earlier day for its beginning."
        )
    if before is not None and before.effective_to == row.effective_from:
        before.effective_to = since
    row.effective_from = since
