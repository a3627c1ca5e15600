"""A municipality's law as one value, which everything above asks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Protocol, TypeAlias, TypeVar

from sewerdesk.domain.law.acts import NAME, OFFICER, TERM, TEXT, LawAct
from sewerdesk.domain.law.applying import figure_amendments, in_order, listed_rows, named_rows, touched_parts
from sewerdesk.domain.law.rules import (
    ApplicationItem,
    Approval,
    Attachment,
    AutomaticTermination,
    BondRequirement,
    ChargeKind,
    ChecklistItem,
    ConnectionOrder,
    CoverageRequirement,
    FeeKind,
    HaulingRule,
    HighwayPermission,
    InstallerRule,
    LateralRule,
    LeakTest,
    Misprint,
    NoncomplianceRule,
    OrderKind,
    Penalty,
    PermitClass,
    PermitClock,
    PermitPaper,
    PolicyTerm,
    Pollutant,
    Prohibition,
    RenewalRule,
    RetentionRule,
    RevocationGround,
    SectionAmendment,
    ServiceRule,
    SiuCriterion,
    StatutoryProof,
    TimeLimit,
    TimeRow,
    TransferRule,
    Violation,
    WorkTrigger,
)
from sewerdesk.domain.law.schema import SECTIONS
from sewerdesk.domain.law.types import (
    Amendment,
    Figure,
    FigureStatus,
    LawPackError,
    LawText,
    Officer,
    ProjectKind,
    ProperName,
    RoadJurisdiction,
    Term,
    UnknownRule,
)

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class PackHeader:
    """Which municipality and which text of its law; ``state`` names the pack's shortcomings in a sentence."""

    code: str
    municipality: str
    kind: str  # "town" or "village"
    county: str
    law_title: str
    source: str
    version: str
    state: str
    citation: str
    adopted: date | None = (
        None  # since when the text holds where a figure says nothing else; None if it does not say
    )
    includes: tuple[str, ...] = ()  # files of rules that hold for more than one municipality


