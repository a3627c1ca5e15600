"""The rate card for the public: the rates in force on a day, their acts, and five examples worked by them."""

from datetime import date
from typing import TYPE_CHECKING

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.rates import RateBook
from sewerdesk.domain.rates.examples import card_examples
from sewerdesk.domain.rates.words import version_words
from sewerdesk.services.exports import ListFile
from sewerdesk.services.office_settings import _letterhead, billing_settings
from sewerdesk.services.rates import rate_book, rate_classes

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.rate_card import CardClass

EXAMPLES = 5
ROUNDING = "Each charge is rounded to the cent once, half a cent upward; the total is the sum of the printed charges."
BY_DAYS = (
    "Where an account, its units or a rate begins or ends within a quarter, charges count the days, the first and the "
    "last included, out of the days of that quarter: a minimum, what it includes and the tiers too. The use is shared "
    "by the same days."
)
WHOLE = "The units and the rate of a quarter's last day hold for the whole quarter."
BY_LAW = (
    "Sewer rents are set by the Board by local law or by resolution after a public hearing "
    "(General Municipal Law 452)."
)


def rate_card_file(ws: Workspace, *, on: date) -> ListFile:
    """The card as a PDF; ``UserError`` where no rate is in force on the day."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.pdf.rate_card import CardExample, RateCard, rate_card_pdf

    book = rate_book(ws)
    titles = {one.code: one.title for one in rate_classes(ws)}
    examples = tuple(
        CardExample(
            one.title,
            tuple((line.title, line.words, format_money(line.amount)) for line in one.lines),
            format_money(one.total),
        )
        for one in card_examples(book, on=on, titles=titles, count=EXAMPLES)
    )
    if not examples:
        raise UserError(
            f"No rate is in force on {on:%m/%d/%Y}, so there is no card to print. Adopt the rates first."
        )
    days = BY_DAYS if billing_settings(ws).prorate_by_days else WHOLE
    with ws.read() as session:
        letterhead = _letterhead(session)
    card = RateCard(
        letterhead=letterhead,
        effective=f"{on:%m/%d/%Y}",
        printed=f"{ws.clock.now().astimezone():%m/%d/%Y %I:%M %p}",
        classes=_classes(book, titles, on),
        examples=examples,
        notes=(ROUNDING, days, BY_LAW),
    )
    return ListFile(safe_filename(f"Sewer rates {on:%Y-%m-%d}"), rate_card_pdf(card))


def _classes(book: RateBook, titles: dict[str, str], on: date) -> "tuple[CardClass, ...]":
    from sewerdesk.documents.pdf.rate_card import CardClass, CardRate

    found = []
    for class_code in book.classes:
        order = book.codes_of(class_code)
        held = [one for one in book.versions if one.class_code == class_code and one.holds_on(on)]
        held.sort(key=lambda one: (order.index(one.charge_code), one.district, one.segment))
        if held:
            rates = tuple(
                CardRate(
                    book.charge_code(one.charge_code).title,
                    version_words(one),
                    f"{one.effective_from:%m/%d/%Y}, {one.authority}",
                )
                for one in held
            )
            found.append(CardClass(titles.get(class_code) or f"Class {class_code}", rates))
    return tuple(found)
