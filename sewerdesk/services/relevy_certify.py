"""Certifying a frozen list, taking a row of it back, and what the county paid over; each one transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.relevy import (
    RelevyCertificate,
    RelevyFreeze,
    RelevyRemittance,
    RelevyRow,
    RelevySeason,
    RelevyWithdrawal,
)
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.relevy import certificate_views, list_row, season_of
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind, apply_entries
from sewerdesk.domain.money import format_money
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.domain.relevy import ListRow, Season, parcel_lines
from sewerdesk.domain.relevy_views import CertificateView, RelevyList
from sewerdesk.domain.wording import show_date
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.law import _law
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.offices import back_up
from sewerdesk.services.relevy import _certificate, _freeze, _relevy_list, _season_row
from sewerdesk.services.relevy_papers import _issue_papers, _withdrawal_letter

_ASKED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What a withdrawal did: the act that put the charges back, and the letter to the receiver and the assessor."""

    number: str
    amount: Decimal
    paper_id: int


def certificates(ws: Workspace) -> tuple[CertificateView, ...]:
    """The certificates, newest first, each with what was withdrawn of it and what the county paid over."""
    with ws.read() as session:
        return certificate_views(session)


def issue_certificate(
    ws: Workspace,
    *,
    season_id: int,
    resolution: str,
    meeting_on: date | None = None,
    layout: str = "",
    acknowledged: Collection[str] = (),
) -> CertificateView:
    """Certify the frozen list: levy entries, certificate, abstract, county file and control sheet in one transaction.

    From then on the certified amounts are in no balance and no aging here. ``layout`` names the county's layout where
    it is not the season's. ``RuleViolation`` where a row is no longer what was frozen, with what to do, and until
    every warning that is new since then is ``acknowledged``. A verified backup is made first.
    """
    back_up(ws, label="before-levy")
    with ws.write(reason="certificate of unpaid charges") as session:
        row, today = _season_row(session, season_id), session.info["clock"].today()
        freeze_id, found, new = _to_certify(session, season_id, today, acknowledged)
        act = _levy(session, found.rows, found.season, resolution, today, acknowledged=new)
        certificate = RelevyCertificate(
            freeze_id=freeze_id,
            act_id=act.id,
            certified_on=today,
            authority=resolution.strip(),
            meeting_on=meeting_on,
            count=len(parcel_lines(found.rows, found.season.settings)),
            total=found.total,
        )
        session.add(certificate)
        session.flush()  # its papers name it by its id
        _issue_papers(
            session,
            _law(session, ws),
            certificate,
            act.number,
            season=found.season,
            rows=found.rows,
            layout=layout or found.season.settings.layout,
        )
        return next(one for one in certificate_views(session, season_id=row.id) if one.id == certificate.id)


def _to_certify(
    session: Session, season_id: int, today: date, acknowledged: Collection[str]
) -> tuple[int, RelevyList, list[str]]:
    """The frozen list with the id of its freeze and the warnings that are new since.

    Refused where it is not frozen, certified, or no longer as it was, and where a new warning is not acknowledged.
    """
    freeze = _freeze(session, season_id)
    if freeze is None:
        raise RuleViolation("Freeze the list first; the certificate is of the frozen list.")
    if _certificate(session, freeze.id) is not None:
        raise RuleViolation("The list is certified already; a row is withdrawn by letter.")
    found = _relevy_list(session, season_id, today)
    if found.blocking:
        raise RuleViolation(
            f"The roll changed since the list was frozen: {found.blocking[0].sentence} Open the list again first."
        )
    _refuse_changed(session, found.rows, today)
    known = set(freeze.settings["acknowledged"])
    new = [one.sentence for one in found.warnings if one.sentence not in known]
    unseen = [sentence for sentence in new if sentence not in set(acknowledged)]
    if unseen:
        raise RuleViolation(
            f"This came up after the list was frozen: {unseen[0]} Acknowledge it to certify all the same, or open the "
            "list again."
        )
    return freeze.id, found, new


