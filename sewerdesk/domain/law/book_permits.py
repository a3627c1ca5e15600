"""Applications, permits and contractors as entries of the list."""

from sewerdesk.domain.law import (
    ApplicationItem,
    Approval,
    Attachment,
    AutomaticTermination,
    BondRequirement,
    CoverageRequirement,
    HighwayPermission,
    InstallerRule,
    LawPack,
    PermitClass,
    PermitClock,
    PermitPaper,
    PolicyTerm,
    RenewalRule,
    RevocationGround,
    StatutoryProof,
    TransferRule,
    WorkTrigger,
)
from sewerdesk.domain.law.book_parts import (
    NEEDED_WORDS,
    EntryKind,
    LawItem,
    SubjectGroup,
    for_classes,
    headline,
    joined,
    key_words,
    limit_figure,
    limit_words,
    period_words,
    project_words,
    rest_of,
    rule_item,
    titles,
    words,
)
from sewerdesk.domain.law.types import PermitForm, RenewalMode, TransferMode
from sewerdesk.domain.law.words import EVENT_WORDS
from sewerdesk.domain.wording import join_words

_PERMITS, _CONTRACTORS = SubjectGroup.PERMITS, SubjectGroup.CONTRACTORS
_FORMS = {
    PermitForm.CERTIFICATE: "a certificate",
    PermitForm.APPROVED_APPLICATION: "the approved application",
}
_PAPER_TERMS = {"connection": "permit", "industrial": "industrial_permit"}
_TRANSFERS = {
    TransferMode.NEVER: "not allowed",
    TransferMode.WITH_APPROVAL: "with approval",
    TransferMode.NOT_IN_TEXT: "not in the text",
}
_RENEWALS = {
    RenewalMode.NEW_APPLICATION: "by a new application",
    RenewalMode.RENEWAL_FORM: "by a renewal form",
    RenewalMode.APPLY_BEFORE: "by applying before its end",
    RenewalMode.NOT_IN_TEXT: "not in the text",
}


def permit_class(row: PermitClass, _law: LawPack) -> LawItem:
    """A class of permits."""
    kind = "industrial" if row.industrial else ""
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        f"permit class: {row.name}",
        value=kind,
        sentence=row.scope,
    )


def permit_paper(row: PermitPaper, law: LawPack) -> LawItem:
    """What a permit is on paper."""
    term = _PAPER_TERMS.get(row.key)
    named = law.term(term).singular if term else f"permit for a {key_words(row.key)}"
    subject = f"what a {named} is on paper"
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        subject,
        value=_FORMS[row.form],
        sentence=row.sentence,
    )


def permit_clock(row: PermitClock, law: LawPack) -> LawItem:
    """A clock of a permit: how long, from when, what stops it, what happens at its end."""
    clock = joined(
        period_words(law, row.figure, start=EVENT_WORDS[row.event], whose=row.whose),
        f"It stops with {EVENT_WORDS[row.stops_with]}.",
        "The permit itself may give another time." if row.permit_may_differ else "",
    )
    return rule_item(
        row,
        EntryKind.TIME,
        _PERMITS,
        row.title,
        value=words(law, row.figure),
        sentence=joined(row.consequence, for_classes(law, row.classes)),
        clock=clock,
        figures=(row.figure,),
    )


def termination(row: AutomaticTermination, law: LawPack) -> LawItem:
    """An event that ends a permit by itself."""
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        headline(row.sentence),
        value=words(law, row.figure),
        sentence=joined(
            rest_of(row.sentence), "This ends a permit by itself.", for_classes(law, row.classes)
        ),
        figures=(row.figure,),
    )


def transfer(row: TransferRule, law: LawPack) -> LawItem:
    """What a new owner or user may do with a permit."""
    approver = titles(law, row.approver)
    value = f"{_TRANSFERS[row.mode]} of the {approver}" if approver else _TRANSFERS[row.mode]
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        f"transfer of a permit: {key_words(row.key)}",
        value=value,
        sentence=joined(row.sentence, for_classes(law, row.classes)),
    )


def renewal(row: RenewalRule, law: LawPack) -> LawItem:
    """How a permit goes on past its end."""
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        f"renewal of a permit: {key_words(row.key)}",
        value=_RENEWALS[row.mode],
        sentence=joined(row.sentence, for_classes(law, row.classes)),
        clock=limit_words(law, row.limit),
        figures=(limit_figure(law, row.limit),),
    )


def revocation_ground(row: RevocationGround, law: LawPack) -> LawItem:
    """A ground on which a permit may be revoked."""
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        f"ground to revoke a permit: {key_words(row.key)}",
        sentence=joined(row.sentence, for_classes(law, row.classes)),
    )


