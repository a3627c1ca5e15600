"""What a bill prints: put together when it is posted, kept as it was, and read back for every print."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account, AccountMailing, AccountRole
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party, PartyAddress
from sewerdesk.documents.pdf.bill import BillPage, ChargeLine, DatedAmount, MeterRead, UsageBar
from sewerdesk.domain.billcharges import charge_rows
from sewerdesk.domain.billing import DraftBill
from sewerdesk.domain.billlines import BillLine, MeteredPart, plain_units, plain_volume
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import BalanceFace, PenaltyBase, amount_after_due
from sewerdesk.domain.metering import ReadingCode, format_dial
from sewerdesk.domain.money import format_money, to_cents
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.postal import Address, postal_block
from sewerdesk.domain.scanline import scan_line
from sewerdesk.services.penalty_outlooks import LateWords

_BARS = 8


@dataclass(frozen=True, slots=True)
class Mailed:
    """Where an account's bill goes: the owner's name, the lines of the window, and what is wrong with them."""

    owner: str
    lines: tuple[str, ...]
    problem: str
    service_address: str
    tax_map_no: str
    zip_code: str
    district: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Metered use of one account in one earlier quarter."""

    quantity: Decimal
    estimated: bool


def _mailed(session: Session, on: date) -> dict[int, Mailed]:
    """Names and addresses of all accounts as they stand on the bill's date."""
    addresses = _bill_to_addresses(session, on)
    rows = session.execute(
        select(
            Account.id,
            Parcel.location_number,
            Parcel.location_street,
            Parcel.print_key,
            Parcel.district,
        ).join(Parcel, Parcel.id == Account.parcel_id)
    )
    found: dict[int, Mailed] = {}
    for account_id, house, street, print_key, district in rows:
        address = addresses.get(account_id, Address(names=()))
        block = postal_block(address)
        found[account_id] = Mailed(
            owner=address.names[0] if address.names else "",
            lines=block.lines,
            problem=block.problem,
            service_address=f"{house} {street}".strip(),
            tax_map_no=print_key,
            zip_code=address.zip_code,
            district=district,
        )
    return found


def _bill_to_addresses(session: Session, on: date) -> dict[int, Address]:
    """Where bills go by account; one that is dated before the office knew any address goes to the first known.

    Another address that an account has for these days comes before that of whom the bill goes to.
    """
    a, r = PartyAddress, AccountRole
    later = aliased(PartyAddress)
    first = select(func.min(later.valid_from)).where(later.party_id == Party.id).scalar_subquery()
    known = or_(_holds(a, on), and_(a.valid_from > on, a.valid_from == first))
    rows = session.execute(
        select(r.account_id, Party.name, a.care_of, a.street, a.unit, a.po_box, a.city, a.state, a.zip_code)
        .join(Party, Party.id == r.party_id)
        .outerjoin(a, (a.party_id == Party.id) & known)
        .where(r.role == "bill_to", _holds(r, on))
        .order_by(r.valid_from, a.valid_from)
    )
    found = {
        account_id: Address((name,), *(part or "" for part in parts)) for account_id, name, *parts in rows
    }
    m = AccountMailing
    for account_id, *parts in session.execute(
        select(m.account_id, m.care_of, m.street, m.unit, m.po_box, m.city, m.state, m.zip_code)
        .where(m.valid_from <= on, m.valid_to > on)
        .order_by(m.valid_from)
    ):
        if account_id in found:
            found[account_id] = Address(found[account_id].names, *parts)
    return found


def _holds(table: type[PartyAddress] | type[AccountRole], on: date) -> ColumnElement[bool]:
    return and_(table.valid_from <= on, or_(table.valid_to.is_(None), table.valid_to > on))


def _earlier_quarters(quarter: Quarter) -> tuple[Quarter, ...]:
    """The quarters before this one that the usage chart shows, oldest first."""
    quarters: list[Quarter] = []
    while len(quarters) < _BARS - 1:
        quarter = quarter.previous
        quarters.insert(0, quarter)
    return tuple(quarters)


