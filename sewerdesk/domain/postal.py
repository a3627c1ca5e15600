"""Addresses as the Postal Service wants them printed: upper case, no punctuation, the delivery line last.

The form follows USPS Publication 28 ("Postal Addressing Standards"). It is form only: it does not say that an
address exists. The clerk's own spelling stays in the record; what was printed is kept in the issued document.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from sewerdesk.domain.errors import UserError

WINDOW_LINES = 5
"""Lines that the window of a #10 envelope always shows when the sheet is folded at 3.875 inches."""

LINE_WIDTH = 40
"""Characters of a line at 10 points that fit the always visible part of the window."""


def _pairs(text: str) -> Mapping[str, str]:
    """``"LONG=SHORT LONG=SHORT"`` as a mapping; ``_`` stands for a space within a name."""
    return MappingProxyType(
        {long.replace("_", " "): short for long, short in (p.split("=") for p in text.split())}
    )


_SUFFIXES = _pairs(
    "ALLEY=ALY AVENUE=AVE AV=AVE BOULEVARD=BLVD BRIDGE=BRG CENTER=CTR CIRCLE=CIR COURT=CT COVE=CV "
    "CRESCENT=CRES CROSSING=XING DRIVE=DR DRIVEWAY=DR EXPRESSWAY=EXPY EXTENSION=EXT HEIGHTS=HTS HIGHWAY=HWY "
    "HILL=HL ISLAND=IS JUNCTION=JCT KNOLL=KNL LAKE=LK LANDING=LNDG LANE=LN LOOP=LOOP MANOR=MNR MEADOWS=MDWS "
    "MOUNTAIN=MTN ORCHARD=ORCH PARK=PARK PARKWAY=PKWY PATH=PATH PLACE=PL PLAZA=PLZ POINT=PT RIDGE=RDG "
    "ROAD=RD ROUTE=RTE ROW=ROW RUN=RUN SQUARE=SQ STREET=ST STR=ST SUMMIT=SMT TERRACE=TER TRAIL=TRL "
    "TURNPIKE=TPKE VALLEY=VLY VIEW=VW VILLAGE=VLG WALK=WALK WAY=WAY"
)
_SUFFIX_WORDS = frozenset(_SUFFIXES) | frozenset(_SUFFIXES.values())
_DIRECTIONS = _pairs(
    "NORTH=N SOUTH=S EAST=E WEST=W NORTHEAST=NE NORTHWEST=NW SOUTHEAST=SE SOUTHWEST=SW "
    "N=N S=S E=E W=W NE=NE NW=NW SE=SE SW=SW"
)
_UNITS = _pairs(
    "APARTMENT=APT APT=APT SUITE=STE STE=STE UNIT=UNIT BUILDING=BLDG BLDG=BLDG FLOOR=FL FL=FL ROOM=RM RM=RM "
    "LOT=LOT TRAILER=TRLR TRLR=TRLR SPACE=SPC SPC=SPC"
)
_STATES = _pairs(
    "ALABAMA=AL ALASKA=AK ARIZONA=AZ ARKANSAS=AR CALIFORNIA=CA COLORADO=CO CONNECTICUT=CT DELAWARE=DE "
    "DISTRICT_OF_COLUMBIA=DC FLORIDA=FL GEORGIA=GA HAWAII=HI IDAHO=ID ILLINOIS=IL INDIANA=IN IOWA=IA "
    "KANSAS=KS KENTUCKY=KY LOUISIANA=LA MAINE=ME MARYLAND=MD MASSACHUSETTS=MA MICHIGAN=MI MINNESOTA=MN "
    "MISSISSIPPI=MS MISSOURI=MO MONTANA=MT NEBRASKA=NE NEVADA=NV NEW_HAMPSHIRE=NH NEW_JERSEY=NJ "
    "NEW_MEXICO=NM NEW_YORK=NY NORTH_CAROLINA=NC NORTH_DAKOTA=ND OHIO=OH OKLAHOMA=OK OREGON=OR "
    "PENNSYLVANIA=PA PUERTO_RICO=PR RHODE_ISLAND=RI SOUTH_CAROLINA=SC SOUTH_DAKOTA=SD TENNESSEE=TN TEXAS=TX "
    "UTAH=UT VERMONT=VT VIRGINIA=VA VIRGIN_ISLANDS=VI WASHINGTON=WA WEST_VIRGINIA=WV WISCONSIN=WI WYOMING=WY"
)
_STATE_CODES = frozenset(_STATES.values()) | {"AA", "AE", "AP", "AS", "GU", "MP"}

