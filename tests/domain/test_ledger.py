"""The ledger: signs, what paid what, and the printed block, with the worked bill's figures."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.ledger import (
    Entry,
    EntryKind,
    PaymentOrder,
    PaymentPolicy,
    PenaltyBase,
    amount_after_due,
    apply_entries,
    balance,
    balance_face,
    check_entry,
    standing_entries,
)
from sewerdesk.domain.money import from_cents

D = Decimal
OLDEST = PaymentPolicy(PaymentOrder.OLDEST_FIRST, ("OM", "DS"))
YEAR_END = date(2026, 12, 31)
SIGNED = {
    EntryKind.CHARGE: 1,
    EntryKind.PENALTY: 1,
    EntryKind.INTEREST: 1,
    EntryKind.REFUND: 1,
    EntryKind.PAYMENT: -1,
    EntryKind.CREDIT: -1,
    EntryKind.LEVY: -1,
    EntryKind.WRITE_OFF: -1,
}


def _entry(
    entry_id: int,
    on: date,
    kind: EntryKind,
    amount: str,
    *,
    bill: str = "",
    code: str = "",
    corrects: int | None = None,
) -> Entry:
    return Entry(entry_id, 1, on, kind, D(amount), charge_code=code, bill=bill, corrects_id=corrects)


def _open(
    entries: list[Entry], *, as_of: date = YEAR_END, policy: PaymentPolicy = OLDEST
) -> list[tuple[int, str]]:
    applied = apply_entries(entries, as_of=as_of, policy=policy)
    return [(item.entry.entry_id, str(item.open_amount)) for item in applied.open_items]


SPRING = _entry(1, date(2026, 4, 1), EntryKind.CHARGE, "125.00", bill="B-1", code="OM")
PENALTY = _entry(2, date(2026, 5, 1), EntryKind.PENALTY, "12.50", bill="B-1", code="OM")
SUMMER = _entry(3, date(2026, 7, 1), EntryKind.CHARGE, "182.00", bill="B-2", code="OM")


def test_show_the_worked_bill_and_its_amount_after_the_due_date() -> None:
    entries = [
        _entry(1, date(2026, 4, 1), EntryKind.CHARGE, "125.00", bill="B-1"),
        _entry(2, date(2026, 5, 12), EntryKind.PAYMENT, "-125.00"),
        _entry(3, date(2026, 7, 1), EntryKind.CHARGE, "62.50", bill="B-2", code="OM"),
        _entry(4, date(2026, 7, 1), EntryKind.CHARGE, "104.50", bill="B-2", code="USE"),
        _entry(5, date(2026, 7, 1), EntryKind.CHARGE, "15.00", bill="B-2", code="DS"),
    ]
    face = balance_face(entries, printed_through=1, bill="B-2")
    assert face.previous_balance == D("125.00")
    assert face.payments == ((date(2026, 5, 12), D("-125.00")),)
    assert face.adjustments == face.late_charges == face.balance_forward == D(0)
    assert face.current_charges == face.total == D("182.00")
    for base in PenaltyBase:
        assert amount_after_due(face, percent=D(10), base=base) == D("200.20")


def test_keep_penalty_off_credit_and_round_it_half_up() -> None:
    paid_ahead = balance_face(
        [
            _entry(1, date(2026, 6, 1), EntryKind.PAYMENT, "-200.00"),
            _entry(2, date(2026, 7, 1), EntryKind.CHARGE, "182.00", bill="B-2"),
        ],
        printed_through=0,
        bill="B-2",
    )
    assert paid_ahead.total == D("-18.00")
    assert amount_after_due(paid_ahead, percent=D(10), base=PenaltyBase.CURRENT_CHARGES) == D("-18.00")
    # 10 % of 0.05 is half a cent: one cent.
    small = balance_face(
        [_entry(1, date(2026, 7, 1), EntryKind.CHARGE, "0.05", bill="B-2")], printed_through=0, bill="B-2"
    )
    assert amount_after_due(small, percent=D(10), base=PenaltyBase.WHOLE_BALANCE) == D("0.06")


def test_tell_penalty_bases_apart_when_arrears_come_forward() -> None:
    face = balance_face([SPRING, PENALTY, SUMMER], printed_through=1, bill="B-2")
    assert (face.previous_balance, face.late_charges, face.balance_forward) == (
        D("125.00"),
        D("12.50"),
        D("137.50"),
    )
    assert amount_after_due(face, percent=D(10), base=PenaltyBase.CURRENT_CHARGES) == D("337.70")
    assert amount_after_due(face, percent=D(10), base=PenaltyBase.WHOLE_BALANCE) == D("351.45")


def test_show_back_dated_receipt_and_returned_check_on_the_next_bill() -> None:
    entries = [
        SPRING,
        _entry(4, date(2026, 3, 30), EntryKind.PAYMENT, "-25.00"),
        _entry(5, date(2026, 4, 20), EntryKind.REVERSAL, "25.00", corrects=4),
        _entry(6, date(2026, 5, 2), EntryKind.ADJUSTMENT, "-5.00"),
        _entry(7, date(2026, 7, 1), EntryKind.CHARGE, "182.00", bill="B-2"),
    ]
    face = balance_face(entries, printed_through=1, bill="B-2")
    assert face.previous_balance == D("125.00")
    assert face.payments == ((date(2026, 3, 30), D("-25.00")), (date(2026, 4, 20), D("25.00")))
    assert face.adjustments == D("-5.00")
    assert face.total == D("302.00") == balance(entries)


def test_pay_oldest_first_and_by_code_within_a_day() -> None:
    debt = _entry(4, date(2026, 4, 1), EntryKind.CHARGE, "15.00", bill="B-1", code="DS")
    paid = _entry(5, date(2026, 8, 3), EntryKind.PAYMENT, "-130.00")
    assert _open([debt, SPRING, PENALTY, SUMMER, paid]) == [(4, "10.00"), (2, "12.50"), (3, "182.00")]


def test_follow_the_adopted_order_of_payment() -> None:
    paid = _entry(5, date(2026, 8, 3), EntryKind.PAYMENT, "-20.00")
    entries = [SPRING, PENALTY, SUMMER, paid]
    assert _open(entries, policy=PaymentPolicy(PaymentOrder.PENALTIES_FIRST))[0] == (1, "117.50")
    assert _open(entries, policy=PaymentPolicy(PaymentOrder.NEWEST_FIRST))[-1] == (3, "162.00")


def test_direct_payment_to_its_bill_first() -> None:
    paid = _entry(5, date(2026, 8, 3), EntryKind.PAYMENT, "-190.00", bill="B-2")
    assert _open([SPRING, PENALTY, SUMMER, paid]) == [(1, "117.00"), (2, "12.50")]


def test_keep_overpayment_for_the_next_charge() -> None:
    paid = _entry(2, date(2026, 5, 1), EntryKind.PAYMENT, "-200.00")
    applied = apply_entries([SPRING, paid], as_of=date(2026, 6, 30), policy=OLDEST)
    assert applied.unused_credit == D("75.00")
    assert applied.balance == D("-75.00")
    later = apply_entries([SPRING, paid, SUMMER], as_of=YEAR_END, policy=OLDEST)
    assert later.open_on_bill("B-2") == D("107.00")
    assert not later.unused
    assert [p.entry_id for item in later.items for p in item.paid_by] == [2, 2]


def test_restore_exact_earlier_state_when_a_check_is_returned() -> None:
    paid = _entry(4, date(2026, 8, 3), EntryKind.PAYMENT, "-150.00")
    returned = _entry(5, date(2026, 8, 20), EntryKind.REVERSAL, "150.00", corrects=4)
    entries = [SPRING, PENALTY, SUMMER, paid, returned]
    before = apply_entries([SPRING, PENALTY, SUMMER], as_of=YEAR_END, policy=OLDEST)
    assert apply_entries(entries, as_of=YEAR_END, policy=OLDEST) == before
    assert _open(entries, as_of=date(2026, 8, 19)) == [(3, "169.50")]


def test_give_balance_as_of_any_day() -> None:
    assert balance([SPRING, PENALTY, SUMMER], as_of=date(2026, 4, 30)) == D("125.00")
    assert balance([SPRING, PENALTY, SUMMER], as_of=date(2026, 5, 1)) == D("137.50")


@pytest.mark.parametrize(("kind", "sign"), SIGNED.items())
def test_hold_each_kind_to_its_sign(kind: EntryKind, sign: int) -> None:
    check_entry(_entry(1, YEAR_END, kind, f"{sign * 5}.00"))
    with pytest.raises(RuleViolation, match=r"12/31/2026"):
        check_entry(_entry(1, YEAR_END, kind, f"{-sign * 5}.00"))


@pytest.mark.parametrize("kind", [EntryKind.ADJUSTMENT, EntryKind.TRANSFER])
def test_let_adjustments_and_transfers_go_either_way(kind: EntryKind) -> None:
    check_entry(_entry(1, YEAR_END, kind, "5.00"))
    check_entry(_entry(1, YEAR_END, kind, "-5.00"))


@pytest.mark.parametrize("amount", ["0.00", "1.005"])
def test_refuse_zero_and_parts_of_a_cent(amount: str) -> None:
    with pytest.raises(RuleViolation, match="whole cents"):
        check_entry(_entry(1, YEAR_END, EntryKind.CHARGE, amount))


def test_hold_reversal_to_the_opposite_of_what_it_names() -> None:
    good = _entry(9, YEAR_END, EntryKind.REVERSAL, "-125.00", corrects=1)
    check_entry(good, corrected=SPRING)
    bad = [
        (good, None),
        (replace(good, corrects_id=2), SPRING),
        (replace(good, amount=D("-100.00")), SPRING),
        (replace(good, account_id=2), SPRING),
        (replace(good, on=SPRING.on - timedelta(days=1)), SPRING),
        (replace(SPRING, corrects_id=4), None),
    ]
    for entry, corrected in bad:
        with pytest.raises(RuleViolation):
            check_entry(entry, corrected=corrected)


def test_undo_a_reversal_brings_the_first_entry_back() -> None:
    """Void of a return: the payment pays again from its own day, as though the check had never come back."""
    paid = _entry(4, date(2026, 8, 3), EntryKind.PAYMENT, "-150.00")
    returned = _entry(5, date(2026, 8, 20), EntryKind.REVERSAL, "150.00", corrects=4)
    undone = _entry(6, date(2026, 9, 1), EntryKind.REVERSAL, "-150.00", corrects=5)
    check_entry(undone, corrected=returned)
    entries = [SPRING, PENALTY, SUMMER, paid]
    before = apply_entries(entries, as_of=YEAR_END, policy=OLDEST)
    assert apply_entries([*entries, returned, undone], as_of=YEAR_END, policy=OLDEST) == before
    held = apply_entries([*entries, returned, undone], as_of=date(2026, 8, 25), policy=OLDEST)
    assert held == apply_entries([SPRING, PENALTY, SUMMER], as_of=date(2026, 8, 25), policy=OLDEST)
    assert standing_entries([*entries, returned, undone]) == tuple(entries)
    face = balance_face([*entries, returned, undone], printed_through=0, bill="B-2")
    assert face.payments_total == D("-150.00")


def test_waiver_of_a_penalty_leaves_the_charge_open() -> None:
    """12.50 waived under the penalty's own code: the penalty is gone, the older charge still wholly open."""
    penalty = replace(PENALTY, charge_code="PEN")
    waived = replace(_entry(7, YEAR_END, EntryKind.ADJUSTMENT, "-12.50"), charge_code="PEN")
    applied = apply_entries([SPRING, penalty, waived], as_of=YEAR_END, policy=OLDEST)
    assert [(item.entry.entry_id, item.open_amount) for item in applied.open_items] == [
        (SPRING.entry_id, D("125.00"))
    ]


