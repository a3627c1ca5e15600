"""The small forms of the counter: a decision, an approval, a filing, a paper that came in, an event of a permit."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from sewerdesk.domain.counter import Filing
from sewerdesk.domain.law import Law, clocks_for
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Lookup, Predicate, Section, Width

_DECIDING_ROLES = ("issues", "board")


@dataclass(frozen=True, slots=True)
class DecisionForm:
    """Who decided, when, and by what letter or for what reason."""

    role: str | None = None
    person: str = ""
    on: date | None = None
    text: str = ""


def decision_form(law: Law, *, approves: bool) -> FormSpec[DecisionForm]:
    """The form for an approval or a denial by an officer of the law."""
    officers = [law.officer(role) for role in _DECIDING_ROLES]
    choices = tuple(Choice(one.role, one.title, f"Named in {one.citation}") for one in officers)
    text = FieldSpec(
        "text",
        "Letter, memo or minute" if approves else "Reason",
        FieldKind.TEXT if approves else FieldKind.NOTES,
        required=not approves,
        max_len=200 if approves else 500,
        width=Width.LINE if approves else None,
        help="" if approves else "The applicant is told these words.",
        rows=3,
    )
    fields = (
        FieldSpec(
            "role",
            "Decided by",
            FieldKind.CHOICE,
            required=True,
            choices=choices,
            width=Width.LINE,
            error_label="Officer who decided",
        ),
        FieldSpec("person", "Name", required=True, max_len=200),
        FieldSpec("on", "Decided on", FieldKind.DATE, required=True, error_label="Day of the decision"),
        text,
    )
    return FormSpec(DecisionForm, (Section("", fields),), verb="approve" if approves else "deny")


@dataclass(frozen=True, slots=True)
class ApprovalForm:
    """An approval by somebody else as typed."""

    submitted_on: date | None = None
    approved_on: date | None = None
    reference: str = ""


APPROVAL_FORM: FormSpec[ApprovalForm] = FormSpec(
    ApprovalForm,
    (
        Section(
            "",
            (
                FieldSpec("submitted_on", "Asked for on", FieldKind.DATE),
                FieldSpec("approved_on", "Given on", FieldKind.DATE),
                FieldSpec(
                    "reference",
                    "Letter, memo or minute",
                    required=True,
                    max_len=200,
                    width=Width.LINE,
                    visible_when=lambda draft, _: draft.approved_on is not None,
                ),
            ),
        ),
    ),
    verb="record",
)


def filing_form(law: Law) -> FormSpec[Filing]:
    """The form for the filing in the municipal clerk's office."""
    office = law.officer("clerk").title
    fields = (
        FieldSpec(
            "on",
            "Filed on",
            FieldKind.DATE,
            required=True,
            error_label="Day of the filing",
            help=f"As on the {office}'s receipt.",
        ),
        FieldSpec("reference", "Book and page, or file number", required=True, max_len=200),
        FieldSpec(
            "received_by",
            f"Received by (in the {office}'s office)",
            required=True,
            max_len=200,
            error_label="Name of who received it",
        ),
    )
    return FormSpec(Filing, (Section("", fields),), verb="record the filing")


@dataclass(frozen=True, slots=True)
class PaperForm:
    """A paper that came in, as typed."""

    key: str | None = None
    on: date | None = None
    note: str = ""
    files: tuple[Path, ...] = ()


def paper_form(choices: tuple[Choice, ...]) -> FormSpec[PaperForm]:
    """The form for a paper that came in."""
    fields = (
        FieldSpec("key", "Paper", FieldKind.CHOICE, required=True, choices=choices, width=Width.LINE),
        FieldSpec("on", "Came in on", FieldKind.DATE, required=True, error_label="Day on which it came in"),
        FieldSpec(
            "note",
            "Which",
            max_len=200,
            width=Width.LINE,
            help="For plans: set, sheets and date of revision.",
        ),
        FieldSpec("files", "Scan", FieldKind.ATTACHMENTS),
    )
    return FormSpec(PaperForm, (Section("", fields),), verb="record")


@dataclass(frozen=True, slots=True)
class RequestForm:
    """A paper that the officer asks for."""

    key: str | None = None


def request_form(choices: tuple[Choice, ...]) -> FormSpec[RequestForm]:
    """The form for asking for a paper."""
    field = FieldSpec("key", "Paper", FieldKind.CHOICE, required=True, choices=choices, width=Width.LINE)
    return FormSpec(RequestForm, (Section("", (field,)),), verb="ask")


