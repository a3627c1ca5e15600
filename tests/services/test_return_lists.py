"""A bank's list of returned checks: matched to receipts, returned all at once or not at all, safe to come again."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl import Workbook

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.importing import AnyPreview
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import AskFirst, DepositDraft
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount
from sewerdesk.domain.returnfiles import ReturnRow
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services import returned_checks as returning
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.imports import FileLook, import_file, list_imports, open_file, preview_import
from sewerdesk.services.money_acts import money_acts
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.returned_checks import return_check, returned_checks
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, bill_three_accounts, check

D = Decimal
BACK = date(2027, 1, 11)
AFTER = "REC-2027-0002 went to the bank on 01/04/2027, after 01/03/2027; correct the date, or look for another receipt"
HEADINGS = "Check No,Amount,Date Returned,Reason,Deposit Date\n"


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Checks 501 of 182.00, 502 of 220.00 and 503 of 110.00 went to the bank on January 4; it is the 11th now."""
    found = bill_three_accounts(ws)
    save_charge_code(ws, code=ChargeCode("FEE", "Returned check fees", "G", "G-2770", 95))
    fee = PaymentSettings(
        returned_fee=D("20.00"), returned_fee_code="FEE", returned_fee_authority="Resolution 9 of 2026"
    )
    save_payment_settings(ws, settings=fee)
    amounts = ("182.00", "220.00", "110.00")
    for number, (account, amount) in enumerate(zip(found, amounts, strict=True), 501):
        pay(ws, account, amount, str(number))
    ws.clock = FixedClock(BACK)
    return found


def pay(ws: Workspace, account: str, amount: str, number: str, *, deposit: bool = True) -> int:
    [receipt] = enter_receipt(ws, draft=check({account: amount}, number=number)).receipts
    if deposit:
        make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    return receipt.id


def listed(ws: Workspace, folder: Path, *rows: str) -> FileLook:
    path = folder / "returned.csv"
    path.write_text(HEADINGS + "\n".join(rows) + "\n", encoding="utf-8")
    return open_file(ws, path=path)


def looked(ws: Workspace, look: FileLook) -> AnyPreview:
    return preview_import(ws, table=look.table, kind=ImportKind.RETURNS, mapping=look.mapping)


def brought_in(ws: Workspace, look: FileLook) -> int:
    return import_file(ws, table=look.table, kind=ImportKind.RETURNS, mapping=look.mapping).rows


def owed(ws: Workspace, ids: dict[str, int]) -> list[Decimal]:
    return [account_money(ws, account_id=one).balance for one in ids.values()]


