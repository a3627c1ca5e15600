"""Checks of a relevy list against the current roll, before anything is frozen."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.exemptions import Exemption
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


@dataclass(frozen=True, slots=True)
class Spared:
    """Something about an account that keeps it off the list, or asks for a look: an exempt status, a hold."""

    sentence: str
    blocking: bool


def check_list(
    rows: Sequence[ListRow],
    roll: Sequence[RollParcel],
    *,
    on: date,
    settings: SeasonSettings,
    exempt: Mapping[int, Exemption] = MappingProxyType({}),
    spared: Mapping[int, Sequence[Spared]] = MappingProxyType({}),
) -> tuple[RelevyFinding, ...]:
    """Everything that the county would send back, blocking findings first.

    A retired parcel was split or merged; outside the district no rent is a lien; the tax map number must be one; one
    SBL must not stand for two parcels; a wholly exempt parcel may get no tax bill that the charge could ride on, which
    is asked of the assessor: the rent is a lien on it all the same. An account that is exempt or bankrupt is not
    certified. ``exempt`` is by parcel, ``spared`` by account.
    """
    by_id = {parcel.parcel_id: parcel for parcel in roll}
    found = [one for row in rows for one in _row_findings(row, by_id[row.parcel_id], on)]
    for row in rows:
        parcel = by_id[row.parcel_id]
        facts = [_exempt(parcel, exempt.get(row.parcel_id), settings), *spared.get(row.account_id, ())]
        found += [_finding(row, one) for one in facts if one is not None]
    found += _shared_parcels(rows)
    found += _shared_numbers(rows, roll)
    return tuple(sorted(found, key=lambda one: (not one.blocking, one.account)))


def _exempt(parcel: RollParcel, fact: Exemption | None, settings: SeasonSettings) -> Spared | None:
    """What the roll says of a parcel without taxes: by its section or exemption, else by its property class."""
    if fact is not None:
        return Spared(
            f"the roll has it as wholly exempt: {fact.sentence}; the rent is a lien on it all the same, so ask the "
            "assessor how it is billed",
            blocking=False,
        )
    if any(parcel.property_class.startswith(one) for one in settings.exempt_classes):
        words = (
            f"the property class {parcel.property_class} is wholly exempt; ask the assessor how it is billed"
        )
        return Spared(words, blocking=False)
    return None


def _finding(row: ListRow, found: Spared) -> RelevyFinding:
    words = f"Account {row.account}, parcel {row.print_key}: {found.sentence}."
    return RelevyFinding(row.account, row.print_key, words, found.blocking)


def _row_findings(row: ListRow, parcel: RollParcel, on: date) -> list[RelevyFinding]:
    found: list[tuple[str, bool]] = []
    if parcel.retired_on is not None and parcel.retired_on <= on:
        gone = f"the roll has the parcel no more since {show_date(parcel.retired_on)}; it was split or merged"
        found.append((f"{gone}. Move the account to the parcel that it became, or leave it out", True))
    if (row.swis, row.print_key, row.sbl) != (parcel.swis, parcel.print_key, parcel.sbl):
        now = f"SWIS {parcel.swis}, tax map {parcel.print_key}, SBL {parcel.sbl or 'none'}"
        found.append((f"the roll has the parcel otherwise now: {now}. Open the list again", True))
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
    return [_finding(row, Spared(sentence, blocking)) for sentence, blocking in found]


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
