"""The forms for what the law lets happen to an issued permit, and for what comes in before construction."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sewerdesk.domain.construction import CALL_LEAST, NOTICE, construction_notice, dig_window
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, TransferMode
from sewerdesk.domain.permit_life import Ground, TransferAnswer, earliest_change
from sewerdesk.domain.wording import show_date
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Predicate, Section, Width


@dataclass(frozen=True, slots=True)
class EndingForm:
    """The end of a permit as typed: the ground of the law, the day of the fact, and what shows it."""

    ground: str | None = None
    on: date | None = None
    evidence: str = ""
    person: str = ""
    files: tuple[Path, ...] = ()


def ending_form(grounds: tuple[Ground, ...]) -> FormSpec[EndingForm]:
    """The form for a ground of the law; one that ends the permit by itself asks for nobody's order."""
    automatic = {row.key for row in grounds if row.automatic}
    choices = tuple(
        Choice(
            row.key,
            row.sentence,
            f"{row.citation}: " + ("ends it by itself" if row.automatic else "it may be revoked"),
        )
        for row in grounds
    )
    fields = (
        FieldSpec(
            "ground", "Ground of the law", FieldKind.CHOICE, required=True, choices=choices, width=Width.LINE
        ),
        FieldSpec("on", "Happened on", FieldKind.DATE, required=True, error_label="Day of the fact"),
        FieldSpec(
            "evidence",
            "Evidence",
            FieldKind.NOTES,
            required=True,
            max_len=200,
            rows=2,
            help="What shows it: a report, a sample, a letter.",
        ),
        FieldSpec(
            "person",
            "Ordered by",
            required=True,
            max_len=200,
            visible_when=lambda draft, _: draft.ground is not None and draft.ground not in automatic,
        ),
        FieldSpec("files", "Scan", FieldKind.ATTACHMENTS),
    )
    return FormSpec(EndingForm, (Section("", fields),), verb="end it")


@dataclass(frozen=True, slots=True)
class TransferForm:
    """A transfer as typed."""

    to: str = ""
    on: date | None = None
    approved_on: date | None = None
    reference: str = ""


def transfer_form(answer: TransferAnswer, law: Law) -> FormSpec[TransferForm]:
    """The form for a permit that passes to another, with the approval where the law asks for one."""
    approval = FieldSpec(
        "approved_on",
        f"Approved by the {answer.approver or law.municipality} on",
        FieldKind.DATE,
        required=True,
        error_label="Day of the approval",
        help=answer.citation,
    )
    fields = (
        FieldSpec("to", "To", required=True, max_len=200, help="The new owner or user."),
        FieldSpec("on", "From", FieldKind.DATE, required=True, error_label="Day of the transfer"),
        *((approval,) if answer.mode is TransferMode.WITH_APPROVAL else ()),
        FieldSpec("reference", "Letter or minute", required=True, max_len=200, width=Width.LINE),
    )
    return FormSpec(TransferForm, (Section("", fields),), verb="transfer it")


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """A change of a permit's terms as typed."""

    what: str = ""
    notified_on: date | None = None
    effective_on: date | None = None
    reference: str = ""


def change_form(law: Law, class_key: str, calendar: HolidayCalendar, *, today: date) -> FormSpec[ChangeForm]:
    """The form for changed terms; where the law gives the holder a notice, the first day that it allows is shown."""

    def first_day(told: date) -> Deadline | None:
        return earliest_change(law, class_key=class_key, notified_on=told, calendar=calendar)

    def words(form: ChangeForm, _state: str) -> str:
        if form.notified_on is None:
            return "Enter the day of the notice."
        first = first_day(form.notified_on)
        return "" if first is None else f"{first.sentence[:1].upper()}{first.sentence[1:]}."

    sample = first_day(today)
    by_law = FieldSpec(
        "earliest",
        "Earliest day",
        FieldKind.LAW,
        compute=words,
        citation="" if sample is None else sample.citation,
    )
    fields = (*_CHANGE_TOLD, *((by_law,) if sample is not None else ()), *_CHANGE_HOLDS)
    return FormSpec(ChangeForm, (Section("", fields),), verb="change it")


_CHANGE_TOLD = (
    FieldSpec("what", "What is changed", FieldKind.NOTES, required=True, max_len=500, rows=3),
    FieldSpec(
        "notified_on",
        "Holder told on",
        FieldKind.DATE,
        required=True,
        error_label="Day on which the holder was told",
    ),
)
_CHANGE_HOLDS = (
    FieldSpec(
        "effective_on", "Holds from", FieldKind.DATE, required=True, error_label="First day of the change"
    ),
    FieldSpec(
        "reference",
        "Letter, and schedule of compliance",
        max_len=200,
        width=Width.LINE,
        help="Enough time to comply, where the change asks for works.",
    ),
)


