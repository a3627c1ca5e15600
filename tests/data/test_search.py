"""Anything is found by what a clerk would type."""

from datetime import date

import pytest

from sewerdesk.data.models.account import Account, AccountRole
from sewerdesk.data.models.parcel import Parcel, ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.domain.folding import fold
from sewerdesk.services.searching import find, rebuild_search
from sewerdesk.services.workspace import Workspace

DAY = date(2027, 1, 1)


@pytest.fixture
def filled(ws: Workspace) -> Workspace:
    with ws.write() as session:
        owner = Party(name="Łukasiewicz, Jan", folded=fold("Łukasiewicz, Jan"))
        parcel = Parcel(
            swis="523400",
            print_key="012.13-2-15.1",
            sbl="01201300020150010000",
            location_number="12",
            location_street="Main St",
            active_from=DAY,
        )
        parcel.roles = [ParcelRole(party=owner, role="owner", valid_from=DAY)]
        account = Account(number="00001042", parcel=parcel, opened_on=DAY)
        account.bill_to = [AccountRole(party=owner, role="bill_to", valid_from=DAY)]
        session.add_all([owner, parcel, account])
    return ws


@pytest.mark.parametrize(
    "typed", ["lukas", "ŁUKASIEWICZ", "12 main", "main 12", "012.13-2-15", "jan luk", "Main, 12"]
)
def test_find_account_and_parcel(filled: Workspace, typed: str) -> None:
    assert [(hit.kind, hit.record_id) for hit in find(filled, typed=typed)] == [("account", 1), ("parcel", 1)]


@pytest.mark.parametrize("typed", ["00001042", "1042", "0001042"])
def test_find_account_by_number_with_or_without_zeros(filled: Workspace, typed: str) -> None:
    assert [hit.title for hit in find(filled, typed=typed)] == ["00001042 · Łukasiewicz, Jan"]


@pytest.mark.parametrize("typed", ["", "   ", '"', "*", "NEAR(", "zzz", "' OR 1=1 --"])
def test_find_nothing_for_what_is_not_there(filled: Workspace, typed: str) -> None:
    assert find(filled, typed=typed) == ()


def test_find_follows_a_change_of_name(filled: Workspace) -> None:
    with filled.write() as session:
        owner = session.get_one(Party, 1)
        owner.name, owner.folded = "Peña, Ana", fold("Peña, Ana")
    assert find(filled, typed="lukas") == ()
    assert [hit.kind for hit in find(filled, typed="pena")] == ["account", "parcel"]


def test_rebuild_search_gives_the_same_answers(filled: Workspace) -> None:
    before = find(filled, typed="12 main")
    assert rebuild_search(filled) == 2
    assert find(filled, typed="12 main") == before


def test_find_the_whole_word_before_longer_ones(filled: Workspace) -> None:
    with filled.write() as session:
        for number in range(8):
            parcel = Parcel(
                swis="523400",
                print_key=f"9.16-{number}",
                location_number="7",
                location_street="Mainsail Ln" if number < 7 else "Main St",
                active_from=DAY,
            )
            session.add(Account(number=f"{2000 + number:08d}", parcel=parcel, opened_on=DAY))
    titles = [hit.title for hit in find(filled, typed="main") if hit.kind == "account"]
    assert titles == ["00001042 · Łukasiewicz, Jan", "00002007", "00002000", "00002001", "00002002"]


@pytest.mark.parametrize(
    ("name", "typed"), [("Иванов", "иван"), ("王小明", "王"), ("Œuvre", "oeuv"), ("ÆRØ", "aero")]
)
def test_find_a_name_in_any_letters(filled: Workspace, name: str, typed: str) -> None:
    with filled.write() as session:
        session.get_one(Party, 1).name = name
    assert [hit.kind for hit in find(filled, typed=typed)] == ["account", "parcel"]


@pytest.mark.parametrize("typed", ["12 " * 3_000, "x" * 10_000, "\x00", "\ud800", "OR AND NOT"])
def test_find_bears_whatever_is_typed(filled: Workspace, typed: str) -> None:
    assert all(hit.kind in ("account", "parcel") for hit in find(filled, typed=typed))
