"""Reports worked by hand: buckets at their bounds, quick days, scope sentences, sums, the split of receipts."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import PaymentOrder, PaymentPolicy
from sewerdesk.domain.reports.aging import Buckets
from sewerdesk.domain.reports.catalog import REPORTS, ReportRequest, check_request, quick_days, quick_ranges
from sewerdesk.domain.reports.facts import CodeFact, Fact
from sewerdesk.domain.reports.journals import (
    DepositFact,
    ReceiptFact,
    Span,
    TakenBack,
    deposits_body,
    journal_lines,
    receipts_body,
    split_receipts,
)
from sewerdesk.domain.reports.model import (
    Body,
    CellKind,
    Proof,
    Report,
    ReportColumn,
    ReportGroup,
    ReportRow,
    RunStamp,
    cell_words,
    plural,
)
from sewerdesk.domain.reports.registers import (
    ActFact,
    BillFact,
    PenaltyFact,
    acts_body,
    bills_body,
    penalties_body,
)
from sewerdesk.domain.reports.settings import (
    ReportSettings,
    check_report_settings,
    parse_last_days,
    report_settings_from_json,
    report_settings_to_json,
)

D = Decimal
OLDEST = PaymentPolicy(PaymentOrder.OLDEST_FIRST, ("OM", "DS"))
JANUARY = Span(date(2027, 1, 1), date(2027, 1, 31))
RECEIPT = ReceiptFact(
    receipt_id=1,
    number="REC-2027-0001",
    received_on=date(2027, 1, 29),
    posted_on=date(2027, 2, 1),
    deposited_on=date(2027, 2, 3),
    deposit="DEP-2027-0001",
    payer="Ana Peña",
    tender="Check",
    check_number="7",
    purpose="00001043",
    amount=D("100.00"),
)


@pytest.mark.parametrize(
    ("days", "title"),
    [
        (-1, "Not yet due"),
        (0, "Not yet due"),
        (1, "1–30 days"),
        (30, "1–30 days"),
        (31, "31–60 days"),
        (60, "31–60 days"),
        (61, "61–90 days"),
        (90, "61–90 days"),
        (91, "Over 90"),
        (4000, "Over 90"),
    ],
)
def test_put_each_item_in_one_bucket(days: int, title: str) -> None:
    """Faults b7/116: at, just under and just over each bound."""
    buckets = Buckets((30, 60, 90))
    assert buckets.titles[buckets.place(days)] == title


def test_offer_days_around_today() -> None:
    spans = {one.key: (one.since, one.through) for one in quick_ranges(date(2027, 1, 4), ReportSettings())}
    assert spans["last-month"] == (date(2026, 12, 1), date(2026, 12, 31))
    assert spans["quarter"] == (date(2027, 1, 1), date(2027, 1, 4))
    assert spans["last-quarter"] == (date(2026, 10, 1), date(2026, 12, 31))
    assert spans["last-year"] == (date(2026, 1, 1), date(2026, 12, 31))
    village = {one.key: one for one in quick_ranges(date(2027, 1, 4), ReportSettings(fiscal_month=6))}
    assert (village["year"].since, village["last-year"].through) == (date(2026, 6, 1), date(2026, 5, 31))
    days = [one.through for one in quick_days(date(2028, 3, 1), ReportSettings())]
    assert days == [date(2028, 3, 1), date(2028, 2, 29), date(2027, 12, 31), date(2027, 12, 31)]


def test_say_which_facts_a_report_shows() -> None:
    """Faults b7/119: the date that a report goes by is said on it."""
    journal = ReportRequest(
        "receipts", date(2027, 3, 31), date(2027, 1, 1), (("dates", "deposited"), ("by", "fund"))
    )
    assert journal.scope == (
        "01/01/2027 through 03/31/2027, by date deposited, grouped by the funds that were paid."
    )
    assert (
        ReportRequest("aged", date(2027, 3, 31)).scope
        == "As of 03/31/2027, from all facts dated on or before it."
    )
    assert (
        ReportRequest("aged", date(2027, 3, 31), choices=(("known", "nonsense"),)).choice("known")
        == "effective"
    )
    assert len({kind.key for kind in REPORTS}) == len(REPORTS)


def test_ask_for_the_account_of_a_statement() -> None:
    with pytest.raises(FieldErrors) as caught:
        check_request(ReportRequest("statement", date(2027, 3, 31), date(2027, 1, 1)))
    assert caught.value.errors == {"account": "Choose the account."}
    with pytest.raises(FieldErrors) as caught:
        check_request(ReportRequest("bills", date(2027, 3, 31)))
    assert caught.value.errors == {"since": "Enter the first day of the report."}


def _report(*rows: tuple[str, Decimal]) -> Report:
    columns = (
        ReportColumn("what", "What"),
        ReportColumn("amount", "Amount", CellKind.MONEY, summed=True),
    )
    body = Body(columns, (ReportGroup("", tuple(ReportRow(row) for row in rows)),), "entry")
    stamp = RunStamp(datetime(2027, 1, 4, 15, tzinfo=UTC), "MB", "1.2")
    return Report("test", "Test", "All.", date(2027, 1, 4), body, stamp)


def test_count_and_sum_every_report() -> None:
    """Features H15."""
    report = _report(("a", D("10.00")), ("b", D("-12.50")))
    assert (report.count_words, report.totals) == ("2 entries", (None, D("-2.50")))
    assert report.totals_words == "2 entries · Amount -2.50"
    assert _report(("a", D("1.00"))).count_words == "1 entry"
    assert report.stamp.text.endswith(" by MB, Sewerdesk 1.2")
    assert plural("bill") == "bills"


def test_keep_the_sign_of_what_is_shown() -> None:
    """Faults b4/65: a minus is never dropped, so that lines add up to their total."""
    assert cell_words(D("-1234.50"), CellKind.MONEY) == "-1,234.50"
    assert cell_words(None, CellKind.MONEY) == ""
    assert cell_words(date(2027, 1, 4), CellKind.DATE) == "01/04/2027"
    assert cell_words(1200, CellKind.WHOLE) == "1,200"
    assert ReportColumn("a", "A", CellKind.MONEY, blank_zero=True).words(D("0.00")) == ""


def test_say_by_how_much_figures_are_apart() -> None:
    proof = Proof("The buckets come to", D("10.00"), "the ledger to", D("9.99"))
    assert not proof.agrees
    assert proof.sentence == (
        "The buckets come to 10.00, but the ledger to 9.99: 0.01 apart. Check the books before you use it."
    )


@pytest.mark.parametrize(("dates", "lines"), [("received", 1), ("posted", 0), ("deposited", 0)])
def test_list_a_receipt_by_the_date_asked_for(dates: str, lines: int) -> None:
    """Faults b7/119: three dates, three months it may fall in."""
    assert len(journal_lines([RECEIPT], span=JANUARY, dates=dates)) == lines


def test_take_back_a_receipt_on_its_own_day() -> None:
    back = RECEIPT._replace(taken_back=(TakenBack(date(2027, 2, 9), "Returned by the bank: NSF"),))
    february = Span(date(2027, 2, 1), date(2027, 2, 28))
    lines = journal_lines([back], span=february, dates="deposited")
    assert [(line.amount, line.back is not None) for line in lines] == [
        (D("100.00"), False),
        (D("-100.00"), True),
    ]
    body = receipts_body(lines, by="none")
    assert [row.cells[-2:] for row in body.groups[0].rows] == [
        ("00001043", D("100.00")),
        ("Returned by the bank: NSF", D("-100.00")),
    ]


def test_split_a_receipt_by_what_it_paid() -> None:
    """100.00 pays 62.50 of operation and 15.00 of debt; 22.50 waits."""
    facts = [
        Fact(1, 1, date(2027, 1, 2), "charge", 6250, "OM", 1, None),
        Fact(1, 2, date(2027, 1, 2), "charge", 1500, "DS", 1, None),
        Fact(1, 3, date(2027, 1, 29), "payment", -10000, "", None, None, 0),
    ]
    parts = split_receipts([facts], receipt_of={3: 1}, policy=OLDEST)
    assert [(part.code, part.amount) for part in parts] == [
        ("OM", D("62.50")),
        ("DS", D("15.00")),
        (None, D("22.50")),
    ]
    codes = (CodeFact("OM", "Operation", "SS", "2120"), CodeFact("DS", "Debt", "V", "2122"))
    lines = journal_lines([RECEIPT], span=JANUARY, dates="received")
    body = receipts_body(lines, by="fund", parts=parts, codes=codes)
    assert [(group.title, group.rows[0].cells[-1]) for group in body.groups] == [
        ("Fund SS", D("62.50")),
        ("Fund V", D("15.00")),
        ("Money no charge has used yet", D("22.50")),
    ]
    unknown = receipts_body(lines, by="code", parts=parts[:1], codes=codes)
    assert unknown.groups[-1].title == "Not identified"


def test_count_nothing_of_a_void_deposit() -> None:
    stands = DepositFact(
        "DEP-1", date(2027, 1, 4), "•••• 1234", 2, D("10.00"), D("90.00"), D(0), D("100.00"), "", "MB"
    )
    body = deposits_body([stands, stands._replace(number="DEP-2", void_reason="Never left the office.")])
    rows = body.groups[0].rows
    assert [row.cells[7] for row in rows] == [D("100.00"), D("0.00")]
    assert rows[1].cells[-1] == "Void, held 100.00: Never left the office."


def test_keep_what_was_undone_beside_its_undoing() -> None:
    act = ActFact(
        1, "ADJ-1", "Adjustment", JANUARY.since, JANUARY.since, "0001", "Ana", "Leak", "Res. 1", "Ana", "", "MB",
        D("-5.00"), "Undone by UND-1",
    )  # fmt: skip
    body = acts_body([act, act._replace(number="UND-1", amount=D("5.00"), state="Undoes ADJ-1")])
    assert [row.cells[-1] for row in body.groups[0].rows] == [D("-5.00"), D("5.00")]


def test_group_penalties_by_act_and_bills_by_run() -> None:
    penalty = PenaltyFact(1, "PEN-1", JANUARY.since, JANUARY.since, "0001", "Ana", "BIL-1", "10 %", D("7.50"))
    assert [group.title for group in penalties_body([penalty, penalty._replace(act="PEN-2")]).groups] == [
        "PEN-1",
        "PEN-2",
    ]
    bill = BillFact(
        1, "RUN-1, Q4 2026", "BIL-1", "0001", "Ana", "Q4 2026", JANUARY.since, JANUARY.through, None, D("77.50"),
        D("57.50"), live=False,
    )  # fmt: skip
    row = bills_body([bill]).groups[0].rows[0]
    assert row.cells[6:] == (None, None, None, None, D("77.50"), "Corrected by a later bill")
    row = bills_body([bill._replace(live=True)]).groups[0].rows[0]
    assert row.cells[6:] == (None, D("-20.00"), D("77.50"), D("57.50"), None, "")


def test_read_the_ends_of_buckets_as_typed() -> None:
    assert parse_last_days("30, 60 90") == (30, 60, 90)
    assert parse_last_days("30, x") == ()
    for wrong in ((), (0, 30), (60, 30), (30, 30), (1, 2, 3, 4, 5, 6)):
        assert "last_days" in check_report_settings(ReportSettings(wrong))
    assert "fiscal_month" in check_report_settings(ReportSettings(fiscal_month=13))
    kept = ReportSettings((45,), 6)
    assert report_settings_from_json(report_settings_to_json(kept)) == kept
    assert report_settings_from_json({}) == ReportSettings()
