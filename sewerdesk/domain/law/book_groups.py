"""Under which subject a figure or a text of the law is read."""

import re

from sewerdesk.domain.law.book_parts import SubjectGroup

_STATE = re.compile(
    r"(?<!Local )\bLaws?\b (?:Art\.|§)|\bN?YCRR\b|\bNYCRR\b|\bRPTL\b|\bCPLR\b|\bU\.S\.C\.|\bCFR\b|\bLGS-1\b"
)
_P, _C, _B = SubjectGroup.PERMITS, SubjectGroup.CONTRACTORS, SubjectGroup.CONSTRUCTION
_FEES, _I, _E = SubjectGroup.CHARGES, SubjectGroup.INDUSTRY, SubjectGroup.ENFORCEMENT
_BY_FIRST_WORD = {
    **dict.fromkeys(("permit", "application", "transfer", "renewal", "contribution", "expiry", "filing"), _P),
    **dict.fromkeys(("agreement", "modification", "capacity_denial", "revocation", "permit_form"), _P),
    **dict.fromkeys(("permit_nature", "moratorium", "boundary", "boundary_ownership"), _P),
    **dict.fromkeys(("bond", "insurance", "installer", "installer_authority", "certificate_limits"), _C),
    **dict.fromkeys(("acceptance", "manhole", "trench", "pipe", "lateral", "cleanout", "forcemain"), _B),
    **dict.fromkeys(("construction", "inspection", "inflow", "guarantee", "callbeforeyoudig"), _B),
    "leaktest": SubjectGroup.TESTS,
    "lateral_test": SubjectGroup.TESTS,
    **dict.fromkeys(
        ("fee", "billing", "relevy", "rate", "rates", "charge_basis", "rent_fund", "lien"), _FEES
    ),
    "costs": _E,
    **dict.fromkeys(("normal", "surcharge", "siu", "siu_exception", "snc", "slug", "lel", "garbage"), _I),
    **dict.fromkeys(("cooling_water", "discharge", "categorical", "monitoring", "significant", "ph"), _I),
    **dict.fromkeys(("schedule", "compliance", "accident", "confidential", "confidentiality"), _I),
    **dict.fromkeys(("limits_review", "temperature", "particle", "prohibition", "explosimeter"), _I),
    **dict.fromkeys(("penalty", "penalties", "nov", "hearing", "petition", "appeal", "suspension"), _E),
    **dict.fromkeys(("falsification", "no_waiver"), _E),
    **dict.fromkeys(("connect", "private", "private_effect"), SubjectGroup.CONNECTION_ORDERS),
    **dict.fromkeys(("hauled", "hauler", "hauling"), SubjectGroup.HAULED_WASTE),
    **dict.fromkeys(("hauled_license", "hauled_dumping"), SubjectGroup.HAULED_WASTE),
    **dict.fromkeys(("retention", "records"), SubjectGroup.RECORDS),
}


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
    by_key = _BY_FIRST_WORD.get(first) or _BY_FIRST_WORD.get(first.partition("_")[0])
    if by_key is SubjectGroup.RECORDS:
        return by_key
    if is_state_law(citation):
        return SubjectGroup.STATE_LAW
    return by_key or users or SubjectGroup.OFFICERS_AND_WORDS
