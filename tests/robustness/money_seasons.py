"""The clerk's larger works, guided by dice: runs, corrections, owners, penalties, closed periods, the tax roll."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.relevy import RelevyRow
from sewerdesk.domain.accountchanges import ClosingReading, OwnerDraft
from sewerdesk.domain.penalty_views import ChargeState
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.domain.relevy import AfterCertified, ListRow, SeasonSettings
from sewerdesk.services.account_changes import change_account_owner
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.bill_dates import propose_run
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.closing import close_checklist, close_period, reopen_period
from sewerdesk.services.money_acts import money_acts
from sewerdesk.services.penalties import (
    post_penalties,
    rehearse_penalties,
    undo_penalties,
    waive_penalties,
)
from sewerdesk.services.penalty_lists import penalty_charges
from sewerdesk.services.penalty_waivers import waive_part
from sewerdesk.services.periods import closed_through
from sewerdesk.services.relevy import begin_season, freeze_list, relevy_list, seasons
from sewerdesk.services.relevy_certify import certificates, issue_certificate, record_remittance, withdraw_row
from sewerdesk.services.relevy_sending import mark_certificate_sent, withdraw_certificate
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.single_bills import BillDates, off_cycle_bill
from tests.robustness.money_clerk import Clerk, Undo
from tests.robustness.money_office import DIALS, METERED, NUMBERS

D = Decimal


@dataclass
class Senior(Clerk):
    """A clerk who also bills, charges penalties, closes and certifies."""

    def bill(self) -> Undo | None:
        """Bill the quarter that comes next; mostly the clerk waits for it to be over."""
        proposal = propose_run(self.ws)
        if self.today < proposal.quarter.next.start and self.pick(3):
            self.ws.clock = FixedClock(proposal.quarter.next.start)
        setup = RunSetup(
            proposal.quarter,
            self.today,
            self.today + timedelta(days=30),
            proposal.read_through,
        )
        preview = preview_run(self.ws, setup=setup)
        if self.today < proposal.quarter.next.start or not preview.may_post:
            return None
        posted = post_run(self.ws, setup=setup, expected=preview)
        assert (posted.billed, posted.total) == (len(preview.bills), preview.total)
        return lambda: roll_back_run(self.ws, run_id=posted.run_id, reason="Tried")

    def off_cycle(self) -> Undo | None:
        """Bill one account beside the runs, through a day not long ago."""
        account_id, through = 1 + self.pick(len(NUMBERS)), self.day(40)
        made = off_cycle_bill(self.ws, account_id=account_id, through=through, dates=BillDates(self.today))
        with self.ws.read() as session:
            run = session.get_one(Bill, made.bill_id).run_id
        return lambda: roll_back_run(self.ws, run_id=run, reason="Tried")

    def roll_back(self) -> None:
        """Roll back any run on which nothing stands."""
        with self.ws.read() as session:
            runs = list(session.scalars(select(Bill.run_id).distinct().order_by(Bill.run_id)))
        roll_back_run(self.ws, run_id=runs[self.pick(len(runs))], reason="Wrong dates")

    def correct(self) -> None:
        """Make a bill that stands again."""
        with self.ws.read() as session:
            bills = list(session.scalars(select(Bill.id).where(Bill.live.is_(True)).order_by(Bill.id)))
        if bills:
            correct_bill(
                self.ws,
                bill_id=bills[self.pick(len(bills))],
                reason="Billed wrong",
                dates=BillDates(self.today, None if self.pick(2) else self.today + timedelta(days=20)),
            )

    def sell(self) -> None:
        """A parcel changes hands today or some days ago; the meter is read where there is one."""
        number, on = self.account(), self.day(30)
        closing = (ClosingReading(1, dial_on(on)),) if number == METERED else ()
        draft = OwnerDraft(
            on=on,
            buyer=PartyDraft(name="Bo Chen", street="9 Oak St", city="Hague", state="NY", zip_code="12836"),
            closing=closing,
            reason=f"Deed of {on:%m/%d/%Y}",
        )
        change_account_owner(
            self.ws, account_id=NUMBERS.index(number) + 1, draft=draft, dates=BillDates(self.today)
        )

    # -------------------------------------------------------------- penalties

    def penalize(self) -> Undo | None:
        """Rehearse, post exactly that, and find that posting it again adds nothing."""
        as_of = self.day(20)
        expected = rehearse_penalties(self.ws, as_of=as_of)
        posted = post_penalties(self.ws, expected=expected)
        assert (posted.lines, posted.total) == (len(expected.due), expected.total)
        again = rehearse_penalties(self.ws, as_of=as_of)
        assert again.due == ()
        assert post_penalties(self.ws, expected=again).number == ""
        if not posted.number:
            return None
        [act] = self._acts(posted.number)
        return self.undo_of(act)

    def take_back_penalties(self) -> None:
        """Undo some of the penalties that stand and are unpaid."""
        ids = [row.id for row in penalty_charges(self.ws)]
        if ids:
            undo_penalties(self.ws, charge_ids=ids[self.pick(len(ids)) :][:2], reason="Disputed")

    def waive(self) -> Undo | None:
        """The Board waives a penalty, paid or not."""
        ids = [row.id for row in penalty_charges(self.ws)]
        if not ids:
            return None
        chosen = ids[self.pick(len(ids))]
        done = waive_penalties(self.ws, charge_ids=[chosen], reason="Hardship", authority="Resolution 3")
        [act] = self._acts(done.number)
        return self.undo_of(act)

    def waive_part(self) -> Undo | None:
        """The Board forgives some cents of a penalty; more than stands is refused."""
        rows = [row for row in penalty_charges(self.ws) if row.state is ChargeState.STANDS]
        if not rows:
            return None
        row = rows[self.pick(len(rows))]
        cents = 1 + self.pick(int(row.net * 100))
        done = waive_part(
            self.ws, charge_id=row.id, amount=D(cents) / 100, reason="Hardship", authority="Resolution 7"
        )
        assert done.amount + done.left == row.net
        [act] = self._acts(done.number)
        return self.undo_of(act)

    def _acts(self, number: str) -> list[int]:
        return [row.id for row in money_acts(self.ws) if row.number == number]

    # -------------------------------------------------------------- closed periods

    def close(self) -> None:
        """Close the books through a day before today; every open item is answered."""
        through = self.today - timedelta(days=1 + self.pick(40))
        items = close_checklist(self.ws, through=through)
        late = rehearse_penalties(self.ws, as_of=through)
        [found] = [item for item in items if item.key == "penalties"]
        assert (found.count, found.amount) == (late.accounts, late.total)
        answers = {item.key: "Looked at" for item in items if not item.is_clear}
        close_period(self.ws, through=through, answers=answers)

    def reopen(self) -> None:
        """Open closed days again, by the Board's leave."""
        if closed_through(self.ws) is not None:
            reopen_period(self.ws, back_to=None, reason="Late statement", authority="Resolution 4")

    # -------------------------------------------------------------- the tax roll

    def certify(self) -> Undo | None:
        """A whole season: begun, frozen and certified; undone by withdrawing each row."""
        year = self.today.year + self.pick(2)
        if any(season.tax_year == year for season, _ in seasons(self.ws)):
            return None
        season = begin_season(
            self.ws,
            tax_year=year,
            cut_off=self.today - timedelta(days=1),
            certify_by=self.today,
            authority="Sample Local Law 2 of 2020, §9",
            settings=SeasonSettings(
                fee=D("25.00") if self.pick(2) else D(0),
                fee_code="FEE",
                addressee="the Warren County Board of Supervisors",
                collector="the Sample Collector of Taxes",
                after=AfterCertified.TAKE if self.pick(2) else AfterCertified.REFUSE,
            ),
        )
        found = relevy_list(self.ws, season_id=season.id)
        freeze_list(self.ws, season_id=season.id, acknowledged=[one.sentence for one in found.warnings])
        view = issue_certificate(self.ws, season_id=season.id, resolution="Resolution 5")
        assert view.total == found.total
        if self.pick(2):
            return lambda: self._withdraw_whole(season.id, found.rows)
        mark_certificate_sent(self.ws, season_id=season.id, sent_on=self.today, how="By hand")
        rows = self._rows_of(season.id)

        def withdraw_all() -> None:
            for row_id in rows:
                withdraw_row(self.ws, row_id=row_id, reason="Tried", authority="Resolution 6")

        return withdraw_all

    def _withdraw_whole(self, season_id: int, rows: tuple[ListRow, ...]) -> None:
        """Take back the whole certificate: the frozen list stands as it was."""
        again = withdraw_certificate(self.ws, season_id=season_id, reason="Tried", authority="Resolution 6")
        assert [(row.account, row.amounts) for row in again.rows] == [
            (row.account, row.amounts) for row in rows
        ]

    def _rows_of(self, season_id: int) -> list[int]:
        rows = relevy_list(self.ws, season_id=season_id).rows
        return [row.row_id for row in rows]

    def withdraw(self) -> None:
        """Take any certified row off the roll."""
        with self.ws.read() as session:
            rows = list(session.scalars(select(RelevyRow.id).order_by(RelevyRow.id)))
        if rows:
            withdraw_row(self.ws, row_id=rows[self.pick(len(rows))], reason="Paid before", authority="")

    def remit(self) -> None:
        """The county pays a certificate over."""
        views = [view for view in certificates(self.ws) if view.paid_over is None and view.levied > 0]
        if views:
            view = views[self.pick(len(views))]
            record_remittance(
                self.ws,
                season_id=view.season_id,
                received_on=self.today,
                amount=view.levied,
                reference="County check 88",
            )


def dial_on(day: date) -> Decimal:
    """What the meter shows on a day between two quarters' ends: the last quarter's dial and a unit a day."""
    ends = {date(2026, 9, 30): 4875, date(2026, 12, 30): 5115, **DIALS}
    last = max(end for end in ends if end <= day)
    return D(ends[last] + (day - last).days)
