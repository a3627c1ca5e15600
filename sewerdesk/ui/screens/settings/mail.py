"""The office's choices about mail: when the post office is asked, and what is assumed where a receipt is unknown."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sewerdesk.domain.answer_times import answer_limit, response_trigger
from sewerdesk.domain.law import Law
from sewerdesk.domain.mail_settings import MailSettings, check_mail_settings
from sewerdesk.domain.mailing import Trigger
from sewerdesk.domain.wording import count
from sewerdesk.services.law import law_of
from sewerdesk.services.mailings import mail_settings, save_mail_settings
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.settings.section import FormSection

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

NOTICE = "NOV"
_COUNTED_FROM = {
    Trigger.DATED: "The time to answer runs from the date of the notice; nothing is assumed.",
    Trigger.MAILED: "The time to answer runs from the mailing; nothing is assumed.",
    Trigger.SERVED: "The time to answer runs from the service, which the receipt proves.",
    Trigger.RECEIVED: "The time to answer runs from the receipt.",
}
NOTHING_ASSUMED = "Not set: no day to answer is reckoned from a service or receipt that is not recorded."


@dataclass(frozen=True, slots=True)
class MailDraft:
    """The choices as typed."""

    ask_after_days: int | None = None
    assumed_days: int | None = None
    assumed_authority: str = ""


def draft_of(settings: MailSettings) -> MailDraft:
    """What the form shows of the saved choices."""
    return MailDraft(settings.ask_after_days, settings.assumed_days, settings.assumed_authority)


def settings_of(draft: MailDraft) -> MailSettings:
    """The choices that the form says; an empty number of days to ask after is refused as zero."""
    return MailSettings(draft.ask_after_days or 0, draft.assumed_days, draft.assumed_authority.strip())


def check(draft: MailDraft) -> dict[str, str]:
    """What is missing or impossible: field name to sentence."""
    return check_mail_settings(settings_of(draft))


def mail_form(law: Law, on: date) -> FormSpec[MailDraft]:
    """The form under an office's law, which says from when the time to answer a notice runs."""
    return FormSpec(MailDraft, (_asking(), _assuming(law, on)), validate=check, verb="save")


def _asking() -> Section:
    return Section(
        "Certified mail without a result",
        (
            FieldSpec(
                "ask_after_days",
                "Ask the post office after",
                FieldKind.WHOLE,
                unit="days",
                required=True,
                minimum=1,
                maximum=365,
                help="No law sets it; the program suggests 15. Counted from the mailing.",
            ),
            FieldSpec("ask_says", "Today says", FieldKind.LAW, compute=_ask_words),
        ),
    )


def _assuming(law: Law, on: date) -> Section:
    return Section(
        "Where the day of receipt is not known",
        (
            FieldSpec(
                "by_law",
                "The law says",
                FieldKind.LAW,
                compute=_law_words(law, on),
                citation=_citation(law),
            ),
            FieldSpec(
                "assumed_days",
                "Days after the mailing",
                FieldKind.WHOLE,
                unit="days",
                minimum=0,
                maximum=60,
                error_label="Days assumed for the mail",
            ),
            FieldSpec(
                "assumed_authority",
                "Authority",
                max_len=120,
                width=Width.LINE,
                error_label="Authority for the days assumed",
                help="The local law, rule or resolution with its date.",
            ),
            FieldSpec("assumed_says", "So", FieldKind.LAW, compute=_assumed_words),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """Words that do not depend on what is typed."""

    words: str

    def __call__(self, _draft: object, _state: str) -> str:
        return self.words


def _law_words(law: Law, on: date) -> _Said:
    if not _has_clock(law):
        return _Said("The law gives no time to answer a notice.")
    return _Said(_COUNTED_FROM[response_trigger(law, NOTICE, on=on)])


def _citation(law: Law) -> str:
    return answer_limit(law, NOTICE).citation if _has_clock(law) else ""


def _has_clock(law: Law) -> bool:
    return any(row.document == NOTICE and not row.backward for row in law.time_limits)


def _ask_words(draft: MailDraft, _state: str) -> str:
    if draft.ask_after_days is None:
        return "Not set: enter after how many days."
    return (
        f"Ask the post office, once nothing was heard for {count(draft.ask_after_days, 'day')} after mailing."
    )


def _assumed_words(draft: MailDraft, _state: str) -> str:
    if draft.assumed_days is None:
        return NOTHING_ASSUMED
    return (
        f"Mail counts as received {count(draft.assumed_days, 'day')} after the mailing "
        "until the day of receipt is recorded."
    )


class MailSection(FormSection[MailDraft]):
    """When to ask the post office, and what to assume of a receipt."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context,
            key="mail",
            title="Mail",
            sentence="How certified mail is followed, and from when a day to answer is counted. "
            "Days already reckoned keep the sentence they were reckoned with.",
            spec=mail_form(law_of(context.ws), context.clock.today()),
            read=self._read_settings,
            save=self._save_settings,
            saved_words="The choices about mail were saved.",
        )

    def _read_settings(self) -> MailDraft:
        return draft_of(mail_settings(self.context.ws))

    def _save_settings(self, draft: MailDraft) -> object:
        settings = settings_of(draft)
        save_mail_settings(self.context.ws, settings=settings)
        return settings