def _usage_history(session: Session, quarter: Quarter) -> dict[int, dict[str, Usage]]:
    """Use of the seven quarters before, by account and period."""
    periods = [earlier.code for earlier in _earlier_quarters(quarter)]
    rows = session.execute(
        select(Bill.account_id, Bill.period, Bill.usage, Bill.estimated).where(
            Bill.period.in_(periods), Bill.live.is_(True), Bill.usage.is_not(None)
        )
    )
    history: defaultdict[int, dict[str, Usage]] = defaultdict(dict)
    for account_id, period, usage, estimated in rows:
        history[account_id][period] = Usage(usage or Decimal(0), estimated)
    return history


def _printed(
    draft: DraftBill,
    *,
    face: BalanceFace,
    mailed: Mailed,
    history: Mapping[str, Usage],
    quarter: Quarter,
    settings: BillingSettings,
    late: LateWords | None,
    messages: Sequence[str],
    adjustments: Sequence[tuple[date, str, Decimal]],
    heading: str = "",
) -> dict[str, Any]:
    """The printed values of a bill as JSON, beside what has a column of its own.

    ``late`` is what it says of being late; ``None`` prints no penalty.
    """
    volume = next((line for line in draft.lines if line.metered), None)
    metered = volume.metered if volume else None
    return {
        "owner": mailed.owner,
        "address": list(mailed.lines),
        "zip": mailed.zip_code,
        "class": draft.class_code,
        "district": mailed.district,
        "service_address": mailed.service_address,
        "tax_map_no": mailed.tax_map_no,
        "units": f"{plain_units(draft.units)} EDU",
        "edu": str(draft.units),
        "charges": [row for line in draft.lines for row in charge_rows(line)],
        "previous_balance": str(face.previous_balance),
        "payments": [[day.isoformat(), _payment_text(amount), str(-amount)] for day, amount in face.payments],
        "adjustments": [[day.isoformat(), text, str(amount)] for day, text, amount in adjustments],
        "balance_forward": str(face.balance_forward),
        "after_due": None if late is None else str(late.after),
        "last_day": None if late is None else late.last_day.isoformat(),
        "penalty": "" if late is None else _with_source(late.sentence, late.authority),
        "relevy": _with_source(settings.relevy_sentence, settings.relevy_authority),
        "reads": _reads(metered) if metered else [],
        **(_usage(volume, metered, history, quarter) if volume and metered else {}),
        "messages": [one for one in messages if one],
        "heading": heading,
    }


def _payment_text(amount: Decimal) -> str:
    """A payment lowers the balance; one that was voided before the bill came stands beside it and adds to it."""
    return "Payment, thank you" if amount < 0 else "Payment voided"


def _scan_line(bill: Bill, account: str) -> str:
    """The stub's scan line; empty where it could not lead back to this very account and amount.

    An account number with letters or dashes has no line: its digits alone may be another account's number.
    """
    try:
        return scan_line(account, bill.due_date, max(0, to_cents(bill.total_due)))
    except UserError:
        return ""  # the stub is printed without; the clerk types the account


def _page(bill: Bill, account: str) -> BillPage:
    """The page as it was posted; nothing is computed anew."""
    p = bill.printed
    return BillPage(
        account=account,
        bill_no=bill.number,
        bill_date=bill.bill_date,
        due_date=bill.due_date,
        owner=p["owner"],
        address=tuple(p["address"]),
        service_address=p["service_address"],
        tax_map_no=p["tax_map_no"],
        period_start=bill.period_from,
        period_end=bill.period_to,
        charges=tuple(ChargeLine(t, Decimal(a), q, r) for t, a, q, r in p["charges"]),
        previous_balance=Decimal(p["previous_balance"]),
        payments=_dated(p["payments"]),
        adjustments=_dated(p["adjustments"]),
        balance_forward=Decimal(p["balance_forward"]),
        current_charges=bill.current_charges,
        total_due=bill.total_due,
        after_due=None if p["after_due"] is None else Decimal(p["after_due"]),
        last_day=None if p["last_day"] is None else date.fromisoformat(p["last_day"]),
        penalty=p["penalty"],
        relevy=p["relevy"],
        scan_line="" if bill.carried else _scan_line(bill, account),
        carried=bill.carried,
        units=p["units"],
        reads=tuple(_read(row) for row in p["reads"]),
        usage=p.get("usage", ""),
        usage_last_year=p.get("usage_last_year", ""),
        usage_unit=p.get("usage_unit", ""),
        history=tuple(UsageBar(*row) for row in p.get("history", ())),
        messages=tuple(p["messages"]),
        heading=p["heading"],
    )


