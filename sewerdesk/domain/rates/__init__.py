"""Sewer rents: what may be charged, on whose authority, and the formulas that make an amount, one family a module.

General Municipal Law 451(1) lets rents rest on water use, number of users, fixtures, persons or any other equitable
basis. Rates may have any number of decimals; the only rounding is half-up to the cent, once a bill line, by
``domain.money`` in the caller.
"""

from sewerdesk.domain.rates.basis import EVERYWHERE, BasisKind, BasisSpan, Place
from sewerdesk.domain.rates.book import ChargeCode, ChargePurpose, Formula, NoRate, RateBook, RateVersion
from sewerdesk.domain.rates.checks import validate_rates
from sewerdesk.domain.rates.fixed import FixturePrice, Flat, PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.metered import (
    Metered,
    MeteredAmount,
    SeasonKind,
    SeasonRule,
    Tier,
    TierUse,
    VolumeUnit,
    metered_amount,
)
from sewerdesk.domain.rates.share import BillShare, MonthFactor, OtherBill, factor_of
from sewerdesk.domain.rates.special import AccountCharge, AccountChargeKind, Credit, FromWorksheet

__all__ = [
    "EVERYWHERE",
    "AccountCharge",
    "AccountChargeKind",
    "BasisKind",
    "BasisSpan",
    "BillShare",
    "ChargeCode",
    "ChargePurpose",
    "Credit",
    "FixturePrice",
    "Flat",
    "Formula",
    "FromWorksheet",
    "Metered",
    "MeteredAmount",
    "MonthFactor",
    "NoRate",
    "OtherBill",
    "PerFixture",
    "PerPerson",
    "PerUnit",
    "Place",
    "RateBook",
    "RateVersion",
    "SeasonKind",
    "SeasonRule",
    "Tier",
    "TierUse",
    "VolumeUnit",
    "factor_of",
    "metered_amount",
    "validate_rates",
]
