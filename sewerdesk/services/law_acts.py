"""The Board's acts over the law: entered with their authority, listed, withdrawn; which figure held when, and why."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.law import LawAct as ActRow
from sewerdesk.data.models.law import LawActWithdrawal
from sewerdesk.data.models.law import LawChange as ChangeRow
from sewerdesk.data.models.paper import Attachment
from sewerdesk.data.queries.law import act_of, act_rows, acts_in_force, law_state
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import LawPack
from sewerdesk.domain.law.act_checks import (
    check_act,
    confirmed_value,
    draft_warnings,
    withdrawal_problem,
)
from sewerdesk.domain.law.acts import (
    ActKind,
    FigureAnswer,
    LawAct,
    LawActDraft,
    LawActView,
    LawChange,
    ToConfirm,
)
from sewerdesk.domain.law.changes import change_views, count_to_confirm, figure_on, figure_steps, unconfirmed
from sewerdesk.domain.wording import show_date
from sewerdesk.services.attachments import _attach_all
from sewerdesk.services.law import _law, _shipped, law_of

SUBJECT = "law_act"
"""Under this name scans are attached to an act, and screens hear of new acts."""
SCAN = "scan"


def act_warnings(ws: Workspace, *, draft: LawActDraft) -> tuple[str, ...]:
    """What the clerk should know before the act is entered, such as that it reaches back; one sentence each.

    Raises ``FieldErrors`` as :func:`enter_act` would: by ``number``, ``adopted_on``, ``effective_from``, ``source``,
    ``note``, ``changes`` and, for one change, ``figure:KEY`` (``term:KEY:plural`` for the plural).
    """
    law, today = law_of(ws), ws.clock.today()
    return draft_warnings(law, check_act(law, draft, today=today), today=today)


def enter_act(ws: Workspace, *, draft: LawActDraft, files: Sequence[Path] = ()) -> LawActView:
    """Enter an act of the Board with its scans; the law is read with it from its day on.

    Raises ``FieldErrors``, one sentence a field. What was issued before keeps the figures that it was issued under.
    """
    with ws.write(reason=f"entered {draft.citation}"[:500]) as session:
        return _enter(session, ws, _law(session, ws), draft, files)


def withdraw_act(ws: Workspace, *, act_id: int, reason: str) -> None:
    """Take back an act that was entered by mistake: the law stands as if it had never been entered.

    Raises ``FieldErrors`` without a reason, ``UserError`` where it is withdrawn already, ``RuleViolation`` where
    another act confirms a rule that rests on it.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why it is withdrawn; the reason is kept with it."})
    with ws.write(reason=reason[:500]) as session:
        row = session.get(ActRow, act_id)
        if row is None:
            raise UserError("That act is not in this office. Refresh the list (F5) and choose it again.")
        if row.withdrawal is not None:
            on = show_date(row.withdrawal.on)
            raise UserError(f"{row.source} was withdrawn on {on} already; nothing was changed.")
        shipped = _shipped(law_state(session))
        problem = withdrawal_problem(shipped, acts_in_force(session), act_id)
        if problem:
            raise RuleViolation(problem)
        session.add(
            LawActWithdrawal(act=row, on=ws.clock.today(), reason=reason.strip(), actor=session.info["actor"])
        )


def acts(ws: Workspace) -> tuple[LawActView, ...]:
    """Every act entered, the latest effective date first, withdrawn ones among them."""
    with ws.read() as session:
        rows = act_rows(session)
        shipped = _shipped(law_state(session))
        in_force = [act_of(row) for row in rows if row.withdrawal is None]
        kept = select(Attachment.subject_id).where(
            Attachment.subject == SUBJECT, Attachment.removed_on.is_(None)
        )
        files = Counter(session.scalars(kept))
        views = [_view(shipped, in_force, row, files=files[row.id]) for row in rows]
    return tuple(sorted(views, key=lambda view: (view.effective_from, view.id), reverse=True))


