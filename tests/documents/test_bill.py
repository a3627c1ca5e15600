import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sewerdesk.documents.pdf import barcode
from sewerdesk.documents.pdf.bill import BillPage, BillSettings, ChargeLine, DatedAmount, bills_pdf
from sewerdesk.documents.pdf.fonts import printable
from sewerdesk.documents.pdf.window import ENVELOPES, RETURN_WINDOW, EnvelopeProfile, Rect, window_address
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.scanline import parse_scan_line
from tests.documents.bills import BILL, SETTINGS
from tests.documents.pdf_text import embedded_fonts, page_size, pages_text, text_runs

HARD = replace(
    BILL,
    owner='The Estate of Bartholomew & Wigglesworth <Montgomery> "Bart"',
    address=(
        "THE ESTATE OF BARTHOLOMEW ALEXANDER WIGGLESWORTH-MONTGOMERY",
        'C/O <B>MÜLLER</B> & "SONS" LLC',
        "ATTN ACCOUNTS PAYABLE",
        "12345 COUNTY ROUTE 12 APT 4",
        "HOOSICK FALLS NY 12090-1234",
    ),
    service_address="12345-12347 County Route 12 and Old Mill Road, Rear Building, Second Entrance",
)


def assert_windows_clear(data: bytes, bill: BillPage, shared: BillSettings, *, page: int = 0) -> None:
    """Every sign of the two addresses always shows in its window, and nothing else can show there."""
    top = 11 - shared.stub_height
    remit = RETURN_WINDOW.moved(top)
    windows = [(shared.envelope.address, bill.address), (remit, shared.remit_to)]
    if shared.envelope.sender is not None:
        windows.append((shared.envelope.sender, ()))
    runs = text_runs(data, page)
    for profile, lines in windows:
        inside = [run for run in runs if run.box.overlaps(profile.keep_out)]
        for run in inside:
            assert profile.always_visible.contains(run.box, slack=0.003), run
        if lines:
            shown = " ".join(run.text for run in sorted(inside, key=lambda run: run.box.top))
            assert "".join(shown.split()) == "".join("".join(lines).split())


def test_print_every_figure_of_the_worked_bill() -> None:
    (text,) = pages_text(bills_pdf([BILL], settings=SETTINGS))
    for words in (
        "Town of Elm Creek", "Sewer Department", "Sewer bill", "00001042", "BIL-2026-0143", "07/01/2026",
        "July 31, 2026", "$182.00", "Where to pay", "At the Town Clerk's window", "12.13-2-15.1",
        "04/01/2026 to 06/30/2026", "1.00 EDU", "Previous balance 125.00", "Payment, thank you, 05/12/2026 -125.00",
        "Balance forward 0.00", "Fixed charge", "62.50", "19,000 gal", "5.50 per 1,000", "104.50", "15.00",
        "Current charges 182.00", "Total due by July 31, 2026 182.00", "If paid after July 31, 2026 200.20",
        "004875", "005115", "06/30/2026 actual", "24,000 gal", "Same quarter last year 22,500 gal", "31,200",
        "Outlined bars are estimated", "hears the public", "A penalty of 10 percent (18.20)",
        "Sewer rents unpaid on October 31", "page 1 of 1", "bill 1 · 07/01/2026 9:15 AM", "Detach here",
        "Make the check payable to Town of Elm Creek", "$200.20", "Amount enclosed", "000010422607310000182000",
        "ELM CREEK NY 12999-0009",
    ):  # fmt: skip
        assert words in text, words
    assert parse_scan_line(BILL.scan_line).amount == BILL.total_due


@pytest.mark.parametrize("profile", ENVELOPES, ids=lambda p: p.key)
@pytest.mark.parametrize("stub_height", [3.667, 3.5])
@pytest.mark.parametrize("bill", [BILL, HARD], ids=["plain", "hard"])
def test_keep_windows_clear_on_every_envelope(
    bill: BillPage, profile: EnvelopeProfile, stub_height: float
) -> None:
    if profile.address.always_visible.bottom - profile.address.always_visible.top < 0.8:
        bill = replace(bill, address=(*bill.address[:1], *bill.address[-2:])) if bill is BILL else BILL
    shared = replace(SETTINGS, envelope=profile, stub_height=stub_height)
    data = bills_pdf([bill], settings=shared)
    assert_windows_clear(data, bill, shared)
    assert page_size(data) == (612, 792)


