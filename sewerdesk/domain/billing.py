"""A quarterly billing run, computed without touching anything: who is billed, held or skipped, and why.

Every account open on any day of the period gets exactly one outcome. Nothing here writes, so a run may be
computed as often as the clerk likes; posting takes the same result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.billaccounts import (
    BillableAccount,
    Days,
    NeedsAnswer,
    require_facts,
)
from sewerdesk.domain.billcompare import Difference, compare_with_last
from sewerdesk.domain.billlines import ONE_DAY, BillingPeriod, BillLine, MeterUse
from sewerdesk.domain.billmeters import MeterState, account_meters
from sewerdesk.domain.billtotals import ChargeTotal, ClassTotal, charge_totals, class_totals
from sewerdesk.domain.carrying import why_carried
from sewerdesk.domain.effective import value_on
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.expected import ExpectedRow, expected_revenue
from sewerdesk.domain.firstbills import first_bill_changes, first_bill_sentence
from sewerdesk.domain.metering import ReadingIssue
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.rates import validate_rates
from sewerdesk.domain.rates.findings import Weight, ended_in_use
from sewerdesk.domain.rates.pricing import PriceJob, metered_days, price_account
from sewerdesk.domain.runinputs import RunInputs


class OutcomeKind(StrEnum):
    """What a run does with an account."""

    BILLED = "billed"
    HELD = "held"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class DraftBill:
    """A bill before it has a number: lines, their sum, and the balance it will be added to.

    Class and units are those of the last billed day. ``carried`` says why it is too small to mail, empty where it is
    mailed (see ``carrying``).
    """

    account_id: int
    account: str
    class_code: str
    units: Decimal
    lines: tuple[BillLine, ...]
    total: Decimal
    previous_balance: Decimal
    carried: str = ""

    @property
    def total_due(self) -> Decimal:
        """Previous balance plus current charges; below zero is a credit balance."""
        return self.previous_balance + self.total


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happens to one account and the reason, for a bill why it is carried; ``bill`` only when billed."""

    account_id: int
    account: str
    kind: OutcomeKind
    reason: str = ""
    bill: DraftBill | None = None


@dataclass(frozen=True, slots=True)
class RunFinding:
    """Something to look at before posting; ``blocking`` ones must be put right first.

    ``holds`` says that the question keeps this account's bill on hold while the others may be posted.
    """

    account: str
    sentence: str
    blocking: bool
    issue: ReadingIssue | None = None
    holds: bool = False


@dataclass(frozen=True, slots=True)
class RunPreview:
    """The whole run before posting. ``not_open`` counts accounts not on the books in the period."""

    period: BillingPeriod
    outcomes: tuple[Outcome, ...]
    not_open: int
    findings: tuple[RunFinding, ...]
    by_charge: tuple[ChargeTotal, ...]
    by_class: tuple[ClassTotal, ...]
    total: Decimal
    differences: tuple[Difference, ...]
    expected: tuple[ExpectedRow, ...] = ()

    def of_kind(self, kind: OutcomeKind) -> tuple[Outcome, ...]:
        """The accounts with one kind of outcome, in the run's order."""
        return tuple(outcome for outcome in self.outcomes if outcome.kind is kind)

    @property
    def bills(self) -> tuple[DraftBill, ...]:
        """The bills to post."""
        return tuple(outcome.bill for outcome in self.outcomes if outcome.bill is not None)

    @property
    def mailed(self) -> tuple[DraftBill, ...]:
        """The bills to mail: all but those that are carried."""
        return tuple(bill for bill in self.bills if not bill.carried)

    @property
    def blocking(self) -> tuple[RunFinding, ...]:
        """What must be put right before posting."""
        return tuple(finding for finding in self.findings if finding.blocking)

    @property
    def may_post(self) -> bool:
        """Whether nothing blocks and there is something to bill."""
        return not self.blocking and any(o.kind is OutcomeKind.BILLED for o in self.outcomes)