@dataclass(frozen=True, slots=True)
class WaiverForm:
    """A fee waived by the Board, as typed."""

    reason: str = ""
    reference: str = ""


WAIVER_FORM: FormSpec[WaiverForm] = FormSpec(
    WaiverForm,
    (
        Section(
            "",
            (
                FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=150, rows=2),
                FieldSpec("reference", "Resolution or minute of the Board", required=True, max_len=45),
            ),
        ),
    ),
    verb="waive it",
)


@dataclass(frozen=True, slots=True)
class ReferenceForm:
    """The resolution or section on which something rests."""

    reference: str = ""


NO_FEE_FORM: FormSpec[ReferenceForm] = FormSpec(
    ReferenceForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "reference", "Resolution or section by which nothing is owed", required=True, max_len=200
                ),
            ),
        ),
    ),
    verb="confirm",
)


@dataclass(frozen=True, slots=True)
class HighwayForm:
    """A highway permit as typed."""

    number: str = ""
    on: date | None = None
    until: date | None = None
    security: Decimal | None = None


HIGHWAY_FORM: FormSpec[HighwayForm] = FormSpec(
    HighwayForm,
    (
        Section(
            "",
            (
                FieldSpec("number", "Number of the highway permit", required=True, max_len=60),
                FieldSpec("on", "Given on", FieldKind.DATE, required=True, error_label="Day of the permit"),
                FieldSpec("until", "Ends on", FieldKind.DATE),
                FieldSpec("security", "Deposit or bond for it", FieldKind.MONEY),
            ),
        ),
    ),
    verb="record",
)


@dataclass(frozen=True, slots=True)
class WorkerForm:
    """Who does the work, as typed."""

    owner_does_the_work: bool | None = None
    contractor_id: int | None = None


def worker_form(contractors: Lookup, law: Law) -> FormSpec[WorkerForm]:
    """The form for choosing who does the work; the owner only where the law lets anybody do it."""
    word = law.term("installer").singular
    owner = FieldSpec("owner_does_the_work", "Does the owner do the work?", FieldKind.YES_NO, required=True)
    by_another: Predicate = lambda draft, _: draft.owner_does_the_work is False  # noqa: E731
    contractor = FieldSpec(
        "contractor_id",
        f"{word[:1].upper()}{word[1:]}",
        FieldKind.LOOKUP,
        required=True,
        lookup=contractors,
        visible_when=None if law.installer_rules else by_another,
    )
    fields = (contractor,) if law.installer_rules else (owner, contractor)
    return FormSpec(WorkerForm, (Section("", fields),), verb="record")


@dataclass(frozen=True, slots=True)
class IssueForm:
    """What the permit says beyond the law: its conditions, and a day of its own where the law lets it differ."""

    conditions: str = ""
    expires_on: date | None = None


def issue_form(law: Law, class_key: str) -> FormSpec[IssueForm]:
    """The form before a permit of a class is issued."""
    fields = [
        FieldSpec(
            "conditions",
            "Conditions",
            FieldKind.NOTES,
            max_len=5000,
            rows=5,
            help="One a line; they are printed and numbered on the permit.",
        )
    ]
    differs = next((row for row in clocks_for(law, class_key) if row.permit_may_differ), None)
    if differs is not None:
        fields.append(
            FieldSpec(
                "expires_on",
                f"{differs.title} by another day",
                FieldKind.DATE,
                help=f"Leave empty for the day that the law sets ({differs.citation}).",
            )
        )
    return FormSpec(IssueForm, (Section("", tuple(fields)),), verb="issue")


@dataclass(frozen=True, slots=True)
class EventForm:
    """An event of a permit as typed."""

    on: date | None = None
    reason: str = ""
    citation: str = ""
    person: str = ""


def event_form(
    verb: str, *, needs_reason: bool, needs_section: bool, person: str = ""
) -> FormSpec[EventForm]:
    """The form for an event of a permit; ``person`` names who ordered it, where somebody did."""
    fields = [
        FieldSpec("on", "On", FieldKind.DATE, required=True, error_label="Day"),
        FieldSpec(
            "reason",
            "Reason" if needs_reason else "Note",
            FieldKind.NOTES,
            required=needs_reason,
            max_len=500,
            rows=3,
        ),
    ]
    if needs_section:
        fields.append(FieldSpec("citation", "Section of the law", required=True, max_len=200))
    if person:
        fields.append(FieldSpec("person", person, max_len=200))
    return FormSpec(EventForm, (Section("", tuple(fields)),), verb=verb)
