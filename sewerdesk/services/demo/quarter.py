"""After the day: the quarter paid, returned, penalised, adjusted and closed, the next one billed, the year's end.

Everything is done by the services of the window and the command line. Amounts and dates are the sample's own, made up;
the figures of the law are entered where the law has them.
"""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from sewerdesk.clock import Clock
from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import PostedReceipt
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.act_slips import slip_file
from sewerdesk.services.adjustments import decide_act, post_adjustment, unapproved_acts
from sewerdesk.services.closing import close_checklist, close_period
from sewerdesk.services.demo import next_quarter, story, year_end
from sewerdesk.services.demo.day import DemoDay, end_well
from sewerdesk.services.demo.mail import carry_to_bank, owing, take_envelopes
from sewerdesk.services.demo.story import Stage, Tell, Told
from sewerdesk.services.offices import never_before, office_profile, open_office
from sewerdesk.services.papers import paper_file
from sewerdesk.services.payment_settings import payment_settings, save_payment_settings
from sewerdesk.services.penalties import post_penalties, rehearse_penalties
from sewerdesk.services.penalty_lists import penalty_proof
from sewerdesk.services.penalty_policies import adopt_penalty_policy, propose_penalty_policy
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.returned_letters import write_return_letter

CODES = (
    ChargeCode("PEN", "Penalties", "SS", "2128", 90),
    ChargeCode("FEE", "Returned checks", "SS", "2129", 91),
    ChargeCode("ROLL", "Added for the tax roll", "SS", "2129", 92),
)
BILLED_FROM = date(2027, 1, 1)
PAID, RETURNED, LATE, BOARD, CLOSED = (
    date(2027, 2, 2), date(2027, 2, 11), date(2027, 2, 16), date(2027, 2, 18), date(2027, 3, 31),
)  # fmt: skip


def run_quarter(office: Path, folder: Path, *, clock: Clock, tell: Tell) -> DemoDay:
    """Walk the quarter and the year's end on the office that a demonstration's day left behind.

    Raises what the services raise, and ``RuleViolation`` where reports, books or journal do not agree.
    """
    opened = open_office(office, clock=clock)
    stage = Stage(opened.ws, folder, tell, opened.ws.clock.today())
    try:
        tell(Told(f"The quarter of {office_profile(stage.ws).municipality}", office))
        _settle(stage)
        returned = _take_payments(stage)
        _send_back(stage, returned)
        charge_penalties(stage, next_quarter.PAID_NOW, on=LATE)
        _adjust(stage)
        next_quarter.bill(stage)
        close_quarter(stage)
        next_quarter.collect(stage)
        charge_penalties(stage, next_quarter.BILLED_NOW, on=next_quarter.LATE)
        year_end.certify(stage)
        year_end.report(stage)
        year_end.audit(stage)
        never_before(stage.ws, day=stage.ws.clock.today())
    except BaseException:
        opened.close(back_up=False)
        raise
    end_well(opened, tell)
    return DemoDay(office, tuple(stage.papers))


def _settle(stage: Stage) -> None:
    """Enter what the Board of the story adopted: the penalty, the fee for a check that comes back."""
    ws = stage.ws
    for code in CODES:
        save_charge_code(ws, code=code)
    proposal = propose_penalty_policy(ws)
    policy = replace(
        proposal.policy, percent=proposal.policy.percent or story.PENALTY_PERCENT, charge_code=CODES[0].code
    )
    row = adopt_penalty_policy(ws, policy=policy, effective_from=BILLED_FROM, authority=story.BOARD_MINUTE)
    settings = replace(
        payment_settings(ws),
        returned_fee=story.RETURNED_FEE,
        returned_fee_code=CODES[1].code,
        returned_fee_authority=story.BOARD_MINUTE,
        cash_only_months=story.CASH_ONLY_MONTHS,
        cash_only_authority=story.BOARD_MINUTE,
    )
    save_payment_settings(ws, settings=settings)
    left = f"; the law leaves {len(proposal.notes)} figures open" if proposal.notes else ""
    stage.say(f"Penalty adopted by {story.BOARD_MINUTE}: {row.policy.sentence}{left}")


def _take_payments(stage: Stage) -> PostedReceipt:
    """The mail before the due date: a check for two accounts, a part, too much, the rest in full; to the bank."""
    stage.be_on(PAID)
    posted = take_envelopes(stage, owing(stage.ws), received_on=PAID, unpaid=story.UNPAID, first_check=2001)
    carry_to_bank(stage)
    return posted.receipts[-1]


def _send_back(stage: Stage, receipt: PostedReceipt) -> None:
    """The bank sends a check back."""
    ws, on = stage.ws, stage.be_on(RETURNED)
    made = return_check(ws, draft=ReturnDraft(receipt.id, on, "Insufficient funds"))
    until = f", cash only until {made.cash_only_until:%m/%d/%Y}" if made.cash_only_until else ""
    letter = paper_file(ws, paper_id=write_return_letter(ws, receipt_id=receipt.id))
    stage.keep(
        f"{made.act} returned check.pdf",
        letter.content,
        f"{made.act}: the check of {receipt.number} for {format_money(receipt.amount)} came back, "
        f"fee {format_money(made.fee)}{until}",
    )


def charge_penalties(stage: Stage, period: str, *, on: date) -> None:
    """Rehearse and post the penalties of a quarter, and prove them."""
    stage.be_on(on)
    seen = rehearse_penalties(stage.ws, period=period)
    posted = post_penalties(stage.ws, expected=seen)
    proof = penalty_proof(stage.ws, period=period)
    if proof.faults or posted.total != seen.total:
        raise RuleViolation(f"The penalties do not agree: {proof.sentence}")
    stage.say(
        f"Penalties {period} posted as {posted.number}: {format_money(posted.total)} on {posted.lines} bills, "
        f"{len(seen.spared)} spared; {proof.sentence}"
    )


def _adjust(stage: Stage) -> None:
    """An account is lowered at an owner's request; another person approves it after the Board met."""
    ws, on = stage.ws, stage.be_on(BOARD)
    account = owing(ws)[0]
    draft = AdjustmentDraft(
        account=account.number,
        amount=-min(story.ADJUSTED, account.balance),
        reason=payment_settings(ws).adjustment_reasons[0],
        requested_by=story.OPERATOR,
        on=on,
        note="The units were read from the wrong line of the card",
    )
    made = post_adjustment(ws, draft=draft)
    waiting = len(unapproved_acts(ws))
    decide_act(ws, act_id=made.id, approved=True, decided_by=story.SUPERVISOR, minute=story.BOARD_MINUTE)
    stage.keep(
        f"{made.number} adjustment.pdf",
        slip_file(ws, act_id=made.id).content,
        f"{made.number}: account {account.number} lowered by {format_money(-draft.amount)}; {waiting} waited, "
        f"approved by {story.SUPERVISOR}, {story.BOARD_MINUTE}",
    )


def close_quarter(stage: Stage) -> None:
    """Answer what the checklist of the quarter finds open, and close its books."""
    ws = stage.ws
    stage.be_on(CLOSED + timedelta(days=2))
    found = [item for item in close_checklist(ws, through=CLOSED) if not item.is_clear]
    answers = {item.key: "Looked at; it goes into the next quarter" for item in found}
    closed = close_period(ws, through=CLOSED, answers=answers)
    items = "; ".join(f"{item.title}: {item.count}" for item in found) or "nothing open"
    stage.say(f"Books closed through {closed.through:%m/%d/%Y}, answered: {items}")
