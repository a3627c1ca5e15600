"""The account beside its payment in one call: quick, and with the tax roll and the plan in default among its alerts."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.payment_beside import AlertKind
from sewerdesk.domain.penalties import HoldKind
from sewerdesk.domain.relevy import AfterCertified
from sewerdesk.services.payment_beside import beside_payment
from sewerdesk.services.penalty_policies import hold_penalties
from sewerdesk.services.workspace import Workspace
from tests.services.test_levied_money import AFTER, certified_office
from tests.support.payments import check
from tests.support.statements import statements

D = Decimal
MOST_STATEMENTS = 17
"""A look beside payment entry is made at every account that is typed."""


def test_tax_roll_returned_check_and_hold_are_told_in_one_quick_look(ws: Workspace) -> None:
    """Features A13, G17: what is on the roll is named first; a look asks few questions of the books."""
    fall = certified_office(ws, AfterCertified.TAKE)
    account = fall.ids["00001044"]
    hold_penalties(
        ws, account_id=account, kind=HoldKind.DISPUTE, since=date(2027, 10, 1), until=None, reason="Meter in doubt",
        authority="Res. 3 of 2027",
    )  # fmt: skip
    drafts = [check({"00001044": "10.00", "00001043": "5.00"}, on=AFTER), check({"1042": "7.00"}, on=AFTER)]
    view = beside_payment(ws, account_id=account, drafts=drafts)
    assert [(one.kind, one.grave) for one in view.alerts] == [
        (AlertKind.LEVIED, True),
        (AlertKind.RETURNED, False),
        (AlertKind.HOLD, False),
    ]
    assert view.alerts[0].sentence == "146.00 is on the 2028 tax roll (RLV-2027-0001)."
    assert view.alerts[2].sentence == "No penalties. In dispute: Meter in doubt (Res. 3 of 2027)."
    assert (view.account, view.balance) == ("00001044", D("0.00"))
    assert view.preview is not None
    assert (view.preview.paid, view.preview.credit) == (D("10.00"), D("10.00"))
    asked = statements(ws, lambda: beside_payment(ws, account_id=account, drafts=drafts))
    assert len(asked) <= MOST_STATEMENTS, "\n".join(asked)
    with pytest.raises(UserError, match="not in this office"):
        beside_payment(ws, account_id=9_999)