def test_refuse_address_that_the_window_cannot_show() -> None:
    small = next(profile for profile in ENVELOPES if profile.key == "W10-DBL-A-3667")
    with pytest.raises(UserError, match="bill BIL-2026-0143 of account 00001042 is too long"):
        bills_pdf([HARD], settings=replace(SETTINGS, envelope=small))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789&-/WWW", min_size=1, max_size=60).filter(
            str.strip
        ),
        min_size=1,
        max_size=5,
    )
)
def test_keep_any_accepted_address_inside_the_window(lines: list[str]) -> None:
    bill = replace(BILL, address=tuple(lines))
    try:
        window_address(bill.address, SETTINGS.envelope.address)
    except UserError:
        return
    assert_windows_clear(bills_pdf([bill], settings=SETTINGS), bill, SETTINGS)


def test_keep_scan_line_in_its_clear_band_at_ten_to_the_inch() -> None:
    runs = [run for run in text_runs(bills_pdf([BILL], settings=SETTINGS)) if run.text == BILL.scan_line]
    line = max(runs, key=lambda run: run.box.top)
    assert Rect(5.65, 10.3, 8.15, 10.55).contains(line.box)
    assert line.box.right - line.box.left == pytest.approx(2.4, abs=0.06)


def test_print_credit_as_not_to_be_paid() -> None:
    credit = replace(
        BILL,
        payments=(DatedAmount(date(2026, 5, 12), "Payment, thank you", Decimal("425.00")),),
        balance_forward=Decimal("-300.00"),
        total_due=Decimal("-118.00"),
        after_due=None,
    )
    (text,) = pages_text(bills_pdf([credit], settings=SETTINGS))
    assert text.count("CREDIT BALANCE — DO NOT PAY") == 3
    assert "-118.00" in text
    assert "You owe nothing." in text
    for words in ("Amount enclosed", "penalty of 10 percent", "Total due by"):
        assert words not in text


def test_print_automatic_payment_as_not_to_be_paid() -> None:
    (text,) = pages_text(
        bills_pdf([replace(BILL, autopay="will be drafted on 07/25/2026")], settings=SETTINGS)
    )
    assert text.count("DO NOT PAY: will be drafted on 07/25/2026") == 2
    assert "Amount enclosed" not in text


def test_list_many_charges_on_further_pages_without_losing_one() -> None:
    many = tuple(
        ChargeLine(f"Unit {n} fixed charge", Decimal("1.00"), "1.00 EDU", "1.00") for n in range(182)
    )
    pages = pages_text(bills_pdf([replace(BILL, charges=many), BILL], settings=SETTINGS))
    assert len(pages) == 6
    assert "182 charges: see page 2" in pages[0]
    assert "page 1 of 5" in pages[0]
    assert "page 5 of 5" in pages[4]
    listed = " ".join(pages[1:5])
    assert all(f"Unit {n} fixed charge" in listed for n in range(182))
    assert "page 1 of 1" in pages[5]


def test_list_every_reading_of_many_meters() -> None:
    reads = tuple(replace(BILL.reads[0], meter=f"M-{n}") for n in range(9))
    first, second = pages_text(bills_pdf([replace(BILL, reads=reads)], settings=SETTINGS))
    assert "and 7 more meters: see page 2" in first
    assert all(f"Meter M-{n}," in second for n in range(9))


def test_name_the_reading_days_once_for_meters_read_together() -> None:
    reads = tuple(replace(BILL.reads[0], meter=f"M-{n}") for n in range(3))
    (together,) = pages_text(bills_pdf([replace(BILL, reads=reads)], settings=SETTINGS))
    assert together.count("06/30/2026 actual") == 1
    apart = (reads[0], replace(reads[1], kind="estimated"), reads[2])
    (each,) = pages_text(bills_pdf([replace(BILL, reads=apart)], settings=SETTINGS))
    assert each.count("06/30/2026 actual") == 2
    assert each.count("06/30/2026 estimated") == 1


def test_put_messages_aside_on_a_bill_by_units() -> None:
    flat = replace(BILL, reads=(), history=(), usage="")
    (text,) = pages_text(bills_pdf([flat], settings=SETTINGS))
    assert "Messages" in text
    assert "hears the public" in text
    first, second = pages_text(
        bills_pdf([replace(flat, messages=("A long message. " * 60,))], settings=SETTINGS)
    )
    assert "page 1 of 2" in first
    assert second.count("A long message.") >= 55


