"""A year of rates: adopted, billed and locked, tried on last year's bills, replaced, and printed for the public."""

import io
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from pypdf import PdfReader

from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.billlines import explain
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.rates import PerUnit
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.rate_card import rate_card_file
from sewerdesk.services.rate_versions import adoption_steps, correct_rate, rate_versions
from sewerdesk.services.rates import adopt_rates
from sewerdesk.services.what_if import what_if
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account

D = Decimal
SPRING = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 7, 10))
SUMMER = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 10, 10))


def test_the_board_raises_the_rent_in_mid_quarter(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", units="2")
    post_run(ws, setup=SPRING, expected=preview_run(ws, setup=SPRING))

    # What the clerk shows the Board: 2 EDU x 98.00 instead of 95.00, 6.00 more a quarter.
    act = Adoption(
        AdoptedBy.RESOLUTION, "31 of 2026", date(2026, 8, 11), date(2026, 7, 28), date(2026, 8, 11)
    )
    new = RateDraft("R", "OM", date(2026, 8, 16), "Resolution 31 of 2026", PerUnit(D("98.00")), adoption=act)
    tried = what_if(ws, drafts=[new])
    assert (tried.total.before, tried.total.after) == (D("220.00"), D("226.00"))

    # A slip of the decimal point is asked about, and nothing is saved.
    with pytest.raises(RateQuestions):
        adopt_rates(ws, drafts=[replace(new, formula=PerUnit(D("980.00")))])
    [version_id] = adopt_rates(ws, drafts=[new])
    assert all(line.passed for line in adoption_steps(ws, adoption=act, effective=new.effective_from))

    # The summer bill counts the days: 46 of 92 at 190.00 and 46 at 196.00 are 193.00.
    preview = preview_run(ws, setup=SUMMER)
    line = preview.bills[0].lines[0]
    assert (line.amount, line.fixed[0].days, line.fixed[1].days) == (D("193.00"), 46, 46)
    assert "under Resolution 31 of 2026" in explain(line)
    post_run(ws, setup=SUMMER, expected=preview)

    # Both versions are history now, and the card says what the next bill will say.
    assert all(view.locked for view in rate_versions(ws) if view.version.class_code == "R")
    with pytest.raises(RuleViolation, match="RUN-2026-0002"):
        correct_rate(ws, version_id=version_id, draft=new, reason="typed wrong")
    card = PdfReader(io.BytesIO(rate_card_file(ws, on=date(2026, 10, 1)).content))
    text = " ".join(" ".join(page.extract_text() for page in card.pages).split())
    assert "08/16/2026, Resolution 31 of 2026" in text
    assert "1.00 EDU × 98.00" in text
