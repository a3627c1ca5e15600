"""Bill a quarter: dates, readings, what will be billed, checks, and the act itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.runviews import PostedRun, RunLook
from sewerdesk.domain.wording import count
from sewerdesk.services.billing import post_run
from sewerdesk.ui.errors import sentence_of
from sewerdesk.ui.forms.codec import decode, encode
from sewerdesk.ui.forms.drafts import StoredDraft
from sewerdesk.ui.forms.office_drafts import OfficeDraftStore
from sewerdesk.ui.jobs import Outcome, Reporter
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.billing.checks_step import ChecksStep
from sewerdesk.ui.screens.billing.period_step import PeriodStep
from sewerdesk.ui.screens.billing.post_step import PostStep
from sewerdesk.ui.screens.billing.readings_step import ReadingsStep
from sewerdesk.ui.screens.billing.review_step import ReviewStep
from sewerdesk.ui.screens.billing.specs import RunForm
from sewerdesk.ui.screens.wizard_page import WizardPage
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

DRAFT_KEY = "billing-run"
_READINGS, _REVIEW, _CHECKS, _POST = 1, 2, 3, 4


class RunWizardScreen(WizardPage):
    """The wizard of a quarter's run. What was chosen is kept in the office, so that it survives a restart."""

    watches = frozenset({"meter_reading", "account", "account_hold", "rate_version", "billing_run"})
    help_topic = "billing"

    def __init__(self, context: "UiContext") -> None:
        self.period = PeriodStep(context)
        self.readings = ReadingsStep(context, self.period.setup)
        self.review = ReviewStep(context, self.period.setup)
        self.checks = ChecksStep(context)
        self.post = PostStep()
        steps = (self.period, self.readings, self.review, self.checks, self.post)
        super().__init__(context, steps, title="Bill a quarter", act="Post bills")
        self._drafts = OfficeDraftStore(context.ws)
        self._busy = False
        self.review.looked.connect(self._on_looked)
        self.wizard.step_changed.connect(self._name_act)
        self.begin()

    def begin(self) -> None:
        """Go on with what was kept, else propose the next quarter."""
        kept = self._drafts.load(DRAFT_KEY)
        if kept is None or not self._restore(kept):
            self.period.begin()

    def _restore(self, kept: StoredDraft) -> bool:
        try:
            self.period.restore(decode(RunForm, kept.payload))
        except SewerdeskError:
            self._drafts.delete(DRAFT_KEY)  # kept by another version of the form; the dates are proposed anew
            return False
        return True

    def refresh(self, changes: "Changes | None" = None) -> None:
        """What changed elsewhere is read again on the step that shows it."""
        if self._busy:
            return
        if self.wizard.place() in (_READINGS, _REVIEW):
            self.wizard.step().on_enter()
        elif self.wizard.place() in (_CHECKS, _POST):
            self.review.on_enter()

    @Slot()
    def leave(self) -> None:
        """Keep what was chosen and go back to the list of quarters."""
        self._keep()
        if not self.context.navigator.back():
            self.context.navigator.open(Route("billing"))

    def may_leave(self) -> bool:
        """Always: the choices are kept."""
        self._keep()
        return True

    def _keep(self) -> None:
        form = self.period.form()
        self._drafts.save(DRAFT_KEY, payload=encode(form), saved_at=self.context.clock.now())

    @Slot(object)
    def _on_looked(self, look: RunLook) -> None:
        self.checks.show_look(look)
        setup = self.period.setup()
        if setup is not None:
            self.post.show_run(setup, look)
        self._name_act()

    @Slot()
    def _name_act(self) -> None:
        look, setup = self.review.look, self.period.setup()
        if look is None or setup is None:
            self.wizard.set_totals("")
            return
        preview = look.preview
        self.wizard.set_act(f"Post {count(len(preview.bills), 'bill')} for {format_money(preview.total)}")
        self.wizard.set_totals(
            f"{setup.quarter.label} · {count(len(preview.bills), 'bill')} · {format_money(preview.total)}"
        )

    @Slot()
    def act(self) -> None:
        """Post the run, as a job that cannot be stopped half way."""
        setup, look, workspace = self.period.setup(), self.review.look, self.context.ws
        if setup is None or look is None:
            return
        expected = look.preview

        def work(reporter: Reporter) -> object:
            reporter.step(0, 0, f"Writing {count(len(expected.bills), 'bill')}, after a verified backup")
            return post_run(workspace, setup=setup, expected=expected)

        self._busy = True
        self.context.jobs.start(
            work,
            title=f"Posting {count(len(expected.bills), 'bill')}",
            receiver=self._on_posted,
            parent=self.window(),
            can_stop=False,
        )

    @Slot(object)
    def _on_posted(self, outcome: Outcome) -> None:
        self._busy = False
        if outcome.error is not None:
            sentence = f"{sentence_of(outcome.error)} Nothing was posted."
            self.post.banners.set_banner("post", Tone.BAD, sentence)
            return
        if isinstance(outcome.result, PostedRun):
            self._done(outcome.result)

    def _done(self, run: PostedRun) -> None:
        self.post.banners.clear()
        self._drafts.delete(DRAFT_KEY)
        self.review.look = None
        self.period.begin()
        self.wizard.restart()
        self.context.navigator.open(Route("billing", run.run_id))
        self._drafts.delete(DRAFT_KEY)
        self.context.toasts.show(
            f"{count(run.billed, 'bill')} for {format_money(run.total)} posted as {run.number}."
        )