@dataclass(frozen=True, slots=True)
class StartForm:
    """The start of the work as typed; ``found`` says that it was found begun without what is missing."""

    on: date | None = None
    note: str = ""
    found: bool | None = None


def start_form(*, is_missing: bool) -> FormSpec[StartForm]:
    """The form for the day on which the work began."""
    found = FieldSpec(
        "found",
        "Was the work found begun all the same?",
        FieldKind.YES_NO,
        required=True,
        help="Yes records the start with what was missing. No: settle what is missing first.",
    )
    fields = (
        FieldSpec("on", "Began on", FieldKind.DATE, required=True, error_label="Day on which it began"),
        FieldSpec("note", "Note", FieldKind.NOTES, max_len=500, rows=3),
        *((found,) if is_missing else ()),
    )
    return FormSpec(StartForm, (Section("", fields),), verb="record")


@dataclass(frozen=True, slots=True)
class BeforeStartForm:
    """What comes in before construction, as typed."""

    planned_start: date | None = None
    notice_on: date | None = None
    ticket: str = ""
    called_on: date | None = None


def before_start_form(law: Law, calendar: HolidayCalendar, *, with_notice: bool) -> FormSpec[BeforeStartForm]:
    """The form for the notice before construction, the planned start and the call to 811."""
    notice = notice_fields(law, calendar, "notice_on", "Notice came in on") if with_notice else ()
    fields = (
        FieldSpec("planned_start", "Work planned from", FieldKind.DATE),
        *notice,
        *call_fields(law, calendar, ticket="ticket", called_on="called_on"),
    )
    return FormSpec(BeforeStartForm, (Section("", fields),), verb="record")


def notice_fields(
    law: Law, calendar: HolidayCalendar, name: str, label: str, *, visible_when: Predicate | None = None
) -> tuple[FieldSpec, ...]:
    """The day of the notice before construction, kept in ``name``, with what follows from it by the law."""
    if not law.has_time_limit(NOTICE):
        return ()

    def compute(form: Any, _state: str) -> str:
        notified_on = getattr(form, name)
        return notice_words(law, calendar, notified_on=notified_on, planned_start=form.planned_start)

    citation = law.time_limit(NOTICE).citation
    return (
        FieldSpec(name, label, FieldKind.DATE, visible_when=visible_when),
        FieldSpec(
            "notice_law",
            "By the law",
            FieldKind.LAW,
            compute=compute,
            citation=citation,
            visible_when=visible_when,
        ),
    )


def call_fields(law: Law, calendar: HolidayCalendar, *, ticket: str, called_on: str) -> tuple[FieldSpec, ...]:
    """The call to 811, kept in the fields named, with the days on which digging may begin."""
    call = (
        FieldSpec(ticket, "811 ticket", max_len=60, width=Width.PHONE),
        FieldSpec(called_on, "811 called on", FieldKind.DATE),
    )
    if not law.has_time_limit(CALL_LEAST):
        return call

    def compute(form: Any, _state: str) -> str:
        day = getattr(form, called_on)
        return call_words(law, calendar, called_on=day, planned_start=form.planned_start)

    citation = law.time_limit(CALL_LEAST).citation
    window = FieldSpec("call_law", "Digging may begin", FieldKind.LAW, compute=compute, citation=citation)
    return (*call, window)


def notice_words(
    law: Law, calendar: HolidayCalendar, *, notified_on: date | None, planned_start: date | None
) -> str:
    """What the notice before construction comes to, for a form: the earliest start and the last day for the notice."""
    found = construction_notice(law, calendar, notified_on=notified_on, planned_start=planned_start)
    if found is None:
        return law.time_limit(NOTICE).sentence
    said = f"{found.sentence[:1].upper()}{found.sentence[1:]}."
    early = found.earliest_start
    if early is not None and planned_start is not None and planned_start < early:
        return f"{said} The planned start of {show_date(planned_start)} is too soon."
    return said


def call_words(
    law: Law, calendar: HolidayCalendar, *, called_on: date | None, planned_start: date | None
) -> str:
    """The days on which digging may begin under a call to 811, for a form."""
    window = None if called_on is None else dig_window(law, called_on, calendar)
    if window is None:
        return "Enter the day of the call."
    said = f"{window.sentence[:1].upper()}{window.sentence[1:]}."
    problem = window.problem_on(planned_start) if planned_start is not None else ""
    return f"{said} The planned start is {problem}." if problem else said
