"""A permit after it was issued: renewed, passed to another, changed, ended on a ground of the law.

Source: Hague 602B [502B]; Lockport 150-6B(2), (3), C, D; Dannemora 72-6B(5), (6), 72-7B. What a text does not say is
left to the officer and named as such.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import Decimal
from typing import TypeVar

from sewerdesk.domain.applications import ApplicationDraft
from sewerdesk.domain.dates import Deadline, earliest_after, law_rule
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import (
    Law,
    RenewalMode,
    RenewalRule,
    TransferMode,
    TransferRule,
    in_class,
    untimed_terminations,
)
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.wording import show, show_date

Rule = TypeVar("Rule", RenewalRule, TransferRule)

CHANGE_NOTICE = "permit_change_notice"
"""The law pack's key of the notice before a permit is changed."""


@dataclass(frozen=True, slots=True)
class RenewalAnswer:
    """How a permit goes on past its end: by which way, by when to apply (``None`` without a day), and the section."""

    mode: RenewalMode
    sentence: str
    citation: str
    apply_by: Deadline | None = None


@dataclass(frozen=True, slots=True)
class TransferAnswer:
    """What becomes of a permit when its owner, user, premises or operation changes; ``approver`` is a title."""

    mode: TransferMode
    sentence: str
    citation: str
    approver: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground on which a permit ends: by itself (``automatic``) or by an act of the office."""

    key: str
    sentence: str
    citation: str
    automatic: bool


@dataclass(frozen=True, slots=True)
class Varied:
    """An answer of the form that is another one in the renewal: field, what it was, what it is."""

    field: str
    was: str
    now: str


def renewal_answer(
    law: Law, *, class_key: str, calendar: HolidayCalendar, expires_on: date | None = None
) -> RenewalAnswer:
    """How a permit of a class is renewed; with the day of its end, the day by which to apply."""
    rule = _rule_for(law.renewal_rules, class_key)
    if rule is None:
        return RenewalAnswer(
            RenewalMode.NOT_IN_TEXT, "The law at hand does not say how such a permit is renewed.", ""
        )
    apply_by = None
    if rule.limit and expires_on is not None and _has_figure(law, rule.limit, expires_on):
        apply_by = due(law, rule.limit, expires_on, calendar)
    return RenewalAnswer(rule.mode, rule.sentence, rule.citation, apply_by)


def transfer_answer(law: Law, *, class_key: str) -> TransferAnswer:
    """What a new owner or user may do with a permit of a class."""
    rule = _rule_for(law.transfer_rules, class_key)
    if rule is None:
        return TransferAnswer(
            TransferMode.NOT_IN_TEXT,
            "The law at hand does not say whether such a permit can pass to another.",
            "",
        )
    approver = law.officer(rule.approver).title if rule.approver else ""
    return TransferAnswer(rule.mode, rule.sentence, rule.citation, approver)


def check_transfer(
    law: Law, *, class_key: str, to: str, on: date, approved_on: date | None, reference: str
) -> TransferAnswer:
    """Refuse a transfer that the law forbids, or that lacks its approval.

    ``RuleViolation`` where a permit never passes to another; ``FieldErrors`` for what is missing. Where the text says
    nothing the office's own decision must be named.
    """
    answer = transfer_answer(law, class_key=class_key)
    if answer.mode is TransferMode.NEVER:
        raise RuleViolation(
            f"{answer.sentence} A new application is needed; end this permit.", citation=answer.citation
        )
    errors = {} if to.strip() else {"to": "Enter to whom the permit passes."}
    if answer.mode is TransferMode.WITH_APPROVAL:
        who = answer.approver or f"the {law.municipality}"
        if approved_on is None:
            errors["approved_on"] = (
                f"Enter the day on which the {who} approved the transfer ({answer.citation})."
            )
        elif approved_on > on:
            errors["approved_on"] = f"The approval of {show_date(approved_on)} comes after the transfer."
    if not reference.strip():
        errors["reference"] = "Enter the letter or minute in which the transfer was approved or decided."
    if errors:
        raise FieldErrors(errors)
    return answer


def earliest_change(
    law: Law, *, class_key: str, notified_on: date, calendar: HolidayCalendar
) -> Deadline | None:
    """The first day on which a changed permit may take effect; ``None`` where the law asks for no notice.

    The notice goes with the permits of industrial users, of whom alone the law speaks (Dannemora 72-6B(5)).
    """
    industrial = {row.key for row in law.permit_classes if row.industrial}
    if class_key not in industrial or not law.has_time_limit(CHANGE_NOTICE):
        return None
    row = law.time_limit(CHANGE_NOTICE)
    rule = law_rule(law, row.figure, event=row.title, on=notified_on)
    first = earliest_after(rule, notified_on, calendar)
    sentence = (
        f"{rule.period} after the notice of {show_date(notified_on)}: {show_date(first.raw)} at the earliest"
    )
    return replace(first, sentence=sentence)


def check_change(
    law: Law,
    *,
    class_key: str,
    what: str,
    notified_on: date | None,
    effective_on: date,
    calendar: HolidayCalendar,
) -> Deadline | None:
    """Refuse a change of a permit that takes effect before the holder's notice has run; ``FieldErrors`` says so."""
    errors = {} if what.strip() else {"what": "Say what is changed in the permit."}
    first = None
    if notified_on is None:
        errors["notified_on"] = "Enter the day on which the holder was told of the change."
    else:
        first = earliest_change(law, class_key=class_key, notified_on=notified_on, calendar=calendar)
        if first is not None and effective_on < first.raw:
            errors["effective_on"] = (
                f"The change can take effect on {show_date(first.raw)} at the earliest: {first.sentence} "
                f"({first.citation})."
            )
        elif effective_on < notified_on:
            errors["effective_on"] = "The change cannot take effect before the holder was told of it."
    if errors:
        raise FieldErrors(errors)
    return first


