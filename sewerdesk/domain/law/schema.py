"""Which blocks a law file may have, and what each of them becomes.

The dataclasses are the schema: a key that is no field of theirs is unknown, a field without a default is required, and
the metadata of a field says which row it names.
"""

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_type_hints

from sewerdesk.domain.law import rules
from sewerdesk.domain.law.types import Figure, LawText, Officer, ProperName, Term

NAMED: Mapping[str, tuple[str, type[Any], str]] = {
    "figure": ("figures", Figure, "key"),
    "officer": ("officers", Officer, "role"),
    "term": ("terms", Term, "key"),
    "name": ("names", ProperName, "key"),
    "text": ("texts", LawText, "key"),
}
"""Blocks that are looked up by name: the pack's attribute, the class and the field that names the row."""

SECTIONS: Mapping[str, tuple[str, type[Any]]] = {
    "permit_class": ("permit_classes", rules.PermitClass),
    "permit_paper": ("permit_papers", rules.PermitPaper),
    "permit_clock": ("permit_clocks", rules.PermitClock),
    "automatic_termination": ("automatic_terminations", rules.AutomaticTermination),
    "transfer": ("transfer_rules", rules.TransferRule),
    "renewal": ("renewal_rules", rules.RenewalRule),
    "revocation_ground": ("revocation_grounds", rules.RevocationGround),
    "installer_rule": ("installer_rules", rules.InstallerRule),
    "lateral_rule": ("lateral_rules", rules.LateralRule),
    "right_of_way": ("right_of_way", rules.WorkTrigger),
    "bond": ("bond_requirements", rules.BondRequirement),
    "coverage": ("coverage_requirements", rules.CoverageRequirement),
    "policy_term": ("policy_terms", rules.PolicyTerm),
    "statutory_proof": ("statutory_proofs", rules.StatutoryProof),
    "highway_permission": ("highway_permissions", rules.HighwayPermission),
    "approval": ("approvals", rules.Approval),
    "application_item": ("application_items", rules.ApplicationItem),
    "attachment": ("attachments", rules.Attachment),
    "fee": ("fee_kinds", rules.FeeKind),
    "charge": ("charge_kinds", rules.ChargeKind),
    "checklist": ("checklist", rules.ChecklistItem),
    "leak_test": ("leak_tests", rules.LeakTest),
    "test_time": ("test_times", rules.TimeRow),
    "pollutant": ("pollutants", rules.Pollutant),
    "prohibition": ("prohibitions", rules.Prohibition),
    "siu_criterion": ("siu_criteria", rules.SiuCriterion),
    "noncompliance": ("noncompliance_rules", rules.NoncomplianceRule),
    "hauling": ("hauling_rules", rules.HaulingRule),
    "connection_order": ("connection_orders", rules.ConnectionOrder),
    "violation": ("violations", rules.Violation),
    "penalty": ("penalties", rules.Penalty),
    "service": ("service_rules", rules.ServiceRule),
    "time_limit": ("time_limits", rules.TimeLimit),
    "order": ("order_kinds", rules.OrderKind),
    "retention": ("retention_rules", rules.RetentionRule),
    "section_amendment": ("section_amendments", rules.SectionAmendment),
    "misprint": ("misprints", rules.Misprint),
}
"""Blocks that are read in their order: the pack's attribute and the class."""

NEEDED_OFFICERS = (
    "receives",
    "issues",
    "signs",
    "inspects",
    "enforces",
    "sets_fees",
    "clerk",
    "board",
    "highways",
    "attorney",
    "health",
    "hears",
)
"""Roles that the program asks for; a law file without one of them cannot be used. ``clerk`` is who papers are filed
with, ``signs`` whose signature makes a permit."""
NEEDED_TERMS = ("lateral", "street_lateral", "permit", "installer", "sewer", "industrial_permit")
NEEDED_NAMES = ("plant", "newspaper")


def fields_of(kind: Any) -> Mapping[str, tuple["dataclasses.Field[Any]", Any]]:
    """The fields of a class of rows with their types, by name."""
    return _fields_of(kind)


def key_field(kind: Any) -> str:
    """The field by which a row of this kind is named in messages and kept unique."""
    names = _fields_of(kind)
    return next(name for name in ("key", "role", "kind", "jurisdiction") if name in names)


@lru_cache(maxsize=128)
def _fields_of(kind: Any) -> Mapping[str, tuple["dataclasses.Field[Any]", Any]]:
    hints = get_type_hints(kind)
    return {row.name: (row, hints[row.name]) for row in dataclasses.fields(kind)}
