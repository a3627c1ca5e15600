"""The acts that are killed in the middle: each prepares an office, is done once, and can tell what is there after."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from sewerdesk.clock import FixedClock
from sewerdesk.data.backup import list_backups
from sewerdesk.domain.penalties import PenaltyPolicy
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.receipts import Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.imports import import_file, open_file
from sewerdesk.services.offices import OpenOffice, back_up, open_office, restore
from sewerdesk.services.penalties import post_penalties, rehearse_penalties
from sewerdesk.services.penalty_policies import adopt_penalty_policy
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_batch
from sewerdesk.services.relevy import begin_season, freeze_list, leave_out, relevy_list
from sewerdesk.services.relevy_certify import issue_certificate
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.sample import import_sample_file, make_sample_office, sample_file
from sewerdesk.services.single_bills import BillDates
from tests.bench.book import NEXT, Size, make_book, setup_of
from tests.robustness.kill_act import Act, Begin
from tests.robustness.later_step import REBUILD, STEP, later_step
from tests.robustness.ledger_kill_acts import LEDGER_ACTS
from tests.robustness.money_kill_acts import MONEY_ACTS, reopen_and_check
from tests.support.books import book_faults

BEFORE, AFTER = "before", "after"
DAY = FixedClock(setup_of(NEXT).bill_date)
SIZE = Size(accounts=30, quarters=2)
#: Rows of the sample's accounts that are imported; the whole sheet would only take longer.
IMPORTED = 60


def opened(folder: Path) -> OpenOffice:
    """The office as the program opens it."""
    return open_office(folder, clock=DAY, operator="MB")


def _reopen(folder: Path) -> None:
    opened(folder).close(back_up=False)


def _reopen_checked(folder: Path) -> None:
    """As ``_reopen``, and every check of the books finds nothing."""
    reopen_and_check(folder, clock=DAY)


def _make_book(folder: Path) -> None:
    make_book(folder, size=SIZE).close(back_up=False)


def _counts(folder: Path, *tables: str) -> tuple[int, ...]:
    with closing(sqlite3.connect(folder / "office.db")) as database:
        return tuple(int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables)


def _either(found: tuple[int, ...], *, before: tuple[int, ...], after: tuple[int, ...]) -> str:
    return {before: BEFORE, after: AFTER}.get(found, f"half: {found} where {before} or {after} belongs")


def _make_sample(folder: Path) -> None:
    office = make_sample_office(folder, clock=DAY)
    import_sample_file(office.ws, name="parcels.xlsx")
    office.close(back_up=False)


def _import(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    look = open_file(ws, path=sample_file("accounts.xlsx"))
    assert look.kind is not None
    table = replace(look.table, rows=look.table.rows[:IMPORTED])
    begin()
    return import_file(ws, table=table, kind=look.kind, mapping=look.mapping)


def _imported(folder: Path) -> str:
    batches, accounts = _counts(folder, "import_batch", "account")
    return _either((batches, accounts), before=(1, 0), after=(2, IMPORTED))


def _post(folder: Path, begin: Begin) -> object:
    ws, setup = opened(folder).ws, setup_of(NEXT)
    expected = preview_run(ws, setup=setup)
    begin()
    return post_run(ws, setup=setup, expected=expected)


def _posted(folder: Path) -> str:
    count, quarters = SIZE.accounts, SIZE.quarters
    found = _counts(folder, "billing_run", "bill", "run_outcome")
    before = (quarters, count * quarters, count * quarters)
    return _either(found, before=before, after=(before[0] + 1, before[1] + count, before[2] + count))


def _pay(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    amount = Decimal("25.00")
    receipts = tuple(
        ReceiptDraft(
            payer=row.name,
            received_on=ws.clock.today(),
            tender=Tender.CHECK,
            amount=amount,
            lines=(ReceiptLine(Purpose.ACCOUNT, row.number, amount),),
            check_number=str(5000 + row.id),
        )
        for row in list_accounts(ws)
    )
    batch = ReceiptBatch(control_total=amount * len(receipts), control_count=len(receipts), receipts=receipts)
    begin()
    return enter_batch(ws, batch=batch)


def _paid(folder: Path) -> str:
    statement = (
        "SELECT (SELECT count(*) FROM receipt WHERE check_number LIKE '50__' AND received_on = :day), "
        "(SELECT count(*) FROM entry WHERE kind = 'payment' AND effective_on = :day)"
    )
    with closing(sqlite3.connect(folder / "office.db")) as database:
        found = database.execute(statement, {"day": DAY.today().isoformat()}).fetchone()
    return _either(tuple(found), before=(0, 0), after=(SIZE.accounts, SIZE.accounts))


def _issue(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    begin()
    return bills_file(ws, run_id=1, order=BillOrder.ZIP)


def _issued(folder: Path) -> str:
    return _either(_counts(folder, "paper"), before=(0,), after=(1,))


def _back_up(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    begin()
    return back_up(ws, label="asked")


def _backed_up(folder: Path) -> str:
    found = list_backups(folder)
    for backup in found:
        faults = book_faults(backup.path)
        if faults:
            return f"half: the backup {backup.path.name}: {faults[0]}"
    return _either((len(found),), before=(0,), after=(1,))


def _upgrade(folder: Path, begin: Begin) -> object:
    with later_step(folder.with_name(f"{folder.name}-steps"), REBUILD):
        begin()
        return opened(folder)


def _reopen_upgraded(folder: Path) -> None:
    with later_step(folder.with_name(f"{folder.name}-steps"), REBUILD):
        _reopen(folder)
    assert _upgraded(folder) == AFTER


def _make_backup(folder: Path) -> None:
    """An office with a backup from before its last run, and with that run still in the database's log."""
    make_book(folder, size=SIZE).close(back_up=True)
    office = opened(folder)
    post_run(office.ws, setup=setup_of(NEXT), expected=preview_run(office.ws, setup=setup_of(NEXT)))
    kept = {path.name: path.read_bytes() for path in folder.glob("office.db*")}
    office.close(back_up=False)
    for name, content in kept.items():
        (folder / name).write_bytes(content)


