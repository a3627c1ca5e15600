"""Exemptions from property tax as the assessment roll gives them: dated facts of a parcel.

An exemption from tax is none from sewer rent: a rent is a lien on the property served (General Municipal Law section
452(3)) and what an account pays is told by the account's own status. It matters where unpaid rents are put on the tax
roll, because the parcel may get no tax bill on which they could be collected.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.wording import show_date

WHOLLY_EXEMPT_SECTION = "8"
"""The section of the assessment roll that lists wholly exempt property."""


class ExemptionKind(StrEnum):
    """Where the roll says it."""

    ROLL_SECTION = "roll section"
    EXEMPTION = "exemption"


@dataclass(frozen=True, slots=True)
class Exemption:
    """One fact: the roll section, or an exemption by the assessor's code; ``until`` is the first day without it.

    ``whole`` says that nothing of the parcel is taxed; a section says so by itself.
    """

    kind: ExemptionKind
    code: str
    since: date
    until: date | None
    source: str
    whole: bool = False
    id: int = 0

    def covers(self, day: date) -> bool:
        """Whether it holds on a day."""
        return self.since <= day and (self.until is None or day < self.until)

    @property
    def is_whole(self) -> bool:
        """Whether the parcel is wholly exempt by it."""
        if self.kind is ExemptionKind.ROLL_SECTION:
            return self.code.strip().startswith(WHOLLY_EXEMPT_SECTION)
        return self.whole

    @property
    def sentence(self) -> str:
        """As a list says it."""
        end = f" until {show_date(self.until)}" if self.until else ""
        return f"{self.kind.value} {self.code} since {show_date(self.since)}{end} ({self.source})"


def wholly_exempt(facts: tuple[Exemption, ...], day: date) -> Exemption | None:
    """By what a parcel is wholly exempt on a day; ``None`` where it is not."""
    return next((one for one in facts if one.covers(day) and one.is_whole), None)


def check_exemption(draft: Exemption, others: tuple[Exemption, ...]) -> None:
    """``FieldErrors`` for what is missing, and for a section where the parcel is in one at that time already."""
    errors: dict[str, str] = {}
    if not draft.code.strip():
        errors["code"] = "Enter the roll section or the assessor's code of the exemption."
    if not draft.source.strip():
        errors["source"] = "Enter the assessment roll or the paper that says so, with its date."
    if draft.until is not None and draft.until <= draft.since:
        errors["until"] = f"It must end after it begins on {show_date(draft.since)}."
    if draft.kind is ExemptionKind.EXEMPTION and draft.until is None:
        errors["until"] = "Enter the first day on which it no longer holds; it is asked for again then."
    for one in others:
        same = one.kind is draft.kind and (one.code == draft.code or one.kind is ExemptionKind.ROLL_SECTION)
        if same and _overlap(one, draft):
            errors["since"] = f"The roll says of that time already: {one.sentence}. End that first."
    if errors:
        raise FieldErrors(errors)


def _overlap(one: Exemption, other: Exemption) -> bool:
    return (one.until is None or other.since < one.until) and (other.until is None or one.since < other.until)
