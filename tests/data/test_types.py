"""Money and quantities come back exactly as they were stored, or are refused."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, text
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from sewerdesk.data.types import Exact, JsonText, Money, UtcDateTime
from sewerdesk.services.workspace import Workspace

DIALECT = sqlite_dialect()


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_store_money_for_every_amount(cents: int) -> None:
    amount = Decimal(cents).scaleb(-2)
    stored = Money().process_bind_param(amount, DIALECT)
    assert stored == cents
    assert Money().process_result_value(stored, DIALECT) == amount


@pytest.mark.parametrize("wrong", [1.5, 3, "12.00", True])
def test_refuse_money_that_is_no_decimal(wrong: object) -> None:
    with pytest.raises(TypeError, match="money must be a Decimal"):
        Money().process_bind_param(wrong, DIALECT)


def test_refuse_money_with_a_fraction_of_a_cent() -> None:
    with pytest.raises(ValueError, match="fraction of a cent"):
        Money().process_bind_param(Decimal("1.005"), DIALECT)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9))
def test_store_exact_quantity_for_every_decimal(quantity: Decimal) -> None:
    stored = Exact().process_bind_param(quantity, DIALECT)
    assert Exact().process_result_value(stored, DIALECT) == quantity


@pytest.mark.parametrize("wrong", [Decimal("NaN"), Decimal("Infinity"), 0.1, "1"])
def test_refuse_quantity_that_is_not_exact(wrong: object) -> None:
    with pytest.raises(TypeError, match="finite Decimal"):
        Exact().process_bind_param(wrong, DIALECT)


def test_refuse_instant_without_a_time_zone() -> None:
    with pytest.raises(ValueError, match="time zone"):
        UtcDateTime().process_bind_param(datetime(2027, 1, 4, 9, 0), DIALECT)  # noqa: DTZ001
    aware = datetime(2027, 1, 4, 14, 0, tzinfo=UTC)
    stored = UtcDateTime().process_bind_param(aware, DIALECT)
    assert UtcDateTime().process_result_value(stored, DIALECT) == aware


def test_sum_money_in_sql_is_exact(ws: Workspace) -> None:
    with ws.read() as session:
        total = session.scalar(
            select(func.sum(text("value"))).select_from(text("(SELECT 10 AS value UNION ALL SELECT 20)"))
        )
    assert total == 30


@pytest.mark.parametrize("kind", [Money(), Exact(), UtcDateTime(), JsonText()])
def test_nothing_is_stored_as_nothing(kind: Money | Exact | UtcDateTime | JsonText) -> None:
    assert kind.process_bind_param(None, DIALECT) is None
    assert kind.process_result_value(None, DIALECT) is None
