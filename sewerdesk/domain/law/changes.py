"""The law over time: which figure held on a day and why, what acts did to the law, and what is left to confirm."""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from sewerdesk.domain.law.act_rows import open_rows, row_of, row_subject, row_words
from sewerdesk.domain.law.acts import (
    FIGURE,
    ActKind,
    FigureAnswer,
    LawAct,
    LawChange,
    LawChangeView,
    ToConfirm,
)
from sewerdesk.domain.law.pack import LawPack
from sewerdesk.domain.law.rules import SectionAmendment, Sourced
from sewerdesk.domain.law.types import Figure, FigureStatus, UnknownRule
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.wording import join_words, show_date

_SECTION = re.compile(r"§+\s*(\d+(?:-\d+)*)")


def figure_on(law: LawPack, key: str, on: date) -> FigureAnswer:
    """Which figure held on a day, and why; ``UnknownRule`` where the law has none or none yet."""
    held = law.figure(key, on)
    return next(one for one in figure_steps(law, key) if one.figure == held and _covers(one, on))


def figure_steps(law: LawPack, key: str) -> tuple[FigureAnswer, ...]:
    """A figure as the law has it, then as each amendment and act left it, oldest first; the days never overlap."""
    figures = law.history(key)
    ends = [_day_before(figure.effective) for figure in figures[1:]] + [None]
    answers = []
    for figure, until in zip(figures, ends, strict=True):
        act = _act_of(law, key, figure)
        answers.append(FigureAnswer(figure, figure.effective, until, act, _why(figure, until, act)))
    return tuple(answers)


def acts_on(law: LawPack, part: str, key: str) -> tuple[tuple[LawAct, LawChange], ...]:
    """The acts that change one row of the law, by effective date: the history of an officer, a word or a rule."""
    return tuple(
        (act, change)
        for act in law.acts
        for change in act.changes
        if (change.part, change.key) == (part, key)
    )


def rule_citation(law: LawPack, row: Sourced, *figure_keys: str, on: date) -> str:
    """Where a rule with its figures stands on a day: its section, and what changed the figures since.

    A rule that is not read in the law rests on the acts that set its figures alone.
    """
    changed = [
        figure
        for figure in (law.figure(key, on) for key in figure_keys if key)
        if figure.citation != law.figures[figure.key].citation
    ]
    if not changed:
        return row.citation
    acts = [_act_of(law, figure.key, figure) for figure in changed]
    by = join_words(list(dict.fromkeys(figure.citation for figure in changed)))
    is_read = all(act is not None and act.kind is ActKind.CONFIRMATION for act in acts)
    return by if row.status is not FigureStatus.LAW or is_read else f"{row.citation}, as changed by {by}"


def section_amendments(law: LawPack, citation: str) -> tuple[SectionAmendment, ...]:
    """The local laws by which the section of a citation was amended, as the text notes them.

    A note to a paragraph holds for what cites that paragraph or a part of it, a note to a section for all of it.
    """
    return tuple(
        row for row in law.section_amendments if citation == row.citation or _is_in(citation, row.section)
    )


def unconfirmed(law: LawPack, on: date) -> tuple[tuple[str, str], ...]:
    """Every row, as (part, key), that is blank or comes from a model law on a day, in the order of the pack."""
    figures = ((FIGURE, row.key) for row in law.to_confirm(on))
    return (*figures, *open_rows(law))


def count_to_confirm(law: LawPack, on: date) -> ToConfirm:
    """How much is left to confirm or to enter."""
    figures = law.to_confirm(on)
    blank = sum(1 for row in figures if row.status is FigureStatus.BLANK)
    return ToConfirm(blank, len(figures) - blank, sum(1 for _ in open_rows(law)))


def change_views(shipped: LawPack, acts: Iterable[LawAct], act: LawAct) -> tuple[LawChangeView, ...]:
    """The changes of an act in words: what held the day before it took effect, and what it made of it.

    ``acts`` are those in force; ``act`` may be one of them or one that was withdrawn.
    """
    mine = {change.field for change in act.changes}
    others = [
        one
        for one in acts
        if one.id != act.id and not mine.isdisjoint(change.field for change in one.changes)
    ]
    before_day = act.effective_from - timedelta(days=1)
    before = shipped.with_acts(others, before_day)
    after = shipped.with_acts([act], act.effective_from)
    return tuple(
        LawChangeView(
            part=change.part,
            key=change.key,
            subject=row_subject(shipped, change.part, change.key),
            before=_words_on(before, change, before_day),
            after=_words_on(after, change, act.effective_from),
            stray=not _has_effect(after, act, change),
        )
        for change in act.changes
    )


def _words_on(law: LawPack, change: LawChange, on: date) -> str:
    """What a row says on a day; empty where the law does not have it, or not yet."""
    row = row_of(law, change.part, change.key)
    if isinstance(row, Figure):
        try:
            row = law.figure(change.key, on)
        except UnknownRule:
            return ""
    return row_words(change.part, row)


def _has_effect(law: LawPack, act: LawAct, change: LawChange) -> bool:
    """Whether the law file still has the row and the value fits it."""
    if change.part == FIGURE:
        return any((row.key, row.effective) == (change.key, act.effective_from) for row in law.amendments)
    return row_of(law, change.part, change.key) is not None


def _covers(answer: FigureAnswer, on: date) -> bool:
    return (answer.since is None or answer.since <= on) and (answer.until is None or on <= answer.until)


def _day_before(day: date | None) -> date | None:
    return None if day is None else day - timedelta(days=1)


def _act_of(law: LawPack, key: str, figure: Figure) -> LawAct | None:
    """The act that set a step of a figure; ``None`` where the law file has it so."""
    return next(
        (
            act
            for act, change in acts_on(law, FIGURE, key)
            if act.effective_from == figure.effective and act.citation == figure.citation
        ),
        None,
    )


def _why(figure: Figure, until: date | None, act: LawAct | None) -> str:
    """The sentence that says how much, from when to when, and by what authority."""
    days = ""
    if figure.effective is not None:
        days = f" from {show_date(figure.effective)}"
    if until is not None:
        days += f" until {show_date(until)}"
    subject = f"{figure.subject[:1].upper()}{figure.subject[1:]}"
    if figure.status is FigureStatus.BLANK:
        return f"{subject} is not set{days} ({figure.citation}): {figure.missing}."
    said = f"{subject}: {figure_words(figure)}{days}"
    if figure.status is FigureStatus.MODEL:
        return f"{said}, from a model law and not confirmed ({figure.citation}): {figure.missing}."
    if act is None:
        return f"{said}, by {figure.citation}."
    adopted = f", adopted {show_date(act.adopted_on)}" if act.adopted_on else ""
    read = "read in" if act.kind is ActKind.CONFIRMATION else "by"
    return f"{said}, {read} {act.citation}{adopted}."


def _is_in(citation: str, section: str) -> bool:
    wanted = section.strip()
    if not wanted:
        return False
    if "(" in wanted or wanted[-1].isalpha():  # a note to one paragraph
        start = citation.find(wanted)
        rest = citation[start + len(wanted) :] if start >= 0 else "x"
        return not rest[:1].isalnum()
    number = _SECTION.search(wanted)
    return number is not None and number[1] in _SECTION.findall(citation)
