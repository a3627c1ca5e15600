"""Figures of law as a record keeps them: as they stood when it was issued."""

from collections.abc import Mapping
from decimal import Decimal

from sewerdesk.domain.law import Figure, FigureStatus
from sewerdesk.domain.law.types import TEXT_UNITS, Unit


def figure_to_json(figure: Figure) -> dict[str, str]:
    """A figure as it is kept; a blank one has an empty value."""
    value = figure.value
    return {
        "key": figure.key,
        "subject": figure.subject,
        "value": format(value, "f") if isinstance(value, Decimal) else str(value or ""),
        "unit": figure.unit.value,
        "citation": figure.citation,
        "status": figure.status.value,
    }


def figure_from_json(stored: Mapping[str, str]) -> Figure:
    """The figure as it was kept."""
    unit, text = Unit(stored["unit"]), stored["value"]
    value = (text if unit in TEXT_UNITS else Decimal(text)) if text else None
    return Figure(
        key=stored["key"],
        subject=stored["subject"],
        unit=unit,
        citation=stored["citation"],
        status=FigureStatus(stored["status"]),
        value=value,
    )
