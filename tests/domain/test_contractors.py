"""A contractor's standing in Hague: bond, insurance and statutory proofs (law.md B-01 to B-07, faults 131 to 145)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.contractors import (
    CancellationNotice,
    ContractorFacts,
    CoverTerm,
    Exemption,
    FormApproval,
    Policy,
    Suspension,
    WorkScope,
    cancellation_warning,
    check_term,
    duplicates,
    earliest_lapse,
    standing,
)
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Amendment, LawPack
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from tests.domain.counter_examples import (
    BOND,
    DAY,
    GOOD,
    HAZARDS,
    HOLDER,
    NAME,
    YEAR,
    hague,
    new_york_calendar,
)


@pytest.fixture(scope="module")
def law() -> LawPack:
    return hague()


def judged(facts: ContractorFacts, law: LawPack, on: date = DAY) -> Verdict:
    return standing(facts, law, on=on, scope=WorkScope.right_of_way(law))


def failing(verdict: Verdict) -> VerdictLine:
    (line,) = verdict.failing
    return line


def with_policy(kind: str, change: Callable[[Policy], Policy]) -> ContractorFacts:
    return replace(GOOD, policies=tuple(change(p) if p.kind == kind else p for p in GOOD.policies))


def test_say_yes_when_everything_is_on_file(law: LawPack) -> None:
    verdict = judged(GOOD, law)
    assert [line for line in verdict.lines if not line.passed] == []
    assert verdict.answer is Answer.YES
    assert verdict.question == "May this contractor work in a highway right-of-way on this date?"
    assert verdict.judged_on == DAY


def test_say_no_for_each_requirement_when_nothing_is_on_file(law: LawPack) -> None:
    verdict = judged(ContractorFacts(legal_name=NAME), law)
    assert verdict.answer is Answer.NO
    assert all(line.action and line.action_key and line.citation for line in verdict.failing)
    said = {line.requirement: line.on_file for line in verdict.failing}
    assert said["Highway work bond: $5,000, filed with the Town Clerk"] == "No bond on file"
    assert said["Business excess liability: $2,000,000 amount of insurance"] == "No certificate on file"


def test_b01_ask_only_for_statutory_proofs_outside_a_right_of_way(law: LawPack) -> None:
    bare = ContractorFacts(legal_name=NAME, policies=GOOD.policies[-2:])
    verdict = standing(bare, law, on=DAY, scope=WorkScope())
    assert verdict.answer is Answer.YES
    assert verdict.question == "May this contractor work under a permit on this date?"
    assert judged(bare, law).answer is Answer.NO


def test_b02_refuse_bond_below_five_thousand(law: LawPack) -> None:
    line = failing(judged(replace(GOOD, bonds=(replace(BOND, amount=Decimal("4999.99")),)), law))
    assert line.on_file == (
        "Lake Surety, no. B-1001, $4,999.99, from 1/1/2027, continuous: $4,999.99 is less than $5,000"
    )
    assert (line.citation, line.action) == ("§408(1)", "Record the bond")


def test_b02_refuse_bond_without_revocation_clause(law: LawPack) -> None:
    line = failing(judged(replace(GOOD, bonds=(replace(BOND, clauses=frozenset()),)), law))
    assert line.requirement == "Permits given by the Town may be revoked at any time for just cause."
    assert line.on_file == "The clause is not in the bond: not acceptable"


def test_b02_refuse_copy_of_a_bond(law: LawPack) -> None:
    line = failing(judged(replace(GOOD, bonds=(replace(BOND, original_on_file=False),)), law))
    assert line.on_file.endswith("the original is not on file")


def test_b02_follow_a_resolution_that_raises_the_bond(law: LawPack) -> None:
    raised = law.with_amendments(
        [Amendment("bond.amount", date(2027, 6, 1), Decimal(10000), "Resolution 40 of 2027")]
    )
    assert judged(GOOD, raised, date(2027, 5, 31)).answer is Answer.YES
    line = failing(judged(GOOD, raised, date(2027, 6, 1)))
    assert line.requirement.startswith("Highway work bond: $10,000")


@pytest.mark.parametrize(
    ("kind", "figure", "amount", "said"),
    [
        ("personal_injury", "insurance.personal_injury.each", 499999, "each occurrence: $499,999 is less"),
        ("personal_injury", "insurance.personal_injury.aggregate", 0, "aggregate: $0 is less than $500,000"),
        ("property_damage", "insurance.property_damage", 300000, "$300,000 is less than $500,000"),
        (
            "auto_bodily_injury",
            "insurance.auto_bi.person",
            250000,
            "each person: $250,000 is less than $300,000",
        ),
        ("auto_property_damage", "insurance.auto_pd.each", 100000, "$100,000 is less than $500,000"),
        ("excess", "insurance.excess", 1000000, "$1,000,000 is less than $2,000,000"),
    ],
)
def test_b03_refuse_limit_below_the_law(law: LawPack, kind: str, figure: str, amount: int, said: str) -> None:
    facts = with_policy(kind, lambda p: replace(p, limits={**p.limits, figure: Decimal(amount)}))
    line = failing(judged(facts, law))
    assert said in line.on_file
    assert (line.action, line.action_key) == ("Write to the agent", "contractor.write_to_agent")


def test_b03_refuse_property_damage_without_a_hazard(law: LawPack) -> None:
    facts = with_policy("property_damage", lambda p: replace(p, hazards=HAZARDS - {"xcu"}))
    line = failing(judged(facts, law))
    assert line.on_file.endswith("does not include Explosions, collapse and underground")
    assert line.citation == "§408(2)(c)"


def test_b04_board_approval_counts_from_the_day_it_was_given(law: LawPack) -> None:
    later = (FormApproval("board", date(2027, 5, 4), "Resolution 15 of 2027"),)
    facts = with_policy("excess", lambda p: replace(p, form_approvals=later))
    assert [line.requirement for line in judged(facts, law).failing] == [
        "The form of every policy is approved by the Town Board."
    ]


def test_b04_refuse_policy_without_cover_of_the_town_or_board_approval(law: LawPack) -> None:
    bare = with_policy("excess", lambda p: replace(p, endorsements=frozenset(), form_approvals=()))
    verdict = judged(bare, law)
    assert [line.requirement for line in verdict.failing] == [
        "Every policy covers all liabilities of the Town.",
        "The form of every policy is approved by the Town Board.",
    ]
    assert (
        "ACORD 25 NM-excess of Northern Mutual: not approved by the Town Board" in verdict.failing[1].on_file
    )


@pytest.mark.parametrize(
    ("days", "answer"), [(None, Answer.NO), (4, Answer.NO), (5, Answer.YES), (30, Answer.YES)]
)
def test_b05_read_notice_of_cancellation_from_the_endorsement(
    law: LawPack, days: int | None, answer: Answer
) -> None:
    facts = with_policy("excess", lambda p: replace(p, cancellation_notice_days=days))
    assert judged(facts, law).answer is answer


@pytest.mark.parametrize("form", ["ACORD 25", "Acord 855 NY", "acord", "ACORD-25 (2016/03)"])
@pytest.mark.parametrize("kind", ["workers_compensation", "disability_family_leave"])
def test_b06_never_take_acord_as_proof_fault_145(law: LawPack, kind: str, form: str) -> None:
    line = failing(judged(with_policy(kind, lambda p: replace(p, form_code=form)), law))
    assert f"{form} is no proof: An ACORD certificate is proof of liability insurance only" in line.on_file


@pytest.mark.parametrize("form", ["C-105.2", "U-26.3", "SI-12", "GSI-105.2", "c 105.2"])
def test_b06_accept_each_form_of_workers_compensation(law: LawPack, form: str) -> None:
    facts = with_policy("workers_compensation", lambda p: replace(p, form_code=form))
    assert judged(facts, law).answer is Answer.YES


def test_b06_refuse_disability_form_for_workers_compensation(law: LawPack) -> None:
    line = failing(
        judged(with_policy("workers_compensation", lambda p: replace(p, form_code="DB-120.1")), law)
    )
    assert line.on_file.endswith("DB-120.1 is not a form that counts")
    assert line.requirement == "Workers' compensation: form C-105.2, U-26.3, SI-12, GSI-105.2 or CE-200"


def test_b06_accept_exemption_in_place_of_both_proofs(law: LawPack) -> None:
    exemption = Exemption(
        number="2027-000111",
        covers=frozenset({"workers_compensation", "disability_family_leave"}),
        term=YEAR,
        insured=NAME,
        holder=HOLDER,
        job="14 Example Lane",
        verified_by="MK",
    )
    facts = replace(GOOD, policies=GOOD.policies[:-2], exemptions=(exemption,))
    assert judged(facts, law).answer is Answer.YES
    other_job = WorkScope(job="20 Example Lane")
    assert "is for another job" in standing(facts, law, on=DAY, scope=other_job).failing[0].on_file


@pytest.mark.parametrize(
    "holder", ["", "Town of Ticonderoga", "County of Warren", "Town of Haguesville", "Hague"]
)
def test_b06_refuse_certificate_held_by_somebody_else(law: LawPack, holder: str) -> None:
    facts = with_policy("workers_compensation", lambda p: replace(p, holder=holder))
    assert "not the Town of Hague" in failing(judged(facts, law)).on_file


def test_b06_refuse_certificate_in_another_name(law: LawPack) -> None:
    facts = with_policy("workers_compensation", lambda p: replace(p, insured="Adirondack Laterals Inc."))
    assert f'names "Adirondack Laterals Inc.", not {NAME}' in failing(judged(facts, law)).on_file
    upper = with_policy("workers_compensation", lambda p: replace(p, insured="ADIRONDACK LATERAL WORKS LLC"))
    assert judged(upper, law).answer is Answer.YES
    trading = replace(facts, names=("Adirondack Laterals, Inc",))
    assert judged(trading, law).answer is Answer.YES


def test_refuse_certificate_that_nobody_looked_at(law: LawPack) -> None:
    facts = with_policy("workers_compensation", lambda p: replace(p, verified_by=" "))
    assert failing(judged(facts, law)).on_file.endswith("not yet verified")


def test_stay_valid_to_the_end_of_the_expiry_day_fault_140(law: LawPack) -> None:
    assert judged(GOOD, law, date(2027, 12, 31)).answer is Answer.YES
    after = judged(GOOD, law, date(2028, 1, 1))
    assert after.answer is Answer.NO
    assert "expired on 12/31/2027" in after.failing[0].on_file


def test_refuse_cover_before_it_begins(law: LawPack) -> None:
    assert "begins on 1/1/2027" in judged(GOOD, law, date(2026, 12, 31)).failing[0].on_file


def test_take_blank_expiry_as_continuous_only_where_the_paper_says_so_fault_143(law: LawPack) -> None:
    assert judged(GOOD, law, date(2027, 12, 31)).answer is Answer.YES
    unmarked = replace(BOND, term=CoverTerm(date(2027, 1, 1)))
    line = failing(judged(replace(GOOD, bonds=(unmarked,)), law))
    assert line.on_file.endswith("no expiry date on file and not marked continuous")


def test_refuse_cancelled_bond_from_that_day_on_fault_131(law: LawPack) -> None:
    notice = CancellationNotice(received=date(2027, 4, 20), effective=date(2027, 5, 3))
    cancelled = replace(GOOD, bonds=(replace(BOND, term=replace(BOND.term, cancellation=notice)),))
    assert judged(cancelled, law, date(2027, 5, 2)).answer is Answer.YES
    line = failing(judged(cancelled, law, date(2027, 5, 3)))
    assert line.on_file.endswith("cancelled from 5/3/2027")


def test_let_the_newest_valid_bond_count_fault_139(law: LawPack) -> None:
    small = replace(
        BOND, number="B-2000", amount=Decimal(1000), term=CoverTerm(date(2027, 4, 1), continuous=True)
    )
    expired = replace(BOND, number="B-0900", term=CoverTerm(date(2025, 1, 1), date(2025, 12, 31)))
    both = replace(GOOD, bonds=(expired, small, BOND))
    verdict = judged(both, law)
    assert verdict.answer is Answer.YES
    assert "B-1001" in verdict.lines[1].on_file


def test_name_the_newest_of_two_good_bonds_fault_139(law: LawPack) -> None:
    newer = replace(BOND, number="B-2000", term=CoverTerm(date(2027, 4, 1), continuous=True))
    assert "B-2000" in judged(replace(GOOD, bonds=(BOND, newer)), law).lines[1].on_file
    assert "B-2000" in judged(replace(GOOD, bonds=(newer, BOND)), law).lines[1].on_file


def test_flag_a_bond_that_is_on_file_twice_fault_139() -> None:
    assert duplicates(GOOD) == ()
    (flag,) = duplicates(replace(GOOD, bonds=(BOND, replace(BOND, surety="LAKE SURETY"))))
    assert flag == (
        f"{NAME} has 2 records of bond B-1001 of Lake Surety from 1/1/2027. "
        "Void the one that was entered by mistake."
    )


def test_report_the_earliest_lapse_fault_137(law: LawPack) -> None:
    soon = with_policy(
        "auto_property_damage", lambda p: replace(p, term=replace(p.term, expires=date(2027, 8, 1)))
    )
    lapse = earliest_lapse(soon, law, on=DAY, scope=WorkScope.right_of_way(law))
    assert lapse is not None
    assert lapse.sentence == (
        "ACORD 25 NM-auto_property_damage of Northern Mutual is in force through 8/1/2027."
    )
    assert judged(soon, law).lines[-1].on_file == lapse.sentence


def test_count_cancellation_as_a_lapse(law: LawPack) -> None:
    notice = CancellationNotice(received=date(2027, 5, 1), effective=date(2027, 5, 20))
    facts = replace(GOOD, bonds=(replace(BOND, term=replace(BOND.term, cancellation=notice)),))
    lapse = earliest_lapse(facts, law, on=DAY, scope=WorkScope.right_of_way(law))
    assert lapse is not None
    assert (lapse.last_day, lapse.paper) == (date(2027, 5, 19), "bond B-1001 of Lake Surety")


def test_b07_question_a_cancellation_with_short_notice(law: LawPack) -> None:
    # notice on Friday 5/28/2027; Monday 5/31 is Memorial Day; five business days end on Friday 6/4
    excess = next(row for row in GOOD.policies if row.kind == "excess")

    def cancelled(effective: date) -> str:
        notice = CancellationNotice(date(2027, 5, 28), effective)
        policy = replace(excess, term=replace(excess.term, cancellation=notice))
        return cancellation_warning(policy, law, new_york_calendar())

    assert not cancellation_warning(excess, law, new_york_calendar())
    assert not cancelled(date(2027, 6, 7))
    assert cancelled(date(2027, 6, 3)) == (
        f"The cancellation of {excess.label} takes effect on 6/3/2027, less than 5 business days "
        "after the notice of 5/28/2027 (§408(2)(f)). Write to the agent, and review the open permits."
    )


def test_b07_warn_when_cover_ends_before_the_work(law: LawPack) -> None:
    scope = WorkScope.right_of_way(law, through=date(2028, 3, 1))
    verdict = standing(GOOD, law, on=DAY, scope=scope)
    assert verdict.answer is Answer.YES
    assert verdict.lines[-1].requirement == "Next to lapse; the work is planned to end on 3/1/2028"
    assert verdict.lines[-1].action_key == "contractor.write_to_agent"
    to_the_day = standing(GOOD, law, on=DAY, scope=replace(scope, through=date(2027, 12, 31)))
    assert (to_the_day.lines[-1].requirement, to_the_day.lines[-1].action) == ("Next to lapse", "")


def test_refuse_suspended_contractor_until_it_is_lifted(law: LawPack) -> None:
    suspended = replace(
        GOOD,
        suspensions=(
            Suspension(date(2027, 5, 1), "work without a permit", date(2027, 5, 10), "Resolution 33 of 2027"),
        ),
    )
    line = failing(judged(suspended, law, date(2027, 5, 9)))
    assert line.on_file == "Suspended from 5/1/2027 until 5/10/2027: work without a permit"
    assert judged(suspended, law, date(2027, 5, 10)).answer is Answer.YES
    assert judged(suspended, law, date(2027, 4, 30)).answer is Answer.YES


def test_leave_to_the_officer_what_the_law_file_leaves_blank(law: LawPack) -> None:
    blank = replace(
        law,
        figures={
            **law.figures,
            "bond.amount": replace(law.figures["bond.amount"], value=None, missing="not set"),
        },
    )
    verdict = judged(GOOD, blank)
    assert verdict.answer is Answer.OFFICER
    assert verdict.lines[1].action_key == "law.enter_figure"


def test_refuse_dates_that_cannot_be() -> None:
    check_term(YEAR)
    with pytest.raises(FieldErrors, match="cannot expire on 12/31/2026, before it begins on 1/1/2027"):
        check_term(CoverTerm(date(2027, 1, 1), date(2026, 12, 31)))
    with pytest.raises(FieldErrors, match="or mark it continuous"):
        check_term(CoverTerm(date(2027, 1, 1)))
    with pytest.raises(FieldErrors, match="A continuous cover has no expiry date"):
        check_term(CoverTerm(date(2027, 1, 1), date(2027, 12, 31), continuous=True))
    with pytest.raises(FieldErrors, match="before the notice"):
        check_term(replace(YEAR, cancellation=CancellationNotice(date(2027, 5, 2), date(2027, 5, 1))))


@given(
    start=st.dates(min_value=date(2024, 1, 1), max_value=date(2027, 12, 31)),
    length=st.integers(min_value=0, max_value=800),
    cancelled_after=st.none() | st.integers(min_value=0, max_value=800),
    asked=st.integers(min_value=-5, max_value=900),
)
def test_agree_between_valid_on_and_last_day(
    start: date, length: int, cancelled_after: int | None, asked: int
) -> None:
    notice = None
    if cancelled_after is not None:
        notice = CancellationNotice(start, start + timedelta(days=cancelled_after))
    term = CoverTerm(start, start + timedelta(days=length), cancellation=notice)
    on = start + timedelta(days=asked)
    assert term.last_day is not None
    assert term.valid_on(on) == (start <= on <= term.last_day)
