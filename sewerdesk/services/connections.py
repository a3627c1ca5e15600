"""From the passed final inspection to the sewer account: proposed from the application, opened once."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountStatus, AccountUnits
from sewerdesk.data.models.inspection import Inspection
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.models.permit import Permit, PermitEvent
from sewerdesk.data.models.rate import RateClass
from sewerdesk.data.queries.inspections import inspection_facts
from sewerdesk.data.queries.permits import permit_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.account_proposals import AccountProposal, propose_account
from sewerdesk.domain.applications import APPLICATION_MACHINE, ApplicationState, WorkType
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.permits import PERMIT_MACHINE, PermitEventKind, PermitState, permit_standing
from sewerdesk.domain.wording import show_date
from sewerdesk.services.accounts import _open_account
from sewerdesk.services.application_pages import _application_view
from sewerdesk.services.applications import _move
from sewerdesk.services.parcels import _owner_of, _parcel

_OPENS = frozenset({WorkType.NEW_CONNECTION})
_RAN_OUT = frozenset({PermitState.LAPSED, PermitState.EXPIRED})
_CHANGES = frozenset({WorkType.RECONNECT, WorkType.CHANGE_OF_USE})


@dataclass(frozen=True, slots=True)
class OpenedAccount:
    """The account that a connection opened, or whose units it changed."""

    id: int
    number: str
    sentence: str


def propose(ws: Workspace, *, permit_id: int) -> AccountProposal:
    """The account that follows from the passed final inspection of a permit; ``RuleViolation`` says why none does."""
    with ws.read() as session:
        return _propose(session, _permit(session, permit_id))


def open_account_from_proposal(ws: Workspace, *, permit_id: int, class_code: str = "") -> OpenedAccount:
    """Open the account that follows from a permit (or change its units), and close the permit; once only.

    ``class_code`` is the rate class where the clerk chose another than the application's.
    """
    with ws.write(reason="connected") as session:
        permit = _permit(session, permit_id)
        proposal = _propose(session, permit)
        chosen = class_code or proposal.class_code
        if session.scalar(select(RateClass.id).where(RateClass.code == chosen)) is None:
            raise UserError(
                f"“{chosen or 'no class'}” is no rate class of this office, so nothing could be billed. "
                "Choose the account's class."
            )
        opens = proposal.opens_account
        account = _open(session, proposal, chosen) if opens else _change_units(session, proposal)
        _close_permit(session, permit, on=session.info["clock"].today())
        session.flush()  # the id and number are the answer
        return OpenedAccount(account.id, account.number, _sentence(account, proposal))


def _proposal(session: Session, permit: Permit) -> tuple[AccountProposal | None, str, str]:
    """The proposal, or why there is none yet, and the number of the account that was opened."""
    opened = session.scalar(select(Account.number).where(Account.application_id == permit.application_id))
    try:
        return _propose(session, permit), "", ""
    except UserError as problem:
        return None, problem.message, opened or ""


def _propose(session: Session, permit: Permit) -> AccountProposal:
    application = permit.application
    opened = session.scalar(select(Account.number).where(Account.application_id == application.id))
    if opened is not None:
        raise RuleViolation(f"Account {opened} was already opened for application {application.number}.")
    ended = [one for one in permit.events if one.event == PermitEventKind.CLOSED.value]
    if ended:
        raise RuleViolation(
            f"{permit.number} was closed on {show_date(ended[-1].on)}; no account follows from it."
        )
    view = _application_view(session, application)
    work = view.draft.work_type
    if work not in _OPENS | _CHANGES:
        what = work.label.lower() if work is not None else "work without a kind"
        raise RuleViolation(f"No account follows from {permit.number}: {what} changes no units.")
    rows = session.scalars(
        select(Inspection).where(Inspection.permit_id == permit.id).order_by(Inspection.id)
    )
    number = ""
    if work in _CHANGES and application.parcel_id is not None:
        number = _active_account(session, application.parcel_id) or ""
    return propose_account(
        view, [inspection_facts(row) for row in rows], permit_number=permit.number, account_number=number
    )


def _active_account(session: Session, parcel_id: int) -> str | None:
    """The one account of the parcel that is open; ``None`` where there is none or more than one."""
    statement = (
        select(Account.number)
        .join(AccountStatus, AccountStatus.account_id == Account.id)
        .where(
            Account.parcel_id == parcel_id,
            AccountStatus.valid_to.is_(None),
            or_(AccountStatus.status == "active", AccountStatus.status == "inactive"),
        )
    )
    found = session.scalars(statement).all()
    return found[0] if len(found) == 1 else None


def _open(session: Session, proposal: AccountProposal, class_code: str) -> Account:
    parcel = _parcel(session, proposal.parcel_id)
    account = _open_account(
        session,
        parcel=parcel,
        bill_to=_owner(session, proposal, parcel),
        class_code=class_code,
        units=proposal.units,
        since=proposal.start,
        basis=proposal.units_basis,
        authority=f"{proposal.permit_number}, final inspection {proposal.inspection_number}",
        application_id=proposal.application_id,
    )
    session.flush()  # the number was taken by looking at what is there
    return account


def _owner(session: Session, proposal: AccountProposal, parcel: Parcel) -> Party:
    party = session.get(Party, proposal.owner_party_id) if proposal.owner_party_id is not None else None
    return party if party is not None else _owner_of(session, parcel.id, proposal.start)


def _change_units(session: Session, proposal: AccountProposal) -> Account:
    account = session.scalars(select(Account).where(Account.number == proposal.account_number)).one()
    for span in account.units:
        if span.valid_from >= proposal.start:
            raise RuleViolation(
                f"Account {account.number} already has other units from {show_date(span.valid_from)}. "
                "Correct them on the account's page."
            )
        if span.valid_to is None or span.valid_to > proposal.start:
            span.valid_to = proposal.start
    account.units.append(
        AccountUnits(
            units=proposal.units,
            basis=proposal.units_basis,
            authority=f"{proposal.permit_number}, final inspection {proposal.inspection_number}",
            valid_from=proposal.start,
        )
    )
    return account


def _connected(session: Session, permit: Permit, *, on: date) -> None:
    """The final inspection has passed: the permit's work is finished on the day of the visit, which stops its clock."""
    if not any(one.event == PermitEventKind.CONNECTED.value for one in permit.events):
        _add_event(session, permit, PermitEventKind.CONNECTED, on=on)
    _advance(session, permit, ("test", "connect"), on=on)