def termination_grounds(law: Law, *, class_key: str) -> tuple[Ground, ...]:
    """The grounds on which a permit of a class ends: those that end it by themselves, then those of revocation.

    A term that runs out is no ground to be picked; it is a clock of the permit.
    """
    by_itself = untimed_terminations(law, class_key)
    by_act = (row for row in law.revocation_grounds if in_class(row, class_key))
    return (
        *(Ground(row.key, row.sentence, row.citation, automatic=True) for row in by_itself),
        *(Ground(row.key, row.sentence, row.citation, automatic=False) for row in by_act),
    )


def ground_of(law: Law, key: str, *, class_key: str) -> Ground:
    """A ground by its key; ``FieldErrors`` where the law has no such ground for the class."""
    found = next((row for row in termination_grounds(law, class_key=class_key) if row.key == key), None)
    if found is None:
        raise FieldErrors({"ground": "Choose the ground of the law on which the permit ends."})
    return found


_NOT_COMPARED = frozenset(
    {
        "received_on", "received_by", "certified_by", "certified_on", "papers", "renews", "what_varied", "notes",
        "conditions", "planned_start", "planned_end", "authorization_received_on", "construction_notice_on",
        "utility_ticket", "utility_called_on", "highway_permit_no", "highway_permit_on", "highway_permit_until",
        "highway_security", "owner_party_id", "parcel_id", "contractor_id", "law_answers",
    }
)  # fmt: skip


def varied(old: ApplicationDraft, new: ApplicationDraft, law: Law) -> tuple[Varied, ...]:
    """What the application of a renewal answers otherwise than the one of the permit did (Lockport 150-6B(3))."""
    found = [
        Varied(one.name.replace("_", " "), _words(before), _words(after))
        for one in fields(ApplicationDraft)
        if one.name not in _NOT_COMPARED
        and (before := getattr(old, one.name)) != (after := getattr(new, one.name))
    ]
    found += [
        Varied(row.question, old.answer(row.key), new.answer(row.key))
        for row in law.application_items
        if old.answer(row.key) != new.answer(row.key)
    ]
    return tuple(found)


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return show(value)
    if isinstance(value, date):
        return show_date(value)
    if isinstance(value, frozenset):
        return ", ".join(sorted(str(one) for one in value))
    return "" if value is None else str(value)


def _rule_for(rules: Iterable[Rule], class_key: str) -> Rule | None:
    """The rule that names the class, else one for every class."""
    known = tuple(rules)
    named = (row for row in known if class_key in row.classes)
    return next(named, next((row for row in known if not row.classes), None))


def _has_figure(law: Law, limit: str, on: date) -> bool:
    return law.figure(law.time_limit(limit).figure, on).value is not None
