"""The papers of a relevy season, frozen with its certificate, and the letter that takes a charge off the roll."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy.orm import Session

from sewerdesk.data.models.relevy import RelevyCertificate
from sewerdesk.documents.files import safe_filename
from sewerdesk.documents.letters import Rendered, load_template, render
from sewerdesk.documents.pdf.legal import long_date
from sewerdesk.documents.pdf.office_letter import OfficeLetter, office_letter_pdf
from sewerdesk.documents.pdf.relevy_papers import (
    RelevyPaper,
    abstract_pdf,
    certificate_pdf,
    control_sheet_pdf,
)
from sewerdesk.documents.xlsx.county_file import county_workbook
from sewerdesk.documents.xlsx.kit import About
from sewerdesk.domain.county_file import (
    DEFAULT_COLUMNS,
    CountyLayout,
    FileKind,
    control_totals,
    county_text,
    layout_to_json,
    prove,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Law
from sewerdesk.domain.money import format_money
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.relevy import ListRow, ParcelLine, Season, parcel_lines
from sewerdesk.services.counter_papers import _printed_at
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _freeze_paper, _issue_paper
from sewerdesk.services.relevy import _layouts

SUBJECT = "relevy_certificate"
DEFAULT_LAYOUT = CountyLayout("Office default", FileKind.CSV, DEFAULT_COLUMNS)
MEDIA = {
    FileKind.CSV: ("text/csv", ".csv"),
    FileKind.FIXED: ("text/plain", ".txt"),
    FileKind.XLSX: ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"),
}


def county_file(lines: Sequence[ParcelLine], layout: CountyLayout, *, tax_year: int, about: About) -> bytes:
    """The county's file in its layout; a text file is read back and must hold the lines and their total to the cent."""
    if layout.kind is FileKind.XLSX:
        return county_workbook(lines, layout, tax_year=tax_year, about=about)
    text = county_text(lines, layout, tax_year=tax_year)
    prove(text, layout, expected=control_totals(lines, layout))
    # Spreadsheets take a CSV for the old code page unless it says otherwise; a fixed file is plain ASCII.
    return text.encode("ascii" if layout.kind is FileKind.FIXED else "utf-8-sig")


@dataclass(frozen=True, slots=True)
class _Issue:
    """A certificate that is being issued: what all its papers are drawn from."""

    law: Law
    certificate: RelevyCertificate
    number: str
    season: Season
    lines: tuple[ParcelLine, ...]


def _issue_papers(
    session: Session,
    law: Law,
    certificate: RelevyCertificate,
    number: str,
    *,
    season: Season,
    rows: Sequence[ListRow],
    layout: str,
) -> None:
    """Freeze the certificate, the abstract, the county's file and its control sheet under one number."""
    issue = _Issue(law, certificate, number, season, parcel_lines(rows, season.settings))
    letterhead, fields = _letterhead(session), _fields(session, issue)
    wording = render(load_template("relevy-certificate"), _only("relevy-certificate", fields))
    paper = _paper(session, issue, wording)
    _keep(session, issue, paper, fields, content=certificate_pdf(paper, letterhead=letterhead))
    words = render(load_template("relevy-abstract"), _only("relevy-abstract", fields))
    said = replace(paper, wording=words)
    content = abstract_pdf(said, letterhead=letterhead)
    _keep(session, issue, said, fields, content=content, part="abstract")
    chosen = _layout(session, layout)
    file, name = _keep_file(session, issue, chosen)
    sheet = replace(paper, wording=Rendered("relevy-control", 1, "Control Sheet of the County's File", ()))
    content = control_sheet_pdf(
        sheet,
        layout=chosen,
        control=control_totals(issue.lines, chosen),
        file_name=name,
        sha256=hashlib.sha256(file).hexdigest(),
        letterhead=letterhead,
    )
    _keep(session, issue, sheet, fields, content=content, part="control")


def _keep_file(session: Session, issue: _Issue, layout: CountyLayout) -> tuple[bytes, str]:
    """Freeze the county's file; its bytes and its name."""
    about = _about(session, issue)
    content = county_file(issue.lines, layout, tax_year=issue.season.tax_year, about=about)
    media, suffix = MEDIA[layout.kind]
    paper = _freeze_paper(
        session,
        number=issue.number,
        kind="relevy_file",
        title=f"County file, {layout.name}",
        subject=(SUBJECT, issue.certificate.id),
        template=("county-file", layout.kind.value),
        merged={
            "layout": layout_to_json(layout),
            "tax_year": issue.season.tax_year,
            "lines": len(issue.lines),
        },
        content=content,
        part="file",
        media_type=media,
    )
    return content, safe_filename(paper.number, paper.title, suffix=suffix)


