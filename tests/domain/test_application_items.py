"""What each law asks an application (law.md A-02, A-03), and what the gate says in the law's own words."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.data.answers import answers_from_json, answers_to_json
from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.application_items import has_field, item_answer, item_field, items_for, required_items
from sewerdesk.domain.applications import (
    ApplicationDraft,
    ApplicationState,
    Capacity,
    ItemAnswer,
    Paper,
    WorkType,
)
from sewerdesk.domain.contractors import ContractorFacts, WorkScope, standing
from sewerdesk.domain.fees import FeeLine, fee_differences
from sewerdesk.domain.law import FeeDue, LawPack, ProjectKind
from sewerdesk.domain.permits import Hold, IssueFacts, Severity, hindrances
from tests.domain.counter_examples import DAY, FULL
from tests.support.packs import pack

FOUR = ("hague", "lockport", "altamont", "dannemora")
#: A word of each municipality that no other may be shown.
OWN_WORDS = {
    "hague": r"Hague|Wastewater Treatment Plant Operator|Zoning|building lateral",
    "lockport": r"Lockport|building sewer|150-",
    "altamont": r"Altamont|Albany|300-|building lateral",
    "dannemora": r"Dannemora|house sewer|drainlayer|72-|Sewer Inspector",
}


def asked(draft: ApplicationDraft, law: LawPack) -> list[str]:
    return [item.field for item in completeness(draft, law).missing]


def answered(draft: ApplicationDraft, law: LawPack) -> ApplicationDraft:
    rows = [row for row in required_items(draft, law) if not has_field(row)]
    return replace(draft, law_answers=tuple(ItemAnswer(row.key, "As the plans show") for row in rows))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("hague", []),
        ("lockport", ["item_waste_character"]),
        ("altamont", ["item_laterals"]),
        ("dannemora", []),
    ],
)
def test_a03_ask_of_an_ordinary_connection_what_the_law_asks(name: str, fields: list[str]) -> None:
    """A-03: Lockport 150-6B quantity and character in both classes; Altamont 300-22A(1) the number of laterals."""
    law = pack(name)
    assert asked(FULL, law) == fields
    assert completeness(answered(FULL, law), law).is_complete


def test_a03_lockport_takes_the_quantity_from_the_estimated_flow() -> None:
    """A-03 Lockport 150-6B: the quantity of waste is the flow that the form asks for anyway, with its section."""
    law = pack("lockport")
    [quantity] = [row for row in items_for(FULL, law) if row.key == "waste_quantity"]
    assert (item_field(quantity), item_answer(FULL, quantity)) == ("estimated_gpd", "330 gallons a day")
    assert asked(replace(answered(FULL, law), estimated_gpd=None), law) == ["estimated_gpd"]


def test_a03_hague_asks_which_buildings_the_lateral_serves() -> None:
    """A-03 Hague 503A: whether another building shares the lateral; the field of the form answers it."""
    law = pack("hague")
    [missing] = completeness(replace(FULL, shares_lateral=None), law).missing
    assert (missing.field, missing.citation) == ("shares_lateral", "§503A")


@pytest.mark.parametrize("name", FOUR)
def test_a02_industrial_class_opens_its_questions_and_papers(name: str) -> None:
    """A-02: class 2 (Dannemora: contribution) asks more, and the gate blocks until it is answered."""
    law = pack(name)
    [industrial] = [row.key for row in law.permit_classes if row.industrial]
    draft = replace(FULL, permit_class=industrial)
    more = set(asked(draft, law)) - set(asked(FULL, law))
    assert more
    blocked = hindrances(IssueFacts(ApplicationState.APPROVED, draft), law, on=DAY)
    assert {row.sentence for row in blocked if row.action_key == "application.complete"} >= {
        item.sentence for item in completeness(draft, law).missing
    }
    papers = [row for row in law.attachments if industrial in row.classes and row.needed == "always"]
    whole = replace(
        answered(draft, law), papers=tuple(Paper(row.key, received_on=date(2027, 4, 12)) for row in papers)
    )
    assert completeness(whole, law).is_complete


@pytest.mark.parametrize("name", FOUR)
def test_a03_name_the_section_of_every_question(name: str) -> None:
    """A-03: whatever the law asks is asked with its section."""
    law = pack(name)
    for one in law.permit_classes:
        for work in WorkType:
            draft = replace(FULL, permit_class=one.key, work_type=work)
            assert all(row.citation for row in items_for(draft, law))


def test_a03_ask_an_agent_for_the_owners_authorization_in_every_law() -> None:
    """A-03: owner or agent may apply (Hague "Applicant", Lockport 150-6B)."""
    for name in FOUR:
        law = pack(name)
        agent = replace(answered(FULL, law), capacity=Capacity.AGENT, applicant_name="R. Roe")
        assert asked(agent, law) == ["authorization_received_on"]


def test_a10_hague_and_altamont_keep_pipe_tests_and_calculations() -> None:
    """A-10 Hague 402B, Altamont 300-22B: manufacturer's test results and design calculations, on request."""
    for name in ("hague", "altamont"):
        rows = {row.key: row for row in pack(name).attachments if row.project is ProjectKind.NEW_SEWER}
        assert {rows["pipe_tests"].needed, rows["calculations"].needed} == {"on_request"}


def test_new_sewer_is_not_asked_for_what_only_exists_when_it_is_built() -> None:
    """A-05, C-02 Hague and Altamont: as-built drawings are for the acceptance and hinder no permit."""
    for name in ("hague", "altamont"):
        law = pack(name)
        draft = replace(
            FULL,
            work_type=WorkType.MAIN_EXTENSION,
            designer="R. Peña, P.E.",
            designer_license="088123",
            plan_set="Set A",
            papers=(Paper("sewer_plans", received_on=date(2027, 4, 12)),),
        )
        assert completeness(answered(draft, law), law).is_complete


