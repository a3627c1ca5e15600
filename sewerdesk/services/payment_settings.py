"""The office's own choices about money taken: read, checked and saved."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.queries.charges import charge_order
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.payment_settings import (
    PaymentSettings,
    check_payment_settings,
    payment_settings_from_json,
    payment_settings_to_json,
)

_KEY = "payments"
_CODES = ("suspense_code", "returned_fee_code", "over_short_code")


def payment_settings(ws: Workspace) -> PaymentSettings:
    """How the office takes money now."""
    with ws.read() as session:
        return _payment_settings(session)


def save_payment_settings(ws: Workspace, *, settings: PaymentSettings) -> None:
    """Save how the office takes money from now on; ``FieldErrors`` for what is missing or impossible."""
    errors = check_payment_settings(settings)
    with ws.write(reason="payment settings") as session:
        known = charge_order(session)
        for name in _CODES:
            code = getattr(settings, name)
            if code and code not in known:
                errors[name] = (
                    f"{code} is no charge code of this office. Enter it under Rates and fees first."
                )
        if errors:
            raise FieldErrors(errors)
        profile = session.scalars(select(OfficeProfile)).one()
        profile.settings = {**profile.settings, _KEY: payment_settings_to_json(settings)}


def _payment_settings(session: Session) -> PaymentSettings:
    profile = session.scalars(select(OfficeProfile)).one()
    return payment_settings_from_json(profile.settings.get(_KEY, {}))
