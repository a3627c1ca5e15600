"""What a notice of violation must hold before it may be issued, and the words it prints.

The parts and their order follow what New York sewer-use laws and orders to remedy ask of a notice: it is in
writing, names the owner and the property, states the facts and the law, orders a correction with its time, and
tells of the answer, the appeal, the penalties and the service. Nothing here knows a period, a fine or an
officer; all of it comes from the law pack, from the case, or from the clerk with a source.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.wording import join_words


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who is noticed: the name in its own spelling, the address lines as printed, and in what capacity.

    A capacity is ``owner of record``, ``occupant`` or ``agent``.
    """

    name: str
    lines: tuple[str, ...]
    capacity: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact, and the evidence for it (an inspection number, photographs, a dye test)."""

    fact: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class CitedSection:
    """A section that was violated, what it says in short, and its penalty where it has its own."""

    section: str
    text: str
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class RequiredAction:
    """What must be done, and the last day to finish it."""

    text: str
    due: date


@dataclass(frozen=True, slots=True)
class SourcedText:
    """A text with where it comes from: a section of the law, or the attorney and the day where the law is blank."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Signer:
    """The officer who signs."""

    name: str
    title: str
    phone: str = ""


@dataclass(frozen=True, slots=True)
class NoticeContent:
    """A whole notice of violation. Leads are the sentences before a list, as the letter's wording gives them.

    ``response_rule`` says how the due date was found and from which trigger. ``affidavit`` holds the paragraphs
    of the affidavit of mailing. ``enclosures`` and ``copies`` say "None" where there are none, so that nobody
    forgets to ask. ``mark`` names wording and version for the footer.
    """

    number: str
    title: str
    service_line: str
    dated: date | None
    recipients: tuple[Recipient, ...]
    property_address: str
    print_key: str
    account_no: str
    case_no: str
    authority: str
    findings_lead: str
    findings: tuple[Finding, ...]
    citation_lead: str
    citations: tuple[CitedSection, ...]
    action_lead: str
    actions: tuple[RequiredAction, ...]
    response: str
    response_due: date | None
    response_rule: str
    reinspection: str
    appeal: SourcedText
    penalties_lead: str
    penalties: tuple[SourcedText, ...]
    liability: str
    contact: str
    signer: Signer
    enclosures: tuple[str, ...]
    copies: tuple[str, ...]
    affidavit: tuple[str, ...]
    affidavit_title: str = "Affidavit of Mailing"
    mark: str = ""
    version: str = ""
    printed: str = ""


def _filled(*texts: str) -> bool:
    return all(text.strip() for text in texts)


def _all_filled(texts: tuple[str, ...]) -> bool:
    return bool(texts) and _filled(*texts)


_Check = Callable[[NoticeContent], bool]

NOTICE_PARTS: tuple[tuple[str, _Check], ...] = (
    (
        "the service line (how it is served, with the certified mail number)",
        lambda n: _filled(n.service_line),
    ),
    ("the date of the notice", lambda n: n.dated is not None),
    (
        "the recipient with address and capacity",
        lambda n: (
            bool(n.recipients)
            and all(_all_filled(r.lines) and _filled(r.name, r.capacity) for r in n.recipients)
        ),
    ),
    (
        "the matter (number, title, property address, tax map number, account and case)",
        lambda n: _filled(n.number, n.title, n.property_address, n.print_key, n.account_no, n.case_no),
    ),
    ("the authority", lambda n: _filled(n.authority)),
    (
        "the findings",
        lambda n: _filled(n.findings_lead) and bool(n.findings) and all(_filled(f.fact) for f in n.findings),
    ),
    (
        "the sections of the law",
        lambda n: (
            _filled(n.citation_lead)
            and bool(n.citations)
            and all(_filled(c.section, c.text) for c in n.citations)
        ),
    ),
    (
        "the required actions, each with its date",
        lambda n: _filled(n.action_lead) and bool(n.actions) and all(_filled(a.text) for a in n.actions),
    ),
    (
        "the answer, with its due date and the rule it follows",
        lambda n: _filled(n.response, n.response_rule) and n.response_due is not None,
    ),
    ("how to arrange a re-inspection", lambda n: _filled(n.reinspection)),
    ("the appeal, with its source", lambda n: _filled(n.appeal.text, n.appeal.source)),
    (
        "the penalties, each with its source",
        lambda n: (
            _filled(n.penalties_lead)
            and bool(n.penalties)
            and all(_filled(p.text, p.source) for p in n.penalties)
        ),
    ),
    ("the sentence that a plan releases nobody", lambda n: _filled(n.liability)),
    ("whom to ask", lambda n: _filled(n.contact)),
    ("the signature (name and title)", lambda n: _filled(n.signer.name, n.signer.title)),
    ("the enclosures (write None if there are none)", lambda n: _all_filled(n.enclosures)),
    ("the copies (write None if there are none)", lambda n: _all_filled(n.copies)),
    ("the affidavit of mailing", lambda n: _all_filled(n.affidavit)),
)
"""The eighteen parts in the order in which the notice prints them, each with its test."""


def missing_parts(notice: NoticeContent) -> tuple[str, ...]:
    """The required parts that are empty, in the order of the notice; empty when it may be issued."""
    return tuple(name for name, is_there in NOTICE_PARTS if not is_there(notice))


def check_complete(notice: NoticeContent) -> None:
    """Refuse to issue an incomplete or inconsistent notice: ``RuleViolation`` in one sentence."""
    missing = missing_parts(notice)
    if missing:
        what = join_words(missing)
        raise RuleViolation(f"{_name(notice)} cannot be issued; it still lacks {what}.")
    assert notice.dated is not None
    assert notice.response_due is not None
    early = [action.text for action in notice.actions if action.due < notice.dated]
    if notice.response_due < notice.dated or early:
        what = f"the action “{early[0]}” is due" if early else "the answer is due"
        raise RuleViolation(f"{_name(notice)} cannot be issued: {what} before the date of the notice.")


def _name(notice: NoticeContent) -> str:
    return f"{notice.title.strip() or 'The notice'} {notice.number.strip()}".strip()
