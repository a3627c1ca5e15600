"""The prints and workbooks of the law: shown first, saved where the clerk wants them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.wording import count
from sewerdesk.services.law_papers import rule_sheet_file, rule_workbook_file
from sewerdesk.ui.errors import FailuresShown
from sewerdesk.ui.exporting import SHEETS, save_made
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.opening import preview_pdf

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


def preview_rules(
    parent: QWidget, context: "UiContext", entries: Sequence[LawEntry], note: str
) -> PreviewDialog | None:
    """Show the rule sheet of some rules, to print or to save; ``note`` says which they are."""
    with FailuresShown(context.prompter):
        made = rule_sheet_file(context.ws, entries=entries, note=note)
        return preview_pdf(parent, context, made.content, title=made.title, file_name=made.file_name)
    return None


def export_rules(context: "UiContext", entries: Sequence[LawEntry], note: str) -> Path | None:
    """Ask where to save the workbook of some rules and save it; ``None`` where the clerk turned back."""
    with FailuresShown(context.prompter):
        made = rule_workbook_file(context.ws, entries=entries, note=note)
        said = f"{count(len(entries), 'rule')} saved"
        return save_made(context, made, title="Export the rules", kinds=SHEETS, said=said)
    return None
