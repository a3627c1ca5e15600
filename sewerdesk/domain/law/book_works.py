"""Construction, inspection, tests and charges as entries of the list."""

from sewerdesk.domain.law import (
    Bound,
    ChargeKind,
    ChecklistItem,
    FeeDue,
    FeeKind,
    LateralRule,
    LawPack,
    LeakTest,
    TimeRow,
)
from sewerdesk.domain.law.book_parts import (
    EntryKind,
    LawItem,
    SubjectGroup,
    headline,
    joined,
    named_limits,
    project_words,
    rest_of,
    rule_item,
    titles,
    words,
)
from sewerdesk.domain.law.words import UNIT_WORDS, figure_unit, figure_value, figure_words
from sewerdesk.domain.wording import count, join_words, show

_CONSTRUCTION, _TESTS, _CHARGES = SubjectGroup.CONSTRUCTION, SubjectGroup.TESTS, SubjectGroup.CHARGES
_DUE = {
    FeeDue.WITH_APPLICATION: "It is due with the application.",
    FeeDue.BEFORE_ISSUE: "It is due before the permit is issued.",
    FeeDue.BEFORE_CONSTRUCTION: "It is due before construction.",
    FeeDue.ON_INSPECTION: "It is due on inspection.",
}


def lateral_rule(row: LateralRule, law: LawPack) -> LawItem:
    """How buildings and laterals belong together."""
    lateral = law.term("lateral")
    by = titles(law, row.exception_by)
    return rule_item(
        row,
        EntryKind.INSPECTION,
        _CONSTRUCTION,
        f"buildings and {lateral.plural}",
        value=f"one each, unless the {by} allows otherwise" if by else "one each",
        sentence=joined(row.sentence, row.exception),
    )


def checklist(row: ChecklistItem, law: LawPack) -> LawItem:
    """A line of the inspection form with what is measured."""
    stage = f"A line of the inspection form, stage “{row.stage.value}”, for a {project_words(row.project)}."
    keys = dict.fromkeys((*row.figures, *bound_figures(row.bounds)))
    return rule_item(
        row,
        EntryKind.INSPECTION,
        _CONSTRUCTION,
        headline(row.sentence),
        value=words(law, *row.figures) or bounds_words(law, row.bounds),
        sentence=joined(rest_of(row.sentence), stage),
        figures=keys,
    )


def leak_test(row: LeakTest, law: LawPack) -> LawItem:
    """A test with its limits and what must hold before it counts."""
    before = " ".join(item.sentence for item in row.preconditions)
    witness = titles(law, row.witnessed_by)
    keys = dict.fromkeys((*row.figures, *(key for item in row.preconditions for key in item.figures)))
    return rule_item(
        row,
        EntryKind.TEST,
        _TESTS,
        row.name,
        value=named_limits(law, row.figures),
        sentence=joined(
            row.sentence,
            before,
            f"Witnessed by the {witness}." if witness else "",
            "It must be approved beforehand." if row.needs_prior_approval else "",
        ),
        figures=keys,
    )


def time_row(row: TimeRow, law: LawPack) -> LawItem:
    """A line of a table of test times."""
    test = next(one for one in law.leak_tests if one.key == row.test)
    value = f"{count(row.seconds, 'second')} up to {show(row.up_to_ft)} ft, then {show(row.seconds_per_ft)} a foot"
    return rule_item(
        row,
        EntryKind.TEST,
        _TESTS,
        f"{test.name}: time for pipe of {show(row.diameter_in)} in",
        value=value,
    )


def fee(row: FeeKind, law: LawPack) -> LawItem:
    """A fee: its amount, when it is due, and where it goes."""
    figure = law.figures[row.amount]
    return rule_item(
        row,
        EntryKind.FEE,
        _CHARGES,
        row.label,
        value=figure_value(figure),
        unit=figure_unit(figure),
        sentence=joined(
            row.sentence,
            _DUE[row.due],
            row.exemption,
            f"It may be used only for: {row.restricted_fund.rstrip('.')}." if row.restricted_fund else "",
        ),
        figures=(row.amount,),
    )


def charge(row: ChargeKind, _law: LawPack) -> LawItem:
    """A charge that the law lets the municipality make."""
    fund = f"It may be used only for: {row.fund.rstrip('.')}." if row.fund else ""
    return rule_item(
        row,
        EntryKind.CHARGE,
        _CHARGES,
        row.title,
        sentence=joined(row.sentence, fund),
    )


def bound_figures(bounds: tuple[Bound, ...]) -> tuple[str, ...]:
    """The figures that some bounds name."""
    keys = [key for bound in bounds for key in (bound.at_least, bound.at_most, bound.tolerance)]
    return tuple(dict.fromkeys(key for key in keys if key))


def bounds_words(law: LawPack, bounds: tuple[Bound, ...]) -> str:
    """Bounds as people read them: "at least 4 in, at most 6 in"."""
    return "; ".join(_bound_words(law, bound) for bound in bounds)


def _bound_words(law: LawPack, bound: Bound) -> str:
    ends = [
        f"{word} {figure_words(law.figures[key])}"
        for word, key in (("at least", bound.at_least), ("at most", bound.at_most))
        if key
    ]
    size = f" at {show(bound.size)} {UNIT_WORDS[bound.size_unit]}" if bound.size is not None else ""
    wider = f", within {figure_words(law.figures[bound.tolerance])}" if bound.tolerance else ""
    return f"{join_words(ends)}{size}{wider}"
