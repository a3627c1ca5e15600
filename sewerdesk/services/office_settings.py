"""The office's own choices for billing, payments and the bank."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.queries.charges import charge_order
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.office import address_lines
from sewerdesk.domain.office_settings import (
    BillingSettings,
    check_billing_settings,
    settings_from_json,
    settings_to_json,
)
from sewerdesk.domain.wording import join_words

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.letterhead import Letterhead


def billing_settings(ws: Workspace) -> BillingSettings:
    """How the office bills now."""
    with ws.read() as session:
        return _billing_settings(session)


def save_billing_settings(ws: Workspace, *, settings: BillingSettings) -> None:
    """Save how the office bills from now on; bills already posted keep what they were printed with."""
    errors = check_billing_settings(settings)
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason="billing settings") as session:
        _check_codes(session, settings.code_order)
        profile = session.scalars(select(OfficeProfile)).one()
        profile.settings = {**profile.settings, "billing": settings_to_json(settings)}


def _check_codes(session: Session, codes: Sequence[str]) -> None:
    """``FieldErrors`` where the order of payment names a charge code that the office does not have."""
    known = charge_order(session)
    unknown = [code for code in codes if code not in known]
    if unknown:
        listed = (
            f"Its codes are {join_words(known)}." if known else "Enter the codes under Rates and fees first."
        )
        verb = "is no charge code" if len(unknown) == 1 else "are no charge codes"
        raise FieldErrors({"code_order": f"{join_words(unknown)} {verb} of this office. {listed}"})


def _billing_settings(session: Session) -> BillingSettings:
    profile = session.scalars(select(OfficeProfile)).one()
    return settings_from_json(profile.settings.get("billing", {}))


def _letterhead(session: Session) -> "Letterhead":
    """The letterhead as it stands now."""
    # The parts of a paper are wanted by who draws one, not by who asks how the office bills.
    from sewerdesk.documents.pdf.letterhead import Letterhead

    row = session.scalars(select(OfficeProfile)).one()
    return Letterhead(
        municipality=row.municipality,
        department=row.department,
        address=address_lines(row.street, row.po_box, row.city, row.state, row.zip_code),
        phone=row.phone,
        email=row.email,
        hours=row.hours,
        seal=row.seal,
    )
