"""The notice of violation: eighteen parts in their order, the due date at the top, the affidavit on its own page."""

from collections.abc import Iterator

from sewerdesk.documents.pdf.kit import (
    Action,
    ActionBox,
    Block,
    Column,
    FillIns,
    Grid,
    Heading,
    LetterDocument,
    Letterhead,
    Numbered,
    PageBreak,
    Pairs,
    Para,
    Rich,
    Signature,
    Together,
    bold,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import Counsel, cell_rows, long_date, pair_rows, sourced, weekday_date
from sewerdesk.documents.pdf.window import STANDARD, EnvelopeProfile
from sewerdesk.domain.notices import NoticeContent, check_complete

_CITATIONS = (Column("Section", 1.55), Column("The violation", 3.35), Column("Its penalty", 1.6))


def violation_notice_pdf(
    notice: NoticeContent, *, letterhead: Letterhead, envelope: EnvelopeProfile = STANDARD, mark: str = ""
) -> bytes:
    """The PDF of a complete notice, addressed to its first recipient.

    ``mark`` (``DRAFT``) stands on top of each page. ``RuleViolation`` names the required parts that are empty;
    ``UserError`` names an address that does not fit or a character that cannot be printed.
    """
    check_complete(notice)
    return letter_pdf(_document(notice, letterhead, envelope, mark))


def _document(
    notice: NoticeContent, letterhead: Letterhead, envelope: EnvelopeProfile, mark: str
) -> LetterDocument:
    assert notice.dated is not None
    assert notice.response_due is not None
    return LetterDocument(
        title=notice.title,
        document_no=notice.number,
        letterhead=letterhead,
        headline=notice.title,
        template=notice.mark,
        version=notice.version,
        printed=notice.printed,
        envelope=envelope,
        mark=mark,
        reference=(
            ("Notice no.", notice.number),
            ("Date", long_date(notice.dated)),
            ("Case no.", notice.case_no),
            ("Tax map no.", notice.print_key),
            ("Account no.", notice.account_no),
            ("Answer due", long_date(notice.response_due)),
        ),
        recipient=notice.recipients[0].lines,
        service_lines=(notice.service_line,),
        re_lines=_matter(notice),
        body=tuple(_body(notice)),
    )


def _matter(notice: NoticeContent) -> tuple[str, ...]:
    return (
        f"{notice.property_address}, tax map no. {notice.print_key}",
        f"{notice.recipients[0].name}, {notice.recipients[0].capacity}",
        f"Account {notice.account_no}; case {notice.case_no}",
    )


def _body(notice: NoticeContent) -> Iterator[Block]:
    said = Counsel()
    said.heading("Authority")
    said.say(notice.authority)
    said.heading("What was found")
    said.say(notice.findings_lead, *(_finding(finding.fact, finding.evidence) for finding in notice.findings))
    said.heading("The law")
    said.say_over(notice.citation_lead, _citations(notice))
    said.heading("What you must do")
    actions = said.say(
        notice.action_lead,
        *((action.text, " ", bold(f"Finish by {weekday_date(action.due)}.")) for action in notice.actions),
    )
    said.heading("Your written answer")
    said.say((notice.response, " ", notice.response_rule))
    said.heading("Re-inspection")
    said.say(notice.reinspection)
    said.heading("Appeal")
    said.say(sourced(notice.appeal.text, notice.appeal.source))
    said.heading("Penalties and costs")
    said.say(notice.penalties_lead, *(sourced(item.text, item.source) for item in notice.penalties))
    said.say(notice.liability)
    yield _box(notice, actions)
    yield from _others(notice)
    yield from said.blocks
    signer = notice.signer
    yield Together(
        (
            Heading("Whom to ask"),
            Numbered((notice.contact,), start=said.next_number),
            Signature(signer.name, signer.title, phone=signer.phone, dated=True),
            Pairs((*_listed("Enc.", notice.enclosures), *_listed("cc:", notice.copies)), label_width=0.5),
        )
    )
    yield from affidavit_blocks(notice.affidavit, title=notice.affidavit_title)


def _box(notice: NoticeContent, actions: range) -> ActionBox:
    """The two things that the reader must do, and by when; the rule of the answer's date stands below."""
    assert notice.response_due is not None
    days = sorted({action.due for action in notice.actions})
    last = long_date(days[-1])
    by = last if len(days) == 1 else f"{long_date(days[0])} to\n{last}"
    first, until = actions[1], actions[-1]
    where = f"paragraph {first}" if first == until else f"paragraphs {first} to {until}"
    return ActionBox(
        actions=(
            Action(
                "Send this office your written answer, so that it is here by",
                long_date(notice.response_due),
            ),
            Action(f"Do what {where} below require" + ("s" if first == until else ""), by),
        ),
        note=("The date of your answer: ", notice.response_rule),
    )


def _others(notice: NoticeContent) -> Iterator[Block]:
    others = [f"{', '.join(other.lines)} ({other.capacity})" for other in notice.recipients[1:]]
    if others:
        yield Para((bold("Also given to: "), "; ".join(others)))


def _listed(label: str, items: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return pair_rows((label, "; ".join(items)))


def _finding(fact: str, evidence: str) -> Rich:
    return (fact, " ", bold("Evidence: "), evidence) if evidence.strip() else fact


def _citations(notice: NoticeContent) -> Grid:
    elsewhere = "As stated under Penalties and costs"
    rows = [cell_rows(row.section, row.text, row.penalty or elsewhere) for row in notice.citations]
    return Grid(_CITATIONS, tuple(line for row in rows for line in row))


def affidavit_blocks(paragraphs: tuple[str, ...], *, title: str) -> tuple[Block, ...]:
    """The affidavit on its own page, with room for the mailer, the notary and the day."""
    return (
        PageBreak(),
        Heading(title),
        *(Para(text) for text in paragraphs),
        FillIns(("Date of mailing", "Post office", "Signature of the person who mailed it", "Name in print")),
        Para("Sworn to before me:"),
        FillIns(("Notary public", "Date", "County in which qualified", "Commission expires")),
    )
