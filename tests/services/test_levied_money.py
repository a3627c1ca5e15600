"""Money for charges on the tax roll: stopped or marked alike, whatever verb puts it on the account (features G15)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.relevy import AfterCertified, SeasonSettings
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.adjustments import post_adjustment
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money, move_payment
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.relevy import begin_season, freeze_list
from sewerdesk.services.relevy_certify import issue_certificate
from sewerdesk.services.relevy_money import levied, money_after_levy
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, cash, check
from tests.support.penalties import balance, charge_all, late_office

D = Decimal
AFTER, NEXT_YEAR = date(2027, 11, 1), date(2028, 11, 1)


@dataclass(frozen=True)
class Fall:
    """An office after certification: 1042 and 1044 are on the tax roll, the check of 1044 having come back."""

    ids: dict[str, int]
    paid: int  # 220.00 in cash, which paid account 1043
    bounced: int  # 110.00, whose check came back
    returned: int  # the act of its return


def certified_office(ws: Workspace, after: AfterCertified) -> Fall:
    ids = late_office(ws)
    save_charge_code(ws, code=ChargeCode("FEE", "Tax roll fee", "SS", "2129", 10))
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 90))
    save_payment_settings(ws, settings=PaymentSettings(suspense_code="SUSP"))
    bounced = enter_receipt(ws, draft=check({"00001044": "110.00"})).receipts[0]
    paid = enter_receipt(ws, draft=cash("00001043", "220.00")).receipts[0]
    held = ReceiptDraft(
        "Unsigned", MAIL_DAY, Tender.CHECK, D(60), (ReceiptLine(Purpose.SUSPENSE, "", D(60)),), "7"
    )
    enter_receipt(ws, draft=held)
    make_deposit(ws, draft=DepositDraft((bounced.id,), CashCount(), MAIL_DAY))
    ws.clock = FixedClock(date(2027, 1, 11))
    back = ReturnDraft(bounced.id, date(2027, 1, 11), "Not enough money", charge_fee=False)
    returned = return_check(ws, draft=back)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(AFTER)
    settings = SeasonSettings(
        fee=D("25.00"), fee_code="FEE", addressee="the Sample County Board", after=after,
        collector="the Sample Collector of Taxes", district_codes={"": "SS001"},
    )  # fmt: skip
    season = begin_season(
        ws, tax_year=2028, cut_off=date(2027, 10, 31), certify_by=AFTER, authority="Sample Local Law 2 of 2020, §9",
        settings=settings,
    )  # fmt: skip
    freeze_list(ws, season_id=season.id)
    issue_certificate(ws, season_id=season.id, resolution="Res. 88 of 2027", meeting_on=AFTER)
    return Fall(ids, paid.id, bounced.id, returned.act_id)


def certify_next_year(ws: Workspace, after: AfterCertified) -> None:
    """What is unpaid a year later goes on the roll of 2029."""
    ws.clock = FixedClock(NEXT_YEAR)
    settings = SeasonSettings(
        fee=D("25.00"), fee_code="FEE", addressee="the Sample County Board", after=after,
        collector="the Sample Collector of Taxes", district_codes={"": "SS001"},
    )  # fmt: skip
    season = begin_season(
        ws, tax_year=2029, cut_off=date(2028, 10, 31), certify_by=NEXT_YEAR,
        authority="Sample Local Law 2 of 2020, §9", settings=settings,
    )  # fmt: skip
    freeze_list(ws, season_id=season.id)
    issue_certificate(ws, season_id=season.id, resolution="Res. 90 of 2028", meeting_on=NEXT_YEAR)


def verbs(ws: Workspace, fall: Fall) -> dict[str, Callable[[], object]]:
    """Every verb that can bring a receipt's money to an account, each onto one that is on the tax roll."""

    def apply() -> object:
        [row] = held_money(ws)
        return apply_held(ws, line_id=row.line_id, parts=(ApplyTo("1042", D("60.00")),), reason="He called")

    return {
        "enter": lambda: enter_receipt(ws, draft=check({"00001042": "5.00"}, number="91", on=AFTER)),
        "move": lambda: move_payment(ws, receipt_id=fall.paid, to_account="1042", reason="Wrong stub"),
        "apply": apply,
        "redeposit": lambda: redeposit_check(ws, receipt_id=fall.bounced, received_on=AFTER),
        "undo": lambda: undo_act(ws, act_id=fall.returned, reason="The bank paid after all"),
    }


