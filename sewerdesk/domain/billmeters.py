"""The metered use of one account in one run: which readings count, and what must be asked first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from types import MappingProxyType

from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.billlines import ONE_DAY, MeterUse, meter_use
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import (
    Installation,
    Meter,
    Reading,
    ReadingCode,
    ReadingFinding,
    ReadingIssue,
    ReadingLimits,
    base_reading,
    latest_reading,
    previous_reading,
)
from sewerdesk.domain.readingchecks import check_reading, find_duplicates, missing_finding

_NONE_BILLED: Mapping[tuple[int, int], Reading] = MappingProxyType({})


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


@dataclass(frozen=True, slots=True)
class MeterState:
    """One meter in one run: the readings that count, the questions they raise, and the use where none blocks.

    ``in_window`` are all its readings of the run's days, as entered.
    """

    installed: Installation
    previous: Reading | None
    present: Reading | None
    questions: tuple[ReadingFinding, ...]
    use: MeterUse | None
    in_window: tuple[Reading, ...] = ()


def account_meters(
    account: BillableAccount,
    *,
    window: ReadingWindow,
    readings: Mapping[int, Sequence[Reading]],
    usual: Decimal | None,
    limits: ReadingLimits,
    billed_to: Mapping[tuple[int, int], Reading] = _NONE_BILLED,
) -> tuple[MeterState, ...]:
    """Every meter of an account that was in at some time of the window, or has use that no bill has charged.

    After a change-out both meters count, each over its own readings; so do two stays of one meter. A deduct meter
    without a reading stops the account like any other. ``usual`` is the account's own use, its share where the meter
    is shared. ``billed_to`` is the last reading that a bill charged, by account and meter id; the use goes on from it.
    ``UserError`` when the account has no meter at all.
    """
    installed = [
        found
        for found in account.meters
        if found.installed_on <= window.through
        and (found.removed_on is None or found.removed_on > _billed_until(account, found, window, billed_to))
    ]
    if not installed:
        raise UserError(
            f"Account {account.number} is billed by meter but has none installed; enter its meter or change its "
            "class."
        )
    return tuple(
        _meter_state(
            found,
            account=account.number,
            window=window,
            readings=own_readings(found, readings.get(found.meter.meter_id, ())),
            usual=usual / found.share if usual is not None and len(installed) == 1 else None,
            limits=limits,
            billed=billed_to.get((account.account_id, found.meter.meter_id)),
        )
        for found in installed
    )


def own_readings(installed: Installation, readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings of the days on which a meter was in at an account; its use there begins at the dial of the first.

    A shared meter has readings before one of its accounts joined and after it left, and the dial at which another one
    joined is a reading like any other here.
    """
    since, until = installed.installed_on, installed.removed_on
    own = [one for one in readings if since <= one.read_on and (until is None or one.read_on <= until)]
    if not any(one.read_on == since for one in own):
        return tuple(own)
    return tuple(_as_seen_from(one, since) for one in own)


def _as_seen_from(reading: Reading, since: date) -> Reading:
    if reading.read_on == since:
        return replace(reading, code=ReadingCode.INSTALL)
    if reading.code is ReadingCode.INSTALL:
        return replace(reading, code=ReadingCode.ACTUAL)
    return reading


def _billed_until(
    account: BillableAccount,
    installed: Installation,
    window: ReadingWindow,
    billed_to: Mapping[tuple[int, int], Reading],
) -> date:
    """The day up to which a meter's use is billed; before the window where its account was not billed since."""
    billed = billed_to.get((account.account_id, installed.meter.meter_id))
    return window.after if billed is None else billed.read_on


def _window_of(installed: Installation, window: ReadingWindow, billed: Reading | None) -> ReadingWindow:
    """The days whose readings count for one meter: none that is billed, and all of one that was taken out before."""
    if billed is None:
        return window
    gone = installed.removed_on is not None and installed.removed_on <= window.after
    return ReadingWindow(billed.read_on if gone else max(window.after, billed.read_on), window.through)


def _meter_state(
    installed: Installation,
    *,
    account: str,
    window: ReadingWindow,
    readings: Sequence[Reading],
    usual: Decimal | None,
    limits: ReadingLimits,
    billed: Reading | None,
) -> MeterState:
    meter = installed.meter
    window = _window_of(installed, window, billed)
    if billed is not None and billed.read_on >= window.through:
        return MeterState(installed, billed, None, (_billed_question(account, meter, billed),), None)
    inside = tuple(one for one in readings if window.start <= one.read_on <= window.through)
    present = latest_reading(readings, start=window.start, end=window.through)
    if present is None:
        missing = missing_finding(account=account, meter=meter, start=window.start, end=window.through)
        before = billed or previous_reading(readings, window.start)
        return MeterState(installed, before, None, (missing,), None, inside)
    previous = base_reading(readings, present=present, start=window.start, billed=billed)
    doubles = _doubles(readings, present, account=account, meter=meter)
    if any(found.blocking for found in doubles):
        return MeterState(installed, previous, present, tuple(doubles), None, inside)
    if previous is None:
        return MeterState(installed, None, present, (_no_base(account, meter, present),), None, inside)
    questions = tuple(
        check_reading(
            present,
            previous=previous,
            meter=meter,
            account=account,
            usual=usual,
            limits=limits,
            earlier=[one for one in readings if one.read_on < present.read_on],
        )
    )
    blocked = any(question.blocking for question in questions)
    found_use = None if blocked else meter_use(installed, previous=previous, present=present)
    return MeterState(installed, previous, present, questions, found_use, inside)


def _doubles(
    readings: Sequence[Reading], present: Reading, *, account: str, meter: Meter
) -> list[ReadingFinding]:
    """Other readings of the very day."""
    twins = [found for found in readings if found.read_on == present.read_on]
    return find_duplicates(twins, meters={meter.meter_id: (account, meter)}) if len(twins) > 1 else []


def _no_base(account: str, meter: Meter, present: Reading) -> ReadingFinding:
    sentence = (
        f"Account {account}, meter {meter.serial}: no reading before {present.read_on:%m/%d/%Y}; enter the "
        "install reading or the last one from the old books."
    )
    return ReadingFinding(ReadingIssue.MISSING, sentence, account, meter.serial, True)


def _billed_question(account: str, meter: Meter, billed: Reading) -> ReadingFinding:
    sentence = (
        f"Account {account}, meter {meter.serial}: its use through {billed.read_on:%m/%d/%Y} is on a bill already, so "
        "a run that is read through an earlier day would charge it twice; leave this bill on hold."
    )
    return ReadingFinding(ReadingIssue.DUPLICATE, sentence, account, meter.serial, True)
