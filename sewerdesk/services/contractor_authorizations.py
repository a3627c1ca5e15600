"""Who alone may lay and connect, where the law says so: authorized by the Board, suspended, reinstated, revoked."""

from sewerdesk.data.models.contractor import ContractorAuthorization
from sewerdesk.data.queries.contractors import contractor_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.contractors import Authorization, AuthorizationKind, ContractorFacts
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.wording import show_date
from sewerdesk.services.contractors import _contractor
from sewerdesk.services.law import law_of

_FOLLOWS = {
    AuthorizationKind.SUSPENDED: frozenset({AuthorizationKind.AUTHORIZED, AuthorizationKind.REINSTATED}),
    AuthorizationKind.REINSTATED: frozenset({AuthorizationKind.SUSPENDED}),
    AuthorizationKind.REVOKED: frozenset(
        {AuthorizationKind.AUTHORIZED, AuthorizationKind.REINSTATED, AuthorizationKind.SUSPENDED}
    ),
}
"""Which act may follow which; a new authorization may follow any."""


def record_authorization(ws: Workspace, *, contractor_id: int, act: Authorization) -> None:
    """Record an act of whoever authorizes by this law; its resolution and, to authorize, the evidence are needed.

    ``RuleViolation`` where the law lets anybody do the work, or where an act cannot follow the last one.
    """
    law, today = law_of(ws), ws.clock.today()
    if not law.installer_rules:
        raise RuleViolation(
            f"The law of the {law.municipality} does not ask for an authorized {law.term('installer').singular}."
        )
    rule = law.installer_rules[0]
    board = law.officer(rule.authorized_by).title
    errors = (
        {} if act.resolution.strip() else {"resolution": f"Enter the resolution or minute of the {board}."}
    )
    if act.on > today:
        errors["on"] = f"The {board} cannot have acted on {show_date(act.on)}, after today."
    if act.kind is AuthorizationKind.AUTHORIZED and not act.evidence.strip():
        errors["evidence"] = f"Enter the evidence on which the {board} authorized ({rule.citation})."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=f"{act.kind.value} by {act.resolution.strip()}") as session:
        contractor = _contractor(session, contractor_id)
        _check_order(contractor_facts(contractor), act)
        contractor.authorizations.append(
            ContractorAuthorization(
                kind=act.kind.value,
                on=act.on,
                resolution=act.resolution.strip(),
                evidence=act.evidence.strip(),
                actor=session.info["actor"],
            )
        )


def _check_order(facts: ContractorFacts, act: Authorization) -> None:
    """Refuse an act that cannot follow the one before it, or before which the next one on file cannot stand."""
    last, following = facts.authorization_on(act.on), _first_after(facts, act)
    if not _may_follow(act.kind, last):
        now = "not authorized" if last is None else f"{last.kind.value} since {show_date(last.on)}"
        raise FieldErrors(
            {
                "kind": f"{facts.legal_name} was {now} on that day, so this act cannot stand. "
                "Check the day and the act."
            }
        )
    if following is not None and not _may_follow(following.kind, act):
        raise FieldErrors(
            {
                "on": f"{facts.legal_name} was {following.kind.value} on {show_date(following.on)}, which cannot "
                "follow this act. Check the day and the act."
            }
        )


def _first_after(facts: ContractorFacts, act: Authorization) -> Authorization | None:
    """The first act on file that is later than this one."""
    later = [row for row in facts.authorizations if row.on > act.on]
    return min(later, key=lambda row: row.on) if later else None


def _may_follow(kind: AuthorizationKind, before: Authorization | None) -> bool:
    if kind is AuthorizationKind.AUTHORIZED:
        return True
    return before is not None and before.kind in _FOLLOWS[kind]
