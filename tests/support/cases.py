"""A case of violation as the office enters it, for tests and pictures."""

from datetime import date, timedelta

from sewerdesk.domain.cases import NoticeDraft
from sewerdesk.domain.violations import CaseDraft, ObservedFact
from sewerdesk.services.case_pages import case_view
from sewerdesk.services.officers import appoint_officer
from sewerdesk.services.violations import open_case, save_notice
from sewerdesk.services.workspace import Workspace

LONG_AGO = date(2026, 1, 1)
ARTICLE = "9589071052700000000014"
FACT = "A sump pump in the cellar of O'Brien & Sons <Plumbing> discharged ground water into the floor drain."


def observed(parcel_id: int, *, on: date, keys: tuple[str, ...] = ("inflow",)) -> CaseDraft:
    """A sump pump led to the sewer, seen by the operator."""
    return CaseDraft(
        parcel_id=parcel_id,
        observed_on=on,
        observed_at="9:40 AM",
        observed_by="R. Field",
        observer_title="Wastewater Treatment Plant Operator",
        facts=(
            ObservedFact(FACT, "photographs 1 to 3"),
            ObservedFact(
                "Green dye put into the sump was seen in manhole 14 after 6 minutes.", "dye test, 9:52 AM"
            ),
        ),
        violation_keys=keys,
    )


def whole_notice(today: date, *, article: str = ARTICLE) -> NoticeDraft:
    """Everything that the law of Hague leaves to the clerk."""
    return NoticeDraft(
        article_1=article,
        action_1="Disconnect the sump pump from the floor drain.",
        due_1=today + timedelta(days=21),
        enclosures="3 photographs",
        copies="Town Attorney",
    )


def open_sample_case(ws: Workspace, parcel_id: int, *, notice: NoticeDraft | None = None) -> int:
    """A case observed today, with its notice ready to be issued; returns its id."""
    today = ws.clock.today()
    appoint_officer(ws, role="enforces", person="R. Field", phone="518-555-0143", since=LONG_AGO)
    case_id = open_case(ws, draft=observed(parcel_id, on=today))
    version = case_view(ws, case_id=case_id).version
    save_notice(ws, case_id=case_id, notice=notice or whole_notice(today), version=version)
    return case_id
