"""Charges besides the periodic rent: which ones the law names, where their money goes, impact fees, segment costs.

Sources: Hague 201 and Article 11 (titles read), Dannemora 72-5 (fees of the pretreatment program, separate from all
others), and the New York model law on segments: where a pump station or the like serves only a part of the area, its
cost is shared by that part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.law import ChargeKind, Law, UnknownRule
from sewerdesk.domain.money import round_cents, split_by_weight
from sewerdesk.domain.wording import join_words, show

IMPACT_FEE = "fee.impact"


@dataclass(frozen=True, slots=True)
class ImpactFee:
    """A fee for new units: units, dollars for each, the amount rounded half-up to the cent once, and how."""

    units: Decimal
    per_unit: Decimal
    amount: Decimal
    formula: str
    citation: str


def charge_kind(law: Law, key: str) -> ChargeKind:
    """A charge that the law names; ``UnknownRule`` lists those it has."""
    found = next((row for row in law.charge_kinds if row.key == key), None)
    if found is None:
        named = join_words([row.title for row in law.charge_kinds]) or "none"
        raise UnknownRule(f"The law of the {law.municipality} names no charge “{key}”; it names {named}.")
    return found


def check_fund(law: Law, key: str, fund: str) -> None:
    """Refuse to book a charge to another fund than the one the law keeps it for; any fund where the law names none."""
    row = charge_kind(law, key)
    if row.fund and fund.strip().casefold() != row.fund.casefold():
        raise RuleViolation(
            f"{row.title} goes to “{row.fund}” only ({row.citation}), not to “{fund.strip()}”.",
            citation=row.citation,
        )


def impact_fee(law: Law, *, units: Decimal, on: date) -> ImpactFee:
    """The impact fee for new units on a day.

    ``UnknownRule`` where the law has none, ``BlankFigure`` where the Board's amount is not entered, ``UserError`` for
    units that are not more than zero.
    """
    if not (units.is_finite() and units > 0):
        raise UserError("Enter the number of new units, more than zero.")
    figure = law.figure(IMPACT_FEE, on)
    amount = round_cents(units * figure.number)
    formula = f"{show(units)} × ${show(figure.number, 2)} = ${show(amount, 2)}"
    return ImpactFee(units, figure.number, amount, formula, figure.citation)


def segment_shares(cost: Decimal, weights: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """A segment's own cost (dollars and cents) shared by its accounts in proportion to their flow or units.

    The parts sum to the cost to the cent. ``UserError`` where no account has a weight or one is below zero.
    """
    if any(not weight.is_finite() or weight < 0 for weight in weights.values()) or not any(weights.values()):
        raise UserError(
            "Every account of the segment needs a flow or units of zero or more, and one more than zero."
        )
    parts = split_by_weight(cost, list(weights.values()))
    return dict(zip(weights, parts, strict=True))
