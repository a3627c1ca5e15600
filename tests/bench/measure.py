"""Times things side by side and says in a table what was reached.

Nothing is compared with a figure from another day or machine: every ratio is of two times taken in the same run,
turn by turn, and each is the median of its turns.
"""

import gc
import resource
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

Task = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Spread:
    """Seconds of several turns."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.seconds)

    def percentile(self, hundredths: int) -> float:
        """The time that this many of a hundred turns did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * hundredths // 100)]

    def __str__(self) -> str:
        """Least, median and most in milliseconds."""
        values = (min(self.seconds), self.median, max(self.seconds))
        return " / ".join(f"{value * 1000:,.{0 if value > 0.1 else 1}f}" for value in values) + " ms"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table; ``met`` is None where there is no target."""

    name: str
    figure: str
    target: str = ""
    met: bool | None = None
    detail: str = ""


@dataclass(slots=True)
class Report:
    """The lines measured so far, printed as they come."""

    lines: list[Line] = field(default_factory=list)

    def add(self, line: Line) -> None:
        """Keep and print a line."""
        verdict = {True: "met", False: "MISSED", None: ""}[line.met]
        print(f"{line.name:<44} {line.figure:>14}  {line.target:<18} {verdict:<7} {line.detail}", flush=True)
        self.lines.append(line)

    def missed(self) -> list[Line]:
        """The lines whose target was not reached."""
        return [line for line in self.lines if line.met is False]


def timed(task: Task) -> float:
    """Seconds of one turn, garbage of the former turn collected before."""
    gc.collect()
    start = perf_counter()
    task()
    return perf_counter() - start


def alternate(turns: int, tasks: Mapping[str, Task]) -> dict[str, Spread]:
    """Run the tasks turn by turn, so that a slow moment of the machine hits all of them alike."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(turns):
        for name, task in tasks.items():
            seconds[name].append(timed(task))
    return {name: Spread(tuple(found)) for name, found in seconds.items()}


def repeat(turns: int, task: Task) -> Spread:
    """Several turns of one task."""
    return Spread(tuple(timed(task) for _ in range(turns)))


def at_most(name: str, *, times: float, ours: Spread, bare: Spread, note: str = "") -> Line:
    """A line for ``ours`` against ``bare``: no more than so many times as long."""
    ratio = ours.median / bare.median
    detail = f"{ours} against {bare}{note}"
    return Line(name, f"{ratio:.2f} times", f"at most {times:g} times", ratio <= times, detail)


def at_least(name: str, *, times: float, ours: Spread, other: Spread, count: int = 1) -> Line:
    """A line for the rate of ``ours`` against another's: no less than so many times as fast."""
    ratio = other.median / ours.median
    detail = (
        f"{count / ours.median:,.0f} a second against {count / other.median:,.0f}; {ours} against {other}"
    )
    return Line(name, f"{ratio:.2f} times", f"at least {times:g} times", ratio >= times, detail)


def within(name: str, seconds: float, *, limit: float, detail: str = "") -> Line:
    """A line for a time that has a limit in seconds."""
    return Line(
        name, f"{seconds * 1000:,.1f} ms", f"at most {limit * 1000:,.0f} ms", seconds <= limit, detail
    )


def peak_memory() -> str:
    """The most memory that this process has held so far."""
    unit = 1 if sys.platform == "darwin" else 1024
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000:,.0f} MB"


def summary(lines: Sequence[Line]) -> str:
    """One sentence: how many targets were met, and which were not."""
    judged = [line for line in lines if line.met is not None]
    missed = [line.name for line in judged if not line.met]
    met = len(judged) - len(missed)
    return f"{met} of {len(judged)} targets met" + (f"; missed: {', '.join(missed)}." if missed else ".")
