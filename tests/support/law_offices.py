"""An office under each law, and an application that is complete by it."""

from dataclasses import replace
from datetime import date
from pathlib import Path

from sewerdesk.domain.applications import ApplicationDraft
from sewerdesk.domain.contractors import Authorization, AuthorizationKind
from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.office import OfficeSetup
from sewerdesk.services.application_fees import confirm_no_fee, waive_fee
from sewerdesk.services.applications import (
    application_page,
    approve_application,
    record_approval,
    submit_application,
)
from sewerdesk.services.contractor_authorizations import record_authorization
from sewerdesk.services.contractors import file_bond, file_policy, register_contractor
from sewerdesk.services.demo import story
from sewerdesk.services.demo.paperwork import complete
from sewerdesk.services.law import law_of
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.workspace import Workspace
from tests.support.counter import full_draft, parcel, pay_fees
from tests.support.offices import HAGUE, new_office
from tests.support.packs import pack

FIRM = "Adirondack Lateral Works, LLC"


def setup_of(code: str) -> OfficeSetup:
    """An office of the municipality whose law it is."""
    law = pack(code)
    return replace(
        HAGUE, law_code=code, municipality=law.municipality, city=law.municipality.split(" of ")[1]
    )


def law_office(folder: Path, code: str) -> OpenOffice:
    """A fresh office under a law."""
    return new_office(folder, setup=setup_of(code))


def able_firm(ws: Workspace) -> int:
    """A firm with everything on file that the law of the office asks for."""
    law, today = law_of(ws), ws.clock.today()
    firm = register_contractor(ws, draft=ContractorDraft(name=FIRM, phone="518-555-0177"))
    if law.bond_requirements:
        file_bond(ws, contractor_id=firm, bond=story.bond(law, today))
    forms = [(row.kind, "ACORD 25") for row in law.coverage_requirements]
    forms += [(proof.key, proof.accepted[0].code) for proof in law.statutory_proofs]
    for kind, code in forms:
        proof = story.policy(
            law, kind, code, insured=FIRM, holder=f"{law.municipality}, Main Street", on=today, actor=ws.actor
        )
        file_policy(ws, contractor_id=firm, policy=proof)
    for _rule in law.installer_rules:
        record_authorization(
            ws,
            contractor_id=firm,
            act=Authorization(AuthorizationKind.AUTHORIZED, today, "Resolution 8", "Twelve years of work"),
        )
    return firm


def whole_draft(ws: Workspace, *, contractor_id: int, **changes: object) -> ApplicationDraft:
    """A form that is complete by the law of the office."""
    law, today = law_of(ws), ws.clock.today()
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=contractor_id)
    triggers = frozenset(row.key for row in law.right_of_way)
    changed = replace(draft, **{"triggers": triggers, **changes})  # type: ignore[arg-type]
    return complete(changed, law, on=today)


def approved_application(ws: Workspace, draft: ApplicationDraft, *, application_id: int | None = None) -> int:
    """An application with every approval; what the law prices is paid, what nobody priced the Board waived."""
    today = ws.clock.today()
    application_id = submit_application(ws, draft=draft, application_id=application_id)
    fees = application_page(ws, application_id=application_id).view.fees
    for fee in fees:
        if fee.amount is None and fee.line_id is not None:
            waive_fee(ws, line_id=fee.line_id, reason="No schedule yet", reference="Resolution 3")
    if any(fee.amount for fee in fees):
        pay_fees(ws, application_id, number=f"REC-{today.year}-0901")
    else:
        confirm_no_fee(ws, application_id=application_id, reference="Resolution 3 of 2027")
    for line in application_page(ws, application_id=application_id).approvals:
        record_approval(
            ws, application_id=application_id, key=line.rule.key, approved_on=today, reference="Letter 7"
        )
    approve_application(ws, application_id=application_id, role="issues", person="T. Marrow", on=today)
    return application_id


DAY = date(2027, 1, 4)
