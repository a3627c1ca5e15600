"""From the passed final inspection to the sewer account: everything from the application, nothing retyped."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.applications import ApplicationView
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.inspections import Inspection
from sewerdesk.domain.law import Stage
from sewerdesk.domain.wording import show, show_date


@dataclass(frozen=True, slots=True)
class AccountProposal:
    """The account that a connection opens, or the units that it changes; the clerk confirms it.

    ``account_number`` is that of the account to change, empty where a new one is opened. ``start`` is the day from
    which the units are billed.
    """

    application_id: int
    application_number: str
    permit_number: str
    inspection_number: str
    parcel_id: int
    print_key: str
    location: str
    owner_party_id: int | None
    owner_name: str
    owner_mailing: str
    class_code: str
    units: Decimal
    units_basis: str
    start: date
    account_number: str = ""

    @property
    def opens_account(self) -> bool:
        """Whether a new account is opened."""
        return not self.account_number

    @property
    def sentence(self) -> str:
        """What will be done, on the button's card."""
        units = f"{show(self.units)} {'unit' if self.units == 1 else 'units'} from {show_date(self.start)}"
        if self.opens_account:
            return f"Open an account for {self.location or self.print_key}, {self.owner_name}: {units}."
        return f"Change account {self.account_number} to {units}."


def propose_account(
    application: ApplicationView,
    inspections: Iterable[Inspection],
    *,
    permit_number: str,
    account_number: str = "",
) -> AccountProposal:
    """The account that follows from a passed final inspection.

    The units start on the day of the visit that passed. ``RuleViolation`` while no final inspection has passed;
    ``UserError`` where the application lacks what an account needs.
    """
    final = _passed_final(inspections)
    if final is None or final.result is None:
        raise RuleViolation(
            f"{permit_number} has no passed final inspection, so no account is opened yet. Record the inspection."
        )
    draft = application.draft
    if draft.parcel_id is None or draft.units is None or draft.units <= 0:
        lacking = "a parcel" if draft.parcel_id is None else "units"
        raise UserError(f"Application {application.number} has no {lacking}. Enter it on the application.")
    reason = f"; {draft.units_reason.strip()}" if draft.units_reason.strip() else ""
    return AccountProposal(
        application_id=application.id,
        application_number=application.number,
        permit_number=permit_number,
        inspection_number=final.number,
        parcel_id=draft.parcel_id,
        print_key=draft.print_key,
        location=draft.location,
        owner_party_id=draft.owner_party_id,
        owner_name=draft.owner_name,
        owner_mailing=draft.owner_mailing,
        class_code=draft.account_class or draft.permit_class,
        units=draft.units,
        units_basis=f"Application {application.number}, permit {permit_number}{reason}",
        start=final.result.visited_on,
        account_number=account_number,
    )


def _passed_final(inspections: Iterable[Inspection]) -> Inspection | None:
    """The first final inspection that passed: its day is the day of connection, later visits do not move it."""
    passed = [
        row
        for row in inspections
        if row.stage is Stage.FINAL and row.result is not None and row.result.outcome.is_pass
    ]
    return min(
        passed, key=lambda row: (row.result.visited_on if row.result else date.max, row.id), default=None
    )
