"""Cases of violation: opened on what was observed, noticed, answered, extended, complied with, closed."""

from datetime import date

from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.violation import CaseCitation, CaseEvent, ViolationCase
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.violations import (
    case_draft,
    case_facts,
    done_actions,
    notice_of,
    notice_to_json,
    ordered_actions,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.cases import ACTIONS, NoticeDraft
from sewerdesk.domain.dates import at_least_before, law_rule
from sewerdesk.domain.entry_times import format_time, parse_time
from sewerdesk.domain.errors import FieldErrors, RuleViolation, StaleRecord, UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.plain import to_plain
from sewerdesk.domain.violations import (
    CASE_MACHINE,
    CaseDraft,
    CaseEventKind,
    CaseState,
    case_state,
    check_case,
    cite,
    extend,
)
from sewerdesk.domain.wording import show_date
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of
from sewerdesk.services.notices import _case

_HEARING_DAYS = "hearing.notice_days"


def open_case(ws: Workspace, *, draft: CaseDraft, note: str = "") -> int:
    """Open a case on what was observed; returns its id. ``FieldErrors`` for what a notice could not stand on."""
    law, today = law_of(ws), ws.clock.today()
    check_case(draft, law, today=today)
    observed_at = _time_of_day(draft.observed_at)
    with ws.write() as session:
        assert draft.parcel_id is not None
        assert draft.observed_on is not None
        if session.get(Parcel, draft.parcel_id) is None:
            raise FieldErrors({"parcel_id": "That parcel is not in this office. Choose it again."})
        case = ViolationCase(
            number=take_number(session, kind=SeriesKind.CASE.value, year=today.year),
            parcel_id=draft.parcel_id,
            opened_on=today,
            observed_on=draft.observed_on,
            observed_at=observed_at,
            observed_by=draft.observed_by,
            observer_title=draft.observer_title,
            facts=[to_plain(one) for one in draft.facts],
            notice=notice_to_json(_first_notice(law, draft, today), {}),
            note=note,
        )
        case.citations.extend(_citations(law, draft, today))
        _add_event(session, case, CaseEventKind.OPENED, on=today)
        session.add(case)
        session.flush()  # the id is the answer
        return case.id


def save_case(ws: Workspace, *, case_id: int, draft: CaseDraft, note: str, version: int) -> None:
    """Save what was observed; once a notice stands on the facts only the note may change."""
    law, today = law_of(ws), ws.clock.today()
    check_case(draft, law, today=today)
    observed_at = _time_of_day(draft.observed_at)
    with ws.write() as session:
        case = _unchanged(session, case_id, version)
        case.note = note
        if draft == case_draft(case):
            return
        if _state(case, today) is not CaseState.OPEN:
            raise RuleViolation(
                f"A notice stands on the facts of {case.number}, so they are not changed. "
                "A new observation is a new case."
            )
        assert draft.parcel_id is not None
        assert draft.observed_on is not None
        case.parcel_id, case.observed_on, case.observed_at = draft.parcel_id, draft.observed_on, observed_at
        case.observed_by, case.observer_title = draft.observed_by, draft.observer_title
        case.facts = [to_plain(one) for one in draft.facts]
        if draft.violation_keys != tuple(one.violation_key for one in case.citations):
            case.citations.clear()
            session.flush()  # a section that stays would otherwise be there twice for a moment
            case.citations.extend(_citations(law, draft, today))
            flag_modified(case, "facts")  # other sections alone must count as a new version of the case, too


def save_notice(ws: Workspace, *, case_id: int, notice: NoticeDraft, version: int) -> None:
    """Save what the notice will say; it may be incomplete until it is issued."""
    today = ws.clock.today()
    if notice.mail_on is not None and notice.mail_on < today:
        raise FieldErrors(
            {"mail_on": f"It cannot be mailed on {show_date(notice.mail_on)}; that day is over."}
        )
    with ws.write() as session:
        case = _unchanged(session, case_id, version)
        if not CASE_MACHINE.may("notice", _state(case, today)):
            raise RuleViolation(
                f"No notice is issued in case {case.number} any more, so there is nothing to change."
            )
        case.notice = notice_to_json(notice, done_actions(case))


def record_answer(ws: Workspace, *, case_id: int, on: date | None, note: str) -> None:
    """Record that the written answer has come, and what it says."""
    _step(
        ws,
        case_id,
        CaseEventKind.ANSWERED,
        "answer",
        on=on,
        note=note,
        needs_note="Say what the answer says.",
    )


def extend_time(ws: Workspace, *, case_id: int, until: date | None, reason: str, authority: str) -> None:
    """Grant more time to answer; the former day, the reason and who granted it stay on record."""
    today = ws.clock.today()
    if until is None:
        raise FieldErrors({"until": "Enter the new day."})
    with ws.write(reason=reason) as session:
        case = _case(session, case_id)
        CASE_MACHINE.move(_state(case, today), "extend", record=case.number)
        facts = case_facts(case, (), owner="")
        event = extend(facts, until=until, on=today, reason=reason, authority=authority)
        case.events.append(
            CaseEvent(
                event=event.kind.value,
                on=event.on,
                due_on=event.due_on,
                due_rule=event.due_rule,
                citation=event.citation,
                note=event.note,
                actor=session.info["actor"],
            )
        )


def set_hearing(ws: Workspace, *, case_id: int, day: date | None, at: str, place: str) -> str:
    """Set the day of a hearing; returns the sentence that says by when its notice must be served, if the law does."""
    law, calendar, today = law_of(ws), calendar_of(ws), ws.clock.today()
    errors: dict[str, str] = {}
    if day is None or day <= today:
        errors["day"] = "Enter the day of the hearing; it must be after today."
    if not at.strip():
        errors["at"] = "Enter the time."
    if not place.strip():
        errors["place"] = "Enter where it is held."
    if errors:
        raise FieldErrors(errors)
    assert day is not None
    when = _time_of_day(at, field="at")
    rule, citation = _hearing_rule(law, calendar, day, today)
    with ws.write() as session:
        case = _case(session, case_id)
        CASE_MACHINE.move(_state(case, today), "hear", record=case.number)
        case.events.append(
            CaseEvent(
                event=CaseEventKind.HEARING.value,
                on=today,
                due_on=day,
                due_rule=f"{when}, {place.strip()}. {rule}".strip(),
                citation=citation,
                note=f"{show_date(day)} {when}, {place.strip()}",
                actor=session.info["actor"],
            )
        )
    return rule


def mark_action_done(ws: Workspace, *, case_id: int, place: int, on: date | None) -> None:
    """Record that an ordered action was found done on a day."""
    today = ws.clock.today()
    if on is None or on > today:
        raise FieldErrors({"on": "Enter the day on which it was found done; it cannot be to come."})
    with ws.write() as session:
        case = _case(session, case_id)
        if place not in {line.place for line in ordered_actions(case)}:
            raise UserError(f"No notice of {case.number} orders that action. Refresh the page (F5).")
        case.notice = notice_to_json(notice_of(case), {**done_actions(case), place: on})


def comply(ws: Workspace, *, case_id: int, on: date | None, note: str) -> None:
    """Record that the violation was found corrected."""
    _step(
        ws,
        case_id,
        CaseEventKind.COMPLIED,
        "comply",
        on=on,
        note=note,
        needs_note="Say how it was found corrected, such as by inspection INS-2027-0004.",
    )


def refer_case(ws: Workspace, *, case_id: int, on: date | None, note: str) -> None:
    """Record that the case was given to the attorney, the board or a court."""
    _step(ws, case_id, CaseEventKind.REFERRED, "refer", on=on, note=note, needs_note="Say to whom and why.")


def close_case(ws: Workspace, *, case_id: int, reason: str) -> None:
    """Close a case; a closed one is not opened again."""
    _step(
        ws,
        case_id,
        CaseEventKind.CLOSED,
        "close",
        on=ws.clock.today(),
        note=reason,
        needs_note="Say why it is closed.",
        field="reason",
    )


def _step(
    ws: Workspace,
    case_id: int,
    kind: CaseEventKind,
    verb: str,
    *,
    on: date | None,
    note: str,
    needs_note: str,
    field: str = "note",
) -> None:
    today = ws.clock.today()
    errors: dict[str, str] = {}
    if on is None:
        errors["on"] = "Enter the day."
    elif on > today:
        errors["on"] = f"It cannot have been on {show_date(on)}; that day is to come."
    if not note.strip():
        errors[field] = needs_note
    if errors:
        raise FieldErrors(errors)
    assert on is not None
    with ws.write(reason=note) as session:
        case = _case(session, case_id)
        CASE_MACHINE.move(_state(case, today), verb, record=case.number)
        last = max((one.on for one in case.events), default=case.opened_on)
        if on < last:
            raise FieldErrors(
                {
                    "on": f"The last step of {case.number} was on {show_date(last)}; this one cannot be earlier."
                }
            )
        _add_event(session, case, kind, on=on, note=note.strip())


def _add_event(
    session: Session, case: ViolationCase, kind: CaseEventKind, *, on: date, note: str = ""
) -> None:
    case.events.append(CaseEvent(event=kind.value, on=on, note=note, actor=session.info["actor"]))


def _state(case: ViolationCase, on: date) -> CaseState:
    return case_state(case_facts(case, (), owner=""), on=on)


def _unchanged(session: Session, case_id: int, version: int) -> ViolationCase:
    case = _case(session, case_id)
    if case.version != version:
        raise StaleRecord(
            f"{case.number} was changed elsewhere after you opened it. Reload it and change it again."
        )
    return case


def _citations(law: Law, draft: CaseDraft, today: date) -> list[CaseCitation]:
    return [
        CaseCitation(violation_key=one.key, section=one.section, text=one.text, citation=one.citation)
        for one in cite(law, draft.violation_keys, on=today)
    ]


def _first_notice(law: Law, draft: CaseDraft, today: date) -> NoticeDraft:
    """The notice's form as it begins: the law's remedy for each section is the action to order."""
    remedies = [one.remedy for one in cite(law, draft.violation_keys, on=today) if one.remedy][:ACTIONS]
    return NoticeDraft.ordering(remedies)


def _time_of_day(text: str, *, field: str = "observed_at") -> str:
    if not text.strip():
        raise FieldErrors({field: "Enter the time; the notice states it."})
    try:
        return format_time(parse_time(text))
    except UserError as problem:
        raise FieldErrors({field: problem.message}) from problem


def _hearing_rule(law: Law, calendar: HolidayCalendar, day: date, today: date) -> tuple[str, str]:
    """By when the notice of the hearing must be served, where the law has a figure for it."""
    if not law.has_figure(_HEARING_DAYS) or law.figure(_HEARING_DAYS, today).value is None:
        return "", ""
    limit = at_least_before(law_rule(law, _HEARING_DAYS, event="Notice of hearing", on=today), day, calendar)
    if limit.effective < today:
        raise RuleViolation(
            f"The hearing is too soon: its notice must be served {limit.sentence}.", citation=limit.citation
        )
    return f"Serve its notice {limit.sentence}.", limit.citation