def withdraw_row(ws: Workspace, *, row_id: int, reason: str, authority: str = "") -> Withdrawn:
    """Take a certified row back: the charges stand on the account again as before, and the county is told by letter.

    The fee and the percent that the levy added are taken back with it. ``RuleViolation`` where it was withdrawn before
    or the county paid it over.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the charge is taken off the roll; the letter says it."})
    with ws.write(reason=reason[:500]) as session:
        row, certificate, act = _certified(session, row_id)
        _refuse_withdrawal(session, row, certificate)
        undo = _post_act(
            session,
            ActKind.UNDO,
            on=max(session.info["clock"].today(), act.effective_on),
            reason=f"{act.number}, account {row.account} withdrawn: {reason.strip()}"[:200],
            entries=_back(session, act, row, reason),
            facts={"withdraws": act.number, "row": row.id},
            authority=authority,
        )
        session.add(
            RelevyWithdrawal(
                row_id=row.id,
                act_id=undo.id,
                withdrawn_on=session.info["clock"].today(),
                reason=reason.strip(),
                authority=authority.strip(),
            )
        )
        season = _season_of(session, row)
        paper = _withdrawal_letter(
            session,
            _law(session, ws),
            list_row(row),
            season,
            certificate=act.number,
            certified_on=certificate.certified_on,
            reason=reason,
            authority=authority,
        )
        return Withdrawn(undo.number, row.total, paper)


def record_remittance(
    ws: Workspace, *, season_id: int, received_on: date, amount: Decimal, reference: str
) -> CertificateView:
    """Enter what the county paid over for a certificate; its accounts pay here again as before.

    ``FieldErrors`` unless the amount is what stands on the roll: the difference is found before it is entered.
    """
    with ws.write(reason="remittance of the county") as session:
        view = _standing_view(session, season_id)
        errors: dict[str, str] = {}
        if view.paid_over is not None:
            raise RuleViolation(
                f"The county paid {format_money(view.paid_over)} over for {view.number} already."
            )
        if amount != view.levied:
            errors["amount"] = (
                f"{format_money(view.levied)} stands on the roll ({view.number}); {format_money(amount)} is "
                f"{format_money(abs(view.levied - amount))} {'less' if amount < view.levied else 'more'}. Withdraw "
                "what was taken off, or ask the county."
            )
        if not reference.strip():
            errors["reference"] = "Enter the county's check or transfer number."
        if received_on > session.info["clock"].today() or received_on < view.certified_on:
            errors["received_on"] = f"Enter a day from {show_date(view.certified_on)} to today."
        if errors:
            raise FieldErrors(errors)
        session.add(
            RelevyRemittance(
                certificate_id=view.id,
                received_on=received_on,
                amount=amount,
                reference=reference.strip(),
                actor=session.info["actor"],
            )
        )
        session.flush()  # the view shows it
        return _standing_view(session, season_id)


def take_back_remittance(ws: Workspace, *, season_id: int, reason: str) -> CertificateView:
    """Take back a remittance that was entered by mistake: the certificate's charges stand on the roll again.

    ``FieldErrors`` without the reason, ``RuleViolation`` where none was entered.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the remittance is taken back; the reason is kept with it."})
    with ws.write(reason=reason[:500]) as session:
        view = _standing_view(session, season_id)
        row = session.scalar(
            select(RelevyRemittance).where(
                RelevyRemittance.certificate_id == view.id, RelevyRemittance.live.is_(True)
            )
        )
        if row is None:
            raise RuleViolation(f"No remittance is entered for {view.number}; nothing was changed.")
        row.live, row.ended_reason = False, reason.strip()
        session.flush()  # the view shows it
        return _standing_view(session, season_id)


def _standing_view(session: Session, season_id: int) -> CertificateView:
    """The certificate of a season that was not withdrawn as a whole."""
    freeze = _freeze(session, season_id)
    certificate = None if freeze is None else _certificate(session, freeze.id)
    if certificate is None:
        raise UserError("That season has no certificate yet.")
    return next(one for one in certificate_views(session, season_id=season_id) if one.id == certificate.id)


def _refuse_changed(session: Session, rows: Sequence[ListRow], today: date) -> None:
    """``RuleViolation`` names the first account of which something was paid or changed since the list was frozen."""
    policy = _payment_policy(session)
    facts = ledger_facts(session, [row.account_id for row in rows])
    for row in rows:
        applied = apply_entries(
            (fact.entry for fact in facts.get(row.account_id, ())), as_of=today, policy=policy
        )
        still_open = {item.entry.entry_id: item.open_amount for item in applied.open_items}
        if any(still_open.get(item.entry_id) != item.amount for item in row.amounts.items):
            raise RuleViolation(
                f"Account {row.account} changed since the list was frozen: money came, or a charge was corrected. Open "
                "the list again, look at it, and freeze it anew."
            )


def _levy(
    session: Session,
    rows: Sequence[ListRow],
    season: Season,
    resolution: str,
    today: date,
    *,
    acknowledged: Sequence[str],
) -> MoneyAct:
    """Write the act: what the levy adds, then the credits that move everything certified to the roll.

    It keeps the warnings ``acknowledged`` after the list was frozen, which that list cannot hold any more.
    """
    if not resolution.strip():
        raise FieldErrors({"resolution": "Enter the Board's resolution with its number and date."})
    bills = _bill_ids(session, rows)
    entries = [one for row in rows for one in _entries(row, season, bills)]
    return _post_act(
        session,
        ActKind.LEVY,
        on=today,
        reason=f"Certified for the {season.tax_year} tax roll, computed to {show_date(season.cut_off)}",
        entries=entries,
        facts={
            "season": season.id,
            "tax_year": season.tax_year,
            "cut_off": season.cut_off.isoformat(),
            "acknowledged": list(acknowledged),
        },
        authority=resolution,
    )


