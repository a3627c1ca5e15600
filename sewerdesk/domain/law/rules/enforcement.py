"""Enforcement: what can be cited, what it costs, how papers are served, orders, and the times that run."""

from dataclasses import dataclass

from sewerdesk.domain.law.rules.reference import Rule, ref
from sewerdesk.domain.law.types import TIME_UNITS, Event, Unit, Whose


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(Rule):
    """A section that can be violated; ``citation`` as printed, ``meant`` where the printed one is wrong."""

    section: str
    title: str
    remedy: str
    meant: str = ""
    penalties: tuple[str, ...] = ref("figure", default=())

    @property
    def cited(self) -> str:
        """The citation as a notice prints it: ``§602B [502B]`` where the printed number is a slip."""
        return f"{self.citation} [{self.meant}]" if self.meant else self.citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty(Rule):
    """What an offense costs: from ``least`` to ``most``, for each day where ``each_day``, and up to ``prison``.

    ``costs`` says what is owed besides (attorney's fees, court costs). A penalty without ``most`` is not limited
    by the text.
    """

    title: str
    least: str = ref("figure", Unit.USD, Unit.USD_PER_DAY, default="")
    most: str = ref("figure", Unit.USD, Unit.USD_PER_DAY, default="")
    prison: str = ref("figure", *TIME_UNITS, default="")
    each_day: bool = False
    costs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceRule(Rule):
    """How a kind of paper is served and when it counts as given."""

    methods: tuple[str, ...]
    given_on: Event
    addressed_to: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit(Rule):
    """A time of the law: so long after an event, or with ``backward`` at least so long before it.

    A citizen's time rolls past weekends and holidays, the office's own never does. ``document`` is the prefix of the
    paper that it belongs to (NOV, OTC). ``follows`` names the time at whose end this one begins, instead of the event.
    """

    title: str
    event: Event
    sentence: str
    figure: str = ref("figure", *TIME_UNITS, Unit.MONTHS_OF_YEAR)
    document: str = ""
    whose: Whose = Whose.CITIZEN
    backward: bool = False
    follows: str = ref("time_limit", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKind(Rule):
    """An order or step that the law gives to the office: who makes it and what it does."""

    title: str
    sentence: str
    officer: str = ref("officer")
    limit: str = ref("time_limit", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class RevocationGround(Rule):
    """A ground on which a permit may be revoked; one must be named."""

    sentence: str
    classes: tuple[str, ...] = ref("permit_class", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionOrder(Rule):
    """When an owner must connect: within ``distance`` of a public sewer, in the time that ``limit`` gives.

    Without a ``distance`` the text gives none in feet, and the officer decides by ``sentence``.
    """

    sentence: str
    limit: str = ref("time_limit")
    distance: str = ref("figure", Unit.FEET, default="")
