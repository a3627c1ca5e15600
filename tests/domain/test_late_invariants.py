"""The whole-book checks of late payment find what is broken and pass what is sound."""

from dataclasses import replace
from decimal import Decimal

from sewerdesk.domain.late_invariants import (
    CertificateFact,
    ChargeBooked,
    RowFact,
    certificates_agree,
    penalties_agree,
)

D = Decimal
GOOD = ChargeBooked(
    "00001042", "BIL-1", "penalty", "1", D("18.20"), D("18.20"), live=True, ended="", reversed=False
)
ROW = RowFact(1, "00001042", D("200.20"), D("225.20"), D("-200.20"), None)
CERTIFICATE = CertificateFact(1, "RLV-2027-0001", D("225.20"), D("225.20"), D("225.20"))


def test_pass_penalties_that_stand_ended_and_were_waived() -> None:
    undone = replace(GOOD, live=False, ended="undone", reversed=True)
    waived = replace(GOOD, bill="BIL-2", ended="waived", reversed=True)
    assert penalties_agree([undone, GOOD, waived]) == []


def test_find_a_penalty_of_another_amount_reversed_or_twice() -> None:
    assert "is 18.00 in the ledger" in penalties_agree([replace(GOOD, booked=D("18.00"))])[0].sentence
    assert "stands, but its entry is reversed" in penalties_agree([replace(GOOD, reversed=True)])[0].sentence
    [left] = penalties_agree([replace(GOOD, live=False, ended="corrected")])
    assert left.sentence.endswith("was corrected, but its entry stands.")
    assert penalties_agree([GOOD, GOOD])[0].sentence == "The penalty 1 of BIL-1 is charged 2 times."


def test_find_a_part_waiver_that_is_not_in_the_ledger_or_too_big() -> None:
    part = replace(GOOD, waived=D("5.00"), waived_booked=D("5.00"))
    undone = replace(part, live=False, ended="undone", reversed=True, waived_booked=D(0))
    assert penalties_agree([part, undone]) == []
    [off] = penalties_agree([replace(part, waived_booked=D(0))])
    assert off.sentence.endswith("5.00 was waived, 0.00 is off.")
    [left] = penalties_agree([replace(undone, waived_booked=D("5.00"))])
    assert left.sentence.endswith("5.00 was waived, 5.00 is off.")
    assert penalties_agree([replace(part, waived=D("20.00"), waived_booked=D("20.00"))])


def test_find_certificates_that_do_not_add_up() -> None:
    assert (
        certificates_agree([CERTIFICATE], [ROW, replace(ROW, certificate_id=2, withdrawn=D("200.20"))]) == []
    )
    wrong = certificates_agree([replace(CERTIFICATE, levied=D("225.00"))], [replace(ROW, total=D("225.10"))])
    assert len(wrong) == 2
    [moved] = certificates_agree([CERTIFICATE], [replace(ROW, moved=D("-200.00"))])
    assert moved.sentence == "Account 00001042: 200.20 was certified, but 200.00 left the account."
    [back] = certificates_agree([CERTIFICATE], [replace(ROW, withdrawn=D("100.00"))])
    assert "200.20 was withdrawn from the roll, but 100.00 came back" in back.sentence
