"""The sample office's own facts (letterhead, people, rates, fees, settings), read from its TOML file.

The same shapes serve a municipality that keeps its opening figures in such a file. Amounts are quoted text in
the file, so that no digit passes through binary fractions. Rates are validated as the ordinary ones are.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import PaymentOrder, PaymentPolicy, PenaltyBase
from sewerdesk.domain.metering import ReadingLimits
from sewerdesk.domain.office import OfficeSetup
from sewerdesk.domain.rates import ChargeCode, ChargePurpose, RateBook, RateVersion, validate_rates
from sewerdesk.domain.rates.records import formula_from
from sewerdesk.domain.runinputs import BillingPolicy
from sewerdesk.domain.sheettable import Cell, SheetTable


@dataclass(frozen=True, slots=True)
class RateClass:
    """A class of accounts that are billed alike."""

    code: str
    title: str


@dataclass(frozen=True, slots=True)
class ScheduledFee:
    """A one-time fee; ``fee_key`` and ``class_key`` are the law pack's, '' stands for every class."""

    fee_key: str
    class_key: str
    amount: Decimal
    charge_code: str
    effective_from: date
    authority: str


@dataclass(frozen=True, slots=True)
class SampleOperator:
    """Who works in the sample office: with a title of his own, or in a role whose title the law gives."""

    initials: str
    name: str
    title: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class SamplePlace:
    """Where the sample stands under another law than its own."""

    law_code: str
    department: str
    city: str
    zip_code: str
    email: str


@dataclass(frozen=True, slots=True)
class SampleContractor:
    """A made-up contractor to register."""

    name: str
    contact: str
    street: str
    city: str
    state: str
    zip_code: str
    phone: str


@dataclass(frozen=True, slots=True)
class OfficeSettings:
    """How the office bills and takes money, with the authority for it."""

    billing: BillingPolicy
    due_days: int
    payment: PaymentPolicy
    penalty_percent: Decimal
    penalty_base: PenaltyBase
    authority: str


@dataclass(frozen=True, slots=True)
class SampleOffice:
    """Everything the sample office starts with, its spreadsheets aside."""

    setup: OfficeSetup
    places: tuple[SamplePlace, ...]
    operators: tuple[SampleOperator, ...]
    rate_classes: tuple[RateClass, ...]
    rates: RateBook
    fees: tuple[ScheduledFee, ...]
    settings: OfficeSettings
    contractors: tuple[SampleContractor, ...]


def moved_setup(sample: SampleOffice, law_code: str, municipality: str) -> OfficeSetup:
    """The sample's letterhead under a law: its own, or at the place that the file gives for the law."""
    if law_code == sample.setup.law_code:
        return sample.setup
    place = next((one for one in sample.places if one.law_code == law_code), None)
    if place is None:
        raise UserError(f"The sample office has no place under the law “{law_code}”.")
    return replace(
        sample.setup,
        law_code=law_code,
        municipality=municipality,
        department=place.department,
        city=place.city,
        zip_code=place.zip_code,
        email=place.email,
    )


def moved_table(table: SheetTable, sample: OfficeSetup, setup: OfficeSetup) -> SheetTable:
    """A table of the sample with its municipality, city and ZIP code replaced by those of another place."""
    names = {
        sample.municipality: setup.municipality,
        sample.city: setup.city,
        sample.zip_code: setup.zip_code,
    }
    rows = tuple(
        replace(row, cells=tuple(_moved(cell, names, sample.zip_code) for cell in row.cells))
        for row in table.rows
    )
    return replace(table, rows=rows)


def moved_contractors(sample: SampleOffice, setup: OfficeSetup) -> tuple[SampleContractor, ...]:
    """The sample's contractors; those of its own city are of the office's city, the others stay where they are."""
    home = sample.setup
    names = {home.city: setup.city, home.zip_code: setup.zip_code}
    return tuple(
        replace(firm, city=setup.city, zip_code=_moved_text(firm.zip_code, names, home.zip_code))
        if firm.city == home.city
        else firm
        for firm in sample.contractors
    )


def _moved(cell: Cell, names: Mapping[str, str], zip_code: str) -> Cell:
    text = _moved_text(cell.text, names, zip_code)
    return cell if text == cell.text else replace(cell, text=text)


