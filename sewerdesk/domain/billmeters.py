"""The metered use of one account in one run: which readings count, and what must be asked first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.billlines import ONE_DAY, MeterUse, meter_use
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import (
    Installation,
    Reading,
    ReadingFinding,
    ReadingIssue,
    ReadingLimits,
    base_reading,
    check_reading,
    find_duplicates,
    latest_reading,
    missing_finding,
)


@dataclass(frozen=True, slots=True)
class ReadingWindow:
    """Readings after ``after`` through ``through`` belong to a run.

    Windows of successive runs touch, so each reading is used once and the uses of a year add up to the
    difference of its first and last reading.
    """

    after: date
    through: date

    @property
    def start(self) -> date:
        """First day of the window."""
        return self.after + ONE_DAY


def account_meter_uses(
    account: BillableAccount,
    *,
    window: ReadingWindow,
    readings: Mapping[int, Sequence[Reading]],
    usual: Decimal | None,
    limits: ReadingLimits,
) -> tuple[tuple[MeterUse, ...], list[ReadingFinding]]:
    """The use of every meter that was in at some time of the window, and the questions their readings raise.

    After a change-out both meters count, each over its own readings. A deduct meter without a reading stops
    the account like any other. ``UserError`` when the account has no meter at all.
    """
    installed = [
        found
        for found in account.meters
        if found.installed_on <= window.through
        and (found.removed_on is None or found.removed_on > window.after)
    ]
    if not installed:
        raise UserError(
            f"Account {account.number} is billed by meter but has none installed; enter its "
            f"meter or change its "
            f"class."
        )
    uses: list[MeterUse] = []
    findings: list[ReadingFinding] = []
    for found in installed:
        questions, used = _one_meter(
            found,
            account=account.number,
            window=window,
            readings=readings.get(found.meter.meter_id, ()),
            usual=usual if len(installed) == 1 else None,
            limits=limits,
        )
        findings.extend(questions)
        if used is not None:
            uses.append(used)
    return tuple(uses), findings


def _one_meter(
    installed: Installation,
    *,
    account: str,
    window: ReadingWindow,
    readings: Sequence[Reading],
    usual: Decimal | None,
    limits: ReadingLimits,
) -> tuple[list[ReadingFinding], MeterUse | None]:
    meter = installed.meter
    present = latest_reading(readings, start=window.start, end=window.through)
    if present is None:
        return [missing_finding(account=account, meter=meter, start=window.start, end=window.through)], None
    twins = [found for found in readings if found.read_on == present.read_on]
    doubles = find_duplicates(twins, meters={meter.meter_id: (account, meter)}) if len(twins) > 1 else []
    if any(found.blocking for found in doubles):
        return doubles, None
    previous = base_reading(readings, present=present, start=window.start)
    if previous is None:
        sentence = (
            f"Account {account}, meter {meter.serial}: no reading before "
            f"{present.read_on:%m/%d/%Y}; enter the "
            f"install reading or the last one from the old books."
        )
        return [ReadingFinding(ReadingIssue.MISSING, sentence, account, meter.serial, True)], None
    questions = check_reading(
        present, previous=previous, meter=meter, account=account, usual=usual, limits=limits
    )
    if any(question.blocking for question in questions):
        return questions, None
    return questions, meter_use(installed, previous=previous, present=present)
