"""The season in which unpaid sewer charges go to the tax roll: its settings, its list, and the list frozen.

The list is worked out from the books each time it is looked at; looking never changes money. Once frozen it stands
until it is certified, or opened again because money came or a parcel was mended.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.models.relevy import (
    RelevyCertificate,
    RelevyExclusion,
    RelevyFreeze,
    RelevyRemittance,
    RelevyRow,
    RelevySeason,
)
from sewerdesk.data.queries.charges import charge_order
from sewerdesk.data.queries.relevy import frozen_rows, season_of
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.county_file import CountyLayout, check_layout, layout_from_json, layout_to_json
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import Figure, FigureStatus
from sewerdesk.domain.penalties import month_day
from sewerdesk.domain.relevy import ListRow, Season, SeasonSettings, check_settings, settings_to_json
from sewerdesk.domain.relevy_views import RelevyList, SeasonProposal, SeasonState
from sewerdesk.domain.wording import join_words, show_date
from sewerdesk.services.accounts import _account
from sewerdesk.services.law import law_of
from sewerdesk.services.penalty_facts import Progress
from sewerdesk.services.relevy_list import _findings, _list, _uncharged

_LAYOUTS = "county_layouts"
_FIGURES = ("relevy.certify_by", "relevy.delinquent_days", "relevy.added_percent")


def propose_season(ws: Workspace, *, tax_year: int | None = None) -> SeasonProposal:
    """A season out of the law's figures as they stand; what the law leaves open is named and stays to be entered.

    The cut-off is proposed for the day before the certificate is due.
    """
    law, today = law_of(ws), ws.clock.today()
    year = tax_year or today.year + 1
    figures = {key: law.figure(key, today) for key in _FIGURES if law.has_figure(key)}
    day = figures.get("relevy.certify_by")
    certify_by = month_day(day.text, year - 1) if day is not None and day.value is not None else None
    settings = SeasonSettings(
        added_percent=_number(figures.get("relevy.added_percent")),
        delinquent_days=int(_number(figures.get("relevy.delinquent_days"))),
    )
    cut_off = None if certify_by is None else certify_by - timedelta(days=1)
    notes = tuple(_note(figure) for figure in figures.values() if figure.status is not FigureStatus.LAW)
    return SeasonProposal(year, cut_off, certify_by, settings, tuple(figures.values()), notes)


def _number(figure: Figure | None) -> Decimal:
    return Decimal(0) if figure is None or figure.value is None else figure.number


def _note(figure: Figure) -> str:
    state = "is not in the law's text" if figure.status is FigureStatus.BLANK else "comes from a model law"
    return f"{figure.subject[:1].upper()}{figure.subject[1:]} ({figure.citation}) {state}: {figure.missing}."


def begin_season(
    ws: Workspace,
    *,
    tax_year: int,
    cut_off: date,
    certify_by: date,
    authority: str,
    settings: SeasonSettings,
) -> Season:
    """Begin the certification for a tax year. ``FieldErrors`` for what is missing or begun already."""
    season = Season(0, tax_year, cut_off, certify_by, authority, settings)
    check_settings(season)
    with ws.write(reason=f"relevy {tax_year}") as session:
        _check_codes(session, settings)
        if session.scalar(select(RelevySeason.id).where(RelevySeason.tax_year == tax_year)) is not None:
            raise FieldErrors({"tax_year": f"The season for the {tax_year} roll is begun already; open it."})
        row = RelevySeason(
            tax_year=tax_year,
            cut_off=cut_off,
            certify_by=certify_by,
            authority=authority.strip(),
            settings=settings_to_json(settings),
            begun_on=ws.clock.today(),
        )
        session.add(row)
        session.flush()  # the caller gets its id
        return season_of(row)


def change_season(ws: Workspace, *, season: Season) -> Season:
    """Save a season's dates and settings; refused once its list is frozen."""
    check_settings(season)
    with ws.write(reason=f"relevy {season.tax_year}") as session:
        row = _season_row(session, season.id)
        _require_open(session, row)
        _check_codes(session, season.settings)
        row.cut_off, row.certify_by = season.cut_off, season.certify_by
        row.authority, row.settings = season.authority.strip(), settings_to_json(season.settings)
        session.flush()  # what is given back is what was saved
        return season_of(row)


