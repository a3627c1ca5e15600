"""The forms of the mail of a case and of its later steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.cases import METHOD_WORDS, OUTCOME_WORDS
from sewerdesk.domain.mailing import MAIL_TRANSITIONS, MailMethod, MailOutcome
from sewerdesk.services.mailings import CERTIFIED_METHODS, MailingDraft, OutcomeDraft
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width


def _mail_certified(draft: MailingDraft, _state: str) -> bool:
    return draft.method in CERTIFIED_METHODS


def mailing_form() -> FormSpec[MailingDraft]:
    """How and when one copy went out. A scanner's Enter goes on to the next field."""
    fields = (
        FieldSpec(
            "method",
            "How it went out",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one, METHOD_WORDS[one]) for one in MailMethod),
        ),
        FieldSpec(
            "article",
            "Certified mail number",
            required=True,
            max_len=60,
            visible_when=_mail_certified,
            help="Scan the label, or type its digits.",
        ),
        FieldSpec("mailed_on", "Day", FieldKind.DATE, required=True),
    )
    return FormSpec(MailingDraft, (Section("", fields),), verb="record it")


def outcome_form(now: MailOutcome) -> FormSpec[OutcomeDraft]:
    """What the post said, as far as it can still say something."""
    offered = [one for one in MailOutcome if one in MAIL_TRANSITIONS[now]]
    fields = (
        FieldSpec(
            "outcome",
            "What became of it",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one, OUTCOME_WORDS[one]) for one in offered),
        ),
        FieldSpec("on", "Day", FieldKind.DATE, required=True),
        FieldSpec("signer", "Signed by", max_len=200, visible_when=_delivered),
        FieldSpec("note", "Note", max_len=200, width=Width.LINE),
    )
    return FormSpec(OutcomeDraft, (Section("", fields),), verb="record it")


def _delivered(draft: OutcomeDraft, _state: str) -> bool:
    return draft.outcome is MailOutcome.DELIVERED


@dataclass(frozen=True, slots=True)
class StepForm:
    """A dated step with what is to be said of it."""

    on: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ExtendForm:
    """More time to answer."""

    until: date | None = None
    reason: str = ""
    authority: str = ""


@dataclass(frozen=True, slots=True)
class HearingForm:
    """The day, time and place of a hearing."""

    day: date | None = None
    at: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class CloseForm:
    """Why a case is closed."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class DoneForm:
    """Which ordered action was found done, and when."""

    place: int | None = None
    on: date | None = None


def step_form(note: str, verb: str) -> FormSpec[StepForm]:
    """A day and a note."""
    fields = (
        FieldSpec("on", "Day", FieldKind.DATE, required=True),
        FieldSpec("note", note, FieldKind.NOTES, required=True, max_len=5000, rows=3),
    )
    return FormSpec(StepForm, (Section("", fields),), verb=verb)


EXTEND_FORM: FormSpec[ExtendForm] = FormSpec(
    ExtendForm,
    (
        Section(
            "",
            (
                FieldSpec("until", "New day", FieldKind.DATE, required=True),
                FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=1000, rows=2),
                FieldSpec("authority", "Who grants it", required=True, max_len=200),
            ),
        ),
    ),
    verb="extend the time",
)
HEARING_FORM: FormSpec[HearingForm] = FormSpec(
    HearingForm,
    (
        Section(
            "",
            (
                FieldSpec("day", "Day", FieldKind.DATE, required=True),
                FieldSpec("at", "Time", required=True, width=Width.DATE, max_len=20),
                FieldSpec("place", "Place", required=True, max_len=200),
            ),
        ),
    ),
    verb="set the hearing",
)
CLOSE_FORM: FormSpec[CloseForm] = FormSpec(
    CloseForm,
    (Section("", (FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=1000, rows=3),)),),
    verb="close the case",
)


def done_form(actions: Sequence[tuple[int, str]]) -> FormSpec[DoneForm]:
    """Which of the ordered actions was found done."""
    fields = (
        FieldSpec(
            "place",
            "Action",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(place, text) for place, text in actions),
        ),
        FieldSpec("on", "Found done on", FieldKind.DATE, required=True),
    )
    return FormSpec(DoneForm, (Section("", fields),), verb="record it")
