"""Money from the command line: payments one by one or from a file, the deposit, a check that came back."""

import argparse
import csv
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from sewerdesk.cli.verb import DONE, add_clerk, add_out, amount, day, keep, opened, pair, said, say
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import count, join_words

if TYPE_CHECKING:
    from sewerdesk.domain.payments import PostedBatch, ReceiptRow
    from sewerdesk.domain.receipts import ReceiptBatch, ReceiptDraft
    from sewerdesk.services.workspace import Workspace

_COLUMNS = ("account", "amount", "tender", "payer", "received", "postmark", "bank")
_NEEDED = ("account", "amount", "tender")
#: What says one payment: a file says these for each of its own.
_OF_ONE = ("account", "amount", "check_number", "bank", "payer", "received", "postmark")


def run_pay(options: argparse.Namespace) -> int:
    """Take one payment, on one account or several, or a batch of checks from a CSV file; all or nothing."""
    from sewerdesk.domain.payments import AskFirst
    from sewerdesk.domain.receipts import ReceiptBatch
    from sewerdesk.services.receipts import enter_batch, look_at_batch

    with opened(options) as ws:
        drafts = _drafts(ws, options)
        total = sum((draft.amount for draft in drafts), Decimal(0))
        batch = ReceiptBatch(total if options.total is None else options.total, drafts, options.count)
        look = look_at_batch(ws, batch=batch)
        said(look.asks, word="look at")
        if options.preview:
            return _preview(ws, batch, look.problems)
        try:
            posted = enter_batch(ws, batch=batch, acknowledged=look.asks if options.acknowledge else ())
        except AskFirst as asked:
            things = (
                "what stands above"
                if len(asked.warnings) == 1
                else f"the {len(asked.warnings):,} things above"
            )
            raise UserError(f"Nothing was saved. Look at {things} and add --acknowledge.") from asked
        _say_posted(posted)
    return DONE


