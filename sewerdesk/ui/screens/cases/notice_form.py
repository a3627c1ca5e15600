"""The form of a notice of violation: service, orders, and what the law leaves to the office."""

from collections.abc import Callable
from datetime import date
from functools import partial

from sewerdesk.domain.cases import ACTIONS, METHOD_WORDS, LawGiven, NoticeDraft
from sewerdesk.services.mailings import CERTIFIED_METHODS
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Predicate, Section, Width
from sewerdesk.ui.screens.cases.specs import growing, row_shown


def _certified(draft: NoticeDraft, _state: str) -> bool:
    return draft.method in CERTIFIED_METHODS


def _second(draft: NoticeDraft, _state: str) -> bool:
    return bool(draft.second_name)


def _second_certified(draft: NoticeDraft, state: str) -> bool:
    return _second(draft, state) and _certified(draft, state)


def _said(text: str, _draft: object, _state: str) -> str:
    return text


def notice_form(
    given: LawGiven, owner: str, *, answer: Callable[[date | None], str]
) -> FormSpec[NoticeDraft]:
    """What a notice says beyond facts and sections; what the law gives is shown with its section, not asked.

    ``answer`` says when the answer is due if the notice goes out on a day (today unless one is given).
    """
    said = (*_answer_fields(given, answer), *_appeal_fields(given), *_penalty_fields(given))
    return FormSpec(
        NoticeDraft,
        (
            Section("Service", _service_fields(given, owner), help=given.service),
            Section("A second recipient", _SECOND),
            Section("What must be done", _order_fields()),
            Section("What the law says", said),
            Section("The end of the notice", (_ahead_field(given), *_end_fields(given))),
        ),
        verb="issue the notice",
    )


def _service_fields(given: LawGiven, owner: str) -> tuple[FieldSpec, ...]:
    article = "The digits below the bars of the green and white label; scan or type them."
    return (
        FieldSpec("owner", "To the owner of record", FieldKind.LAW, compute=partial(_said, owner)),
        FieldSpec(
            "method",
            "How it is served",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one, METHOD_WORDS[one]) for one in given.methods),
        ),
        FieldSpec(
            "article_1",
            "Certified mail number",
            required=True,
            max_len=60,
            visible_when=_certified,
            help=article,
        ),
        FieldSpec("mail_on", "To be mailed on", FieldKind.DATE, help="Today, unless another day is entered."),
    )


_SECOND = (
    FieldSpec("second_name", "Second recipient", max_len=200, help="An occupant or an agent."),
    FieldSpec(
        "second_capacity",
        "In what capacity",
        required=True,
        max_len=60,
        visible_when=_second,
        help="Occupant or agent.",
    ),
    FieldSpec(
        "second_lines",
        "Address of the second recipient",
        FieldKind.NOTES,
        required=True,
        max_len=300,
        rows=3,
        visible_when=_second,
    ),
    FieldSpec(
        "article_2",
        "Certified mail number of the second copy",
        required=True,
        max_len=60,
        visible_when=_second_certified,
    ),
)


def _order_fields() -> tuple[FieldSpec, ...]:
    orders: list[FieldSpec] = []
    for n in range(1, ACTIONS + 1):
        shown = None if n == 1 else growing("action", n)
        orders += [
            FieldSpec(
                f"action_{n}",
                "What must be done" if n == 1 else f"Action {n}",
                FieldKind.NOTES,
                required=n == 1,
                max_len=1000,
                rows=2,
                visible_when=shown,
            ),
            FieldSpec(
                f"due_{n}",
                "By when" if n == 1 else f"Action {n}: by when",
                FieldKind.DATE,
                required=True,
                visible_when=None if n == 1 else partial(row_shown, (f"action_{n}", f"due_{n}")),
            ),
        ]
    return tuple(orders)


