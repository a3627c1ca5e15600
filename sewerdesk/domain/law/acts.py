"""What the Board does to the law: resolutions, local laws, and the confirmation of what was read in the text.

An act names its authority, the day from which it holds, and what it changes: figures, officers, words, names and
texts get a new value; any other row of the law is confirmed. Acts are never altered; one that was entered by mistake
is withdrawn with a reason, and the law stands as if it had not been entered.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.law.types import Figure, Unit

FIGURE, OFFICER, TERM, NAME, TEXT = "figure", "officer", "term", "name", "text"
"""The parts of a law whose rows get a new value; every other part is confirmed. They are named as in the law file."""


class ActKind(StrEnum):
    """By what authority a figure or a word stands."""

    RESOLUTION = "resolution"
    LOCAL_LAW = "local_law"
    CONFIRMATION = "confirmation"  # the clerk read the section in the municipality's own text

    @property
    def label(self) -> str:
        """The kind as screens and papers name it."""
        return _LABELS[self]


_LABELS = {
    ActKind.RESOLUTION: "Resolution",
    ActKind.LOCAL_LAW: "Local Law",
    ActKind.CONFIRMATION: "Confirmation",
}


@dataclass(frozen=True, slots=True)
class LawChange:
    """What an act does to one row of the law: ``part`` is its block in the law file ("figure", "violation" …).

    ``value`` is as typed: a figure in its unit ("90", "12-15"), an officer's title, a word (with its ``plural``), a
    name, a text. For any other row it is empty, or the edition that was confirmed ("ASTM C1244-20").
    """

    part: str
    key: str
    value: str = ""
    plural: str = ""

    @property
    def field(self) -> str:
        """How a form names this change, such as ``figure:permit.file_days``."""
        return f"{self.part}:{self.key}"


def _one_line(typed: str) -> str:
    """Words on one line with single spaces, as a citation is printed."""
    return " ".join(typed.split())


@dataclass(frozen=True, slots=True)
class LawActDraft:
    """An act as the clerk enters it. ``source`` is how papers cite it ("Resolution 12 of 2027")."""

    kind: ActKind
    adopted_on: date | None
    effective_from: date | None
    changes: tuple[LawChange, ...]
    number: str = ""
    source: str = ""
    note: str = ""

    @property
    def citation(self) -> str:
        """How papers cite the act: its source, else its kind and number."""
        return _one_line(self.source) or _one_line(f"{self.kind.label} {self.number}")


@dataclass(frozen=True, slots=True)
class LawAct:
    """An act on file that was not withdrawn."""

    id: int
    kind: ActKind
    citation: str
    effective_from: date
    changes: tuple[LawChange, ...]
    adopted_on: date | None = None
    number: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class FigureAnswer:
    """Which figure held on a day, and why.

    ``since`` and ``until`` are the first and last day on which it holds (``None``: always, or for the time being);
    ``act`` is the office's act that set it, ``None`` where it is the law's own text or an amendment that the law file
    has. ``sentence`` says all of it.
    """

    figure: Figure
    since: date | None
    until: date | None
    act: LawAct | None
    sentence: str

    @property
    def key(self) -> str:
        """The figure's key."""
        return self.figure.key

    @property
    def value(self) -> Decimal | str | None:
        """The value in ``unit``; ``None`` where it is blank."""
        return self.figure.value

    @property
    def unit(self) -> Unit:
        """The unit of the value."""
        return self.figure.unit

    @property
    def citation(self) -> str:
        """Where it stands: the section, or the act that set it."""
        return self.figure.citation


@dataclass(frozen=True, slots=True)
class LawChangeView:
    """One change of an act as screens show it: ``before`` is what held the day before, ``after`` what holds since.

    ``stray`` where the law file no longer has such a row, so that the change has no effect.
    """

    part: str
    key: str
    subject: str
    before: str
    after: str
    stray: bool = False


@dataclass(frozen=True, slots=True)
class LawActView:
    """An act as the list of acts shows it; ``withdrawn_on`` where it was entered by mistake."""

    id: int
    kind: ActKind
    number: str
    citation: str
    adopted_on: date | None
    effective_from: date
    note: str
    entered_on: date
    entered_by: str
    changes: tuple[LawChangeView, ...]
    warnings: tuple[str, ...] = ()
    files: int = 0
    withdrawn_on: date | None = None
    withdrawn_by: str = ""
    withdrawn_reason: str = ""


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """How much of the law the office still has to confirm or to enter, on a day."""

    blank_figures: int
    model_figures: int
    other_rows: int

    @property
    def total(self) -> int:
        """Everything that is left."""
        return self.blank_figures + self.model_figures + self.other_rows