def _restore(folder: Path, begin: Begin) -> object:
    oldest = list_backups(folder)[-1]
    begin()
    return restore(folder, backup=oldest.path, clock=DAY)


def _restored(folder: Path) -> str:
    return _either(_counts(folder, "billing_run"), before=(SIZE.quarters + 1,), after=(SIZE.quarters,))


def _upgraded(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "office.db")) as database:
        [step] = database.execute("SELECT version_num FROM alembic_version").fetchone()
        columns = {
            row[1] for table in ("bill", "paper") for row in database.execute(f"PRAGMA table_info({table})")
        }
        left = database.execute("SELECT name FROM sqlite_master WHERE name LIKE '_alembic_tmp%'").fetchall()
    found = (int(step == STEP), int("test_note" in columns), len(left))
    return _either(found, before=(0, 0, 0), after=(1, 1, 0))


def _make_posted(folder: Path) -> None:
    """An office whose last run nothing stands on yet."""
    make_book(folder, size=SIZE).close(back_up=False)
    office = opened(folder)
    post_run(office.ws, setup=setup_of(NEXT), expected=preview_run(office.ws, setup=setup_of(NEXT)))
    office.close(back_up=False)


def _roll_back(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    begin()
    return roll_back_run(ws, run_id=SIZE.quarters + 1, reason="Posted by mistake")


def _rolled_back(folder: Path) -> str:
    return _either(_taken_back(folder, "run_rollback"), before=(0, 0, 0), after=(1, SIZE.accounts, 1))


def _correct(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    begin()
    dates = BillDates(DAY.today(), DAY.today() + timedelta(days=30))
    return correct_bill(ws, bill_id=1, reason="Wrong", dates=dates)


def _corrected(folder: Path) -> str:
    taken = _taken_back(folder, "bill WHERE replaces_id IS NOT NULL")
    return _either(taken, before=(0, 0, 0), after=(1, 1, 1))


def _taken_back(folder: Path, table: str) -> tuple[int, ...]:
    """Rows that say so, void bills, and void bills whose charges are all reversed."""
    acts = "money_act WHERE kind IN ('roll_back', 'correction')"
    left = (
        "(SELECT 1 WHERE (SELECT count(*) FROM entry e JOIN bill b ON b.id = e.bill_id AND b.live = 0 "
        "WHERE e.kind = 'charge' AND NOT EXISTS (SELECT 1 FROM entry r WHERE r.corrects_id = e.id)) > 0)"
    )
    said, void, done, wrong = _counts(folder, table, "bill WHERE live = 0", acts, left)
    return (said, void, done) if not wrong else (said, void, done, wrong)


def _make_late(folder: Path) -> None:
    office = make_book(folder, size=SIZE)
    save_charge_code(office.ws, code=ChargeCode("PEN", "Penalties", "SS", "2128", 90))
    policy = PenaltyPolicy(percent=Decimal(10), charge_code="PEN")
    adopt_penalty_policy(
        office.ws, policy=policy, effective_from=date(2016, 1, 1), authority="Sample Local Law 2"
    )
    office.close(back_up=False)


def _penalize(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    expected = rehearse_penalties(ws)
    begin()
    return post_penalties(ws, expected=expected)


def _penalized(folder: Path) -> str:
    acts, charges, entries = _counts(
        folder,
        "money_act WHERE kind = 'penalty'",
        "penalty_charge",
        "entry WHERE kind = 'penalty' AND act_id IS NOT NULL",
    )
    return _either((acts, charges, entries), before=(0, 0, 0), after=(1, max(charges, 1), max(charges, 1)))


def _make_frozen(folder: Path) -> None:
    _make_late(folder)
    ws, yesterday = opened(folder).ws, DAY.today() - timedelta(days=1)
    settings = SeasonSettings(fee=Decimal("25.00"), fee_code="PEN")
    season = begin_season(
        ws, tax_year=yesterday.year + 1, cut_off=yesterday, certify_by=DAY.today(), authority="Sample Local Law 2",
        settings=settings,
    )  # fmt: skip
    numbers = {row.number: row.id for row in list_accounts(ws)}
    for account in {one.account for one in relevy_list(ws, season_id=season.id).blocking}:
        leave_out(ws, season_id=season.id, account_id=numbers[account], reason="Ask the assessor")
    warnings = [one.sentence for one in relevy_list(ws, season_id=season.id).warnings]
    freeze_list(ws, season_id=season.id, acknowledged=warnings)


def _certify(folder: Path, begin: Begin) -> object:
    ws = opened(folder).ws
    begin()
    return issue_certificate(ws, season_id=1, resolution="Sample Res. 5")


def _certified(folder: Path) -> str:
    found = _counts(folder, "relevy_certificate", "money_act WHERE kind = 'levy'", "paper")
    return _either(found, before=(0, 0, 0), after=(1, 1, 4))


ACTS = {
    "import": Act(_make_sample, _import, _imported, _reopen),
    "post": Act(_make_book, _post, _posted, _reopen_checked),
    "payments": Act(_make_book, _pay, _paid, _reopen),
    "paper": Act(_make_book, _issue, _issued, _reopen),
    "backup": Act(_make_book, _back_up, _backed_up, _reopen),
    "restore": Act(_make_backup, _restore, _restored, _reopen),
    "upgrade": Act(_make_book, _upgrade, _upgraded, _reopen_upgraded),
    "roll back": Act(_make_posted, _roll_back, _rolled_back, _reopen),
    "correct": Act(_make_posted, _correct, _corrected, _reopen),
    "penalties": Act(_make_late, _penalize, _penalized, _reopen_checked),
    "certify": Act(_make_frozen, _certify, _certified, _reopen_checked),
    **MONEY_ACTS,
    **LEDGER_ACTS,
}
