"""Columns of parcels, of their owners, permits and cases, and the forms for a new parcel and a new owner."""

from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.cases import CaseRow
from sewerdesk.domain.counter import PermitRow
from sewerdesk.domain.parcels import Parcel
from sewerdesk.domain.registers import AccountRow, ParcelRow, PartyDraft, RoleView
from sewerdesk.ui.forms.address import ADDRESS_FIELDS
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.accounts.specs import money_chip
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

PARCEL_COLUMNS: tuple[Column[ParcelRow], ...] = (
    Column(key="print_key", title="Tax map no.", value=lambda row: row.print_key, width=15),
    Column(key="location", title="Location", value=lambda row: row.location, width=24),
    Column(key="owner", title="Owner", value=lambda row: row.owner, width=24),
    Column(key="accounts", title="Accounts", value=lambda row: row.accounts, kind=CellKind.NUMBER, width=9),
    Column(key="class", title="Class", value=lambda row: row.property_class, width=7, hidden=True),
    Column(key="district", title="District", value=lambda row: row.district, width=14, hidden=True),
    Column(key="sbl", title="SBL", value=lambda row: row.sbl, width=22, hidden=True),
    Column(key="swis", title="SWIS", value=lambda row: row.swis, width=8, hidden=True),
)
PARCEL_CHIPS: tuple[FilterChip[ParcelRow], ...] = (
    FilterChip("none", "No account", lambda row: not row.accounts),
    FilterChip("several", "Several accounts", lambda row: row.accounts > 1),
    FilterChip("outside", "Outside the district", lambda row: not row.in_district),
)
ROLE_COLUMNS: tuple[Column[RoleView], ...] = (
    Column(
        key="name",
        title="Owner",
        value=lambda row: row.party.name,
        width=26,
        tooltip=lambda row: row.party.address.one_line,
    ),
    Column(key="from", title="From", value=lambda row: row.start, kind=CellKind.DATE, width=11),
    Column(key="until", title="Until", value=lambda row: row.until, kind=CellKind.DATE, width=11),
    Column(key="address", title="Mail goes to", value=lambda row: row.party.address.one_line, width=36),
    Column(key="reason", title="Why", value=lambda row: row.reason, width=24),
)
ACCOUNT_COLUMNS: tuple[Column[AccountRow], ...] = (
    Column(key="number", title="Account", value=lambda row: row.number, width=11),
    Column(key="name", title="Bill goes to", value=lambda row: row.name, width=24),
    Column(key="state", title="Stands", value=money_chip, kind=CellKind.STATUS, width=12),
    Column(
        key="balance",
        title="Balance",
        value=lambda row: row.balance,
        kind=CellKind.MONEY,
        width=12,
        summed=True,
    ),
)
PERMIT_COLUMNS: tuple[Column[PermitRow], ...] = (
    Column(key="number", title="Permit", value=lambda row: row.number, width=14),
    Column(key="state", title="State", value=lambda row: row.state.label, width=16),
    Column(key="issued", title="Issued", value=lambda row: row.issued_on, kind=CellKind.DATE, width=11),
    Column(key="who", title="Contractor", value=lambda row: row.contractor, width=24),
)
CASE_COLUMNS: tuple[Column[CaseRow], ...] = (
    Column(key="number", title="Case", value=lambda row: row.number, width=14),
    Column(
        key="state",
        title="State",
        value=lambda row: Status("Open", Tone.CAUTION) if row.is_open else Status("Closed", Tone.NEUTRAL),
        kind=CellKind.STATUS,
        width=11,
    ),
    Column(key="opened", title="Opened", value=lambda row: row.opened_on, kind=CellKind.DATE, width=11),
    Column(key="due", title="Due", value=lambda row: row.due_on, kind=CellKind.DATE, width=11),
    Column(key="sections", title="Sections", value=lambda row: row.sections, width=28),
)

_NAME = (
    FieldSpec("name", "Name", required=True, max_len=200, help="As it is printed on bills and notices."),
    FieldSpec("phone", "Telephone", FieldKind.PHONE),
    FieldSpec("email", "E-mail", max_len=200),
)


@dataclass(frozen=True, slots=True)
class OwnerForm(PartyDraft):
    """A new owner of record as typed."""

    since: date | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ParcelForm(PartyDraft):
    """A parcel that the county's file does not hold yet, as typed, with its owner."""

    swis: str = ""
    print_key: str = ""
    sbl: str = ""
    location: str = ""
    property_class: str = ""
    district: str = ""
    in_district: bool | None = True
    since: date | None = None

    @property
    def facts(self) -> Parcel:
        """The parcel."""
        return Parcel(
            swis=self.swis,
            print_key=self.print_key,
            sbl=self.sbl,
            location=self.location,
            district=self.district,
            in_district=self.in_district is not False,
            property_class=self.property_class,
        )


OWNER_FORM: FormSpec[OwnerForm] = FormSpec(
    OwnerForm,
    (
        Section("New owner", _NAME),
        Section("Where mail goes", ADDRESS_FIELDS),
        Section(
            "",
            (
                FieldSpec("since", "Owner from", FieldKind.DATE, required=True, help="The day of the deed."),
                FieldSpec(
                    "reason",
                    "Deed, transfer or other ground",
                    max_len=200,
                    width=Width.LINE,
                    required=True,
                ),
            ),
        ),
    ),
    verb="record the owner",
)
PARCEL_FORM: FormSpec[ParcelForm] = FormSpec(
    ParcelForm,
    (
        Section(
            "Parcel",
            (
                FieldSpec("swis", "SWIS code", required=True, max_len=6, width=Width.ZIP),
                FieldSpec("print_key", "Tax map number", FieldKind.PRINT_KEY, required=True),
                FieldSpec("sbl", "SBL", max_len=20, width=Width.PHONE, help="As the county gives it."),
                FieldSpec("location", "House number and street", required=True, max_len=200),
                FieldSpec("property_class", "Property class", max_len=3, width=Width.SHORT),
                FieldSpec("district", "Sewer district", max_len=60),
                FieldSpec("in_district", "Is it inside the district?", FieldKind.YES_NO, required=True),
            ),
        ),
        Section("Owner", _NAME),
        Section("Where mail goes", ADDRESS_FIELDS),
        Section("", (FieldSpec("since", "Owner from", FieldKind.DATE, required=True),)),
    ),
    verb="enter the parcel",
)
