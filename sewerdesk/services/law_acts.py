"""The Board's acts over the law: entered with their authority, listed, withdrawn; which figure held when, and why."""

from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.law.acts import (
    ActKind,
    FigureAnswer,
    LawActDraft,
    LawActView,
    ToConfirm,
)

SUBJECT = "law_act"
"""Under this name scans are attached to an act, and screens hear of new acts."""


def act_warnings(ws: Workspace, *, draft: LawActDraft) -> tuple[str, ...]:
    """What the clerk should know before the act is entered, such as that it reaches back; one sentence each.

    Raises ``FieldErrors`` as :func:`enter_act` would: by ``number``, ``adopted_on``, ``effective_from``, ``source``,
    ``changes`` and, for one change, ``figure:KEY`` (``term:KEY:plural`` for the plural).
    """
    raise NotImplementedError


def enter_act(ws: Workspace, *, draft: LawActDraft, files: Sequence[Path] = ()) -> LawActView:
    """Enter an act of the Board with its scans; the law is read with it from its day on.

    Raises ``FieldErrors``, one sentence a field.
    """
    raise NotImplementedError


def withdraw_act(ws: Workspace, *, act_id: int, reason: str) -> None:
    """Take back an act that was entered by mistake: the law stands as if it had never been entered.

    Raises ``FieldErrors`` without a reason, ``UserError`` where it is withdrawn already.
    """
    raise NotImplementedError


def acts(ws: Workspace) -> tuple[LawActView, ...]:
    """Every act entered, the latest effective date first, withdrawn ones among them."""
    raise NotImplementedError


def figure_history(ws: Workspace, *, key: str) -> tuple[FigureAnswer, ...]:
    """A figure as the law has it, then as each amendment and act left it, oldest first."""
    raise NotImplementedError


def figure_answer(ws: Workspace, *, key: str, on: date) -> FigureAnswer:
    """Which figure held on a day, and why."""
    raise NotImplementedError


def to_confirm(ws: Workspace) -> ToConfirm:
    """How many figures and rows are blank or come from a model law today."""
    raise NotImplementedError


def confirm(
    ws: Workspace,
    *,
    rows: Collection[tuple[str, str]],
    kind: ActKind,
    source: str,
    effective_from: date,
    adopted_on: date | None = None,
    number: str = "",
    note: str = "",
    files: Sequence[Path] = (),
) -> LawActView:
    """Confirm many rows as they stand by one authority; each row is (part, key), such as ("figure", "nov.days").

    Raises ``FieldErrors`` where a row is blank (a value must be entered) or is read in the law already.
    """
    raise NotImplementedError