def _withdrawal_letter(
    session: Session,
    law: Law,
    row: ListRow,
    season: Season,
    *,
    certificate: str,
    certified_on: date,
    reason: str,
    authority: str,
) -> int:
    """The letter to who collects and who assesses; returns the paper's id."""
    letterhead = _letterhead(session)
    fields = _row_fields(row, season) | {
        "certificate": certificate,
        "certified_on": long_date(certified_on),
        "reason": reason.strip().rstrip("."),
        "authority": authority.strip(),
        "phone": letterhead.phone,
    }
    wording = render(load_template("relevy-withdrawal"), fields)
    about = f"Tax map {row.print_key}, {season.tax_year} roll, certificate {certificate}"
    letter = replace(_letter_today(session, law, wording, about), copies=(row.owner,))

    def draw(number: str) -> bytes:
        return office_letter_pdf(replace(letter, number=number), letterhead=letterhead)

    paper = _issue_paper(
        session,
        series=SeriesKind.RELEVY_LETTER,
        kind="relevy_withdrawal",
        title=wording.title,
        subject=("account", row.account_id),
        template=(wording.template_id, f"v{wording.version}"),
        merged=fields,
        draw=draw,
    )
    return paper.id


def _row_fields(row: ListRow, season: Season) -> dict[str, str]:
    """What a letter says of a certified row: its parcel, its amount, and the roll it stands on."""
    return {
        "to": season.settings.collector or "the collector of taxes",
        "tax_year": str(season.tax_year),
        "swis": row.swis,
        "print_key": row.print_key,
        "owner": row.owner,
        "location": row.location or "no location given",
        "amount": f"${format_money(row.total)}",
        "account": row.account,
    }


def _letter_today(session: Session, law: Law, wording: Rendered, about: str) -> OfficeLetter:
    """A letter of today that the clerk signs; it has no number and no recipient yet."""
    today = session.info["clock"].today()
    return OfficeLetter(
        number="",
        wording=wording,
        dated=today,
        recipient=(),
        re_lines=(about,),
        signer=_signer(session, law, "clerk", today),
        printed=_printed_at(session),
    )


def _layout(session: Session, name: str) -> CountyLayout:
    if not name:
        return DEFAULT_LAYOUT
    found = _layouts(session).get(name)
    if found is None:
        raise UserError(f"There is no county layout “{name}”; save it first, or choose another.")
    return found


def _fields(session: Session, issue: _Issue) -> dict[str, str]:
    law, certificate, season = issue.law, issue.certificate, issue.season
    signer = _signer(session, law, "clerk", certificate.certified_on)
    count = len(issue.lines)
    return {
        "clerk": signer.name or "the undersigned",
        "clerk_title": signer.title,
        "board": law.officer("board").title,
        "addressee": season.settings.addressee or "the body that levies taxes",
        "municipality": law.municipality,
        "county": law.county or "this",
        "tax_year": str(season.tax_year),
        "cut_off": long_date(season.cut_off),
        "count": f"{count:,} {'parcel' if count == 1 else 'parcels'}",
        "total": f"${format_money(certificate.total)}",
        "authority": season.authority,
        "certificate": issue.number,
        "resolution": certificate.authority,
        "meeting": long_date(certificate.meeting_on) if certificate.meeting_on else "",
    }


def _only(template: str, fields: dict[str, str]) -> dict[str, str]:
    """The fields that a wording has."""
    known = load_template(template).fields
    return {name: value for name, value in fields.items() if name in known}


def _paper(session: Session, issue: _Issue, wording: Rendered) -> RelevyPaper:
    law, certificate, season = issue.law, issue.certificate, issue.season
    districts = sorted({line.district_code for line in issue.lines} - {""})
    return RelevyPaper(
        number=issue.number,
        dated=certificate.certified_on,
        tax_year=season.tax_year,
        wording=wording,
        lines=issue.lines,
        signer=_signer(session, law, "clerk", certificate.certified_on),
        facts=(
            ("Municipality", f"{law.municipality}, {law.county} County" if law.county else law.municipality),
            ("Districts", ", ".join(districts) or "none named"),
            ("Computed to", long_date(season.cut_off)),
            ("Authority", season.authority),
        ),
        printed=_printed_at(session),
    )


def _about(session: Session, issue: _Issue) -> About:
    return About(
        title=f"Unpaid sewer charges {issue.number}",
        municipality=issue.law.municipality,
        as_of=issue.certificate.certified_on,
        run_at=_printed_at(session),
        notes=(f"Computed to {long_date(issue.season.cut_off)}", issue.season.authority),
    )


def _keep(
    session: Session,
    issue: _Issue,
    paper: RelevyPaper,
    fields: dict[str, str],
    *,
    content: bytes,
    part: str = "",
) -> None:
    wording = paper.wording
    _freeze_paper(
        session,
        number=issue.number,
        kind="relevy_certificate",
        title=wording.title,
        subject=(SUBJECT, issue.certificate.id),
        template=(wording.template_id, f"v{wording.version}"),
        merged=fields,
        content=content,
        part=part,
    )