def _answer_fields(given: LawGiven, answer: Callable[[date | None], str]) -> tuple[FieldSpec, ...]:
    if given.answer:
        said = partial(_answer_words, answer)
        return (FieldSpec("answer", "Answer due", FieldKind.LAW, citation=given.answer_source, compute=said),)
    return (
        FieldSpec("answer_due", "Answer due", FieldKind.DATE, required=True, help=given.answer_problem),
        FieldSpec(
            "answer_rule",
            "By which rule",
            required=True,
            max_len=300,
            width=Width.LINE,
            help="The notice prints it: the section, or who set the day.",
        ),
    )


def _appeal_fields(given: LawGiven) -> tuple[FieldSpec, ...]:
    shown = _shown("appeal", "Appeal", given.appeal, given.appeal_source, given.appeal_note)
    own = _own_words(
        "appeal",
        ("Another text on the appeal" if given.appeal else "Appeal", "Where that text comes from"),
        has_own=_has_appeal if given.appeal else None,
        rows=3,
        hint="The section, or the attorney and the day.",
    )
    return (*((shown,) if given.appeal else ()), *own)


def _penalty_fields(given: LawGiven) -> tuple[FieldSpec, ...]:
    shown = _shown("penalties", "Penalties", given.penalties, given.penalties_source, given.penalties_note)
    own = _own_words(
        "penalty",
        ("A further penalty" if given.penalties else "Penalties", "Where that penalty stands"),
        has_own=_has_penalty if given.penalties else None,
        rows=2,
    )
    return (*((shown,) if given.penalties else ()), *own)


def _own_words(
    name: str, labels: tuple[str, str], *, has_own: Predicate | None, rows: int, hint: str = ""
) -> tuple[FieldSpec, FieldSpec]:
    """A text of the office's own and where it stands; needed where the law gives none, and ``has_own`` is None."""
    text, source = labels
    return (
        FieldSpec(f"{name}_text", text, FieldKind.NOTES, required=has_own is None, max_len=2000, rows=rows),
        FieldSpec(
            f"{name}_source",
            source,
            required=True,
            max_len=200,
            width=Width.LINE,
            visible_when=has_own,
            help=hint,
        ),
    )


def _answer_words(answer: Callable[[date | None], str], draft: NoticeDraft, _state: str) -> str:
    return answer(draft.mail_on)


def _has_appeal(draft: NoticeDraft, _state: str) -> bool:
    return bool(draft.appeal_text)


def _has_penalty(draft: NoticeDraft, _state: str) -> bool:
    return bool(draft.penalty_text)


def _shown(name: str, label: str, text: str, citation: str, note: str = "") -> FieldSpec:
    help_ = f"{note[:1].upper()}{note[1:]}." if note else ""
    return FieldSpec(name, label, FieldKind.LAW, citation=citation, help=help_, compute=partial(_said, text))


def _ahead_field(given: LawGiven) -> FieldSpec:
    return (
        _shown(
            "ahead", "A re-inspection is asked for", f"{given.notice_time} ahead", given.notice_time_source
        )
        if given.notice_time
        else FieldSpec(
            "notice_time",
            "How long ahead a re-inspection is asked for",
            required=True,
            max_len=60,
            help="Such as 24 hours.",
        )
    )


def _end_fields(given: LawGiven) -> tuple[FieldSpec, ...]:
    return (
        FieldSpec(
            "signer",
            "Who signs",
            required=not given.officer_person,
            error_label="Name of who signs",
            max_len=200,
            help=f"{given.officer_title}. Empty: {given.officer_person}, as entered under Settings."
            if given.officer_person
            else f"The name of the {given.officer_title}; nobody is entered for that office under Settings.",
        ),
        FieldSpec(
            "enclosures",
            "Enclosures, one a line",
            FieldKind.NOTES,
            required=True,
            max_len=1000,
            rows=2,
            help="None where there are none.",
        ),
        FieldSpec(
            "copies",
            "Copies to, one a line",
            FieldKind.NOTES,
            required=True,
            max_len=1000,
            rows=2,
            help="None where there are none.",
        ),
    )
