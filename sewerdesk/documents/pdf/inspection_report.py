"""The inspection and test report: what was looked at, what was measured, the verdict with its arithmetic."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sewerdesk.documents.letters import Rendered
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
    Pairs,
    Para,
    Signature,
    Together,
    bold,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import cell_rows, long_date, pair_rows, sourced
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.notices import Signer, SourcedText
from sewerdesk.domain.verdicts import VerdictLine

_CHECKLIST = (
    Column("What was looked at", 3.55),
    Column("Found", 0.65),
    Column("Note", 1.2),
    Column("Section", 1.1),
)
_CONDITIONS = (
    Column("What the test requires", 2.55),
    Column("Recorded", 1.65),
    Column("Met", 1.1),
    Column("Section", 1.2),
)


@dataclass(frozen=True, slots=True)
class ChecklistAnswer:
    """One line of the inspection form: the question, the answer (Yes, No, Does not apply), note and section."""

    question: str
    answer: str
    note: str = ""
    citation: str = ""


@dataclass(frozen=True, slots=True)
class Worksheet:
    """One test: what was entered, each condition of the law, the arithmetic, and the verdict in words.

    ``allowable`` and ``measured`` hold a label and the number with its unit, left out where it is empty; ``formula`` is
    the arithmetic with its numbers.
    """

    name: str
    inputs: tuple[tuple[str, str], ...]
    conditions: tuple[VerdictLine, ...]
    formula: str
    allowable: tuple[str, str]
    measured: tuple[str, str]
    verdict: str
    reason: str
    citation: str


@dataclass(frozen=True, slots=True)
class InspectionPaper:
    """A whole report. ``result`` is the word for the outcome; ``permit_or_case`` the number it belongs to.

    ``wording`` is the rendered ``inspection-report`` letter, whose part ``retest`` is there after a failure.
    """

    number: str
    wording: Rendered
    permit_or_case: str
    property_address: str
    print_key: str
    owner: str
    contractor: str
    stage: str
    inspected_on: date
    inspector: Signer
    result: str
    checklist: tuple[ChecklistAnswer, ...] = ()
    worksheets: tuple[Worksheet, ...] = ()
    deficiencies: tuple[SourcedText, ...] = ()
    remarks: tuple[str, ...] = ()
    arrived: str = ""
    left: str = ""
    weather: str = ""
    ground: str = ""
    photographs: int = 0
    retest_by: date | None = None
    retest_rule: str = ""
    printed: str = ""


def inspection_report_pdf(paper: InspectionPaper, *, letterhead: Letterhead, mark: str = "") -> bytes:
    """The PDF of a report.

    ``UserError`` if a re-test date stands without the wording for it or the other way round, or if a character
    cannot be printed.
    """
    if (paper.retest_by is not None) != paper.wording.has("retest"):
        raise UserError(
            f"Report {paper.number} must name both the day of the re-test and its wording, or neither. "
            "Enter the day by which the test must be repeated."
        )
    return letter_pdf(
        LetterDocument(
            title=paper.wording.title,
            document_no=paper.number,
            letterhead=letterhead,
            headline=paper.wording.title,
            template=paper.wording.template_id,
            version=f"v{paper.wording.version}",
            printed=paper.printed,
            mark=mark,
            reference=(
                ("Report no.", paper.number),
                ("Date", long_date(paper.inspected_on)),
                ("Permit or case", paper.permit_or_case),
                ("Tax map no.", paper.print_key),
                ("Result", paper.result),
            ),
            body=tuple(_body(paper)),
        )
    )


def _body(paper: InspectionPaper) -> Iterator[Block]:
    if paper.retest_by is not None:
        action = Action("Correct the deficiencies and have the test repeated", long_date(paper.retest_by))
        note = ("The date: ", paper.retest_rule) if paper.retest_rule.strip() else ""
        yield ActionBox((action,), note=note)
    yield Pairs(_facts(paper))
    yield Para(paper.wording.text("basis"))
    if paper.checklist:
        yield Heading("What was looked at")
        yield _checklist(paper.checklist)
    for worksheet in paper.worksheets:
        yield from _worksheet(worksheet)
    if paper.deficiencies:
        yield Heading("Deficiencies")
        yield Numbered(tuple(sourced(item.text, item.source) for item in paper.deficiencies))
    if paper.remarks:
        yield Heading("Remarks")
        yield Numbered(paper.remarks)
    yield Heading("Next step")
    yield Para(paper.wording.text("next_step"))
    if paper.wording.has("retest"):
        yield Para((bold("Re-test. "), paper.wording.text("retest")))
    yield Signature(paper.inspector.name, paper.inspector.title, phone=paper.inspector.phone, dated=True)
    copy = Para(paper.wording.text("copy"))
    yield Together((copy, FillIns(("Contractor or owner", "Name in print", "Date"), columns=3)))


def _facts(paper: InspectionPaper) -> tuple[tuple[str, str], ...]:
    hours = " to ".join(part for part in (paper.arrived, paper.left) if part.strip())
    return pair_rows(
        ("Property", f"{paper.property_address}, tax map no. {paper.print_key}"),
        ("Owner", paper.owner),
        ("Contractor", paper.contractor),
        ("Stage", paper.stage),
        ("Inspector", f"{paper.inspector.name}, {paper.inspector.title}"),
        ("Time at the site", hours),
        ("Weather and ground", "; ".join(part for part in (paper.weather, paper.ground) if part.strip())),
        ("Photographs", str(paper.photographs) if paper.photographs else ""),
        ("Result", paper.result),
    )


def _checklist(answers: tuple[ChecklistAnswer, ...]) -> Grid:
    rows = [cell_rows(item.question, item.answer, item.note, item.citation) for item in answers]
    return Grid(_CHECKLIST, tuple(line for row in rows for line in row))


def _worksheet(sheet: Worksheet) -> Iterator[Block]:
    yield Heading(sheet.name)
    yield Pairs(pair_rows(*sheet.inputs))
    if sheet.conditions:
        rows = [cell_rows(c.requirement, c.on_file, _met(c), c.citation) for c in sheet.conditions]
        yield Grid(_CONDITIONS, tuple(line for row in rows for line in row))
    yield Together(
        (
            Para((bold("Arithmetic. "), sheet.formula)),
            Pairs(
                (
                    (sheet.allowable[0], (bold(sheet.allowable[1]), f"  ({sheet.citation})")),
                    *([(sheet.measured[0], (bold(sheet.measured[1]),))] if sheet.measured[1] else []),
                    ("Verdict", (bold(sheet.verdict), f"  {sheet.reason}")),
                )
            ),
        )
    )


def _met(line: VerdictLine) -> str:
    if line.passed is None:
        return "Officer decides"
    return "Yes" if line.passed else "No"
