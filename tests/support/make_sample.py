"""Makes the sample office's spreadsheets, always the same: ``python -m tests.support.make_sample FOLDER``.

Owners are random pairs from lists of common given and family names, roads are made up, and the hard cases of
real rolls (leading zeros, accents, C/O lines, odd firm names, two accounts on a parcel …) are put in by hand.
"""

import io
import random
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from sewerdesk.domain.parcels import sbl_key
from tests.support.sample_names import (
    AWAY,
    FAMILY_NAMES,
    FIRMS,
    GIVEN_NAMES,
    HARD_OWNERS,
    ROADS,
)

SEED = 12836
SWIS = "523400"
PARCELS = 436
SECTIONS = ("9.16", "9.20", "25.08", "26.13", "26.17", "42.8", "43.5", "60.9")
OPENING = date(2026, 6, 29)
FIXED_TIME = (2026, 1, 2, 0, 0, 0)

PARCEL_HEADERS = [
    "SWIS",
    "PRINT_KEY",
    "SBL",
    "PRIMARY_OWNER",
    "ADD_OWNER",
    "LOC_ST_NBR",
    "LOC_STREET",
    "LOC_ZIP",
    "MAIL_ADDR",
    "MAIL_ADDR2",
    "PO_BOX",
    "MAIL_CITY",
    "MAIL_STATE",
    "MAIL_ZIP",
    "PROP_CLASS",
    "ROLL_SECTION",
    "DISTRICT",
]
ACCOUNT_HEADERS = [
    "ACCOUNT",
    "OLD_ACCOUNT",
    "PRINT_KEY",
    "CLASS",
    "EDU",
    "STATUS",
    "START",
    "METER_SERIAL",
    "DIGITS",
    "MULTIPLIER",
    "OPENING_READING",
    "OPENING_DATE",
    "NOTE",
]
READING_HEADERS = ["account", "meter", "read_date", "reading", "read_code", "units", "note"]

Value = str | int | Decimal | date | None


@dataclass(slots=True)
class Account:
    """One made account with the counts of its meter at the opening and after each quarter."""

    number: str
    print_key: str
    units: str
    status: str
    start: date
    old: str
    serial: str = ""
    digits: int = 0
    multiplier: int = 0
    opening: int = 0
    counts: list[int] = field(default_factory=list)
    note: str = ""

    def row(self) -> list[Value]:
        """The account as a row of the sheet."""
        meter: list[Value] = [None, None, None, None, None]
        if self.serial:
            meter = [self.serial, self.digits, self.multiplier, f"{self.opening:0{self.digits}d}", OPENING]
        rate_class = "MET" if self.serial else "RES"
        return [
            self.number,
            self.old,
            self.print_key,
            rate_class,
            Decimal(self.units),
            self.status,
            self.start,
            *meter,
            self.note,
        ]


