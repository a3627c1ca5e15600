"""A judged test as a worksheet of the inspection report: nothing is computed here, only worded."""

from collections.abc import Mapping
from types import MappingProxyType

from sewerdesk.documents.pdf.inspection_report import Worksheet
from sewerdesk.domain.leaktests import LeakTestResult, LeakVerdict, Quantity

_VERDICTS: Mapping[LeakVerdict, str] = MappingProxyType(
    {
        LeakVerdict.PASSED: "PASSED.",
        LeakVerdict.FAILED: "FAILED.",
        LeakVerdict.OFFICER: "THE OFFICER DECIDES.",
    }
)


def leak_worksheet(result: LeakTestResult, *, section: str) -> Worksheet:
    """The worksheet of a test; ``section`` says what was tested (manhole to manhole, a lateral)."""
    return Worksheet(
        name=result.name,
        inputs=(("Section", section), *((one.label, one.words) for one in result.inputs)),
        conditions=result.lines,
        formula=result.formula,
        allowable=_pair(result.allowable, "Allowed", "No limit in the law"),
        measured=_pair(result.measured, "Measured", ""),
        verdict=_VERDICTS[result.verdict],
        reason=result.reason,
        citation=result.citation,
    )


def _pair(quantity: Quantity | None, label: str, none: str) -> tuple[str, str]:
    """A quantity as its label and its number with the unit; ``none`` where there is none."""
    return (label, none) if quantity is None else (quantity.label, quantity.words)