def _moved_text(text: str, names: Mapping[str, str], zip_code: str) -> str:
    five, dash, four = text.partition("-")
    if dash and five == zip_code:
        return f"{names[five]}-{four}"
    return names.get(text, text)


def load_sample_office(text: str, *, source: str) -> SampleOffice:
    """Read and validate the file's text; ``UserError`` names the file and what is wrong in it."""
    try:
        data = tomllib.loads(text)
        office = _office(data)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{source} cannot be read: {error}.") from error
    except KeyError as error:
        raise UserError(f"{source} lacks the entry {error.args[0]}; add it.") from error
    except (ValueError, ArithmeticError, TypeError) as error:
        raise UserError(f"{source} has a value that does not fit: {error}.") from error
    problems = [*validate_rates(office.rates.versions), *_loose_ends(office)]
    if problems:
        raise UserError(f"{source}: {problems[0]}")
    return office


def _office(data: Mapping[str, Any]) -> SampleOffice:
    operators = tuple(SampleOperator(**person) for person in data["operator"])
    first = operators[0]
    setup = OfficeSetup(
        **data["letterhead"],
        operator_initials=first.initials,
        operator_name=first.name,
        operator_title=first.title,
        is_sample=True,
    )
    codes = tuple(
        ChargeCode(
            c["code"], c["title"], c["fund"], c["revenue_code"], c["order"], ChargePurpose(c["purpose"])
        )
        for c in data["charge_code"]
    )
    return SampleOffice(
        setup=setup,
        places=tuple(SamplePlace(**place) for place in data["place"]),
        operators=operators,
        rate_classes=tuple(RateClass(c["code"], c["title"]) for c in data["rate_class"]),
        rates=RateBook(_versions(data["rate"]), codes),
        fees=tuple(_fee(fee) for fee in data["fee"]),
        settings=_settings(data["billing"]),
        contractors=tuple(SampleContractor(**found) for found in data["contractor"]),
    )


def _versions(rates: Sequence[Mapping[str, Any]]) -> tuple[RateVersion, ...]:
    return tuple(
        RateVersion(
            version_id=number,
            class_code=rate["class"],
            charge_code=rate["charge"],
            effective_from=rate["effective_from"],
            authority=rate["authority"],
            formula=formula_from(_with_open_tier(rate["formula"])),
            effective_to=rate.get("effective_to"),
        )
        for number, rate in enumerate(rates, start=1)
    )


def _with_open_tier(formula: Mapping[str, Any]) -> Mapping[str, Any]:
    """TOML has no empty value: a tier without ``upto`` is open at the top."""
    if "tiers" not in formula:
        return formula
    return {**formula, "tiers": [{"upto": None, **tier} for tier in formula["tiers"]]}


def _fee(fee: Mapping[str, Any]) -> ScheduledFee:
    return ScheduledFee(
        fee_key=fee["key"],
        class_key=fee["class"],
        amount=Decimal(fee["amount"]),
        charge_code=fee["charge_code"],
        effective_from=fee["effective_from"],
        authority=fee["authority"],
    )


def _settings(billing: Mapping[str, Any]) -> OfficeSettings:
    limits = ReadingLimits(Decimal(billing["high_use_times"]), billing["days_min"], billing["days_max"])
    policy = BillingPolicy(
        open_statuses=frozenset(map(AccountStatus, billing["open_statuses"])),
        billed_statuses=frozenset(map(AccountStatus, billing["billed_statuses"])),
        prorate_by_days=billing["prorate_by_days"],
        limits=limits,
    )
    return OfficeSettings(
        billing=policy,
        due_days=billing["due_days"],
        payment=PaymentPolicy(PaymentOrder(billing["payment_order"]), tuple(billing["code_order"])),
        penalty_percent=Decimal(billing["penalty_percent"]),
        penalty_base=PenaltyBase(billing["penalty_base"]),
        authority=billing["authority"],
    )


def _loose_ends(office: SampleOffice) -> list[str]:
    """Codes and classes that are used but not listed."""
    codes = {code.code for code in office.rates.charge_codes}
    classes = {found.code for found in office.rate_classes}
    used = [v.charge_code for v in office.rates.versions] + [fee.charge_code for fee in office.fees]
    problems = [f"the charge code {code} is used but not listed." for code in used if code not in codes]
    problems += [
        f"the rate class {v.class_code} is used but not listed."
        for v in office.rates.versions
        if v.class_code not in classes
    ]
    return problems
