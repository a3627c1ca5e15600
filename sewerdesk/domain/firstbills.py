"""The first bill after a new meter, multiplier, unit, class or owner is watched: that is where bills go wrong."""

from collections.abc import Iterator, Sequence
from datetime import date

from sewerdesk.domain.billcompare import PriorBill
from sewerdesk.domain.billlines import BillLine, MeterUse, plain_volume


def first_bill_changes(
    prior: PriorBill,
    *,
    class_code: str,
    lines: Sequence[BillLine],
    bill_to_since: date | None,
    period_start: date,
) -> Iterator[str]:
    """What is new on this bill against the account's last one, each as part of a sentence."""
    if prior.class_code and prior.class_code != class_code:
        yield f"class {prior.class_code} became {class_code}"
    if bill_to_since is not None and bill_to_since >= period_start:
        yield f"it has a new owner since {bill_to_since:%m/%d/%Y}"
    if prior.dials:
        for line in lines:
            for found in line.metered.meters if line.metered else ():
                yield from _dial_changes(found, prior)


def _dial_changes(found: MeterUse, prior: PriorBill) -> Iterator[str]:
    meter = found.meter
    before = prior.dials.get(meter.meter_id)
    if before is None:
        yield f"meter {meter.serial} is new (× {plain_volume(meter.multiplier)} {meter.unit})"
        return
    multiplier, unit = before
    if multiplier != str(meter.multiplier):
        yield f"the multiplier of meter {meter.serial} was {multiplier} and is {meter.multiplier:f}"
    if unit != meter.unit.value:
        yield f"meter {meter.serial} counted {unit} and counts {meter.unit}"


def first_bill_sentence(account: str, changes: Sequence[str]) -> str:
    """The question for the clerk."""
    return f"Account {account}: first bill after a change: {'; '.join(changes)}. Look at this bill before it goes out."