def seasons(ws: Workspace) -> tuple[tuple[Season, SeasonState], ...]:
    """The seasons with how far each is, the newest first."""
    with ws.read() as session:
        rows = session.scalars(select(RelevySeason).order_by(RelevySeason.tax_year.desc())).all()
        return tuple((season_of(row), _state(session, row.id)) for row in rows)


def relevy_list(ws: Workspace, *, season_id: int, progress: Progress | None = None) -> RelevyList:
    """The list as it would be now, or as it was frozen; nothing is written. ``progress`` may raise to stop."""
    with ws.read() as session:
        return _relevy_list(session, season_id, ws.clock.today(), progress=progress)


def leave_out(ws: Workspace, *, season_id: int, account_id: int, reason: str) -> None:
    """Leave an account out of a season, such as for a bankruptcy or an open dispute."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the account is left out; the list shows it."})
    with ws.write(reason=reason[:500]) as session:
        row = _season_row(session, season_id)
        _require_open(session, row)
        _account(session, account_id)
        known = session.scalar(_excluded(season_id, account_id))
        if known is None:
            session.add(RelevyExclusion(season_id=season_id, account_id=account_id, reason=reason.strip()))
        else:
            known.reason = reason.strip()


def take_back_in(ws: Workspace, *, season_id: int, account_id: int) -> None:
    """Put an account that was left out on the list again."""
    with ws.write(reason="relevy list") as session:
        _require_open(session, _season_row(session, season_id))
        known = session.scalar(_excluded(season_id, account_id))
        if known is None:
            raise UserError("That account is not left out. Refresh the list (F5).")
        session.delete(known)


def freeze_list(
    ws: Workspace, *, season_id: int, acknowledged: Collection[str] = (), progress: Progress | None = None
) -> RelevyList:
    """Freeze the list: rows, breakdown, parcel and owner stay as they are until it is certified.

    Refused before the cut-off is over, while a finding blocks, and until every warning is ``acknowledged``.
    """
    with ws.write(reason="relevy list frozen") as session:
        row, today = _season_row(session, season_id), session.info["clock"].today()
        _require_open(session, row)
        if today <= row.cut_off:
            raise RuleViolation(
                f"The list is frozen after its cut-off: payments count through {show_date(row.cut_off)}."
            )
        found = _relevy_list(session, season_id, today, progress=progress)
        _refuse_findings(found, acknowledged)
        if not found.rows:
            raise RuleViolation("There is nothing to certify: no account owes enough by the cut-off.")
        _write_freeze(session, row, found, today)
        return _relevy_list(session, season_id, today)


def open_list_again(ws: Workspace, *, season_id: int, reason: str) -> None:
    """Drop a frozen list that is not certified yet, because money came or a parcel was mended."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the list is opened again; the reason is kept."})
    with ws.write(reason=reason[:500]) as session:
        freeze = _freeze(session, season_id)
        if freeze is None:
            raise UserError("That list is not frozen.")
        if _certificate(session, freeze.id) is not None:
            raise RuleViolation(
                "The list is certified. Withdraw the certificate if it was not sent yet, else a row with its letter."
            )
        freeze.live = False


def save_county_layout(ws: Workspace, *, layout: CountyLayout) -> None:
    """Keep a county's layout under its name, to be used again every year."""
    check_layout(layout)
    with ws.write(reason="county file layout") as session:
        profile = session.scalars(select(OfficeProfile)).one()
        kept = {**profile.settings.get(_LAYOUTS, {}), layout.name: layout_to_json(layout)}
        profile.settings = {**profile.settings, _LAYOUTS: kept}


def county_layouts(ws: Workspace) -> tuple[CountyLayout, ...]:
    """The layouts kept, by name."""
    with ws.read() as session:
        return tuple(_layouts(session).values())


def _layouts(session: Session) -> Mapping[str, CountyLayout]:
    profile = session.scalars(select(OfficeProfile)).one()
    kept: dict[str, Any] = profile.settings.get(_LAYOUTS, {})
    return {name: layout_from_json(stored) for name, stored in sorted(kept.items())}


def _relevy_list(
    session: Session, season_id: int, today: date, *, progress: Progress | None = None
) -> RelevyList:
    row = _season_row(session, season_id)
    season, state = season_of(row), _state(session, season_id)
    excluded = dict(
        session.execute(
            select(RelevyExclusion.account_id, RelevyExclusion.reason).where(
                RelevyExclusion.season_id == season_id
            )
        ).all()
    )
    freeze = _freeze(session, season_id)
    if freeze is None:
        rows, left_out, receivable = _list(session, season, today, excluded=excluded, progress=progress)
    else:
        rows, left_out, receivable = frozen_rows(session, freeze.id), (), None
    findings = _findings(session, rows, season, today)
    if state in (SeasonState.OPEN, SeasonState.FROZEN):
        findings += _uncharged(session, season, today, excluded)
    return RelevyList(season, state, rows, left_out, findings, receivable)


