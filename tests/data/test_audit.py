"""Every change of a record leaves an audit row, also one that comes by way of another record."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.data import audit
from sewerdesk.data.audit import Audit
from sewerdesk.data.models.office import OfficeProfile, Operator
from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Changes, Workspace

DAY = date(2027, 1, 1)


@pytest.fixture
def owned(ws: Workspace) -> Workspace:
    """A parcel of Ann Lee, with Bob Ray as second owner."""
    with ws.write() as session:
        ann, bob = Party(name="Ann Lee", folded="ann lee"), Party(name="Bob Ray", folded="bob ray")
        parcel = Parcel(swis="523400", print_key="1.-1-1", location_street="Main St", active_from=DAY)
        parcel.roles = [
            ParcelRole(party=ann, role="owner", valid_from=DAY),
            ParcelRole(party=bob, role="second_owner", valid_from=DAY),
        ]
        session.add_all([ann, bob, parcel])
    return ws


def last_audit(ws: Workspace) -> tuple[str, int, str, object, str]:
    with ws.read() as session:
        row = session.scalars(select(Audit).order_by(Audit.id.desc())).first()
        assert row is not None
        return row.kind, row.record_id, row.action, row.changes, row.reason


def test_audit_names_the_party_that_a_role_was_given_to(owned: Workspace) -> None:
    with owned.write(reason="sold") as session:
        session.get_one(ParcelRole, 1).party = session.get_one(Party, 2)
    assert last_audit(owned) == ("parcel_role", 1, "changed", {"party_id": [1, 2]}, "sold")


def test_audit_a_row_deleted_because_its_parent_let_it_go(owned: Workspace) -> None:
    heard: list[Changes] = []
    owned.subscribe(heard.append)
    with owned.write(reason="entered twice") as session:
        parcel = session.get_one(Parcel, 1)
        parcel.roles.pop()
    kind, record_id, action, changes, reason = last_audit(owned)
    assert (kind, record_id, action, reason) == ("parcel_role", 2, "deleted", "entered twice")
    assert isinstance(changes, dict)
    assert changes["party_id"] == [2, None]
    assert ("parcel_role", 2) in heard[0].records


def test_audit_a_deleted_row_once(owned: Workspace) -> None:
    with owned.write() as session:
        session.delete(session.get_one(ParcelRole, 2))
        session.flush()
        session.get_one(Parcel, 1).note = "one owner left"
    with owned.read() as session:
        actions = session.scalars(select(Audit.action).where(Audit.kind == "parcel_role").order_by(Audit.id))
        assert list(actions) == ["added", "added", "deleted"]


def test_find_forgets_an_owner_whose_role_was_deleted(owned: Workspace) -> None:
    assert [hit.kind for hit in find(owned, typed="bob")] == ["parcel"]
    with owned.write() as session:
        session.delete(session.get_one(ParcelRole, 2))
    assert find(owned, typed="bob") == ()
    assert [hit.kind for hit in find(owned, typed="ann")] == ["parcel"]


def test_find_follows_a_role_to_another_parcel(owned: Workspace) -> None:
    with owned.write() as session:
        other = Parcel(swis="523400", print_key="2.-2-2", location_street="Lake Rd", active_from=DAY)
        session.add(other)
        session.flush()
        session.get_one(ParcelRole, 2).parcel = other
    assert [hit.title for hit in find(owned, typed="bob")] == ["Lake Rd"]


def test_record_carries_the_reason_of_its_write(ws: Workspace) -> None:
    with ws.write(reason="roll of 2027") as session:
        audit.record(session, kind="import_batch", record_id=7, action="imported", changes={"rows": 3})
    assert last_audit(ws) == ("import_batch", 7, "imported", {"rows": 3}, "roll of 2027")


def test_audit_keeps_dates_and_pictures_readable(ws: Workspace) -> None:
    with ws.write() as session:
        session.scalars(select(OfficeProfile)).one().seal = b"PNG"
    assert last_audit(ws)[3] == {"seal": [None, "3 bytes"]}
    with ws.write() as session:
        session.scalars(select(Operator)).one().active_to = date(2027, 6, 30)
    assert last_audit(ws)[3] == {"active_to": [None, "2027-06-30"]}


def test_audit_keeps_amounts_exact(ws: Workspace) -> None:
    save_charge_code(ws, code=ChargeCode("TAP", "Connection fees", "SS", "2122", 9))
    adopt_fees(
        ws,
        drafts=[FeeDraft("permit", "Permit", Decimal("100.00"), "TAP", DAY, "Resolution 1 of 2027")],
    )
    changes = last_audit(ws)[3]
    assert isinstance(changes, dict)
    assert changes["amount"] == [None, "100.00"]