def test_b4_76_break_in_the_middle_leaves_nothing_half_done(
    ws: Workspace, ids: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faults b4/76: the second of three rows fails on a missing attribute; the first is not returned either."""
    look = listed(
        ws,
        tmp_path,
        "501,182.00,01/11/2027,NSF,",
        "502,220.00,01/11/2027,NSF,",
        "503,110.00,01/11/2027,NSF,",
    )
    whole, calls = returning._fee_account, []

    def breaks(*given: object) -> int | None:
        calls.append(given)
        if len(calls) == 2:
            raise AttributeError("'NoneType' object has no attribute 'number'")
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(returning, "_fee_account", breaks)
    with pytest.raises(AttributeError):
        brought_in(ws, look)
    assert (owed(ws, ids), returned_checks(ws), money_acts(ws), list_imports(ws)) == ([D(0)] * 3, (), (), ())
    assert rebuild_check(ws).agrees
    monkeypatch.setattr(returning, "_fee_account", whole)
    assert brought_in(ws, look) == 3
    assert owed(ws, ids) == [D("202.00"), D("240.00"), D("130.00")]
    assert {row.act for row in returned_checks(ws)} == {f"RTN-2027-000{number}" for number in (1, 2, 3)}
    assert check_books(ws).is_clean
    assert rebuild_check(ws).agrees


def test_import_again_returns_nothing_twice(ws: Workspace, ids: dict[str, int], tmp_path: Path) -> None:
    look = listed(ws, tmp_path, "00501,($182.00),01/11/2027,Not sufficient funds,01/04/2027")
    assert (look.kind, brought_in(ws, look)) == (ImportKind.RETURNS, 1)
    assert returned_checks(ws)[0].bank_reason == "Not sufficient funds"
    again = looked(ws, look)
    assert [one.reason for one in again.rejects] == [
        "The check of REC-2027-0001 came back on 01/11/2027 already; nothing is to be done."
    ]
    with pytest.raises(UserError, match="has no row that can be imported"):
        brought_in(ws, look)
    redeposit_check(ws, receipt_id=1, received_on=BACK)
    assert looked(ws, look).rows == ()  # the second deposit of the check is not what this list is about
    assert owed(ws, ids) == [D("20.00"), D(0), D(0)]


def test_one_check_that_came_back_explains_one_row(
    ws: Workspace, ids: dict[str, int], tmp_path: Path
) -> None:
    """Two payers' checks bear one number and amount; the first return does not pass for the second as well."""
    first = pay(ws, "00001043", "50.00", "700")
    like_it = check({"00001044": "50.00"}, number="700", payer="Ann Lee", bank="Second Bank")
    second = enter_receipt(ws, draft=like_it, acknowledged=asks(ws)).receipts[0]
    make_deposit(ws, draft=DepositDraft((second.id,), CashCount(), BACK))
    return_check(ws, draft=ReturnDraft(first, BACK, "NSF", charge_fee=False))
    look = listed(ws, tmp_path, "700,50.00,01/11/2027,NSF,", "700,50.00,01/11/2027,NSF,")
    assert [one.reason for one in looked(ws, look).rejects] == [
        "The check of REC-2027-0004 came back on 01/11/2027 already; nothing is to be done.",
        (
            "Row 2 is the check of REC-2027-0004 already. If this row is another check, open REC-2027-0005 of "
            "Ann Lee and return it there; otherwise remove the row."
        ),
    ]
    return_check(ws, draft=ReturnDraft(second.id, BACK, "NSF", charge_fee=False))
    assert all(one.reason.endswith("nothing is to be done.") for one in looked(ws, look).rejects)


def test_say_of_each_row_what_became_of_it(ws: Workspace, ids: dict[str, int], tmp_path: Path) -> None:
    """Matched, ambiguous, not found, back before and refused, each with what to do; nothing is written."""
    pay(ws, "00001043", "50.00", "700")
    enter_again = check({"00001044": "50.00"}, number="700", payer="Ann Lee", bank="Second Bank")
    second = enter_receipt(ws, draft=enter_again, acknowledged=asks(ws)).receipts[0]
    make_deposit(ws, draft=DepositDraft((second.id,), CashCount(), BACK))
    void_receipt(ws, receipt_id=pay(ws, "00001043", "9.00", "800", deposit=False), reason="Torn")
    pay(ws, "00001043", "8.00", "801", deposit=False)
    return_check(ws, draft=ReturnDraft(3, BACK, "NSF", charge_fee=False))
    look = listed(
        ws,
        tmp_path,
        "501,182.00,01/11/2027,NSF,",
        "700,50.00,01/11/2027,NSF,",
        "700,50.00,01/11/2027,NSF,01/11/2027",
        "502,219.00,01/11/2027,NSF,",
        "503,110.00,01/11/2027,NSF,",
        "800,9.00,01/11/2027,NSF,",
        "801,8.00,01/11/2027,NSF,",
        "502,220.00,01/03/2027,NSF,",
        "501,182.00,01/11/2027,NSF,",
        "502,220.00,01/12/2027,NSF,",
        "502,0.00,01/11/2027,NSF,",
        "502,220.00,01/11/2027,,",
    )
    preview = looked(ws, look)
    assert [(row.line, getattr(row, "receipt", "")) for row in preview.rows] == [
        (2, "REC-2027-0001"),
        (4, second.number),  # the deposit's day decides
    ]
    assert [(one.row, one.reason.split(".")[0]) for one in preview.rejects] == [
        (3, "2 receipts were paid by check 700 for 50"),
        (5, "No receipt that stands was paid by check 502 for 219"),
        (6, "The check of REC-2027-0003 came back on 01/11/2027 already; nothing is to be done"),
        (7, "No receipt that stands was paid by check 800 for 9"),
        (8, "REC-2027-0007 was not deposited, so the bank cannot have returned its check"),
        (9, AFTER),
        (10, "The same check is already in row 2; remove one of them"),
        (11, "The date is in the future; correct it"),
        (12, "Enter the check's amount in dollars and cents"),
        (13, "Nothing is entered; bank's reason is needed"),
    ]  # fmt: skip
    assert preview.notes[0] == "Matched: 2; ambiguous: 1; not found: 2; came back before: 1; refused: 6."
    assert len(returned_checks(ws)) == 1


def asks(ws: Workspace) -> tuple[str, ...]:
    draft = check({"00001044": "50.00"}, number="700", payer="Ann Lee", bank="Second Bank")
    try:
        enter_receipt(ws, draft=draft)
    except AskFirst as error:
        return error.warnings
    raise AssertionError("a check of the same number and amount is asked about")


def test_a_workbook_with_other_headings_keeps_its_columns(
    ws: Workspace, ids: dict[str, int], tmp_path: Path
) -> None:
    """A bank's own headings are chosen once; check numbers may be numbers, since zeros in front do not count."""
    book = Workbook()
    sheet = book.create_sheet("Returned", 0)
    sheet.append(["Ck", "Value", "Bounced", "Why"])
    sheet.append([501, 182.00, BACK, "Account closed"])
    path = tmp_path / "bank.xlsx"
    book.save(path)
    chosen = {"check_number": "Ck", "amount": "Value", "returned_on": "Bounced", "bank_reason": "Why"}
    look = open_file(ws, path=path, kind=ImportKind.RETURNS)
    import_file(ws, table=look.table, kind=ImportKind.RETURNS, mapping=chosen)
    assert returned_checks(ws)[0].bank_reason == "Account closed"
    assert open_file(ws, path=path, kind=ImportKind.RETURNS).mapping == chosen


def test_row_that_the_return_refuses_is_named(ws: Workspace, ids: dict[str, int], tmp_path: Path) -> None:
    """A rule that only the return itself knows stops the whole list, and the sentence names the row."""
    rows = looked(ws, listed(ws, tmp_path, "501,182.00,01/11/2027,NSF,")).rows
    void = [row for row in rows if isinstance(row, ReturnRow)]
    twice = "Row 2, check 501 of REC-2027-0001: The check of REC-2027-0001 came back on 01/11/2027 already"
    with pytest.raises(RuleViolation, match=twice), ws.write(reason="import") as session:
        returning._write_returns(session, [*void, *void])
    assert returned_checks(ws) == ()
