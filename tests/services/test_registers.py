"""Parcels, people and accounts: who owned, who was billed and what stood, on every day."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.data.models.parcel import Parcel as ParcelTable
from sewerdesk.data.models.parcel import ParcelRole
from sewerdesk.data.models.party import Party
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.parcels import Parcel
from sewerdesk.domain.registers import MailingAddress, PartyDraft
from sewerdesk.services.accounts import (
    _open_account,
    account_by_number,
    account_view,
    hold_account,
    list_accounts,
    release_hold,
)
from sewerdesk.services.parcels import _owner_of, add_parcel, change_owner, list_parcels, parcel_view
from sewerdesk.services.parties import _postal_address, add_party, change_address, party_view
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account

SINCE, TODAY, LATER = date(2020, 1, 1), date(2027, 1, 4), date(2027, 3, 1)
JANE = PartyDraft(name="Jane Doe", street="14 Main St", city="Hague", state="NY", zip_code="12836")


def enter_parcel(ws: Workspace, *, print_key: str = "12.13-2-15.1", location: str = "14 Main Street") -> int:
    facts = Parcel(swis="523200", print_key=print_key, sbl="", location=location)
    return add_parcel(ws, facts=facts, owner=JANE, since=SINCE)


def owner_on(ws: Workspace, parcel_id: int, day: date) -> str:
    with ws.read() as session:
        return _owner_of(session, parcel_id, day).name


# Parcels


@pytest.mark.parametrize(
    ("location", "house", "street"),
    [
        ("14 Main Street", "14", "Main Street"),
        ("14-1/2 Main Street", "14-1/2", "Main Street"),
        ("Lake Road", "", "Lake Road"),
        ("14", "", "14"),
        ("", "", ""),
    ],
)
def test_add_parcel_takes_the_house_number_apart(
    ws: Workspace, location: str, house: str, street: str
) -> None:
    parcel_id = enter_parcel(ws, location=location)
    with ws.read() as session:
        row = session.get_one(ParcelTable, parcel_id)
        assert (row.location_number, row.location_street) == (house, street)
    [listed] = list_parcels(ws)
    assert (listed.location, listed.owner, listed.accounts) == (location, "Jane Doe", 0)


def test_add_parcel_twice(ws: Workspace) -> None:
    enter_parcel(ws)
    with pytest.raises(FieldErrors) as caught:
        enter_parcel(ws)
    assert caught.value.errors == {"print_key": "Parcel 12.13-2-15.1 is already in this office."}
    assert len(list_parcels(ws)) == 1


def test_change_owner_leaves_no_day_without_or_with_two(ws: Workspace) -> None:
    parcel_id = enter_parcel(ws)
    sold = date(2026, 6, 15)
    change_owner(ws, parcel_id=parcel_id, owner=PartyDraft(name="Sam Roe"), since=sold, reason="Deed 12/345")
    assert owner_on(ws, parcel_id, date(2026, 6, 14)) == "Jane Doe"
    assert owner_on(ws, parcel_id, sold) == "Sam Roe"
    former, present = parcel_view(ws, parcel_id=parcel_id).roles
    assert (former.start, former.until) == (SINCE, sold)
    assert (present.start, present.until, present.reason) == (sold, None, "Deed 12/345")
    assert [hit.kind for hit in find(ws, typed="sam roe")] == ["parcel"]


@pytest.mark.parametrize("since", [SINCE, date(2019, 12, 31)])
def test_change_owner_on_a_day_that_has_one_already(ws: Workspace, since: date) -> None:
    parcel_id = enter_parcel(ws)
    with pytest.raises(FieldErrors) as caught:
        change_owner(ws, parcel_id=parcel_id, owner=PartyDraft(name="Sam Roe"), since=since, reason="")
    assert caught.value.errors["since"] == (
        "Parcel 12.13-2-15.1 already has an owner from 01/01/2020. Choose a later day."
    )
    assert len(parcel_view(ws, parcel_id=parcel_id).roles) == 1


def test_change_owner_ends_the_second_owner_of_the_former_deed_and_no_agent(ws: Workspace) -> None:
    parcel_id = enter_parcel(ws)
    with ws.write() as session:
        parcel = session.get_one(ParcelTable, parcel_id)
        for name, role in (("John Doe", "second_owner"), ("Agent Smith", "agent")):
            party = Party(name=name, folded=name.lower())
            parcel.roles.append(ParcelRole(party=party, role=role, valid_from=SINCE))
    change_owner(ws, parcel_id=parcel_id, owner=PartyDraft(name="Sam Roe"), since=TODAY, reason="sold")
    roles = parcel_view(ws, parcel_id=parcel_id).roles
    standing = {role.role: role.party.name for role in roles if role.until is None}
    assert standing == {"owner": "Sam Roe", "agent": "Agent Smith"}


def test_owner_of_record_is_not_yet_the_one_of_next_month(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account_id = open_account(ws, number="00001042", name="Jane Doe", print_key="12.13-2-15.1")
    parcel_id = list_accounts(ws)[0].parcel_id
    change_owner(ws, parcel_id=parcel_id, owner=PartyDraft(name="Sam Roe"), since=LATER, reason="closing")
    view = parcel_view(ws, parcel_id=parcel_id)
    assert view.owner is not None
    assert (view.owner.party.name, view.row.owner) == ("Jane Doe", "Jane Doe")
    owner = account_view(ws, account_id=account_id).owner
    assert owner is not None
    assert owner.party.name == "Jane Doe"


def test_owner_of_a_day_before_the_first(ws: Workspace) -> None:
    parcel_id = enter_parcel(ws)
    with pytest.raises(UserError, match=r"No owner of parcel 12\.13-2-15\.1 is on file for 12/31/2019"):
        owner_on(ws, parcel_id, date(2019, 12, 31))


def test_view_a_parcel_that_is_gone(ws: Workspace) -> None:
    with pytest.raises(UserError, match="That parcel is not in this office"):
        parcel_view(ws, parcel_id=99)


# People


def test_change_address_from_a_day_on(ws: Workspace) -> None:
    party_id = add_party(ws, draft=JANE)
    moved = MailingAddress(po_box="PO Box 9", city="Ticonderoga", state="NY", zip_code="12883")
    change_address(ws, party_id=party_id, address=moved, since=LATER)
    assert party_view(ws, party_id=party_id).address == JANE.address
    with ws.read() as session:
        party = session.get_one(Party, party_id)
        assert _postal_address(party, date(2027, 2, 28)).street == "14 Main St"
        assert _postal_address(party, LATER).po_box == "PO Box 9"
        assert _postal_address(party, date(1999, 1, 1)).city == ""


def test_change_address_on_a_day_that_has_one_already(ws: Workspace) -> None:
    party_id = add_party(ws, draft=JANE)
    with pytest.raises(
        UserError, match=r"Jane Doe already has an address from 01/04/2027\. Choose a later day"
    ):
        change_address(ws, party_id=party_id, address=MailingAddress(), since=TODAY)


def test_add_party_without_a_name(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        add_party(ws, draft=PartyDraft(name="  "))
    assert caught.value.errors == {"name": "Enter the name of the person or firm."}


def test_a_party_that_is_gone_is_told(ws: Workspace) -> None:
    with pytest.raises(UserError, match="That person or firm is not in this office"):
        party_view(ws, party_id=99)
    with pytest.raises(UserError, match="That person or firm is not in this office"):
        change_address(ws, party_id=99, address=MailingAddress(), since=TODAY)


# Accounts


@pytest.fixture
def accounts(ws: Workspace) -> Workspace:
    """Account 00001042 and, with a letter, A-7."""
    adopt_sample_rates(ws)
    open_account(ws, number="00001042", name="Jane Doe", print_key="12.13-2-15.1")
    open_account(ws, number="A-7", name="Sam Roe", print_key="12.13-2-16")
    return ws


@pytest.mark.parametrize("typed", ["00001042", "1042", " 0001042 ", "000000001042"])
def test_account_by_number_with_or_without_zeros(accounts: Workspace, typed: str) -> None:
    assert account_by_number(accounts, number=typed).number == "00001042"


@pytest.mark.parametrize("typed", ["A-7", "a-7"])
def test_account_by_number_with_a_letter(accounts: Workspace, typed: str) -> None:
    assert account_by_number(accounts, number=typed).name == "Sam Roe"


def test_account_by_number_that_fits_two(accounts: Workspace) -> None:
    open_account(accounts, number="01042", name="Ann Poe", print_key="12.13-2-17")
    with pytest.raises(
        UserError, match=r"The number 1042 fits the accounts 00001042 and 01042\. Type it with all"
    ):
        account_by_number(accounts, number="1042")
    assert account_by_number(accounts, number="01042").name == "Ann Poe"


@pytest.mark.parametrize(
    ("typed", "words"),
    [("9999", "There is no account 9999"), ("", "Enter an account number"), ("1042%", "1042%")],
)
def test_account_by_number_that_is_not_there(accounts: Workspace, typed: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        account_by_number(accounts, number=typed)


def open_next(ws: Workspace) -> str:
    with ws.write() as session:
        parcel = session.get_one(ParcelTable, 1)
        account = _open_account(
            session,
            parcel=parcel,
            bill_to=parcel.roles[0].party,
            class_code="R",
            units=Decimal(1),
            since=TODAY,
            basis="Final inspection",
            authority="§502B",
        )
        return account.number


def test_open_account_takes_the_next_number_whatever_else_is_in_the_book(accounts: Workspace) -> None:
    open_account(accounts, number="OLD-0000012", name="Ann Poe", print_key="12.13-2-17")
    assert [open_next(accounts) for _ in range(3)] == ["00001043", "00001044", "00001045"]


def test_open_the_first_account(ws: Workspace) -> None:
    enter_parcel(ws)
    assert open_next(ws) == "00000001"
    assert find(ws, typed="00000001")[0].kind == "account"


def account_id(ws: Workspace) -> int:
    return account_by_number(ws, number="1042").id


def test_hold_account_until_it_is_released(accounts: Workspace) -> None:
    one = account_id(accounts)
    hold_account(accounts, account_id=one, reason=" Appeal pending ", since=TODAY, until=None)
    assert account_by_number(accounts, number="1042").on_hold
    release_hold(accounts, account_id=one, on=TODAY)
    assert not account_by_number(accounts, number="1042").on_hold
    [hold] = account_view(accounts, account_id=one).holds
    assert (hold.value, hold.start, hold.until) == ("Appeal pending", TODAY, TODAY)


def test_release_hold_leaves_those_of_other_days(accounts: Workspace) -> None:
    one = account_id(accounts)
    hold_account(accounts, account_id=one, reason="past", since=SINCE, until=date(2020, 2, 1))
    hold_account(accounts, account_id=one, reason="now", since=SINCE, until=LATER)
    hold_account(accounts, account_id=one, reason="next", since=LATER, until=None)
    release_hold(accounts, account_id=one, on=TODAY)
    ends = {hold.value: hold.until for hold in account_view(accounts, account_id=one).holds}
    assert ends == {"past": date(2020, 2, 1), "now": TODAY, "next": None}


def test_release_hold_where_there_is_none(accounts: Workspace) -> None:
    with pytest.raises(UserError, match=r"Account 00001042 is not on hold on 01/04/2027"):
        release_hold(accounts, account_id=account_id(accounts), on=TODAY)


@pytest.mark.parametrize("until", [TODAY, date(2027, 1, 3)])
def test_hold_account_that_would_end_before_it_begins(accounts: Workspace, until: date) -> None:
    with pytest.raises(FieldErrors) as caught:
        hold_account(accounts, account_id=account_id(accounts), reason="", since=TODAY, until=until)
    assert sorted(caught.value.errors) == ["reason", "until"]
    assert "begins on 01/04/2027" in caught.value.errors["until"]


def test_view_an_account_that_is_gone(accounts: Workspace) -> None:
    with pytest.raises(UserError, match="That account is not in this office"):
        account_view(accounts, account_id=99)


@pytest.mark.parametrize(
    ("address", "line"),
    [
        (MailingAddress(street="14 Main St", unit="Apt 2", city="Hague", state="NY", zip_code="12836"),
         "14 Main St Apt 2, Hague, NY 12836"),
        (MailingAddress(care_of="Ann Lee", po_box="PO Box 7", city="Hague", state="NY"),
         "C/O Ann Lee, PO Box 7, Hague, NY"),
        (MailingAddress(), ""),
    ],
)  # fmt: skip
def test_address_in_one_line(address: MailingAddress, line: str) -> None:
    assert address.one_line == line
