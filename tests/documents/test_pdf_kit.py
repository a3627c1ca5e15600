import dataclasses
import io
import subprocess
import sys

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.documents.pdf.fonts import BOLD, OCR_A, OCR_SIZE, REGULAR, check_glyphs, text_width, wrap
from sewerdesk.documents.pdf.kit import (
    Action,
    ActionBox,
    Bullets,
    Column,
    FillIns,
    Grid,
    Heading,
    LetterDocument,
    Letterhead,
    Numbered,
    Pairs,
    Para,
    Signature,
    bold,
    letter_pdf,
)
from sewerdesk.documents.pdf.text import clean, markup, plain
from sewerdesk.documents.pdf.window import (
    ENVELOPES,
    RETURN_WINDOW,
    STANDARD,
    EnvelopeProfile,
    Rect,
    envelope,
    window_address,
)
from sewerdesk.domain.errors import UserError
from tests.documents.pdf_text import embedded_fonts, page_size, pages_text, text_runs

HEAD = Letterhead(
    municipality="Town of Elm Creek",
    department="Sewer Department",
    address=("10 Town Hall Road", "PO Box 9", "Elm Creek, NY 12999"),
    phone="(518) 555-0100",
    hours="Monday to Friday, 8:30 am to 4:00 pm",
)
FIVE_LINES = (
    "THE ESTATE OF BARTHOLOMEW ALEXANDER WIGGLESWORTH-MONTGOMERY",
    "C/O MARY ANN SMITH",
    "SMITH & SONS PROPERTY LLC",
    "12345 COUNTY ROUTE 12 APT 4",
    "HOOSICK FALLS NY 12090-1234",
)


def letter(**changes: object) -> LetterDocument:
    base = LetterDocument(
        title="Notice of Violation",
        document_no="NOV-2026-0007",
        letterhead=HEAD,
        template="notice-of-violation",
        version="3",
        printed="07/01/2026 9:15 AM",
        reference=(("Notice no.", "NOV-2026-0007"), ("Respond by", "July 11, 2026")),
        recipient=("JOHN Q SMITH", "12 MAIN ST", "ELM CREEK NY 12999"),
        re_lines=("Notice of Violation, 12 Main Street",),
        body=(Para("A sump pump was found connected to the sewer."),),
    )
    return dataclasses.replace(base, **changes)  # type: ignore[arg-type]


def rounded(rect: Rect) -> tuple[float, float, float, float]:
    return (round(rect.left, 3), round(rect.top, 3), round(rect.right, 3), round(rect.bottom, 3))


def test_window_formula_gives_published_rectangles() -> None:
    assert rounded(STANDARD.address.always_visible) == (0.875, 2.5, 4.375, 3.375)
    assert rounded(STANDARD.address.keep_out) == (0.0, 2.25, 5.375, 3.625)
    thirds = envelope("W10-STD-3667").address
    assert rounded(thirds.always_visible) == (0.875, 2.5, 4.375, 3.167)
    assert rounded(thirds.keep_out) == (0.0, 2.042, 5.375, 3.625)
    double = envelope("W10-DBL-A-3667")
    assert double.sender is not None
    assert rounded(double.address.always_visible) == (0.625, 2.125, 3.625, 2.667)
    assert rounded(double.sender.always_visible) == (0.625, 0.875, 2.875, 1.292)
    assert rounded(double.sender.keep_out) == (0.0, 0.417, 3.875, 1.75)
    other = envelope("W10-DBL-B-3667")
    assert other.sender is not None
    assert rounded(other.address.keep_out) == (0.0, 2.042, 4.5, 3.5)
    assert rounded(other.sender.always_visible) == (0.5, 0.812, 3.0, 1.229)


def test_return_window_is_measured_from_the_stub() -> None:
    assert rounded(RETURN_WINDOW.always_visible) == (0.875, 2.25, 5.0, 3.167)
    assert rounded(RETURN_WINDOW.keep_out) == (0.5, 2.042, 5.375, 3.375)
    assert rounded(RETURN_WINDOW.moved(7.333).keep_out) == (0.5, 9.375, 5.375, 10.708)


def test_refuse_envelope_unknown() -> None:
    with pytest.raises(UserError, match="Settings, Printing"):
        envelope("W11")


