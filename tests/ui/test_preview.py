"""Finished papers on the screen, on paper and in files."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind
from sewerdesk.ui.jobs import InlineJobRunner, JobCancelled
from sewerdesk.ui.page_view import ZOOM_MAX, ZOOM_MIN
from sewerdesk.ui.pdf_pages import PdfPages
from sewerdesk.ui.preview import PreviewDialog, chosen_pages, viewer_folder
from sewerdesk.ui.printing import PageRange, print_pages, save_pdf
from tests.ui.pdf_sample import marked_pdf
from tests.ui.support import RecordingPrompter


class NoStop:
    """A reporter of a job that nobody stops."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def step(self, done: int, total: int, text: str = "") -> None:
        self.texts.append(f"{done}/{total} {text}")


class StopAfterFirst(NoStop):
    def step(self, done: int, total: int, text: str = "") -> None:
        super().step(done, total, text)
        if done:
            raise JobCancelled


class PaperPrinter:
    """A clerk who picks a printer that prints into a file."""

    def __init__(self, target: Path, *, accept: bool = True) -> None:
        self.target = target
        self.accept = accept
        self.asked_for: list[int] = []

    def __call__(self, printer: QPrinter, pages: int, parent: QWidget) -> bool:
        self.asked_for.append(pages)
        set_up(printer, self.target)
        return self.accept


def set_up(printer: QPrinter, target: Path, *, dots: int = 300) -> None:
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(target))
    printer.setResolution(dots)


