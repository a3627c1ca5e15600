"""Industrial users, hauled waste and connection orders as entries of the list."""

from sewerdesk.domain.law import (
    Comparison,
    ConnectionOrder,
    HaulingKind,
    HaulingRule,
    LawPack,
    NoncomplianceRule,
    Pollutant,
    Prohibition,
    SiuCriterion,
)
from sewerdesk.domain.law.book_parts import (
    EntryKind,
    LawItem,
    SubjectGroup,
    joined,
    key_words,
    limit_figure,
    limit_words,
    rule_item,
    words,
)
from sewerdesk.domain.law.book_works import bound_figures, bounds_words
from sewerdesk.domain.law.words import figure_words

_INDUSTRY = SubjectGroup.INDUSTRY
_HAULING = {
    HaulingKind.LICENSE: "license",
    HaulingKind.TERM: "term of the license",
    HaulingKind.INVALID: "when a license is not valid",
    HaulingKind.REVOKED: "when a license is revoked",
    HaulingKind.PLACE: "where to unload",
    HaulingKind.FEE: "fee",
    HaulingKind.LOAD_RECORD: "record of each load",
    HaulingKind.DEFINITION: "what it is",
}


def pollutant(row: Pollutant, law: LawPack) -> LawItem:
    """A pollutant with its limit for normal sewage and its share in the surcharge."""
    load = f"That is {words(law, row.load)}." if row.load else ""
    share = f"Its share in the surcharge: {words(law, row.share)}." if row.share else ""
    kind = "A conventional pollutant." if row.conventional else ""
    return rule_item(
        row,
        EntryKind.INDUSTRY,
        _INDUSTRY,
        f"normal sewage: {row.name}",
        value=words(law, row.limit),
        sentence=joined(load, kind, share),
        figures=(row.limit, row.load, row.share),
    )


def prohibition(row: Prohibition, law: LawPack) -> LawItem:
    """What must not be discharged."""
    return rule_item(
        row,
        EntryKind.INDUSTRY,
        _INDUSTRY,
        f"not to be discharged: {key_words(row.key)}",
        value=bounds_words(law, row.bounds),
        sentence=row.sentence,
        figures=bound_figures(row.bounds),
    )


def siu_criterion(row: SiuCriterion, law: LawPack) -> LawItem:
    """A test that makes an industrial user significant."""
    return rule_item(
        row,
        EntryKind.INDUSTRY,
        _INDUSTRY,
        f"significant industrial user: {key_words(row.key)}",
        value=_compared(law, row.figure, row.comparison) if row.figure else "",
        sentence=joined(row.sentence, "Any one of these makes a significant industrial user."),
        figures=(row.figure,),
    )


def noncompliance(row: NoncomplianceRule, law: LawPack) -> LawItem:
    """A test that makes a user's non-compliance significant."""
    parts = []
    if row.share:
        over = (
            "of the measurements over"
            if row.comparison is Comparison.EXCEEDS
            else "of the measurements at or over"
        )
        factors = " or ".join(figure_words(law.figures[key]) for key in row.factors)
        limit = f"{factors} the limit" if factors else "the limit"
        within = f" in {words(law, row.window)}" if row.window else ""
        parts.append(f"{words(law, row.share)} {over} {limit}{within}")
    if row.period:
        parts.append(f"more than {words(law, row.period)}")
    return rule_item(
        row,
        EntryKind.INDUSTRY,
        _INDUSTRY,
        f"significant non-compliance: {key_words(row.key)}",
        value="; ".join(parts),
        sentence=row.sentence,
        figures=(row.share, row.window, *row.factors, row.period),
    )


def hauling(row: HaulingRule, law: LawPack) -> LawItem:
    """A rule for those who bring waste by truck."""
    kind = _HAULING[row.kind]
    words_of_key = key_words(row.key)
    subject = kind if words_of_key in kind else f"{kind} ({words_of_key})"
    return rule_item(
        row,
        EntryKind.HAULING,
        SubjectGroup.HAULED_WASTE,
        f"hauled waste: {subject}",
        value=words(law, row.figure),
        sentence=row.sentence,
        figures=(row.figure,),
    )


def connection_order(row: ConnectionOrder, law: LawPack) -> LawItem:
    """When an owner must connect."""
    limit = law.time_limit(row.limit)
    parts = []
    if law.figures[limit.figure].value is not None:
        parts.append(f"in {words(law, limit.figure)}")
    if row.distance and law.figures[row.distance].value is not None:
        parts.append(f"within {words(law, row.distance)} of a {law.term('sewer').singular}")
    return rule_item(
        row,
        EntryKind.ORDER,
        SubjectGroup.CONNECTION_ORDERS,
        "when an owner must connect",
        value=", ".join(parts),
        sentence=row.sentence,
        clock=limit_words(law, row.limit),
        figures=(limit_figure(law, row.limit), row.distance),
    )


def _compared(law: LawPack, key: str, comparison: Comparison) -> str:
    value = words(law, key)
    return f"more than {value}" if comparison is Comparison.EXCEEDS else f"{value} or more"
