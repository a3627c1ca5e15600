"""A judged leakage test as a worksheet of the inspection report: nothing is computed here, only worded."""

from collections.abc import Mapping
from types import MappingProxyType

from sewerdesk.documents.pdf.inspection_report import Worksheet
from sewerdesk.domain.leakrules import LeakTestInput, LeakTestKind, LeakVerdict
from sewerdesk.domain.leaktests import LeakTestResult
from sewerdesk.domain.wording import count, show

_NAMES: Mapping[LeakTestKind, str] = MappingProxyType(
    {
        LeakTestKind.EXFILTRATION: "Exfiltration test",
        LeakTestKind.INFILTRATION: "Infiltration test",
    }
)
_VERDICTS: Mapping[LeakVerdict, str] = MappingProxyType(
    {
        LeakVerdict.PASSED: "PASSED.",
        LeakVerdict.FAILED: "FAILED.",
        LeakVerdict.OFFICER: "THE OFFICER DECIDES.",
    }
)


def leak_worksheet(test: LeakTestInput, result: LeakTestResult, *, section: str) -> Worksheet:
    """The worksheet of a leakage test; ``section`` says which pipe was tested (manhole to manhole, a lateral)."""
    pipes = "; ".join(f"{show(run.diameter_in)} in, {show(run.length_ft)} ft" for run in test.runs)
    return Worksheet(
        name=_NAMES[test.kind],
        inputs=(
            ("Section", section),
            ("Pipe", pipes),
            ("Manholes", str(test.manholes)),
            ("Duration", count(test.duration_hours, "hour")),
            ("Level read in", test.measured_in.value),
            ("Supervised by", test.supervised_by),
            ("Prior approval", test.approval_reference),
        ),
        conditions=result.lines,
        formula=result.formula,
        allowable=f"{show(result.allowable_gal, 3)} gal",
        measured=f"{show(result.measured_gal, 3)} gal",
        verdict=_VERDICTS[result.verdict],
        reason=result.reason,
        citation=result.citation,
        gauge=test.gauge_reference,
    )
