"""The open cases of one parcel, for the counter: what the officer is to look at before a permit is issued."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from sewerdesk.data.models.violation import ViolationCase
from sewerdesk.data.queries.violations import event_facts, load_cases
from sewerdesk.domain.violations import CaseFacts, CaseState, case_state

_OVER = frozenset({CaseState.COMPLIED, CaseState.CLOSED})


@dataclass(frozen=True, slots=True)
class OpenCase:
    """A case that is neither complied with nor closed: what was seen when, and the sections it breaks."""

    id: int
    number: str
    observed_on: date
    violations: frozenset[str]
    title: str
    citation: str


def open_cases_on(session: Session, parcel_id: int | None, on: date) -> Sequence[OpenCase]:
    """The open cases of a parcel on a day, the oldest first."""
    if parcel_id is None:
        return ()
    rows = load_cases(session, where=ViolationCase.parcel_id == parcel_id)
    return [_open_case(row) for row in reversed(rows) if _state(row, on) not in _OVER]


def _state(row: ViolationCase, on: date) -> CaseState:
    facts = CaseFacts(row.number, "", row.opened_on, tuple(event_facts(one) for one in row.events), (), ())
    return case_state(facts, on=on)


def _open_case(row: ViolationCase) -> OpenCase:
    first = row.citations[0] if row.citations else None
    return OpenCase(
        id=row.id,
        number=row.number,
        observed_on=row.observed_on,
        violations=frozenset(one.violation_key for one in row.citations),
        title=first.text if first is not None else "",
        citation=", ".join(one.citation for one in row.citations),
    )