def _tested(session: Session, permit: Permit, *, on: date) -> None:
    _advance(session, permit, ("test",), on=on)


def _close_permit(session: Session, permit: Permit, *, on: date) -> None:
    """Close a permit in force; one that ran out meanwhile stays as it ended, and the building is billed anyway."""
    state = permit_standing(permit_facts(permit), on=on).state
    if state not in _RAN_OUT:
        PERMIT_MACHINE.move(state, "close", record=permit.number)
        _add_event(session, permit, PermitEventKind.CLOSED, on=on)
    _advance(session, permit, ("close",), on=on)


def _add_event(session: Session, permit: Permit, kind: PermitEventKind, *, on: date) -> None:
    permit.events.append(PermitEvent(event=kind.value, on=on, actor=session.info["actor"]))


def _advance(session: Session, permit: Permit, verbs: tuple[str, ...], *, on: date) -> None:
    """Bring the application along as far as its own states allow; what it has passed already is not repeated."""
    application = permit.application
    for verb in verbs:
        if APPLICATION_MACHINE.may(verb, ApplicationState(application.state)):
            _move(session, application, verb, on=on)


def _permit(session: Session, permit_id: int) -> Permit:
    permit = session.get(Permit, permit_id)
    if permit is None:
        raise UserError("That permit is not in this office. Refresh the list (F5) and choose it again.")
    return permit


def _sentence(account: Account, proposal: AccountProposal) -> str:
    units = "unit" if proposal.units == 1 else "units"
    did = "opened with" if proposal.opens_account else "changed to"
    return f"Account {account.number} {did} {proposal.units:f} {units} from {show_date(proposal.start)}"
