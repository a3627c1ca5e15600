"""What a run's bills could not be mailed or printed with, found while the run is still looked at.

A posted bill is kept as it is, so a name that the printer has no signs for must be put right before.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sewerdesk.documents.pdf.text import clean
from sewerdesk.domain.billing import DraftBill, RunFinding
from sewerdesk.services.bill_pages import Mailed


def _mail_findings(bills: Iterable[DraftBill], mailed: Mapping[int, Mailed]) -> list[RunFinding]:
    """For each bill: an address that does not fit the window, and (blocking) text that cannot be printed."""
    findings = []
    for bill in bills:
        place = mailed[bill.account_id]
        if place.problem:
            sentence = f"Account {bill.account}: {place.problem}"
            findings.append(RunFinding(bill.account, sentence, blocking=False))
        signs = _unprintable((place.owner, *place.lines, place.service_address, place.tax_map_no))
        if signs:
            sentence = (
                f"Account {bill.account}: the printer's type has no sign for {signs}; correct the name, the address "
                "or the property, so that the bill can be printed."
            )
            findings.append(RunFinding(bill.account, sentence, blocking=True))
    return findings


def _shared_findings(printed: Mapping[str, Any], messages: Sequence[str]) -> list[RunFinding]:
    """Blocking where the text that all bills share cannot be printed."""
    signs = _unprintable((*_texts(printed), *messages))
    if not signs:
        return []
    sentence = (
        f"The printer's type has no sign for {signs} in the letterhead, the message or the other text that all bills "
        "share; correct it in Settings, so that the bills can be printed."
    )
    return [RunFinding("", sentence, blocking=True)]


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _unprintable(texts: Iterable[str]) -> str:
    """The signs for which there is no glyph, as they are named to the clerk; mostly none."""
    odd = [text for text in texts if not text.isascii()]
    if not odd:
        return ""
    from sewerdesk.documents.pdf.fonts import printable

    missing = sorted(set("".join(clean(text) for text in odd)) - printable())
    return ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in missing[:5])
