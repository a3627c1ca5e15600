"""Imported rows, typed or rejected with the reason; nothing here writes, the preview is all there is.

A cell is read as its column's type or refused, never bent: an identifier that a spreadsheet made a number or
a date has lost its zeros and is refused with the way to mend it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Generic, TypeVar

from sewerdesk.domain.importaccounts import AccountRow, account_row
from sewerdesk.domain.importcells import Reject, RowReader
from sewerdesk.domain.importfields import FIELDS, ImportKind, check_mapping
from sewerdesk.domain.metering import Installation, ReadingCode
from sewerdesk.domain.parcels import fold_identifier, sbl_key
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readingmatches import Pair, dial_problem
from sewerdesk.domain.returnfiles import CheckBook, CheckFact, ReturnRow
from sewerdesk.domain.sheettable import SheetTable


@dataclass(frozen=True, slots=True)
class ParcelRow:
    """A parcel of the roll; ``care_of`` is split off the second owner's column when it starts so."""

    line: int
    swis: str
    print_key: str
    sbl: str
    owner: str
    second_owner: str
    care_of: str
    location: str
    location_zip: str
    mail_lines: tuple[str, ...]
    mail_city: str
    mail_state: str
    mail_zip: str
    property_class: str
    roll_section: str
    district: str


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A delivered reading; ``unit`` and ``multiple`` are set when the file names a unit of its own."""

    line: int
    account: str
    meter: str
    read_date: date
    reading: Decimal
    code: ReadingCode
    unit: VolumeUnit | None
    multiple: Decimal | None
    note: str


ImportedRow = ParcelRow | AccountRow | ReadingRow | ReturnRow
R = TypeVar("R", ParcelRow, AccountRow, ReadingRow, ReturnRow)


@dataclass(frozen=True, slots=True)
class ImportContext:
    """What the office already holds, folded by ``fold_identifier``; ``None`` where it is not checked.

    ``meters`` pairs account and serial numbers; ``checks`` paid the receipts that stand. What is dated after
    ``today`` is refused.
    """

    print_keys: frozenset[str] | None = None
    existing_parcels: frozenset[tuple[str, str]] = frozenset()
    classes: frozenset[str] | None = None
    existing_accounts: frozenset[str] = frozenset()
    meters: frozenset[Pair] | None = None
    placed: Mapping[Pair, Sequence[Installation]] = field(default_factory=dict)
    today: date | None = None
    checks: tuple[CheckFact, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportPreview(Generic[R]):
    """What an import would write and what it would not; ``notes`` are for the eye, they reject nothing."""

    kind: ImportKind
    source: str
    sha256: str
    rows: tuple[R, ...]
    rejects: tuple[Reject, ...]
    notes: tuple[str, ...] = ()

    @property
    def rejected_rows(self) -> int:
        """How many rows have at least one reason against them."""
        return len({reject.row for reject in self.rejects})


@dataclass(slots=True)
class _Once:
    """Refuses the second row with the same key."""

    column: str
    seen: dict[Hashable, int] = field(default_factory=dict)

    def check(self, reader: RowReader, key: Hashable, *, shown: str, what: str) -> None:
        first = self.seen.setdefault(key, reader.line)
        if first != reader.line:
            reader.reject(
                self.column, shown, f"The same {what} is already in row {first}; remove one of them."
            )


def read_parcels(
    table: SheetTable, mapping: Mapping[str, str], *, context: ImportContext
) -> ImportPreview[ParcelRow]:
    """Parcels of a tax roll extract; a print key twice in one SWIS, or an SBL twice, is refused."""
    keys, sbls = _Once("print_key"), _Once("sbl")
    notes: list[str] = []

    def parcel(reader: RowReader) -> ParcelRow | None:
        swis, print_key, sbl = reader.text("swis"), reader.text("print_key"), reader.text("sbl")
        key = (swis, fold_identifier(print_key))
        if swis and print_key:
            keys.check(reader, key, shown=print_key, what="tax map number")
            if key in context.existing_parcels:
                reason = "This parcel is already in the office; enter changes on the parcel itself."
                reader.reject("print_key", print_key, reason)
        if sbl:
            sbls.check(reader, (swis, sbl), shown=sbl, what="SBL")
            expected = sbl_key(print_key)
            if expected is not None and expected != sbl:
                notes.append(
                    f"Row {reader.line}: the SBL {sbl} does not look like tax map number "
                    f"{print_key}; compare both "
                    f"with the roll."
                )
        return None if reader.rejected else _parcel_row(reader)

    return _preview(ImportKind.PARCELS, table, mapping, parcel, notes)


_CARE_OF = ("C/O", "C\\O", "%", "ATTN")


def _parcel_row(reader: RowReader) -> ParcelRow:
    second = reader.text("second_owner")
    is_care_of = second.upper().startswith(_CARE_OF)
    box = reader.text("po_box")
    if box and not box.upper().replace(".", "").startswith(("PO", "BOX")):
        box = f"PO Box {box}"
    lines = (reader.text("mail_address"), reader.text("mail_address_2"), box)
    location = f"{reader.text('location_number')} {reader.text('location_street')}".strip()
    return ParcelRow(
        line=reader.line,
        swis=reader.text("swis"),
        print_key=reader.text("print_key"),
        sbl=reader.text("sbl"),
        owner=reader.text("owner"),
        second_owner="" if is_care_of else second,
        care_of=second if is_care_of else "",
        location=location,
        location_zip=reader.text("location_zip"),
        mail_lines=tuple(line for line in lines if line),
        mail_city=reader.text("mail_city"),
        mail_state=reader.text("mail_state"),
        mail_zip=reader.text("mail_zip"),
        property_class=reader.text("property_class"),
        roll_section=reader.text("roll_section"),
        district=reader.text("district"),
    )


def read_accounts(
    table: SheetTable, mapping: Mapping[str, str], *, context: ImportContext
) -> ImportPreview[AccountRow]:
    """Accounts; each parcel must be in the office, each number and meter once, each meter complete."""
    numbers, serials = _Once("account"), _Once("meter_serial")

    def account(reader: RowReader) -> AccountRow | None:
        number, serial = reader.text("account"), reader.text("meter_serial")
        if number:
            numbers.check(reader, fold_identifier(number), shown=number, what="account number")
        if serial:
            serials.check(reader, fold_identifier(serial), shown=serial, what="meter")
        _check_known(reader, context)
        return account_row(reader, today=context.today)

    return _preview(ImportKind.ACCOUNTS, table, mapping, account, [])


def _check_known(reader: RowReader, context: ImportContext) -> None:
    number, print_key = reader.text("account"), reader.text("print_key")
    if fold_identifier(number) in context.existing_accounts:
        reader.reject(
            "account", number, "This account is already in the office; enter changes on the account."
        )
    if print_key and context.print_keys is not None and fold_identifier(print_key) not in context.print_keys:
        reason = "No parcel with this tax map number is in the office; import or enter the parcel first."
        reader.reject("print_key", print_key, reason)
    class_code = reader.text("class_code")
    if class_code and context.classes is not None and class_code not in context.classes:
        known = ", ".join(sorted(context.classes)) or "none yet"
        reader.reject(
            "class_code", class_code, f"This rate class is not in the office; its classes are {known}."
        )


def read_readings(
    table: SheetTable, mapping: Mapping[str, str], *, context: ImportContext
) -> ImportPreview[ReadingRow]:
    """Readings; each meter once a day, at the account it is installed at, not in the future."""
    days = _Once("meter")

    def reading(reader: RowReader) -> ReadingRow | None:
        account, meter = reader.text("account"), reader.text("meter")
        read_date, value = reader.day("read_date"), reader.number("reading")
        unit, multiple = reader.unit("unit")
        code = reader.read_code("read_code")
        pair = (fold_identifier(account), fold_identifier(meter))
        if account and meter and context.meters is not None and pair not in context.meters:
            reason = (
                f"This meter is not installed at account {account}; correct it or enter the meter change."
            )
            reader.reject("meter", meter, reason)
        if read_date is not None:
            days.check(reader, (pair[1], read_date), shown=meter, what="meter and date")
            if context.today is not None and read_date > context.today:
                reader.reject("read_date", reader.raw("read_date"), "The date is in the future; correct it.")
        if reader.rejected or read_date is None or value is None:
            return None
        row = ReadingRow(
            reader.line, account, meter, read_date, value, code, unit, multiple, reader.text("note")
        )
        wrong = pair in context.placed and dial_problem(
            context.placed[pair],
            account=account,
            serial=meter,
            read_on=read_date,
            reading=value,
            measure=(unit, multiple),
        )
        if wrong:
            reader.reject(wrong[0], reader.raw(wrong[0]), wrong[1])
        return row

    return _preview(ImportKind.READINGS, table, mapping, reading, [])


def read_returns(
    table: SheetTable, mapping: Mapping[str, str], *, context: ImportContext
) -> ImportPreview[ReturnRow]:
    """Checks that the bank sent back, each with the receipt that it paid; what fits none or two is refused."""
    book = CheckBook(context.checks, context.today)
    preview = _preview(ImportKind.RETURNS, table, mapping, book.read, [])
    return replace(preview, notes=(book.summary(), *preview.notes))


AnyPreview = (
    ImportPreview[ParcelRow]
    | ImportPreview[AccountRow]
    | ImportPreview[ReadingRow]
    | ImportPreview[ReturnRow]
)


def read_rows(
    table: SheetTable, mapping: Mapping[str, str], kind: ImportKind, *, context: ImportContext
) -> AnyPreview:
    """Read a table as one kind of import; ``UserError`` when its columns do not fit."""
    match kind:
        case ImportKind.PARCELS:
            return read_parcels(table, mapping, context=context)
        case ImportKind.ACCOUNTS:
            return read_accounts(table, mapping, context=context)
        case ImportKind.READINGS:
            return read_readings(table, mapping, context=context)
        case ImportKind.RETURNS:
            return read_returns(table, mapping, context=context)


def _preview(
    kind: ImportKind,
    table: SheetTable,
    mapping: Mapping[str, str],
    build: Callable[[RowReader], R | None],
    notes: Iterable[str],
) -> ImportPreview[R]:
    check_mapping(table.headers, mapping, kind=kind, name=table.name)
    rows: list[R] = []
    rejects: list[Reject] = []
    for reader in RowReader.over(table, mapping, FIELDS[kind]):
        row = build(reader)
        rejects.extend(reader.rejects)
        if row is not None and not reader.rejected:
            rows.append(row)
    return ImportPreview(
        kind, table.name, table.sha256, tuple(rows), tuple(rejects), (*table.warnings, *notes)
    )


def rejected_sheet(
    table: SheetTable, rejects: Iterable[Reject]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and rows of a sheet of the rejected rows: row number, why, then the row as it was."""
    reasons: dict[int, list[str]] = {}
    for reject in rejects:
        where = f"{reject.column}: " if reject.column else ""
        reasons.setdefault(reject.row, []).append(f"{where}{reject.reason}")
    found = [
        (str(row.number), " ".join(reasons[row.number]), *(cell.text for cell in row.cells))
        for row in table.rows
        if row.number in reasons
    ]
    return ("Row", "Why it was rejected", *table.headers), found
