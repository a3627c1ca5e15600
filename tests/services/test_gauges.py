"""The register of test gauges: serial numbers once, calibrations kept, the certificate with its own file."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.gauges import CalibrationDraft, GaugeDraft
from sewerdesk.domain.leaktests import GaugeKind
from sewerdesk.services.attachments import attachment_path
from sewerdesk.services.gauges import (
    calibration_months,
    gauges,
    gauges_in_use,
    record_calibration,
    register_gauge,
    retire_gauge,
)
from sewerdesk.services.workspace import Workspace

GAUGE = GaugeDraft("7731", GaugeKind.PRESSURE, Decimal(15), "Sample Gauge Co.")


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "C-88.pdf"
    path.write_bytes(b"%PDF-1.4 sample")
    return path


@pytest.fixture
def calibration(certificate: Path) -> CalibrationDraft:
    return CalibrationDraft(date(2026, 6, 2), "C-88", "Sample Laboratory", (certificate,))


def test_keep_every_calibration_with_its_certificate(
    ws: Workspace, calibration: CalibrationDraft, certificate: Path
) -> None:
    gauge = register_gauge(ws, draft=GAUGE)
    record_calibration(ws, gauge_id=gauge, draft=calibration)
    later = CalibrationDraft(date(2026, 12, 1), "C-99")
    record_calibration(ws, gauge_id=gauge, draft=later)
    [row] = gauges(ws)
    assert (row.title, [one.certificate for one in row.calibrations]) == (
        "7731, 0 to 15 psi",
        ["C-88", "C-99"],
    )
    first = row.calibrations[0].attachment_id
    assert first is not None
    assert attachment_path(ws, attachment_id=first).read_bytes() == certificate.read_bytes()
    used = row.used_on(date(2026, 11, 30))
    assert (used.calibrated_on, used.certificate_on_file) == (date(2026, 6, 2), True)
    assert used.calibrated_after == date(2026, 12, 1)
    assert row.used_on(date(2026, 6, 1)).calibrated_on is None
    assert row.used_on(date(2026, 12, 1)).certificate_on_file is False


def test_refuse_a_serial_number_twice(ws: Workspace) -> None:
    register_gauge(ws, draft=replace(GAUGE, serial="ab 7"))
    with pytest.raises(FieldErrors, match="Gauge AB 7 is in the register"):
        register_gauge(ws, draft=replace(GAUGE, serial=" AB  7 "))
    with pytest.raises(FieldErrors) as caught:
        register_gauge(ws, draft=GaugeDraft(reads_to=Decimal(0)))
    assert set(caught.value.errors) == {"serial", "kind", "reads_to"}


def test_refuse_a_calibration_to_come_or_twice(ws: Workspace, calibration: CalibrationDraft) -> None:
    gauge = register_gauge(ws, draft=GAUGE)
    with pytest.raises(FieldErrors) as caught:
        record_calibration(
            ws, gauge_id=gauge, draft=replace(calibration, calibrated_on=date(2027, 1, 5), certificate=" ")
        )
    assert caught.value.errors["calibrated_on"].startswith(
        "The gauge cannot have been calibrated on 1/5/2027"
    )
    assert set(caught.value.errors) == {"calibrated_on", "certificate"}
    record_calibration(ws, gauge_id=gauge, draft=calibration)
    with pytest.raises(RuleViolation, match=r"Certificate C-88 of 6/2/2026 is on file for gauge 7731"):
        record_calibration(ws, gauge_id=gauge, draft=calibration)


def test_attach_a_certificate_that_came_later(ws: Workspace, calibration: CalibrationDraft) -> None:
    gauge = register_gauge(ws, draft=GAUGE)
    record_calibration(ws, gauge_id=gauge, draft=replace(calibration, files=()))
    [row] = gauges(ws)
    assert row.standing(date(2027, 1, 4), 12).words == "Certificate not attached"
    record_calibration(ws, gauge_id=gauge, draft=calibration)
    [row] = gauges(ws)
    assert row.standing(date(2027, 1, 4), 12).words == "Good to 6/2/2027"
    assert row.used_on(date(2027, 1, 4)).certificate_on_file


def test_say_how_a_gauge_stands_by_the_policy(ws: Workspace, calibration: CalibrationDraft) -> None:
    """C-10 Hague: 12 months by the office's policy; the day itself still counts."""
    months = calibration_months(ws)
    assert months == 12
    gauge = register_gauge(ws, draft=GAUGE)
    [bare] = gauges(ws)
    assert (bare.standing(date(2027, 1, 4), months).usable, bare.range_words) == (False, "0 to 15 psi")
    record_calibration(ws, gauge_id=gauge, draft=calibration)
    [row] = gauges(ws)
    assert row.standing(date(2027, 6, 2), months).usable is True
    due = row.standing(date(2027, 6, 3), months)
    assert (due.usable, due.words) == (None, "Due since 6/2/2027")


def test_take_a_gauge_out_of_use(ws: Workspace) -> None:
    gauge = register_gauge(ws, draft=GAUGE)
    with pytest.raises(FieldErrors, match="Say why"):
        retire_gauge(ws, gauge_id=gauge, reason=" ")
    retire_gauge(ws, gauge_id=gauge, reason="Dropped")
    [row] = gauges(ws)
    assert row.standing(date(2027, 1, 4), 12).words == "Out of use"
    assert gauges_in_use(ws, on=date(2027, 1, 4)) == ()
    assert gauges_in_use(ws, on=date(2027, 1, 3)) == (row,)
    with pytest.raises(RuleViolation, match="out of use since 1/4/2027"):
        retire_gauge(ws, gauge_id=gauge, reason="Again")
