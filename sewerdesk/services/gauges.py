"""The register of test gauges: registered once, calibrated again and again, out of use from a day on."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from sewerdesk.data.models.gauge import Gauge, GaugeCalibration
from sewerdesk.data.models.paper import Attachment
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.gauges import (
    Calibration,
    CalibrationDraft,
    GaugeDraft,
    GaugeView,
    check_calibration,
    check_gauge,
)
from sewerdesk.domain.leaktests import GaugeKind, GaugeUsed
from sewerdesk.domain.wording import show_date
from sewerdesk.services.attachments import _attach
from sewerdesk.services.law import law_of

SUBJECT = "gauge"
CERTIFICATE = "certificate"
_POLICY = "leaktest.gauge_calibration_months"


def register_gauge(ws: Workspace, *, draft: GaugeDraft) -> int:
    """Enter a gauge; returns its id. ``FieldErrors`` for a serial number that is in the register."""
    check_gauge(draft)
    assert draft.kind is not None
    serial = " ".join(draft.serial.split())
    with ws.write() as session:
        known = session.scalars(select(Gauge.serial)).all()
        if serial.casefold() in {one.casefold() for one in known}:
            raise FieldErrors(
                {"serial": f"Gauge {serial} is in the register. Record its calibration instead."}
            )
        row = Gauge(serial=serial, kind=draft.kind.value, reads_to=draft.reads_to, maker=draft.maker.strip())
        session.add(row)
        session.flush()  # the id is the answer
        return row.id


def record_calibration(ws: Workspace, *, gauge_id: int, draft: CalibrationDraft) -> int:
    """Add a calibration with its certificate; returns its id. The earlier ones stay."""
    check_calibration(draft, today=ws.clock.today())
    assert draft.calibrated_on is not None
    with ws.write() as session:
        gauge = _gauge(session, gauge_id)
        certificate = draft.certificate.strip()
        if any(
            one.calibrated_on == draft.calibrated_on and one.certificate == certificate and one.attachment_id
            for one in gauge.calibrations
        ):
            raise RuleViolation(
                f"Certificate {certificate} of {show_date(draft.calibrated_on)} is on file for gauge "
                f"{gauge.serial}. Nothing was added."
            )
        attachment_id = None
        for source in draft.files:
            _attach(session, ws.folder, subject=SUBJECT, subject_id=gauge_id, kind=CERTIFICATE, source=source)
            session.flush()  # the calibration refers to the file
            attachment_id = _newest_file(session, gauge_id)
        row = GaugeCalibration(
            gauge=gauge,
            calibrated_on=draft.calibrated_on,
            certificate=certificate,
            by_whom=draft.by_whom.strip(),
            attachment_id=attachment_id,
            actor=session.info["actor"],
        )
        session.add(row)
        session.flush()  # the id is the answer
        return row.id


def retire_gauge(ws: Workspace, *, gauge_id: int, reason: str) -> None:
    """Take a gauge out of use from today on; the tests made with it keep it. The reason is kept."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the gauge goes out of use; the reason is kept with it."})
    with ws.write(reason=reason.strip()) as session:
        gauge = _gauge(session, gauge_id)
        if gauge.retired_on is not None:
            raise RuleViolation(
                f"Gauge {gauge.serial} has been out of use since {show_date(gauge.retired_on)}."
            )
        gauge.retired_on = session.info["clock"].today()


def gauges(ws: Workspace) -> tuple[GaugeView, ...]:
    """Every gauge of the register by its serial number, those out of use too."""
    with ws.read() as session:
        return _gauges(session)


def gauges_in_use(ws: Workspace, *, on: date) -> tuple[GaugeView, ...]:
    """The gauges that may be picked for a test on a day."""
    return tuple(one for one in gauges(ws) if one.retired_on is None or on < one.retired_on)


def calibration_months(ws: Workspace) -> int | None:
    """How old a calibration may be by the office's policy; ``None`` where the law asks for none."""
    law = law_of(ws)
    if not law.has_figure(_POLICY):
        return None
    figure = law.figure(_POLICY, ws.clock.today())
    return None if figure.value is None else figure.whole


def _gauges(session: Session) -> tuple[GaugeView, ...]:
    rows = session.scalars(
        select(Gauge).options(selectinload(Gauge.calibrations)).order_by(Gauge.serial)
    ).all()
    return tuple(_view(row) for row in rows)


def gauges_used(rows: tuple[GaugeView, ...], on: date) -> Mapping[int, GaugeUsed]:
    """The gauges by id as a test on a day reads them."""
    return {row.id: row.used_on(on) for row in rows}


def _view(row: Gauge) -> GaugeView:
    return GaugeView(
        id=row.id,
        serial=row.serial,
        kind=GaugeKind(row.kind),
        maker=row.maker,
        reads_to=row.reads_to,
        retired_on=row.retired_on,
        calibrations=tuple(
            Calibration(one.calibrated_on, one.certificate, one.by_whom, one.attachment_id)
            for one in row.calibrations
        ),
    )


def _gauge(session: Session, gauge_id: int) -> Gauge:
    row = session.get(Gauge, gauge_id)
    if row is None:
        raise UserError("That gauge is not in the register. Refresh the list (F5) and choose it again.")
    return row


def _newest_file(session: Session, gauge_id: int) -> int:
    statement = (
        select(Attachment.id)
        .where(Attachment.subject == SUBJECT, Attachment.subject_id == gauge_id)
        .order_by(Attachment.id.desc())
    )
    return session.scalars(statement.limit(1)).one()
