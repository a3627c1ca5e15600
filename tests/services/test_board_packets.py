"""The board packet: the figures of existing reports in one paper."""

from datetime import date
from decimal import Decimal
from io import BytesIO

from pypdf import PdfReader

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.services.adjustments import post_adjustment
from sewerdesk.services.board_packets import board_packet, board_packet_file
from sewerdesk.services.runs import list_runs
from sewerdesk.services.workspace import Workspace
from tests.support.penalties import charge_all, late_office

D = Decimal


def test_board_packet_shows_the_run_and_what_the_board_must_know(ws: Workspace) -> None:
    """182.00, 220.00 and 110.00 billed; 51.20 of penalties; a leak credit of 20.00 that waits for approval."""
    late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    leak = AdjustmentDraft(
        account="1042",
        amount=D("-20.00"),
        reason="Leak",
        requested_by="Mary Bell",
        on=date(2027, 2, 2),
        note="Pipe",
    )
    post_adjustment(ws, draft=leak)
    [run] = list_runs(ws)
    parts = board_packet(ws, run_id=run.run_id)
    figures = {row.cells[0]: row.cells[1:] for row in parts[0].rows}
    assert figures["Accounts billed"] == (3, D("512.00"))
    assert figures["Penalties and interest since 10/01/2026"] == (3, D("51.20"))
    assert figures["Acts that wait for approval"] == (1, None)
    assert [row.cells[:1] + row.cells[3:] for row in parts[1].body.groups[0].rows] == [
        ("OM", 3, D("347.50")),
        ("USE", 1, D("104.50")),
        ("DEBT", 3, D("60.00")),
    ]
    assert [row.cells[-1] for row in parts[1].body.groups[1].rows] == [D("182.00"), D("330.00")]
    assert parts[2].count == 1  # all new accounts
    assert parts[3].totals[-1] is not None
    assert all(part.faults == () for part in parts)
    file = board_packet_file(ws, run_id=run.run_id)
    texts = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(file.content)).pages]
    assert f"page 1 of {len(texts)}" in texts[0]
    assert f"page {len(texts)} of {len(texts)}" in texts[-1]
    assert "Board packet" in texts[0]
