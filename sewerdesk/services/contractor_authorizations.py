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
    if act.kind is AuthorizationKind.AUTHORIZED:
        return
    last = facts.authorization_on(act.on)
    if last is None or last.kind not in _FOLLOWS[act.kind]:
        now = "not authorized" if last is None else f"{last.kind.value} since {show_date(last.on)}"
        raise FieldErrors(
            {
                "kind": f"{facts.legal_name} was {now} on that day, so this act cannot stand. "
                "Check the day and the act."
            }
        )