@pytest.mark.parametrize(
    "wrong",
    [
        replace(BILL, total_due=Decimal("181.99")),
        replace(BILL, current_charges=Decimal("182.01")),
        replace(BILL, balance_forward=Decimal("1.00"), total_due=Decimal("183.00")),
    ],
)
def test_refuse_bill_that_does_not_add_up(wrong: BillPage) -> None:
    with pytest.raises(UserError, match="bill BIL-2026-0143 of account 00001042 do not add up"):
        bills_pdf([wrong], settings=SETTINGS)


def test_refuse_sign_without_glyph_naming_the_bill() -> None:
    assert "😀" not in printable()
    with pytest.raises(UserError, match=r"U\+1F600.*bill BIL-2026-0143 of account 00001042"):
        bills_pdf([replace(BILL, service_address="12 Main 😀")], settings=SETTINGS)


def test_refuse_stub_that_the_return_window_does_not_fit() -> None:
    with pytest.raises(UserError, match=r"3\.667 or 3\.5"):
        bills_pdf([BILL], settings=replace(SETTINGS, stub_height=3.0))


def test_refuse_sentences_too_long_for_their_box() -> None:
    with pytest.raises(UserError, match="too long for bill BIL-2026-0143"):
        bills_pdf([replace(BILL, penalty="A penalty is added. " * 40)], settings=SETTINGS)


def test_refuse_too_many_payment_options() -> None:
    with pytest.raises(UserError, match="Where to pay"):
        bills_pdf([BILL], settings=replace(SETTINGS, payment_options=tuple(f"Place {n}" for n in range(12))))


def test_report_progress_and_stop_when_told() -> None:
    seen: list[tuple[int, int]] = []
    bills_pdf([BILL, BILL], settings=SETTINGS, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        bills_pdf(iter([BILL, BILL]), settings=SETTINGS, progress=stop)


def test_make_same_bytes_and_embed_the_type() -> None:
    data = bills_pdf([BILL], settings=SETTINGS)
    assert data == bills_pdf([BILL], settings=SETTINGS)
    assert embedded_fonts(data) >= {"SourceSans3-Regular", "SourceSans3-SemiBold", "SourceSans3-Bold"}
    assert b"/PrintScaling /None" in data


def test_cut_overlong_words_visibly_and_inside_their_field() -> None:
    bill = replace(BILL, service_address="Rear Building " * 30, owner="Bartholomew " * 40)
    data = bills_pdf([bill], settings=SETTINGS)
    assert pages_text(data)[0].count("…") == 3
    stub = [run.box for run in text_runs(data) if run.box.top > 7.7 and run.box.left < 1.6]
    assert max(box.right for box in stub) < 4.9
    assert_windows_clear(data, bill, SETTINGS)


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed; this check is optional")
def test_pass_the_syntax_check_of_qpdf(tmp_path: Path) -> None:
    target = tmp_path / "bills.pdf"
    target.write_bytes(bills_pdf([BILL, HARD], settings=SETTINGS))
    checked = subprocess.run(["qpdf", "--check", str(target)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_draw_bars_as_the_published_symbols() -> None:
    assert barcode.symbol_values("1234") == [105, 12, 34, (105 + 12 + 2 * 34) % 103]
    widths = [width for _, width in barcode.bars("00")]
    assert widths == [2, 1, 3, 2, 2, 2, 2, 2, 2, 2, 3, 1, 2]  # start C, 00, check 2, stop
    assert barcode.module_count(BILL.scan_line) == 167
    ends = [place + width for place, width in barcode.bars(BILL.scan_line)]
    assert ends[-1] == 167
    with pytest.raises(ValueError, match="even number"):
        barcode.symbol_values("123")


def test_tell_all_hundred_pairs_of_digits_apart() -> None:
    drawn = {tuple(barcode.bars(f"{value:02d}"))[3:6] for value in range(100)}
    assert len(drawn) == 100


def test_load_no_pdf_library_with_the_bill_data() -> None:
    code = (
        "import sys, sewerdesk.documents.pdf.bill; "
        "print([m for m in sys.modules if m.startswith(('reportlab', 'PIL'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
