"""What an office knows of a contractor: bonds, policies, proofs, exemptions and suspensions, as filed.

Nothing here says whether the contractor may work; that is computed for a day by ``contractors.standing``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.effective import holds_on
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.folding import fold
from sewerdesk.domain.wording import show_date


@dataclass(frozen=True, slots=True)
class CancellationNotice:
    """A surety's or insurer's notice that it ends the cover on ``effective``, that day included."""

    received: date
    effective: date


@dataclass(frozen=True, slots=True)
class CoverTerm:
    """The days on which a bond, policy or proof is in force: both ``effective`` and ``expires`` included.

    A blank ``expires`` means "continuous" only where the paper says so (``continuous``). A cancelled cover is not
    in force from the day the cancellation takes effect.
    """

    effective: date
    expires: date | None = None
    continuous: bool = False
    cancellation: CancellationNotice | None = None

    def valid_on(self, on: date) -> bool:
        """Whether the cover is in force on that day."""
        return not self.problem_on(on)

    def problem_on(self, on: date) -> str:
        """Why the cover is not in force on that day, or an empty text where it is."""
        if on < self.effective:
            return f"begins on {show_date(self.effective)}"
        if self.cancellation is not None and self.cancellation.effective <= on:
            return f"cancelled from {show_date(self.cancellation.effective)}"
        if self.expires is None:
            return "" if self.continuous else "no expiry date on file and not marked continuous"
        return f"expired on {show_date(self.expires)}" if self.expires < on else ""

    @property
    def last_day(self) -> date | None:
        """The last day on which the cover is in force, or None where no end is known."""
        ends = [] if self.expires is None else [self.expires]
        if self.cancellation is not None:
            ends.append(self.cancellation.effective - timedelta(days=1))
        return min(ends, default=None)

    @property
    def dates(self) -> str:
        """The dates as printed on a card: ``1/1/2027 to 12/31/2027`` or ``from 1/1/2027, continuous``."""
        if self.expires is not None:
            return f"{show_date(self.effective)} to {show_date(self.expires)}"
        end = "continuous" if self.continuous else "no expiry date"
        return f"from {show_date(self.effective)}, {end}"


@dataclass(frozen=True, slots=True)
class Bond:
    """A surety bond; ``clauses`` are the keys of the clauses of the law that its text contains."""

    surety: str
    number: str
    amount: Decimal
    term: CoverTerm
    clauses: frozenset[str] = frozenset()
    original_on_file: bool = False
    requirement: str = ""

    def valid_on(self, on: date) -> bool:
        """Whether the bond is in force on that day."""
        return self.term.valid_on(on)

    @property
    def label(self) -> str:
        """How sentences name the bond."""
        return f"bond {self.number} of {self.surety}"


@dataclass(frozen=True, slots=True)
class FormApproval:
    """The approval of a policy's form by an officer or board, named by role, with its minute or letter."""

    role: str
    on: date
    reference: str


@dataclass(frozen=True, slots=True)
class Policy:
    """An insurance policy or a proof of one, as its certificate shows it.

    ``kind`` is the key of the coverage or of the statutory proof in the law pack; ``limits`` maps the figure that
    sets a limit to the amount insured; ``cancellation_notice_days`` are business days that an endorsement gives
    the municipality; ``endorsements`` are the keys of the other policy terms that an endorsement proves.
    """

    kind: str
    form_code: str
    carrier: str
    number: str
    term: CoverTerm
    insured: str
    holder: str
    limits: Mapping[str, Decimal] = field(default_factory=dict)
    hazards: frozenset[str] = frozenset()
    cancellation_notice_days: int | None = None
    endorsements: frozenset[str] = frozenset()
    form_approvals: tuple[FormApproval, ...] = ()
    verified_by: str = ""
    verified_on: date | None = None

    def valid_on(self, on: date) -> bool:
        """Whether the policy is in force on that day."""
        return self.term.valid_on(on)

    @property
    def label(self) -> str:
        """How sentences name the policy."""
        return f"{self.form_code} {self.number} of {self.carrier}".strip()


