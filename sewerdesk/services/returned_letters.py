"""The letter to a payer whose check the bank sent back; it carries the number of the act."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application, FeeLine
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import Party
from sewerdesk.data.models.receipt import CashOnly, Receipt, ReceiptReturn
from sewerdesk.data.queries.receipts import receipt_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.letters import load_template, render
from sewerdesk.documents.pdf.legal import long_date
from sewerdesk.documents.pdf.office_letter import OfficeLetter, office_letter_pdf
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Law
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import ReceiptRow
from sewerdesk.domain.postal import postal_lines
from sewerdesk.domain.wording import join_words
from sewerdesk.services.accounts import BILL_TO
from sewerdesk.services.counter_papers import _printed_at
from sewerdesk.services.law import _law
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _signer
from sewerdesk.services.papers import _freeze_paper
from sewerdesk.services.parcels import _role_on
from sewerdesk.services.parties import _postal_address
from sewerdesk.services.payment_settings import _payment_settings
from sewerdesk.services.receipt_posting import _receipt
from sewerdesk.services.returned_checks import _paid_fee

KIND = "returned_check"


def write_return_letter(ws: Workspace, *, receipt_id: int) -> int:
    """Write to the payer of a returned check; the id of the paper, the same one if it was written before.

    ``UserError`` where the check did not come back.
    """
    today = ws.clock.today()
    with ws.write(reason="returned check letter") as session:
        receipt = _receipt(session, receipt_id)
        back = session.scalar(
            select(ReceiptReturn).where(ReceiptReturn.receipt_id == receipt_id, ReceiptReturn.live.is_(True))
        )
        if back is None:
            raise UserError(
                f"The check of {receipt.number} did not come back; there is nothing to write about."
            )
        act = session.get_one(MoneyAct, back.act_id)
        kept = session.scalar(select(Paper.id).where(Paper.number == act.number, Paper.kind == KIND))
        if kept is not None:
            return kept
        law = _law(session, ws)
        [row] = receipt_rows(session, today, where=Receipt.id == receipt_id)
        fields = _fields(session, law, row, back, act)
        wording = render(load_template("returned-check"), fields)
        letter = OfficeLetter(
            number=act.number,
            wording=wording,
            dated=today,
            recipient=_recipient(session, receipt, act, today),
            re_lines=(f"Receipt {receipt.number}, {fields['paid_for']}",),
            signer=_signer(session, law, "clerk", today),
            printed=_printed_at(session),
        )
        paper = _freeze_paper(
            session,
            number=act.number,
            kind=KIND,
            title=wording.title,
            subject=("receipt", receipt.id),
            template=(wording.template_id, f"v{wording.version}"),
            merged=fields,
            content=office_letter_pdf(letter, letterhead=_letterhead(session)),
        )
        return paper.id


def _fields(
    session: Session, law: Law, row: ReceiptRow, back: ReceiptReturn, act: MoneyAct
) -> dict[str, str]:
    fee = Decimal(act.facts.get("fee") or "0.00")
    fields = {
        "check": f"{row.method[:1].lower()}{row.method[1:]} for {_dollars(row.amount)}",
        "dated": long_date(row.received_on),
        "receipt": row.number,
        "paid_for": _paid_for(session, row, act),
        "returned_on": long_date(back.returned_on),
        "bank_reason": back.bank_reason.rstrip("."),
        "amount": _dollars(row.amount + fee),
        "municipality": law.municipality,
        "phone": _letterhead(session).phone,
    }
    if fee:
        fields |= {
            "fee": _dollars(fee),
            "fee_authority": act.authority,
            "total": _dollars(row.amount + fee),
        }
    until = session.scalar(select(CashOnly.until).where(CashOnly.act_id == act.id).limit(1))
    if until is not None:
        fields["cash_until"] = long_date(until)
        fields["cash_authority"] = _payment_settings(session).cash_only_authority
    return fields


def _paid_for(session: Session, row: ReceiptRow, act: MoneyAct) -> str:
    """What the check had paid, in words: its accounts, or the fee that the receipt names."""
    accounts = session.scalars(
        select(Account.number)
        .join(EntryRow, EntryRow.account_id == Account.id)
        .where(EntryRow.act_id == act.id, EntryRow.receipt_line_id.is_not(None))
        .distinct()
        .order_by(Account.number)
    ).all()
    if not accounts:
        return row.purpose
    return f"{'account' if len(accounts) == 1 else 'accounts'} {join_words(list(accounts))}"


def _recipient(session: Session, receipt: Receipt, act: MoneyAct, today: date) -> tuple[str, ...]:
    """Whom the bill of the first account goes to, the owner of the application's parcel, else the payer's name."""
    party = _party(session, receipt, act, today)
    return tuple(postal_lines(_postal_address(party, today))) if party is not None else (receipt.payer,)


def _party(session: Session, receipt: Receipt, act: MoneyAct, today: date) -> Party | None:
    account_id = session.scalar(
        select(EntryRow.account_id).where(EntryRow.act_id == act.id).order_by(EntryRow.id).limit(1)
    )
    if account_id is not None:
        account = session.get_one(Account, account_id)
        return _bill_to(account, today) or _owner(account.parcel, today)
    fee_line = _paid_fee(receipt)
    if fee_line is None:
        return None
    application = session.get_one(Application, session.get_one(FeeLine, fee_line).application_id)
    parcel = session.get(Parcel, application.parcel_id) if application.parcel_id is not None else None
    return _owner(parcel, today) if parcel is not None else None


def _bill_to(account: Account, today: date) -> Party | None:
    standing = [
        one
        for one in account.bill_to
        if one.role == BILL_TO and one.valid_from <= today and (one.valid_to is None or today < one.valid_to)
    ]
    return standing[-1].party if standing else None


def _owner(parcel: Parcel, today: date) -> Party | None:
    role = _role_on(parcel.roles, today)
    return role.party if role is not None else None


def _dollars(amount: Decimal) -> str:
    return f"${format_money(amount)}"
