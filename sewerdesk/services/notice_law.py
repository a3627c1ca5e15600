"""What the law itself gives for a notice of violation: its clock, its texts and fines, each with its source."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, cast

from sewerdesk.data.queries.figures import figure_from_json, figure_to_json
from sewerdesk.domain.answer_times import ResponseDue, answer_rule, response_due
from sewerdesk.domain.cases import NoticeDraft
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Figure, FigureStatus, Law, LawText, Officer
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.mailing import MailMethod
from sewerdesk.domain.notices import CitedSection, SourcedText
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.plain import to_plain
from sewerdesk.domain.violations import CitedViolation

_NOTICE = SeriesKind.NOTICE_OF_VIOLATION.value
_NOTICE_TIME = "inspection.notice_hours"
_METHODS: Mapping[str, tuple[MailMethod, ...]] = {
    "certified_mail": (MailMethod.CERTIFIED, MailMethod.CERTIFIED_AND_FIRST_CLASS),
    "registered_mail": (MailMethod.REGISTERED,),
    "first_class_mail": (MailMethod.FIRST_CLASS,),
}


def _cited(law: Law, one: CitedViolation) -> CitedSection:
    fines = [_fine(figure) for figure in one.penalties if figure.value is not None]
    return CitedSection(f"{law.header.law_title}, {one.citation}", f"{one.text}.", "; ".join(fines))


def _kept_citation(one: CitedViolation) -> dict[str, Any]:
    """A section as it was cited in a notice, with its fines of that day."""
    words = {name: getattr(one, name) for name in ("key", "section", "text", "remedy", "citation")}
    return {**words, "penalties": [figure_to_json(figure) for figure in one.penalties]}


def _cited_as_issued(kept: Sequence[Mapping[str, Any]]) -> tuple[CitedViolation, ...]:
    """The sections as a notice cites them, whatever the law says since."""
    return tuple(
        CitedViolation(**{**one, "penalties": tuple(figure_from_json(row) for row in one["penalties"])})
        for one in kept
    )


def _kept_answer(law: Law, dated: date) -> Mapping[str, Any] | None:
    """The rule for the answer that a notice of a day is issued under; ``None`` where the law gives none."""
    try:
        return cast(Mapping[str, Any], to_plain(answer_rule(law, _NOTICE, on=dated)))
    except UserError:
        return None


def _fine(figure: Figure) -> str:
    """A fine as a notice prints it: what for, how much, by which section."""
    return f"{figure.subject}: {figure_words(figure)} ({_source(figure)})"


def _penalties(law: Law, notice: NoticeDraft, cited: Sequence[CitedViolation]) -> tuple[SourcedText, ...]:
    found: list[SourcedText] = []
    general = _text(law, "penalties")
    if general is not None:
        found.append(general)
    figures = dict.fromkeys(figure for one in cited for figure in one.penalties if figure.value is not None)
    for figure in figures:
        said = _fine(figure).rsplit(" (", 1)[0]
        found.append(SourcedText(f"{said[:1].upper()}{said[1:]}.", _source(figure)))
    if notice.penalty_text.strip():
        found.append(SourcedText(notice.penalty_text.strip(), notice.penalty_source.strip()))
    return tuple(found)


def _passage(law: Law, key: str) -> tuple[str, str, str]:
    """A passage of the law, its citation, and what a model text still needs; empty where the law is blank."""
    passage = law.words(key)
    if passage is None:
        return "", "", ""
    note = passage.missing if passage.status is FigureStatus.MODEL else ""
    return passage.text, passage.citation, note


def _text(law: Law, key: str) -> SourcedText | None:
    """A passage of the law with its source; for a model text the source says what must still be confirmed."""
    passage = law.words(key)
    return None if passage is None else SourcedText(passage.text, _source(passage))


def _source(row: Figure | LawText) -> str:
    if row.status is FigureStatus.MODEL and row.missing:
        return f"{row.citation}; {row.missing}"
    return row.citation


def _notice_time(law: Law, on: date) -> tuple[str, str]:
    """How long ahead a re-inspection is asked for, with its source; empty where the law has no figure for it."""
    if not law.has_figure(_NOTICE_TIME):
        return "", ""
    figure = law.figure(_NOTICE_TIME, on)
    if figure.value is None:
        return "", ""
    return figure_words(figure), _source(figure)


def _officer(law: Law) -> Officer | None:
    return law.officers.get("enforces")


def _mail_methods(law: Law) -> tuple[MailMethod, ...]:
    rule = next((row for row in law.service_rules if row.key == "notice"), None)
    named = rule.methods if rule is not None else tuple(_METHODS)
    return tuple(method for name in named for method in _METHODS.get(name, ()))


def _answer(
    law: Law, calendar: HolidayCalendar, dated: date, mailed: date, assumed_days: int | None
) -> tuple[ResponseDue | None, str]:
    """The day of the answer if the notice goes out as planned, or why the law does not give one."""
    try:
        return response_due(law, calendar, dated=dated, mailed=mailed, assumed_days=assumed_days), ""
    except UserError as problem:
        return None, problem.message
