"""All that a billing run depends on, as plain values: what the office set, and what its books say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import AccountStatus, BillableAccount, Days, split_days
from sewerdesk.domain.billcompare import PriorBill
from sewerdesk.domain.billlines import BillingPeriod, LineKind, LineRefs
from sewerdesk.domain.billmeters import ReadingWindow
from sewerdesk.domain.carrying import CarryRule
from sewerdesk.domain.metering import Reading, ReadingLimits
from sewerdesk.domain.rates import AccountChargeKind, RateBook
from sewerdesk.domain.rates.pricing import PriceJob


@dataclass(frozen=True, slots=True)
class BillingPolicy:
    """The office's settings for runs; none is a figure of this program.

    ``open_statuses`` are on the books and get an outcome; ``billed_statuses`` of them get a bill. With
    ``prorate_by_days`` fixed charges count the days, otherwise the facts of the last billed day count for the
    whole period. ``limits`` say when a reading is questioned. In ``fixed_only_statuses`` no use is billed. ``carry``
    says which bills are too small to mail.
    """

    open_statuses: frozenset[AccountStatus]
    billed_statuses: frozenset[AccountStatus]
    prorate_by_days: bool
    limits: ReadingLimits
    fixed_only_statuses: frozenset[AccountStatus] = frozenset()
    carry: CarryRule | None = None


@dataclass(frozen=True, slots=True)
class RunInputs:
    """Everything a run depends on, as plain values.

    Meter readings after ``read_after`` through ``read_through`` belong to this run. Each meter goes on from the last
    reading that any bill charged (``billed_to``, by account and meter id), so that no use is billed twice and none is
    lost; a meter that was never billed goes on from the latest reading before. ``readings`` are by meter id, the rest
    by account id: ``spans`` are the days, both inclusive, that are left of an account which was billed for a part of
    the period before; ``prior`` its last bill; ``balances`` its ledger, debit positive; ``already_billed`` the number
    of the live bill of this period; ``billed_once`` what live bills of other days of it hold of what is billed once;
    ``bill_to_since`` since when the present owner is billed.
    """

    period: BillingPeriod
    bill_on: date
    read_after: date
    read_through: date
    accounts: Sequence[BillableAccount]
    readings: Mapping[int, Sequence[Reading]]
    rates: RateBook
    policy: BillingPolicy
    prior: Mapping[int, PriorBill] = field(default_factory=dict)
    balances: Mapping[int, Decimal] = field(default_factory=dict)
    already_billed: Mapping[int, str] = field(default_factory=dict)
    billed_to: Mapping[tuple[int, int], Reading] = field(default_factory=dict)
    spans: Mapping[int, tuple[date, date]] = field(default_factory=dict)
    billed_once: Mapping[int, LineRefs] = field(default_factory=dict)
    bill_to_since: Mapping[int, date] = field(default_factory=dict)

    def days_of(self, account: BillableAccount) -> list[Days]:
        """The days to bill of an account, cut at every change."""
        return split_days(account, self.period, span=self.spans.get(account.account_id))

    @property
    def job(self) -> PriceJob:
        """By which rates and for which period accounts are priced."""
        policy = self.policy
        return PriceJob(self.rates, self.period, policy.prorate_by_days, policy.fixed_only_statuses)

    @property
    def window(self) -> ReadingWindow:
        """The days whose readings belong to this run."""
        return ReadingWindow(min(self.read_after, self.read_through), self.read_through)

    def for_part(self, account: BillableAccount) -> tuple[BillableAccount, "RunInputs"]:
        """An account that is billed for a part of the period: always by days, its charges of the period billed once.

        A bill of the whole period made again is no part: it keeps the office's own rule of proration. A charge of the
        account goes on the bill whose days it reaches, and what a live bill of other days holds is left out.
        """
        span = self.spans.get(account.account_id)
        if span is None or span == (self.period.start, self.period.end):
            return account, self
        held = self.billed_once.get(account.account_id, frozenset())
        charges = tuple(
            one
            for one in account.charges
            if one.due(*span)
            and (one.kind is AccountChargeKind.ONE_TIME or (LineKind.CHARGE, one.charge_id) not in held)
        )
        minimum = (LineKind.SHARE, 0) in held  # it stands for all of the other service's bills and names none
        others = tuple(
            replace(one, charged=minimum or (LineKind.SHARE, one.bill_id) in held)
            for one in account.other_bills
        )
        account = replace(account, charges=charges, other_bills=others)
        return account, replace(self, policy=replace(self.policy, prorate_by_days=True))
