"""The sample office: made-up people and figures, entered through the same services as a real office's."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from sewerdesk.clock import Clock
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.ledger import PaymentOrder, PenaltyBase
from sewerdesk.domain.office import OfficeSetup
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.rates import ChargeCode, Flat, Formula, Metered, PerUnit, Tier, VolumeUnit
from sewerdesk.paths import resource
from sewerdesk.services.imports import Imported, import_file, open_file
from sewerdesk.services.law import read_pack
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.offices import OpenOffice, add_operator, make_office
from sewerdesk.services.rates import (
    FeeDraft,
    RateDraft,
    adopt_fees,
    adopt_rates,
    save_charge_code,
    save_rate_class,
)
from sewerdesk.services.workspace import Workspace

FILES: tuple[tuple[str, ImportKind], ...] = (
    ("parcels.xlsx", ImportKind.PARCELS),
    ("accounts.xlsx", ImportKind.ACCOUNTS),
    ("readings-2026Q3.csv", ImportKind.READINGS),
    ("readings-2026Q4.csv", ImportKind.READINGS),
)


def make_sample_office(folder: Path, *, clock: Clock, law_code: str = "") -> OpenOffice:
    """A new office in a folder with the sample's letterhead, rates and fees; its files are imported apart.

    ``law_code`` puts the same sample under another municipality's law, with that municipality's name.
    """
    sample = read_sample()
    office = make_office(folder, setup=_setup(sample, law_code), clock=clock)
    try:
        _adopt(office.ws, sample)
    except BaseException:
        office.close(back_up=False)
        raise
    return office


def import_sample_file(ws: Workspace, *, name: str) -> Imported:
    """Import one of the sample's files as a clerk would, with the columns that are recognized."""
    look = open_file(ws, path=sample_file(name))
    if look.kind is None:
        raise UserError(
            f"The sample file {name} has no columns that are recognized. Install the program again."
        )
    return import_file(ws, table=look.table, kind=look.kind, mapping=look.mapping)


def sample_file(name: str) -> Path:
    """Where a file of the sample lies."""
    return resource(f"sample/{name}")


def read_sample() -> Mapping[str, Any]:
    """The sample office's letterhead, people, rates, fees and contractors."""
    return tomllib.loads(resource("sample/office.toml").read_text(encoding="utf-8"))


def _setup(sample: Mapping[str, Any], law_code: str) -> OfficeSetup:
    head = dict(sample["letterhead"])
    if law_code and law_code != head["law_code"]:
        pack = read_pack(law_code)
        head.update(law_code=law_code, municipality=pack.municipality)
    first = sample["operator"][0]
    known = {field.name for field in fields(OfficeSetup)}
    return OfficeSetup(
        **{key: value for key, value in head.items() if key in known},
        operator_initials=first["initials"],
        operator_name=first["name"],
        operator_title=first["title"],
        is_sample=True,
    )


def _adopt(ws: Workspace, sample: Mapping[str, Any]) -> None:
    for person in sample["operator"][1:]:
        add_operator(ws, initials=person["initials"], name=person["name"], title=person["title"])
    for row in sample["charge_code"]:
        save_charge_code(
            ws, code=ChargeCode(row["code"], row["title"], row["fund"], row["revenue_code"], row["order"])
        )
    for row in sample["rate_class"]:
        save_rate_class(ws, code=row["code"], title=row["title"])
    adopt_rates(ws, drafts=_rates(sample["rate"]))
    adopt_fees(ws, drafts=[_fee(row) for row in sample["fee"]])
    save_billing_settings(ws, settings=_billing(sample["billing"], sample["letterhead"]))


def _rates(rows: Sequence[Mapping[str, Any]]) -> list[RateDraft]:
    drafts = [
        RateDraft(
            row["class"], row["charge"], row["effective_from"], row["authority"], _formula(row["formula"])
        )
        for row in rows
    ]
    return sorted(drafts, key=_since)


def _since(draft: RateDraft) -> date:
    return draft.effective_from


def _formula(row: Mapping[str, Any]) -> Formula:
    if row["kind"] == "per unit":
        return PerUnit(Decimal(row["amount"]))
    if row["kind"] == "flat":
        return Flat(Decimal(row["amount"]))
    return Metered(
        minimum=Decimal(row["minimum"]),
        allowance=Decimal(row["allowance"]),
        tiers=tuple(
            Tier(
                Decimal(tier["over"]),
                Decimal(tier["upto"]) if "upto" in tier else None,
                Decimal(tier["price"]),
            )
            for tier in row["tiers"]
        ),
        per=Decimal(row["per"]),
        unit=VolumeUnit(row["unit"]),
        times_units=row["times_units"],
    )


def _fee(row: Mapping[str, Any]) -> FeeDraft:
    return FeeDraft(
        fee_key=row["key"],
        class_key=row["class"],
        label=row["label"],
        amount=Decimal(row["amount"]),
        charge_code=row["charge_code"],
        effective_from=row["effective_from"],
        authority=row["authority"],
    )


def _billing(row: Mapping[str, Any], head: Mapping[str, Any]) -> BillingSettings:
    return BillingSettings(
        due_days=row["due_days"],
        due_authority=row["authority"],
        penalty_percent=Decimal(row["penalty_percent"]),
        penalty_base=PenaltyBase(row["penalty_base"]),
        penalty_authority=row["authority"],
        prorate_by_days=row["prorate_by_days"],
        high_times=Decimal(row["high_use_times"]),
        days_min=row["days_min"],
        days_max=row["days_max"],
        billed_statuses=tuple(AccountStatus(one) for one in row["billed_statuses"]),
        payment_order=PaymentOrder(row["payment_order"]),
        payment_order_authority=row["authority"],
        payee=head["municipality"],
        payment_options=(
            "By mail in the return envelope",
            f"At {head['street']}, {head['hours']}",
            f"Questions: {head['phone']}",
        ),
    )
