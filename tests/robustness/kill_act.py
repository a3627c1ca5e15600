"""What an act that is killed must offer: how to prepare for it, how to do it, and how to tell what is there after."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Begin = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Act:
    """``prepare`` makes an office and closes it; ``do`` opens it, says that it begins now, and acts.

    ``state`` is ``before`` or ``after``, or names what is half there. ``reopen`` opens and closes the office as the
    next start of the program would.
    """

    prepare: Callable[[Path], None]
    do: Callable[[Path, Begin], object]
    state: Callable[[Path], str]
    reopen: Callable[[Path], None]
