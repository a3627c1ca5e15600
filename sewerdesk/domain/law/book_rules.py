"""What a law pack requires of whom, each rule as one item of the list that can be read and searched."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sewerdesk.domain.law import LawPack
from sewerdesk.domain.law import book_enforcement as enforcement
from sewerdesk.domain.law import book_industry as industry
from sewerdesk.domain.law import book_permits as permits
from sewerdesk.domain.law import book_works as works
from sewerdesk.domain.law.book_parts import LawItem
from sewerdesk.domain.law.schema import SECTIONS

_MAKERS: Mapping[str, Callable[[Any, LawPack], LawItem]] = {
    "permit_classes": permits.permit_class,
    "permit_papers": permits.permit_paper,
    "permit_clocks": permits.permit_clock,
    "automatic_terminations": permits.termination,
    "transfer_rules": permits.transfer,
    "renewal_rules": permits.renewal,
    "revocation_grounds": permits.revocation_ground,
    "approvals": permits.approval,
    "application_items": permits.application_item,
    "attachments": permits.attachment,
    "installer_rules": permits.installer_rule,
    "right_of_way": permits.work_trigger,
    "bond_requirements": permits.bond,
    "coverage_requirements": permits.coverage,
    "policy_terms": permits.policy_term,
    "statutory_proofs": permits.statutory_proof,
    "highway_permissions": permits.highway_permission,
    "lateral_rules": works.lateral_rule,
    "checklist": works.checklist,
    "leak_tests": works.leak_test,
    "test_times": works.time_row,
    "fee_kinds": works.fee,
    "charge_kinds": works.charge,
    "pollutants": industry.pollutant,
    "prohibitions": industry.prohibition,
    "siu_criteria": industry.siu_criterion,
    "noncompliance_rules": industry.noncompliance,
    "violations": enforcement.violation,
    "penalties": enforcement.penalty,
    "order_kinds": enforcement.order_kind,
    "service_rules": enforcement.service_rule,
    "time_limits": enforcement.time_limit,
    "connection_orders": industry.connection_order,
    "hauling_rules": industry.hauling,
    "retention_rules": enforcement.retention_rule,
    "section_amendments": enforcement.section_amendment,
    "misprints": enforcement.misprint,
}
"""Which attribute of the pack becomes entries, and how one row is read."""

_PARTS = {attribute: part for part, (attribute, _) in SECTIONS.items()}


def rule_items(law: LawPack) -> Iterator[LawItem]:
    """Every rule of the pack; figures are shown as the pack has them."""
    for name, make in _MAKERS.items():
        for row in getattr(law, name):
            yield replace(make(row, law), part=_PARTS[name])
