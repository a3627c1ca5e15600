"""The envelopes that the office may use, and the sheet that shows whether the address shows in the window."""

from dataclasses import dataclass

from sewerdesk.data.workspace import Workspace
from sewerdesk.services.offices import office_profile


@dataclass(frozen=True, slots=True)
class EnvelopeChoice:
    """An envelope by its key and its name in plain words."""

    key: str
    name: str


def envelope_choices() -> tuple[EnvelopeChoice, ...]:
    """Every envelope that bills can be printed for, the usual one first."""
    from sewerdesk.documents.pdf.window import ENVELOPES

    return tuple(EnvelopeChoice(one.key, one.name) for one in ENVELOPES)


def usual_envelope() -> str:
    """The key of the envelope that is used where the office has chosen none."""
    from sewerdesk.documents.pdf.window import STANDARD

    return STANDARD.key


def alignment_sheet(ws: Workspace, *, envelope_key: str) -> bytes:
    """The page that shows the windows of an envelope; ``UserError`` for an envelope that is not on the list."""
    from sewerdesk.documents.pdf.alignment import alignment_pdf
    from sewerdesk.documents.pdf.window import envelope

    return alignment_pdf(envelope(envelope_key), municipality=office_profile(ws).municipality)
