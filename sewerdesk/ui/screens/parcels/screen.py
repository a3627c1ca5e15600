"""The page "Parcels": the roll, and beside it owners by date, accounts, permits and cases of one parcel."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.cases import CaseRow
from sewerdesk.domain.counter import PermitRow
from sewerdesk.domain.registers import AccountRow, ParcelRow, ParcelView, RoleView
from sewerdesk.services.account_money import parcel_work
from sewerdesk.services.parcels import add_parcel, change_owner, list_parcels, parcel_view
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.opening import open_form
from sewerdesk.ui.screens.parcels.specs import (
    ACCOUNT_COLUMNS,
    CASE_COLUMNS,
    OWNER_FORM,
    PARCEL_CHIPS,
    PARCEL_COLUMNS,
    PARCEL_FORM,
    PERMIT_COLUMNS,
    ROLE_COLUMNS,
    OwnerForm,
    ParcelForm,
)
from sewerdesk.ui.screens.registry import screen_of_kind
from sewerdesk.ui.tables import Column, RecordTable, Status, row_id
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

Row = TypeVar("Row")
_SUBTITLE = "The assessment roll: who owns what, and what is connected."
_EMPTY = "Parcels of the roll are listed here. Import the county's file under Import, or enter one."
_NO_ACCOUNT = "No account on this parcel. A passed final inspection opens one."
_NO_PERMIT = "No permit was issued for this parcel."
_NO_CASE = "No case was opened on this parcel."


class ParcelPane(DetailPane):
    """Shows a parcel; Enter on an account, permit or case goes there."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose a parcel to see its owners, accounts, permits and cases.", parent)
        self._context = context
        self._facts = KeyValueGrid(columns=2)
        self.owners: RecordTable[RoleView] = self._table(ROLE_COLUMNS, "owners", "Owners", "No owner.")
        self.accounts: RecordTable[AccountRow] = self._table(
            ACCOUNT_COLUMNS, "accounts", "Accounts", _NO_ACCOUNT
        )
        self.permits: RecordTable[PermitRow] = self._table(PERMIT_COLUMNS, "permits", "Permits", _NO_PERMIT)
        self.cases: RecordTable[CaseRow] = self._table(CASE_COLUMNS, "cases", "Cases", _NO_CASE)
        for key, title, table in (
            ("owners", "Owners", self.owners),
            ("accounts", "Accounts", self.accounts),
            ("permits", "Permits", self.permits),
            ("cases", "Cases", self.cases),
        ):
            self.add_tab(key, title, table)
        self.add_tab("details", "Details", self._facts, scrolls=True)
        self.accounts.row_activated.connect(self._open_account)
        self.permits.row_activated.connect(self._open_permit)
        self.cases.row_activated.connect(self._open_case)

    def _table(self, columns: tuple[Column[Row], ...], name: str, title: str, empty: str) -> RecordTable[Row]:
        table: RecordTable[Row] = RecordTable(
            columns, name=f"parcel-{name}", title=title, store=self._context.views, empty=empty
        )
        table.filter_line.hide()
        table.columns_button.hide()
        return table

    def show_parcel(self, view: ParcelView) -> None:
        """Show a parcel."""
        row = view.row
        chips = [] if row.in_district else [Status("Outside the district", Tone.CAUTION)]
        self.show_header(
            row.location or row.print_key,
            " · ".join(part for part in (f"Tax map {row.print_key}", row.owner) if part),
            chips=chips,
        )
        work = parcel_work(self._context.ws, parcel_id=row.id)
        self.owners.set_rows([role for role in reversed(view.roles) if role.role == "owner"])
        self.accounts.set_rows(view.accounts)
        self.permits.set_rows(work.permits)
        self.cases.set_rows(work.cases)
        for place, (title, count) in enumerate(
            (
                ("Owners", 0),
                ("Accounts", len(view.accounts)),
                ("Permits", len(work.permits)),
                ("Cases", len(work.cases)),
            )
        ):
            self.tabs.setTabText(place, f"{title} ({count})" if count else title)
        self._facts.set_pairs(
            (
                ("Location", f"{row.location} {view.location_city} {view.location_zip}".strip()),
                ("SWIS", row.swis),
                ("Tax map number (print key)", row.print_key),
                ("SBL", row.sbl),
                ("Property class", row.property_class),
                ("Sewer district", row.district or ("Inside" if row.in_district else "Outside")),
                ("Note", view.note),
            )
        )

    def _go(self, kind: str, record_id: int) -> None:
        screen = screen_of_kind(kind)
        if screen:
            self._context.navigator.open(Route(screen, record_id))

    @Slot(object)
    def _open_account(self, row: AccountRow) -> None:
        self._go("account", row.id)

    @Slot(object)
    def _open_permit(self, row: PermitRow) -> None:
        self._go("permit", row.id)

    @Slot(object)
    def _open_case(self, row: CaseRow) -> None:
        self._go("violation_case", row.id)


