"""The office's choices about its reports: the ages into which what is owed is divided, and its fiscal year."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.domain.reports.settings import ReportSettings, check_report_settings, parse_last_days
from sewerdesk.domain.wording import join_words
from sewerdesk.services.report_settings import report_settings, save_report_settings
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.settings.section import FormSection

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """The choices as typed."""

    last_days: str = ""
    fiscal_month: int | None = None


def draft_of(settings: ReportSettings) -> ReportDraft:
    """What the form shows of the saved choices."""
    return ReportDraft(", ".join(str(day) for day in settings.last_days), settings.fiscal_month)


def settings_of(draft: ReportDraft) -> ReportSettings:
    """The choices that the form says."""
    return ReportSettings(parse_last_days(draft.last_days), draft.fiscal_month or 0)


def check(draft: ReportDraft) -> dict[str, str]:
    """What is missing or impossible: field name to sentence."""
    return check_report_settings(settings_of(draft))


def _bucket_words(draft: ReportDraft, _state: str) -> str:
    settings = settings_of(draft)
    if "last_days" in check_report_settings(settings):
        return "Enter the last day of each age first."
    return f"What is owed is listed as {join_words([title.lower() for title in settings.buckets.titles])}."


REPORT_FORM: FormSpec[ReportDraft] = FormSpec(
    ReportDraft,
    (
        Section(
            "Age of what is owed",
            (
                FieldSpec(
                    "last_days",
                    "Last day of each age",
                    required=True,
                    max_len=40,
                    width=Width.PHONE,
                    help="Days past due, such as 30, 60, 90. The program suggests these.",
                ),
                FieldSpec("so", "So", FieldKind.LAW, compute=_bucket_words),
            ),
        ),
        Section(
            "Fiscal year",
            (
                FieldSpec(
                    "fiscal_month",
                    "Begins on the first of",
                    FieldKind.CHOICE,
                    required=True,
                    width=Width.PHONE,
                    choices=tuple(Choice(number, title) for number, title in enumerate(_MONTHS, 1)),
                    help="January for a town; many villages begin in June.",
                ),
            ),
        ),
    ),
    validate=check,
    verb="save",
)


class ReportsSection(FormSection[ReportDraft]):
    """How reports are cut."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context,
            key="reports",
            title="Reports",
            sentence="How reports divide what is owed by age, and which days their fiscal year has.",
            spec=REPORT_FORM,
            read=self._read_settings,
            save=self._save_settings,
            saved_words="The choices about reports were saved.",
        )

    def _read_settings(self) -> ReportDraft:
        return draft_of(report_settings(self.context.ws))

    def _save_settings(self, draft: ReportDraft) -> object:
        settings = settings_of(draft)
        save_report_settings(self.context.ws, settings=settings)
        return settings
