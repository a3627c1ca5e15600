"""The office's rules on paper and as a workbook: the whole law, or the part of it that a list shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.book import LawEntry, open_entries
from sewerdesk.domain.law.book_parts import CHANGEABLE
from sewerdesk.domain.wording import count
from sewerdesk.services.law_book import law_book, law_header
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.offices import office_profile

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.rule_sheet import SheetRule
    from sewerdesk.documents.xlsx.rule_sheet import RuleRow

_STATUS = {FigureStatus.LAW: "Law", FigureStatus.MODEL: "Model", FigureStatus.BLANK: "Blank"}
AMENDED = "Amended"
"""The status of what an act or a later local law set."""


@dataclass(frozen=True, slots=True)
class LawFile:
    """A print or a workbook of the law, with the name proposed for it."""

    file_name: str
    title: str
    content: bytes


def status_word(entry: LawEntry) -> str:
    """Where a rule comes from, in one word: Law, Model, Blank, or Amended by an act of the office."""
    if entry.is_confirmed and entry.authority:
        return AMENDED
    return _STATUS[entry.status]


def rule_sheet_file(ws: Workspace, *, entries: Sequence[LawEntry] | None = None, note: str = "") -> LawFile:
    """The rule sheet as a PDF: of the whole law, or of some entries, where ``note`` says which part they are."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.pdf.rule_sheet import RuleSheet, rule_sheet_pdf

    shown = law_book(ws) if entries is None else tuple(entries)
    header = law_header(ws)
    with ws.read() as session:
        letterhead = _letterhead(session)
    today = ws.clock.today()
    groups = groupby(sorted(shown, key=_id_of), key=_group_of)
    sheet = RuleSheet(
        letterhead=letterhead,
        law_title=header.law_title,
        source=header.source,
        as_of=f"{today:%m/%d/%Y}",
        printed=f"{ws.clock.now().astimezone():%m/%d/%Y %I:%M %p}",
        groups=tuple((group, tuple(_sheet_rule(entry) for entry in rules)) for group, rules in groups),
        note=note,
        open_words=open_words(shown),
    )
    name = safe_filename(f"Rule sheet {today:%Y-%m-%d}", header.code)
    return LawFile(name, f"Rules of the {header.law_title}", rule_sheet_pdf(sheet))


def rule_workbook_file(
    ws: Workspace, *, entries: Sequence[LawEntry] | None = None, note: str = ""
) -> LawFile:
    """The rules as a workbook, one row a rule: of the whole law, or of some entries."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.xlsx.kit import About
    from sewerdesk.documents.xlsx.rule_sheet import rule_workbook

    shown = law_book(ws) if entries is None else tuple(entries)
    header = law_header(ws)
    today = ws.clock.today()
    title = f"Rules of the {header.law_title}"
    about = About(
        title=title,
        municipality=office_profile(ws).municipality,
        as_of=today,
        run_at=f"{ws.clock.now().astimezone():%m/%d/%Y %I:%M %p}",
        filters=(("Shown", note),) if note else (),
        notes=tuple(part for part in (header.source, header.state, open_words(shown)) if part),
    )
    name = safe_filename(f"Rules {today:%Y-%m-%d}", header.code, suffix=".xlsx")
    return LawFile(name, title, rule_workbook([_row(entry) for entry in shown], about=about))


def open_words(entries: Iterable[LawEntry]) -> str:
    """What is left to confirm or to enter among some entries, in a sentence; empty where nothing is."""
    left = open_entries(entries)
    blank = sum(1 for entry in left if entry.status is FigureStatus.BLANK)
    parts = []
    if blank:
        parts.append(f"{blank:,} blank, to be entered")
    if len(left) - blank:
        parts.append(f"{len(left) - blank:,} from a model law, to be confirmed")
    return f"{count(len(left), 'rule')} still open: {'; '.join(parts)}." if parts else ""


def _sheet_rule(entry: LawEntry) -> "SheetRule":
    from sewerdesk.documents.pdf.rule_sheet import SheetRule

    missing = f"Missing: {entry.missing.rstrip('.')}." if entry.missing else ""
    words = (entry.clock, entry.sentence, missing)
    return SheetRule(
        subject=entry.subject,
        value=entry.spoken or ("not set" if entry.status is FigureStatus.BLANK else ""),
        citation="; ".join(part for part in (entry.citation, entry.authority) if part),
        status=status_word(entry),
        words=" ".join(part for part in words if part),
        since=f"{entry.effective:%m/%d/%Y}" if entry.effective else "",
        is_open=not entry.is_confirmed,
        is_blank=entry.status is FigureStatus.BLANK and entry.part in CHANGEABLE,
    )


def _row(entry: LawEntry) -> "RuleRow":
    from sewerdesk.documents.xlsx.rule_sheet import RuleRow

    return RuleRow(
        group=entry.group.value,
        subject=entry.subject,
        value=entry.spoken,
        number=entry.number,
        unit=entry.unit,
        citation=entry.citation,
        status=status_word(entry),
        since=entry.effective,
        authority=entry.authority,
        missing=entry.missing,
        clock=entry.clock,
        sentence=entry.sentence,
        history="\n".join(entry.history),
        kind=entry.kind.value,
        key=entry.key,
    )


def _id_of(entry: LawEntry) -> int:
    return entry.id


def _group_of(entry: LawEntry) -> str:
    return entry.group.value
