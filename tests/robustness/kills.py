"""Kills the program in the middle of an act, many times, and looks at what is left.

``python -m tests.robustness.kills ACTS COUNT SEED`` takes several acts with commas between them and prepares an
office once for all that begin from the same; for each kill it copies the office and forks a child that opens the copy
and does the act. The child kills itself before or after its n-th statement, or the
parent kills it after some milliseconds, both by SIGKILL, which nothing can catch. The copy is then opened again as if
nothing had been. Each kill gives a line of JSON. Needs a system that forks.
"""

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import Engine, event

from tests.robustness.acts import ACTS, AFTER, BEFORE
from tests.robustness.kill_act import Act
from tests.support.books import book_faults

_BEGUN, _CONFIRMED = b"begun\n", b"confirmed "


@dataclass(frozen=True, slots=True)
class Aim:
    """When to kill: before or after a statement (counted from 1), or after some seconds; never where both are open."""

    statement: int = 0
    after: bool = False
    seconds: float | None = None

    def __str__(self) -> str:
        """The moment in words."""
        if self.seconds is not None:
            return f"after {self.seconds * 1000:.1f} ms"
        return f"{'after' if self.after else 'before'} statement {self.statement}"


@dataclass(frozen=True, slots=True)
class Killed:
    """One kill: when, whether it hit before the act's end, whether the act was confirmed, and what is there."""

    moment: str
    hit: bool
    confirmed: bool
    state: str
    faults: list[str]

    @property
    def is_sound(self) -> bool:
        """Nothing confirmed is lost, nothing is half there, and the books are in order."""
        whole = self.state == AFTER or (self.state == BEFORE and not self.confirmed)
        return whole and not self.faults


def kill_often(act: Act, *, count: int, seed: int, folder: Path) -> list[Killed]:
    """Prepare the office if none is, do the act once undisturbed, then kill it at ``count`` moments."""
    rng = random.Random(seed)
    template = folder / act.prepare.__name__
    if not template.exists():
        act.prepare(template)
    whole = _copied(template, folder / "whole")
    statements, seconds = _measure(act, whole)
    if (state := act.state(whole)) != AFTER:
        raise RuntimeError(f"the act left undisturbed is not what it says it is: {state}")
    shutil.rmtree(whole)
    found = []
    for number in range(count):
        copy = _copied(template, folder / f"kill-{number}")
        found.append(_kill(act, copy, _aim(rng, number, statements, seconds)))
        shutil.rmtree(copy)
    return found


def _aim(rng: random.Random, number: int, statements: int, seconds: float) -> Aim:
    """Three of five at a statement, every fifth of these at the last ones; the others at a time, every other late."""
    if number % 5 < 3 and statements:
        first = max(1, statements - 3) if number % 5 == 2 else 1
        return Aim(statement=rng.randint(first, statements), after=rng.random() < 0.5)
    return Aim(seconds=rng.uniform(0.7 if number % 2 else 0.0, 1.1) * seconds)


def _copied(template: Path, copy: Path) -> Path:
    shutil.copytree(template, copy)
    return copy


def _measure(act: Act, copy: Path) -> tuple[int, float]:
    """How many statements the act takes, and how many seconds."""
    child, answers = _fork(act, copy, Aim())
    os.waitpid(child, 0)
    told = answers.read()
    answers.close()
    if _CONFIRMED not in told:
        raise RuntimeError(f"the act fails undisturbed: {told.decode()}")
    statements, seconds = told.partition(_CONFIRMED)[2].split()
    return int(statements), float(seconds)


def _kill(act: Act, copy: Path, aim: Aim) -> Killed:
    child, answers = _fork(act, copy, aim)
    told = answers.readline()
    if aim.seconds is not None:
        threading.Event().wait(aim.seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    told += answers.read()
    answers.close()
    hit = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    return _look(act, copy, aim, hit=hit, told=told)


def _look(act: Act, copy: Path, aim: Aim, *, hit: bool, told: bytes) -> Killed:
    """What the killed program left: the state as it lies there, and the books once the office was opened again."""
    confirmed = _CONFIRMED in told
    faults = [] if hit or confirmed else [f"the act failed by itself: {told.decode()}"]
    try:
        state = act.state(copy)  # opening the file is what recovers it, for this reader as for the program
        act.reopen(copy)
        faults += book_faults(copy / "office.db")
    except Exception:  # noqa: BLE001  (what it is goes into the report)
        state = "cannot be opened"
        faults.append(traceback.format_exc())
    return Killed(str(aim), hit, confirmed, state, faults)


def _fork(act: Act, copy: Path, aim: Aim) -> tuple[int, Any]:
    """A child that does the act and tells when it began and when it was confirmed; its id and what it tells."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, os.fdopen(reading, "rb")
    try:
        trigger = _Trigger(aim, writing)
        act.do(copy, trigger.begin)
        trigger.confirm()
    except BaseException:  # noqa: BLE001  (the child must never return)
        os.write(writing, traceback.format_exc().encode())
        os._exit(1)
    os._exit(0)


class _Trigger:
    """In the child: counts statements from the moment the act begins, and kills at the one aimed at."""

    def __init__(self, aim: Aim, tell: int) -> None:
        self._aim = aim
        self._tell = tell
        self._statements = 0
        self._start = 0.0

    def begin(self) -> None:
        event.listen(Engine, "before_cursor_execute", self._before)
        event.listen(Engine, "after_cursor_execute", self._after)
        self._start = perf_counter()
        os.write(self._tell, _BEGUN)

    def confirm(self) -> None:
        told = f"{self._statements} {perf_counter() - self._start}\n"
        os.write(self._tell, _CONFIRMED + told.encode())

    def _before(self, *_: Any) -> None:
        self._statements += 1
        self._fire(after=False)

    def _after(self, *_: Any) -> None:
        self._fire(after=True)

    def _fire(self, *, after: bool) -> None:
        aim = self._aim
        if aim.seconds is None and aim.after is after and aim.statement == self._statements:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Kill, and print a line of JSON for each kill."""
    names, count, seed = sys.argv[1].split(","), int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for killed in kill_often(ACTS[name], count=count, seed=seed, folder=Path(folder)):
                told = {"act": name, **asdict(killed), "is_sound": killed.is_sound}
                sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
