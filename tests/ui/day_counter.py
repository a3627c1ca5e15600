"""The day at the counter, by keyboard: the spreadsheets, a contractor, an application, its fees, the permit."""

import re

from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.verdicts import Answer, Verdict
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.applications import list_applications
from sewerdesk.services.contractors import list_contractors
from sewerdesk.services.papers import paper_file
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.permits import list_permits, permit_view
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.sample import SAMPLE_FILES
from sewerdesk.ui.screens.applications.list import PermitsScreen
from sewerdesk.ui.screens.applications.permit_page import PermitPage
from sewerdesk.ui.screens.contractors.list import ContractorsScreen
from sewerdesk.ui.screens.imports.screen import ImportScreen
from sewerdesk.ui.widgets.citation import CitationLink
from tests.ui.day_support import Day, sit_down

#: What Hague asks of a policy (§408(2)), by coverage and limit.
LIMITS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Employer's liability", ()),
    ("Personal injury liability", (("each occurrence", "500,000"), ("aggregate", "500,000"))),
    ("Property damage liability", (("all damages during", "500,000"),)),
    ("Automobile liability: bodily injury", (("each person", "300,000"), ("each occurrence", "500,000"))),
    ("Automobile liability: property damage", (("each occurrence", "500,000"),)),
    ("Business excess liability", (("amount of insurance", "2,000,000"),)),
)
CONTRACTOR = "Adirondack Sewer & Water <Łukasiewicz>"


def try_the_sample(day: Day) -> None:
    """Point 1, the short way: the sample office, left empty."""
    clerk = day.clerk
    clerk.look("start")
    clerk.tab_to("Try the sample office")
    day.prompter.will_answer(False)
    clerk.press("Return")
    sit_down(day)
    clerk.look("first page")
    assert list_parcels(day.ws) == ()


def import_the_files(day: Day) -> None:
    """Point 2: parcels, accounts and two quarters of readings from the folder that came with the sample."""
    clerk = day.clerk
    clerk.press("Ctrl+K")
    clerk.write("import")
    clerk.press("Return")
    page = day.screen(ImportScreen)
    for name, said in (
        ("parcels.xlsx", "436 parcels"),
        ("accounts.xlsx", "401 accounts"),
        ("readings-2026Q3.csv", "67 readings"),
        ("readings-2026Q4.csv", "66 readings"),
    ):
        _look_at_file(day, name)
        assert clerk.place == f"Import {said}"
        clerk.look(f"preview {name}")
        clerk.press("Return")
        assert f"{said} imported from {name}." in page.file_step.banners.sentences()["done"]
    assert (len(list_parcels(day.ws)), len(list_accounts(day.ws))) == (436, 401)
    assert "=1+1 LLC" in {row.owner for row in list_parcels(day.ws)}
    _look_at_file(day, "parcels.xlsx")
    assert "This very file was imported on" in page.file_step.banners.sentences()["again"]
    assert not page.wizard.next_button.isEnabled(), "nothing is imported twice"
    clerk.look("imported before")


def list_what_is_rejected(day: Day) -> None:
    """Point 2: a row that cannot be is named with its column and reason, and saved as a sheet."""
    clerk, page = day.clerk, day.screen(ImportScreen)
    clerk.press("Alt+B")
    clerk.press("Alt+B")
    bad = day.folder / "readings.csv"
    bad.write_text("account,meter,read_date,reading\n00001005,00002779,28.13.2026,7\n", encoding="utf-8")
    clerk.tab_to("Choose a file")
    day.prompter.will_answer(bad)
    clerk.press("Return")
    clerk.press("Alt+N")
    clerk.press("Alt+N")
    [reject] = page.check_step.rejects.model.all_rows
    assert (reject.row, reject.column, reject.value) == (2, "read_date", "28.13.2026")
    clerk.look("rejected row")
    day.prompter.will_answer(day.folder / "rejected.xlsx")
    clerk.press("Alt+S")
    assert (day.folder / "rejected.xlsx").exists()