def make_parcels(rng: random.Random) -> list[list[Value]]:
    """The roll: lots in order along made-up roads, every owner made up."""
    rows: list[list[Value]] = []
    for number in range(PARCELS):
        section = SECTIONS[number * len(SECTIONS) // PARCELS]
        place = number - sum(1 for n in range(number) if SECTIONS[n * len(SECTIONS) // PARCELS] != section)
        sub_lot = f".{rng.randint(1, 12)}" if rng.random() < 0.2 else ""
        print_key = f"{section}-{1 + place // 20}-{1 + place % 20}{sub_lot}"
        owner, second = _owner(rng, number)
        road = ROADS[number * len(ROADS) // PARCELS]
        house = str(2 + 3 * (number % 40)) if number % 25 else f"{2 + number % 40:04d}"
        property_class = _property_class(rng, number)
        mail = _mailing(rng, number, house, road)
        district = "SD1" if number < PARCELS * 2 // 3 else "SD2"
        sbl = sbl_key(print_key)
        rows.append(
            [SWIS, print_key, sbl, owner, second, house, road, "12836", *mail, property_class, "1", district]
        )
    return rows


def _owner(rng: random.Random, number: int) -> tuple[str, str]:
    if number in HARD_OWNERS:
        return HARD_OWNERS[number]
    if number % 14 == 3:
        return FIRMS[number // 14 % len(FIRMS)], ""
    given, other = rng.sample(GIVEN_NAMES, 2)
    family = rng.choice(FAMILY_NAMES)
    roll = rng.random()
    if roll < 0.25:
        return f"{given} {family}", f"{other} {family}"
    if roll < 0.35:
        return f"{given} {rng.choice('ABCDEJLMRST')}. {family}", ""
    if roll < 0.42:
        return f"{family} Family Trust", f"C/O {given} {family}, Trustee"
    return f"{given} {family}", ""


def _property_class(rng: random.Random, number: int) -> str:
    if number % 11 == 7:
        return rng.choice(["311", "314", "312"])
    if number % 14 == 3:
        return rng.choice(["415", "418", "421", "484", "570", "260"])
    return rng.choice(["210", "210", "210", "260", "260", "220", "280"])


def _mailing(rng: random.Random, number: int, house: str, road: str) -> list[Value]:
    """MAIL_ADDR, MAIL_ADDR2, PO_BOX, MAIL_CITY, MAIL_STATE, MAIL_ZIP."""
    roll = rng.random()
    if roll < 0.3:
        box = f"{rng.randint(1, 980):04d}" if number % 3 == 0 else str(rng.randint(1, 980))
        return ["", "", box, "Hague", "NY", f"12836-{int(box):04d}"]
    if roll < 0.6:
        return [f"{house} {road}", "", "", "Hague", "NY", "12836"]
    street, city, state, zip_code = rng.choice(AWAY)
    unit = f"Apt {rng.randint(1, 9)}{rng.choice('ABC')}" if rng.random() < 0.25 else ""
    zip_code = f"{zip_code}-{rng.randint(1, 9999):04d}" if rng.random() < 0.3 else zip_code
    return [f"{rng.randint(2, 480)} {street}", unit, "", city, state, zip_code]


def make_accounts(rng: random.Random, parcels: Sequence[Sequence[Value]]) -> list[Account]:
    """An account for each built parcel, a second one on some; vacant land has none."""
    accounts: list[Account] = []
    for number, parcel in enumerate(parcels):
        if str(parcel[14]).startswith("31"):
            continue
        for place in range(2 if number % 90 == 10 else 1):
            account = f"{1001 + len(accounts):08d}"
            accounts.append(
                Account(
                    number=account,
                    print_key=str(parcel[1]),
                    units=_units(rng, number, place),
                    status=_status(number),
                    start=date(2003, 4, 1) + timedelta(days=rng.randint(0, 6500)),
                    old=f"0{len(accounts) + 301:03d}-{rng.randint(0, 9)}",
                    note="Upstairs apartment" if place else "",
                )
            )
    metered = [account for n, account in enumerate(accounts) if n % 6 == 4]
    for n, with_meter in enumerate(metered):
        _give_meter(rng, with_meter, n)
    return accounts


def _units(rng: random.Random, number: int, place: int) -> str:
    if place:
        return "0.5"
    if number % 14 == 3:
        return rng.choice(["2", "3.5", "6", "12", "1.25", "2.75"])
    if number % 37 == 5:
        return rng.choice(["0.375", "0.5", "1.5"])
    return "1"


def _status(number: int) -> str:
    if number % 53 == 20:
        return "vacant"
    if number % 29 == 11:
        return "seasonal"
    return {200: "disconnected", 12: "exempt"}.get(number, "active")


def _give_meter(rng: random.Random, account: Account, n: int) -> None:
    account.serial = f"{rng.randint(1000, 99999):08d}"
    account.digits, account.multiplier = [(6, 10), (5, 100), (4, 100), (6, 1), (5, 10)][n % 5]
    gallons = rng.randint(7, 38) * 1000 if account.units == "1" else rng.randint(40, 190) * 1000
    account.opening = rng.randint(100, 10**account.digits // 3)
    total = account.opening
    for season in (1.25, 0.85):
        total += int(gallons * season * rng.uniform(0.85, 1.15)) // account.multiplier
        account.counts.append(total)


def make_readings(accounts: Sequence[Account]) -> tuple[list[list[str]], list[list[str]]]:
    """Readings of both quarters: with a rollover, a missing, a zero, a high and an estimated one."""
    metered = [account for account in accounts if account.serial]
    rolled = next(account for account in metered if account.digits == 4)
    rolled.opening, rolled.counts = 9752, [9987, 10042]
    zero, high, missing = metered[7], metered[11], metered[15]
    zero.counts[1] = zero.counts[0]
    high.counts[1] = high.counts[0] + 5 * (high.counts[0] - high.opening)
    summer = [_reading(account, n, account.counts[0], date(2026, 9, 28)) for n, account in enumerate(metered)]
    winter = [
        _reading(account, n, account.counts[1], date(2026, 12, 28))
        for n, account in enumerate(metered)
        if account is not missing
    ]
    return summer, winter


def _reading(account: Account, n: int, count: int, first_day: date) -> list[str]:
    read_on = first_day + timedelta(days=n % 3)
    shown = count % 10**account.digits
    estimated = n == 21
    if n == 6:  # the water company sends this one in whole gallons
        return [
            account.number,
            account.serial,
            read_on.isoformat(),
            str(shown * account.multiplier),
            "A",
            "GAL",
            "",
        ]
    return [
        account.number,
        account.serial,
        read_on.isoformat(),
        f"{shown:0{account.digits}d}",
        "E" if estimated else "A",
        "",
        "Gate locked, estimated" if estimated else "",
    ]


def write_book(path: Path, *, title: str, headers: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    """A workbook with text for every identifier, real dates, and the same bytes each time."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = title
    for column, header in enumerate(headers, start=1):
        sheet.cell(1, column, header).font = Font(bold=True)
        longest = max(len(str(row[column - 1] or "")) for row in rows)
        sheet.column_dimensions[get_column_letter(column)].width = min(40, max(len(header), longest) + 3)
    for number, row in enumerate(rows, start=2):
        for column, value in enumerate(row, start=1):
            if value in ("", None):
                continue
            cell = sheet.cell(number, column)
            if isinstance(value, str):
                cell.value = value
                cell.data_type = "s"  # so that =1+1 LLC stays a name
                cell.number_format = "@"
            else:
                cell.value = value
                if isinstance(value, date):
                    cell.number_format = "mm/dd/yyyy"
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    stream = io.BytesIO()
    book.save(stream)
    path.write_bytes(_timeless(stream.getvalue()))


def _timeless(data: bytes) -> bytes:
    """The same workbook without the time of its making."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            body = source.read(name)
            if name == "docProps/core.xml":
                head, _, _ = body.partition(b"<dcterms:created")
                body = head + b"</cp:coreProperties>"
            target.writestr(zipfile.ZipInfo(name, FIXED_TIME), body, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def write_readings(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """A text file as a water company sends it."""
    lines = [",".join(READING_HEADERS)]
    lines += [",".join(f'"{cell}"' if "," in cell else cell for cell in row) for row in rows]
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode())


def make_sample(folder: Path) -> None:
    """Write all spreadsheets of the sample office into a folder."""
    rng = random.Random(SEED)
    parcels = make_parcels(rng)
    accounts = make_accounts(rng, parcels)
    summer, winter = make_readings(accounts)
    write_book(folder / "parcels.xlsx", title="Parcels", headers=PARCEL_HEADERS, rows=parcels)
    write_book(
        folder / "accounts.xlsx",
        title="Accounts",
        headers=ACCOUNT_HEADERS,
        rows=[account.row() for account in accounts],
    )
    write_readings(folder / "readings-2026Q3.csv", summer)
    write_readings(folder / "readings-2026Q4.csv", winter)


if __name__ == "__main__":
    make_sample(Path(sys.argv[1]))
