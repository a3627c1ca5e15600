"""Violations, penalties, papers, times, records and changes of the text as entries of the list."""

from dataclasses import replace

from sewerdesk.domain.law import (
    Event,
    LawPack,
    Misprint,
    OrderKind,
    Penalty,
    RetentionRule,
    SectionAmendment,
    ServiceRule,
    TimeLimit,
    Violation,
)
from sewerdesk.domain.law.book_changes import misprint_place
from sewerdesk.domain.law.book_groups import is_state_law
from sewerdesk.domain.law.book_parts import (
    EntryKind,
    LawItem,
    SubjectGroup,
    joined,
    key_words,
    limit_figure,
    limit_words,
    named_limits,
    rule_item,
    time_words,
    titles,
    words,
)
from sewerdesk.domain.law.words import figure_unit, figure_value
from sewerdesk.domain.wording import join_words, show_date

_ENFORCEMENT = SubjectGroup.ENFORCEMENT


def violation(row: Violation, law: LawPack) -> LawItem:
    """A section that can be violated."""
    return rule_item(
        row,
        EntryKind.VIOLATION,
        _ENFORCEMENT,
        row.title,
        value=named_limits(law, row.penalties),
        sentence=row.remedy,
        citation=row.cited,
        figures=row.penalties,
    )


def penalty(row: Penalty, law: LawPack) -> LawItem:
    """What an offense costs."""
    money = _range(law, row.least, row.most)
    prison = f"up to {words(law, row.prison)} in jail" if row.prison else ""
    each = "Each day is an offense of its own." if row.each_day else ""
    return rule_item(
        row,
        EntryKind.PENALTY,
        _ENFORCEMENT,
        row.title,
        value=join_words([part for part in (money, prison) if part], last="or"),
        sentence=joined(each, f"Owed besides: {row.costs.rstrip('.')}." if row.costs else ""),
        figures=(row.least, row.most, row.prison),
    )


def _range(law: LawPack, least: str, most: str) -> str:
    """From how much to how much; the unit is said once where both have the same."""
    low, high = (law.figures[key] if key else None for key in (least, most))
    has_low, has_high = low is not None and low.value is not None, high is not None and high.value is not None
    if low is None or not has_low:
        return f"up to {words(law, most)}" if has_high else ""
    if high is None or not has_high:
        return f"at least {words(law, least)}"
    said = figure_value(low) if low.unit is high.unit else words(law, least)
    return f"{said} to {words(law, most)}"


def service_rule(row: ServiceRule, _law: LawPack) -> LawItem:
    """How a kind of paper is served."""
    return rule_item(
        row,
        EntryKind.NOTICE,
        _ENFORCEMENT,
        f"how a paper is served: {key_words(row.key)}",
        value=key_words(join_words(list(row.methods), last="or")),
        sentence=joined(
            row.sentence, f"Addressed to: {row.addressed_to.rstrip('.')}." if row.addressed_to else ""
        ),
    )


def order_kind(row: OrderKind, law: LawPack) -> LawItem:
    """An order or step that the law gives to the office."""
    return rule_item(
        row,
        EntryKind.ORDER,
        _ENFORCEMENT,
        row.title,
        value=titles(law, row.officer),
        sentence=row.sentence,
        clock=limit_words(law, row.limit),
        figures=(limit_figure(law, row.limit),),
    )


def time_limit(row: TimeLimit, law: LawPack) -> LawItem:
    """A time of the law."""
    figure = law.figures[row.figure]
    return rule_item(
        row,
        EntryKind.TIME,
        group_of_time(row),
        row.title,
        value=figure_value(figure),
        unit=figure_unit(figure),
        sentence=row.sentence,
        clock=time_words(law, row),
        figures=(row.figure,),
    )


def group_of_time(row: TimeLimit) -> SubjectGroup:
    """The subject of a time: by the paper it belongs to, by whose law it is, then by what sets it going."""
    if row.document in _PAPERS:
        return _PAPERS[row.document]
    if is_state_law(row.citation):
        return SubjectGroup.STATE_LAW
    return _EVENTS.get(row.event, SubjectGroup.INDUSTRY)


_PAPERS = {
    "OTC": SubjectGroup.CONNECTION_ORDERS,
    "NOV": SubjectGroup.ENFORCEMENT,
    "SCH": SubjectGroup.ENFORCEMENT,
}
_EVENTS = {
    Event.APPLICATION_RECEIVED: SubjectGroup.PERMITS,
    Event.PERMIT_ISSUED: SubjectGroup.PERMITS,
    Event.PERMIT_FILED: SubjectGroup.PERMITS,
    Event.PERMIT_EXPIRES: SubjectGroup.PERMITS,
    Event.PERMIT_RENEWED: SubjectGroup.PERMITS,
    Event.CONSTRUCTION_STARTS: SubjectGroup.CONSTRUCTION,
    Event.DIGGING_STARTS: SubjectGroup.CONSTRUCTION,
    Event.CONNECTED: SubjectGroup.CONSTRUCTION,
    Event.WORK_READY: SubjectGroup.CONSTRUCTION,
    Event.SEWER_ACCEPTED: SubjectGroup.CONSTRUCTION,
    Event.CANCELLATION_NOTICE: SubjectGroup.CONTRACTORS,
    Event.COVER_ENDS: SubjectGroup.CONTRACTORS,
    Event.NOTICE_DATED: SubjectGroup.ENFORCEMENT,
    Event.NOTICE_MAILED: SubjectGroup.ENFORCEMENT,
    Event.NOTICE_SERVED: SubjectGroup.ENFORCEMENT,
    Event.NOTICE_RECEIVED: SubjectGroup.ENFORCEMENT,
    Event.HEARING: SubjectGroup.ENFORCEMENT,
    Event.ANSWERED: SubjectGroup.ENFORCEMENT,
    Event.BILL_DATED: SubjectGroup.CHARGES,
    Event.LICENSE_ISSUED: SubjectGroup.HAULED_WASTE,
}


def retention_rule(row: RetentionRule, law: LawPack) -> LawItem:
    """How long a kind of record is kept."""
    return rule_item(
        row,
        EntryKind.RECORD,
        SubjectGroup.RECORDS,
        row.title,
        value=words(law, row.keep) or "permanently",
        sentence=f"Kept from: {row.trigger.rstrip('.')}." if row.keep else "",
        figures=(row.keep,),
    )


def section_amendment(row: SectionAmendment, _law: LawPack) -> LawItem:
    """A change of a section by a later local law."""
    item = rule_item(
        row,
        EntryKind.AMENDMENT,
        SubjectGroup.RECORDS,
        f"{row.section} was changed by {row.by}",
        value=show_date(row.on) if row.on else "",
        sentence=row.sentence,
    )
    return replace(item, effective=row.on)


def misprint(row: Misprint, _law: LawPack) -> LawItem:
    """A reference that the text prints wrongly."""
    return rule_item(
        row,
        EntryKind.MISPRINT,
        SubjectGroup.ERRORS,
        f"“{row.printed}” in {misprint_place(row)}",
        value=f"meant: {row.meant}",
        sentence=row.sentence,
    )
