"""An industrial user's papers: applications, signatures, confidence, and the note of an accidental discharge.

Sources: Dannemora 72-6B(2)(a)[1] to [13] (contents), 72-6C(1) and 72-2 (signature of an authorized representative, as
in Hague 201 and Lockport), 72-6G (confidential information), 72-4H (accidental discharges).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import ApplicationItem, Law, Needed
from sewerdesk.domain.pretreatment.answers import silent
from sewerdesk.domain.pretreatment.schedule import earliest_after_notice
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import count

CONFIDENTIAL_RELEASE = "confidential_release"


@dataclass(frozen=True, slots=True)
class ItemStanding:
    """One question of the application: whether it is answered, and whether it must be."""

    item: ApplicationItem
    answered: bool
    required: bool

    @property
    def is_missing(self) -> bool:
        """Whether the application is incomplete without it."""
        return self.required and not self.answered


@dataclass(frozen=True, slots=True)
class ApplicationStanding:
    """How far an industrial application is; ``not_said`` where this law lists no contents."""

    items: tuple[ItemStanding, ...]
    not_said: str

    @property
    def missing(self) -> tuple[ApplicationItem, ...]:
        """The questions that must still be answered, in the law's order."""
        return tuple(row.item for row in self.items if row.is_missing)

    @property
    def answer(self) -> Answer:
        """Whether it is complete; the officer decides where the law lists nothing."""
        if self.not_said:
            return Answer.OFFICER
        return Answer.NO if self.missing else Answer.YES

    @property
    def sentence(self) -> str:
        """What a list shows: complete, or how many of the required answers are missing."""
        if self.not_said:
            return self.not_said
        required = sum(row.required for row in self.items)
        if not self.missing:
            return f"Complete: {count(required, 'required answer')} on file."
        return f"{len(self.missing)} of {count(required, 'required answer')} missing."


def application_standing(
    law: Law, answers: Mapping[str, str], *, permit_class: str, asked: frozenset[str] = frozenset()
) -> ApplicationStanding:
    """Compare the answers (by the key of the law's row) with what an application of this class must hold.

    An answer of blanks is none. Rows needed "on request" or "when it applies" are required where ``asked`` names them.
    """
    rows = [row for row in law.application_items if permit_class in row.classes]
    if not rows:
        return ApplicationStanding((), silent(law, "what an industrial user's application must contain"))
    items = tuple(
        ItemStanding(
            row,
            answered=bool(answers.get(row.key, "").strip()),
            required=row.needed is Needed.ALWAYS or row.key in asked,
        )
        for row in rows
    )
    return ApplicationStanding(items, "")


class SignerCapacity(StrEnum):
    """In what capacity somebody signs for a user."""

    OFFICER = "officer"  # of a corporation, vice-president or above
    PARTNER = "partner"
    PROPRIETOR = "proprietor"
    DELEGATE = "delegate"  # responsible for the whole facility, named by one of the above
    OTHER = "other"

    @property
    def label(self) -> str:
        """As forms offer it."""
        return {
            SignerCapacity.OFFICER: "Officer of the corporation, vice-president or above",
            SignerCapacity.PARTNER: "General partner",
            SignerCapacity.PROPRIETOR: "Proprietor",
            SignerCapacity.DELEGATE: "Named representative, responsible for the facility",
            SignerCapacity.OTHER: "Somebody else",
        }[self]


def signer_problem(name: str, capacity: SignerCapacity, *, authorization: str) -> str:
    """Why a report that this person signed cannot be accepted, empty where it can.

    ``authorization`` is the paper by which the user named the representative.
    """
    if capacity is SignerCapacity.OTHER:
        return (
            f"{name} is no authorized representative. Ask for the signature of an officer, a general partner, the "
            "proprietor, or a representative whom one of them named."
        )
    if capacity is SignerCapacity.DELEGATE and not authorization.strip():
        return f"{name} signs as a named representative; record the paper that names {name}."
    return ""


class Reader(StrEnum):
    """Who asks to see a paper."""

    PUBLIC = "public"
    GOVERNMENT = "government"


@dataclass(frozen=True, slots=True)
class PaperPart:
    """A part of a user's papers: what it is, and whether the user asked for confidence and showed a trade secret.

    ``trade_secret`` is the office's decision; None while it is open. ``constituents`` marks what is in the wastewater,
    which is never confidential.
    """

    title: str
    confidence_asked: bool = False
    trade_secret: bool | None = None
    constituents: bool = False


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Whether a part may be handed out on a day, and why; ``from_day`` is the first day where it must wait."""

    allowed: Answer
    sentence: str
    citation: str
    from_day: date | None = None


def may_disclose(
    law: Law,
    part: PaperPart,
    calendar: HolidayCalendar,
    *,
    reader: Reader,
    on: date,
    told_on: date | None = None,
) -> Disclosure:
    """Whether a part may be shown: open to all unless a trade secret was asked for and shown.

    A confidential part is never shown to the public, and goes to an agency only after the user was told
    (``told_on``) and the law's days have passed. Where the law is silent the officer decides.
    """
    text = law.words("confidentiality")
    if text is None:
        return Disclosure(Answer.OFFICER, silent(law, "what is confidential"), "")
    cited = text.citation
    if part.constituents:
        return Disclosure(
            Answer.YES, f"{part.title}: what is in the wastewater is never confidential ({cited}).", cited
        )
    if not part.confidence_asked or part.trade_secret is False:
        return Disclosure(Answer.YES, f"{part.title}: open, no trade secret was shown ({cited}).", cited)
    if part.trade_secret is None:
        return Disclosure(
            Answer.OFFICER,
            f"{part.title}: decide whether the user has shown a trade secret ({cited}).",
            cited,
        )
    if reader is Reader.PUBLIC:
        return Disclosure(
            Answer.NO, f"{part.title}: a trade secret, withheld from the public ({cited}).", cited
        )
    return _to_agency(law, part, calendar, on=on, told_on=told_on, cited=cited)


def _to_agency(
    law: Law, part: PaperPart, calendar: HolidayCalendar, *, on: date, told_on: date | None, cited: str
) -> Disclosure:
    if told_on is None:
        return Disclosure(
            Answer.NO, f"{part.title}: tell the user first that an agency asks for it ({cited}).", cited
        )
    answer = earliest_after_notice(law, CONFIDENTIAL_RELEASE, told_on, calendar)
    if answer.deadline is None:
        return Disclosure(Answer.OFFICER, answer.sentence, cited)
    first = answer.deadline.raw
    allowed = Answer.YES if on >= first else Answer.NO
    return Disclosure(allowed, f"{part.title}: {answer.sentence}", answer.citation, first)


@dataclass(frozen=True, slots=True)
class AccidentCall:
    """The telephone notice of an accidental discharge, as whoever took the call wrote it down."""

    location: str = ""
    waste: str = ""
    concentration: str = ""
    volume: str = ""
    corrective_action: str = ""


def call_gaps(call: AccidentCall) -> tuple[str, ...]:
    """What the note of the call still lacks of what the user must tell (Dannemora 72-4H), one sentence each."""
    wanted = {
        "Enter where the discharge is.": call.location,
        "Enter what kind of waste it is.": call.waste,
        "Enter its concentration, as far as it is known.": call.concentration,
        "Enter its volume, as far as it is known.": call.volume,
        "Enter what the user does about it.": call.corrective_action,
    }
    return tuple(sentence for sentence, told in wanted.items() if not told.strip())
