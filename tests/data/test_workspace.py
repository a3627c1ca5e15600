"""One write is one transaction: all of it or nothing, told to others only once it is kept."""

import traceback
from datetime import date

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.data.audit import Audit
from sewerdesk.data.models.party import Party
from sewerdesk.data.numbers import take_number
from sewerdesk.domain.errors import StaleRecord
from sewerdesk.services.workspace import Changes, Workspace


def add_party(ws: Workspace, name: str) -> int:
    with ws.write() as session:
        party = Party(name=name, folded=name.lower())
        session.add(party)
        session.flush()
        return party.id


def count(ws: Workspace) -> int:
    with ws.read() as session:
        return session.scalar(select(func.count()).select_from(Party)) or 0


def test_write_keeps_nothing_when_something_fails(ws: Workspace) -> None:
    heard: list[Changes] = []
    ws.subscribe(heard.append)
    with pytest.raises(RuntimeError, match="half way"), ws.write() as session:
        session.add(Party(name="Half Saved", folded="half saved"))
        session.flush()
        raise RuntimeError("half way")
    assert count(ws) == 0
    assert heard == []


def test_write_tells_what_changed_after_the_commit(ws: Workspace) -> None:
    heard: list[tuple[frozenset[str], int]] = []
    ws.subscribe(lambda changes: heard.append((changes.kinds(), count(ws))))
    add_party(ws, "Ann Lee")
    assert heard == [(frozenset({"party"}), 1)]


def test_subscribe_returns_how_to_stop(ws: Workspace) -> None:
    heard: list[Changes] = []
    stop = ws.subscribe(heard.append)
    stop()
    add_party(ws, "Ann Lee")
    assert heard == []


def test_write_leaves_an_audit_row_with_old_and_new_value(ws: Workspace) -> None:
    party_id = add_party(ws, "Ann Lee")
    with ws.write(reason="married") as session:
        party = session.get_one(Party, party_id)
        party.name = "Ann Moore"
    with ws.read() as session:
        rows = session.scalars(select(Audit).where(Audit.kind == "party").order_by(Audit.id)).all()
        assert [row.action for row in rows] == ["added", "changed"]
        assert rows[1].changes == {"name": ["Ann Lee", "Ann Moore"]}
        assert (rows[1].actor, rows[1].reason) == ("MB", "married")
        assert rows[1].at == ws.clock.now()


def test_write_without_a_change_leaves_no_audit_row(ws: Workspace) -> None:
    party_id = add_party(ws, "Ann Lee")
    with ws.write() as session:
        party = session.get_one(Party, party_id)
        party.name = str(party.name)
    with ws.read() as session:
        assert session.scalar(select(func.count()).select_from(Audit).where(Audit.kind == "party")) == 1


@pytest.mark.parametrize("sql", ["UPDATE audit SET actor = 'nobody'", "DELETE FROM audit"])
def test_refuse_to_change_the_audit_trail_even_by_sql(ws: Workspace, sql: str) -> None:
    add_party(ws, "Ann Lee")
    with pytest.raises(IntegrityError, match="never changed or deleted"), ws.write() as session:
        session.execute(text(sql))


def test_refuse_to_overwrite_somebody_elses_change(ws: Workspace) -> None:
    party_id = add_party(ws, "Ann Lee")
    with pytest.raises(StaleRecord, match="Reload it"), ws.write() as mine:
        party = mine.get_one(Party, party_id)
        mine.execute(text("UPDATE party SET version = version + 1"))
        party.name = "Mine"
    with ws.read() as session:
        assert session.get_one(Party, party_id).name == "Ann Lee"


def test_take_number_gives_it_back_when_the_issue_fails(ws: Workspace) -> None:
    with pytest.raises(RuntimeError), ws.write() as session:
        assert take_number(session, kind="PER", year=2027) == "PER-2027-0001"
        raise RuntimeError("the paper could not be drawn")
    with ws.write() as session:
        assert take_number(session, kind="PER", year=2027) == "PER-2027-0001"
        assert take_number(session, kind="PER", year=2027) == "PER-2027-0002"
        assert take_number(session, kind="PER", year=2028) == "PER-2028-0001"
        assert take_number(session, kind="NOV", year=2027) == "NOV-2027-0001"


def test_read_sees_one_moment_and_keeps_nothing(ws: Workspace) -> None:
    with ws.read() as session:
        session.add(Party(name="Not Kept", folded="not kept"))
        session.flush()
    assert count(ws) == 0


def test_foreign_keys_are_enforced(ws: Workspace) -> None:
    with pytest.raises(IntegrityError), ws.write() as session:
        session.execute(
            text(
                "INSERT INTO party_address (party_id, care_of, street, unit, po_box, city, state, zip_code, valid_from) "
                "VALUES (99, '', '', '', '', '', '', '', :day)"
            ),
            {"day": date(2027, 1, 1).isoformat()},
        )


def test_failing_statement_keeps_names_out_of_the_log(ws: Workspace) -> None:
    with pytest.raises(IntegrityError) as caught, ws.write() as session:
        session.execute(
            text("INSERT INTO operator (id, version, initials, name, title) VALUES (:a, 1, 'MB', :name, '')"),
            {"a": 77, "name": "Ana Secret-Name"},
        )
    shown = "".join(traceback.format_exception(caught.value))
    assert "Secret-Name" not in shown
    assert "77" not in str(caught.value)
    assert "hide_parameters" in shown