@dataclass(frozen=True, slots=True)
class LawPack:
    """One municipality's law as read from its file; frozen, safe to share between threads."""

    header: PackHeader
    figures: Mapping[str, Figure]
    officers: Mapping[str, Officer]
    terms: Mapping[str, Term]
    texts: Mapping[str, LawText]
    names: Mapping[str, ProperName]
    permit_classes: tuple[PermitClass, ...] = ()
    permit_papers: tuple[PermitPaper, ...] = ()
    permit_clocks: tuple[PermitClock, ...] = ()
    automatic_terminations: tuple[AutomaticTermination, ...] = ()
    transfer_rules: tuple[TransferRule, ...] = ()
    renewal_rules: tuple[RenewalRule, ...] = ()
    revocation_grounds: tuple[RevocationGround, ...] = ()
    installer_rules: tuple[InstallerRule, ...] = ()
    lateral_rules: tuple[LateralRule, ...] = ()
    right_of_way: tuple[WorkTrigger, ...] = ()
    bond_requirements: tuple[BondRequirement, ...] = ()
    coverage_requirements: tuple[CoverageRequirement, ...] = ()
    policy_terms: tuple[PolicyTerm, ...] = ()
    statutory_proofs: tuple[StatutoryProof, ...] = ()
    highway_permissions: tuple[HighwayPermission, ...] = ()
    approvals: tuple[Approval, ...] = ()
    application_items: tuple[ApplicationItem, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    fee_kinds: tuple[FeeKind, ...] = ()
    charge_kinds: tuple[ChargeKind, ...] = ()
    checklist: tuple[ChecklistItem, ...] = ()
    leak_tests: tuple[LeakTest, ...] = ()
    test_times: tuple[TimeRow, ...] = ()
    pollutants: tuple[Pollutant, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    siu_criteria: tuple[SiuCriterion, ...] = ()
    noncompliance_rules: tuple[NoncomplianceRule, ...] = ()
    hauling_rules: tuple[HaulingRule, ...] = ()
    connection_orders: tuple[ConnectionOrder, ...] = ()
    violations: tuple[Violation, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    service_rules: tuple[ServiceRule, ...] = ()
    time_limits: tuple[TimeLimit, ...] = ()
    order_kinds: tuple[OrderKind, ...] = ()
    retention_rules: tuple[RetentionRule, ...] = ()
    section_amendments: tuple[SectionAmendment, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    amendments: tuple[Amendment, ...] = field(default=())
    acts: tuple[LawAct, ...] = ()  # what the office entered, by effective date; the file itself has none

    @property
    def code(self) -> str:
        """The pack's file name without its ending, such as ``hague``."""
        return self.header.code

    @property
    def municipality(self) -> str:
        """The municipality's full name, such as "Town of Hague"."""
        return self.header.municipality

    @property
    def kind(self) -> str:
        """``town`` or ``village``."""
        return self.header.kind

    @property
    def county(self) -> str:
        """The county's name without the word "County"."""
        return self.header.county

    def figure(self, key: str, on: date) -> Figure:
        """The figure as it stands on a day: the last amendment in force, else the pack's own row."""
        base = self.figures.get(key)
        if base is None:
            raise UnknownRule(f'The law file of the {self.municipality} has no figure named "{key}".')
        in_force = [row for row in self.amendments if row.key == key and row.effective <= on]
        if in_force:
            return base.amended(max(in_force, key=lambda row: row.effective))
        if base.effective is not None and on < base.effective:
            raise UnknownRule(
                f"The {self.municipality}'s rule for {base.subject} ({base.citation}) "
                f"takes effect on {base.effective:%m/%d/%Y}, after {on:%m/%d/%Y}."
            )
        return base

    def has_figure(self, key: str) -> bool:
        """Whether the pack has the key, be it with a value or blank."""
        return key in self.figures

    def history(self, key: str) -> tuple[Figure, ...]:
        """The figure as the law has it, then as each amendment and act left it, oldest first."""
        base = self.figures.get(key)
        if base is None:
            raise UnknownRule(f'The law file of the {self.municipality} has no figure named "{key}".')
        steps = tuple(base.amended(row) for row in self.amendments if row.key == key)
        replaced = bool(steps) and steps[0].effective == base.effective  # confirmed from its first day on
        return steps if replaced else (base, *steps)

    def to_confirm(self, on: date) -> tuple[Figure, ...]:
        """The figures that are blank or come from a model law on a day, in the order of the pack."""
        in_force = {row.key for row in self.amendments if row.effective <= on}
        return tuple(
            row
            for key, row in self.figures.items()
            if row.status is not FigureStatus.LAW and key not in in_force
        )

    def officer(self, role: str) -> Officer:
        """Who acts in a role; ``UnknownRule`` if the pack names nobody."""
        return self._named(self.officers, role, "officer for the role")

    def term(self, key: str) -> Term:
        """The municipality's word for a thing; ``UnknownRule`` if the pack has none."""
        return self._named(self.terms, key, "word for")

    def text(self, key: str) -> LawText:
        """A passage by its key; ``UnknownRule`` if the pack has none."""
        return self._named(self.texts, key, "text named")

    def words(self, key: str) -> LawText | None:
        """A passage by its key where the pack has it with words; ``None`` where it lacks it or holds it blank."""
        row = self.texts.get(key)
        return row if row is not None and row.text else None

    def name(self, key: str) -> ProperName:
        """A proper name such as the plant's or the newspaper's; ``UnknownRule`` if the pack has none."""
        return self._named(self.names, key, "name for")

    def time_limit(self, key: str) -> TimeLimit:
        """A time of the law by its key; ``UnknownRule`` if the pack has none."""
        return self._named({row.key: row for row in self.time_limits}, key, "time for")

    def has_time_limit(self, key: str) -> bool:
        """Whether the pack has the time, be its figure known or blank."""
        return any(row.key == key for row in self.time_limits)

    def _named(self, rows: Mapping[str, Row], key: str, what: str) -> Row:
        row = rows.get(key)
        if row is None:
            raise UnknownRule(f'The law file of the {self.municipality} has no {what} "{key}".')
        return row

    def for_municipality(self, *, municipality: str, kind: str, county: str) -> "LawPack":
        """This law under another name, for a municipality that starts from the blank file."""
        return replace(self, header=replace(self.header, municipality=municipality, kind=kind, county=county))

    def with_amendments(self, added: Iterable[Amendment]) -> "LawPack":
        """This law with the Board's later resolutions; ``LawPackError`` where two take effect on one day."""
        return replace(self, amendments=check_amendments(self.figures, (*self.amendments, *added), self.code))

    def with_acts(self, acts: Iterable[LawAct], today: date) -> "LawPack":
        """The law as shipped with the office's acts, which must not have been withdrawn.

        Figures carry their values by date, so that ``figure`` answers for any day; officers, words, names, texts and
        confirmed rows stand as of ``today``. Where an act and an amendment of the file set one figure from the same
        day on, the act holds. ``LawPackError`` where two acts change one row from the same day on.
        """
        rows = in_order(acts)
        set_by_act = {(row.key, row.effective): row for row in figure_amendments(self.figures, rows)}
        by_day = {(row.key, row.effective): row for row in self.amendments} | set_by_act
        touched = touched_parts(rows)
        tables = {OFFICER: "officers", TERM: "terms", NAME: "names", TEXT: "texts"}
        parts: dict[str, Any] = {
            tables[part]: named_rows(part, getattr(self, tables[part]), rows, today)
            for part in touched & tables.keys()
        }
        parts |= {
            SECTIONS[part][0]: listed_rows(part, getattr(self, SECTIONS[part][0]), rows, today)
            for part in touched & SECTIONS.keys()
        }
        amendments = tuple(by_day[place] for place in sorted(by_day))
        return replace(self, acts=rows, amendments=amendments, **parts)


Law: TypeAlias = LawPack
"""What the program asks; called so where a pack is only read."""


def check_amendments(
    figures: Mapping[str, Figure], amendments: Iterable[Amendment], source: str
) -> tuple[Amendment, ...]:
    """The amendments in order of date, each of a known figure, none on a day that is already taken."""
    rows = tuple(sorted(amendments, key=lambda row: (row.key, row.effective)))
    taken: set[tuple[str, date]] = set()
    for row in rows:
        base = figures.get(row.key)
        name = f'The amendment of "{row.key}" from {row.effective:%m/%d/%Y} ({source})'
        if base is None:
            raise LawPackError(f"{name} names a figure that the law file does not have.")
        if (row.key, row.effective) in taken or row.effective == base.effective:
            raise LawPackError(f"{name} takes effect on a day that already has a value for this figure.")
        if base.effective is not None and row.effective < base.effective:
            raise LawPackError(f"{name} takes effect before the law itself does.")
        taken.add((row.key, row.effective))
    return rows


class OfClasses(Protocol):
    """A rule that holds for the classes of permits that it names, or for all of them where it names none."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The keys of the classes; empty for every class."""


def in_class(row: OfClasses, permit_class: str) -> bool:
    """Whether a rule holds for permits of this class."""
    return not row.classes or permit_class in row.classes


def clocks_for(law: Law, permit_class: str) -> tuple[PermitClock, ...]:
    """The clocks that run for a permit of this class, in the order of the pack."""
    return tuple(row for row in law.permit_clocks if in_class(row, permit_class))


def timed_terminations(law: Law, permit_class: str) -> tuple[AutomaticTermination, ...]:
    """What ends a permit of this class by itself after a time, in the order of the pack."""
    return tuple(row for row in law.automatic_terminations if row.figure and in_class(row, permit_class))


def untimed_terminations(law: Law, permit_class: str) -> tuple[AutomaticTermination, ...]:
    """The events that end a permit of this class by themselves, in the order of the pack."""
    return tuple(row for row in law.automatic_terminations if not row.figure and in_class(row, permit_class))


def highway_permission(law: Law, jurisdiction: RoadJurisdiction) -> HighwayPermission | None:
    """Whose permission a road of this jurisdiction needs, or None where the text asks for none."""
    return next((row for row in law.highway_permissions if row.jurisdiction is jurisdiction), None)


def holds_for(row: ProjectKind, project: ProjectKind) -> bool:
    """Whether a rule for one kind of project holds for another: a user outside the district builds a lateral, too."""
    return row is project or (project is ProjectKind.OUTSIDE_USER and row is ProjectKind.LATERAL)


def concerns(row: ProjectKind, project: ProjectKind) -> bool:
    """Whether what is asked of one kind of project is asked of another, too: a subdivision builds new sewers.

    Approvals and fees are not sorted so: a law names those of a subdivision one by one.
    """
    return holds_for(row, project) or (project is ProjectKind.SUBDIVISION and row is ProjectKind.NEW_SEWER)


def approvals_for(law: Law, project: ProjectKind) -> tuple[Approval, ...]:
    """The approvals that a project of this kind needs, in the order of the pack."""
    return tuple(row for row in law.approvals if holds_for(row.project, project))


def fees_for(law: Law, project: ProjectKind, permit_class: str) -> tuple[FeeKind, ...]:
    """The fees that a project of this kind owes for a permit of this class, in the order of the pack."""
    return tuple(
        row for row in law.fee_kinds if holds_for(row.project, project) and in_class(row, permit_class)
    )


def attachments_for(law: Law, project: ProjectKind, permit_class: str) -> tuple[Attachment, ...]:
    """The papers for a project of this kind and a permit of this class, in the order of the pack."""
    return tuple(
        row for row in law.attachments if concerns(row.project, project) and in_class(row, permit_class)
    )


def checklist_for(law: Law, project: ProjectKind) -> tuple[ChecklistItem, ...]:
    """The inspection lines for a project of this kind, in the order of the pack."""
    return tuple(row for row in law.checklist if concerns(row.project, project))
