"""Every text field takes whatever is typed and gives it back whole, or refuses it in a sentence; so do the papers."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from sewerdesk.data.models.receipt import Receipt
from sewerdesk.data.models.violation import ViolationCase
from sewerdesk.documents.xlsx.billing_register import RegisterRow, billing_register
from sewerdesk.documents.xlsx.kit import About
from sewerdesk.domain.applications import ApplicationDraft
from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, SewerdeskError
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.domain.violations import CaseDraft, ObservedFact
from sewerdesk.services.accounts import account_view, hold_account, list_accounts
from sewerdesk.services.applications import application_view, save_application_draft
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.contractors import contractor_draft, register_contractor
from sewerdesk.services.law import law_of
from sewerdesk.services.offices import office_profile, save_office_profile
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.parties import add_party, party_view
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.searching import find
from sewerdesk.services.violations import open_case
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.counter import parcel

AWKWARD = {
    "markup": "O'Brien & Sons <Plumbing>",
    "accent": "Peña",
    "stroke": "Łukasiewicz",
    "formula": "=1+1 LLC",
    "command": "@SUM(A1)|cmd",
    "quotes": "\"double\" 'single' `back` “curly”",
    "sql": "Robert'); DROP TABLE account; --",
    "percent": "100% %s {0} $x \\n",
    "emoji": "Jo 🚽👩‍🔧 Mayer",
    "hebrew": "שלום עולם",
    "arabic": "نص عربي",
    "direction": "abc\u202edef\u2066ghi",
    "nul": "before\0after",
    "control": "bell\a escape\x1b[31m",
    "lines": "first\nsecond\r\nthird",
    "tabs": "a\tb\u00a0c\u2028d",
    "combining": "e\u0301" + "\u0332" * 30,
    "half": "half a symbol \ud83d here",
    "long": "Wörd " * 2000,
    "unbroken": "x" * 10_000,
    "blank": " \t ",
}
PRINTABLE = (
    "markup",
    "accent",
    "stroke",
    "formula",
    "command",
    "quotes",
    "sql",
    "percent",
    "lines",
    "long",
    "nul",
)
UNPRINTABLE = ("emoji", "hebrew", "arabic")

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Form:
    """A form's text fields, and how what is typed in them is saved and read back."""

    names: tuple[str, ...]
    save: Callable[[Workspace, Texts], Texts]


def text_fields(draft: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(draft) if field.type in ("str", str))


def _new_account(ws: Workspace) -> int:
    number = len(list_accounts(ws)) + 1
    return open_account(ws, number=f"{number:08d}", name="Ann Lee", print_key=f"7.7-{number}")


def save_party(ws: Workspace, texts: Texts) -> Texts:
    draft = PartyDraft(**{"name": "Ann Lee", **texts})  # type: ignore[arg-type]
    view = party_view(ws, party_id=add_party(ws, draft=draft))
    return {"name": view.name, "phone": view.phone, "email": view.email, **asdict(view.address)}


def save_contractor(ws: Workspace, texts: Texts) -> Texts:
    draft = ContractorDraft(**{"name": f"Diggers {len(texts)} {min(texts)}", **texts})  # type: ignore[arg-type]
    found, _ = contractor_draft(ws, contractor_id=register_contractor(ws, draft=draft))
    return asdict(found)


def save_application(ws: Workspace, texts: Texts) -> Texts:
    draft = replace(ApplicationDraft(owner_name="Ann Lee"), **texts)  # type: ignore[arg-type]
    view = application_view(ws, application_id=save_application_draft(ws, draft=draft))
    return {name: str(getattr(view.draft, name)) for name in texts}


def save_receipt(ws: Workspace, texts: Texts) -> Texts:
    number = account_view(ws, account_id=_new_account(ws)).row.number
    base = ReceiptDraft(
        payer="Ann Lee",
        received_on=ws.clock.today(),
        tender=Tender.CHECK,
        amount=Decimal("10.00"),
        lines=(ReceiptLine(Purpose.ACCOUNT, number, Decimal("10.00")),),
        check_number="1001",
    )
    posted = enter_receipt(ws, draft=replace(base, **texts))  # type: ignore[arg-type]
    with ws.read() as session:
        row = session.get_one(Receipt, posted.receipts[0].id)
        return {"payer": row.payer, "check_number": row.check_number, "bank": row.bank}


def save_case(ws: Workspace, texts: Texts) -> Texts:
    law = law_of(ws)
    place = parcel(ws, print_key=f"8.8-{len(list_parcels(ws))}")
    draft = CaseDraft(
        parcel_id=place,
        observed_on=ws.clock.today(),
        observed_by=texts.get("observed_by", "R. Smith"),
        observer_title=texts.get("observer_title", "Inspector"),
        facts=(ObservedFact(texts.get("fact", "Water ran from the pipe."), texts.get("evidence", "")),),
        violation_keys=(law.violations[0].key,),
    )
    case_id = open_case(ws, draft=draft, note=texts.get("note", ""))
    with ws.read() as session:
        case = session.get_one(ViolationCase, case_id)
        return {
            "observed_by": case.observed_by,
            "observer_title": case.observer_title,
            "fact": case.facts[0]["fact"],
            "evidence": case.facts[0]["evidence"],
            "note": case.note,
        }


