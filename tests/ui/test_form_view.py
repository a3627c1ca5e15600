"""The form as a whole: drafts in and out, problems, completeness, getting about, and drafts that survive."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.errors import EnvironmentProblem, FieldErrors, ProblemKind
from sewerdesk.ui.forms.codec import DraftUnreadable, decode, encode
from sewerdesk.ui.forms.drafts import DraftKeeper, DraftOffer
from sewerdesk.ui.forms.line_editors import LineEditor
from sewerdesk.ui.forms.packing import pack, unpack
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.forms.view import FormView
from tests.ui.form_sample import (
    TODAY,
    Class,
    MemoryStore,
    SampleDraft,
    full_draft,
    press,
    sample_context,
    sample_spec,
    type_text,
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
CLOCK = FixedClock(TODAY, time(20, 5))
REQUIRED_EMPTY = ("owner", "is_agent", "zip_code", "contractor", "building", "units", "filed", "fee")


@pytest.fixture
def form(qtbot: QtBot) -> Iterator[FormView[SampleDraft]]:
    view = FormView(sample_spec(), sample_context())
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    yield view
    view.close()


def edit_of(form: FormView[SampleDraft], name: str) -> QLineEdit:
    """The line of a field."""
    editor = form.editor(name)
    assert isinstance(editor, LineEditor)
    return editor.edit


def test_load_and_draft_round_trip_every_field(form: FormView[SampleDraft]) -> None:
    draft = replace(full_draft(), number="APP-77", files=(Path("/a/b & c.pdf"),))
    form.load(draft)
    assert form.draft() == draft
    assert not form.is_dirty()


def test_untouched_empty_form_is_not_dirty_and_typing_makes_it_so(form: FormView[SampleDraft]) -> None:
    assert not form.is_dirty()
    edit_of(form, "owner").setText("Peña")
    assert form.is_dirty()
    edit_of(form, "owner").setText("")
    assert not form.is_dirty()
    edit_of(form, "fee").setText("1,23")
    assert form.is_dirty()


def test_draft_names_what_cannot_be_read_and_keeps_it(form: FormView[SampleDraft]) -> None:
    form.load(full_draft())
    edit_of(form, "fee").setText("1,23")
    edit_of(form, "filed").setText("2/29/26")
    with pytest.raises(FieldErrors) as caught:
        form.draft()
    assert set(caught.value.errors) == {"fee", "filed"}
    assert "real date" in caught.value.errors["filed"]
    assert (edit_of(form, "fee").text(), edit_of(form, "filed").text()) == ("1,23", "2/29/26")


def test_check_lists_problems_in_form_order_and_focuses_the_panel(form: FormView[SampleDraft]) -> None:
    assert form.check() is None
    assert tuple(form.errors()) == REQUIRED_EMPTY
    assert form.errors()["contractor"] == "Choose the contractor."
    assert form.errors()["zip_code"] == "Enter the ZIP code."
    panel = form.problem_panel()
    assert panel.title() == "There are 8 problems"
    assert panel.fields() == REQUIRED_EMPTY
    assert panel.hasFocus()
    assert form.editor("owner").error() == "Enter the owner name."


def test_problem_link_and_f6_lead_to_the_fields(form: FormView[SampleDraft]) -> None:
    form.check()
    press(form.problem_panel(), Qt.Key.Key_Return)
    assert edit_of(form, "owner").hasFocus()
    form.next_problem()
    assert form.editor("is_agent").primary.hasFocus()
    for _ in range(6):
        form.next_problem()
    assert edit_of(form, "fee").hasFocus()
    form.next_problem()
    assert edit_of(form, "owner").hasFocus()


def test_typing_takes_the_problem_away_from_its_field_only(form: FormView[SampleDraft]) -> None:
    form.check()
    edit_of(form, "owner").setText("Peña")
    assert form.editor("owner").error() == ""
    assert form.editor("zip_code").error() != ""


def test_check_applies_the_rules_of_the_form_last(form: FormView[SampleDraft]) -> None:
    form.load(replace(full_draft(), fee=Decimal("0.00")))
    assert form.check() is None
    assert dict(form.errors()) == {"fee": "A shop pays a fee. Enter the fee."}
    edit_of(form, "fee").setText("5")
    checked = form.check()
    assert checked is not None
    assert checked.fee == Decimal("5.00")
    assert not form.errors()


def test_errors_of_no_field_stand_on_top(form: FormView[SampleDraft]) -> None:
    form.show_errors({"number": "Number APP-1 is taken.", "owner": "Enter the owner name."})
    assert form.problem_panel().fields() == ("owner",)
    assert form.problem_panel().title() == "There are 2 problems"


def test_strip_counts_what_is_still_needed(form: FormView[SampleDraft]) -> None:
    assert form.completeness() == "8 of 8 still needed to submit"
    edit_of(form, "owner").setText("Peña")
    assert form.completeness() == "7 of 8 still needed to submit"
    press(form.editor("is_agent").primary, Qt.Key.Key_Y)
    assert form.completeness() == "7 of 9 still needed to submit"
    form.load(full_draft())
    assert form.completeness() == ""
    assert form.missing() == ()


def test_hidden_field_keeps_its_text_but_not_its_value(form: FormView[SampleDraft]) -> None:
    form.load(full_draft())
    assert form.draft().agent == "=1+1 LLC"
    press(form.editor("is_agent").primary, Qt.Key.Key_N)
    assert form.editor("agent").isHidden()
    assert form.draft().agent == ""
    press(form.editor("is_agent").primary, Qt.Key.Key_Y)
    assert form.draft().agent == "=1+1 LLC"


def test_law_value_follows_the_draft(form: FormView[SampleDraft]) -> None:
    assert form.editor("due").value() == "60 days of the filing date"
    edit_of(form, "filed").setText("7/4")
    assert form.editor("due").value() == "60 days"


def test_enter_goes_to_the_next_field_unless_switched_off(form: FormView[SampleDraft]) -> None:
    form.editor("owner").focus()
    press(edit_of(form, "owner"), Qt.Key.Key_Return)
    assert form.editor("is_agent").primary.hasFocus()
    press(form.editor("is_agent").primary, Qt.Key.Key_Return)
    assert edit_of(form, "phone").hasFocus()
    form.set_enter_moves(moves=False)
    press(edit_of(form, "phone"), Qt.Key.Key_Return)
    assert edit_of(form, "phone").hasFocus()


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_F10, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_save_keys_work_in_every_field(
    form: FormView[SampleDraft], qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    for name in ("owner", "notes", "building", "filed"):
        form.go_to(name)
        with qtbot.waitSignal(form.save_requested, timeout=1000):
            QTest.keyClick(form.editor(name).primary, key, modifiers)


def test_focus_first_goes_to_the_first_field_still_needed(form: FormView[SampleDraft]) -> None:
    form.load(replace(full_draft(), units=None))
    form.focus_first()
    assert edit_of(form, "units").hasFocus()


def test_tab_visits_the_fields_in_their_order(form: FormView[SampleDraft]) -> None:
    form.load(full_draft())
    form.go_to("owner")
    seen: list[str] = []
    for _ in range(40):
        for name in [spec.name for spec in form.spec.fields]:
            focused = form.focusWidget()
            if form.editor(name).isAncestorOf(focused) and name not in seen:
                seen.append(name)
        QTest.keyClick(form.focusWidget(), Qt.Key.Key_Tab)
    assert seen == [spec.name for spec in form.spec.fields]


def test_read_only_form_takes_no_typing(form: FormView[SampleDraft]) -> None:
    form.load(full_draft())
    form.set_state("issued", read_only=True)
    assert edit_of(form, "owner").isReadOnly()
    assert not form.editor("building").primary.isEnabled()
    form.set_state("draft")
    assert not edit_of(form, "owner").isReadOnly()
    assert form.editor("building").primary.isEnabled()


def test_form_spec_refuses_a_field_the_draft_lacks() -> None:
    with pytest.raises(ValueError, match="SampleDraft has no field nobody"):
        FormSpec(SampleDraft, (Section("", (FieldSpec("nobody", "Nobody"),)),))
    twice = FieldSpec("owner", "Owner")
    with pytest.raises(ValueError, match="comes twice"):
        FormSpec(SampleDraft, (Section("", (twice, twice)),))
    law = FieldSpec("rule", "Rule", FieldKind.LAW)
    assert FormSpec(SampleDraft, (Section("", (law,)),)).empty() == SampleDraft()


# ---------------------------------------------------------------- drafts that survive


@dataclass(frozen=True)
class Nested:
    """A draft with a draft inside."""

    day: date
    parts: tuple[SampleDraft, ...] = ()
    pair: tuple[str, Decimal] = ("", Decimal(0))
    moment: datetime | None = None
    kind: Class | str = Class.HOME


DRAFTS = st.builds(
    SampleDraft,
    owner=st.text(),
    contractor=st.none() | st.integers(),
    building=st.none() | st.sampled_from(Class),
    is_agent=st.none() | st.booleans(),
    filed=st.none() | st.dates(),
    fee=st.none() | st.decimals(allow_nan=False, allow_infinity=False, places=2),
    files=st.lists(st.sampled_from(["/a", "b c.pdf"])).map(lambda names: tuple(Path(name) for name in names)),
    checks=st.lists(
        st.builds(ChecklistAnswer, key=st.text(), answer=st.none() | st.sampled_from(Answer))
    ).map(tuple),
    notes=st.text(),
)


@given(draft=DRAFTS)
def test_codec_returns_what_it_wrote(draft: SampleDraft) -> None:
    assert decode(SampleDraft, encode(draft)) == draft


@given(draft=DRAFTS, day=st.dates(), moment=st.none() | st.datetimes(timezones=st.just(UTC)))
def test_codec_goes_into_nested_drafts(draft: SampleDraft, day: date, moment: datetime | None) -> None:
    nested = Nested(day, (draft, draft), ("x", Decimal("1.50")), moment)
    assert decode(Nested, encode(nested)) == nested


def test_codec_survives_a_new_version_and_refuses_nonsense() -> None:
    assert decode(SampleDraft, '{"owner":"Peña","dropped_field":1}') == SampleDraft(owner="Peña")
    for text in (
        "",
        "[]",
        '{"units":"two"}',
        '{"filed":"07/04/2026"}',
        '{"fee":1.5}',
        '{"building":"barn"}',
        "{",
    ):
        with pytest.raises(DraftUnreadable, match="type it again"):
            decode(SampleDraft, text)
    with pytest.raises(DraftUnreadable):
        decode(Nested, "{}")
    with pytest.raises(TypeError, match="cannot hold a set"):
        encode(replace(full_draft(), files=(set(),)))  # type: ignore[arg-type]


def test_pack_keeps_text_that_is_no_value_yet(form: FormView[SampleDraft]) -> None:
    form.load(full_draft())
    edit_of(form, "fee").setText("1,23")
    packed = pack(form.typed())
    form.load(SampleDraft())
    form.restore(unpack(SampleDraft, packed))
    assert edit_of(form, "fee").text() == "1,23"
    assert edit_of(form, "owner").text() == "O'Brien & Sons <Plumbing>"
    assert form.is_dirty()
    with pytest.raises(DraftUnreadable):
        unpack(SampleDraft, json.dumps({"draft": {}}))


def test_keeper_keeps_within_two_seconds_of_typing(form: FormView[SampleDraft], qtbot: QtBot) -> None:
    store = MemoryStore()
    keeper = DraftKeeper(form, store, key="application/new", clock=CLOCK)
    form.editor("owner").focus()
    with qtbot.waitSignal(keeper.kept, timeout=4000):
        type_text(edit_of(form, "owner"), "Łukasiewicz")
    assert "Łukasiewicz" in store.kept["application/new"].payload
    assert store.kept["application/new"].saved_at == CLOCK.now()


def test_draft_is_offered_restored_and_forgotten(qtbot: QtBot) -> None:
    store = MemoryStore()
    crashed = FormView(sample_spec(), sample_context())
    qtbot.addWidget(crashed)
    DraftKeeper(crashed, store, key="k", clock=CLOCK)
    edit_of(crashed, "owner").setText("=1+1 LLC")
    keeper = crashed.findChild(DraftKeeper)
    assert isinstance(keeper, DraftKeeper)
    keeper.keep()
    opened = FormView(sample_spec(), sample_context())
    qtbot.addWidget(opened)
    later = DraftKeeper(opened, store, key="k", clock=CLOCK)
    assert later.waiting() is not None
    edit_of(opened, "owner").setText("typed before answering")
    later.keep()
    assert "=1+1 LLC" in store.kept["k"].payload
    later.restore()
    assert edit_of(opened, "owner").text() == "=1+1 LLC"
    edit_of(opened, "owner").setText("")
    later.keep()
    assert store.kept == {}


def test_offer_says_when_it_was_typed(qtbot: QtBot) -> None:
    store = MemoryStore()
    store.save("k", payload="{}", saved_at=datetime(2026, 7, 14, 12, 5, tzinfo=UTC))
    offer = DraftOffer()
    qtbot.addWidget(offer)
    stored = store.load("k")
    assert stored is not None
    offer.offer(stored, clock=CLOCK)
    assert offer.words().startswith("You were typing this on 07/14/2026 at ")
    assert offer.words().endswith("(Tue, yesterday).")
    with qtbot.waitSignal(offer.restore_asked):
        offer.restore_button.click()
    offer.close()


def test_keeper_says_when_it_cannot_keep(form: FormView[SampleDraft], qtbot: QtBot) -> None:
    class FullDisk(MemoryStore):
        def save(self, key: str, *, payload: str, saved_at: datetime) -> None:
            raise EnvironmentProblem(ProblemKind.DISK_FULL, "The disk is full.")

    keeper = DraftKeeper(form, FullDisk(), key="k", clock=CLOCK)
    edit_of(form, "owner").setText("Peña")
    with qtbot.waitSignal(keeper.failed) as said:
        keeper.keep()
    assert said.args == ["What you type here is not being kept safe: The disk is full."]
    assert edit_of(form, "owner").text() == "Peña"