@st.composite
def _books(draw: st.DrawFn) -> list[Entry]:
    """Random stories of one account: charges, payments, adjustments, and reversals of earlier entries."""
    entries: list[Entry] = []
    for entry_id in range(1, draw(st.integers(1, 25)) + 1):
        on = date(2026, 1, 1) + timedelta(days=draw(st.integers(0, 200)))
        open_ids = [
            e.entry_id
            for e in entries
            if e.kind is not EntryKind.REVERSAL and not any(r.corrects_id == e.entry_id for r in entries)
        ]
        if draw(st.booleans()) and open_ids:
            target = entries[draw(st.sampled_from(open_ids)) - 1]
            entries.append(
                Entry(
                    entry_id,
                    1,
                    max(on, target.on),
                    EntryKind.REVERSAL,
                    -target.amount,
                    corrects_id=target.entry_id,
                )
            )
            continue
        kind = draw(st.sampled_from([*SIGNED, EntryKind.ADJUSTMENT]))
        cents = draw(st.integers(1, 50_000))
        sign = SIGNED.get(kind) or draw(st.sampled_from([1, -1]))
        bill = draw(st.sampled_from(["", "B-1", "B-2"]))
        entries.append(Entry(entry_id, 1, on, kind, from_cents(sign * cents), bill=bill))
    return entries


