"""The rules of a municipality's sewer law: what is required of whom, each with its citation.

Each class is one kind of row of ``resources/laws/NAME.toml``; its fields are the keys that the row may have,
and a field without a default must be there. A field that names another row says so in its metadata, which is
how the reader checks the reference and the unit of the figure.
"""

from sewerdesk.domain.law.rules.cover import (
    BondRequirement,
    Clause,
    CoverageLimit,
    CoverageRequirement,
    Hazard,
    PolicyTerm,
    ProofForm,
    StatutoryProof,
    WorkTrigger,
)
from sewerdesk.domain.law.rules.enforcement import (
    ConnectionOrder,
    OrderKind,
    Penalty,
    RevocationGround,
    ServiceRule,
    TimeLimit,
    Violation,
)
from sewerdesk.domain.law.rules.fieldwork import Bound, ChecklistItem, LeakTest, Precondition, TimeRow
from sewerdesk.domain.law.rules.industry import (
    HaulingRule,
    NoncomplianceRule,
    Pollutant,
    Prohibition,
    SiuCriterion,
)
from sewerdesk.domain.law.rules.permits import (
    ApplicationItem,
    Approval,
    Attachment,
    AutomaticTermination,
    FeeKind,
    HighwayPermission,
    InstallerRule,
    LateralRule,
    PermitClass,
    PermitClock,
    PermitPaper,
    RenewalRule,
    TransferRule,
)
from sewerdesk.domain.law.rules.record import ChargeKind, Misprint, RetentionRule, SectionAmendment
from sewerdesk.domain.law.rules.reference import Rule, Sourced

__all__ = [
    "ApplicationItem",
    "Approval",
    "Attachment",
    "AutomaticTermination",
    "BondRequirement",
    "Bound",
    "ChargeKind",
    "ChecklistItem",
    "Clause",
    "ConnectionOrder",
    "CoverageLimit",
    "CoverageRequirement",
    "FeeKind",
    "HaulingRule",
    "Hazard",
    "HighwayPermission",
    "InstallerRule",
    "LateralRule",
    "LeakTest",
    "Misprint",
    "NoncomplianceRule",
    "OrderKind",
    "Penalty",
    "PermitClass",
    "PermitClock",
    "PermitPaper",
    "PolicyTerm",
    "Pollutant",
    "Precondition",
    "Prohibition",
    "ProofForm",
    "RenewalRule",
    "RetentionRule",
    "RevocationGround",
    "Rule",
    "SectionAmendment",
    "ServiceRule",
    "SiuCriterion",
    "Sourced",
    "StatutoryProof",
    "TimeLimit",
    "TimeRow",
    "TransferRule",
    "Violation",
    "WorkTrigger",
]
