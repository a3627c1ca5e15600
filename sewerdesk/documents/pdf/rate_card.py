"""The rate card for the public: every rate with its authority and day, and worked examples from those very rates."""

from dataclasses import dataclass

from sewerdesk.documents.pdf.kit import Column, Grid, Heading, LetterDocument, Para, Together, letter_pdf
from sewerdesk.documents.pdf.letterhead import Letterhead

TEMPLATE = "rate-card"
VERSION = "1"
_RATES = (Column("Charge", 1.65), Column("Rate", 2.75), Column("In force since, by", 2.1))
_EXAMPLE = (Column("Charge", 1.9), Column("How it comes about", 3.6), Column("Amount", 1.0, "right"))


@dataclass(frozen=True, slots=True)
class CardRate:
    """One charge of a class: its title, the rate in words, and since when by which act."""

    charge: str
    words: str
    authority: str


@dataclass(frozen=True, slots=True)
class CardClass:
    """A class of accounts with what it pays."""

    title: str
    rates: tuple[CardRate, ...]


@dataclass(frozen=True, slots=True)
class CardExample:
    """A worked example: charge, how it comes about, amount; and the total as printed."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    total: str


@dataclass(frozen=True, slots=True)
class RateCard:
    """Everything that the card prints; ``notes`` are the office's rules of rounding, days and payment."""

    letterhead: Letterhead
    effective: str
    printed: str
    classes: tuple[CardClass, ...]
    examples: tuple[CardExample, ...]
    notes: tuple[str, ...] = ()


def rate_card_pdf(card: RateCard) -> bytes:
    """The PDF of the card. ``UserError`` names it if a sign has no glyph."""
    body: list[Heading | Para | Together] = []
    for one in card.classes:
        rows = tuple((rate.charge, rate.words, rate.authority) for rate in one.rates)
        body.append(Together((Heading(one.title), Grid(_RATES, rows))))
    told = "Each example is a bill for one whole quarter, priced by the rates above; amounts are dollars."
    for number, example in enumerate(card.examples, 1):
        head = (Heading("Worked examples"), Para(told)) if number == 1 else ()
        grid = Grid(_EXAMPLE, example.lines, total=("Total for the quarter", "", example.total))
        body.append(Together((*head, Para(f"{number}. {example.title}"), grid)))
    if card.notes:
        body.append(Together((Heading("How bills are worked out"), *(Para(note) for note in card.notes))))
    document = LetterDocument(
        title="Sewer rates",
        document_no="",
        letterhead=card.letterhead,
        body=tuple(body),
        template=TEMPLATE,
        version=VERSION,
        printed=card.printed,
        reference=(("Rates as of", card.effective),),
        headline="Sewer rates",
    )
    return letter_pdf(document)
