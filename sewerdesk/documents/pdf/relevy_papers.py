"""The papers of a relevy season: the certificate with its list, the abstract for the minutes, the control sheet."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sewerdesk.documents.letters import Rendered
from sewerdesk.documents.pdf.kit import (
    Block,
    Bullets,
    Column,
    FillIns,
    Grid,
    Heading,
    LetterDocument,
    Letterhead,
    PageBreak,
    Pairs,
    Para,
    Signature,
    Together,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import long_date
from sewerdesk.domain.county_file import ControlTotals, CountyLayout
from sewerdesk.domain.money import format_money
from sewerdesk.domain.notices import Signer
from sewerdesk.domain.relevy import ParcelLine, Totals, totals, totals_by

_LIST = (
    Column("Tax map number", 1.5),
    Column("Assessed to, location", 1.95),
    Column("Rents", 0.78, "right"),
    Column("Penalty, interest", 0.76, "right"),
    Column("Fees", 0.65, "right"),
    Column("Total", 0.86, "right"),
)
_TOTALS = (
    Column("SWIS", 0.8),
    Column("District", 1.15),
    Column("Parcels", 0.7, "right"),
    Column("Rents", 1.0, "right"),
    Column("Penalty, interest", 0.95, "right"),
    Column("Fees", 0.85, "right"),
    Column("Total", 1.05, "right"),
)


@dataclass(frozen=True, slots=True)
class RelevyPaper:
    """All that the papers of one certificate print; ``facts`` are the pairs at the head of the certificate."""

    number: str
    dated: date
    tax_year: int
    wording: Rendered
    lines: tuple[ParcelLine, ...]
    signer: Signer
    facts: tuple[tuple[str, str], ...] = ()
    printed: str = ""


def certificate_pdf(paper: RelevyPaper, *, letterhead: Letterhead) -> bytes:
    """The certificate: statement, totals, signature, then each parcel; its total is the sum of its lines."""
    tables = {"totals": totals_grid(paper.lines)}
    body: list[Block] = [Pairs(paper.facts)] if paper.facts else []
    for paragraph in paper.wording.paragraphs:
        if paragraph.part == "list":
            continue
        if paragraph.heading:
            body.append(Heading(paragraph.heading))
        body.append(Para(paragraph.text))
        if paragraph.part in tables:
            body.append(tables[paragraph.part])
    signer = paper.signer
    body.append(
        Together(
            (Signature(signer.name, signer.title, signer.phone, dated=True), FillIns(("Seal", "Filed by")))
        )
    )
    body += [PageBreak(), *_list(paper)]
    return _pdf(paper, body, letterhead)


def abstract_pdf(paper: RelevyPaper, *, letterhead: Letterhead) -> bytes:
    """The abstract for the minutes: totals only, no owner's name."""
    body: list[Block] = []
    for paragraph in paper.wording.paragraphs:
        body.append(Para(paragraph.text))
        if paragraph.part == "totals":
            body.append(totals_grid(paper.lines))
    signer = paper.signer
    body.append(Signature(signer.name, signer.title, signer.phone, dated=True))
    return _pdf(paper, body, letterhead)


def control_sheet_pdf(
    paper: RelevyPaper,
    *,
    layout: CountyLayout,
    control: ControlTotals,
    file_name: str,
    sha256: str,
    letterhead: Letterhead,
) -> bytes:
    """The sheet that goes with the county's file: what it holds, that it agrees, and what was cut to its columns."""
    total = totals(paper.lines)
    body: list[Block] = [
        Pairs(
            (
                ("Certificate", f"{paper.number}, {long_date(paper.dated)}"),
                ("Tax roll", str(paper.tax_year)),
                ("File", file_name),
                ("Form", f"{layout.name}, {layout.kind.value}"),
                ("Lines in the file", f"{control.lines:,}"),
                ("Total of the file", f"${format_money(control.total)}"),
                ("Total of the certificate", f"${format_money(total.total)}"),
                ("Difference", format_money(total.total - control.total)),
                ("Fingerprint (SHA-256)", f"{sha256[:32]} {sha256[32:]}"),
            )
        ),
        totals_grid(paper.lines),
        Heading("Columns"),
        _columns_grid(layout),
    ]
    if control.cut:
        body += [Heading("Cut to the width of their column"), Bullets(control.cut)]
    body.append(FillIns(("Prepared by", "Checked by")))
    return _pdf(paper, body, letterhead)


def _columns_grid(layout: CountyLayout) -> Grid:
    """The columns of the county's file, in order."""
    return Grid(
        (
            Column("No.", 0.5, "right"),
            Column("Heading", 2.2),
            Column("Holds", 2.4),
            Column("Width", 0.8, "right"),
        ),
        tuple(
            (str(place), one.title, one.field.value, str(one.width))
            for place, one in enumerate(layout.columns, 1)
        ),
    )


def totals_grid(lines: tuple[ParcelLine, ...]) -> Grid:
    """Totals by SWIS code and district, and in all."""
    rows = tuple((swis, code or "none", *_sums(found)) for swis, code, found in totals_by(lines))
    return Grid(_TOTALS, rows, ("", "Total", *_sums(totals(lines))))


def _sums(found: Totals) -> tuple[str, str, str, str, str]:
    amounts = found.amounts
    return (
        f"{found.count:,}",
        format_money(amounts.rent),
        format_money(amounts.penalty + amounts.interest),
        format_money(amounts.fee + amounts.added),
        format_money(amounts.total),
    )


def _list(paper: RelevyPaper) -> Iterator[Block]:
    said = {paragraph.part: paragraph for paragraph in paper.wording.paragraphs}
    if "list" in said:
        yield Heading(said["list"].heading)
        yield Para(said["list"].text)
    total = totals(paper.lines)
    count, *sums = _sums(total)
    yield Grid(_LIST, tuple(_line(line) for line in paper.lines), (f"{count} parcels", "Total", *sums))


def _line(line: ParcelLine) -> tuple[str, ...]:
    amounts = line.amounts
    place = f"{line.owner}, {line.location}" if line.location else line.owner
    key = f"{line.swis} {line.print_key}"
    return (
        f"{key} ({line.district_code})" if line.district_code else key,
        f"{place} · {', '.join(line.accounts)}",
        format_money(amounts.rent),
        format_money(amounts.penalty + amounts.interest),
        format_money(amounts.fee + amounts.added),
        format_money(amounts.total),
    )


def _pdf(paper: RelevyPaper, body: list[Block], letterhead: Letterhead) -> bytes:
    return letter_pdf(
        LetterDocument(
            title=paper.wording.title,
            document_no=paper.number,
            letterhead=letterhead,
            body=tuple(body),
            template=paper.wording.template_id,
            version=f"v{paper.wording.version}",
            printed=paper.printed,
            reference=(
                ("Certificate no.", paper.number),
                ("Date", long_date(paper.dated)),
                ("Tax roll", str(paper.tax_year)),
            ),
            headline=paper.wording.title,
        )
    )
