"""Plain letters: an acknowledged application and a contractor's lapsing insurance."""

from datetime import date

import pytest

from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.kit import Column, Grid
from sewerdesk.documents.pdf.office_letter import AskedFor, OfficeLetter, office_letter_pdf
from sewerdesk.documents.pdf.window import STANDARD
from tests.documents.notice_sample import LETTERHEAD
from tests.documents.paper_samples import OFFICER
from tests.documents.pdf_text import pages_text, text_runs

PROOFS = Grid(
    (Column("Proof", 2.6), Column("Carrier", 1.9), Column("Number", 1.0), Column("Expires", 1.0, "right")),
    (
        ("Bond", "Surety & Sons <Mutual>", "B-00123", "4/1/2027"),
        ("Automobile, bodily injury", "Łukasiewicz Assurance", "0099817", "4/15/2027"),
    ),
)


def insurance_letter() -> OfficeLetter:
    """A notice to a made-up contractor."""
    words = render(
        load_template("insurance-notice"),
        {
            "contractor": "=1+1 LLC",
            "municipality": "Town of Hague",
            "municipality_address": "9 Sample Road, Hague, NY 12836",
            "needed_by": "by March 31, 2027",
            "forms": "Workers' compensation: form C-105.2 or CE-200.",
            "suspended_from": "12:01 a.m. on April 2, 2027",
            "citation": "§408(1) and (2)",
            "files_title": "Town Clerk",
            "open_permits": "PER-2027-0001",
            "phone": "(518) 555-0100",
        },
    )
    return OfficeLetter(
        number="INX-2027-0002",
        wording=words,
        dated=date(2027, 3, 2),
        recipient=("1+1 LLC", "PO BOX 7", "TICONDEROGA NY 12883"),
        re_lines=("=1+1 LLC, bond and insurance",),
        signer=OFFICER,
        asked=(AskedFor("File the renewals with the Town Clerk", date(2027, 3, 31)),),
        tables=(("proofs", PROOFS),),
        copies=("Surety & Sons <Mutual>",),
    )


def test_insurance_notice_names_proofs_day_and_effect_in_order() -> None:
    text = " ".join(pages_text(office_letter_pdf(insurance_letter(), letterhead=LETTERHEAD)))
    position = 0
    for mark in (
        "Answer by March 31, 2027",
        "=1+1 LLC, bond and insurance",
        "File the renewals with the Town Clerk March 31, 2027",
        "on file for =1+1 LLC is missing, does not meet the law, or will lapse:",
        "Bond Surety & Sons <Mutual> B-00123 4/1/2027",
        "Automobile, bodily injury Łukasiewicz Assurance 0099817 4/15/2027",
        "by March 31, 2027 (§408(1) and (2)).",
        "certificate in the ACORD form proves liability coverage only",
        "From 12:01 a.m. on April 2, 2027, until it is restored, you may do none of the work",
        "This affects: PER-2027-0001.",
        "cc: Surety & Sons <Mutual>",
    ):
        found = text.find(mark, position)
        assert found >= 0, f"{mark!r} is missing or out of order in {text}"
        position = found + len(mark)


def test_letter_shows_the_address_alone_in_the_window() -> None:
    runs = text_runs(office_letter_pdf(insurance_letter(), letterhead=LETTERHEAD))
    inside = [run for run in runs if run.box.overlaps(STANDARD.address.keep_out)]
    assert [run.text for run in inside] == ["1+1 LLC", "PO BOX 7", "TICONDEROGA NY 12883"]
    assert all(STANDARD.address.always_visible.contains(run.box) for run in inside)


def test_application_receipt_says_that_it_is_no_permit() -> None:
    words = render(
        load_template("application-receipt"),
        {
            "application_no": "APP-2027-0003",
            "received_on": "February 22, 2027",
            "property": "12 Main Street",
            "print_key": "12.13-2-15.1",
            "receives_title": "Zoning Enforcement Officer",
            "issues_title": "Wastewater Treatment Plant Operator",
            "still_needed": "survey; inspection fee of $125.50",
            "phone": "(518) 555-0100",
        },
    )
    letter = OfficeLetter(
        number="APP-2027-0003",
        wording=words,
        dated=date(2027, 2, 22),
        recipient=("A PENA", "1 ELM ST", "HAGUE NY 12836"),
        re_lines=("12 Main Street, tax map no. 12.13-2-15.1",),
        signer=OFFICER,
    )
    text = " ".join(pages_text(office_letter_pdf(letter, letterhead=LETTERHEAD)))
    assert "was received by the Zoning Enforcement Officer on February 22, 2027" in text
    assert "the office needs: survey; inspection fee of $125.50." in text
    assert "This receipt is not a permit." in text
    assert "Fees paid" not in text
    assert "What you must do" not in text


def test_refuses_a_table_for_a_part_that_is_not_there() -> None:
    letter = insurance_letter()
    wrong = OfficeLetter(
        number=letter.number,
        wording=letter.wording,
        dated=letter.dated,
        recipient=letter.recipient,
        re_lines=letter.re_lines,
        signer=letter.signer,
        tables=(("prooves", PROOFS),),
    )
    with pytest.raises(ValueError, match="no part 'prooves'"):
        office_letter_pdf(wrong, letterhead=LETTERHEAD)