def register_a_contractor(day: Day) -> None:
    """Point 3: bond and insurance as the law asks; each thing filed is one less that the card misses."""
    clerk = day.clerk
    clerk.press("Ctrl+6")
    clerk.press("Ctrl+N")
    clerk.fill(("Legal name", CONTRACTOR), ("Telephone", "5185550177"), ("House number", "12 Mill St"))
    clerk.fill(("City", "Hague"), ("State", "NY"), ("ZIP code", "12836"))
    clerk.look("new contractor")
    clerk.save()
    [row] = list_contractors(day.ws)
    assert (row.name, row.answer) == (CONTRACTOR, Answer.NO)
    assert clerk.place == "Contractors", "the keyboard is on the new row"
    clerk.press("Ctrl+B")
    clerk.fill(("Surety", "Lake Sample Surety Company"), ("Bond number", "B-001001"))
    clerk.fill(("Amount", "5,000.00"), ("First day in force", "12/1/2026"))
    clerk.answer("Is it continuous?", "y")
    clerk.answer("revoked at any time", "y")
    clerk.answer("Is the original on file?", "y")
    clerk.look("bond")
    clerk.save()
    for number, (coverage, limits) in enumerate(LIMITS):
        _file_insurance(day, number, coverage, limits)
    standing = _standing(day)
    assert standing is not None
    assert [line.citation for line in standing.failing] == [
        "Workers' Compensation Law §57",
        "Workers' Compensation Law §220(8)",
    ]


def prove_the_coverage(day: Day) -> None:
    """Point 3: an ACORD form proves nothing and says why; the State's forms turn the card to yes."""
    clerk = day.clerk
    _file_proof(day, "Workers' compensation", "ACORD", "W-0")
    standing = _standing(day)
    assert standing is not None
    assert standing.answer is Answer.NO
    assert "does not let a municipality take it as proof" in standing.failing[0].on_file
    clerk.look("ACORD is no proof")
    _file_proof(day, "Workers' compensation", "C-105.2", "W-1")
    _file_proof(day, "Disability", "DB-120.1", "D-1")
    standing = _standing(day)
    assert standing is not None
    assert standing.answer is Answer.YES
    clerk.look("may work")


def take_an_application(day: Day) -> None:
    """Point 4: the form for the first parcel without an account; only what the counter asks is typed."""
    clerk = day.clerk
    bare = next(row for row in list_parcels(day.ws) if not row.accounts and row.in_district)
    clerk.press("Ctrl+5")
    clerk.press("Ctrl+N")
    clerk.choose("Class of permit", "Class 1")
    clerk.choose("Kind of work", "New connection")
    clerk.find("Parcel", bare.print_key)
    clerk.enter("Owner's telephone", "5185550161")
    clerk.choose("Capacity of the applicant", "The owner")
    clerk.answer("Does the owner do the work?", "n")
    clerk.find("Contractor", "adiron")
    clerk.fill(("Use", "One-family dwelling"), ("Dwelling units", "1"))
    clerk.answer("Does the building lateral serve", "n")
    clerk.enter("Estimated flow", "330")
    clerk.enter("Units to be billed", "1.00")
    clerk.choose("Rate class", "By unit")
    clerk.choose("Kind of building lateral", "A new one")
    clerk.fill(("Diameter", "4"), ("Pipe material", "PVC SDR-35"), ("Length", "60"), ("Slope", "0.25"))
    clerk.answer("Will any of the work", "y")
    clerk.choose("Keeper of the highway", "The municipality's")
    clerk.fill(("Highway permit", "HW-12"), ("Given on", "1/4/2027"))
    clerk.fill(("Name of the signer", bare.owner), ("Day of the signature", "1/4/2027"))
    clerk.look("application")
    clerk.save()
    [row] = list_applications(day.ws)
    assert (row.number, row.owner, row.print_key) == ("APP-2027-0001", bare.owner, bare.print_key)
    day.screen(PermitsScreen)


def remove_the_hindrances(day: Day) -> None:
    """Point 4: what stands in the way, each with its section; fees receipted, the approvals recorded."""
    clerk, page = day.clerk, day.screen(PermitsScreen)
    clerk.press("F7")
    assert "4 things stand in the way" in page.pane.banners.sentences()["refused"]
    card = page.pane.card
    assert card is not None
    sections = [link.text() for link in card.findChildren(CitationLink) if link.isVisibleTo(card)]
    assert sections == ["§501A", "§§201, 502", "§502", "§§501A, 502", "§402A"]
    clerk.look("hindrances")
    clerk.press("F8")
    clerk.fill(("Check number", "0123"), ("Bank number", "50-1234"))
    clerk.look("fees")
    clerk.save()
    day.read_paper("Receipt REC-2027-0001")
    [receipt] = list_receipts(day.ws)
    assert (
        f"{receipt.amount}" == "575.00"
    )  # the sample's connection charge of 500.00 and inspection fee of 75.00
    clerk.press("Ctrl+Shift+A")
    clerk.choose("Officer who decided", "Wastewater Treatment Plant Operator")
    clerk.fill(("Name", "T. Marrow"), ("Letter", "Memo 5"))
    clerk.save()
    clerk.tab_to("Record the approval")
    clerk.press("Return")
    clerk.enter("Letter", "Stamp 7")
    clerk.save()
    assert "Page, scrolls" in clerk.place, "the keyboard stays on the card that says yes now"