@dataclass(frozen=True, slots=True)
class Exemption:
    """A certificate of attestation of exemption (CE-200); ``covers`` are the statutory proofs it stands for."""

    number: str
    covers: frozenset[str]
    term: CoverTerm
    insured: str
    holder: str
    job: str = ""
    form_code: str = "CE-200"
    verified_by: str = ""
    verified_on: date | None = None

    def valid_on(self, on: date) -> bool:
        """Whether the exemption is in force on that day."""
        return self.term.valid_on(on)

    @property
    def label(self) -> str:
        """How sentences name the exemption."""
        return f"{self.form_code} {self.number}"


@dataclass(frozen=True, slots=True)
class Suspension:
    """The contractor may not work from ``start`` until ``until`` (that day excluded; None while it lasts)."""

    start: date
    reason: str
    until: date | None = None
    authority: str = ""

    def valid_on(self, on: date) -> bool:
        """Whether the suspension lasts on that day."""
        return holds_on(self, on)


class AuthorizationKind(StrEnum):
    """What a Board did about who may lay and connect: it authorized, suspended, reinstated or revoked."""

    AUTHORIZED = "authorized"
    SUSPENDED = "suspended"
    REINSTATED = "reinstated"
    REVOKED = "revoked"

    @property
    def label(self) -> str:
        """As screens show it."""
        return self.value.capitalize()


@dataclass(frozen=True, slots=True)
class Authorization:
    """An act on who may lay and connect, by its resolution; ``evidence`` is what its competence was judged by."""

    kind: AuthorizationKind
    on: date
    resolution: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class ContractorFacts:
    """All that is on file of one contractor; ``names`` are the names under which it does business."""

    legal_name: str
    names: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    policies: tuple[Policy, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    suspensions: tuple[Suspension, ...] = ()
    authorizations: tuple[Authorization, ...] = ()

    def authorization_on(self, on: date) -> Authorization | None:
        """The act that governs on a day: the last one, of two on one day the one entered later."""
        past = [row for row in self.authorizations if row.on <= on]
        return max(enumerate(past), key=lambda item: (item[1].on, item[0]))[1] if past else None

    def goes_by(self, name: str) -> bool:
        """Whether the name on a paper is this contractor's, case and punctuation aside."""
        return fold(name) in {fold(known) for known in (self.legal_name, *self.names)}


def check_term(term: CoverTerm) -> None:
    """Refuse dates that cannot be, as ``FieldErrors``; nothing is said about today."""
    errors: dict[str, str] = {}
    if term.expires is not None and term.expires < term.effective:
        errors["expires"] = (
            f"The cover cannot expire on {show_date(term.expires)}, before it begins on "
            f"{show_date(term.effective)}."
        )
    if term.expires is None and not term.continuous:
        errors["expires"] = "Enter the day on which the cover expires, or mark it continuous."
    if term.expires is not None and term.continuous:
        errors["continuous"] = "A continuous cover has no expiry date. Clear the date or the mark."
    notice = term.cancellation
    if notice is not None and notice.effective < notice.received:
        errors["cancellation_effective"] = (
            f"A cancellation received on {show_date(notice.received)} cannot take effect on "
            f"{show_date(notice.effective)}, before the notice."
        )
    if errors:
        raise FieldErrors(errors)


def duplicates(facts: ContractorFacts) -> tuple[str, ...]:
    """A sentence for each bond or policy that is on file twice; the newest valid one is used for standing."""
    seen: dict[tuple[str, str, str, date], list[str]] = {}
    for bond in facts.bonds:
        key = ("bond", fold(bond.surety), fold(bond.number), bond.term.effective)
        seen.setdefault(key, []).append(bond.label)
    for policy in facts.policies:
        key = (policy.kind, fold(policy.carrier), fold(policy.number), policy.term.effective)
        seen.setdefault(key, []).append(policy.label)
    return tuple(
        f"{facts.legal_name} has {len(labels)} records of {labels[0]} from {show_date(key[3])}. "
        "Void the one that was entered by mistake."
        for key, labels in seen.items()
        if len(labels) > 1
    )
