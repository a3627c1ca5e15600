"""What the rates page saves, and its rows: each form's way to the services."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from sewerdesk.domain.rateforms import FeeForm, RateClassForm, authority_words, steps_of
from sewerdesk.domain.rates import ChargeCode, ChargePurpose, RateBook
from sewerdesk.domain.rates.draft import RateDraft, VersionView
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.domain.rates.words import version_words
from sewerdesk.services.attachments import attach
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees
from sewerdesk.services.rate_versions import end_rate
from sewerdesk.services.rates import RateClassView, save_charge_code, save_rate_class
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.screens.rates.specs import ChargeForm, EndForm, RateRow

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class _Save:
    """Saves a form of this page."""

    def __init__(self, ws: Workspace) -> None:
        self.ws = ws


class EndRate(_Save):
    """Ends one version."""

    def __init__(self, ws: Workspace, version_id: int) -> None:
        super().__init__(ws)
        self.version_id = version_id

    def __call__(self, form: EndForm) -> None:
        assert form.on
        end_rate(self.ws, version_id=self.version_id, on=form.on, reason=form.reason)


class AdoptFee:
    """Adopts a fee; a great change is asked about first."""

    def __init__(self, context: "UiContext") -> None:
        self.context = context

    def __call__(self, form: FeeForm) -> None:
        assert form.fee_key
        assert form.charge_code
        assert form.effective_from
        assert form.amount is not None
        draft = FeeDraft(
            fee_key=form.fee_key,
            label=form.label.strip(),
            amount=form.amount,
            charge_code=form.charge_code,
            effective_from=form.effective_from,
            authority=authority_words(steps_of(form)),
            class_key=form.class_key or "",
            adoption=steps_of(form),
        )
        for version_id in self._adopt(draft):
            for scan in form.scans:
                attach(self.context.ws, subject="fee_version", subject_id=version_id, kind="act", source=scan)

    def _adopt(self, draft: FeeDraft) -> tuple[int, ...]:
        try:
            return adopt_fees(self.context.ws, drafts=[draft])
        except RateQuestions as asked:
            detail = "\n\n".join(asked.questions)
            question = "Is this what was adopted?"
            if not self.context.prompter.ask(question, yes="Yes, save it", no="Look again", detail=detail):
                raise
            return adopt_fees(self.context.ws, drafts=[draft], confirmed=asked.questions)


class SaveCharge(_Save):
    """Saves a charge code."""

    def __call__(self, form: ChargeForm) -> None:
        purpose = form.purpose or ChargePurpose.OTHER
        code = ChargeCode(
            form.code.strip(),
            form.title.strip(),
            form.fund.strip(),
            form.revenue_code.strip(),
            form.order or 0,
            purpose,
            form.ended_on,
        )
        save_charge_code(self.ws, code=code)


class SaveClass(_Save):
    """Saves a rate class."""

    def __call__(self, form: RateClassForm) -> None:
        save_rate_class(self.ws, code=form.code.strip(), title=form.title.strip())


def rate_rows(
    views: Sequence[VersionView], *, book: RateBook, classes: Sequence[RateClassView], today: date
) -> list[RateRow]:
    """All rate versions as listed: by class, in order of application, newest first."""
    titles = {one.code: one.title for one in classes}
    rows = [
        RateRow(
            version_id=version.version_id,
            class_code=version.class_code,
            class_title=titles.get(version.class_code, ""),
            charge_code=version.charge_code,
            charge_title=book.charge_code(version.charge_code).title,
            words=version_words(version),
            effective_from=version.effective_from,
            effective_to=version.effective_to,
            authority=version.authority,
            is_used=bool(view.locked),
            is_now=version.holds_on(today),
            lock=view.locked,
        )
        for view in views
        for version in (view.version,)
    ]
    orders = {one.code: one.order for one in book.charge_codes}
    rows.sort(key=lambda row: (row.class_code, orders[row.charge_code], -row.effective_from.toordinal()))
    return rows


def draft_of(view: VersionView) -> RateDraft:
    """A version as a draft, to try it on past bills."""
    one = view.version
    return RateDraft(
        one.class_code,
        one.charge_code,
        one.effective_from,
        one.authority,
        one.formula,
        one.district,
        one.segment,
        one.months,
    )
