"""Garbage is collected in the window's thread, never in a job's."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from sewerdesk.ui.collecting import YOUNG, WindowCollector


class Cycle:
    """Keeps itself alive until the collector finds it, and says in which thread that was."""

    def __init__(self, found: list[int]) -> None:
        self._self = self
        self._found = found

    def __del__(self) -> None:
        self._found.append(threading.get_ident())


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[WindowCollector]:
    made = WindowCollector(lambda: False)
    yield made
    made.release()
    gc.disable()  # as the tests' own collector wants it


def test_work_in_another_thread_collects_nothing(collector: WindowCollector) -> None:
    found: list[int] = []
    Cycle(found)
    worker = threading.Thread(target=lambda: [[] for _ in range(200_000)])
    worker.start()
    worker.join()
    assert found == []
    gc.collect()
    assert found == [threading.get_ident()]


def test_the_look_of_the_window_collects_when_enough_is_new(collector: WindowCollector) -> None:
    gc.collect()
    found: list[int] = []
    Cycle(found)
    kept = [[] for _ in range(YOUNG + 100)]  # type: ignore[var-annotated]
    collector.look()
    assert found == [threading.get_ident()]
    assert len(kept) == YOUNG + 100


def test_no_look_while_a_job_runs(collector: WindowCollector) -> None:
    busy = [True]
    working = WindowCollector(lambda: busy[0])
    gc.collect()
    found: list[int] = []
    Cycle(found)
    kept = [[0] for _ in range(YOUNG + 100)]
    working.look()
    assert found == []
    busy[0] = False
    working.look()
    assert found == [threading.get_ident()]
    assert len(kept) == YOUNG + 100
    working.release()
