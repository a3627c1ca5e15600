"""What is certified to the tax roll: the three totals of the worked bill, the checks of the roll, the county's file."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.county_file import (
    DEFAULT_COLUMNS,
    ControlTotals,
    CountyColumn,
    CountyField,
    CountyLayout,
    FileKind,
    check_layout,
    control_totals,
    county_text,
    layout_from_json,
    layout_to_json,
    prove,
    read_back,
)
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.ledger import Entry, EntryKind, PaymentOrder, PaymentPolicy, apply_entries
from sewerdesk.domain.penalties import PenaltyPolicy, PolicyRow
from sewerdesk.domain.penalty_judging import judge_account
from sewerdesk.domain.penalty_lines import AccountFacts, LateBill, Rules, Standing
from sewerdesk.domain.relevy import (
    AddedBase,
    AfterCertified,
    Breakdown,
    ListRow,
    ParcelLine,
    Season,
    SeasonSettings,
    break_down,
    check_settings,
    parcel_lines,
    settings_from_json,
    settings_to_json,
    totals,
    totals_by,
    why_left_out,
)
from sewerdesk.domain.relevy_checks import RollParcel, check_list
from tests.domain.test_penalties import CALENDAR
from tests.support.late_bills import TEN

D = Decimal
OCTOBER_31, NOVEMBER_1 = date(2026, 10, 31), date(2026, 11, 1)
BILLS = (
    LateBill(1, "BIL-1", 1, "2026-Q2", date(2026, 7, 1), date(2026, 7, 31), D("182.00")),
    LateBill(2, "BIL-2", 1, "2026-Q3", date(2026, 10, 1), OCTOBER_31, D("175.00")),
)
OLDEST = PaymentPolicy(PaymentOrder.OLDEST_FIRST)
FEE = SeasonSettings(fee=D("25.00"), fee_code="FEE")


def certified(
    settings: SeasonSettings, cut_off: date, *, policy: PenaltyPolicy = TEN, today: date = NOVEMBER_1
) -> Breakdown:
    """Both quarters of the worked bill unpaid, their penalties from the policy, certified by the settings."""
    charges = [
        Entry(one.bill_id, 1, one.bill_date, EntryKind.CHARGE, one.charges, "OM", bill=one.number)
        for one in BILLS
    ]
    rules = Rules((PolicyRow(1, date(2020, 1, 1), "LL 1", policy),), OLDEST, CALENDAR)
    found = judge_account(
        AccountFacts(BILLS, charges), rules, as_of=today, decide=lambda _key, _on: Standing.COUNTS
    )
    late = [
        Entry(100 + n, 1, line.on, line.kind.entry_kind, line.amount, "PEN", bill=line.bill.number)
        for n, line in enumerate(found.lines)
    ]
    applied = apply_entries([*charges, *late], as_of=today, policy=OLDEST)
    return break_down(
        applied, due={one.number: one.due_date for one in BILLS}, cut_off=cut_off, settings=settings
    )


@pytest.mark.parametrize(
    ("settings", "cut_off", "total"),
    [
        pytest.param(FEE, OCTOBER_31, "400.20", id="simple penalties, computed to October 31"),
        pytest.param(
            replace(FEE, added_percent=D(10), added_code="ADD"), OCTOBER_31, "437.72", id="ten percent at cut-off"
        ),
        pytest.param(FEE, NOVEMBER_1, "417.70", id="cut-off after the second penalty"),
        pytest.param(replace(FEE, fee=D("300.00")), OCTOBER_31, "675.20", id="a fee of 300.00 as in Big Flats"),
        pytest.param(
            replace(FEE, fee=D("0.00"), added_percent=D(5), added_code="ADD", added_base=AddedBase.RENTS),
            OCTOBER_31, "393.05", id="five percent of the rents",
        ),
        pytest.param(replace(FEE, include_penalties=False), OCTOBER_31, "382.00", id="rents alone"),
        pytest.param(replace(FEE, delinquent_days=60), OCTOBER_31, "225.20", id="sixty days delinquent"),
        pytest.param(replace(FEE, only_codes=("DEBT",)), OCTOBER_31, "43.20", id="another charge code"),
    ],
)  # fmt: skip
def test_certify_the_worked_bill_from_settings_alone(
    settings: SeasonSettings, cut_off: date, total: str
) -> None:
    """Documents.md, Appendix B: 400.20, 437.72 and 417.70."""
    assert certified(settings, cut_off).total == D(total)


def test_certify_altamonts_ten_percent_and_five_at_relevy() -> None:
    """182.00 and 175.00 with 10 %: 392.70; 5 % of it is 19.64 (half-up)."""
    village = SeasonSettings(added_percent=D(5), added_code="ADD")
    found = certified(village, date(2027, 3, 15), today=date(2027, 3, 16))
    assert (found.unpaid, found.added, found.total) == (D("392.70"), D("19.64"), D("412.34"))


def test_certify_nothing_that_was_paid_and_add_nothing_to_nothing() -> None:
    entries = [
        Entry(1, 1, date(2026, 7, 1), EntryKind.CHARGE, D("182.00"), "OM", bill="BIL-1"),
        Entry(2, 1, date(2026, 11, 3), EntryKind.PAYMENT, D("-182.00")),
    ]
    applied = apply_entries(entries, as_of=date(2026, 11, 4), policy=OLDEST)
    found = break_down(applied, due={}, cut_off=OCTOBER_31, settings=FEE)
    assert (found.total, why_left_out(found, FEE)) == (
        D("0.00"),
        "Nothing of it is old enough for the cut-off.",
    )
    small = certified(replace(FEE, minimum=D("400.00")), OCTOBER_31)
    assert (
        why_left_out(small, replace(FEE, minimum=D("400.00"))) == "It owes less than 400.00 by the cut-off."
    )


def test_refuse_a_season_with_blanks_and_read_its_settings_back() -> None:
    wrong = Season(0, 2030, OCTOBER_31, date(2026, 10, 1), " ", replace(FEE, fee_code="", fee=D("0.001")))
    with pytest.raises(FieldErrors) as problem:
        check_settings(wrong)
    assert set(problem.value.errors) == {"authority", "certify_by", "tax_year", "fee", "fee_code"}
    settings = replace(
        FEE,
        only_codes=("OM",),
        exempt_classes=("6",),
        district_codes={"Sewer 1": "SS001"},
        after=AfterCertified.TAKE,
    )
    assert settings_from_json(settings_to_json(settings)) == settings


def row(account: str, key: str, total: str, *, parcel_id: int = 1, owner: str = "Smith, John") -> ListRow:
    amounts = Breakdown(D(total), D("0.00"), D("0.00"), D("0.00"), D("0.00"))
    return ListRow(1, account, parcel_id, "523400", key, "", "Sewer 1", owner, "12 Main St", amounts)


def test_give_the_county_one_line_for_a_parcel_and_leave_out_the_withdrawn() -> None:
    rows = [
        row("00001042", "12.13-2-15.1", "100.00"),
        row("00001043", "12.13-2-15.1", "50.00"),
        replace(row("00001044", "12.13-2-16", "10.00"), withdrawn="Paid to the seller's attorney"),
    ]
    lines = parcel_lines(rows, replace(FEE, district_codes={"Sewer 1": "SS001"}))
    [line] = lines
    assert (line.total, line.accounts, line.district_code) == (D("150.00"), ("00001042", "00001043"), "SS001")
    assert [(swis, code, found.total) for swis, code, found in totals_by(lines)] == [
        ("523400", "SS001", D("150.00"))
    ]
    assert (totals(lines).count, totals(lines).total) == (1, D("150.00"))


def test_check_the_list_against_the_roll() -> None:
    """G16: split, outside the district, no owner, a key that is none, exempt, one SBL twice, two accounts."""
    sbl = "01201300020150010000"
    roll = [
        RollParcel(1, "523400", "12.13-2-15.1", sbl, "12 Main St", "Sewer 1", True, "210", date(2026, 9, 1)),
        RollParcel(2, "523400", "12.13-2-16", sbl, "14 Main St", "Sewer 1", False, "620", None),
        RollParcel(3, "523400", "Oct-12", "", "16 Main St", "Sewer 1", True, "210", None),
    ]
    rows = [
        replace(row("1", "12.13-2-15.1", "10.00"), sbl=sbl),
        replace(row("2", "12.13-2-16", "10.00", parcel_id=2), sbl=sbl),
        row("3", "Oct-12", "10.00", parcel_id=3, owner=""),
        row("4", "Oct-12", "10.00", parcel_id=3),
    ]
    otherwise = [replace(row("5", "12.13-2-17", "10.00"), sbl="01201300020170000000")]
    [moved] = [
        one
        for one in check_list(otherwise, roll[:1], on=date(2026, 8, 1), settings=FEE)
        if "the roll has the parcel otherwise now" in one.sentence
    ]
    assert moved.blocking
    found = check_list(rows, roll, on=NOVEMBER_1, settings=replace(FEE, exempt_classes=("6",)))
    words = [one.sentence for one in found if one.blocking]
    assert any("has the parcel no more since 9/1/2026; it was split or merged" in one for one in words)
    assert any(
        "Account 2, parcel 12.13-2-16: the parcel is not in the sewer district" in one for one in words
    )
    assert any("Account 3, parcel Oct-12: the roll gives no owner" in one for one in words)
    assert sum("not of the form section-block-lot" in one for one in words) == 2
    assert sum("another parcel has the same SBL" in one for one in words) == 2
    notes = [one.sentence for one in found if not one.blocking]
    assert any("property class 620 is wholly exempt" in one for one in notes)
    assert any("Accounts 3 and 4 are on one parcel" in one for one in notes)
    assert not check_list(rows[:0], roll, on=NOVEMBER_1, settings=FEE)


def line(key: str, total: str, owner: str = "Smith, John", sbl: str = "") -> ParcelLine:
    amounts = Breakdown(D(total), D("0.00"), D("0.00"), D("0.00"), D("0.00"))
    return ParcelLine("052340", key, sbl, "Sewer 1", "SS001", owner, "12 Main St", amounts, ("00001042",))


FIXED = CountyLayout("County", FileKind.FIXED, DEFAULT_COLUMNS, header=False, trailer=True)


def test_write_the_fixed_file_by_its_column_map() -> None:
    text = county_text([line("12.13-2-15.1", "400.20")], FIXED, tax_year=2027)
    first, trailer = text.split("\r\n")[:2]
    assert first == (
        "052340" "12.13-2-15.1             " "                    " "SS001" "      400.20"
        "Smith, John                             " "12 Main St                              " "2027"
    )  # fmt: skip
    assert (len(first), trailer) == (152, "1,400.20")


def test_write_implied_decimals_and_zeros_and_read_them_back() -> None:
    layout = replace(FIXED, implied_decimals=True, zero_filled=True, header=True)
    lines = [line("12.13-2-15.1", "400.20"), line("12.13-2-16", "7.05")]
    text = county_text(lines, layout, tax_year=2027)
    assert "SS001000000040020" in text
    assert read_back(text, layout) == ControlTotals(2, D("407.25"))
    prove(text, layout, expected=control_totals(lines, layout))
    with pytest.raises(RuleViolation, match=r"holds 2 lines for 407.25, the certificate 2 for 407.26"):
        prove(text, layout, expected=ControlTotals(2, D("407.26")))


def test_write_a_csv_that_no_spreadsheet_takes_for_a_formula() -> None:
    layout = CountyLayout("Sheet", FileKind.CSV, DEFAULT_COLUMNS)
    lines = [line("12.13-2-15.1", "400.20", "=1+1 LLC"), line("1-1-1", "5.00", 'O"Brien, A')]
    text = county_text(lines, layout, tax_year=2027)
    assert text.startswith("SWIS,PRINT_KEY,SBL,SD_CODE,AMOUNT,OWNER,LOC,TAX_YEAR\r\n")
    assert "052340,12.13-2-15.1,,SS001,400.20,'=1+1 LLC,12 Main St,2027" in text
    assert '"O""Brien, A"' in text
    assert read_back(text, layout).total == D("405.20")


def test_keep_columns_where_bytes_are_counted_and_no_control_signs() -> None:
    """A fixed file is ASCII: 40 bytes of owner, the place right after it; no sign of control in either kind."""
    odd = line("12.13-2-15.1", "1.00", 'Peña,\r\nÆsa\x00 "B" \u202e')
    text = county_text([odd], FIXED, tax_year=2027)
    assert 'Pena, ?sa "B"'.ljust(40) + "12 Main St" in text
    assert len(text.split("\r\n")[0].encode()) == sum(column.width for column in DEFAULT_COLUMNS)
    csv_text = county_text([odd], replace(FIXED, kind=FileKind.CSV), tax_year=2027)
    assert 'Peña, Æsa ""B""' in csv_text
    assert not {"\x00", "\u202e"} & set(csv_text)


def test_write_nothing_as_nothing() -> None:
    """No row: the trailer says so, and the file proves itself."""
    for kind in (FileKind.FIXED, FileKind.CSV):
        text = county_text([], replace(FIXED, kind=kind), tax_year=2027)
        assert text == "0,0.00\r\n"
        prove(text, replace(FIXED, kind=kind), expected=ControlTotals(0, D(0)))


def test_cut_names_alone_and_say_so_but_never_a_number() -> None:
    long = line("12.13-2-15.1", "1.00", "A" * 45)
    assert control_totals([long], FIXED).cut == (f"12.13-2-15.1: {'A' * 45}",)
    assert "A" * 40 in county_text([long], FIXED, tax_year=2027)
    narrow = replace(FIXED, columns=(CountyColumn(CountyField.PRINT_KEY, "KEY", 5), *DEFAULT_COLUMNS[4:]))
    with pytest.raises(RuleViolation, match=r"“12.13-2-15.1” has no room in the column KEY"):
        county_text([long], narrow, tax_year=2027)
    with pytest.raises(FieldErrors):
        check_layout(replace(FIXED, columns=DEFAULT_COLUMNS[:4]))
    assert layout_from_json(layout_to_json(FIXED)) == FIXED


def test_say_that_a_name_is_cut_which_grows_as_it_is_written() -> None:
    """ "Lot " and twelve times "½" is 16 signs on the roll and 4 + 12 x 3 = 40 in the file; one more has no room.

    Spaces that the file leaves out take no room.
    """
    fits = line("12.13-2-15.1", "1.00", "Lot " + "½" * 12)
    long = line("12.13-2-16", "1.00", "Lot " + "½" * 13)
    wide = line("12.13-2-17", "1.00", "Smith," + " " * 40 + "John")
    assert control_totals([fits, long, wide], FIXED).cut == (f"12.13-2-16: Lot {'½' * 13}",)
    assert ("Lot " + "1?2" * 12 + "12 Main St") in county_text([long], FIXED, tax_year=2027)


@given(
    amounts=st.lists(st.decimals(D("0.01"), D("999999.99"), places=2), min_size=1, max_size=12),
    kind=st.sampled_from([FileKind.CSV, FileKind.FIXED]),
    implied=st.booleans(),
    zeros=st.booleans(),
    header=st.booleans(),
    trailer=st.booleans(),
    owner=st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=50),
)
def test_every_file_read_back_holds_what_was_certified(
    amounts: list[Decimal],
    kind: FileKind,
    owner: str,
    *,
    implied: bool,
    zeros: bool,
    header: bool,
    trailer: bool,
) -> None:
    lines = [line(f"12.13-2-{n}", str(amount), owner) for n, amount in enumerate(amounts, 1)]
    layout = CountyLayout("Any", kind, DEFAULT_COLUMNS, implied, zeros, header, trailer)
    text = county_text(lines, layout, tax_year=2027)
    prove(text, layout, expected=ControlTotals(len(amounts), sum(amounts, D(0))))