def approval(row: Approval, _law: LawPack) -> LawItem:
    """An approval that must be on file."""
    why = f"Needed for a {project_words(row.project)}, before {row.before}."
    return rule_item(
        row,
        EntryKind.APPROVAL,
        _PERMITS,
        headline(row.sentence),
        value=row.authority,
        sentence=joined(rest_of(row.sentence), why),
    )


def application_item(row: ApplicationItem, law: LawPack) -> LawItem:
    """A question of the application."""
    why = f"A question of the application for a {project_words(row.project)}."
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        headline(row.question),
        value=NEEDED_WORDS[row.needed],
        sentence=joined(rest_of(row.question), why, for_classes(law, row.classes)),
    )


def attachment(row: Attachment, law: LawPack) -> LawItem:
    """A paper that goes with the application."""
    why = f"A paper with the application for a {project_words(row.project)}."
    return rule_item(
        row,
        EntryKind.PERMIT,
        _PERMITS,
        headline(row.label),
        value=NEEDED_WORDS[row.needed],
        sentence=joined(rest_of(row.label), why, for_classes(law, row.classes)),
    )


def installer_rule(row: InstallerRule, law: LawPack) -> LawItem:
    """Who alone may lay or connect a lateral."""
    return rule_item(
        row,
        EntryKind.CONTRACTOR,
        _CONTRACTORS,
        f"who may lay and connect a {law.term('lateral').singular}",
        value=f"authorized by the {titles(law, row.authorized_by)}",
        sentence=row.sentence,
    )


def work_trigger(row: WorkTrigger, _law: LawPack) -> LawItem:
    """A fact of the job that makes the contractor's requirements apply."""
    why = "A yes makes the contractor's requirements apply."
    return rule_item(
        row,
        EntryKind.CONTRACTOR,
        _CONTRACTORS,
        headline(row.question),
        sentence=joined(rest_of(row.question), why),
    )


def bond(row: BondRequirement, law: LawPack) -> LawItem:
    """A bond that a contractor must file."""
    clauses = " ".join(clause.sentence for clause in row.clauses)
    return rule_item(
        row,
        EntryKind.CONTRACTOR,
        _CONTRACTORS,
        row.label,
        value=words(law, row.amount),
        sentence=joined(row.purpose, f"Filed with the {titles(law, row.filed_with)}.", clauses),
        figures=(row.amount,),
    )


def coverage(row: CoverageRequirement, law: LawPack) -> LawItem:
    """An insurance coverage that a contractor must carry."""
    limits = "; ".join(f"{limit.label} {words(law, limit.figure)}" for limit in row.limits)
    hazards = join_words([hazard.label for hazard in row.hazards])
    return rule_item(
        row,
        EntryKind.CONTRACTOR,
        _CONTRACTORS,
        row.label,
        key=row.kind,
        value=limits,
        sentence=joined(
            f"It covers {hazards}." if hazards else "",
            f"Filed with the {titles(law, row.filed_with)}.",
            row.note,
        ),
        figures=[limit.figure for limit in row.limits],
    )


def policy_term(row: PolicyTerm, law: LawPack) -> LawItem:
    """What every policy must provide."""
    return rule_item(
        row,
        EntryKind.CONTRACTOR,
        _CONTRACTORS,
        headline(row.sentence),
        value=words(law, row.figure) or titles(law, *row.approved_by),
        sentence=joined(rest_of(row.sentence), "Every policy provides this; it is proved by endorsement."),
        figures=(row.figure,),
    )


def statutory_proof(row: StatutoryProof, _law: LawPack) -> LawItem:
    """Proof that State law makes the office see."""
    refused = " ".join(f"{form.code} is refused: {form.reason}" for form in row.refused)
    return rule_item(
        row,
        EntryKind.CONTRACTOR,
        _CONTRACTORS,
        row.label,
        value=join_words([form.code for form in row.accepted], last="or"),
        sentence=joined(row.sentence, refused),
    )


def highway_permission(row: HighwayPermission, _law: LawPack) -> LawItem:
    """Whose permission is needed to open a road."""
    forms = f"Forms: {join_words(list(row.forms))}." if row.forms else ""
    return rule_item(
        row,
        EntryKind.APPROVAL,
        _CONTRACTORS,
        f"opening a {row.jurisdiction.value} road",
        key=f"highway.{row.jurisdiction.value}",
        value=row.authority,
        sentence=joined(row.sentence, forms),
    )
