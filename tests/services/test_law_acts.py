"""Acts of the Board: entered whole or not at all, applied everywhere, withdrawn without a trace in the law."""

import json
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.data.audit import Audit
from sewerdesk.data.workspace import Changes
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.acts import ActKind, LawActDraft, LawChange
from sewerdesk.services.attachments import attachments_of
from sewerdesk.services.law import law_of, read_pack, shipped_law
from sewerdesk.services.law_acts import (
    SUBJECT,
    act_warnings,
    acts,
    confirm,
    enter_act,
    figure_answer,
    figure_history,
    rows_to_confirm,
    to_confirm,
    withdraw_act,
)
from sewerdesk.services.offices import office_profile, open_office
from sewerdesk.services.workspace import Workspace
from tests.support.offices import HAGUE, new_office

DAYS = "permit.file_days"
JANUARY, MARCH = date(2027, 1, 4), date(2027, 3, 1)


def ninety(*, on: date = MARCH, number: str = "12 of 2027", value: str = "90") -> LawActDraft:
    """The Board sets the days to file a permit."""
    change = LawChange("figure", DAYS, value)
    return LawActDraft(ActKind.RESOLUTION, JANUARY, on, (change,), number=number)


def test_enter_act_changes_the_law_from_its_day_on(ws: Workspace) -> None:
    view = enter_act(ws, draft=ninety())
    assert (view.citation, view.entered_by, view.entered_on) == ("Resolution 12 of 2027", "MB", JANUARY)
    assert [(one.before, one.after) for one in view.changes] == [("60 days", "90 days")]
    law = law_of(ws)
    assert law.figure(DAYS, MARCH - timedelta(days=1)).number == 60
    assert (law.figure(DAYS, MARCH).whole, law.figure(DAYS, MARCH).citation) == (90, "Resolution 12 of 2027")
    assert [one.value for one in figure_history(ws, key=DAYS)] == [60, 90]
    held = figure_answer(ws, key=DAYS, on=MARCH).act
    assert held is not None
    assert held.id == view.id
    assert shipped_law(ws).figure(DAYS, MARCH).number == 60
    assert read_pack("hague").figure(DAYS, MARCH).number == 60


def test_enter_act_tells_screens_and_the_audit_trail(ws: Workspace) -> None:
    heard: list[Changes] = []
    ws.subscribe(heard.append)
    enter_act(ws, draft=ninety())
    assert SUBJECT in heard[0].kinds()
    with ws.read() as session:
        [row] = session.scalars(select(Audit).where(Audit.kind == SUBJECT)).all()
        assert (row.action, row.actor, row.reason) == ("added", "MB", "entered Resolution 12 of 2027")
        assert "Resolution 12 of 2027" in json.dumps(row.changes)


def test_enter_act_is_whole_or_nothing(ws: Workspace, tmp_path: Path) -> None:
    before = law_of(ws)
    with pytest.raises(UserError, match="cannot be read or copied"):
        enter_act(ws, draft=ninety(), files=[tmp_path / "gone.pdf"])
    assert acts(ws) == ()
    assert law_of(ws) is before
    scan = tmp_path / "resolution 12.pdf"
    scan.write_bytes(b"%PDF-1.4 scan")
    view = enter_act(ws, draft=ninety(value="75"), files=[scan])
    assert view.files == 1
    assert [row.name for row in attachments_of(ws, subject=SUBJECT, subject_id=view.id)] == [scan.name]
    assert law_of(ws).figure(DAYS, MARCH).number == 75  # not what the undone transaction had


def test_refuse_an_act_with_one_sentence_a_field(ws: Workspace) -> None:
    enter_act(ws, draft=ninety())
    with pytest.raises(FieldErrors) as same_day:
        enter_act(ws, draft=ninety(number="13 of 2027", value="45"))
    assert set(same_day.value.errors) == {f"figure:{DAYS}"}
    with pytest.raises(FieldErrors) as wrong:
        act_warnings(ws, draft=replace(ninety(value="ninety"), number="", effective_from=None))
    assert set(wrong.value.errors) == {"number", "effective_from", f"figure:{DAYS}"}
    assert len(acts(ws)) == 1


def test_withdraw_act_restores_the_law_and_keeps_the_entry(ws: Workspace) -> None:
    view = enter_act(ws, draft=ninety())
    with pytest.raises(FieldErrors, match="Say why"):
        withdraw_act(ws, act_id=view.id, reason=" ")
    withdraw_act(ws, act_id=view.id, reason="It was Resolution 21, of another matter")
    [kept] = acts(ws)
    assert (kept.withdrawn_on, kept.withdrawn_by) == (JANUARY, "MB")
    assert kept.withdrawn_reason == "It was Resolution 21, of another matter"
    assert law_of(ws) == shipped_law(ws)
    with pytest.raises(UserError, match="withdrawn on 1/4/2027 already"):
        withdraw_act(ws, act_id=view.id, reason="again")
    with pytest.raises(UserError, match="not in this office"):
        withdraw_act(ws, act_id=999, reason="again")
    enter_act(ws, draft=ninety(value="45"))  # its day is free again
    assert law_of(ws).figure(DAYS, MARCH).number == 45


