"""What can be imported, which columns that takes, and the names such columns go by in files.

Parcel columns follow the New York real property system's extracts (SWIS, PRINT_KEY, PRIMARY_OWNER …).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sewerdesk.domain.errors import UserError


class ImportKind(StrEnum):
    """The kinds of file the office imports."""

    PARCELS = "parcels"
    ACCOUNTS = "accounts"
    READINGS = "readings"
    RETURNS = "returns"


class FieldType(StrEnum):
    """How a column's cells are read."""

    TEXT = "text"
    IDENTIFIER = "identifier"
    SWIS = "SWIS code"
    SBL = "SBL"
    PRINT_KEY = "print key"
    ZIP = "ZIP code"
    NUMBER = "number"
    MONEY = "amount of money"
    WHOLE = "whole number"
    DATE = "date"
    STATUS = "status"
    READ_CODE = "reading code"
    UNIT = "unit of volume"


@dataclass(frozen=True, slots=True)
class ImportField:
    """A target field: its label, the headings it is known by (best first) and how to read it."""

    name: str
    label: str
    aliases: tuple[str, ...]
    type: FieldType = FieldType.TEXT
    required: bool = False
    longest: int = 120


_ID, _TEXT = FieldType.IDENTIFIER, FieldType.TEXT

_PRINT_KEY = ImportField(
    "print_key",
    "tax map number (print key)",
    ("PRINT_KEY", "PRINTKEY", "TAX_MAP", "TAX_MAP_NO", "TAX_MAP_NUMBER", "TAX_ID", "PARCEL_ID"),
    FieldType.PRINT_KEY,
    required=True,
    longest=25,
)
_ACCOUNT = ImportField(
    "account",
    "account number",
    ("ACCOUNT", "ACCOUNT_NO", "ACCOUNT_NUMBER", "ACCT", "ACCT_NO", "ACCOUNT_ID"),
    _ID,
    required=True,
    longest=20,
)

FIELDS: Mapping[ImportKind, tuple[ImportField, ...]] = {
    ImportKind.PARCELS: (
        ImportField("swis", "SWIS code", ("SWIS", "SWIS_CODE", "SWISCODE"), FieldType.SWIS, required=True),
        _PRINT_KEY,
        ImportField("sbl", "SBL (20 digits)", ("SBL", "SBL20", "SBL_20", "PARCEL_KEY"), FieldType.SBL),
        ImportField(
            "owner", "owner", ("PRIMARY_OWNER", "OWNER", "OWNER_NAME", "OWNER1", "OWNER_1"), required=True
        ),
        ImportField("second_owner", "second owner or C/O", ("ADD_OWNER", "OWNER2", "OWNER_2", "CARE_OF")),
        ImportField(
            "location_number", "house number", ("LOC_ST_NBR", "LOC_NBR", "HOUSE_NO", "STREET_NO"), longest=15
        ),
        ImportField(
            "location_street",
            "road",
            ("LOC_STREET", "PARCEL_ADDR", "LOCATION", "STREET", "ROAD"),
            required=True,
        ),
        ImportField("location_zip", "ZIP code of the place", ("LOC_ZIP",), FieldType.ZIP),
        ImportField(
            "mail_address", "mailing address", ("MAIL_ADDR", "MAIL_ADDRESS", "MAILING_ADDRESS", "ADDRESS")
        ),
        ImportField(
            "mail_address_2", "mailing address, line 2", ("MAIL_ADDR2", "MAIL_ADDR_2", "ADD_MAIL_ADDR")
        ),
        ImportField("po_box", "post office box", ("PO_BOX", "POBOX", "MAIL_PO_BOX"), longest=20),
        ImportField("mail_city", "mailing city", ("MAIL_CITY", "CITY"), longest=60),
        ImportField("mail_state", "mailing state", ("MAIL_STATE", "STATE"), longest=40),
        ImportField(
            "mail_zip", "mailing ZIP code", ("MAIL_ZIP", "ZIP", "ZIP_CODE", "MAIL_ZIPCODE"), FieldType.ZIP
        ),
        ImportField(
            "property_class", "property class", ("PROP_CLASS", "PROPERTY_CLASS", "CLASS_CODE"), longest=6
        ),
        ImportField("roll_section", "roll section", ("ROLL_SECTION", "ROLL_SECT", "ROLLSECT"), longest=4),
        ImportField("district", "sewer district", ("DISTRICT", "SEWER_DISTRICT", "SD_CODE"), longest=20),
    ),
    ImportKind.ACCOUNTS: (
        _ACCOUNT,
        ImportField("old_account", "old account number", ("OLD_ACCOUNT", "OLD_ACCT"), _ID, longest=20),
        ImportField("swis", "SWIS code", ("SWIS", "SWIS_CODE", "SWISCODE"), FieldType.SWIS),
        _PRINT_KEY,
        ImportField("class_code", "rate class", ("CLASS", "RATE_CLASS", "RATE"), required=True, longest=20),
        ImportField("units", "units (EDU)", ("EDU", "EDUS", "UNITS"), FieldType.NUMBER, required=True),
        ImportField("status", "status", ("STATUS", "ACCT_STATUS"), FieldType.STATUS),
        ImportField("start", "first day", ("START", "START_DATE", "OPENED"), FieldType.DATE, required=True),
        ImportField("bill_to", "bill to, if not the owner", ("BILL_TO", "BILL_NAME")),
        ImportField(
            "meter_serial", "meter serial number", ("METER_SERIAL", "METER", "SERIAL"), _ID, longest=24
        ),
        ImportField("digits", "digits of the dial", ("DIGITS", "DIALS"), FieldType.WHOLE),
        ImportField("multiplier", "multiplier", ("MULTIPLIER", "MULT"), FieldType.NUMBER),
        ImportField("meter_unit", "unit of the meter", ("METER_UNIT", "UNIT"), FieldType.UNIT),
        ImportField(
            "opening_reading", "opening reading", ("OPENING_READING", "START_READING"), FieldType.NUMBER
        ),
        ImportField(
            "opening_date", "date of the opening reading", ("OPENING_DATE", "START_READ_DATE"), FieldType.DATE
        ),
        ImportField("note", "note", ("NOTE", "NOTES", "REMARKS"), longest=500),
    ),
    ImportKind.READINGS: (
        _ACCOUNT,
        ImportField(
            "meter",
            "meter serial number",
            ("METER", "METER_SERIAL", "METER_ID"),
            _ID,
            required=True,
            longest=24,
        ),
        ImportField(
            "read_date",
            "reading date",
            ("READ_DATE", "DATE", "READING_DATE", "READ_TIME", "READ_DATETIME"),
            FieldType.DATE,
            required=True,
        ),
        ImportField(
            "reading", "reading", ("READING", "READ", "CURRENT_READ"), FieldType.NUMBER, required=True
        ),
        ImportField("read_code", "reading code", ("READ_CODE", "CODE", "READ_METHOD"), FieldType.READ_CODE),
        ImportField("unit", "unit", ("UNITS", "READ_UNIT", "UNIT"), FieldType.UNIT),
        ImportField("note", "note", ("NOTE", "NOTES"), longest=500),
    ),
    ImportKind.RETURNS: (
        ImportField(
            "check_number",
            "check number",
            ("CHECK_NUMBER", "CHECK_NO", "CHECK", "CHECK_SERIAL", "SERIAL_NUMBER", "ITEM_NUMBER"),
            required=True,
            longest=20,
        ),
        ImportField(
            "amount",
            "amount",
            ("AMOUNT", "CHECK_AMOUNT", "ITEM_AMOUNT", "RETURN_AMOUNT"),
            FieldType.MONEY,
            required=True,
        ),
        ImportField(
            "returned_on",
            "date returned",
            ("DATE_RETURNED", "RETURN_DATE", "RETURNED_ON", "RETURNED", "DATE"),
            FieldType.DATE,
            required=True,
        ),
        ImportField(
            "bank_reason",
            "bank's reason",
            ("REASON", "RETURN_REASON", "REASON_DESCRIPTION", "BANK_REASON"),
            required=True,
        ),
        ImportField(
            "deposited_on",
            "deposit date",
            ("DEPOSIT_DATE", "DATE_DEPOSITED", "DEPOSITED_ON", "DEPOSITED"),
            FieldType.DATE,
        ),
    ),
}