def _dated(rows: Sequence[Sequence[str]]) -> tuple[DatedAmount, ...]:
    return tuple(DatedAmount(date.fromisoformat(day), text, Decimal(amount)) for day, text, amount in rows)


def _read(row: Sequence[str]) -> MeterRead:
    meter, previous, previous_on, present, present_on, kind, usage = row
    return MeterRead(
        meter, previous, date.fromisoformat(previous_on), present, date.fromisoformat(present_on), kind, usage
    )


def _reads(part: MeteredPart) -> list[list[str]]:
    rows = []
    for found in part.meters:
        kind = "estimated" if found.present.code is ReadingCode.ESTIMATED else "actual"
        rows.append(
            [
                found.meter.serial,
                format_dial(found.previous.value, found.meter),
                found.previous.read_on.isoformat(),
                format_dial(found.present.value, found.meter),
                found.present.read_on.isoformat(),
                kind,
                f"{plain_volume(found.used)} {found.meter.unit}",
            ]
        )
    return rows


def _usage(
    line: BillLine, part: MeteredPart, history: Mapping[str, Usage], quarter: Quarter
) -> dict[str, Any]:
    unit, used = str(part.formula.unit), line.use or Decimal(0)
    bars = [_bar(earlier, history.get(earlier.code)) for earlier in _earlier_quarters(quarter)]
    estimated = any(found.estimated for found in part.meters)
    bars.append(_bar(quarter, Usage(used, estimated)))
    year_ago = history.get(Quarter(quarter.year - 1, quarter.number).code)
    return {
        "usage": f"{plain_volume(used)} {unit}",
        "usage_last_year": "" if year_ago is None else f"{plain_volume(year_ago.quantity)} {unit}",
        "usage_unit": "gallons" if unit == "gal" else unit,
        "history": bars,
    }


def _bar(quarter: Quarter, used: Usage | None) -> list[Any]:
    label = f"Q{quarter.number} {quarter.year % 100:02d}"
    return [label, None, False] if used is None else [label, int(used.quantity), used.estimated]


def _own_words(
    face: BalanceFace, due: date, settings: BillingSettings, *, may_be_late: Decimal | None
) -> LateWords | None:
    """What a bill says of being late in the office's own words, while no penalty policy is in force.

    ``may_be_late`` is what of its charges was not late before it came, ``None`` for a bill that is not late by itself.
    """
    if not settings.penalty_percent or face.total <= 0 or may_be_late is None:
        return None
    after = amount_after_due(
        face, percent=settings.penalty_percent, base=settings.penalty_base, charges=may_be_late
    )
    if after == face.total:
        return None
    base = (
        "the unpaid current charges"
        if settings.penalty_base is PenaltyBase.CURRENT_CHARGES
        else "the total due"
    )
    sentence = (
        f"A penalty of {settings.penalty_percent.normalize():f} percent of {base} "
        f"({format_money(after - face.total)}) is added after {due:%m/%d/%Y}"
    )
    return LateWords(due, after, sentence, settings.penalty_authority)


def _with_source(sentence: str, source: str) -> str:
    if not sentence.strip():
        return ""
    return f"{sentence.strip().rstrip('.')} ({source.strip()})." if source.strip() else sentence.strip()
