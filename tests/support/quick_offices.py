"""Makes the offices of tests quick: SQL is compiled once for all of them, and no test waits for the disk.

The program compiles each statement once for an office, and a test's office lives for a blink, so that without this
most of a test's time would go into compiling what the test before had compiled. Kills and migrations run in processes
of their own, as the program does.
"""

from typing import Any

import pytest
from sqlalchemy import URL, Engine, create_engine
from sqlalchemy.util import LRUCache

from sewerdesk.data import engine as engines

#: More statements than the program has.
_STATEMENTS = 5_000


def make_offices_quick(patch: pytest.MonkeyPatch) -> None:
    """Let all engines of this process share one dialect and what was compiled for it, and write without waiting."""
    first = create_engine("sqlite+pysqlite://")
    first.connect().close()  # the dialect asks the library once what it can do
    compiled: LRUCache[Any, Any] = LRUCache(_STATEMENTS)

    def quick_engine(url: URL, **settings: Any) -> Engine:
        engine = create_engine(url, **settings)
        engine.dialect = engine.pool._dialect = first.dialect
        engine._compiled_cache = compiled
        return engine

    pragmas = tuple(one.replace("synchronous=FULL", "synchronous=OFF") for one in engines._PRAGMAS)
    patch.setattr(engines, "create_engine", quick_engine)
    patch.setattr(engines, "_PRAGMAS", pragmas)