@given(entries=_books(), days=st.integers(0, 400), order=st.sampled_from(PaymentOrder))
def test_open_items_less_credit_are_always_the_balance(
    entries: list[Entry], days: int, order: PaymentOrder
) -> None:
    as_of = date(2026, 1, 1) + timedelta(days=days)
    applied = apply_entries(entries, as_of=as_of, policy=PaymentPolicy(order))
    assert applied.balance == balance(entries, as_of=as_of)
    assert all(item.open_amount >= 0 for item in applied.items)
    used: dict[int, Decimal] = {}
    for paid in [p for item in applied.items for p in item.paid_by] + list(applied.unused):
        assert paid.amount > 0
        used[paid.entry_id] = used.get(paid.entry_id, D(0)) + paid.amount
    amounts = {entry.entry_id: entry.amount for entry in entries}
    assert all(total == -amounts[entry_id] for entry_id, total in used.items())
    assert not (applied.open_items and applied.unused)


@given(entries=_books(), cut=st.integers(0, 25))
def test_printed_block_always_foots_to_the_balance(entries: list[Entry], cut: int) -> None:
    face = balance_face(entries, printed_through=cut, bill="B-2")
    assert face.total == balance(entries)
    assert face.previous_balance == balance(entry for entry in entries if entry.entry_id <= cut)


