"""What must always be true of penalties and of charges on the tax roll; see ``invariants``."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.money import ZERO, format_money

_PENALTIES, _LEVIES = "Penalties", "Levies on the tax roll"


@dataclass(frozen=True, slots=True)
class ChargeBooked:
    """A penalty beside its entry: what the ledger holds for it, and whether that entry is reversed.

    ``waived`` is what the Board forgave of it in part, ``waived_booked`` what of that stands in the ledger.
    """

    account: str
    bill: str
    rule: str
    stage: str
    amount: Decimal
    booked: Decimal
    live: bool
    ended: str
    reversed: bool
    waived: Decimal = ZERO
    waived_booked: Decimal = ZERO


@dataclass(frozen=True, slots=True)
class CertificateFact:
    """A certificate: its own total, the frozen list's, and what its act levied (above zero)."""

    id: int
    number: str
    total: Decimal
    frozen: Decimal
    levied: Decimal


@dataclass(frozen=True, slots=True)
class RowFact:
    """A certified row: what was unpaid, what was certified, what its act did on the account, and the withdrawing act.

    ``withdrawn`` is ``None`` while the row stands.
    """

    certificate_id: int
    account: str
    unpaid: Decimal
    total: Decimal
    moved: Decimal
    withdrawn: Decimal | None


def penalties_agree(rows: Iterable[ChargeBooked]) -> list[Finding]:
    """A penalty's entry is its amount; it stands exactly while the penalty does; a key stands once."""
    findings: list[Finding] = []
    standing: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        name = f"The {row.rule} of {format_money(row.amount)} on {row.bill} (account {row.account})"
        if row.amount != row.booked:
            sentence = f"{name} is {format_money(row.booked)} in the ledger."
            findings.append(Finding(_PENALTIES, sentence, row.account))
        owed = row.live and not row.ended
        if owed == row.reversed:
            state = "stands, but its entry is reversed" if owed else f"was {row.ended}, but its entry stands"
            findings.append(Finding(_PENALTIES, f"{name} {state}.", row.account))
        if row.waived_booked != (row.waived if owed else ZERO) or row.waived > row.amount:
            sentence = (
                f"{name}: {format_money(row.waived)} was waived, {format_money(row.waived_booked)} is off."
            )
            findings.append(Finding(_PENALTIES, sentence, row.account))
        standing[row.bill, row.rule, row.stage] += owed
    findings += [
        Finding(_PENALTIES, f"The {rule} {stage} of {bill} is charged {count} times.", bill)
        for (bill, rule, stage), count in standing.items()
        if count > 1
    ]
    return findings


def certificates_agree(certificates: Iterable[CertificateFact], rows: Sequence[RowFact]) -> list[Finding]:
    """Rows sum to their certificate, which is the frozen total and the levy; a withdrawn row left nothing behind."""
    findings: list[Finding] = []
    for one in certificates:
        sums = {
            "its rows": sum((row.total for row in rows if row.certificate_id == one.id), ZERO),
            "the frozen list": one.frozen,
            "its levy entries": one.levied,
        }
        findings += [
            Finding(
                _LEVIES,
                f"The certificate {one.number} says {format_money(one.total)}, but {name} come to "
                f"{format_money(amount)}.",
                one.number,
            )
            for name, amount in sums.items()
            if amount != one.total
        ]
    for row in rows:
        if row.moved != -row.unpaid:
            sentence = (
                f"Account {row.account}: {format_money(row.unpaid)} was certified, but {format_money(-row.moved)} left "
                "the account."
            )
            findings.append(Finding(_LEVIES, sentence, row.account))
        if row.withdrawn is not None and row.withdrawn != -row.moved:
            sentence = (
                f"Account {row.account}: {format_money(-row.moved)} was withdrawn from the roll, but "
                f"{format_money(row.withdrawn)} came back to the account."
            )
            findings.append(Finding(_LEVIES, sentence, row.account))
    return findings
