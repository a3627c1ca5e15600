"""Connection fees of Altamont go to the capital account alone, from the schedule to the slip (A-04, D-13)."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees, fee_schedule
from sewerdesk.services.papers import paper_file
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_receipt, look_at_batch
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.accounts import SAMPLE, adopt_sample_rates
from tests.support.law_offices import law_office
from tests.support.offices import OPENING_DAY
from tests.support.payments import fee_of

D = Decimal


@pytest.fixture
def altamont(tmp_path: Path) -> Iterator[Workspace]:
    """An office of Altamont with rents in fund SS and a capital fund H."""
    office = law_office(tmp_path / "altamont", "altamont")
    adopt_sample_rates(office.ws)
    save_charge_code(office.ws, code=ChargeCode("CONN", "Connection fees", "H", "H-2770", 10))
    save_charge_code(office.ws, code=ChargeCode("TAP", "Tap-in fees", "SS", "SS-2770", 11))
    yield office.ws
    office.close(back_up=False)


def connection(code: str) -> FeeDraft:
    return FeeDraft("connection", "Sewer connection fee", D("500.00"), code, OPENING_DAY, SAMPLE)


def test_connection_fee_is_not_adopted_into_the_fund_of_the_rents(altamont: Workspace) -> None:
    with pytest.raises(
        RuleViolation,
        match=r"only for: Capital improvement of the POTW and nothing else \(§300-22A\(1\), \(2\)\).*"
        r"books to fund SS, as (OM|USE|DEBT) does; choose another",
    ):
        adopt_fees(altamont, drafts=[connection("TAP")])
    assert fee_schedule(altamont) == ()
    adopt_fees(altamont, drafts=[connection("CONN")])
    tap = FeeDraft("tap", "Sewer tap-in fee", D("75.00"), "TAP", OPENING_DAY, SAMPLE)
    adopt_fees(altamont, drafts=[tap])  # the law does not restrict it
    assert {(fee.fee_key, fee.charge_code) for fee in fee_schedule(altamont)} == {
        ("connection", "CONN"),
        ("tap", "TAP"),
    }


def test_connection_fee_is_not_adopted_into_a_fund_of_other_fees(altamont: Workspace) -> None:
    save_charge_code(altamont, code=ChargeCode("TAPH", "Tap-in fees", "H", "H-2771", 12))
    adopt_fees(altamont, drafts=[FeeDraft("tap", "Tap-in", D("75.00"), "TAPH", OPENING_DAY, SAMPLE)])
    with pytest.raises(RuleViolation, match="books to fund H, as TAPH does"):
        adopt_fees(altamont, drafts=[connection("CONN")])


def fee_receipt(fee_id: int) -> ReceiptDraft:
    line = ReceiptLine(Purpose.FEE, str(fee_id), D("500.00"))
    return ReceiptDraft("Ann Roe", OPENING_DAY, Tender.CHECK, D("500.00"), (line,), "81")


def test_connection_fee_is_not_receipted_into_the_wrong_fund(altamont: Workspace) -> None:
    """A fee that was charged before anybody looked is stopped at the counter, in the look and in the posting."""
    draft = fee_receipt(fee_of(altamont, D("500.00"), charge_code="TAP"))
    [problem] = look_at_batch(altamont, batch=ReceiptBatch(D("500.00"), (draft,))).problems
    assert "may be used only for" in problem
    with pytest.raises(RuleViolation, match="choose another"):
        enter_receipt(altamont, draft=draft)
    uncoded = fee_receipt(fee_of_again(altamont))
    with pytest.raises(RuleViolation, match="charge code with a fund of its own"):
        enter_receipt(altamont, draft=uncoded)


def fee_of_again(ws: Workspace) -> int:
    """A second fee of the same application, without a charge code."""
    from sewerdesk.data.models.application import FeeLine

    with ws.write() as session:
        fee = FeeLine(
            application_id=1,
            fee_key="connection",
            label="Connection fee",
            due="before_issue",
            amount=D("500.00"),
            charge_code="",
            authority=SAMPLE,
            citation="§300-22A",
        )
        session.add(fee)
        session.flush()
        return fee.id


def test_slip_books_the_connection_fee_to_the_capital_fund(altamont: Workspace) -> None:
    posted = enter_receipt(altamont, draft=fee_receipt(fee_of(altamont, D("500.00"))))
    made = make_deposit(altamont, draft=DepositDraft((posted.receipts[0].id,), CashCount(), OPENING_DAY))
    slip = " ".join(" ".join(pages_text(paper_file(altamont, paper_id=made.paper_id).content)).split())
    assert "H-H-2770" in slip
    assert check_books(altamont).is_clean


def test_check_names_restricted_money_in_a_shared_fund(altamont: Workspace) -> None:
    """The fund of a code was changed afterwards: the money that came in under it is found."""
    enter_receipt(altamont, draft=fee_receipt(fee_of(altamont, D("500.00"))))
    save_charge_code(altamont, code=ChargeCode("CONN", "Connection fees", "SS", "SS-2770", 10))
    found = [finding.sentence for finding in check_books(altamont).findings]
    assert len(found) == 1
    assert "Its charge code CONN books to fund SS" in found[0]
