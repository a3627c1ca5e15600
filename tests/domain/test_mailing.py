"""Certified mail numbers, what became of a letter, and the day on which it counts as given."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.mailing import (
    Mailing,
    MailMethod,
    MailOutcome,
    Trigger,
    certified_check_digit,
    given_on,
    parse_article_number,
    record_outcome,
    service_line,
)

GOOD = "9589071052700000000014"
LETTER = Mailing("NOV-2027-0003", "Ann Whitfield", MailMethod.CERTIFIED, date(2027, 3, 1))


@pytest.mark.parametrize(
    "digits",
    [
        GOOD,
        "9589071052700123456781",
        "9407111899560000000123",
        "70201810000012345679",
        "70222410000098765438",
        "71123456789123456787",
    ],
)
def test_accepts_numbers_whose_check_digit_agrees(digits: str) -> None:
    assert parse_article_number(digits).digits == digits


def test_check_digit_agrees_with_the_published_sample() -> None:
    assert certified_check_digit("0307179000052348374") == 1


@pytest.mark.parametrize(
    "typed",
    [
        "9589 0710 5270 0000 0000 14",
        " 9589-0710-5270-0000-0000-14\r\n",
        "420128369589071052700000000014",
        "4201283600019589071052700000000014",
        "\x1d420128369589071052700000000014",
    ],
)
def test_drops_spaces_and_the_scanned_zip_prefix(typed: str) -> None:
    assert parse_article_number(typed).digits == GOOD


def test_keeps_a_twenty_digit_number_behind_a_zip_prefix() -> None:
    assert parse_article_number("4201283670201810000012345679").digits == "70201810000012345679"


def test_shows_groups_of_four() -> None:
    assert parse_article_number(GOOD).display == "9589 0710 5270 0000 0000 14"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "20 or 22 digits"),
        ("9589071052700000000015", "wrong digit"),
        ("03071790000523483741", "not a certified mail article number"),
        ("9689071052700000000014", "not a certified mail article number"),
        ("958907105270000000001", "has 21 digits"),
        ("9589O71052700000000014", "digits only"),
        ("٩٥٨٩٠٧١٠٥٢٧٠٠٠٠٠٠٠٠٠١٤", "digits only"),
    ],
)
def test_refuses_what_no_label_bears(typed: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        parse_article_number(typed)


@given(place=st.integers(0, 21), digit=st.integers(0, 9))
def test_catches_every_single_wrong_digit(place: int, digit: int) -> None:
    wrong = GOOD[:place] + str(digit) + GOOD[place + 1 :]
    if wrong == GOOD:
        assert parse_article_number(wrong).digits == GOOD
    else:
        with pytest.raises(UserError):
            parse_article_number(wrong)


def test_service_line_names_the_article_and_the_second_copy() -> None:
    article = parse_article_number(GOOD)
    certified = "CERTIFIED MAIL, RETURN RECEIPT REQUESTED, NO. 9589 0710 5270 0000 0000 14"
    assert service_line(MailMethod.CERTIFIED, article) == certified
    both = service_line(MailMethod.CERTIFIED_AND_FIRST_CLASS, article)
    assert both == f"{certified}, AND FIRST-CLASS MAIL"
    assert service_line(MailMethod.PERSONAL, None) == "PERSONAL DELIVERY"


def test_refuses_certified_mail_without_a_number() -> None:
    with pytest.raises(UserError, match="article number"):
        service_line(MailMethod.CERTIFIED, None)


def test_records_delivery_with_day_and_signer() -> None:
    done = record_outcome(
        LETTER, outcome=MailOutcome.DELIVERED, on=date(2027, 3, 4), signed_by=" A. Whitfield "
    )
    assert (done.received, done.signed_by) == (date(2027, 3, 4), "A. Whitfield")
    assert not done.must_be_served_otherwise


def test_unclaimed_letter_comes_back_and_must_be_served_otherwise() -> None:
    unclaimed = record_outcome(LETTER, outcome=MailOutcome.UNCLAIMED, on=date(2027, 3, 16))
    back = record_outcome(unclaimed, outcome=MailOutcome.RETURNED, on=date(2027, 3, 20))
    assert unclaimed.must_be_served_otherwise
    assert back.must_be_served_otherwise
    assert back.received is None


def test_refuses_an_outcome_before_mailing_or_after_delivery() -> None:
    with pytest.raises(UserError, match="Check the date"):
        record_outcome(LETTER, outcome=MailOutcome.REFUSED, on=date(2027, 2, 28))
    done = record_outcome(LETTER, outcome=MailOutcome.DELIVERED, on=date(2027, 3, 4))
    with pytest.raises(UserError, match="cannot become returned"):
        record_outcome(done, outcome=MailOutcome.RETURNED, on=date(2027, 3, 5))


def test_asks_for_the_result_only_after_the_set_days() -> None:
    assert not LETTER.result_overdue(date(2027, 3, 16), days=15)
    assert LETTER.result_overdue(date(2027, 3, 17), days=15)


def test_counts_from_mailing_when_the_law_says_so() -> None:
    given = given_on(
        Trigger.MAILED, dated=date(2027, 3, 1), mailed=date(2027, 3, 2), received=date(2027, 3, 5)
    )
    assert (given.date, given.assumed) == (date(2027, 3, 2), False)
    assert given.sentence == "Counted from the date of mailing, 3/2/2027."


def test_counts_from_receipt_when_it_is_known() -> None:
    given = given_on(Trigger.RECEIVED, mailed=date(2027, 3, 2), received=date(2027, 3, 5), assumed_days=5)
    assert (given.date, given.how) == (date(2027, 3, 5), "date of receipt")


def test_assumes_receipt_from_mailing_and_says_so() -> None:
    given = given_on(
        Trigger.RECEIVED, mailed=date(2027, 3, 2), assumed_days=5, assumed_rule="CPLR 2103(b)(2)"
    )
    assert (given.date, given.assumed) == (date(2027, 3, 7), True)
    assert given.sentence == (
        "The date of receipt is not recorded; mailing on 3/2/2027 plus 5 days (CPLR 2103(b)(2)) is assumed, "
        "so it is counted from 3/7/2027."
    )


def test_assumes_nothing_unless_the_office_has_set_the_days() -> None:
    with pytest.raises(UserError, match="date of receipt, which is not recorded"):
        given_on(Trigger.RECEIVED, mailed=date(2027, 3, 2))
    with pytest.raises(UserError, match="date of mailing"):
        given_on(Trigger.MAILED, served=date(2027, 3, 2), assumed_days=5)


def test_refuses_a_trigger_before_the_date_of_the_notice() -> None:
    with pytest.raises(UserError, match="is before the date of the notice"):
        given_on(Trigger.MAILED, dated=date(2027, 3, 3), mailed=date(2027, 3, 2))
