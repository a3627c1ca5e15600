"""Under which subject a figure or a text of the law is read."""

import re
from collections.abc import Mapping

from sewerdesk.domain.law.book_parts import SubjectGroup

_STATE = re.compile(
    r"(?<!Local )\bLaws?\b (?:Art\.|§)|\bN?YCRR\b|\bNYCRR\b|\bRPTL\b|\bCPLR\b|\bU\.S\.C\.|\bCFR\b|\bLGS-1\b"
)
_P, _C, _B = SubjectGroup.PERMITS, SubjectGroup.CONTRACTORS, SubjectGroup.CONSTRUCTION
_FEES, _I, _E = SubjectGroup.CHARGES, SubjectGroup.INDUSTRY, SubjectGroup.ENFORCEMENT
_WORDS: Mapping[SubjectGroup, str] = {
    _P: "permit permit_form permit_nature application transfer renewal contribution expiry filing agreement "
    "modification capacity_denial revocation moratorium boundary boundary_ownership building_permit outside_users "
    "service_area plans_on_file mandatory_use",
    _C: "bond insurance installer installer_authority certificate_limits employers_liability town_liabilities",
    _B: "acceptance manhole trench pipe lateral cleanout forcemain construction inspection inspections inspector "
    "inflow guarantee callbeforeyoudig dry_sewer uncovering no_covering building_sewer_starts house_sewer segments "
    "retest final_test subdivision_costs excess_flow",
    SubjectGroup.TESTS: "leaktest lateral_test air_test_standard",
    _FEES: "fee fees billing relevy rate rates charge_basis rent_fund lien volume fiscal_year delinquent "
    "use_of_revenues charge_records",
    _I: "normal surcharge siu siu_exception snc slug lel garbage cooling_water discharge categorical monitoring "
    "significant ph schedule compliance accident accidental_discharge confidential confidentiality limits_review "
    "temperature particle prohibition prohibited explosimeter removal industrial flow_measurement abnormal_sewage "
    "concentration_limits parameters_of_concern control_manhole laboratory authorized_representative control_authority "
    "approval_authority bod domestic_sewage stop_discharge federal_standards state_standards consistent_removal "
    "dilution periodic_report access pretreatment revision",
    _E: "penalty penalties costs nov hearing petition appeal suspension falsification no_waiver remedies legal_action "
    "sewer_penalties",
    SubjectGroup.CONNECTION_ORDERS: "connect private private_effect septic",
    SubjectGroup.HAULED_WASTE: "hauled hauler hauling",
    SubjectGroup.RECORDS: "retention records",
}
_BY_WORD = {word: group for group, words in _WORDS.items() for word in words.split()}


def is_state_law(citation: str) -> bool:
    """Whether a citation is of the State's law and not of the municipality's own.

    >>> is_state_law("Gen. Mun. Law §452"), is_state_law("§408(1)"), is_state_law("Local Law §3")
    (True, False, False)
    """
    return _STATE.search(citation) is not None


def group_of(key: str, citation: str, users: SubjectGroup | None) -> SubjectGroup:
    """The subject of a figure or text, by its key; where the key tells nothing, of the rule that uses it.

    >>> group_of("penalty.max", "§1002", None)
    <SubjectGroup.ENFORCEMENT: 'Enforcement'>
    """
    first = key.partition(".")[0]
    by_key = _BY_WORD.get(first) or _BY_WORD.get(first.partition("_")[0])
    if by_key is SubjectGroup.RECORDS:
        return by_key
    if is_state_law(citation):
        return SubjectGroup.STATE_LAW
    return by_key or users or SubjectGroup.OFFICERS_AND_WORDS