def test_stop_money_for_the_tax_roll_by_every_verb(ws: Workspace) -> None:
    """G15: each is refused with the same sentence, and nothing is left behind."""
    fall = certified_office(ws, AfterCertified.REFUSE)
    before, acts = {one: balance(ws, one) for one in fall.ids.values()}, money_acts(ws)
    for name, act in verbs(ws, fall).items():
        account, amount = ("00001044", "146.00") if name in ("redeposit", "undo") else ("00001042", "225.20")
        with pytest.raises(RuleViolation) as problem:
            act()
        assert problem.value.message == (
            f"Account {account}: {amount} is on the 2028 tax roll (RLV-2027-0001). It is paid to the Sample Collector "
            "of Taxes with the 2028 tax bill, not here."
        )
    assert ({one: balance(ws, one) for one in fall.ids.values()}, money_acts(ws)) == (before, acts)
    assert money_after_levy(ws) == ()


def test_mark_money_for_the_tax_roll_by_every_verb(ws: Workspace) -> None:
    """G15: each is taken, said, and listed as long as the money stands there; never twice for one row."""
    fall = certified_office(ws, AfterCertified.TAKE)
    do = verbs(ws, fall)
    moved = move_payment(ws, receipt_id=fall.paid, to_account="1042", reason="Wrong stub")
    said = "Account 00001042: 220.00 is for charges on the tax roll (RLV-2027-0001). Pass it on, or withdraw the row."
    assert moved.notes == (said,)
    do["apply"]()  # of 225.20 on the roll 5.20 is left to mark
    assert [(row.account, row.amount) for row in money_after_levy(ws)] == [
        ("00001042", D("220.00")),
        ("00001042", D("5.20")),
    ]
    undo_act(ws, act_id=moved.id, reason="It was right at first")
    assert [row.amount for row in money_after_levy(ws)] == [D("5.20")]
    undone = undo_act(ws, act_id=fall.returned, reason="The bank paid after all")
    assert undone.notes[0].startswith("Account 00001044: 110.00 is for charges on the tax roll")
    assert [row.amount for row in money_after_levy(ws)] == [D("5.20"), D("110.00")]
    assert not check_books(ws).findings
    assert rebuild_check(ws).agrees


def test_mark_money_against_the_oldest_roll_first(ws: Workspace) -> None:
    """225.20 is on the 2028 roll and 75.00 on that of 2029; of 260.00 the second year gets 34.80."""
    certified_office(ws, AfterCertified.TAKE)
    charge = AdjustmentDraft("00001042", D("50.00"), "Units corrected", "Mary Bell", AFTER, charge_code="OM")
    post_adjustment(ws, draft=charge)
    certify_next_year(ws, AfterCertified.TAKE)
    assert [(row.tax_year, row.amount) for row in levied(ws) if row.account == "00001042"] == [
        (2028, D("225.20")),
        (2029, D("75.00")),
    ]
    taken = enter_receipt(ws, draft=check({"00001042": "260.00"}, number="95", on=NEXT_YEAR))
    assert [note[:66] for note in taken.notes[1:]] == [
        "Account 00001042: 225.20 is for charges on the tax roll (RLV-2027-",
        "Account 00001042: 34.80 is for charges on the tax roll (RLV-2028-0",
    ]
    assert [row.amount for row in money_after_levy(ws)] == [D("225.20"), D("34.80")]
    void_receipt(ws, receipt_id=taken.receipts[0].id, reason="Wrong check number")
    assert money_after_levy(ws) == ()
    assert not check_books(ws).findings


def test_stop_money_where_any_roll_of_the_account_stops_it(ws: Workspace) -> None:
    certified_office(ws, AfterCertified.REFUSE)
    charge = AdjustmentDraft("00001042", D("50.00"), "Units corrected", "Mary Bell", AFTER, charge_code="OM")
    post_adjustment(ws, draft=charge)
    certify_next_year(ws, AfterCertified.TAKE)
    with pytest.raises(RuleViolation, match=r"225\.20 is on the 2028 tax roll"):
        enter_receipt(ws, draft=check({"00001042": "5.00"}, number="95", on=NEXT_YEAR))


def test_void_frees_the_mark_for_the_next_receipt(ws: Workspace) -> None:
    """A receipt entered twice by mistake leaves the whole row to be marked by the right one."""
    fall = certified_office(ws, AfterCertified.TAKE)
    wrong = enter_receipt(ws, draft=check({"00001042": "225.20"}, number="91", on=AFTER)).receipts[0]
    void_receipt(ws, receipt_id=wrong.id, reason="Wrong check number")
    assert money_after_levy(ws) == ()
    enter_receipt(ws, draft=check({"00001042": "225.20"}, number="92", on=AFTER))
    again = redeposit_check(ws, receipt_id=fall.bounced, received_on=AFTER)
    assert again.notes == (
        "Account 00001044: 110.00 is for charges on the tax roll (RLV-2027-0001). Pass it on, or withdraw the row.",
    )
    assert [(row.receipt, row.amount) for row in money_after_levy(ws)] == [
        ("REC-2027-0005", D("225.20")),
        (again.number, D("110.00")),
    ]
