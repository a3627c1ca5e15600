"""What the clerk types of an act: its kind, number, days and authority; and how it is handed to the office."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sewerdesk.domain.law.acts import ActKind, LawActDraft, LawChange
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width

_KINDS = (
    Choice(ActKind.RESOLUTION, "Resolution of the Board"),
    Choice(ActKind.LOCAL_LAW, "Local law"),
    Choice(ActKind.CONFIRMATION, "Read in the law's own text"),
)


@dataclass(frozen=True, slots=True)
class ActHead:
    """An act without its changes. ``section`` is where the clerk read it, ``source`` how papers cite an act."""

    kind: ActKind | None = ActKind.RESOLUTION
    number: str = ""
    section: str = ""
    adopted_on: date | None = None
    effective_from: date | None = None
    source: str = ""
    files: tuple[Path, ...] = ()
    note: str = ""

    def draft(self, changes: tuple[LawChange, ...]) -> LawActDraft:
        """The act with its changes, as the office takes it."""
        kind = self.kind or ActKind.RESOLUTION
        is_read = kind is ActKind.CONFIRMATION
        return LawActDraft(
            kind=kind,
            adopted_on=None if is_read else self.adopted_on,
            effective_from=self.effective_from,
            changes=changes,
            number="" if is_read else self.number,
            source=self.section if is_read else self.source,
            note=self.note,
        )


@dataclass(frozen=True, slots=True)
class ConfirmForm(ActHead):
    """The authority by which rows are confirmed as they stand; ``edition`` is that of a table of test times."""

    edition: str = ""


@dataclass(frozen=True, slots=True)
class StepForm(ActHead):
    """One open row on the way through all of them: what it is, and by what authority."""

    value: str = ""
    plural: str = ""
    words: str = ""
    edition: str = ""


def is_read(draft: ActHead, _state: str) -> bool:
    """Whether the clerk read it in the law's own text."""
    return draft.kind is ActKind.CONFIRMATION


def is_act(draft: ActHead, _state: str) -> bool:
    """Whether the Board acted."""
    return draft.kind is not ActKind.CONFIRMATION


def head_fields(*, with_papers: bool = True) -> tuple[FieldSpec, ...]:
    """The fields of an act; ``with_papers`` adds its citation, scans and note."""
    kind = FieldSpec("kind", "Authority", FieldKind.CHOICE, required=True, choices=_KINDS, width=Width.NAME)
    fields = (kind, *_AUTHORITY, *_DAYS)
    return (*fields, *_PAPERS) if with_papers else fields


_AUTHORITY = (
    FieldSpec(
        "number",
        "Number",
        required=True,
        max_len=60,
        width=Width.PHONE,
        help="Such as 12 of 2027.",
        visible_when=is_act,
    ),
    FieldSpec(
        "section",
        "Where you read it",
        required=True,
        error_label="Section where you read it",
        max_len=200,
        width=Width.NAME,
        help="The section of the law, as its text numbers it.",
        visible_when=is_read,
    ),
)
_DAYS = (
    FieldSpec(
        "adopted_on",
        "Adopted on",
        FieldKind.DATE,
        required=True,
        error_label="Day of adoption",
        visible_when=is_act,
    ),
    FieldSpec(
        "effective_from", "Holds from", FieldKind.DATE, required=True, error_label="Day from which it holds"
    ),
)
_PAPERS = (
    FieldSpec(
        "source",
        "How papers cite it",
        max_len=200,
        width=Width.NAME,
        help="Otherwise its kind and number.",
        visible_when=is_act,
    ),
    FieldSpec("files", "Scan", FieldKind.ATTACHMENTS),
    FieldSpec("note", "Note", FieldKind.NOTES, max_len=20_000, rows=3, width=Width.NAME),
)


def act_form(today: date) -> FormSpec[ActHead]:
    """The form of an act without its changes; it holds from today unless another day is typed."""

    def blank() -> ActHead:
        return ActHead(effective_from=today)

    return FormSpec(ActHead, (Section("", head_fields()),), blank=blank, verb="enter it")


def confirm_form(today: date, *, has_edition: bool) -> FormSpec[ConfirmForm]:
    """The form by which rows are confirmed as they stand."""
    edition = FieldSpec(
        "edition", "Edition of the table", max_len=200, width=Width.PHONE, help="Such as UNI-B-6-98."
    )

    def blank() -> ConfirmForm:
        return ConfirmForm(kind=ActKind.CONFIRMATION, effective_from=today)

    fields = head_fields()
    return FormSpec(
        ConfirmForm,
        (Section("", (*fields[:5], edition, *fields[5:]) if has_edition else fields),),
        blank=blank,
        verb="confirm",
    )


FIGURE_STATE, WORD_STATE, TEXT_STATE, RULE_STATE, TABLE_STATE = "figure", "term", "text", "rule", "test_time"


def _has_value(_draft: StepForm, state: str) -> bool:
    return state not in (TEXT_STATE, RULE_STATE, TABLE_STATE)


def _has_plural(_draft: StepForm, state: str) -> bool:
    return state == WORD_STATE


def _has_words(_draft: StepForm, state: str) -> bool:
    return state == TEXT_STATE


def _has_edition(_draft: StepForm, state: str) -> bool:
    return state == TABLE_STATE


def step_form(today: date) -> FormSpec[StepForm]:
    """The form of one open row; the state of the form says what kind of row it is."""
    row = (
        FieldSpec("value", "Value", required=True, max_len=2_000, width=Width.NAME, visible_when=_has_value),
        FieldSpec(
            "plural",
            "The word for more than one",
            required=True,
            max_len=200,
            width=Width.NAME,
            visible_when=_has_plural,
        ),
        FieldSpec(
            "words",
            "Text",
            FieldKind.NOTES,
            required=True,
            max_len=20_000,
            rows=4,
            visible_when=_has_words,
        ),
        FieldSpec("edition", "Edition of the table", max_len=200, visible_when=_has_edition),
    )

    def blank() -> StepForm:
        return StepForm(kind=ActKind.CONFIRMATION, effective_from=today)

    authority = Section("Read where, or set by what", head_fields(with_papers=False))
    return FormSpec(StepForm, (Section("", row), authority), blank=blank, verb="go on")