def black_square(picture: QImage) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the square in the lower two thirds of the picture, in pixels."""
    rows = range(picture.height() // 3, picture.height())
    dark = [
        (x, y) for y in rows for x in range(picture.width()) if picture.pixelColor(x, y).lightness() < 128
    ]
    across, down = [x for x, _ in dark], [y for _, y in dark]
    return min(across), min(down), max(across) + 1, max(down) + 1


@pytest.fixture
def open_preview(qtbot: QtBot, prompter: RecordingPrompter, tmp_path: Path) -> Callable[..., PreviewDialog]:
    def make(pdf: bytes | None = None, **words: object) -> PreviewDialog:
        arguments: dict[str, object] = {
            "folder": tmp_path,
            "choose_printer": PaperPrinter(tmp_path / "out.pdf"),
        }
        dialog = PreviewDialog(
            marked_pdf() if pdf is None else pdf,
            title="Permit PER-2027-0001",
            file_name="PER-2027-0001.pdf",
            prompter=prompter,
            jobs=InlineJobRunner(),
            **{**arguments, **words},  # type: ignore[arg-type]
        )
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def test_render_puts_marks_where_the_page_has_them() -> None:
    pages = PdfPages(marked_pdf())
    picture = pages.render(1, scale=1.0)
    pages.close()
    assert (picture.width(), picture.height()) == (612, 792)
    assert black_square(picture) == (144, 792 - 216 - 72, 216, 792 - 216)


def test_preview_shows_pages_fitted_to_the_width(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog]
) -> None:
    dialog = open_preview()
    assert not dialog.print_button.isEnabled()
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    assert dialog.print_button.isEnabled()
    assert dialog.page_label.text() == "Page 1 of 3"
    view = dialog.view
    margins = view.viewport().width() - view.page_rect(0).width()
    assert 0 < margins <= 2 * view.fontMetrics().height()


@pytest.mark.parametrize(
    ("keys", "page"),
    [
        ([Qt.Key.Key_PageDown], "Page 2 of 3"),
        ([Qt.Key.Key_End], "Page 3 of 3"),
        ([Qt.Key.Key_End, Qt.Key.Key_PageUp], "Page 2 of 3"),
        ([Qt.Key.Key_End, Qt.Key.Key_PageDown], "Page 3 of 3"),
        ([Qt.Key.Key_End, Qt.Key.Key_Home], "Page 1 of 3"),
    ],
)
def test_preview_turns_pages_by_key(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], keys: list[Qt.Key], page: str
) -> None:
    dialog = open_preview()
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    for key in keys:
        QTest.keyClick(dialog.view, key)
    assert dialog.page_label.text() == page


def test_preview_zooms_by_key_within_reason(qtbot: QtBot, open_preview: Callable[..., PreviewDialog]) -> None:
    dialog = open_preview()
    view = dialog.view
    qtbot.waitUntil(lambda: view.is_drawn(0))
    fitted = view.zoom
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.zoom == pytest.approx(fitted / 1.25)
    qtbot.waitUntil(lambda: view.is_drawn(0))
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom == ZOOM_MAX
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.zoom == ZOOM_MIN
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.zoom == pytest.approx(fitted)


def test_preview_follows_the_windows_width(qtbot: QtBot, open_preview: Callable[..., PreviewDialog]) -> None:
    dialog = open_preview()
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    before = dialog.view.zoom
    dialog.resize(dialog.width() + 200, dialog.height())
    qtbot.waitUntil(lambda: dialog.view.zoom > before)


def test_preview_of_many_pages_goes_to_the_last(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog]
) -> None:
    dialog = open_preview(marked_pdf(400))
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    QTest.keyClick(dialog.view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: dialog.view.is_drawn(399))
    assert dialog.page_label.text() == "Page 400 of 400"


def test_enter_prints_and_tells_the_printer(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], tmp_path: Path
) -> None:
    printer = PaperPrinter(tmp_path / "out.pdf")
    dialog = open_preview(choose_printer=printer)
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    with qtbot.waitSignal(dialog.printed):
        QTest.keyClick(dialog.view, Qt.Key.Key_Return)
    assert printer.asked_for == [3]
    assert len(PdfReader(tmp_path / "out.pdf").pages) == 3
    assert dialog.print_button.isEnabled()


def test_turning_back_in_the_print_dialog_prints_nothing(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], tmp_path: Path
) -> None:
    dialog = open_preview(choose_printer=PaperPrinter(tmp_path / "out.pdf", accept=False))
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    dialog.print_button.click()
    assert not (tmp_path / "out.pdf").exists()


def test_escape_closes(qtbot: QtBot, open_preview: Callable[..., PreviewDialog]) -> None:
    dialog = open_preview()
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog.view, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_save_writes_the_very_bytes(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], prompter: RecordingPrompter, tmp_path: Path
) -> None:
    pdf = marked_pdf()
    dialog = open_preview(pdf)
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    prompter.will_answer(tmp_path / "Permit of Łukasiewicz.pdf")
    with qtbot.waitSignal(dialog.saved):
        dialog.save_button.click()
    assert prompter.asked[0].words["proposed"] == tmp_path / "PER-2027-0001.pdf"
    assert (tmp_path / "Permit of Łukasiewicz.pdf").read_bytes() == pdf
    assert list(tmp_path.glob("*.part")) == []


def test_save_turned_back_writes_nothing(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], prompter: RecordingPrompter, tmp_path: Path
) -> None:
    dialog = open_preview()
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    prompter.will_answer(None)
    dialog.save_button.click()
    assert list(tmp_path.iterdir()) == []


def test_save_to_a_missing_folder_says_so(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], prompter: RecordingPrompter, tmp_path: Path
) -> None:
    dialog = open_preview()
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    prompter.will_answer(tmp_path / "gone" / "permit.pdf")
    dialog.save_button.click()
    assert len(prompter.told) == 1
    assert prompter.told[0].startswith(f"permit.pdf could not be written to {tmp_path / 'gone'}")


def test_save_over_a_file_in_use_names_it_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "bills.pdf"
    target.write_bytes(b"before")

    def in_use(_self: Path, _target: Path) -> Path:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(Path, "replace", in_use)
    with pytest.raises(EnvironmentProblem, match=r"Close the file bills\.pdf") as caught:
        save_pdf(target, b"after")
    assert caught.value.kind is ProblemKind.FILE_OPEN_ELSEWHERE
    assert target.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [target]


def test_viewer_gets_a_copy_in_a_private_folder(
    qtbot: QtBot,
    open_preview: Callable[..., PreviewDialog],
    prompter: RecordingPrompter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Path] = []

    def open_url(url: object) -> bool:
        opened.append(viewer_folder() / "PER-2027-0001.pdf")
        return False

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    pdf = marked_pdf()
    dialog = open_preview(pdf)
    qtbot.waitUntil(lambda: dialog.view.is_drawn(0))
    dialog.viewer_button.click()
    assert opened[0].read_bytes() == pdf
    if sys.platform != "win32":
        assert opened[0].parent.stat().st_mode & 0o077 == 0
    assert prompter.told == [
        "This computer has no program for PDF files. Save the PDF and open it on another one."
    ]


def test_damaged_paper_is_refused_in_a_sentence(
    qtbot: QtBot, open_preview: Callable[..., PreviewDialog], prompter: RecordingPrompter
) -> None:
    dialog = open_preview(b"not a PDF")
    qtbot.waitUntil(lambda: bool(prompter.told))
    assert prompter.told[0].startswith("PER-2027-0001.pdf cannot be shown: its stored copy is damaged.")
    assert not dialog.print_button.isEnabled()


def test_preview_that_goes_while_it_reads_leaves_nothing_behind(
    open_preview: Callable[..., PreviewDialog],
) -> None:
    for _ in range(20):
        open_preview(marked_pdf(30)).deleteLater()


def test_tools_have_names(open_preview: Callable[..., PreviewDialog]) -> None:
    dialog = open_preview()
    assert [tool.accessibleName() for tool in dialog.findChildren(QToolButton)] == [
        "Smaller (−)",
        "Larger (+)",
    ]
    assert dialog.view.accessibleName() == "Pages"


@pytest.mark.parametrize(
    "size", [(612.0, 792.0), (792.0, 612.0), (612.0, 1008.0)], ids=["upright", "across", "legal"]
)
def test_print_is_never_scaled(qapp: object, tmp_path: Path, size: tuple[float, float]) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    set_up(printer, tmp_path / "out.pdf")
    reporter = NoStop()
    assert print_pages(marked_pdf(2, size=size), printer, PageRange(0, 1), reporter) == 2
    assert reporter.texts == ["0/2 Page 1", "1/2 Page 2"]
    printed = PdfPages((tmp_path / "out.pdf").read_bytes())
    assert [(round(each.width), round(each.height)) for each in printed.sizes] == [size, size]
    left, top, right, bottom = black_square(printed.render(1, scale=1.0))
    printed.close()
    expected = (144, size[1] - 216 - 72, 216, size[1] - 216)
    assert all(abs(got - want) <= 1 for got, want in zip((left, top, right, bottom), expected, strict=True))


def test_print_of_a_range_takes_only_its_pages(qapp: object, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    set_up(printer, tmp_path / "out.pdf", dots=72)
    assert print_pages(marked_pdf(9), printer, PageRange(4, 6), NoStop()) == 3
    assert len(PdfReader(tmp_path / "out.pdf").pages) == 3


def test_print_that_is_stopped_ends_after_a_page(qapp: object, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    set_up(printer, tmp_path / "out.pdf", dots=72)
    with pytest.raises(JobCancelled):
        print_pages(marked_pdf(9), printer, PageRange(0, 8), StopAfterFirst())
    assert len(PdfReader(tmp_path / "out.pdf").pages) == 1


@pytest.mark.parametrize(
    ("first", "last", "expected"), [(0, 0, (0, 4)), (2, 3, (1, 2)), (4, 99, (3, 4)), (99, 99, (4, 4))]
)
def test_chosen_pages_stay_within_the_paper(
    qapp: object, first: int, last: int, expected: tuple[int, int]
) -> None:
    printer = QPrinter()
    if first:
        printer.setPrintRange(QPrinter.PrintRange.PageRange)
        printer.setFromTo(first, last)
    assert chosen_pages(printer, 5) == PageRange(*expected)
