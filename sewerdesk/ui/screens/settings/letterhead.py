"""The letterhead: what every paper prints at its head, and the seal."""

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.office import Letterhead, OfficeProfile
from sewerdesk.services.offices import office_profile, save_office_profile
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.address import OFFICE_REACH_FIELDS, office_address_section
from sewerdesk.ui.forms.spec import FieldSpec, FormSpec, Section
from sewerdesk.ui.screens.settings.section import FormSection
from sewerdesk.ui.seal import read_seal
from sewerdesk.ui.theme import set_role, theme
from sewerdesk.ui.widgets.card import Card

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_PICTURES = "Pictures (*.png *.jpg *.jpeg)"


@dataclass(frozen=True, slots=True)
class LetterheadDraft(Letterhead):
    """The letterhead as typed; ``law_code`` is not typed, it says whether the law fixes the municipality's name."""

    law_code: str = ""
    municipality: str = ""
    county: str = ""


def _names_itself(draft: LetterheadDraft, _state: str) -> bool:
    return draft.law_code == "blank"


def _named_by_law(draft: LetterheadDraft, _state: str) -> bool:
    return draft.law_code != "blank"


FORM = FormSpec(
    LetterheadDraft,
    (
        office_address_section(
            FieldSpec(
                "municipality",
                "Municipality",
                required=True,
                max_len=100,
                help="The full name, as it is printed at the head of every paper.",
                read_only_when=_named_by_law,
            ),
            FieldSpec(
                "county",
                "County",
                required=True,
                max_len=40,
                help="Affidavits of mailing are sworn in it.",
                visible_when=_names_itself,
            ),
        ),
        Section("How to reach the office", OFFICE_REACH_FIELDS),
    ),
    verb="save",
)


def draft_of(profile: OfficeProfile) -> LetterheadDraft:
    """What the form shows of the office's profile."""
    return LetterheadDraft(**{field.name: getattr(profile, field.name) for field in fields(LetterheadDraft)})


class LetterheadSection(FormSection[LetterheadDraft]):
    """The form, with the seal as it will be printed beside its buttons."""

    def __init__(self, context: "UiContext") -> None:
        self._version = 0
        super().__init__(
            context,
            key="letterhead",
            title="Letterhead",
            sentence="Printed at the head of every paper. Papers already issued keep the one they were printed with.",
            spec=FORM,
            read=self._read_profile,
            save=self._save_profile,
            saved_words="The letterhead was saved.",
        )
        self.seal = QLabel()
        self.seal.setAlignment(Qt.AlignmentFlag.AlignCenter)
        side = theme().sizes.control * 2
        self.seal.setFixedSize(side, side)
        self.seal_words = QLabel()
        self.seal_words.setWordWrap(True)
        set_role(self.seal_words, role="secondary")
        self.choose_action = make_action(self, "Choose &picture…", self.choose_seal, key="choose-seal")
        self.remove_action = make_action(self, "&Remove", self.remove_seal, key="remove-seal")
        self.addAction(self.choose_action)
        self.addAction(self.remove_action)
        self.body.insertWidget(0, self._seal_card())

    def _seal_card(self) -> Card:
        card = Card(padding=12)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.seal)
        line.addWidget(self.seal_words, 1)
        for action in (self.choose_action, self.remove_action):
            line.addWidget(ActionButton(action, card, quiet=action is self.remove_action))
        card.body.addLayout(line)
        return card

    def show_section(self) -> None:
        """Show the form and the seal."""
        super().show_section()
        self._show_seal(office_profile(self.context.ws).seal)

    def refresh(self) -> None:
        """Read the profile again."""
        super().refresh()
        self._show_seal(office_profile(self.context.ws).seal)

    @Slot()
    def choose_seal(self) -> None:
        """Choose the picture of the seal; it is saved at once, with Undo."""
        path = self.context.prompter.choose_file("Choose the picture of the seal", kinds=_PICTURES)
        if path is None:
            return
        try:
            self._save_seal(read_seal(path), "The seal was saved; new papers print it.")
        except SewerdeskError as error:
            show_failure(self.context.prompter, error)

    @Slot()
    def remove_seal(self) -> None:
        """Print no seal from now on; with Undo."""
        try:
            self._save_seal(None, "The seal was removed; new papers print none.")
        except SewerdeskError as error:
            show_failure(self.context.prompter, error)

    def _save_seal(self, picture: bytes | None, words: str) -> None:
        before = office_profile(self.context.ws)
        self._former_seal = before.seal
        save_office_profile(self.context.ws, profile=replace(before, seal=picture))
        self._took_own_change(before)
        self.context.toasts.show(words, undo=self._put_back_seal)

    @Slot()
    def _put_back_seal(self) -> None:
        before = office_profile(self.context.ws)
        save_office_profile(self.context.ws, profile=replace(before, seal=self._former_seal))
        self._took_own_change(before)

    def _took_own_change(self, before: OfficeProfile) -> None:
        """The seal's own save must not make the form's typing look stale."""
        after = office_profile(self.context.ws)
        if self._version == before.version:
            self._version = after.version
        self._show_seal(after.seal)

    def _show_seal(self, picture: bytes | None) -> None:
        shown = QPixmap()
        if picture is not None:
            shown.loadFromData(picture)
        self.remove_action.setEnabled(picture is not None)
        self.seal.setVisible(not shown.isNull())
        if shown.isNull():
            self.seal_words.setText("No seal: papers print the municipality's name alone.")
            return
        side = self.seal.width() * self.devicePixelRatioF()
        scaled = shown.scaled(
            round(side),
            round(side),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        scaled.setDevicePixelRatio(self.devicePixelRatioF())
        self.seal.setPixmap(scaled)
        self.seal.setAccessibleName("Picture of the seal")
        self.seal_words.setText("The seal is printed up to one inch square at the head of papers.")

    def _read_profile(self) -> LetterheadDraft:
        profile = office_profile(self.context.ws)
        self._version = profile.version
        return draft_of(profile)

    def _save_profile(self, draft: LetterheadDraft) -> object:
        profile = office_profile(self.context.ws)
        typed = {field.name: getattr(draft, field.name) for field in fields(LetterheadDraft)}
        changed = replace(profile, **{**typed, "state": draft.state.upper(), "version": self._version})
        save_office_profile(self.context.ws, profile=changed)
        self._version = office_profile(self.context.ws).version
        return changed
