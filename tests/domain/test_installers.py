"""Who may do the work in each law: drainlayers, bonds, coverage, proofs (law.md A-24, B-01 to B-07)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.applications import ApplicationState
from sewerdesk.domain.contractors import (
    Authorization,
    AuthorizationKind,
    CancellationNotice,
    ContractorFacts,
    CoverTerm,
    FormApproval,
    Policy,
    WorkScope,
    cancellation_warning,
    standing,
)
from sewerdesk.domain.law import LawPack
from sewerdesk.domain.permits import IssueFacts, Severity, hindrances
from sewerdesk.domain.verdicts import Answer, VerdictLine
from tests.domain.counter_examples import DAY, FULL, GOOD, NAME, YEAR, new_york_calendar, policy
from tests.support.packs import pack

FOUR = ("hague", "lockport", "altamont", "dannemora")
CALENDAR = new_york_calendar()
K = AuthorizationKind


def act(kind: AuthorizationKind, on: date, resolution: str = "Resolution 8 of 2027") -> Authorization:
    return Authorization(kind, on, resolution, "Twelve years with the Village's own crew")


def drainlayer(*acts: Authorization, on: date = DAY) -> VerdictLine:
    law = pack("dannemora")
    facts = ContractorFacts(NAME, authorizations=acts)
    verdict = standing(facts, law, on=on, scope=WorkScope())
    return next(line for line in verdict.lines if line.citation == "§72-10")


def proofs(law: LawPack) -> tuple[Policy, ...]:
    holder = f"{law.municipality}, Main Street"
    return tuple(
        replace(policy(proof.key, form=proof.accepted[0].code), holder=holder)
        for proof in law.statutory_proofs
    )


def test_a24_dannemora_lets_only_authorized_drainlayers_work() -> None:
    """A-24 Dannemora 72-10: authorized by the Board on a day, by a resolution, on evidence of competence."""
    none = drainlayer()
    assert (none.passed, none.action_key) == (False, "contractor.authorize")
    assert none.on_file == "No authorization by the Village Board of Trustees on file"
    yes = drainlayer(act(K.AUTHORIZED, date(2027, 4, 12)))
    assert (yes.passed, yes.on_file) == (True, "Authorized on 4/12/2027 by Resolution 8 of 2027")
    assert not drainlayer(act(K.AUTHORIZED, DAY), on=date(2027, 5, 2)).passed
    assert drainlayer(act(K.AUTHORIZED, DAY)).passed


@pytest.mark.parametrize(
    ("acts", "passed"),
    [
        ((act(K.AUTHORIZED, date(2027, 1, 1)), act(K.SUSPENDED, date(2027, 5, 3))), False),
        ((act(K.AUTHORIZED, date(2027, 1, 1)), act(K.SUSPENDED, date(2027, 5, 4))), True),
        (
            (
                act(K.AUTHORIZED, date(2027, 1, 1)),
                act(K.SUSPENDED, date(2027, 3, 1)),
                act(K.REINSTATED, date(2027, 4, 1)),
            ),
            True,
        ),
        ((act(K.AUTHORIZED, date(2027, 1, 1)), act(K.REVOKED, date(2027, 4, 1))), False),
        (
            (
                act(K.AUTHORIZED, date(2027, 1, 1)),
                act(K.REVOKED, date(2027, 4, 1)),
                act(K.AUTHORIZED, date(2027, 4, 20)),
            ),
            True,
        ),
        ((act(K.AUTHORIZED, DAY), act(K.SUSPENDED, DAY)), False),
    ],
)
def test_a24_dannemora_lets_the_last_act_govern(acts: tuple[Authorization, ...], passed: bool) -> None:
    """A-24 Dannemora: suspended, reinstated, revoked, authorized anew; the last act on or before the day counts."""
    assert drainlayer(*acts).passed is passed


def test_a24_dannemora_permit_cannot_name_an_unlisted_drainlayer_or_the_owner() -> None:
    """A-24 Dannemora: the gate blocks both, with 72-10."""
    law = pack("dannemora")
    unlisted = IssueFacts(
        ApplicationState.APPROVED, FULL, contractor=ContractorFacts(NAME, policies=proofs(law))
    )
    by_owner = IssueFacts(ApplicationState.APPROVED, FULL, owner_does_the_work=True)
    for facts in (unlisted, by_owner):
        found = [row for row in hindrances(facts, law, on=DAY) if "drainlayer" in row.sentence]
        assert [(row.severity, row.citation) for row in found] == [(Severity.BLOCK, "§72-10")]
    nobody = hindrances(IssueFacts(ApplicationState.APPROVED, FULL), law, on=DAY)
    assert "No drainlayer is named. Choose one." in [row.sentence for row in nobody]


@pytest.mark.parametrize("name", ["hague", "lockport", "altamont"])
def test_a24_ask_nobody_to_be_authorized_elsewhere(name: str) -> None:
    """A-24 Hague, Lockport, Altamont: no text at hand lets only authorized installers do the work."""
    verdict = standing(ContractorFacts(NAME), pack(name), on=DAY, scope=WorkScope())
    assert not [line for line in verdict.lines if "uthoriz" in line.requirement]


@pytest.mark.parametrize(
    ("name", "triggers", "bonds", "kinds"),
    [
        (
            "hague",
            ["highway"],
            1,
            {
                "employers_liability",
                "personal_injury",
                "property_damage",
                "auto_bodily_injury",
                "auto_property_damage",
                "excess",
            },
        ),
        ("altamont", ["highway", "existing_sewer"], 0, {"property_damage"}),
        ("lockport", [], 0, set()),
        ("dannemora", [], 0, set()),
    ],
)
def test_b01_b03_ask_for_what_the_text_asks(
    name: str, triggers: list[str], bonds: int, kinds: set[str]
) -> None:
    """B-01, B-02, B-03: Hague 408, Altamont 300-28A (wider trigger, no bond); Lockport and Dannemora ask for none."""
    law = pack(name)
    assert [row.key for row in law.right_of_way] == triggers
    assert len(law.bond_requirements) == bonds
    assert {row.kind for row in law.coverage_requirements} == kinds


def test_b01_altamont_asks_also_of_a_tap_without_road_work() -> None:
    """B-01 Altamont 300-28A: connecting to an existing sewer line alone makes the insurance needed."""
    law = pack("altamont")
    facts = ContractorFacts(NAME, policies=proofs(law))
    tap = standing(facts, law, on=DAY, scope=WorkScope(frozenset({"existing_sewer"})))
    assert tap.answer is Answer.NO
    assert {line.citation for line in tap.failing} == {"§300-28A(1)", "§300-28A(2)"}
    assert standing(facts, law, on=DAY, scope=WorkScope()).answer is Answer.YES


def test_b03_hague_tracks_employers_liability_apart() -> None:
    """B-03 Hague 408(2)(a): employer's liability stands beside workers' compensation and needs its own certificate."""
    law = pack("hague")
    without = replace(GOOD, policies=tuple(row for row in GOOD.policies if row.kind != "employers_liability"))
    verdict = standing(without, law, on=DAY, scope=WorkScope.right_of_way(law))
    assert [(line.requirement, line.on_file, line.citation) for line in verdict.failing] == [
        ("Employer's liability", "No certificate on file", "§408(2)(a)")
    ]


def altamont_policy(*approvals: FormApproval, days: int | None = 5) -> ContractorFacts:
    law = pack("altamont")
    cover = replace(
        policy("property_damage"),
        holder="Village of Altamont, 115 Main Street",
        limits={"insurance.property_damage": Decimal(500_000)},
        hazards=frozenset(),
        cancellation_notice_days=days,
        endorsements=frozenset({"village_liabilities"}),
        form_approvals=approvals,
    )
    return ContractorFacts(NAME, policies=(cover, *proofs(law)))


def test_b04_altamont_needs_attorney_and_board() -> None:
    """B-04 Altamont 300-28A(2): the form is approved by the Village Attorney and by the Board; one is not enough."""
    law = pack("altamont")
    scope = WorkScope.right_of_way(law)
    attorney = FormApproval("attorney", date(2027, 4, 1), "Letter 3")
    board = FormApproval("board", date(2027, 4, 6), "Resolution 4")
    assert standing(altamont_policy(attorney, board), law, on=DAY, scope=scope).answer is Answer.YES
    for given, lacking in (
        ((attorney,), "Village Board"),
        ((board,), "Village Attorney"),
        ((), "Village Attorney"),
    ):
        [line] = standing(altamont_policy(*given), law, on=DAY, scope=scope).failing
        assert lacking in line.on_file
    [early] = standing(altamont_policy(attorney, board), law, on=date(2027, 4, 5), scope=scope).failing
    assert "Village Board" in early.on_file


@pytest.mark.parametrize(("name", "section"), [("hague", "§408(2)(f)"), ("altamont", "§300-28A(2)")])
def test_b07_five_business_days_across_thanksgiving_and_new_year(name: str, section: str) -> None:
    """B-07 Hague 408(2)(f), Altamont 300-28A(2): a notice of 11/22/2027 runs to 11/30, of 12/28 to 1/4."""
    law = pack(name)
    for received, first in (
        (date(2027, 11, 22), date(2027, 11, 30)),  # Tuesday, Wednesday, Friday, Monday, Tuesday
        (date(2027, 12, 28), date(2028, 1, 4)),  # Wednesday to Friday, Monday, Tuesday
    ):

        def cancelled(effective: date, received: date = received) -> Policy:
            term = CoverTerm(
                YEAR.effective, date(2028, 12, 31), cancellation=CancellationNotice(received, effective)
            )
            return replace(policy("property_damage"), term=term)

        assert not cancellation_warning(cancelled(first), law, CALENDAR)
        short = cancellation_warning(cancelled(date.fromordinal(first.toordinal() - 1)), law, CALENDAR)
        assert "less than 5 business days after the notice" in short
        assert section in short


@pytest.mark.parametrize("name", ["lockport", "dannemora"])
def test_b07_judge_no_notice_where_the_text_sets_none(name: str) -> None:
    """B-07 Lockport, Dannemora: the text sets no notice of cancellation."""
    term = CoverTerm(YEAR.effective, YEAR.expires, cancellation=CancellationNotice(DAY, DAY))
    assert not cancellation_warning(replace(policy("property_damage"), term=term), pack(name), CALENDAR)


@pytest.mark.parametrize("name", FOUR)
def test_b06_refuse_acord_and_foreign_holders_in_every_law(name: str) -> None:
    """B-06: WCL 57 and 220(8) hold everywhere: the State's forms, made out to this municipality, never an ACORD."""
    law = pack(name)
    good = ContractorFacts(NAME, policies=proofs(law), authorizations=(act(K.AUTHORIZED, date(2027, 1, 4)),))
    assert standing(good, law, on=DAY, scope=WorkScope()).answer is Answer.YES
    acord = replace(good, policies=tuple(replace(row, form_code="ACORD 25") for row in good.policies))
    faults = standing(acord, law, on=DAY, scope=WorkScope()).failing
    assert len(faults) == 2
    assert all("ACORD 25 is no proof" in line.on_file for line in faults)
    assert {line.citation for line in faults} == {
        "Workers' Compensation Law §57",
        "Workers' Compensation Law §220(8)",
    }
    foreign = replace(good, policies=tuple(replace(row, holder="Town of Elsewhere") for row in good.policies))
    assert all(
        f"not the {law.municipality}" in line.on_file
        for line in standing(foreign, law, on=DAY, scope=WorkScope()).failing
    )


@pytest.mark.parametrize("name", FOUR)
def test_b06_ask_at_issue_and_at_renewal(name: str) -> None:
    """B-06: proof is seen before a permit is issued and before it is renewed."""
    assert all(set(row.applies_to) == {"issue", "renewal"} for row in pack(name).statutory_proofs)


@pytest.mark.parametrize("name", FOUR)
def test_ask_the_question_in_the_laws_word(name: str) -> None:
    """A-24, B-01: the question names a contractor, an installer or a drainlayer, as the law does."""
    law = pack(name)
    verdict = standing(ContractorFacts(NAME), law, on=DAY, scope=WorkScope.right_of_way(law))
    assert f"May this {law.term('installer').singular} " in verdict.question