Mapped = Mapping[str, str]


def plain_header(header: str) -> str:
    """A heading as compared: capitals, digits and single underscores (``Print Key`` is ``PRINT_KEY``)."""
    return re.sub(r"[^A-Z0-9]+", "_", header.upper()).strip("_")


def suggest_mapping(headers: Sequence[str], *, kind: ImportKind) -> dict[str, str]:
    """Target field → heading for every field whose column is recognized; each column is used once."""
    known: dict[str, str] = {}
    for header in headers:
        known.setdefault(plain_header(header), header)
    mapping: dict[str, str] = {}
    for target in FIELDS[kind]:
        for alias in target.aliases:
            if alias in known:
                mapping[target.name] = known.pop(alias)
                break
    return mapping


def guess_kind(headers: Sequence[str]) -> ImportKind | None:
    """The kind of file whose required columns are all there, the one with most columns recognized."""
    fits = []
    for kind, fields in FIELDS.items():
        mapping = suggest_mapping(headers, kind=kind)
        if all(target.name in mapping for target in fields if target.required):
            fits.append((len(mapping), kind))
    return max(fits, key=lambda fit: fit[0])[1] if fits else None


def check_mapping(headers: Sequence[str], mapping: Mapped, *, kind: ImportKind, name: str) -> None:
    """``UserError`` naming the file and every required column that is missing or chosen wrongly."""
    names = {target.name for target in FIELDS[kind]}
    for target_name, header in mapping.items():
        if target_name not in names:
            raise UserError(f"{target_name} is not a field of {kind}; choose the columns again.")
        if header not in headers:
            raise UserError(f"{name} has no column “{header}”; choose the columns again.")
        if headers.count(header) > 1:
            raise UserError(f"{name} has two columns “{header}”; rename one of them in the file.")
    used = list(mapping.values())
    for header in used:
        if used.count(header) > 1:
            raise UserError(
                f"The column “{header}” of {name} is chosen twice; choose another for one of them."
            )
    missing = [t for t in FIELDS[kind] if t.required and t.name not in mapping]
    if missing:
        wanted = ", ".join(f"{t.label} ({t.aliases[0]})" for t in missing)
        shown = ", ".join(headers) if headers else "none"
        raise UserError(
            f"{name} is no {kind} file as it stands: it has no column for {wanted}. Its columns are {shown}. "
            f"Choose the columns yourself or ask for the file again."
        )
