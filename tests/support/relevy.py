"""A season with a fee and a minimum, begun and certified, for tests of the tax roll."""

from datetime import date
from decimal import Decimal
from io import BytesIO

from pypdf import PdfReader

from sewerdesk.clock import FixedClock
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.relevy import Season, SeasonSettings
from sewerdesk.domain.relevy_views import CertificateView
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.relevy import (
    begin_season,
    freeze_list,
)
from sewerdesk.services.relevy_certify import (
    issue_certificate,
)
from sewerdesk.services.workspace import Workspace
from tests.support.penalties import charge_all, late_office

D = Decimal
CUT_OFF, AFTER = date(2027, 10, 31), date(2027, 11, 1)
SETTINGS = SeasonSettings(
    fee=D("25.00"),
    fee_code="FEE",
    addressee="the Warren County Board of Supervisors",
    collector="the Sample Collector of Taxes",
    district_codes={"": "SS001"},
)
RESOLUTION = "Res. 88 of 2027"


def owing_accounts(ws: Workspace) -> dict[str, int]:
    """Three accounts with a penalty of ten percent: 200.20, 242.00 and 121.00 unpaid on November 1, 2027."""
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(AFTER)
    save_charge_code(ws, code=ChargeCode("FEE", "Tax roll fee", "SS", "2129", 10))
    return accounts


def begin(ws: Workspace, settings: SeasonSettings = SETTINGS) -> Season:
    """The season of the 2028 roll."""
    return begin_season(
        ws, tax_year=2028, cut_off=CUT_OFF, certify_by=AFTER, authority="Sample Local Law 2 of 2020, §9",
        settings=settings,
    )  # fmt: skip


def certify(ws: Workspace, season: Season, layout: str = "") -> CertificateView:
    """Freeze the list as it is and certify it."""
    freeze_list(ws, season_id=season.id)
    return issue_certificate(ws, season_id=season.id, resolution=RESOLUTION, meeting_on=AFTER, layout=layout)


def words(file: PaperFile) -> str:
    """The text of a paper."""
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(file.content)).pages)