def compute_run(inputs: RunInputs) -> RunPreview:
    """Compute a run over all accounts; pure, repeatable, and complete: one outcome for each open account."""
    outcomes: list[Outcome] = []
    findings: list[RunFinding] = []
    not_open = 0
    for account in inputs.accounts:
        days = inputs.days_of(account)
        if not any(found.status in inputs.policy.open_statuses for found in days):
            if account.account_id in inputs.spans:
                outcomes.append(_ended(account, inputs))
            else:
                not_open += 1
            continue
        outcome, found = _compute_account(account, days, inputs)
        outcomes.append(outcome)
        findings.extend(found)
    findings.extend(_rate_findings(inputs))
    bills = [outcome.bill for outcome in outcomes if outcome.bill is not None]
    return RunPreview(
        period=inputs.period,
        outcomes=tuple(outcomes),
        not_open=not_open,
        findings=tuple(sorted(findings, key=lambda f: not f.blocking)),
        by_charge=charge_totals(line for bill in bills for line in bill.lines),
        by_class=class_totals((bill.class_code, bill.total) for bill in bills),
        total=sum((bill.total for bill in bills), ZERO),
        differences=compare_with_last(
            {bill.account_id: (bill.account, bill.lines) for bill in bills},
            last=inputs.prior,
            not_billed={outcome.account_id for outcome in outcomes if outcome.bill is None},
            classes={bill.account_id: bill.class_code for bill in bills},
        ),
        expected=expected_revenue(
            inputs.accounts,
            inputs.job,
            billed_statuses=inputs.policy.billed_statuses,
            bills=((bill.class_code, bill.lines) for bill in bills),
        ),
    )


def _compute_account(
    account: BillableAccount, days: Sequence[Days], inputs: RunInputs
) -> tuple[Outcome, list[RunFinding]]:
    reason = _skip_reason(account, days, inputs)
    if reason:
        return Outcome(account.account_id, account.number, OutcomeKind.SKIPPED, reason), []
    hold = value_on(account.holds, inputs.bill_on)
    if hold is not None:
        return Outcome(account.account_id, account.number, OutcomeKind.HELD, hold.reason), []
    billed = [found for found in days if found.status in inputs.policy.billed_statuses]
    account, inputs = inputs.for_part(account)
    findings: list[RunFinding] = []
    try:
        require_facts(billed, account=account.number)
        bill = _draft_bill(account, billed, inputs, findings)
    except NeedsAnswer as question:
        findings.append(RunFinding(account.number, question.message, blocking=False, holds=True))
        return Outcome(account.account_id, account.number, OutcomeKind.HELD, question.message), findings
    except UserError as error:
        findings.append(RunFinding(account.number, error.message, blocking=True))
        return Outcome(account.account_id, account.number, OutcomeKind.HELD, error.message), findings
    return _billed(account, bill, inputs, findings), findings


def _billed(
    account: BillableAccount, bill: DraftBill | None, inputs: RunInputs, findings: list[RunFinding]
) -> Outcome:
    """The outcome of an account whose bill was worked out, or waits for an answer about its meters."""
    if bill is None:
        reason = next(f.sentence for f in findings if f.holds)
        return Outcome(account.account_id, account.number, OutcomeKind.HELD, reason)
    if not bill.lines:
        return Outcome(account.account_id, account.number, OutcomeKind.SKIPPED, _why_empty(account, inputs))
    findings.extend(_first_bill(bill, inputs))
    carried = why_carried(
        inputs.policy.carry,
        account,
        total_due=bill.total_due,
        through=inputs.period.end,
        billed_statuses=inputs.policy.billed_statuses,
    )
    bill = replace(bill, carried=carried)
    return Outcome(account.account_id, account.number, OutcomeKind.BILLED, carried, bill)


def _why_empty(account: BillableAccount, inputs: RunInputs) -> str:
    """Why nothing is charged of an account that is billed."""
    label = inputs.period.label
    if any(one.charged for one in account.other_bills):
        return f"What it pays for {label} is on another bill of {label} already; nothing is left to charge."
    return f"Its rates are billed in other months; nothing is due in {label}."


def _first_bill(bill: DraftBill, inputs: RunInputs) -> Iterable[RunFinding]:
    """A question where this is the first bill after a new meter, multiplier, unit, class or owner."""
    prior = inputs.prior.get(bill.account_id)
    if prior is None:
        return
    changes = tuple(
        first_bill_changes(
            prior,
            class_code=bill.class_code,
            lines=bill.lines,
            bill_to_since=inputs.bill_to_since.get(bill.account_id),
            period_start=inputs.period.start,
        )
    )
    if changes:
        sentence = first_bill_sentence(bill.account, changes)
        yield RunFinding(bill.account, sentence, blocking=False, issue=ReadingIssue.FIRST_BILL)


def _rate_findings(inputs: RunInputs) -> Iterable[RunFinding]:
    """What is wrong with the rates themselves."""
    yield from _ended_charges(inputs)
    for problem in validate_rates(inputs.rates.versions):
        yield RunFinding("", problem, blocking=True)