def figure_history(ws: Workspace, *, key: str) -> tuple[FigureAnswer, ...]:
    """A figure as the law has it, then as each amendment and act left it, oldest first."""
    return figure_steps(law_of(ws), key)


def figure_answer(ws: Workspace, *, key: str, on: date) -> FigureAnswer:
    """Which figure held on a day, and why."""
    return figure_on(law_of(ws), key, on)


def to_confirm(ws: Workspace) -> ToConfirm:
    """How many figures and rows are blank or come from a model law today."""
    return count_to_confirm(law_of(ws), ws.clock.today())


def rows_to_confirm(ws: Workspace) -> tuple[tuple[str, str], ...]:
    """Every row, as (part, key), that is blank or comes from a model law today, in the order of the pack."""
    return unconfirmed(law_of(ws), ws.clock.today())


def confirm(
    ws: Workspace,
    *,
    rows: Collection[tuple[str, str]],
    kind: ActKind,
    source: str,
    effective_from: date | None,
    adopted_on: date | None = None,
    number: str = "",
    note: str = "",
    edition: str = "",
    files: Sequence[Path] = (),
) -> LawActView:
    """Confirm many rows as they stand by one authority; each row is (part, key), such as ("figure", "nov.days").

    ``edition`` is that of a table of test times ("UNI-B-6-98"). Raises ``FieldErrors`` where a row is blank (a value
    must be entered) or is read in the law already, and as :func:`enter_act` does.
    """
    on = effective_from or ws.clock.today()
    with ws.write(reason=f"confirmed by {source or number}"[:500]) as session:
        law = _law(session, ws)
        changes, errors = _confirming(law, rows, on, edition.strip())
        if errors:
            raise FieldErrors(errors)
        draft = LawActDraft(kind, adopted_on, effective_from, changes, number, source, note)
        return _enter(session, ws, law, draft, files)


def _confirming(
    law: LawPack, rows: Collection[tuple[str, str]], on: date, edition: str
) -> tuple[tuple[LawChange, ...], dict[str, str]]:
    changes: list[LawChange] = []
    errors: dict[str, str] = {}
    for part, key in rows:
        try:
            changes.append(confirmed_value(law, part, key, on, edition=edition))
        except FieldErrors as problem:
            errors.update(problem.errors)
    return tuple(changes), errors


def _enter(
    session: Session, ws: Workspace, law: LawPack, draft: LawActDraft, files: Sequence[Path]
) -> LawActView:
    today = ws.clock.today()
    checked = check_act(law, draft, today=today)
    assert checked.effective_from is not None
    row = ActRow(
        kind=checked.kind.value,
        number=checked.number,
        adopted_on=checked.adopted_on,
        effective_from=checked.effective_from,
        source=checked.source,
        note=checked.note,
        entered_on=today,
        actor=session.info["actor"],
        changes=[
            ChangeRow(part=one.part, key=one.key, value=one.value, plural=one.plural)
            for one in checked.changes
        ],
    )
    session.add(row)
    session.flush()  # the scans refer to the act by its id
    _attach_all(session, ws.folder, subject=SUBJECT, subject_id=row.id, kind=SCAN, sources=files)
    warnings = draft_warnings(law, checked, today=today)
    return _view(_shipped(law_state(session)), law.acts, row, files=len(files), warnings=warnings)


def _view(
    shipped: LawPack,
    in_force: Sequence[LawAct],
    row: ActRow,
    *,
    files: int,
    warnings: tuple[str, ...] = (),
) -> LawActView:
    gone = row.withdrawal
    return LawActView(
        id=row.id,
        kind=ActKind(row.kind),
        number=row.number,
        citation=row.source,
        adopted_on=row.adopted_on,
        effective_from=row.effective_from,
        note=row.note,
        entered_on=row.entered_on,
        entered_by=row.actor,
        changes=change_views(shipped, in_force, act_of(row)),
        warnings=warnings,
        files=files,
        withdrawn_on=gone.on if gone else None,
        withdrawn_by=gone.actor if gone else "",
        withdrawn_reason=gone.reason if gone else "",
    )
