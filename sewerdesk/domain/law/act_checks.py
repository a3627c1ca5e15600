"""Whether an act that is being entered can stand: every bad entry gets one sentence that says what to do."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law.act_rows import figures_of, row_of, row_subject, row_words
from sewerdesk.domain.law.acts import (
    FIGURE,
    NAME,
    OFFICER,
    TERM,
    TEXT,
    ActKind,
    LawAct,
    LawActDraft,
    LawChange,
)
from sewerdesk.domain.law.applying import same_day
from sewerdesk.domain.law.pack import LawPack
from sewerdesk.domain.law.rules import Sourced
from sewerdesk.domain.law.schema import SECTIONS
from sewerdesk.domain.law.types import Figure, FigureStatus
from sewerdesk.domain.law.values import UnfitValue, typed_of_value, value_of_typed
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.wording import show_date

_LONGEST = {"number": 60, "source": 200, "note": 20_000}
_LONGEST_VALUE: Mapping[str, int] = {OFFICER: 200, TERM: 200, NAME: 200, TEXT: 20_000}
_LONGEST_EDITION = 200
_ASKS = {
    OFFICER: "Enter the officer's title.",
    TERM: "Enter the word for one.",
    NAME: "Enter the name.",
    TEXT: "Enter the text.",
}
EDITED = "test_time"
"""The part whose rows come from a printed table, of which an edition is confirmed."""
_EARLIEST, _LATEST = date(1900, 1, 1), date(2199, 12, 31)


def check_act(law: LawPack, draft: LawActDraft, *, today: date) -> LawActDraft:
    """The draft with its values as they are kept; ``law`` has every other act that was not withdrawn.

    ``FieldErrors`` by ``number``, ``adopted_on``, ``effective_from``, ``source``, ``note``, ``changes`` and, for one
    change, its ``field`` (``term:KEY:plural`` for a plural).
    """
    errors = _head_errors(draft, today)
    kept: list[LawChange] = []
    seen: set[str] = set()
    for change in draft.changes:
        if change.field in seen:
            errors[change.field] = f"{_subject(law, change)} stands here twice; keep one of the two lines."
            continue
        seen.add(change.field)
        found = _change_errors(law, draft, change)
        errors |= found
        if not found:
            kept.append(_as_kept(law, change))
    if errors:
        raise FieldErrors(errors)
    return replace(
        draft,
        number=" ".join(draft.number.split()),
        source=draft.citation,
        note=draft.note.strip(),
        changes=tuple(kept),
    )


def draft_warnings(law: LawPack, draft: LawActDraft, *, today: date) -> tuple[str, ...]:
    """What the clerk should know of an act that can stand; one sentence each."""
    found: list[str] = []
    effective = draft.effective_from
    if effective is None:
        return ()
    if (
        draft.adopted_on is not None
        and effective < draft.adopted_on
        and draft.kind is not ActKind.CONFIRMATION
    ):
        found.append(
            f"It takes effect on {show_date(effective)}, before it was adopted on {show_date(draft.adopted_on)}. "
            "Ask the attorney whether it may reach back."
        )
    if effective < today:
        found.append(
            "Permits, notices and bills already issued keep the figures they were issued under; "
            "what is issued from now on follows the new ones."
        )
    for change in draft.changes:
        found.extend(_change_warnings(law, change, effective))
    return tuple(found)


def confirmed_value(law: LawPack, part: str, key: str, on: date, *, edition: str = "") -> LawChange:
    """The change that confirms a row as it stands; ``FieldErrors`` where it is blank, unknown or confirmed already."""
    change = LawChange(part, key)
    row = row_of(law, part, key)
    if row is None:
        raise FieldErrors({change.field: _unknown(law, change)})
    if isinstance(row, Figure) and (row.effective is None or row.effective <= on):
        row = law.figure(key, on)
    if row.status is FigureStatus.LAW:
        raise FieldErrors({change.field: f"{_subject(law, change)} is confirmed already ({row.citation})."})
    if part in SECTIONS:
        return replace(change, value=edition if part == EDITED else "")
    if row.status is FigureStatus.BLANK:
        raise FieldErrors(
            {change.field: f"{_subject(law, change)} is blank; enter it, there is nothing to confirm."}
        )
    if isinstance(row, Figure):
        return replace(change, value=typed_of_value(row.value if row.value is not None else ""))
    return replace(change, value=getattr(row, _WORDS[part]), plural=getattr(row, "plural", ""))


def withdrawal_problem(shipped: LawPack, acts: Iterable[LawAct], act_id: int) -> str:
    """Why an act cannot be withdrawn: another one confirms a rule that would be left without its figure.

    ``acts`` are those in force, ``shipped`` is the law without them; empty where nothing rests on the act.
    """
    in_force = tuple(acts)
    gone = next((act for act in in_force if act.id == act_id), None)
    if gone is None:
        return ""
    others = [act for act in in_force if act is not gone]
    left = shipped.with_acts(others, date.max)
    freed = {change.key for change in gone.changes if change.part == FIGURE}
    confirmed = [(one, change) for one in others for change in one.changes if change.part in SECTIONS]
    for act, change in confirmed:
        row = row_of(shipped, change.part, change.key)
        if row is None or row.status is not FigureStatus.BLANK:
            continue
        lost = [
            key for key in figures_of(row) if key in freed and not _has_value(left, key, act.effective_from)
        ]
        if lost:
            return (
                f"{act.citation} confirms {row_subject(shipped, change.part, change.key)}, which rests on "
                f"{row_subject(shipped, FIGURE, lost[0])} as {gone.citation} sets it. Withdraw {act.citation} first."
            )
    return ""


def _head_errors(draft: LawActDraft, today: date) -> dict[str, str]:
    """What is wrong with the act itself."""
    errors: dict[str, str] = {}
    for name, most in _LONGEST.items():
        if len(getattr(draft, name)) > most:
            errors[name] = f"It is longer than {most:,} letters. Shorten it."
    read_in_text = draft.kind is ActKind.CONFIRMATION
    if read_in_text and not draft.source.strip():
        errors["source"] = "Name the section in which you read it, such as §12-4(B)."
    if not read_in_text and not draft.number.strip():
        errors["number"] = f"Enter the number of the {draft.kind.label.lower()}, such as 12 of {today.year}."
    errors |= _day_errors(draft, today)
    if not draft.changes:
        errors["changes"] = "Choose at least one figure or row that it changes."
    return errors


def _day_errors(draft: LawActDraft, today: date) -> dict[str, str]:
    """What is wrong with the days on which it was adopted and takes effect."""
    errors: dict[str, str] = {}
    if draft.adopted_on is None and draft.kind is not ActKind.CONFIRMATION:
        errors["adopted_on"] = f"Enter the day on which the {draft.kind.label.lower()} was adopted."
    if draft.adopted_on is not None and draft.adopted_on > today:
        errors["adopted_on"] = (
            f"It cannot have been adopted on {show_date(draft.adopted_on)}, after today. Enter it once it is adopted."
        )
    if draft.effective_from is None:
        errors["effective_from"] = "Enter the day from which it holds."
    for name in ("adopted_on", "effective_from"):
        day: date | None = getattr(draft, name)
        if day is not None and not _EARLIEST <= day <= _LATEST:
            errors[name] = f"{show_date(day)} cannot be right. Check the year."
    return errors


def _change_errors(law: LawPack, draft: LawActDraft, change: LawChange) -> dict[str, str]:
    """What is wrong with one change, by its field."""
    row = row_of(law, change.part, change.key)
    if row is None:
        return {change.field: _unknown(law, change)}
    errors = _value_errors(law, draft, change, row)
    problem = _day_problem(law, draft, change, row)
    if problem and change.field not in errors:
        errors[change.field] = problem
    return errors


def _value_errors(law: LawPack, draft: LawActDraft, change: LawChange, row: Any) -> dict[str, str]:
    if isinstance(row, Figure):
        try:
            value_of_typed(row, change.value)
        except UnfitValue as problem:
            return {change.field: str(problem)}
        return {}
    if change.part in SECTIONS:
        return _confirming_errors(law, draft, change, row)
    most = _LONGEST_VALUE[change.part]
    errors = {}
    if not change.value.strip():
        errors[change.field] = _ASKS[change.part]
    elif len(change.value) > most:
        errors[change.field] = f"It is longer than {most:,} letters. Shorten it."
    if change.part == TERM and not change.plural.strip():
        errors[f"{change.field}:plural"] = "Enter the word for more than one."
    elif len(change.plural) > most:
        errors[f"{change.field}:plural"] = f"It is longer than {most:,} letters. Shorten it."
    return errors


def _confirming_errors(law: LawPack, draft: LawActDraft, change: LawChange, row: Sourced) -> dict[str, str]:
    """Why a rule cannot be confirmed: it is read in the law, or the law file does not have its words."""
    if row.status is FigureStatus.LAW:
        said = f"{_subject(law, change)} is read in the law already ({row.citation})."
        return {change.field: f"{said} There is nothing to confirm."}
    if row.status is FigureStatus.BLANK:
        figures = figures_of(row)
        unset = [key for key in figures if not _is_set(law, draft, key)]
        if unset:
            wanted = row_subject(law, FIGURE, unset[0])
            return {
                change.field: f"Enter {wanted} first; {row_subject(law, change.part, change.key)} rests on it."
            }
        if not figures:
            return {
                change.field: f"The law file has no words for {row_subject(law, change.part, change.key)}. "
                "Have the attorney fill in the law file."
            }
    if len(change.value) > _LONGEST_EDITION:
        return {change.field: f"The edition is longer than {_LONGEST_EDITION} letters. Shorten it."}
    return {}


def _is_set(law: LawPack, draft: LawActDraft, key: str) -> bool:
    """Whether a figure has a value when the act takes effect, be it by the act itself."""
    if any((one.part, one.key) == (FIGURE, key) for one in draft.changes):
        return True
    return _has_value(law, key, draft.effective_from or date.max)


def _has_value(law: LawPack, key: str, on: date) -> bool:
    """Whether a figure has a value on a day."""
    held = [one for one in law.history(key) if one.effective is None or one.effective <= on]
    return bool(held) and held[-1].value is not None


def _day_problem(law: LawPack, draft: LawActDraft, change: LawChange, row: Any) -> str:
    """Why the change cannot take effect on its day; empty where it can."""
    on = draft.effective_from
    if on is None:
        return ""
    subject = row_subject(law, change.part, change.key)
    taken = _act_from(law, change, on)
    if taken is not None:
        return same_day(taken, draft.citation, subject, on)
    if not isinstance(row, Figure):
        return ""
    if row.effective is not None and on < row.effective:
        return (
            f"The law's own rule for {subject} ({row.citation}) takes effect on {show_date(row.effective)}; "
            f"a change cannot take effect before, on {show_date(on)}."
        )
    by_file = next((one for one in law.amendments if (one.key, one.effective) == (change.key, on)), None)
    if by_file is None and (row.effective != on or row.status is not FigureStatus.LAW):
        return ""
    citation = by_file.citation if by_file else row.citation
    return f"{citation} already sets {subject} from {show_date(on)}. Choose another day."


def _act_from(law: LawPack, change: LawChange, on: date) -> LawAct | None:
    """The act on file that changes the same row from the same day on."""
    return next(
        (
            act
            for act in law.acts
            if act.effective_from == on and any(one.field == change.field for one in act.changes)
        ),
        None,
    )


def _change_warnings(law: LawPack, change: LawChange, effective: date) -> Iterator[str]:
    subject = _subject(law, change)
    later = next(
        (
            act
            for act in law.acts
            if act.effective_from > effective and any(one.field == change.field for one in act.changes)
        ),
        None,
    )
    if later is not None:
        yield (
            f"{subject} is changed again from {show_date(later.effective_from)} by {later.citation}, "
            "so this holds only until the day before."
        )
    row = row_of(law, change.part, change.key)
    if isinstance(row, Figure):
        row = law.figure(change.key, effective)
        if row.status is FigureStatus.LAW and row.value == value_of_typed(row, change.value):
            yield f"{subject} is {figure_words(row)} already ({row.citation}); the value stays as it is."
    elif change.part not in SECTIONS and row.status is FigureStatus.LAW and _stays(change, row):
        yield f"{subject} is “{row_words(change.part, row)}” already ({row.citation}); it stays as it is."


def _stays(change: LawChange, row: Any) -> bool:
    """Whether an officer, a word, a name or a text says the same after the change."""
    same = getattr(row, _WORDS[change.part]) == change.value.strip()
    return same and getattr(row, "plural", "") == change.plural.strip()


_WORDS = {OFFICER: "title", TERM: "singular", NAME: "name", TEXT: "text"}


def _as_kept(law: LawPack, change: LawChange) -> LawChange:
    row = row_of(law, change.part, change.key)
    if isinstance(row, Figure):
        return replace(change, value=typed_of_value(value_of_typed(row, change.value)), plural="")
    plural = " ".join(change.plural.split()) if change.part == TERM else ""
    value = change.value.strip() if change.part == TEXT else " ".join(change.value.split())
    return replace(change, value=value, plural=plural)


def _unknown(law: LawPack, change: LawChange) -> str:
    return (
        f"The law of the {law.municipality} has no {change.part.replace('_', ' ')} “{change.key}”. "
        "Choose a row of The law."
    )


def _subject(law: LawPack, change: LawChange) -> str:
    words = row_subject(law, change.part, change.key)
    return f"{words[:1].upper()}{words[1:]}"