def test_keep_answers_to_the_laws_questions() -> None:
    draft = replace(
        FULL,
        law_answers=(ItemAnswer("waste_character", "=1+1 <Łukasiewicz>"),),
        highway_permit_until=date(2027, 9, 1),
        highway_security=Decimal("2500.00"),
        reuse_tested_on=date(2027, 4, 1),
        reuse_passed=True,
        shares_lateral=False,
        construction_notice_on=date(2027, 4, 2),
    )
    assert answers_from_json(answers_to_json(draft)) == draft


@pytest.mark.parametrize("name", FOUR)
def test_speak_only_in_the_words_of_the_law_in_force(name: str) -> None:
    """A-01 to A-28: no hindrance names an officer, pipe, section or place of another municipality."""
    law = pack(name)
    nothing = ApplicationDraft(shares_lateral=True)
    bare = replace(
        FULL, law_answers=(), shares_lateral=True, triggers=frozenset(t.key for t in law.right_of_way)
    )
    said = []
    for draft in (
        nothing,
        bare,
        replace(bare, work_type=WorkType.MAIN_EXTENSION),
        replace(bare, in_district=False),
    ):
        for owner, firm in ((False, None), (True, None), (False, ContractorFacts("New Firm"))):
            facts = IssueFacts(
                ApplicationState.SUBMITTED, draft, contractor=firm, owner_does_the_work=owner,
                connected_on=date(2027, 4, 1), covered_on=date(2027, 4, 2),
            )  # fmt: skip
            said += [f"{row.sentence} {row.citation}" for row in hindrances(facts, law, on=DAY)]
    verdict = standing(ContractorFacts("New Firm"), law, on=DAY, scope=WorkScope.right_of_way(law))
    said += [
        verdict.question,
        *(f"{line.requirement} {line.on_file} {line.citation}" for line in verdict.lines),
    ]
    text = "\n".join(said)
    for other, words in OWN_WORDS.items():
        foreign = {word for word in words.split("|") if word not in OWN_WORDS[name].split("|")}
        found = re.findall("|".join(sorted(foreign)), text) if other != name and foreign else []
        assert not found, f"{name} speaks in {other}'s words: {found}"
    assert law.term("installer").singular in text


def tap(amount: str | None, *, paid: str = "0", label: str = "Connection charge") -> FeeLine:
    return FeeLine(
        "connection", label, FeeDue.WITH_APPLICATION, None if amount is None else Decimal(amount), "§§201, 502",
        paid=Decimal(paid),
    )  # fmt: skip


def test_a04_name_the_difference_where_a_paid_fee_is_owed_at_another_amount() -> None:
    """A-04: 1,750.00 is paid and 2,000.00 is owed: 250.00 more; the other way round 250.00 is to be refunded."""
    [short] = fee_differences([tap("1750.00", paid="1750.00")], [tap("2000.00")])
    assert short.is_short
    assert short.sentence == (
        "Connection charge: $1,750 is paid, but $2,000 is owed now; $250 more is to be charged and paid."
    )
    [over] = fee_differences([tap("2000.00", paid="2000.00")], [tap("1750.00")])
    assert not over.is_short
    assert over.sentence.endswith("$1,750 is owed now; $250 is to be refunded.")
    gone = fee_differences([tap("2000.00", paid="2000.00")], [])
    assert [one.sentence for one in gone] == [
        "Connection charge: $2,000 is paid, but $0 is owed now; $2,000 is to be refunded."
    ]


def test_a04_count_the_lines_of_one_fee_together() -> None:
    """A-04: once the difference has a line of its own, charge and difference together are what is owed."""
    first, difference = tap("1750.00", paid="1750.00"), tap("250.00", label="Connection charge, difference")
    assert fee_differences([first, difference], [tap("2000.00")]) == ()
    assert fee_differences([tap("1750.00")], [tap("2000.00")]) == ()  # nothing is paid: it is charged anew
    assert fee_differences([tap("1750.00", paid="1750.00")], [tap(None)]) == ()


def test_a04_block_what_is_short_and_warn_of_what_is_over() -> None:
    """A-04 Hague: more to pay stops the permit, more to give back does not."""
    law = pack("hague")
    for owed, severity, key in (
        ("2000.00", Severity.BLOCK, "fee.schedule"),
        ("1500.00", Severity.WARNING, "fee.refund"),
    ):
        line = tap("1750.00", paid="1750.00")
        facts = IssueFacts(
            ApplicationState.APPROVED, FULL, fees=(line,), differences=fee_differences([line], [tap(owed)])
        )
        [found] = [row for row in hindrances(facts, law, on=DAY) if "is owed now" in row.sentence]
        assert (found.severity, found.action_key, found.citation) == (severity, key, "§§201, 502")


def test_a01_an_open_case_warns_and_leads_to_it() -> None:
    """A-01: no text bars a permit for an open case; it is shown, and the officer decides."""
    hold = Hold("Case CAS-2027-0001 on this parcel is open.", Severity.WARNING, "§501B")
    [found] = [
        row
        for row in hindrances(
            IssueFacts(ApplicationState.APPROVED, FULL, holds=(hold,)), pack("hague"), on=DAY
        )
        if row.action_key == "hold.open"
    ]
    assert (found.severity, found.citation) == (Severity.WARNING, "§501B")
