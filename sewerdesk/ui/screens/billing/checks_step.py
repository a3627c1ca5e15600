"""Fourth step: what must be put right before posting, and what must at least have been read."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from sewerdesk.domain.billing import RunFinding
from sewerdesk.domain.runviews import FindingGroup, RunLook, warning_groups
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.screens.billing.review_step import secondary
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.scrolled import scroll_to

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_SHOWN = 40


class ChecksStep(WizardStep):
    """Ready once nothing blocks and every group of warnings is acknowledged."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            "Checks",
            help_text="Every warning is kept with the run, with your initials, once you have read it.",
        )
        self._context = context
        self._look: RunLook | None = None
        self._seen: set[tuple[str, tuple[str, ...]]] = set()
        self.boxes: dict[str, QCheckBox] = {}
        self.banners = BannerArea()
        self._groups = QWidget()
        self._list = QVBoxLayout(self._groups)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(self.banners)
        column.addWidget(self._groups)
        column.addStretch(1)

    def show_look(self, look: RunLook) -> None:
        """Show the findings of a computed run; warnings acknowledged before stay so while they are the same."""
        self._look = look
        while (item := self._list.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.boxes = {}
        self.banners.clear()
        blocking = look.preview.blocking
        if blocking:
            self._list.addWidget(_findings_card("Must be put right first", blocking))
        groups = warning_groups(look.preview.findings)
        for group in groups:
            self._list.addWidget(self._card(group))
        self._show_verdict(len(blocking), len(groups))
        self.ready_changed.emit()

    def _show_verdict(self, blocking: int, groups: int) -> None:
        if blocking:
            sentence = (
                f"{blocking:,} {_things(blocking)} must be put right before this quarter can be posted."
            )
            self.banners.set_banner("verdict", Tone.BAD, sentence)
        elif groups:
            sentence = "Nothing stands in the way. Read the warnings and tick each group that you have read."
            self.banners.set_banner("verdict", Tone.INFO, sentence)
        else:
            self.banners.set_banner(
                "verdict", Tone.GOOD, "Nothing stands in the way, and there is nothing odd."
            )

    def _card(self, group: FindingGroup) -> QWidget:
        card = _findings_card(f"{group.title} ({len(group.findings):,})", group.findings)
        box = QCheckBox(f"I have read {'this' if len(group.findings) == 1 else 'these'}")
        box.setObjectName(f"seen-{group.key or 'run'}")
        box.setAccessibleName(f"I have read: {group.title}")
        box.setChecked(_mark(group) in self._seen)
        box.toggled.connect(self._on_toggled)
        card.body.addWidget(box)
        self.boxes[group.key] = box
        return card

    @Slot()
    def _on_toggled(self) -> None:
        if self._look is None:
            return
        for group in warning_groups(self._look.preview.findings):
            if self.boxes[group.key].isChecked():
                self._seen.add(_mark(group))
            else:
                self._seen.discard(_mark(group))
        self.ready_changed.emit()

    def is_ready(self) -> bool:
        """Whether nothing blocks, there is something to bill, and all was read."""
        return (
            self._look is not None
            and self._look.preview.may_post
            and all(box.isChecked() for box in self.boxes.values())
        )

    def first_focus(self) -> None:
        """The keyboard begins at the first group that is not ticked; the wizard's button has it otherwise."""
        for box in self.boxes.values():
            if not box.isChecked():
                box.setFocus(Qt.FocusReason.OtherFocusReason)
                scroll_to(box)
                return


def _mark(group: FindingGroup) -> tuple[str, tuple[str, ...]]:
    return group.key, tuple(finding.sentence for finding in group.findings)


def _findings_card(title: str, findings: tuple[RunFinding, ...]) -> Card:
    card = Card(title)
    for finding in findings[:_SHOWN]:
        card.body.addWidget(secondary(finding.sentence))
    if len(findings) > _SHOWN:
        more = len(findings) - _SHOWN
        card.body.addWidget(
            secondary(f"and {more:,} more of the same kind; the lists of the last page name all.")
        )
    return card


def _things(count: int) -> str:
    return "thing" if count == 1 else "things"