def _refuse_findings(found: RelevyList, acknowledged: Collection[str]) -> None:
    if found.blocking:
        raise RuleViolation(f"The list cannot be frozen: {found.blocking[0].sentence}")
    open_ones = [one.sentence for one in found.warnings if one.sentence not in set(acknowledged)]
    if open_ones:
        raise RuleViolation(f"Look at this first, and acknowledge it: {open_ones[0]}")


def _write_freeze(session: Session, row: RelevySeason, found: RelevyList, today: date) -> None:
    freeze = RelevyFreeze(
        season_id=row.id,
        frozen_on=today,
        frozen_at=session.info["clock"].now(),
        actor=session.info["actor"],
        count=len(found.rows),
        total=found.total,
        settings={**row.settings, "acknowledged": [one.sentence for one in found.warnings]},
    )
    freeze.rows.extend(_frozen(one) for one in found.rows)
    session.add(freeze)
    session.flush()  # the list is read again from the rows


def _frozen(one: ListRow) -> RelevyRow:
    amounts = one.amounts
    return RelevyRow(
        account_id=one.account_id,
        account=one.account,
        parcel_id=one.parcel_id,
        swis=one.swis,
        print_key=one.print_key,
        sbl=one.sbl,
        district=one.district,
        owner=one.owner,
        location=one.location,
        rent=amounts.rent,
        penalty=amounts.penalty,
        interest=amounts.interest,
        fee=amounts.fee,
        added=amounts.added,
        total=amounts.total,
        items=[
            [item.entry_id, item.kind.value, item.bill, item.charge_code, str(item.amount)]
            for item in amounts.items
        ],
    )


def _season_row(session: Session, season_id: int) -> RelevySeason:
    row = session.get(RelevySeason, season_id)
    if row is None:
        raise UserError("That season is not in this office. Refresh the list (F5) and choose it again.")
    return row


def _freeze(session: Session, season_id: int) -> RelevyFreeze | None:
    return session.scalar(
        select(RelevyFreeze).where(RelevyFreeze.season_id == season_id, RelevyFreeze.live.is_(True))
    )


def _certificate(session: Session, freeze_id: int) -> RelevyCertificate | None:
    return session.scalar(select(RelevyCertificate).where(RelevyCertificate.freeze_id == freeze_id))


def _state(session: Session, season_id: int) -> SeasonState:
    freeze = _freeze(session, season_id)
    if freeze is None:
        return SeasonState.OPEN
    certificate = _certificate(session, freeze.id)
    if certificate is None:
        return SeasonState.FROZEN
    paid = select(RelevyRemittance.id).where(
        RelevyRemittance.certificate_id == certificate.id, RelevyRemittance.live.is_(True)
    )
    return SeasonState.CERTIFIED if session.scalar(paid) is None else SeasonState.PAID_OVER


def _require_open(session: Session, row: RelevySeason) -> None:
    state = _state(session, row.id)
    if state is not SeasonState.OPEN:
        raise RuleViolation(
            f"The list of the {row.tax_year} roll is {state.value}. Open it again before anything of it is changed."
            if state is SeasonState.FROZEN
            else f"The list of the {row.tax_year} roll is {state.value}; a row is withdrawn by letter."
        )


def _excluded(season_id: int, account_id: int) -> Any:
    return select(RelevyExclusion).where(
        RelevyExclusion.season_id == season_id, RelevyExclusion.account_id == account_id
    )


def _check_codes(session: Session, settings: SeasonSettings) -> None:
    known = Counter(charge_order(session))
    errors = {
        name: f"{code} is no charge code of this office. Enter it under Rates and fees first."
        for name, code in (("fee_code", settings.fee_code), ("added_code", settings.added_code))
        if code and not known[code]
    }
    unknown = [code for code in settings.only_codes if not known[code]]
    if unknown:
        errors["only_codes"] = f"{join_words(unknown)}: no such charge code in this office."
    if settings.layout and settings.layout not in _layouts(session):
        errors["layout"] = f"There is no county layout “{settings.layout}”; save it first."
    if errors:
        raise FieldErrors(errors)
