"""Telling progress now and then: each word to the window costs both threads a change of turns."""

from sewerdesk.ui.jobs import Reporter


class NowAndThen:
    """A service's progress callback that passes on about a hundred steps of however many there are.

    A stop asked for meanwhile is heeded at the next step passed on.
    """

    def __init__(self, reporter: Reporter, *, steps: int = 100) -> None:
        self._reporter = reporter
        self._steps = steps
        self._told = -1

    def __call__(self, done: int, total: int) -> None:
        """``done`` of ``total`` parts are done."""
        part = done * self._steps // total if total else done
        if part != self._told or done == total:
            self._told = part
            self._reporter.step(done, total)
