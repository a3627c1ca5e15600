"""Shows a bare window with a given number of plain widgets and ends as soon as it can be used."""

import os
import sys

from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QToolButton,
    QWidget,
)

KINDS = (QLabel, QPushButton, QLabel, QToolButton, QLineEdit)


def main(count: int) -> None:
    """Build, show, handle what is waiting, print the number of widgets, and go."""
    application = QApplication(["bare"])
    window = QMainWindow()
    middle = QWidget()
    grid = QGridLayout(middle)
    for number in range(count - 2):
        widget = KINDS[number % len(KINDS)]()
        if isinstance(widget, QLabel | QPushButton | QToolButton | QLineEdit):
            widget.setText(f"Widget {number}")
        grid.addWidget(widget, number // 10, number % 10)
    window.setCentralWidget(middle)
    window.resize(1280, 760)
    window.show()
    for _ in range(5):
        application.processEvents()
        application.sendPostedEvents()
    print(len(QApplication.allWidgets()), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
