"""The office's rates: charge codes with their funds, rate versions with their authority, and which one holds when.

A class carries several lines, each with its own formula. Every version names the resolution or local law that adopted
it (General Municipal Law 452) and the dates between which it holds: ``effective_from`` inclusive, ``effective_to``
exclusive or open. A version may hold for one sewer district or one segment alone; where one holds there it goes before
the general one.
"""

from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates.basis import EVERYWHERE, Place
from sewerdesk.domain.rates.fixed import Flat, PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.metered import Metered
from sewerdesk.domain.rates.share import BillShare
from sewerdesk.domain.rates.special import Credit, FromWorksheet

Formula = PerUnit | Flat | Metered | PerPerson | PerFixture | BillShare | FromWorksheet | Credit


class NoRate(UserError):
    """No rate is in force for a class on a date; the run stops for that account instead of billing zero."""


class ChargePurpose(StrEnum):
    """What a charge pays for; the billing register has a column for each."""

    OPERATION = "operation"
    USE = "use"
    DEBT = "debt service"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChargeCode:
    """One kind of charge with where its money goes (General Municipal Law 453: the sewer rent fund).

    After ``ended_on`` nothing more is booked on it.
    """

    code: str
    title: str
    fund: str
    revenue_code: str
    order: int = 0
    purpose: ChargePurpose = ChargePurpose.OPERATION
    ended_on: date | None = None


@dataclass(frozen=True, slots=True)
class RateVersion:
    """What one class pays under one charge code between two dates, and on whose authority.

    ``district`` or ``segment`` limit it to accounts there. With ``months`` it is billed only in periods that touch one
    of them (1 to 12), such as a yearly charge.
    """

    version_id: int
    class_code: str
    charge_code: str
    effective_from: date
    authority: str
    formula: Formula
    effective_to: date | None = None
    district: str = ""
    segment: str = ""
    months: tuple[int, ...] = ()

    def holds_on(self, on: date) -> bool:
        """Whether the version is in force on a day."""
        return self.effective_from <= on and (self.effective_to is None or on < self.effective_to)

    @property
    def place(self) -> Place:
        """Where it holds; empty is everywhere."""
        return Place(self.district, self.segment)

    @property
    def due_months(self) -> tuple[int, ...]:
        """The months in whose periods it is billed; empty is every period."""
        if isinstance(self.formula, BillShare) and not self.months:
            return self.formula.months
        return self.months


@dataclass(frozen=True, slots=True)
class RateBook:
    """All rate versions and charge codes of the office, indexed for a billing run."""

    versions: tuple[RateVersion, ...]
    charge_codes: tuple[ChargeCode, ...]
    _by_class: dict[str, dict[str, tuple[RateVersion, ...]]] = field(init=False, repr=False, compare=False)
    _codes: dict[str, ChargeCode] = field(init=False, repr=False, compare=False)
    _placed: dict[tuple[str, str, Place], tuple[RateVersion, ...]] = field(
        init=False, repr=False, compare=False
    )
    _local: frozenset[tuple[str, str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the versions by class and charge code, oldest first."""
        index: dict[str, dict[str, list[RateVersion]]] = {}
        for version in sorted(self.versions, key=lambda v: (v.effective_from, v.version_id)):
            index.setdefault(version.class_code, {}).setdefault(version.charge_code, []).append(version)
        codes = {code.code: code for code in self.charge_codes}

        def order(code: str) -> tuple[int, str]:
            return (codes[code].order if code in codes else 0, code)

        by_class = {
            name: {code: tuple(found[code]) for code in sorted(found, key=order)}
            for name, found in index.items()
        }
        local = frozenset(
            (one.class_code, one.charge_code) for one in self.versions if one.place != EVERYWHERE
        )
        object.__setattr__(self, "_by_class", by_class)
        object.__setattr__(self, "_codes", codes)
        object.__setattr__(self, "_placed", {})
        object.__setattr__(self, "_local", local)

    def has_class(self, class_code: str) -> bool:
        """Whether any version was ever adopted for the class."""
        return class_code in self._by_class

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes for which a rate was ever adopted."""
        return tuple(self._by_class)

    def has_code(self, code: str) -> bool:
        """Whether a charge code is in the list."""
        return code in self._codes

    def charge_code(self, code: str) -> ChargeCode:
        """The charge code's title, fund and revenue code; ``UserError`` when it is not in the list."""
        try:
            return self._codes[code]
        except KeyError:
            raise UserError(
                f"The charge code {code} is used by a rate but is not in the list of charge codes; add it with "
                f"its fund and revenue code."
            ) from None

    def history(
        self, class_code: str, charge_code: str, place: Place = EVERYWHERE
    ) -> tuple[RateVersion, ...]:
        """All versions of one line as they hold at a place, oldest first; empty when there is none.

        Where a version of the district or segment holds, the days of the general one are cut short.
        """
        found = self._by_class.get(class_code, {}).get(charge_code, ())
        if (class_code, charge_code) not in self._local:
            return found
        key = (class_code, charge_code, place)
        if key not in self._placed:
            self._placed[key] = _as_it_holds(found, place)
        return self._placed[key]

    def codes_of(self, class_code: str) -> tuple[str, ...]:
        """Charge codes ever adopted for a class, in order of application."""
        return tuple(self._by_class.get(class_code, {}))

    def rate_on(
        self, on: date, *, class_code: str, charge_code: str, account: str = "", place: Place = EVERYWHERE
    ) -> RateVersion:
        """The version in force on a day; ``NoRate`` names the account, class and day, never a zero rate."""
        for version in reversed(self.history(class_code, charge_code, place)):
            if version.holds_on(on):
                return version
        raise NoRate(_no_rate(account, f"class {class_code} under charge {charge_code}", on))

    def rates_on(
        self, on: date, *, class_code: str, account: str = "", place: Place = EVERYWHERE
    ) -> tuple[RateVersion, ...]:
        """All lines a class pays on a day, in order of application; ``NoRate`` when there is not one."""
        found = tuple(
            version
            for code in self.codes_of(class_code)
            for version in self.history(class_code, code, place)
            if version.holds_on(on)
        )
        if not found:
            raise NoRate(_no_rate(account, f"class {class_code}", on))
        return found


def _no_rate(account: str, what: str, on: date) -> str:
    who = f"Account {account}: no" if account else "No"
    return (
        f"{who} rate is in force for {what} on {on:%m/%d/%Y}; enter the rate with the resolution that set it, "
        f"or change the account's class."
    )


def _rank(version: RateVersion) -> int:
    """How close a version is to an account: its segment before its district before the general one."""
    return (2 if version.segment else 0) + (1 if version.district else 0)


def _as_it_holds(versions: tuple[RateVersion, ...], place: Place) -> tuple[RateVersion, ...]:
    """The versions that may hold at a place, cut at every day on which a closer one begins or ends."""
    here = [
        one for one in versions if one.district in ("", place.district) and one.segment in ("", place.segment)
    ]
    days = {one.effective_from for one in here} | {one.effective_to for one in here if one.effective_to}
    starts = sorted(days)
    found: list[RateVersion] = []
    for number, start in enumerate(starts):
        until = starts[number + 1] if number + 1 < len(starts) else None
        holding = [one for one in here if one.holds_on(start)]
        if not holding:
            continue
        best = max(holding, key=lambda one: (_rank(one), one.effective_from, one.version_id))
        if found and found[-1].version_id == best.version_id and found[-1].effective_to == start:
            found[-1] = replace(found[-1], effective_to=until)
        else:
            found.append(replace(best, effective_from=start, effective_to=until))
    return tuple(found)
