"""The test gauges: entered once, calibrated again and again with their certificates, out of use from a day on."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.gauges import GAUGE_WORDS, CalibrationDraft, GaugeDraft, GaugeView
from sewerdesk.domain.leaktests import GaugeKind
from sewerdesk.services.attachments import attachment_path, attachments_of
from sewerdesk.services.gauges import (
    SUBJECT,
    calibration_months,
    gauges,
    record_calibration,
    register_gauge,
    retire_gauge,
)
from sewerdesk.ui.dialogs.form_dialog import ReasonDraft
from sewerdesk.ui.errors import FailuresShown
from sewerdesk.ui.files import open_elsewhere
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.screens.settings.section import TableSection
from sewerdesk.ui.tables import CellKind, Column, RecordTable, Status, row_id
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

GAUGE_FORM = FormSpec(
    GaugeDraft,
    (
        Section(
            "",
            (
                FieldSpec("serial", "Serial number", required=True, max_len=60, help="As on the dial."),
                FieldSpec(
                    "kind",
                    "What it reads",
                    FieldKind.CHOICE,
                    required=True,
                    choices=tuple(Choice(kind, GAUGE_WORDS[kind]) for kind in GaugeKind),
                ),
                FieldSpec(
                    "reads_to",
                    "End of the dial",
                    FieldKind.DECIMAL,
                    places=2,
                    minimum=0,
                    help="In its own unit; a reading past it is refused.",
                ),
                FieldSpec("maker", "Maker", max_len=60),
            ),
        ),
    ),
    verb="add the gauge",
)
CALIBRATION_FORM = FormSpec(
    CalibrationDraft,
    (
        Section(
            "",
            (
                FieldSpec("calibrated_on", "Calibrated on", FieldKind.DATE, required=True),
                FieldSpec("certificate", "Certificate number", required=True, max_len=60),
                FieldSpec("by_whom", "Calibrated by", max_len=200),
                FieldSpec(
                    "files",
                    "Certificate",
                    FieldKind.ATTACHMENTS,
                    help="A test on a gauge without its certificate is not taken.",
                ),
            ),
        ),
    ),
    verb="record it",
)
RETIRE_FORM = FormSpec(
    ReasonDraft,
    (Section("", (FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=500, rows=3),)),),
    verb="take it out of use",
)


def columns(today: Callable[[], date], months: Callable[[], int | None]) -> tuple[Column[GaugeView], ...]:
    """What is shown of a gauge, its state by the office's policy today."""

    def state(row: GaugeView) -> Status:
        standing = row.standing(today(), months())
        tone = {True: Tone.GOOD, False: Tone.BAD, None: Tone.CAUTION}[standing.usable]
        retired = row.retired_on is not None
        return Status(standing.words, Tone.NEUTRAL if retired else tone, "ban" if retired else "")

    return (
        Column(key="serial", title="Serial number", value=lambda row: row.serial, width=14),
        Column(key="state", title="State", value=state, kind=CellKind.STATUS, width=22),
        Column(key="reads", title="Reads", value=lambda row: row.range_words, width=14),
        Column(
            key="calibrated",
            title="Calibrated",
            value=lambda row: row.last.calibrated_on if row.last else None,
            kind=CellKind.DATE,
            width=11,
        ),
        Column(
            key="certificate",
            title="Certificate",
            value=lambda row: row.last.certificate if row.last else "",
            width=14,
            tooltip=lambda row: row.last.by_whom if row.last else "",
        ),
        Column(key="maker", title="Maker", value=lambda row: row.maker, width=18),
    )


class GaugesSection(TableSection[GaugeView]):
    """The register of gauges."""

    def __init__(self, context: "UiContext") -> None:
        table = RecordTable(
            columns(context.clock.today, partial(calibration_months, context.ws)),
            name="settings-gauges",
            title="Test gauges",
            store=context.views,
            row_key=row_id,
            empty="No gauge is entered yet. Add the first one, then its calibration with the certificate.",
        )
        super().__init__(
            context,
            key="gauges",
            title="Test gauges",
            sentence="The gauges of pressure and vacuum tests. The certificate of a gauge is on file before its test.",
            table=table,
        )
        self.add_gauge_action = self.add_action(
            "&Add gauge…", self.add, key="add-gauge", icon_name="plus", primary=True
        )
        self.calibrate_action = self.add_action(
            "Record &calibration…", self.calibrate, key="calibrate", icon_name="gauge"
        )
        self.open_action = self.add_action(
            "&Open certificate", self.open_certificate, key="open-certificate", icon_name="paperclip"
        )
        self.retire_action = self.add_action("Out of &use…", self.retire, key="retire-gauge", icon_name="ban")
        table.row_activated.connect(self.calibrate)
        table.set_row_actions((self.calibrate_action, self.open_action, self.retire_action))

    def load(self) -> tuple[GaugeView, ...]:
        """Every gauge, those out of use too."""
        return gauges(self.context.ws)

    def follow(self, row: GaugeView | None) -> None:
        """A gauge out of use is calibrated no more; a certificate opens where there is one."""
        in_use = row is not None and row.retired_on is None
        self.calibrate_action.setEnabled(in_use)
        self.retire_action.setEnabled(in_use)
        last = None if row is None else row.last
        self.open_action.setEnabled(last is not None and last.attachment_id is not None)

    @Slot()
    def add(self) -> None:
        """Enter a gauge."""
        self.ask(GAUGE_FORM, title="Add a gauge", verb="Add gauge", save=self._add)

    @Slot()
    def calibrate(self) -> None:
        """Add a calibration to the gauge of the current row."""
        row = self.table.current_row()
        if row is not None and row.retired_on is None:
            self.ask(
                CALIBRATION_FORM,
                title=f"Calibration of gauge {row.serial}",
                verb="Record calibration",
                save=partial(self._calibrate, row.id),
            )

    @Slot()
    def retire(self) -> None:
        """Take the gauge of the current row out of use."""
        row = self.table.current_row()
        if row is not None and row.retired_on is None:
            self.ask(
                RETIRE_FORM,
                title=f"Take gauge {row.serial} out of use",
                verb="Take out of use",
                save=partial(self._retire, row.id),
                explanation="The tests made with it keep it.",
            )

    @Slot()
    def open_certificate(self) -> None:
        """Show the newest certificate of the gauge of the current row."""
        row = self.table.current_row()
        last = None if row is None else row.last
        if row is None or last is None or last.attachment_id is None:
            return
        with FailuresShown(self.context.prompter):
            path = attachment_path(self.context.ws, attachment_id=last.attachment_id)
            kept = attachments_of(self.context.ws, subject=SUBJECT, subject_id=row.id)
            name = next(one.name for one in kept if one.id == last.attachment_id)
            open_elsewhere(name, path.read_bytes())

    def _add(self, draft: GaugeDraft) -> object:
        return register_gauge(self.context.ws, draft=draft)

    def _calibrate(self, gauge_id: int, draft: CalibrationDraft) -> object:
        return record_calibration(self.context.ws, gauge_id=gauge_id, draft=draft)

    def _retire(self, gauge_id: int, draft: ReasonDraft) -> object:
        retire_gauge(self.context.ws, gauge_id=gauge_id, reason=draft.reason)
        return draft