def _entries(row: ListRow, season: Season, bills: dict[str, int]) -> list[ActEntry]:
    """One account's entries: each credit names the entry that it pays, or the code of what the levy adds."""
    amounts, settings = row.amounts, season.settings
    added: list[ActEntry] = []
    if amounts.fee:
        added.append(
            ActEntry(
                row.account_id,
                EntryKind.CHARGE,
                amounts.fee,
                settings.fee_code,
                reason="Fee for the tax roll",
            )
        )
    if amounts.added:
        words = f"{settings.added_percent.normalize():f} % of {settings.added_base.value} for the tax roll"
        added.append(
            ActEntry(row.account_id, EntryKind.PENALTY, amounts.added, settings.added_code, reason=words)
        )
    reason = f"To the {season.tax_year} tax roll"
    certified = [
        ActEntry(
            row.account_id,
            EntryKind.LEVY,
            -item.amount,
            item.charge_code,
            bills.get(item.bill),
            reason=reason,
            pays_id=item.entry_id,
        )
        for item in amounts.items
    ]
    of_the_levy = [
        ActEntry(row.account_id, EntryKind.LEVY, -one.amount, one.charge_code, reason=reason) for one in added
    ]
    return added + certified + of_the_levy


def _bill_ids(session: Session, rows: Sequence[ListRow]) -> dict[str, int]:
    """The ids of the bills that are certified, by number."""
    numbers = sorted({item.bill for row in rows for item in row.amounts.items} - {""})
    found: dict[str, int] = {}
    for start in range(0, len(numbers), _ASKED_AT_ONCE):
        part = numbers[start : start + _ASKED_AT_ONCE]
        found.update(session.execute(select(Bill.number, Bill.id).where(Bill.number.in_(part))).all())
    return found


def _certified(session: Session, row_id: int) -> tuple[RelevyRow, RelevyCertificate, MoneyAct]:
    found = session.execute(
        select(RelevyRow, RelevyCertificate, MoneyAct)
        .join(RelevyCertificate, RelevyCertificate.freeze_id == RelevyRow.freeze_id)
        .join(MoneyAct, MoneyAct.id == RelevyCertificate.act_id)
        .where(RelevyRow.id == row_id)
    ).first()
    if found is None:
        raise UserError("That row is not certified. Refresh the list (F5) and choose it again.")
    row, certificate, act = found
    return row, certificate, act


def _refuse_withdrawal(session: Session, row: RelevyRow, certificate: RelevyCertificate) -> None:
    before = session.scalar(select(RelevyWithdrawal).where(RelevyWithdrawal.row_id == row.id))
    if before is not None:
        raise RuleViolation(
            f"Account {row.account} was taken off the roll on {show_date(before.withdrawn_on)} already: {before.reason}"
        )
    paid = select(RelevyRemittance.id).where(
        RelevyRemittance.certificate_id == certificate.id, RelevyRemittance.live.is_(True)
    )
    if session.scalar(paid) is not None:
        raise RuleViolation(
            f"The county has paid account {row.account} over, so its row stays. The owner's refund is the county's to "
            "make; to give the money back to the county, credit the account by an adjustment and refund that credit. "
            "Was the county's payment entered by mistake, take that back first."
        )


def _back(session: Session, act: MoneyAct, row: RelevyRow, reason: str) -> list[ActEntry]:
    """The reversal of everything that the certificate did on one account."""
    rows = session.scalars(
        select(EntryRow)
        .where(EntryRow.act_id == act.id, EntryRow.account_id == row.account_id)
        .order_by(EntryRow.id)
    ).all()
    gone = reversed_ids(session, [one.id for one in rows])
    return [
        ActEntry(
            one.account_id,
            EntryKind.REVERSAL,
            -one.amount,
            one.charge_code,
            one.bill_id,
            one.id,
            reason=f"Taken off the tax roll: {reason.strip()}"[:200],
        )
        for one in rows
        if one.id not in gone
    ]


def _season_of(session: Session, row: RelevyRow) -> Season:
    found = session.scalars(
        select(RelevySeason)
        .join(RelevyFreeze, RelevyFreeze.season_id == RelevySeason.id)
        .where(RelevyFreeze.id == row.freeze_id)
    ).one()
    return season_of(found)
