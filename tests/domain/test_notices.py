"""A notice of violation may not go out while one of its required parts is empty."""

from dataclasses import replace
from datetime import date

import pytest

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.notices import (
    NOTICE_PARTS,
    CitedSection,
    Finding,
    NoticeContent,
    Recipient,
    RequiredAction,
    Signer,
    SourcedText,
    check_complete,
    missing_parts,
)

WHOLE = NoticeContent(
    number="NOV-2027-0001",
    title="Notice of Violation",
    service_line="PERSONAL DELIVERY",
    dated=date(2027, 3, 4),
    recipients=(Recipient("Ann Hale", ("ANN HALE", "1 ELM ST", "HAGUE NY 12836"), "owner of record"),),
    property_address="1 Elm St",
    print_key="12.13-2-15.1",
    account_no="00001042",
    case_no="CASE-2027-0001",
    authority="The officer gives this notice.",
    findings_lead="Found:",
    findings=(Finding("No cap on the cleanout."),),
    citation_lead="These sections:",
    citations=(CitedSection("§602", "A cap."),),
    action_lead="Do this:",
    actions=(RequiredAction("Close the cleanout.", date(2027, 3, 19)),),
    response="Answer in writing.",
    response_due=date(2027, 3, 15),
    response_rule="Counted from the date of mailing.",
    reinspection="Call us.",
    appeal=SourcedText("Write to the Board.", "§1010"),
    penalties_lead="These may follow:",
    penalties=(SourcedText("A fine.", "§1005"),),
    liability="A plan excuses nothing.",
    contact="Ask the office.",
    signer=Signer("J. Peña", "Officer"),
    enclosures=("None",),
    copies=("None",),
    affidavit=("The undersigned says:",),
)


def test_has_eighteen_parts_and_a_whole_notice_lacks_none() -> None:
    assert len(NOTICE_PARTS) == 18
    assert missing_parts(WHOLE) == ()
    check_complete(WHOLE)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"service_line": " "}, "the service line (how it is served, with the certified mail number)"),
        ({"dated": None}, "the date of the notice"),
        ({"recipients": ()}, "the recipient with address and capacity"),
        ({"recipients": (Recipient("Ann", (), "owner"),)}, "the recipient with address and capacity"),
        ({"print_key": ""}, "the matter (number, title, property address, tax map number, account and case)"),
        ({"authority": "\n"}, "the authority"),
        ({"findings": ()}, "the findings"),
        ({"findings": (Finding("  "),)}, "the findings"),
        ({"citations": (CitedSection("", "text"),)}, "the sections of the law"),
        ({"actions": ()}, "the required actions, each with its date"),
        ({"response_due": None}, "the answer, with its due date and the rule it follows"),
        ({"response_rule": ""}, "the answer, with its due date and the rule it follows"),
        ({"reinspection": ""}, "how to arrange a re-inspection"),
        ({"appeal": SourcedText("Write to the Board.", "")}, "the appeal, with its source"),
        ({"penalties": ()}, "the penalties, each with its source"),
        ({"penalties": (SourcedText("A fine.", " "),)}, "the penalties, each with its source"),
        ({"liability": ""}, "the sentence that a plan releases nobody"),
        ({"contact": ""}, "whom to ask"),
        ({"signer": Signer("", "Officer")}, "the signature (name and title)"),
        ({"enclosures": ()}, "the enclosures (write None if there are none)"),
        ({"copies": ("",)}, "the copies (write None if there are none)"),
        ({"affidavit": ()}, "the affidavit of mailing"),
    ],
)
def test_names_the_empty_part_and_refuses_to_issue(change: dict[str, object], part: str) -> None:
    fields = {name: getattr(WHOLE, name) for name in WHOLE.__slots__} | change
    notice = NoticeContent(**fields)
    assert missing_parts(notice) == (part,)
    with pytest.raises(RuleViolation, match="NOV-2027-0001 cannot be issued; it still lacks "):
        check_complete(notice)


def test_names_several_empty_parts_in_the_order_of_the_notice() -> None:
    notice = replace(WHOLE, contact="", findings=(), copies=())
    assert missing_parts(notice) == (
        "the findings",
        "whom to ask",
        "the copies (write None if there are none)",
    )


def test_refuses_dates_before_the_date_of_the_notice() -> None:
    early = replace(WHOLE, actions=(RequiredAction("Close the cleanout.", date(2027, 3, 3)),))
    with pytest.raises(RuleViolation, match=r"“Close the cleanout\.” is due before the date of the notice"):
        check_complete(early)
    with pytest.raises(RuleViolation, match="the answer is due before the date of the notice"):
        check_complete(replace(WHOLE, response_due=date(2027, 3, 3)))