def add_pay(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``pay``."""
    add_clerk(parser)
    parser.add_argument(
        "--account", action="append", default=[], metavar="NUMBER[=PART]",
        help="the account, or several times with each one's part of the amount",
    )  # fmt: skip
    parser.add_argument("--amount", type=amount, help="what was received")
    parser.add_argument(
        "--tender", default="check", metavar="WORD", help="check, cash, card, ACH, online or money order"
    )
    parser.add_argument("--check-number", default="", metavar="NUMBER", help="of a check or money order")
    parser.add_argument("--bank", default="", help="the bank of the check")
    parser.add_argument("--payer", default="", help="who paid; by default whom the account's bill goes to")
    parser.add_argument(
        "--received", type=day, metavar="DAY", help="the day the money came; by default today"
    )
    parser.add_argument("--postmark", type=day, metavar="DAY", help="the postmark of its envelope")
    parser.add_argument(
        "--file", type=Path, metavar="CSV", help=f"a batch instead; its columns: {', '.join(_COLUMNS)}"
    )
    parser.add_argument("--total", type=amount, help="what the adding machine's tape of the batch says")
    parser.add_argument("--count", type=int, help="how many receipts the batch holds")
    parser.add_argument("--preview", action="store_true", help="show what would be paid and save nothing")
    parser.add_argument("--acknowledge", action="store_true", help="what is asked about was looked at")


def _preview(ws: "Workspace", batch: "ReceiptBatch", problems: Sequence[str]) -> int:
    from sewerdesk.services.payment_preview import preview_payment

    if problems:  # whatever forbids posting, a day still ahead too
        raise UserError(" ".join(problems))
    for one in preview_payment(ws, batch.receipts).accounts:
        say(
            f"    {one.account} {one.name}: {one.sentence} It then owes {one.balance_after:,.2f}. {one.order}."
        )
    say("Nothing was saved.")
    return DONE


def _drafts(ws: "Workspace", options: argparse.Namespace) -> tuple["ReceiptDraft", ...]:
    if options.file is None:
        return (_one(ws, options),)
    beside = [f"--{name.replace('_', '-')}" for name in _OF_ONE if getattr(options, name)]
    if beside:
        raise UserError(f"The file says that for each of its payments; leave out {join_words(beside)}.")
    return tuple(_from_file(ws, options.file))


def _one(ws: "Workspace", options: argparse.Namespace) -> "ReceiptDraft":
    if not options.account or options.amount is None:
        raise UserError("Name the account and the amount received, or a file with --file.")
    parts = [_part(text, options) for text in options.account]
    return _draft(
        ws,
        parts,
        total=options.amount,
        tender=_tender(options.tender, options.check_number),
        payer=options.payer,
        received=options.received,
        postmark=options.postmark,
        bank=options.bank,
    )


def _tender(word: str, number: str) -> str:
    """How money came in as the counter's one field takes it: a check's number, MO and a number, or the word."""
    if not number:
        return word
    if word.casefold() not in ("check", "money order", "mo"):
        raise UserError(f"Money paid by {word} has no check number; leave out --check-number.")
    return f"{word} {number}"


def _part(text: str, options: argparse.Namespace) -> tuple[str, Decimal]:
    if "=" not in text:
        if len(options.account) > 1:
            raise UserError(f"Say how much of the money is for {text}: --account {text}=PART.")
        return text, options.amount
    try:
        number, part = pair(text)
        return number, amount(part)
    except argparse.ArgumentTypeError as error:
        raise UserError(_sentence(error)) from error


def _from_file(ws: "Workspace", path: Path) -> Iterator["ReceiptDraft"]:
    """The receipts of a file; neighbors with one check number, bank and payer are one check for several accounts."""
    from sewerdesk.domain.payments import join_checks

    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path.name} could not be read as a CSV file: {error}") from error
    missing = [name for name in _NEEDED if rows and name not in rows[0]]
    if not rows or missing:
        raise UserError(
            f"{path.name} has no {' and no '.join(missing) or 'line'}; its columns are {', '.join(_COLUMNS)}."
        )
    yield from join_checks([_row_draft(ws, path, number, row) for number, row in enumerate(rows, start=2)])


def _row_draft(ws: "Workspace", path: Path, line: int, row: dict[str, str]) -> "ReceiptDraft":
    given = {name: (row.get(name) or "").strip() for name in _COLUMNS}
    try:
        return _draft(
            ws,
            [(given["account"], amount(given["amount"]))],
            total=amount(given["amount"]),
            tender=given["tender"],
            payer=given["payer"],
            received=day(given["received"]) if given["received"] else None,
            postmark=day(given["postmark"]) if given["postmark"] else None,
            bank=given["bank"],
        )
    except (argparse.ArgumentTypeError, UserError) as error:
        raise UserError(f"Line {line} of {path.name}: {_sentence(error)}") from error


def _sentence(error: Exception) -> str:
    """What could not be read, with the one period that ends it; where ``argparse`` says it, it needs none."""
    return f"{str(error).removesuffix('.')}."


def _draft(
    ws: "Workspace",
    parts: list[tuple[str, Decimal]],
    *,
    total: Decimal,
    tender: str,
    payer: str,
    received: date | None,
    postmark: date | None,
    bank: str,
) -> "ReceiptDraft":
    from sewerdesk.domain.payments import read_tender
    from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine
    from sewerdesk.services.receipts import look_up

    accounts = [look_up(ws, typed=number).account for number, _ in parts]
    read = read_tender(_without_check(tender))
    return ReceiptDraft(
        payer=payer or accounts[0].name,
        received_on=received or ws.clock.today(),
        tender=read.tender,
        amount=total,
        lines=tuple(
            ReceiptLine(Purpose.ACCOUNT, account.number, part)
            for account, (_, part) in zip(accounts, parts, strict=True)
        ),
        check_number=read.check_number,
        bank=bank,
        postmark=postmark,
    )


def _without_check(tender: str) -> str:
    """A check's number alone, where the word "check" stands before it; any other tender as it is."""
    word, typed = "check", tender.strip()
    return typed[len(word) :].lstrip(" .#") if typed.casefold().startswith(word) else typed


def _say_posted(posted: "PostedBatch") -> None:
    for receipt in posted.receipts:
        say(f"{receipt.number}  {receipt.amount:>10,.2f}  {receipt.payer}")
    for note in posted.notes:
        say(f"    {note}")
    if posted.warning:
        say(posted.warning)
    say(f"{count(len(posted.receipts), 'receipt')} saved, {posted.total:,.2f}.")


def run_deposit(options: argparse.Namespace) -> int:
    """Carry all money that is in the office to the bank, the cash as it was counted."""
    from sewerdesk.domain.payments import DepositDraft
    from sewerdesk.domain.receipts import CashCount
    from sewerdesk.services.deposits import make_deposit, undeposited
    from sewerdesk.services.papers import paper_file

    with opened(options) as ws:
        rows = undeposited(ws)
        cash = CashCount(dict(_note(text) for text in options.notes), options.coin)
        draft = DepositDraft(tuple(row.id for row in rows), cash, options.on or ws.clock.today())
        made = make_deposit(ws, draft=draft)
        say(f"Deposit {made.number}: {count(made.receipts, 'receipt')}, {made.total:,.2f}.")
        if options.out is not None:
            slip = paper_file(ws, paper_id=made.paper_id)
            keep(options.out, f"{made.number} deposit slip.pdf", slip.content)
    return DONE


def add_deposit(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``deposit``."""
    add_clerk(parser)
    parser.add_argument("--on", type=day, metavar="DAY", help="the day of the deposit; by default today")
    parser.add_argument(
        "--notes", nargs="*", default=[], metavar="FACE=COUNT", help="notes counted, such as 20=3 10=1"
    )
    parser.add_argument("--coin", type=amount, default=Decimal(0), help="coin counted, as one amount")
    add_out(parser)


def _note(text: str) -> tuple[int, int]:
    face, _, count = text.partition("=")
    if not (face.isascii() and face.isdigit() and count.isascii() and count.isdigit()):
        raise UserError(f"“{text}” is no count of notes; type the face and how many, such as 20=3.")
    return int(face), int(count)


def run_return(options: argparse.Namespace) -> int:
    """Enter that the bank sent a check back: payments out, fee on, penalties as though it had never paid."""
    from sewerdesk.domain.returns import ReturnDraft
    from sewerdesk.services.papers import paper_file
    from sewerdesk.services.returned_checks import return_check
    from sewerdesk.services.returned_letters import write_return_letter

    with opened(options) as ws:
        row = _receipt(ws, options.receipt)
        draft = ReturnDraft(
            row.id,
            options.on or ws.clock.today(),
            options.reason,
            charge_fee=not options.no_fee,
            fee_account=options.fee_account,
        )
        posted = return_check(ws, draft=draft)
        until = posted.cash_only_until
        say(
            f"{posted.act}: the check of {row.number} for {row.amount:,.2f} is taken back; fee {posted.fee:,.2f}"
            + (f"; no checks from its accounts before {until:%m/%d/%Y}." if until else ".")
        )
        for said in filter(None, (posted.fee_note, posted.warning)):
            say(said)
        if options.out is not None:
            letter = paper_file(ws, paper_id=write_return_letter(ws, receipt_id=row.id))
            keep(options.out, letter.file_name, letter.content)
    return DONE


def add_return(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``return-check``."""
    add_clerk(parser)
    parser.add_argument("--receipt", required=True, help="the receipt's number")
    parser.add_argument(
        "--on", type=day, metavar="DAY", help="the day of the bank's notice; by default today"
    )
    parser.add_argument("--reason", default="", help="the bank's reason, such as insufficient funds")
    parser.add_argument("--no-fee", action="store_true", help="charge no fee for it")
    parser.add_argument("--fee-account", default="", help="where the fee goes if the check paid several")
    add_out(parser)


def _receipt(ws: "Workspace", number: str) -> "ReceiptRow":
    from sewerdesk.services.receipt_pages import list_receipts

    found = next((row for row in list_receipts(ws) if row.number == number.strip()), None)
    if found is None:
        raise UserError(f"There is no receipt {number} in this office.")
    return found
