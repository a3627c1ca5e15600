"""The day outside, by keyboard: inspections with a test that fails and passes, the account, a violation's notice."""

from datetime import date

from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.violations import CaseState
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.case_pages import list_cases
from sewerdesk.services.inspections import list_inspections
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.cases.list import CasesScreen
from sewerdesk.ui.screens.inspections.leak_form import LeakTestDialog
from sewerdesk.ui.screens.inspections.list import InspectionsScreen
from sewerdesk.ui.screens.today.screen import TodayScreen
from tests.ui.day_support import Day

ARTICLE = "9589071052700000000014"
INSPECTOR = "T. Marrow"


def inspect_the_work(day: Day) -> None:
    """Point 6: call, appointment, visit and report for connection, trench and pipe."""
    day.go_to(date(2027, 1, 11))
    day.clerk.press("Ctrl+7")
    for stage in ("Connection", "Trench", "Pipe"):
        _ask(day, stage)
        _record(day, "Passed")
    done = [(row.number, row.outcome) for row in reversed(list_inspections(day.ws))]
    assert done == [(f"INS-2027-000{number}", Outcome.PASSED) for number in (1, 2, 3)]


def fail_and_repeat_the_test(day: Day) -> None:
    """Point 6: 41 gallons lost where 40.079 are allowed; the re-test waits, and 38.5 pass."""
    clerk = day.clerk
    day.go_to(date(2027, 1, 13))
    _ask(day, "test")
    clerk.press("Ctrl+Shift+R")
    # 25 gal x 8 in x 1,000/5,280 mi + 1.1 gal x 2 manholes = 40.079 gal in 24 hours (law T4)
    assert "lost 41.000 gal where 40.079 gal is allowed" in _measure(day, "41")
    _record(day, "Failed", is_open=True)
    retest = list_inspections(day.ws)[0]
    assert (retest.number, retest.is_retest, retest.is_open) == ("INS-2027-0005", True, True)
    clerk.look("re-test on the list")
    day.go_to(date(2027, 1, 20))
    clerk.press("Up")
    _appoint(day)
    clerk.press("Ctrl+Shift+R")
    assert _measure(day, "38.5") == "Measured 38.500 gal, allowed 40.079 gal: passed."
    _record(day, "Passed", is_open=True)
    assert list_inspections(day.ws)[0].outcome is Outcome.PASSED


def open_the_account(day: Day) -> None:
    """Point 7: the passed final inspection proposes the account; nothing is typed again."""
    clerk = day.clerk
    _ask(day, "Final")
    _record(day, "Passed")
    said = day.screen(InspectionsScreen).pane.banners.sentences()["account"]
    assert said.startswith("Open an account for 26 Birch Cove Lane")
    clerk.press("Ctrl+Shift+O")
    clerk.look("account proposed")
    clerk.save()
    row = next(one for one in list_accounts(day.ws) if one.number == "00001402")
    assert (row.location, row.class_code, f"{row.units:.2f}") == ("26 Birch Cove Lane", "RES", "1.00")


def open_a_case(day: Day) -> None:
    """Point 11: what was seen, when, by whom, and the section picked by a word of it."""
    clerk = day.clerk
    clerk.press("Ctrl+8")
    clerk.press("Ctrl+N")
    clerk.find("Parcel", "35 Heron")
    clerk.fill(("At what time", "940"), ("By whom", INSPECTOR))
    clerk.enter("Title of the observer", "Wastewater Treatment Plant Operator")
    clerk.enter("What was found", "A sump pump in the cellar discharges ground water into the floor drain.")
    clerk.enter("Evidence", "photographs 1 to 3")
    clerk.find("Section that it breaks", "storm cooling")
    clerk.look("case")
    clerk.save()
    [row] = list_cases(day.ws)
    assert (row.number, row.location, row.sections) == ("CAS-2027-0001", "35 Heron Landing Road", "§501B")


def issue_the_notice(day: Day) -> None:
    """Point 11: a notice that lacks a part is not issued; whole, it takes its number and is frozen."""
    clerk, page = day.clerk, day.screen(CasesScreen)
    assert "The notice still lacks" in page.pane.banners.sentences()["missing"]
    clerk.press("Ctrl+Shift+I")
    assert list_cases(day.ws)[0].state is CaseState.OPEN
    clerk.press("Ctrl+Shift+W")
    clerk.enter("Certified mail number", ARTICLE)
    clerk.fill(("By when", "2/10/2027"), ("Enclosures", "3 photographs"), ("Copies to", "None"))
    clerk.save()
    assert "Enter the name of who signs" in clerk.place
    clerk.look("notice lacks its signer")
    clerk.enter("Name of who signs", INSPECTOR)
    clerk.save()
    day.prompter.will_answer(True)
    clerk.press("Ctrl+Shift+I")
    day.read_paper("NOV-2027-0001")
    assert list_cases(day.ws)[0].notice_number == "NOV-2027-0001"


