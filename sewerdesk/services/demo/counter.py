"""At the counter: a contractor with his papers, an application with its fees, the permit."""

from decimal import Decimal

from sewerdesk.domain.contractors import Authorization, AuthorizationKind
from sewerdesk.domain.counter import ContractorDraft, Filing
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.law import Law
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.applications import (
    application_page,
    approve_application,
    record_approval,
    submit_application,
)
from sewerdesk.services.contractor_authorizations import record_authorization
from sewerdesk.services.contractors import (
    contractor_standing,
    file_bond,
    file_policy,
    register_contractor,
)
from sewerdesk.services.demo import story
from sewerdesk.services.demo.paperwork import complete
from sewerdesk.services.demo.story import Stage
from sewerdesk.services.law import law_of
from sewerdesk.services.officers import appoint_officer
from sewerdesk.services.offices import office_profile
from sewerdesk.services.papers import paper_file
from sewerdesk.services.parcels import list_parcels, parcel_view
from sewerdesk.services.permits import issue_hindrances, issue_permit, permit_view, record_filed
from sewerdesk.services.rates import rate_classes
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.sample import sample_contractors


def register(stage: Stage) -> int:
    """Register the sample's contractor, file what the law asks for, and judge him; returns his id."""
    ws, today = stage.ws, stage.ws.clock.today()
    law = law_of(ws)
    firm = sample_contractors(law.code)[1]
    contractor_id = register_contractor(
        ws,
        draft=ContractorDraft(
            name=firm.name,
            phone=firm.phone,
            street=firm.street,
            city=firm.city,
            state=firm.state,
            zip_code=firm.zip_code,
            foreman=firm.contact,
        ),
    )
    before = contractor_standing(ws, contractor_id, today)
    stage.say(f"{firm.name}: {before.question} {before.answer.value}, nothing on file")
    for _rule in law.installer_rules:
        record_authorization(
            ws,
            contractor_id=contractor_id,
            act=Authorization(
                AuthorizationKind.AUTHORIZED, today, story.BOARD_MINUTE, "Sample references 1 to 3"
            ),
        )
    if law.bond_requirements:
        file_bond(ws, contractor_id=contractor_id, bond=story.bond(law, today))
    _file_proofs(stage, law, contractor_id, insured=firm.name)
    after = contractor_standing(ws, contractor_id, today)
    failed = [line.requirement for line in after.lines if line.passed is False]
    if after.answer is not Answer.YES:
        raise RuleViolation(f"The sample's contractor does not pass: {', '.join(failed)}.")
    stage.say(f"{firm.name}: {after.answer.value}, {len(after.lines)} requirements met")
    return contractor_id


def _file_proofs(stage: Stage, law: Law, contractor_id: int, *, insured: str) -> None:
    ws, today = stage.ws, stage.ws.clock.today()
    profile = office_profile(ws)
    holder = f"{profile.municipality}, {', '.join(profile.address_lines)}"
    forms = [(row.kind, "ACORD 25") for row in law.coverage_requirements]
    forms += [(proof.key, proof.accepted[0].code) for proof in law.statutory_proofs]
    for kind, form_code in dict(forms).items():
        proof = story.policy(law, kind, form_code, insured=insured, holder=holder, on=today, actor=ws.actor)
        file_policy(ws, contractor_id=contractor_id, policy=proof)


def apply(stage: Stage, contractor_id: int) -> int:
    """Take an application for the parcel that has no account, its fees and approvals; returns its id."""
    ws, today = stage.ws, stage.ws.clock.today()
    law = law_of(ws)
    bare = next(row for row in list_parcels(ws) if not row.accounts and row.in_district)
    application_id = submit_application(
        ws,
        draft=complete(
            story.application(
                law,
                parcel_view(ws, parcel_id=bare.id),
                contractor_id=contractor_id,
                account_class=rate_classes(ws)[-1].code,
                on=today,
                actor=ws.actor,
            ),
            law,
            on=today,
        ),
    )
    page = application_page(ws, application_id=application_id)
    open_fees = sum((line.open_amount for line in page.view.fees), ZERO)
    hindrances = issue_hindrances(ws, application_id=application_id)
    stage.say(
        f"Application {page.view.number} for {bare.location}: fees {format_money(open_fees)}, "
        f"{len(hindrances)} hindrances to the permit, such as: {hindrances[0].sentence} ({hindrances[0].citation})"
    )
    _pay_fees(stage, application_id)
    for line in page.approvals:
        if line.approved_on is None:
            record_approval(
                ws,
                application_id=application_id,
                key=line.rule.key,
                approved_on=today,
                reference="Sample letter 7",
            )
    approve_application(ws, application_id=application_id, role="issues", person=story.OPERATOR, on=today)
    return application_id


def _pay_fees(stage: Stage, application_id: int) -> None:
    ws = stage.ws
    view = application_page(ws, application_id=application_id).view
    lines = tuple(
        ReceiptLine(Purpose.FEE, str(fee.line_id), fee.open_amount) for fee in view.fees if fee.open_amount
    )
    if not lines:
        return
    total = sum((line.amount for line in lines), Decimal(0))
    posted = enter_receipt(
        ws,
        draft=ReceiptDraft(
            payer=view.draft.owner_name,
            received_on=ws.clock.today(),
            tender=Tender.CHECK,
            amount=total,
            lines=lines,
            check_number="0123",
            bank="Sample National Bank",
        ),
    )
    stage.say(f"Receipt {posted.receipts[0].number}: fees {format_money(posted.total)} by check")


def permit(stage: Stage, application_id: int) -> int:
    """Issue the permit and file it in the clerk's office; returns its id."""
    ws = stage.ws
    appoint_officer(ws, role="issues", person=story.OPERATOR, phone=story.PHONE, since=stage.first_day)
    permit_id = issue_permit(ws, application_id=application_id)
    view = permit_view(ws, permit_id=permit_id)
    clocks = "; ".join(f"{clock.title}: {clock.rule} ({clock.citation})" for clock in view.clocks)
    file = paper_file(ws, paper_id=view.papers[0].id)
    stage.keep(
        f"{view.number} permit.pdf",
        file.content,
        f"Permit {view.number}, SHA-256 {file.row.sha256[:16]}…; {clocks or 'no clock in this law'}",
    )
    if any(clock.key == "file" for clock in view.clocks):
        record_filed(
            ws, permit_id=permit_id, filing=Filing(ws.clock.today(), "Book 12, page 34", "Sample Clerk")
        )
    return permit_id
