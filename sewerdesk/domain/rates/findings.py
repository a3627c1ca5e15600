"""The office's rates looked at whole: classes without a rate, rates without accounts, charges ended while in use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from sewerdesk.domain.rates.basis import EVERYWHERE, Place
from sewerdesk.domain.rates.book import RateBook, RateVersion
from sewerdesk.domain.rates.checks import name_of, validate_rates
from sewerdesk.domain.rates.metered import Metered, VolumeUnit
from sewerdesk.domain.rates.questions import scale_questions
from sewerdesk.domain.wording import count, join_words


class Weight(StrEnum):
    """How much a finding weighs."""

    WRONG = "wrong"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class RateFinding:
    """Something to put right or to look at, in one sentence; about one line where it is."""

    weight: Weight
    sentence: str
    class_code: str = ""
    charge_code: str = ""


@dataclass(frozen=True, slots=True)
class BookUse:
    """How the accounts use the rates on a day: how many in each class, one of their numbers, their meters' units.

    ``places`` are the numbers of a class's accounts by where they lie; empty where no rate is limited to a place.
    """

    on: date
    classes: Mapping[str, int]
    samples: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, frozenset[VolumeUnit]] = field(default_factory=dict)
    listed: frozenset[str] = frozenset()
    places: Mapping[str, Mapping[Place, Sequence[str]]] = field(default_factory=dict)


def book_findings(book: RateBook, use: BookUse) -> tuple[RateFinding, ...]:
    """Everything about the rates that is wrong or odd on a day, what is wrong first."""
    found = [RateFinding(Weight.WRONG, sentence) for sentence in validate_rates(book.versions)]
    found += _classes(book, use)
    for class_code in book.classes:
        for code in book.codes_of(class_code):
            found += _line(book, use, class_code, code)
    return tuple(sorted(found, key=lambda one: one.weight is not Weight.WRONG))


def ended_in_use(book: RateBook, classes: Iterable[str], start: date, end: date) -> Iterable[RateFinding]:
    """Charges of these classes that end within a period, and codes that ended while a rate still books on them."""
    for class_code in sorted(classes):
        for code in book.codes_of(class_code):
            last = max(book.history(class_code, code), key=lambda one: one.effective_from, default=None)
            ended = last.effective_to if last is not None else None
            if ended is not None and start <= ended <= end:
                yield RateFinding(
                    Weight.LOOK,
                    f"Charge {code} of class {class_code} ended on {ended:%m/%d/%Y} and is not billed after that day; "
                    "enter the next rate if it was ended by mistake.",
                    class_code,
                    code,
                )
            gone = book.charge_code(code).ended_on if book.has_code(code) else None
            if gone is not None and gone < end and (ended is None or ended > gone):
                yield RateFinding(
                    Weight.WRONG,
                    f"Charge code {code} ended on {gone:%m/%d/%Y}, but class {class_code} still pays a rate under it; "
                    "end the rate or open the code again.",
                    class_code,
                    code,
                )


def _classes(book: RateBook, use: BookUse) -> Iterable[RateFinding]:
    for class_code, accounts in sorted(use.classes.items()):
        in_force = any(one.holds_on(use.on) for one in book.versions if one.class_code == class_code)
        if accounts and not in_force:
            words = "One account is" if accounts == 1 else f"{accounts} accounts are"
            sample = use.samples.get(class_code, "")
            yield RateFinding(
                Weight.WRONG,
                f"{words} in class {class_code}{f', such as {sample},' if sample else ''} but no rate is in force for "
                f"it on {use.on:%m/%d/%Y}; adopt its rate or change the class.",
                class_code,
            )
    unused = sorted(code for code in {*book.classes, *use.listed} if not use.classes.get(code) and code)
    for class_code in unused:
        sentence = f"No account is in class {class_code}; its rates bill nobody."
        yield RateFinding(Weight.LOOK, sentence, class_code)


def _line(book: RateBook, use: BookUse, class_code: str, code: str) -> Iterable[RateFinding]:
    versions = [one for one in book.versions if (one.class_code, one.charge_code) == (class_code, code)]
    general = [one for one in versions if one.place == EVERYWHERE]
    last = max(general or versions, key=lambda one: one.effective_from)
    accounts = use.classes.get(class_code, 0)
    if accounts and last.effective_to is not None and last.effective_to <= use.on:
        yield RateFinding(
            Weight.WRONG,
            f"Charge {code} of class {class_code} ended on {last.effective_to:%m/%d/%Y}, and "
            f"{count(accounts, 'account is', 'accounts are')} in the class; adopt the next rate if it was ended by "
            "mistake.",
            class_code,
            code,
        )
    holding = [one for one in versions if one.holds_on(use.on)]
    yield from _left_out(book, use, holding)
    for one in holding:
        yield from _in_force(book, use, one)


def _left_out(book: RateBook, use: BookUse, holding: Sequence[RateVersion]) -> Iterable[RateFinding]:
    """Accounts that lie in no place of a charge which their class pays by district or segment: they pay none of it."""
    if not holding:
        return
    class_code, code = holding[0].class_code, holding[0].charge_code
    numbers = [
        number
        for place, found in use.places.get(class_code, {}).items()
        if not any(one.holds_on(use.on) for one in book.history(class_code, code, place))
        for number in found
    ]
    if numbers:
        names = join_words(sorted({one.segment or one.district for one in holding}))
        one = (
            "One account of the class lies"
            if len(numbers) == 1
            else f"{len(numbers)} accounts of the class lie"
        )
        yield RateFinding(
            Weight.LOOK,
            f"Charge {code} of class {class_code} is adopted for {names} alone. {one} elsewhere, such as "
            f"{min(numbers)}, and pays nothing under it; enter its district or segment, or adopt a rate for all.",
            class_code,
            code,
        )


def _in_force(book: RateBook, use: BookUse, version: RateVersion) -> Iterable[RateFinding]:
    key = (version.class_code, version.charge_code)
    charge = next((one for one in book.charge_codes if one.code == version.charge_code), None)
    if charge is not None and charge.ended_on is not None and charge.ended_on < use.on:
        yield RateFinding(
            Weight.WRONG,
            f"{name_of(version)} is in force, but its charge code ended on {charge.ended_on:%m/%d/%Y}; end the rate or "
            "open the code again.",
            *key,
        )
    formula = version.formula
    if not isinstance(formula, Metered):
        return
    others = sorted(unit.value for unit in use.units.get(version.class_code, frozenset()) - {formula.unit})
    if others:
        yield RateFinding(
            Weight.WRONG,
            f"{name_of(version)} is priced in {formula.unit}, but meters of its accounts count {join_words(others)}; "
            "correct the meters' unit or the rate.",
            *key,
        )
    for question in scale_questions(formula):
        yield RateFinding(Weight.LOOK, f"{name_of(version)}: {question}", *key)