def mail_the_notice(day: Day) -> None:
    """Point 11: certified, the number's check digit watched; Today leads there and shows the answer when it is due."""
    clerk = day.clerk
    clerk.press("Ctrl+1")
    assert [row.item.what for row in day.screen(TodayScreen).rows] == ["Mail NOV-2027-0001"]
    clerk.look("today, to mail")
    clerk.tab_to("Mail NOV-2027-0001")
    clerk.press("Return")
    assert day.desk.context.navigator.current == Route("cases", 1)
    clerk.press("Ctrl+Shift+M")
    clerk.enter("Certified mail number", ARTICLE)
    clerk.look("mailing")
    clerk.save()
    [row] = list_cases(day.ws)
    # 10 days from Wednesday, January 20, is a Saturday: Monday, February 1, by Gen. Constr. Law §25-a
    assert (f"{row.due_on:%m/%d/%Y}", row.due_what) == ("02/01/2027", "Answer due")
    clerk.press("Ctrl+1")
    assert day.screen(TodayScreen).rows == []
    day.go_to(date(2027, 2, 1))
    assert [row.item.what for row in day.screen(TodayScreen).rows] == ["Answer due · CAS-2027-0001"]
    clerk.look("today, answer due")


def _ask(day: Day, stage: str) -> None:
    """Log a call and set its day."""
    clerk = day.clerk
    clerk.press("Ctrl+N")
    clerk.find("Permit", "PER-2027-0001")
    clerk.choose("What is to be inspected", stage)
    clerk.enter("Who asks for it", "the contractor")
    clerk.save()
    _appoint(day)


def _appoint(day: Day) -> None:
    clerk = day.clerk
    clerk.press("Ctrl+Shift+D")
    clerk.fill(("Day", f"{day.clock.today():%m/%d/%Y}"), ("Time", "930"), ("Inspector", INSPECTOR))
    clerk.save()


def _record(day: Day, outcome: str, *, is_open: bool = False) -> None:
    """Record the visit: its outcome, every line of the law answered, and the report that is issued."""
    clerk = day.clerk
    if not is_open:
        clerk.press("Ctrl+Shift+R")
    clerk.choose("Outcome", outcome)
    clerk.fill(("Inspector", INSPECTOR), ("Arrived", "9:35"))
    clerk.tab_to("Left")
    clerk.press("Tab")
    if ": Yes" in clerk.place:
        clerk.answer_all("y")
    clerk.look(f"result {outcome}")
    clerk.save()
    day.read_paper("Inspection and Test Report")


_EXFILTRATION = (
    ("Diameter of", "8"),
    ("Length of", "1000"),
    ("Manholes in the section", "2"),
    ("Full since", "{filled}"),
    ("Full since, time", "800"),
    ("First measured on", "{read}"),
    ("First measured at", "800"),
    ("Time measured", "24"),
    ("Water added", "{gallons}"),
    ("Water above the top", "6"),
    ("Groundwater above", "-2"),
    ("Water at the downstream", "9"),
    ("Below the top of the", "12"),
    ("Approval of this test", "Letter 7"),
    ("Approved on", "1/4/2027"),
    ("Supervised by", INSPECTOR),
)


def _measure(day: Day, gallons: str) -> str:
    """Enter the measured values of a 24-hour test; the verdict that follows them as they are typed."""
    clerk, last = day.clerk, day.clock.today()
    clerk.press("Ctrl+T")
    clerk.pick("Exfiltration")
    clerk.fill(("Part that was tested", "Manhole 14 to manhole 16"))
    days = {"filled": f"1/{last.day - 2}/2027", "read": f"1/{last.day - 1}/2027", "gallons": gallons}
    clerk.fill(*((field, value.format(**days)) for field, value in _EXFILTRATION))
    clerk.tab_to("Trapped air released")
    clerk.answer_all("y")
    clerk.enter("Other measuring device", "no. 7731, calibrated this month")
    form = clerk.front
    assert isinstance(form, LeakTestDialog)
    result = form.verdict.result
    assert result is not None
    clerk.look("leakage test")
    clerk.save()
    return result.reason
