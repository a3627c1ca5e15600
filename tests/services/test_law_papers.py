"""The rule sheet and the workbook of the rules: everything is there, typed, and text from outside stays text."""

from dataclasses import replace
from datetime import date, datetime
from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.acts import ActKind, LawActDraft, LawChange
from sewerdesk.domain.law.book import LawEntry, open_entries
from sewerdesk.services.law_acts import enter_act, to_confirm
from sewerdesk.services.law_book import (
    comparable_packs,
    compare_with,
    contractor_blanks,
    figures_to_confirm,
    law_book,
)
from sewerdesk.services.law_papers import open_words, rule_sheet_file, rule_workbook_file, status_word
from sewerdesk.services.workspace import Workspace

FILE_DAYS = "permit.file_days"


def resolution(ws: Workspace) -> None:
    change = LawChange("figure", FILE_DAYS, "75")
    enter_act(
        ws,
        draft=LawActDraft(
            ActKind.RESOLUTION, date(2026, 12, 8), date(2027, 1, 1), (change,), number="12 of 2026"
        ),
    )


def entry(ws: Workspace, key: str) -> LawEntry:
    return next(one for one in law_book(ws) if one.key == key)


def words(content: bytes) -> list[str]:
    """The text of each page in one line."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def test_count_down_as_the_acts_do(ws: Workspace) -> None:
    left = to_confirm(ws)
    assert len(figures_to_confirm(ws)) == left.total
    assert (
        sum(1 for one in figures_to_confirm(ws) if one.is_figure) == left.blank_figures + left.model_figures
    )


def test_show_an_amended_figure_with_section_and_authority(ws: Workspace) -> None:
    resolution(ws)
    amended = entry(ws, FILE_DAYS)
    assert (amended.spoken, amended.citation) == ("75 days", "§602B [502B], Art. 5")
    assert (amended.authority, amended.effective) == ("Resolution 12 of 2026", date(2027, 1, 1))
    assert status_word(amended) == "Amended"
    before = next(one for one in law_book(ws, on=date(2026, 12, 31)) if one.key == FILE_DAYS)
    assert (before.spoken, before.authority) == ("60 days", "")


def test_keep_the_section_of_an_officer_whom_an_act_renamed(ws: Workspace) -> None:
    section = entry(ws, "receives").citation
    change = LawChange("officer", "receives", "Code Enforcement Officer")
    enter_act(
        ws,
        draft=LawActDraft(
            ActKind.LOCAL_LAW, date(2026, 12, 8), date(2027, 1, 1), (change,), number="2 of 2026"
        ),
    )
    renamed = entry(ws, "receives")
    assert renamed.value == "Code Enforcement Officer"
    assert (renamed.citation, renamed.authority) == (section, "Local Law 2 of 2026")
    assert renamed.history == ("Local Law 2 of 2026 from 1/1/2027",)


def test_print_the_whole_law_with_its_contents(ws: Workspace) -> None:
    made = rule_sheet_file(ws)
    assert made.file_name == "Rule-sheet-2027-01-04-hague.pdf"
    pages = words(made.content)
    assert "Rules of the Town of Hague Sewer Use Law" in pages[0]
    assert open_words(law_book(ws)) in pages[0]
    assert "Town of Hague" in pages[0]
    count = len(pages)
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {count}" in page
    whole = " ".join(pages)
    for group in {one.group.value for one in law_book(ws)}:
        assert group in pages[0]
        assert group in whole


def test_print_a_blank_as_a_line_with_its_source(ws: Workspace) -> None:
    blank = next(one for one in law_book(ws) if one.is_figure and one.status is FigureStatus.BLANK)
    [page] = words(rule_sheet_file(ws, entries=[blank], note="To confirm").content)
    assert "source:" in page
    assert "Blank" in page
    assert "To confirm" in page
    assert "1 rule still open: 1 blank, to be entered." in page


def test_print_the_act_beside_the_section(ws: Workspace) -> None:
    resolution(ws)
    [page] = words(rule_sheet_file(ws, entries=[entry(ws, FILE_DAYS)]).content)
    assert "75 days" in page
    assert "§602B [502B], Art. 5; Resolution 12 of 2026" in page
    assert "Amended since 01/01/2027" in page


@pytest.mark.parametrize("text", ["<b>J&C</b>", "=1+1", "a & b < c", "{x}"])
def test_print_and_export_text_from_outside_as_it_is(ws: Workspace, text: str) -> None:
    odd = replace(entry(ws, FILE_DAYS), subject=text, sentence=text, missing=text)
    [page] = words(rule_sheet_file(ws, entries=[odd], note=text).content)
    assert text in page
    sheet = load_workbook(BytesIO(rule_workbook_file(ws, entries=[odd], note=text).content))["Rules"]
    assert sheet["B2"].value == text
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def test_export_one_row_a_rule_with_typed_cells(ws: Workspace) -> None:
    resolution(ws)
    made = rule_workbook_file(ws)
    assert made.file_name == "Rules-2027-01-04-hague.xlsx"
    sheet = load_workbook(BytesIO(made.content))["Rules"]
    rows = list(sheet.iter_rows(min_row=2, values_only=True))
    assert len(rows) == len(law_book(ws))
    titles = [cell.value for cell in sheet[1]]
    amended = dict(zip(titles, next(row for row in rows if row[-1] == FILE_DAYS), strict=True))
    assert amended["Number"] == 75
    since = amended["Since"]
    assert isinstance(since, datetime)
    assert since.date() == date(2027, 1, 1)
    assert amended["Authority"] == "Resolution 12 of 2026"
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", f"A1:O{len(rows) + 1}")
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def test_compare_the_filing_of_a_permit_with_another_law(ws: Workspace) -> None:
    assert [choice.code for choice in comparable_packs(ws)][-1] == "blank"
    assert "hague" not in {choice.code for choice in comparable_packs(ws)}
    rows = compare_with(ws, code="lockport")
    filing = next(row for row in rows if row.shown.key == FILE_DAYS)
    assert filing.here is not None
    assert filing.here.value == "60"
    seen = {row.difference.value for row in rows}
    assert seen == {"Different", "Only here", "Only there", "Same"}


def test_know_the_blank_figures_of_contractors(ws: Workspace) -> None:
    """Hague's own law gives every amount; a town that starts from the blank file must enter them."""
    assert contractor_blanks(ws) == ()


def test_say_nothing_of_what_is_not_open(ws: Workspace) -> None:
    rows = [one for one in law_book(ws) if one.is_confirmed]
    assert rows
    assert open_words(rows) == ""
    assert open_entries(rows) == ()
