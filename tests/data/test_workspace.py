"""One write is one transaction: all of it or nothing, told to others only once it is kept."""

import sqlite3
import threading
import traceback
from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.data.audit import Audit
from sewerdesk.data.bulk import insert_rows, next_id
from sewerdesk.data.models.party import Party, PartyAddress
from sewerdesk.data.numbers import take_number, take_numbers
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, StaleRecord
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
        session.execute(insert(PartyAddress).values(party_id=99, valid_from=date(2027, 1, 1)))


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


def test_take_number_of_no_known_series(ws: Workspace) -> None:
    with pytest.raises(ValueError, match="XYZ"), ws.write() as session:
        take_number(session, kind="XYZ", year=2027)


def test_take_numbers_beyond_four_digits(ws: Workspace) -> None:
    with ws.write() as session:
        assert take_numbers(session, kind="BIL", year=2027, count=9_999)[-1] == "BIL-2027-9999"
        assert take_numbers(session, kind="BIL", year=2027, count=2) == ["BIL-2027-10000", "BIL-2027-10001"]


def test_next_id_never_gives_a_deleted_id_again(ws: Workspace) -> None:
    with ws.write() as session:
        assert next_id(session, Party) == 1
    last = [add_party(ws, name) for name in ("Ann Lee", "Bob Ray")][-1]
    with ws.write() as session:
        session.delete(session.get_one(Party, last))
        session.flush()
        assert next_id(session, Party) == last + 1
        insert_rows(session, Party, [{"id": last + 1, "name": "Eve", "folded": "eve", "version": 1}])
        assert next_id(session, Party) == last + 2


def test_read_sees_one_moment_while_another_writes(ws: Workspace) -> None:
    with ws.read() as session:
        before = session.scalar(select(func.count()).select_from(Party))
        thread = threading.Thread(target=add_party, args=(ws, "Ann Lee"))
        thread.start()
        thread.join()
        assert session.scalar(select(func.count()).select_from(Party)) == before
    assert count(ws) == 1


def test_writers_of_two_threads_wait_for_each_other(ws: Workspace) -> None:
    def write() -> None:
        for _ in range(10):
            with ws.write() as session:
                take_number(session, kind="REC", year=2027)

    threads = [threading.Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with ws.write() as session:
        assert take_number(session, kind="REC", year=2027) == "REC-2027-0031"


def test_listener_may_stop_itself_while_it_is_told(ws: Workspace) -> None:
    heard: list[str] = []
    stop: list[Callable[[], None]] = []

    def once(_changes: Changes) -> None:
        heard.append("once")
        stop[0]()

    stop.append(ws.subscribe(once))
    ws.subscribe(lambda _changes: heard.append("always"))
    add_party(ws, "Ann Lee")
    add_party(ws, "Bob Ray")
    assert heard == ["once", "always", "always"]


def test_write_while_another_program_holds_the_books(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    other = sqlite3.connect(ws.folder / "office.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with ws.read() as session:
        session.execute(text("PRAGMA busy_timeout = 1"))
    with pytest.raises(EnvironmentProblem) as caught, ws.write() as session:
        session.execute(text("PRAGMA busy_timeout = 1"))
    other.close()
    assert caught.value.kind is ProblemKind.LOCKED
