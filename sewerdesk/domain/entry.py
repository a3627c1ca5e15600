"""What a clerk types, turned into values: strict parsers whose errors are one plain sentence each.

Identifiers (ZIP, phone, tax map number) stay text: nothing that may start with a zero becomes a number.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.entry_dates import (
    DATE_KEYS,
    describe_date,
    format_date,
    parse_date,
    shift_months,
    step_date,
)
from sewerdesk.domain.entry_money import LARGEST_AMOUNT, AmountEntry, parse_amount, read_amount
from sewerdesk.domain.errors import UserError

__all__ = [
    "DATE_KEYS",
    "LARGEST_AMOUNT",
    "AmountEntry",
    "Answer",
    "ChecklistAnswer",
    "PrintKey",
    "clean_text",
    "describe_date",
    "format_date",
    "format_decimal",
    "parse_amount",
    "parse_date",
    "parse_decimal",
    "parse_phone",
    "parse_print_key",
    "parse_whole",
    "parse_zip",
    "read_amount",
    "shift_months",
    "step_date",
]

_WHOLE = re.compile(r"-?(?:[0-9]{1,15}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4})")
_DECIMAL = re.compile(r"-?(?:[0-9]{1,15}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4})?(?:\.[0-9]*)?")
_PHONE = re.compile(
    r"(?P<number>[0-9().\-\s+]+?)\s*(?:(?:extension|ext\.?|x|#)\s*(?P<ext>[0-9]{1,6}))?", re.IGNORECASE
)
_ZIP = re.compile(r"([0-9]{5})(?:[-\s]*([0-9]{4}))?")
_PRINT_KEY = re.compile(
    r"(?P<section>[0-9]{1,3})(?:\.(?P<subsection>[0-9]{0,3}))?-(?P<block>[0-9]{1,4})"
    r"-(?P<lot>[0-9]{1,3})(?:\.(?P<sublot>[0-9]{0,3}))?(?:[-/](?P<suffix>[0-9A-Z]{1,4}))?"
)
_INVISIBLE = frozenset("\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Answer(StrEnum):
    """The answer to one item of a checklist."""

    YES = "yes"
    NO = "no"
    NOT_APPLICABLE = "na"


@dataclass(frozen=True, slots=True)
class ChecklistAnswer:
    """One item of a checklist by its key; ``None`` while nobody has answered it."""

    key: str
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class PrintKey:
    """A tax map number in its printed form and as parts; the county's own SBL is authoritative."""

    text: str
    section: str
    subsection: str
    block: str
    lot: str
    sublot: str
    suffix: str

    @property
    def key(self) -> str:
        """The 20-character form (section 3, subsection 3, block 4, lot 3, sublot 3, suffix 4).

        For searching and checking only: counties differ in how they fill with zeros, so no file is written
        from it.
        """
        return (
            self.section.zfill(3)
            + self.subsection.zfill(3)
            + self.block.zfill(4)
            + self.lot.zfill(3)
            + self.sublot.zfill(3)
            + self.suffix.zfill(4)
        )


def clean_text(text: str, *, multiline: bool = False) -> tuple[str, int]:
    """The text without characters that no printer prints, and how many were dropped.

    Line ends and tabs become spaces in a single line; in several lines, every line end becomes a line feed
    and tabs stay. Neither is counted as dropped.
    """
    unified = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n").replace("\u2028", "\n")
    if not multiline:
        unified = unified.replace("\n", " ").replace("\t", " ")
    kept = [mark for mark in unified if mark in "\n\t" or not _is_unprintable(mark)]
    return "".join(kept), len(unified) - len(kept)


def _is_unprintable(mark: str) -> bool:
    return mark in _INVISIBLE or unicodedata.category(mark) in ("Cc", "Cs")


def parse_whole(text: str, *, minimum: int | None = None, maximum: int | None = None) -> int:
    """A whole number within ``minimum`` and ``maximum`` (both allowed); ``UserError`` otherwise."""
    typed = text.replace("\u2212", "-").strip()
    if not _WHOLE.fullmatch(typed):
        raise UserError("Type a whole number, for example 12.")
    value = int(typed.replace(",", ""))
    _require_range(Decimal(value), minimum, maximum)
    return value


def parse_decimal(
    text: str,
    *,
    places: int,
    minimum: Decimal | int | None = None,
    maximum: Decimal | int | None = None,
) -> Decimal:
    """A number with at most ``places`` decimals within the bounds; ``UserError`` otherwise."""
    typed = text.replace("\u2212", "-").strip()
    if not _DECIMAL.fullmatch(typed) or not any(mark.isdigit() for mark in typed):
        raise UserError("Type a number, for example 12.5.")
    if len(typed.partition(".")[2]) > places:
        word = "decimal" if places == 1 else "decimals"
        raise UserError(
            f"Type at most {places} {word}." if places else "Type a whole number, for example 12."
        )
    value = Decimal(typed.replace(",", ""))
    _require_range(value, minimum, maximum)
    return value or abs(value)


def format_decimal(value: Decimal) -> str:
    """A number as fields show it: grouped thousands, no zeros after the last decimal that counts."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _require_range(value: Decimal, minimum: Decimal | int | None, maximum: Decimal | int | None) -> None:
    low = None if minimum is None else format_decimal(Decimal(minimum))
    high = None if maximum is None else format_decimal(Decimal(maximum))
    too_low = minimum is not None and value < minimum
    too_high = maximum is not None and value > maximum
    if not (too_low or too_high):
        return
    if low is not None and high is not None:
        raise UserError(f"Type a number from {low} to {high}.")
    raise UserError(f"Type a number of {low} or more." if too_low else f"Type a number of {high} or less.")


def parse_phone(text: str) -> str:
    """A telephone number of ten digits as ``(518) 555-0123``, with ``ext. 4`` where one was typed."""
    found = _PHONE.fullmatch(text.strip())
    digits = re.sub(r"[^0-9]", "", found["number"]) if found else ""
    if len(digits) == 11 and digits.startswith("1"):
        digits = digits[1:]
    if len(digits) == 7:
        raise UserError("Type the area code too, for example 518-555-0123.")
    if found is None or len(digits) != 10 or digits[0] in "01" or digits[3] in "01":
        raise UserError("Type a telephone number of ten digits, for example 518-555-0123.")
    number = f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"
    return f"{number} ext. {found['ext']}" if found["ext"] else number


def parse_zip(text: str) -> str:
    """A ZIP code as ``12836`` or ``12836-0042``; leading zeros stay."""
    found = _ZIP.fullmatch(text.strip())
    if found is None:
        raise UserError("Type a ZIP code of five or nine digits, for example 12836 or 12836-0042.")
    return f"{found[1]}-{found[2]}" if found[2] else found[1]


def parse_print_key(text: str) -> PrintKey:
    """A tax map number such as ``12.13-2-15.1``, taken apart; ``UserError`` where it is none."""
    typed = text.strip().upper()
    found = _PRINT_KEY.fullmatch(typed)
    if found is None:
        raise UserError("Type the tax map number as section-block-lot, for example 12.13-2-15.1.")
    parts = found.groupdict(default="")
    return PrintKey(text=typed, **parts)
