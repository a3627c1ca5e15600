"""Checks of a relevy list against the current roll, before anything is frozen."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.parcels import Parcel, check_parcel, fold_identifier, sbl_warning
from sewerdesk.domain.relevy import ListRow, SeasonSettings
from sewerdesk.domain.wording import join_words, show_date


@dataclass(frozen=True, slots=True)
class RollParcel:
    """A parcel as the roll has it now; ``retired_on`` is the day from which the roll has it no more."""

    parcel_id: int
    swis: str
    print_key: str
    sbl: str
    location: str
    district: str
    in_district: bool
    property_class: str
    retired_on: date | None


@dataclass(frozen=True, slots=True)
class RelevyFinding:
    """Something wrong with a row: blocking until mended or the account is left out, otherwise to be acknowledged."""

    account: str
    print_key: str
    sentence: str
    blocking: bool


def check_list(
    rows: Sequence[ListRow], roll: Sequence[RollParcel], *, on: date, settings: SeasonSettings
) -> tuple[RelevyFinding, ...]:
    """Everything that the county would send back, blocking findings first.

    A retired parcel was split or merged; outside the district no rent is a lien; the tax map number must be one; one
    SBL must not stand for two parcels; a wholly exempt parcel bears no tax bill that the charge could ride on.
    """
    by_id = {parcel.parcel_id: parcel for parcel in roll}
    found = [one for row in rows for one in _row_findings(row, by_id[row.parcel_id], on, settings)]
    found += _shared_parcels(rows)
    found += _shared_numbers(rows, roll)
    return tuple(sorted(found, key=lambda one: (not one.blocking, one.account)))


def _row_findings(
    row: ListRow, parcel: RollParcel, on: date, settings: SeasonSettings
) -> list[RelevyFinding]:
    found: list[tuple[str, bool]] = []
    if parcel.retired_on is not None and parcel.retired_on <= on:
        gone = f"the roll has the parcel no more since {show_date(parcel.retired_on)}; it was split or merged"
        found.append((f"{gone}. Move the account to the parcel that it became, or leave it out", True))
    if not parcel.in_district:
        found.append(
            ("the parcel is not in the sewer district; it cannot be levied there. Leave it out", True)
        )
    if not row.owner.strip():
        found.append(("the roll gives no owner; enter in whose name it is assessed", True))
    roll = Parcel(parcel.swis, parcel.print_key, parcel.sbl, parcel.location)
    try:
        check_parcel(roll)
    except FieldErrors as problem:
        found += [
            (sentence[:1].lower() + sentence[1:].rstrip("."), True) for sentence in problem.errors.values()
        ]
    differ = sbl_warning(roll)
    if differ:
        found.append((differ[:1].lower() + differ[1:].rstrip("."), False))
    exempt = next((one for one in settings.exempt_classes if parcel.property_class.startswith(one)), "")
    if exempt:
        found.append(
            (
                f"the property class {parcel.property_class} is wholly exempt; ask the assessor how it is billed",
                False,
            )
        )
    return [
        RelevyFinding(
            row.account,
            row.print_key,
            f"Account {row.account}, parcel {row.print_key}: {sentence}.",
            blocking,
        )
        for sentence, blocking in found
    ]


def _shared_parcels(rows: Sequence[ListRow]) -> list[RelevyFinding]:
    accounts: defaultdict[int, list[ListRow]] = defaultdict(list)
    for row in rows:
        accounts[row.parcel_id].append(row)
    return [
        RelevyFinding(
            group[0].account,
            group[0].print_key,
            f"Accounts {join_words([row.account for row in group])} are on one parcel, {group[0].print_key}; the "
            "county gets one line for them together.",
            blocking=False,
        )
        for group in accounts.values()
        if len(group) > 1
    ]


def _shared_numbers(rows: Sequence[ListRow], roll: Sequence[RollParcel]) -> list[RelevyFinding]:
    """Rows whose SBL another parcel of the same SWIS bears too."""
    holders: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for parcel in roll:
        if fold_identifier(parcel.sbl):
            holders[parcel.swis, fold_identifier(parcel.sbl)].add(parcel.parcel_id)
    return [
        RelevyFinding(
            row.account,
            row.print_key,
            f"Account {row.account}, parcel {row.print_key}: another parcel has the same SBL {row.sbl}. Correct one of "
            "them by the county's list.",
            blocking=True,
        )
        for row in rows
        if len(holders.get((row.swis, fold_identifier(row.sbl)), ())) > 1
    ]
