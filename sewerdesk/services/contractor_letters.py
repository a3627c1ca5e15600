"""The letter to a contractor whose bond, insurance or proofs are missing or will lapse."""

from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy.orm import Session

from sewerdesk.data.models.contractor import Contractor
from sewerdesk.data.queries.contractors import contractor_facts
from sewerdesk.data.queries.permits import permit_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.kit import Column, Grid
from sewerdesk.documents.pdf.legal import cell_rows, long_date
from sewerdesk.documents.pdf.office_letter import OfficeLetter, office_letter_pdf
from sewerdesk.domain.contractors import Lapse, WorkScope, earliest_lapse, standing
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Law, StatutoryProof
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.postal import postal_lines
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import join_words, show_date
from sewerdesk.services.contractor_pages import OPEN_STATES
from sewerdesk.services.contractors import _contractor
from sewerdesk.services.counter_papers import _printed_at
from sewerdesk.services.law import law_of
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _issue_paper
from sewerdesk.services.parties import _postal_address

_COLUMNS = (Column("What the law asks for", 3.1), Column("On file", 2.4), Column("Section", 1.0))


def write_insurance_notice(ws: Workspace, *, contractor_id: int) -> int:
    """Write to a contractor about what fails today, or else about what lapses next; returns the paper's id.

    ``UserError`` where everything is in order and nothing has an end.
    """
    law, today = law_of(ws), ws.clock.today()
    with ws.write(reason="insurance notice") as session:
        contractor = _contractor(session, contractor_id)
        facts, scope = contractor_facts(contractor), WorkScope.right_of_way(law)
        verdict = standing(facts, law, on=today, scope=scope)
        rows = [line for line in verdict.lines if line.passed is False]
        if rows:
            return _issue(session, contractor, law, rows, last_day=today, today=today)
        lapse = earliest_lapse(facts, law, on=today, scope=scope)
        if lapse is None:
            raise UserError(
                f"Everything is on file for {facts.legal_name} and nothing lapses; there is nothing to write about."
            )
        rows = [line for line in verdict.lines if line.citation and _same(line, lapse)]
        return _issue(session, contractor, law, rows, last_day=lapse.last_day, today=today)


def _same(line: VerdictLine, lapse: Lapse) -> bool:
    """Whether a line of the standing runs out with the lapse: its dates end on the same day."""
    return line.on_file.endswith(f"to {show_date(lapse.last_day)}")


def _issue(
    session: Session,
    contractor: Contractor,
    law: Law,
    rows: list[VerdictLine],
    *,
    last_day: date,
    today: date,
) -> int:
    letterhead, party = _letterhead(session), contractor.party
    fields = _fields(session, contractor, law, rows, last_day=last_day, today=today)
    wording = render(load_template("insurance-notice"), fields)
    cells = [cell_rows(line.requirement, line.on_file, line.citation) for line in rows]
    letter = OfficeLetter(
        number="",
        wording=wording,
        dated=today,
        recipient=tuple(postal_lines(_postal_address(party, today))),
        re_lines=(f"Bond, insurance and proofs of {party.name}",),
        signer=_signer(session, law, "clerk", today),
        tables=(("proofs", Grid(_COLUMNS, tuple(line for row in cells for line in row))),),
        printed=_printed_at(session),
    )

    def draw(number: str) -> bytes:
        return office_letter_pdf(replace(letter, number=number), letterhead=letterhead)

    paper = _issue_paper(
        session,
        series=SeriesKind.INSURANCE_NOTICE,
        kind="insurance_notice",
        title=wording.title,
        subject=("contractor", contractor.id),
        template=(wording.template_id, f"v{wording.version}"),
        merged=fields,
        draw=draw,
    )
    return paper.id


def _fields(
    session: Session,
    contractor: Contractor,
    law: Law,
    rows: list[VerdictLine],
    *,
    last_day: date,
    today: date,
) -> dict[str, str]:
    letterhead, party = _letterhead(session), contractor.party
    permits = permit_rows(session, today, contractor_id=contractor.id)
    lapsed = last_day <= today
    fields = {
        "contractor": party.name,
        "municipality": law.municipality,
        "municipality_address": ", ".join(letterhead.address),
        "needed_by": "at once" if lapsed else f"by {long_date(last_day)}",
        "suspended_from": long_date(today if lapsed else last_day + timedelta(days=1)),
        "citation": join_words(list(dict.fromkeys(line.citation for line in rows if line.citation))),
        "files_title": law.officer("clerk").title,
        "open_permits": join_words([row.number for row in permits if row.state in OPEN_STATES]),
        "phone": letterhead.phone,
    }
    if law.statutory_proofs:
        fields["forms"] = " ".join(_forms(proof) for proof in law.statutory_proofs)
    return fields


def _forms(proof: StatutoryProof) -> str:
    """Which forms prove a cover, such as ``Workers' compensation: form C-105.2 or CE-200.`` in a sentence."""
    return f"{proof.label}: form {join_words([form.code for form in proof.accepted], last='or')}."