def test_place_five_lines_at_ten_points_on_the_fold_tick() -> None:
    placed = window_address(("A", "B", "C", "D", "ELM CREEK NY 12999"), STANDARD.address)
    assert placed.size == 10.0
    assert placed.x == pytest.approx(1.0)
    assert len(placed.lines) == 5


def test_refuse_address_of_six_lines() -> None:
    with pytest.raises(UserError, match="bill of account 00001042 has 6 lines"):
        window_address(list("ABCDEF"), STANDARD.address, record="bill of account 00001042")


def test_continue_long_name_rather_than_cut_it() -> None:
    placed = window_address(FIVE_LINES, STANDARD.address)
    assert " ".join(" ".join(placed.lines).split()) == " ".join(FIVE_LINES)
    assert len(placed.lines) == 6
    assert placed.size >= 7.5


@pytest.mark.parametrize("profile", ENVELOPES, ids=lambda p: p.key)
def test_keep_address_visible_and_window_clear_on_every_envelope(profile: EnvelopeProfile) -> None:
    recipient = FIVE_LINES[1:] if profile.address.always_visible.bottom > 2.6 else FIVE_LINES[1:4]
    data = letter_pdf(
        letter(envelope=profile, recipient=recipient, service_lines=("CERTIFIED MAIL", "AND MAIL"))
    )
    words = {word for line in recipient for word in line.split()}
    seen: set[str] = set()
    for run in text_runs(data):
        in_window = run.box.overlaps(profile.address.keep_out)
        is_address = profile.address.always_visible.contains(run.box, slack=0.003)
        assert in_window == is_address, run
        if is_address:
            seen |= set(run.text.split())
        if profile.sender is not None and run.box.overlaps(profile.sender.keep_out):
            assert profile.sender.always_visible.contains(run.box, slack=0.003), run
    assert seen == words
    assert page_size(data) == (612, 792)


def test_print_outside_text_as_typed() -> None:
    name = "J&C <Smith> \"Ltd\" & Müller's <img src='x'> 100%"
    text = pages_text(letter_pdf(letter(body=(Para(name),), re_lines=(name,))))[0]
    assert text.count(name) == 2


def test_refuse_character_without_glyph_naming_it_and_the_paper() -> None:
    with pytest.raises(UserError) as caught:
        letter_pdf(letter(recipient=("JOHN 😀", "12 MAIN ST", "ELM CREEK NY 12999")))
    assert "😀 (U+1F600)" in caught.value.message
    assert "Notice of Violation NOV-2026-0007" in caught.value.message
    assert "JOHN 😀" in caught.value.message


def test_accept_latin_greek_and_cyrillic_names() -> None:
    check_glyphs(["Łukasz Ñandú Šķ", "Ωμέγα", "Жуков", "½ § ° – — ’ “ ” · •"], record="a letter")


def test_repeat_table_head_and_count_pages() -> None:
    rows = tuple((f"S-{n}", "No storm water.", "250.00") for n in range(90))
    grid = Grid(
        (Column("Cited", 1.0), Column("Rule", 4.0), Column("Fine", 1.5, "right")), rows, ("", "All", "1.00")
    )
    pages = pages_text(letter_pdf(letter(body=(grid,))))
    assert len(pages) == 3
    for number, text in enumerate(pages, 1):
        assert "Cited Rule Fine" in text
        assert f"page {number} of 3" in text
        assert "notice-of-violation 3" in text
    assert "S-89" in pages[-1]


def test_lay_out_every_kind_of_block() -> None:
    body = (
        Heading("What was found"),
        Numbered(("First thing.", ("Second ", bold("thing"), "."))),
        Numbered(("Third thing.",), start=3),
        Bullets(("A point",)),
        Pairs((("Observed by", "A. Inspector"),)),
        FillIns(("Name", "Phone", "Date")),
        Grid((Column("Citation", 2.0),), ()),
        ActionBox((Action("Disconnect the pump.", "July 11, 2026"),), note="Keep this notice."),
        Signature(
            "A. Inspector",
            "Superintendent",
            "(518) 555-0100",
            "By order of the Board",
            "Sincerely,",
            dated=True,
        ),
    )
    paper = letter(body=body, enclosures=("Form",), copies=("Attorney", "File"), mark="DRAFT")
    text = " ".join(pages_text(letter_pdf(paper)))
    for words in (
        "1. First thing.", "2. Second thing.", "3. Third thing.", "A point", "Observed by", "Phone", "None.",
        "What you must do By when", "Disconnect the pump. July 11, 2026", "Keep this notice.", "Sincerely,",
        "Superintendent", "By order of the Board", "Enc. Form", "cc: Attorney File", "DRAFT",
    ):  # fmt: skip
        assert words in text, words