_ZIP = re.compile(r"\d{5}(-\d{4})?")
_LAST_LINE = re.compile(r"(?P<place>.*\S)[\s,]+(?P<zip>\d{5}(?:-?\d{4})?)")
_CARE_OF = re.compile(r"^\s*(?:(?:c\s*[/\\]\s*o|in care of|care of)\b|%)[\s:]*", re.IGNORECASE)
_BOX = re.compile(r"(?:P ?O|POST OFFICE|POB)? ?(?:BOX|(?<=POB)|DRAWER) ?(?P<number>[0-9A-Z-]+)")
_RURAL = re.compile(
    r"(?:RURAL ROUTE|RURAL RTE|RFD ROUTE|R ?R|RFD|RD) ?#? ?(?P<route>\d+[A-Z]?) BOX ?(?P<box>\w+)"
)
_UNIT_TAIL = re.compile(
    r"(?P<street>.*\S) (?P<word>" + "|".join(_UNITS) + r")(?: ?# ?| )(?P<number>[0-9A-Z][0-9A-Z-]*)"
)


@dataclass(frozen=True, slots=True)
class Address:
    """A mailing address as the clerk keeps it, in the owner's own spelling.

    ``names`` holds one line or more (two owners, a firm and a person). ``care_of`` is the name after "C/O".
    ``zip_code`` is text: five digits, or nine with a hyphen. A ``country`` other than the United States is
    printed below the last line, and its postal code is taken as written.
    """

    names: tuple[str, ...]
    care_of: str = ""
    street: str = ""
    unit: str = ""
    po_box: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True)
class PostalBlock:
    """The lines to print; ``problem`` is empty, or one sentence that says what is wrong or did not fit."""

    lines: tuple[str, ...]
    problem: str = ""


@lru_cache(maxsize=16_384)
def without_care_of(name: str) -> str:
    """The name alone, where "C/O", "care of" or the old "%" stands before it."""
    return _CARE_OF.sub("", name).strip()


@lru_cache(maxsize=16_384)
def postal_text(text: str) -> str:
    """Upper case without punctuation: ``St. Mary's, Inc.`` is ``ST MARYS INC``.

    Apostrophes and periods close up, other marks become one space; ``&``, ``/``, ``#``, ``+``, and a hyphen
    or a period between digits stay. Letters with accents stay as they are.
    """
    plain = "".join(c if c.isprintable() else " " for c in unicodedata.normalize("NFKC", text).upper())
    plain = re.sub(r"(?<=\d)\.(?=\d)", "\0", plain)
    plain = re.sub(r"['\u2018\u2019`\u00b4.]", "", plain)
    plain = re.sub(r"(?<=\d)\s*[-\u2010-\u2015]\s*(?=\d)", "\1", plain)
    plain = re.sub(r"(?<=\d)-(?=[A-Z]\b)|(?<=\b[A-Z])-(?=\d)", "\1", plain)
    kept = "".join(c if c.isalnum() or unicodedata.combining(c) or c in "&/#+\0\1" else " " for c in plain)
    return " ".join(kept.replace("\0", ".").replace("\1", "-").split())