def issue_the_permit(day: Day) -> None:
    """Point 5: number, both clocks with their rule, the frozen paper, and its filing."""
    clerk, page = day.clerk, day.screen(PermitsScreen)
    clerk.press("F7")
    clerk.write("Bed the pipe in at least 6 inches of crushed stone.")
    clerk.save()
    day.read_paper("PER-2027-0001")
    [row] = list_permits(day.ws)
    assert (row.number, row.state) == ("PER-2027-0001", PermitState.IN_FORCE)
    assert page.pane.current_tab == "permit"
    clocks = [
        (f"{one.effective:%m/%d/%Y}", one.citation) for one in permit_view(day.ws, permit_id=row.id).clocks
    ]
    # 60 days from Monday, January 4, 2027, and two years on the same day (law)
    assert clocks == [("03/05/2027", "§602B [502B], Art. 5"), ("01/04/2029", "§602B [502B], Art. 5")]
    paper = paper_file(day.ws, paper_id=permit_view(day.ws, permit_id=row.id).papers[0].id)
    assert re.fullmatch("[0-9a-f]{64}", paper.row.sha256)
    clerk.look("both clocks")
    clerk.press("Ctrl+Shift+F")
    clerk.fill(("Book and page", "Book 12, page 34"), ("Name of who received it", "Sample Clerk"))
    clerk.save()
    assert [one.key for one in permit_view(day.ws, permit_id=row.id).running] == ["expire"]
    clerk.press("Ctrl+K")
    clerk.write("PER-2027-0001")
    clerk.press("Return")
    day.qtbot.waitUntil(lambda: isinstance(day.desk.window.current_screen, PermitPage))
    assert clerk.place == "Page, scrolls with the arrow keys"
    clerk.look("permit found by its number")


def _look_at_file(day: Day, name: str) -> None:
    """Choose a file, take the columns as they are recognized, and come to what would be imported."""
    clerk = day.clerk
    clerk.tab_to("Choose a file")
    day.prompter.will_answer(day.ws.folder / SAMPLE_FILES / name)
    clerk.press("Return")
    assert clerk.place == "Next"
    clerk.press("Return")
    clerk.press("Alt+N")


def _file_insurance(day: Day, number: int, coverage: str, limits: tuple[tuple[str, str], ...]) -> None:
    """One certificate; what the next has in common with it is filled in already."""
    clerk = day.clerk
    clerk.press("Ctrl+I")
    clerk.choose("Coverage", coverage)
    if number == 0:
        clerk.fill(("Form", "ACORD 25"), ("Insurer", "Northern Mutual Insurance Co."))
    clerk.enter("Policy number", f"NM-{number}")
    if number == 0:
        clerk.fill(("First day in force", "12/1/2026"), ("Last day", "11/30/2027"))
    clerk.fill(*limits)
    if coverage.startswith("Property"):
        clerk.tab_to("Premises and operations")
        clerk.answer_all("y")
    if number == 0:
        clerk.enter("Business days of notice", "5")
    clerk.answer("covers all liabilities", "y")
    if number == 0:
        clerk.fill(("Form approved by", "1/4/2027"), ("Resolution or minute", "Resolution 14"))
        clerk.look("insurance")
    clerk.save()


def _file_proof(day: Day, coverage: str, form: str, number: str) -> None:
    clerk = day.clerk
    clerk.press("Alt+P")
    clerk.choose("Coverage", coverage)
    clerk.choose("Form", form)
    clerk.fill(("Insurer", "State Fund"), ("Policy number", number))
    clerk.fill(("First day in force", "1/1/2027"), ("Last day", "12/31/2027"))
    clerk.save()


def _standing(day: Day) -> Verdict | None:
    shown = day.screen(ContractorsScreen).shown()
    return shown.standing if shown is not None else None