def test_keep_an_act_on_which_a_confirmed_rule_rests(ws: Workspace) -> None:
    """A rule that was confirmed with its figure is never left without it: the confirmation is withdrawn first."""
    rule = ("penalty", "administrative")
    fine = LawActDraft(
        ActKind.RESOLUTION,
        JANUARY,
        JANUARY,
        (LawChange("figure", "penalty.administrative_max", "1000"),),
        number="4 of 2027",
    )
    figure = enter_act(ws, draft=fine)
    read = confirm(
        ws, rows=[rule], kind=ActKind.CONFIRMATION, source="§1001", effective_from=ws.clock.today()
    )
    with pytest.raises(RuleViolation, match="Withdraw §1001 first"):
        withdraw_act(ws, act_id=figure.id, reason="Entered twice")
    assert law_of(ws).figure("penalty.administrative_max", ws.clock.today()).number == 1000
    withdraw_act(ws, act_id=read.id, reason="Read in the wrong article")
    withdraw_act(ws, act_id=figure.id, reason="Entered twice")
    assert law_of(ws).figure("penalty.administrative_max", ws.clock.today()).value is None


@pytest.mark.parametrize("table", ["law_act", "law_change", "law_act_withdrawal"])
def test_acts_are_never_altered(ws: Workspace, table: str) -> None:
    view = enter_act(ws, draft=ninety())
    withdraw_act(ws, act_id=view.id, reason="mistake")
    with pytest.raises(IntegrityError, match="never changed or deleted"), ws.write() as session:
        session.execute(text(f"DELETE FROM {table}"))


def test_law_of_is_kept_until_something_changes(ws: Workspace) -> None:
    first = law_of(ws)
    assert law_of(ws) is first
    enter_act(ws, draft=ninety())
    second = law_of(ws)
    assert second is not first
    assert law_of(ws) is second
    ws.clock = FixedClock(MARCH)
    assert law_of(ws) is not second


def test_words_of_an_act_stand_from_its_day(ws: Workspace) -> None:
    change = LawChange("officer", "issues", "Superintendent of Sewers")
    enter_act(ws, draft=replace(ninety(), changes=(change,)))
    assert law_of(ws).officer("issues").title == read_pack("hague").officer("issues").title
    ws.clock = FixedClock(MARCH)
    assert law_of(ws).officer("issues").title == "Superintendent of Sewers"


def test_acts_survive_closing_and_opening(tmp_path: Path, clock: FixedClock) -> None:
    office = new_office(tmp_path / "office")
    enter_act(office.ws, draft=ninety())
    office.close(back_up=False)
    again = open_office(tmp_path / "office", clock=clock, operator="MB")
    try:
        assert law_of(again.ws).figure(DAYS, MARCH).number == 90
        assert [view.citation for view in acts(again.ws)] == ["Resolution 12 of 2027"]
    finally:
        again.close(back_up=False)


def test_confirm_counts_down(ws: Workspace) -> None:
    """Model figures and test times are confirmed at once with the edition; a blank is asked for."""
    start, rows = to_confirm(ws), rows_to_confirm(ws)
    assert start.total == len(rows) > 0
    law = law_of(ws)
    model = [("figure", row.key) for row in law.to_confirm(JANUARY) if row.status is FigureStatus.MODEL]
    times = [("test_time", row.key) for row in law.test_times if row.status is FigureStatus.MODEL]
    view = confirm(
        ws,
        rows=[*model, *times],
        kind=ActKind.CONFIRMATION,
        source="§406C(4)",
        effective_from=JANUARY,
        edition="UNI-B-6-98",
    )
    assert len(view.changes) == len(model) + len(times)
    after = to_confirm(ws)
    assert after.model_figures == 0
    assert after.total == start.total - len(model) - len(times)
    assert law_of(ws).test_times[0].citation == "§406C(4), UNI-B-6-98"
    assert law_of(ws).figure(model[0][1], JANUARY).value == law.figure(model[0][1], JANUARY).value
    blank = law_of(ws).to_confirm(JANUARY)[0]
    with pytest.raises(FieldErrors) as refused:
        confirm(
            ws,
            rows=[("figure", blank.key), model[0]],
            kind=ActKind.CONFIRMATION,
            source="§1",
            effective_from=JANUARY,
        )
    assert set(refused.value.errors) == {f"figure:{blank.key}", f"figure:{model[0][1]}"}
    enter = LawChange("figure", blank.key, "100")
    enter_act(ws, draft=replace(ninety(), changes=(enter,), effective_from=JANUARY))
    assert to_confirm(ws).blank_figures == after.blank_figures - 1


def test_blank_office_speaks_of_its_own_municipality(tmp_path: Path) -> None:
    setup = replace(HAGUE, law_code="blank", municipality="Village of Milton", county="Saratoga County")
    office = new_office(tmp_path / "milton", setup=setup)
    try:
        law = law_of(office.ws)
        assert (law.municipality, law.kind, law.county) == ("Village of Milton", "village", "Saratoga")
        assert office_profile(office.ws).county == "Saratoga"
        key = law.to_confirm(JANUARY)[0].key
        unit = law.figures[key].unit
        value = {"USD": Decimal(100)}.get(unit.value, Decimal(10))
        enter_act(
            office.ws,
            draft=replace(ninety(on=JANUARY), changes=(LawChange("figure", key, f"{value}"),)),
        )
        assert law_of(office.ws).municipality == "Village of Milton"
    finally:
        office.close(back_up=False)