def delivery_line(street: str, unit: str = "") -> str:
    """One delivery line: ``12 Main Street, Apt. #4`` is ``12 MAIN ST APT 4``.

    A post office box or a rural route is written the Postal Service's way; the unit ends the line.
    """
    line = postal_text(street)
    special = _box_or_rural(line)
    if special:
        tail = _unit(unit)
        return f"{special} {tail}".strip()
    match = _UNIT_TAIL.fullmatch(line)
    inner = ""
    if match and match["street"].split()[-1] not in _UNITS:
        line, inner = match["street"], f"{_UNITS[match['word']]} {match['number']}"
    line = re.sub(r"# ?(?=\w)", "# ", line)
    return " ".join(part for part in (_street(line), inner, _unit(unit)) if part)


def _box_or_rural(line: str) -> str:
    rural = _RURAL.fullmatch(line)
    if rural:
        return f"RR {rural['route']} BOX {rural['box']}"
    box = _BOX.fullmatch(line)
    return f"PO BOX {box['number']}" if box else ""


def _unit(unit: str) -> str:
    """The secondary unit: ``Apartment 4`` is ``APT 4``; a bare ``4`` is ``# 4``, no word being known."""
    words = postal_text(unit).replace("#", " ").split()
    if not words:
        return ""
    if words[0] in _UNITS:
        return " ".join((_UNITS[words[0]], *words[1:]))
    return (
        "# " + " ".join(words) if len(words) == 1 and any(c.isdigit() for c in words[0]) else " ".join(words)
    )


def _street(line: str) -> str:
    """Suffix and directions abbreviated where they stand as such: ``12 NORTH STREET`` is ``12 NORTH ST``."""
    words = line.split()
    start = 1 if words and any(c.isdigit() for c in words[0]) else 0
    end = len(words)
    if end - start >= 3 and words[-1] in _DIRECTIONS and words[-2] in _SUFFIX_WORDS:
        words[-1] = _DIRECTIONS[words[-1]]
        end -= 1
    if end - start >= 2 and words[end - 1] in _SUFFIXES:
        words[end - 1] = _SUFFIXES[words[end - 1]]
    name_follows = end - start >= 3 or (end - start == 2 and words[end - 1] not in _SUFFIX_WORDS)
    if name_follows and words[start] in _DIRECTIONS:
        words[start] = _DIRECTIONS[words[start]]
    return " ".join(words)


def last_line(text: str) -> str:
    """City, state and ZIP from one text: ``Hague, N.Y. 12836-1234`` is ``HAGUE NY 12836-1234``.

    ``UserError`` if it does not hold all three.
    """
    match = _LAST_LINE.fullmatch(" ".join(text.split()))
    words = postal_text(match["place"]).split() if match else []
    for count in (3, 2, 1):
        state = " ".join(words[-count:])
        if match and len(words) > count and (state in _STATES or state in _STATE_CODES):
            return f"{' '.join(words[:-count])} {_STATES.get(state, state)} {_zip(match['zip'])}"
    raise UserError(
        f"“{text.strip()}” needs a city, a two-letter state and a ZIP code, as in Albany, NY 12207."
    )


def _zip(text: str) -> str:
    digits = text.strip().replace(" ", "")
    return f"{digits[:5]}-{digits[5:]}" if re.fullmatch(r"\d{9}", digits) else digits


def postal_block(address: Address, *, width: int = LINE_WIDTH, max_lines: int = WINDOW_LINES) -> PostalBlock:
    """The address as lines for the window, at most ``max_lines`` of at most ``width`` characters.

    A longer line goes on to a second one. Nothing is dropped unseen: what had to be left out, and what is
    missing, stands in ``problem``. The city line is always kept, because mail goes by it.
    """
    upper = [line for name in address.names for line in _wrap(postal_text(name), width)]
    care = postal_text(without_care_of(address.care_of))
    upper += _wrap(f"C/O {care}" if care else "", width)
    upper += _delivery_lines(address, width)
    lower = _last_lines(address, width)
    problem = _missing(address)
    room = max(max_lines - len(lower), 0)
    if len(upper) > room:
        left_out = " / ".join(upper[room:])
        problem = (
            f"The mailing address of {_who(address)} needs {len(upper) + len(lower)} lines and the "
            f"envelope's window shows {max_lines}; this would be left out: {left_out}. "
            "Shorten the name or the street."
        )
    return PostalBlock((*upper[:room], *lower), problem)


