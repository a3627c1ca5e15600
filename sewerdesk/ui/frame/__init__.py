"""The parts of the main window around the pages: rail, top bar, status line, help panel."""