def test_keep_signature_with_the_words_before_it() -> None:
    filler = tuple(Para(f"Paragraph {n}. " + "Words that fill the page. " * 8) for n in range(12))
    for count in range(6, 13):
        pages = pages_text(letter_pdf(letter(body=(*filler[:count], Signature("A. Clerk", "Clerk")))))
        last = next(text for text in pages if "A. Clerk" in text)
        assert f"Paragraph {count - 1}." in last


def test_refuse_seal_that_is_no_picture() -> None:
    with pytest.raises(UserError, match="Choose a PNG or JPEG file for the seal"):
        letter_pdf(letter(letterhead=dataclasses.replace(HEAD, seal=b"not a picture")))


def test_describe_file_and_forbid_scaling() -> None:
    data = letter_pdf(letter())
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert str(reader.root_object["/Lang"]) == "en-US"
    assert "/PrintScaling /None" in str(data, "latin-1")
    assert reader.metadata is not None
    assert reader.metadata.title == "Notice of Violation"
    assert reader.metadata.author == "Town of Elm Creek"
    assert embedded_fonts(data) >= {"SourceSans3-Regular"}


def test_make_same_bytes_from_same_letter() -> None:
    assert letter_pdf(letter()) == letter_pdf(letter())


def test_load_no_pdf_library_with_the_data_classes() -> None:
    code = (
        "import sys, sewerdesk.documents.pdf.kit; "
        "print([m for m in sys.modules if m.startswith(('reportlab', 'PIL'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_register_bundled_fonts_with_tabular_figures() -> None:
    for font in (REGULAR, BOLD, OCR_A):
        assert len({round(text_width(digit, font, 10), 4) for digit in "0123456789"}) == 1
    assert text_width("0", OCR_A, OCR_SIZE) == pytest.approx(7.2)  # ten characters to the inch


@given(st.text(max_size=60))
def test_clean_is_stable_and_markup_keeps_every_word(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert "\n" not in once
    shown = markup(text)
    for raw in "<>":
        assert shown.replace("<br/>", "").count(raw) == 0


@given(st.text(alphabet="AB C-W", max_size=80), st.integers(min_value=20, max_value=200))
def test_wrap_loses_no_letter(text: str, width: int) -> None:
    lines = wrap(text, REGULAR, 10, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(len(line) == 1 or text_width(line, REGULAR, 10) <= width for line in lines if line.strip())


def test_read_rich_text_as_plain() -> None:
    assert plain(("Pay ", bold("182.00"), " now")) == "Pay 182.00 now"
    assert markup(("Pay ", bold("<182>"))) == "Pay <b>&lt;182&gt;</b>"


LONG_REFERENCE = (
    ("Permit no.", "PER-2027-0001"),
    ("Issued", "September 30, 2027"),
    ("Class", "Class 2 (commercial, institutional and industrial)"),
    ("Tax map no.", "523200-12.13-2-15.1/0001-000000000000000000"),
)


MAILED = ("JOHN Q SMITH", "12 MAIN ST", "ELM CREEK NY 12999")


@pytest.mark.parametrize("recipient", [(), MAILED])
def test_keep_the_reference_block_within_the_margin(recipient: tuple[str, ...]) -> None:
    runs = text_runs(letter_pdf(letter(reference=LONG_REFERENCE, recipient=recipient)))
    block = [run for run in runs if run.box.left > 5.4 and run.box.top < 2.2]
    assert {run.text: run.box.right for run in block if run.box.right > 7.51} == {}
    assert "September 30, 2027" in " ".join(run.text for run in block)
    words = "".join(run.text for run in block).replace(" ", "")
    for _, value in LONG_REFERENCE[:2]:
        assert value.replace(" ", "") in words
    assert "industrial)" in words
    assert words.count("0") >= 20, "a long number is whole"


def test_text_begins_below_a_long_reference_block() -> None:
    runs = text_runs(letter_pdf(letter(reference=LONG_REFERENCE, recipient=())))
    first = next(run for run in runs if run.text.startswith("Re:"))
    block = [run.box.bottom for run in runs if run.box.left > 5.4 and run.box.top < 5]
    assert len(block) > len(LONG_REFERENCE)
    assert max(block) < first.box.top