@given(entries=_books(), cents=st.integers(1, 99_999), days=st.integers(0, 200))
def test_pay_and_void_leaves_no_trace(entries: list[Entry], cents: int, days: int) -> None:
    on = date(2026, 1, 1) + timedelta(days=days)
    paid = Entry(90, 1, on, EntryKind.PAYMENT, from_cents(-cents))
    void = Entry(91, 1, on, EntryKind.REVERSAL, from_cents(cents), corrects_id=90)
    assert apply_entries([*entries, paid, void], as_of=YEAR_END, policy=OLDEST) == apply_entries(
        entries, as_of=YEAR_END, policy=OLDEST
    )


def test_payment_for_a_bill_before_its_day_waits_for_it() -> None:
    """50.00 in dispute is open; the payer brings the stub of B-2 the day before its date and pays it whole."""
    dispute = _entry(1, date(2026, 5, 1), EntryKind.ADJUSTMENT, "50.00")
    paid = _entry(2, date(2026, 6, 30), EntryKind.PAYMENT, "-182.00", bill="B-2")
    summer = [
        _entry(3, date(2026, 7, 1), EntryKind.CHARGE, "167.00", bill="B-2", code="OM"),
        _entry(4, date(2026, 7, 1), EntryKind.CHARGE, "15.00", bill="B-2", code="DS"),
    ]
    entries = [dispute, paid, *summer]
    assert _open(entries, as_of=date(2026, 6, 30)) == []  # nothing else is known that day
    assert _open(entries, as_of=date(2026, 7, 1)) == [(1, "50.00")]
    assert _open([replace(one, bill="") for one in entries]) == [(3, "35.00"), (4, "15.00")]


def test_payment_for_a_corrected_bill_pays_the_one_in_its_place() -> None:
    """127.00 was paid for B-1 of 182.00, which should have been 127.00; the dispute of 50.00 stays open."""
    entries = [
        _entry(1, date(2026, 3, 1), EntryKind.ADJUSTMENT, "50.00"),
        replace(_entry(2, date(2026, 4, 1), EntryKind.CHARGE, "182.00", bill="B-1"), family="1"),
        replace(_entry(3, date(2026, 4, 5), EntryKind.PAYMENT, "-127.00", bill="B-1"), family="1"),
        replace(
            _entry(4, date(2026, 4, 9), EntryKind.REVERSAL, "-182.00", bill="B-1", corrects=2), family="1"
        ),
        replace(_entry(5, date(2026, 4, 9), EntryKind.CHARGE, "127.00", bill="B-4"), family="1"),
    ]
    assert _open(entries, as_of=date(2026, 4, 8)) == [(1, "50.00"), (2, "55.00")]
    assert _open(entries, as_of=date(2026, 4, 9)) == [(1, "50.00")]


def test_credit_pays_the_entry_that_it_names() -> None:
    """Penalty and interest stand on one bill under one code; the penalty alone goes to the tax roll."""
    interest = _entry(1, date(2026, 5, 1), EntryKind.INTEREST, "2.73", bill="B-1", code="PEN")
    penalty = _entry(2, date(2026, 5, 1), EntryKind.PENALTY, "18.20", bill="B-1", code="PEN")
    levy = _entry(3, date(2026, 11, 1), EntryKind.LEVY, "-18.20", bill="B-1", code="PEN")
    assert _open([interest, penalty, levy]) == [(2, "2.73")]
    assert _open([interest, penalty, replace(levy, pays_id=2)]) == [(1, "2.73")]