def postal_lines(
    address: Address, *, width: int = LINE_WIDTH, max_lines: int = WINDOW_LINES
) -> tuple[str, ...]:
    """The lines of ``postal_block``; ``UserError`` with its sentence where it has one."""
    block = postal_block(address, width=width, max_lines=max_lines)
    if block.problem:
        raise UserError(block.problem)
    return block.lines


def _delivery_lines(address: Address, width: int) -> list[str]:
    """Street with its unit, then the box: the line above the city is the one that is delivered to.

    The unit stands above the street where both are too long for one line.
    """
    lines: list[str] = []
    box = postal_text(address.po_box)
    if address.street.strip():
        whole = delivery_line(address.street, address.unit)
        alone = delivery_line(address.street)
        if len(whole) > width and len(alone) <= width and address.unit.strip():
            lines += [*_wrap(_unit(address.unit), width), alone]
        else:
            lines += _wrap(whole, width)
    elif address.unit.strip():
        lines += _wrap(_unit(address.unit), width)
    if box:
        lines += _wrap(_box_or_rural(box) or f"PO BOX {box.removeprefix('#').strip()}", width)
    return lines


def _last_lines(address: Address, width: int) -> list[str]:
    if _foreign(address):
        place = " ".join(postal_text(part) for part in (address.city, address.state, address.zip_code))
        return [*_wrap(" ".join(place.split()), width), postal_text(address.country)]
    state = postal_text(address.state)
    text = " ".join((postal_text(address.city), _STATES.get(state, state), _zip(address.zip_code)))
    return _wrap(" ".join(text.split()), width)


def _foreign(address: Address) -> bool:
    return postal_text(address.country) not in ("", "US", "USA", "UNITED STATES", "UNITED STATES OF AMERICA")


def _missing(address: Address) -> str:
    """What an envelope cannot do without, as a sentence, or nothing."""
    who = _who(address)
    lacks = ""
    if not any(postal_text(name) for name in address.names):
        return f"The mailing address at {who} has no name; enter whom to write to."
    if not (address.street.strip() or address.po_box.strip()):
        lacks = "has no street and no PO box; enter one"
    elif not postal_text(address.city):
        lacks = "has no city; enter it"
    elif not _foreign(address):
        lacks = _missing_last_line(address)
    return f"The mailing address of {who} {lacks}." if lacks else ""


def _missing_last_line(address: Address) -> str:
    state = postal_text(address.state)
    if state not in _STATE_CODES and state not in _STATES:
        return f"needs a state such as NY where it has “{address.state.strip()}”"
    if not _ZIP.fullmatch(_zip(address.zip_code)):
        digits = "a ZIP code of five digits, or nine with a hyphen,"
        return f"needs {digits} where it has “{address.zip_code.strip()}”"
    return ""


def _who(address: Address) -> str:
    name = next((name.strip() for name in address.names if postal_text(name)), "")
    return name or " ".join(f"{address.street} {address.po_box} {address.city}".split()) or "this record"


def _wrap(line: str, width: int) -> list[str]:
    """Break at spaces; a word longer than the line is broken too, because it may not be lost."""
    lines: list[str] = []
    current = ""
    for word in line.split():
        joined = f"{current} {word}".strip()
        if len(joined) <= width:
            current = joined
            continue
        if current:
            lines.append(current)
        pieces = [word[start : start + width] for start in range(0, len(word), width)]
        lines += pieces[:-1]
        current = pieces[-1]
    return [*lines, current] if current else lines
