"""A made-up application form with a field of every kind, a store of drafts in memory, and typing by keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.ui.forms.drafts import StoredDraft
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.line_editors import LineEditor
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Lookup, Option, Section, Width
from sewerdesk.ui.forms.view import FormView

TODAY = date(2026, 7, 15)  # a Wednesday
CONTRACTORS = (
    Option(7, "O'Brien & Sons <Plumbing>", "12 Mill St, Hague · bond to 06/30/2027"),
    Option(8, "=1+1 LLC", "PO Box 4, Ticonderoga · no bond on file"),
    Option(9, "Łukasiewicz Excavating", "7 Peña Rd, Silver Bay · bond to 12/31/2026"),
)


class Class(StrEnum):
    """What the building is used for."""

    HOME = "home"
    SHOP = "shop"


@dataclass(frozen=True, slots=True)
class SampleDraft:
    """An application to connect, as typed."""

    owner: str = ""
    phone: str = ""
    zip_code: str = ""
    print_key: str = ""
    contractor: int | None = None
    building: Class | None = None
    hamlet: str | None = None
    is_agent: bool | None = None
    agent: str = ""
    filed: date | None = None
    fee: Decimal | None = None
    units: int | None = None
    pipe_inches: Decimal | None = None
    files: tuple[Path, ...] = ()
    checks: tuple[ChecklistAnswer, ...] = ()
    notes: str = ""
    number: str = "APP-1"


def validate(draft: SampleDraft) -> Mapping[str, str]:
    """One rule over two fields."""
    if draft.fee == 0 and draft.building is Class.SHOP:
        return {"fee": "A shop pays a fee. Enter the fee."}
    return {}


@dataclass
class AddNew:
    """Records a new contractor on request; answers what the test says."""

    answer: Option | None = None
    asked: list[str] = field(default_factory=list)

    def __call__(self, typed: str) -> Option | None:
        self.asked.append(typed)
        return self.answer


def search_contractors(text: str) -> Sequence[Option]:
    """By any part of the name."""
    return [option for option in CONTRACTORS if text.casefold() in option.title.casefold()]


def resolve_contractor(value: object) -> Option | None:
    """By id."""
    return next((option for option in CONTRACTORS if option.id == value), None)


HAMLETS = tuple(
    Choice(name, name)
    for name in (
        "Hague",
        "Silver Bay",
        "Sabbath Day Point",
        "Graphite",
        "West Hague",
        "Indian Kettles",
        "Forest Bay",
        "Trout House",
        "Cape Cod",
        "Rogers Rock",
        "Peña Corners",
    )
)


def sample_spec(add_new: AddNew | None = None) -> FormSpec[SampleDraft]:
    """The form."""
    contractors = Lookup(search_contractors, resolve=resolve_contractor, add_new=add_new, noun="contractor")
    who = Section(
        "Who applies",
        (
            FieldSpec("owner", "Owner name", required=True, max_len=60),
            FieldSpec("is_agent", "Does an agent apply for the owner?", FieldKind.YES_NO, required=True),
            FieldSpec(
                "agent", "Agent name", required=True, visible_when=lambda draft, _: draft.is_agent is True
            ),
            FieldSpec("phone", "Telephone", FieldKind.PHONE),
            FieldSpec("zip_code", "ZIP code", FieldKind.ZIP, required=True),
            FieldSpec("contractor", "Contractor", FieldKind.LOOKUP, required=True, lookup=contractors),
        ),
        help="As on the paper form, page 1.",
    )
    what = Section(
        "What is connected",
        (
            FieldSpec("print_key", "Tax map number", FieldKind.PRINT_KEY, help="As printed on the tax bill."),
            FieldSpec(
                "building",
                "Building",
                FieldKind.CHOICE,
                required=True,
                choices=(Choice(Class.HOME, "Home"), Choice(Class.SHOP, "Shop", "Needs a grease trap.")),
            ),
            FieldSpec("hamlet", "Hamlet", FieldKind.CHOICE, choices=HAMLETS),
            FieldSpec("units", "Units", FieldKind.WHOLE, required=True, minimum=1, maximum=99),
            FieldSpec("pipe_inches", "Pipe diameter", FieldKind.DECIMAL, unit="inches", places=2, minimum=0),
        ),
    )
    money = Section(
        "Dates, fee and papers",
        (
            FieldSpec("filed", "Filed on", FieldKind.DATE, required=True),
            FieldSpec(
                "due",
                "Must be filed with the clerk within",
                FieldKind.LAW,
                citation="§ 602-B",
                compute=lambda draft, _: "60 days" if draft.filed else "60 days of the filing date",
            ),
            FieldSpec("fee", "Fee", FieldKind.MONEY, required=True, minimum=0, width=Width.MONEY),
            FieldSpec(
                "checks",
                "Papers",
                FieldKind.CHECKLIST,
                choices=(Choice("plan", "Site plan attached"), Choice("flow", "Flow estimate signed")),
            ),
            FieldSpec("files", "Attachments", FieldKind.ATTACHMENTS),
            FieldSpec("notes", "Notes", FieldKind.NOTES, max_len=20_000),
        ),
    )
    return FormSpec(SampleDraft, (who, what, money), validate=validate, verb="submit")


def full_draft() -> SampleDraft:
    """A complete draft with awkward strings."""
    return SampleDraft(
        owner="O'Brien & Sons <Plumbing>",
        phone="(518) 555-0123",
        zip_code="02134",
        print_key="12.13-2-15.1",
        contractor=9,
        building=Class.SHOP,
        hamlet="Peña Corners",
        is_agent=True,
        agent="=1+1 LLC",
        filed=date(2026, 7, 31),
        fee=Decimal("1234.50"),
        units=2,
        pipe_inches=Decimal("6.25"),
        files=(),
        checks=(ChecklistAnswer("plan", Answer.YES), ChecklistAnswer("flow", Answer.NOT_APPLICABLE)),
        notes="Łukasiewicz\nsecond line",
    )


def sample_context(files: Sequence[Path] = ()) -> EditorContext:
    """Editors on the sample's day; the clerk picks the given files."""
    return EditorContext(today=lambda: TODAY, pick_files=lambda: files)


class MemoryStore:
    """Drafts kept in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, StoredDraft] = {}

    def save(self, key: str, *, payload: str, saved_at: datetime) -> None:
        self.kept[key] = StoredDraft(key, payload, saved_at)

    def load(self, key: str) -> StoredDraft | None:
        return self.kept.get(key)

    def delete(self, key: str) -> None:
        self.kept.pop(key, None)

    def list(self) -> Sequence[StoredDraft]:
        return sorted(self.kept.values(), key=lambda each: each.saved_at, reverse=True)


NO_KEYS = Qt.KeyboardModifier.NoModifier


def press(widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_KEYS, text: str = "") -> None:
    """Press one key in a widget."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, modifiers, text))


def type_text(widget: QWidget, text: str) -> None:
    """Type a text into a widget, of any script."""
    for mark in text:
        press(widget, Qt.Key.Key_unknown, text=mark)


def line(form: FormView[SampleDraft], name: str) -> tuple[LineEditor, QLineEdit]:
    """A line editor with the focus in it."""
    editor = form.editor(name)
    assert isinstance(editor, LineEditor)
    editor.focus()
    return editor, editor.edit