def save_letterhead(ws: Workspace, texts: Texts) -> Texts:
    save_office_profile(ws, profile=replace(office_profile(ws), **texts))  # type: ignore[arg-type]
    return {name: getattr(office_profile(ws), name) for name in texts}


def save_hold(ws: Workspace, texts: Texts) -> Texts:
    account = _new_account(ws)
    hold_account(ws, account_id=account, reason=texts["reason"], since=date(2027, 1, 1), until=None)
    return {"reason": account_view(ws, account_id=account).holds[-1].value}


#: Shown beside the contractor that was chosen, and kept as that contractor.
NOT_TYPED = ("contractor_name",)
FORMS = {
    "party": Form(text_fields(PartyDraft), save_party),
    "contractor": Form(text_fields(ContractorDraft), save_contractor),
    "application": Form(
        tuple(name for name in text_fields(ApplicationDraft) if name not in NOT_TYPED), save_application
    ),
    "receipt": Form(("payer", "check_number", "bank"), save_receipt),
    "case": Form(("observed_by", "observer_title", "fact", "evidence", "note"), save_case),
    "letterhead": Form(
        ("department", "street", "po_box", "city", "phone", "email", "hours"), save_letterhead
    ),
    "hold": Form(("reason",), save_hold),
}


def refusal_or_kept(form: Form, ws: Workspace, texts: Texts) -> str:
    """The sentence of a refusal; empty where every text came back as typed, blanks at its ends aside."""
    try:
        found = form.save(ws, texts)
    except FieldErrors as refused:
        return " ".join(refused.errors.values())
    except SewerdeskError as refused:
        return refused.message
    for name, typed in texts.items():
        assert found[name] in (typed, typed.strip()) or (
            found[name].splitlines() == typed.strip().splitlines()
        ), name
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_text_is_kept_whole_or_refused_in_a_sentence(ws: Workspace, name: str) -> None:
    adopt_sample_rates(ws)
    form = FORMS[name]
    for text in AWKWARD.values():
        if refusal_or_kept(form, ws, dict.fromkeys(form.names, text)):
            for field in form.names:  # one of them was refused: then each stands for itself
                sentence = refusal_or_kept(form, ws, {field: text})
                assert not sentence or (len(sentence.split()) > 2 and sentence[-1] in ".!?")


SETUP = RunSetup(Quarter(2026, 4), date(2027, 1, 1), date(2027, 1, 31), date(2027, 1, 10))


@pytest.fixture
def rated(ws: Workspace) -> Workspace:
    adopt_sample_rates(ws)
    return ws


def test_bills_print_every_awkward_name(rated: Workspace) -> None:
    for number, kind in enumerate(PRINTABLE):
        open_account(
            rated,
            number=f"{number:08d}",
            name=AWKWARD[kind],
            print_key=f"1-{number}",
            street=AWKWARD[kind][:60],
        )
    run = post_run(rated, setup=SETUP, expected=preview_run(rated, setup=SETUP))
    content = bills_file(rated, run_id=run.run_id, order=BillOrder.ACCOUNT).content
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]
    assert len(pages) == len(PRINTABLE)
    for kind, page in zip(PRINTABLE, pages, strict=True):
        if kind not in ("long", "nul"):
            assert " ".join(AWKWARD[kind].split()) in page
    assert b"/JavaScript" not in content


@pytest.mark.parametrize("kind", UNPRINTABLE)
def test_bills_refuse_what_cannot_be_printed_before_anything_is_posted(rated: Workspace, kind: str) -> None:
    open_account(rated, number="00000001", name=AWKWARD[kind], print_key="1-1")
    preview = preview_run(rated, setup=SETUP)
    assert "Account 00000001" in preview.blocking[0].sentence
    with pytest.raises(SewerdeskError, match="cannot be posted"):
        post_run(rated, setup=SETUP, expected=preview)


def test_sheet_holds_every_awkward_text_as_text() -> None:
    zero = Decimal("0.00")
    texts = [text for kind, text in AWKWARD.items() if kind != "blank"]
    rows = [
        RegisterRow(
            account=f"{number:08d}",
            owner=text,
            service_address=text,
            tax_map_no=text,
            district=text,
            rate_class=text,
            units=Decimal(1),
            bill_no=text,
            due_date=date(2027, 1, 31),
            previous_read=text,
            present_read=text,
            estimated=False,
            usage=None,
            previous_balance=zero,
            payments=zero,
            adjustments=zero,
            fixed_charges=zero,
            usage_charges=zero,
            debt_charges=zero,
            other_charges=zero,
            current_charges=zero,
            total_due=zero,
            note=text,
        )
        for number, text in enumerate(texts)
    ]
    about = About("Register", "Town of Hague", date(2027, 1, 1), "01/01/2027")
    sheet = load_workbook(BytesIO(billing_register(rows, about=about))).worksheets[0]
    for line, text in enumerate(texts, start=2):
        cell = sheet.cell(line, 2)
        assert cell.data_type == "s"
        shown = str(cell.value)
        if text.isprintable():
            assert shown == text
        else:  # what a sheet's file format cannot hold is left out, nothing else
            assert [c for c in shown if c.isalnum()] == [c for c in text if c.isalnum()][: len(shown)]


def test_search_takes_whatever_is_typed(rated: Workspace) -> None:
    open_account(rated, number="00000001", name="O'Brien & Sons", print_key="1-1")
    for text in AWKWARD.values():
        assert len(find(rated, typed=text)) <= 2