class ParcelsScreen(ListDetailScreen[ParcelRow]):
    """The roll and one parcel."""

    watches = frozenset(
        {"parcel", "parcel_role", "party", "party_address", "account", "permit", "violation_case", "receipt"}
    )
    help_topic = "parcels"

    def __init__(self, context: "UiContext") -> None:
        self._new = make_action(
            context.navigator, "&New parcel", self.enter_parcel, key="new-parcel", icon_name="plus"
        )
        table: RecordTable[ParcelRow] = RecordTable(
            PARCEL_COLUMNS,
            name="parcels",
            title="Parcels",
            store=context.views,
            row_key=row_id,
            chips=PARCEL_CHIPS,
            empty=_EMPTY,
            empty_action=self._new,
        )
        self.pane = ParcelPane(context)
        super().__init__(
            context, title="Parcels", subtitle=_SUBTITLE, table=table, detail=self.pane, new=self._new
        )
        self.view: ParcelView | None = None
        self.owner_action = make_action(
            self, "Change owner…", self.change_owner, key="change-owner", icon_name="users"
        )
        self.pane.set_actions([self.owner_action])
        self.addAction(self.owner_action)

    def load(self) -> Sequence[ParcelRow]:
        """The parcels, by print key."""
        return list_parcels(self.context.ws)

    def show_row(self, row: ParcelRow | None, tab: str) -> None:
        """Show a parcel."""
        self.view = None if row is None else parcel_view(self.context.ws, parcel_id=row.id)
        self.owner_action.setEnabled(self.view is not None)
        if self.view is None:
            self.pane.show_nothing()
        else:
            self.pane.show_parcel(self.view)
            self.pane.show_tab(tab)

    @Slot()
    def change_owner(self) -> None:
        """Ask for the new owner of record."""
        if self.view is None:
            return
        former = self.view.owner
        name = f" after {former.party.name}" if former else ""
        open_form(
            self,
            self.context,
            OWNER_FORM,
            title=f"New owner of {self.view.row.print_key}",
            verb="Record the owner",
            save=self._change_owner,
            then=self._owner_changed,
            draft=OwnerForm(since=self.context.clock.today()),
            explanation=f"The new owner{name} from a day on; the former stays in the history. Bills go on to whom "
            "they went; change that on the account.",
            keep_as=f"parcel/{self.view.row.id}/owner",
        )

    def _change_owner(self, form: OwnerForm) -> object:
        if self.view is None:
            return None
        since = form.since or self.context.clock.today()
        change_owner(
            self.context.ws, parcel_id=self.view.row.id, owner=form.party, since=since, reason=form.reason
        )
        return self.view.row.id

    @Slot(object)
    def _owner_changed(self, parcel_id: int) -> None:
        self.refresh(None)
        self.open_record(parcel_id, "owners")
        self.context.toasts.show("The new owner is recorded.")

    @Slot()
    def enter_parcel(self) -> None:
        """Open the form of a new parcel."""
        swis = next((row.swis for row in self.table.model.all_rows), "")
        open_form(
            self,
            self.context,
            PARCEL_FORM,
            title="New parcel",
            verb="Enter the parcel",
            save=self._enter,
            then=self._entered,
            draft=ParcelForm(swis=swis, since=self.context.clock.today()),
            explanation="For a parcel that the county's file does not hold yet, such as a subdivision.",
            keep_as="parcel/new",
        )

    def _enter(self, form: ParcelForm) -> object:
        since = form.since or self.context.clock.today()
        return add_parcel(self.context.ws, facts=form.facts, owner=form.party, since=since)

    @Slot(object)
    def _entered(self, parcel_id: int) -> None:
        self.open_record(parcel_id)
        self.context.toasts.show("The parcel is entered.")
