"""Master meters: the shares of the accounts behind one come to the whole, or part of its use is billed to nobody."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.metering import MeterRole

_NEAR = Decimal("0.000001")


def share_findings(accounts: Iterable[BillableAccount], on: date) -> list[str]:
    """A sentence for each master meter whose shares do not come to the whole on a day."""
    shares: defaultdict[str, list[tuple[str, Decimal]]] = defaultdict(list)
    for account in accounts:
        for one in account.meters:
            if (
                one.role is MeterRole.MASTER
                and one.installed_on <= on
                and (not one.removed_on or one.removed_on > on)
            ):
                shares[one.meter.serial].append((account.number, one.share))
    return [
        f"The shares of master meter {serial} come to {sum((share for _, share in found), Decimal(0)) * 100:.2f} "
        f"percent over the accounts {', '.join(number for number, _ in found)}; correct them, or its use is not "
        "billed as it was counted."
        for serial, found in sorted(shares.items())
        if abs(sum((share for _, share in found), Decimal(0)) - 1) > _NEAR
    ]
