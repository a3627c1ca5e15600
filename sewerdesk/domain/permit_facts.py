"""What is on file when a permit is to be issued or construction is to start, and what stands in the way as a value."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sewerdesk.domain.applications import ApplicationApproval, ApplicationDraft, ApplicationState
from sewerdesk.domain.contractors import ContractorFacts
from sewerdesk.domain.fees import FeeDifference, FeeLine


class Severity(StrEnum):
    """A block stops the act; a warning is shown and kept with it."""

    BLOCK = "block"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One thing in the way: the sentence, the section of law, and what the button does about it."""

    sentence: str
    citation: str
    severity: Severity
    action_key: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Something on record of the application or its parcel (an open case) that the officer is to look at."""

    sentence: str
    severity: Severity
    citation: str = ""
    action_key: str = "hold.open"


@dataclass(frozen=True, slots=True)
class IssueFacts:
    """What is on file when a permit is to be issued.

    ``zero_fee_confirmed_by`` names who confirmed that nothing is owed. ``owner_does_the_work`` says that no
    contractor is used. ``connected_on`` and ``covered_on`` are set where work was found done before its time.
    ``differences`` are fees that were paid and are now owed at another amount.
    """

    state: ApplicationState
    draft: ApplicationDraft
    fees: tuple[FeeLine, ...] = ()
    approvals: tuple[ApplicationApproval, ...] = ()
    contractor: ContractorFacts | None = None
    owner_does_the_work: bool = False
    zero_fee_confirmed_by: str = ""
    connected_on: date | None = None
    covered_on: date | None = None
    holds: tuple[Hold, ...] = ()
    differences: tuple[FeeDifference, ...] = ()
