"""Where the keyboard is in a test, and the dialog that has it."""

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from sewerdesk.ui.dialogs.form_dialog import FormDialog

SETTLING = 10


def focused() -> QWidget:
    """Where the keyboard is."""
    QApplication.processEvents()
    found = QApplication.focusWidget()
    assert found is not None, "the keyboard is nowhere"
    return found


def open_dialog(kind: type[QDialog]) -> QDialog:
    """The dialog of a kind that is open, with the keyboard in it."""
    [found] = [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]
    found.activateWindow()
    for _ in range(SETTLING):
        QApplication.processEvents()
    return found


def form_dialog() -> FormDialog[object]:
    """The form that is open over the window, with the keyboard in it."""
    found = QApplication.activeModalWidget()
    assert isinstance(found, FormDialog), f"no form is open but {found!r}"
    found.activateWindow()  # the plugin without a screen leaves the window below active
    QApplication.processEvents()
    assert found.isActiveWindow()
    return found