def _ended(account: BillableAccount, inputs: RunInputs) -> Outcome:
    """An account that got its last bill within the period."""
    through = inputs.spans[account.account_id][0] - ONE_DAY
    reason = f"Billed through {through:%m/%d/%Y}, and not on the books after that day."
    return Outcome(account.account_id, account.number, OutcomeKind.SKIPPED, reason)


def _skip_reason(account: BillableAccount, days: Sequence[Days], inputs: RunInputs) -> str:
    bill = inputs.already_billed.get(account.account_id)
    if bill is not None:
        return f"Already billed for {inputs.period.label} on bill {bill}."
    if any(found.status in inputs.policy.billed_statuses for found in days):
        return ""
    last = next(found for found in reversed(days) if found.status in inputs.policy.open_statuses)
    span = value_on(account.statuses, last.start)
    why = f": {span.reason}" if span is not None and span.reason else ""
    return f"Not billed while {last.status}{why}."


def _draft_bill(
    account: BillableAccount, billed: Sequence[Days], inputs: RunInputs, findings: list[RunFinding]
) -> DraftBill | None:
    def meters() -> tuple[MeterUse, ...] | None:
        if not used:
            used.append(_meters(account, inputs, findings))
        return None if any(finding.holds for finding in findings) else used[0]

    used: list[tuple[MeterUse, ...]] = []
    job = inputs.job
    lines = price_account(account, billed, job, meters=meters)
    if lines is None:
        return None
    if used:
        findings.extend(_left_meters(account, billed, job))
    return DraftBill(
        account_id=account.account_id,
        account=account.number,
        class_code=billed[-1].class_code,
        units=billed[-1].units,
        lines=tuple(lines),
        total=sum((line.amount for line in lines), ZERO),
        previous_balance=inputs.balances.get(account.account_id, ZERO),
    )


def _left_meters(account: BillableAccount, billed: Sequence[Days], job: PriceJob) -> Iterable[RunFinding]:
    """A question for each charge by meter whose class the account left before the end."""
    codes = dict.fromkeys(code for found in billed for code in job.rates.codes_of(found.class_code))
    for code in codes:
        metered = metered_days(account, code, billed, job)
        if metered:
            yield from _left_meter(account, metered[-1], billed[-1])


def _left_meter(account: BillableAccount, metered: Days, last: Days) -> Iterable[RunFinding]:
    """A question where the account left its metered class: the dial must have been read on that day."""
    if metered.end < last.start:
        sentence = (
            f"Account {account.number} left class {metered.class_code}, which is billed by meter, after "
            f"{metered.end:%m/%d/%Y}; its use is billed through the last reading entered, so check that this was "
            "read on that day."
        )
        yield RunFinding(account.number, sentence, blocking=False)


def metered_accounts(inputs: RunInputs) -> Iterable[BillableAccount]:
    """The accounts that this run bills by meter, in the run's order; those billed already or not are left out."""
    for account in inputs.accounts:
        days = inputs.days_of(account)
        billed = [found for found in days if found.status in inputs.policy.billed_statuses]
        if not billed or account.account_id in inputs.already_billed:
            continue
        codes = {code for found in billed for code in inputs.rates.codes_of(found.class_code)}
        if any(metered_days(account, code, billed, inputs.job) for code in codes):
            yield account


def meters_of(account: BillableAccount, inputs: RunInputs) -> tuple[MeterState, ...]:
    """The meters of an account in this run; ``UserError`` where it has none."""
    prior = inputs.prior.get(account.account_id)
    return account_meters(
        account,
        window=inputs.window,
        readings=inputs.readings,
        usual=None if prior is None else prior.use,
        limits=inputs.policy.limits,
        billed_to=inputs.billed_to,
    )


def _meters(account: BillableAccount, inputs: RunInputs, findings: list[RunFinding]) -> tuple[MeterUse, ...]:
    states = meters_of(account, inputs)
    findings.extend(
        RunFinding(account.number, q.sentence, blocking=False, issue=q.issue, holds=q.blocking)
        for state in states
        for q in state.questions
    )
    return tuple(state.use for state in states if state.use is not None)


def _ended_charges(inputs: RunInputs) -> Iterable[RunFinding]:
    classes = {span.class_code for account in inputs.accounts for span in account.classes}
    for found in ended_in_use(inputs.rates, classes, inputs.period.start, inputs.period.end):
        yield RunFinding("", found.sentence, blocking=found.weight is Weight.WRONG)
