"""The law that the open office works under, and the municipalities that a new office may choose."""

from functools import lru_cache

from sqlalchemy.orm import Session

from sewerdesk.data.queries.law import LawState, acts_in_force, law_state
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import LawPack, LawPackError, load_law_pack
from sewerdesk.domain.office import PackChoice, municipality_kind
from sewerdesk.paths import resource

BLANK = "blank"
"""The law file of a municipality whose law is not in the program; the office itself gives its name and county."""
_KEPT = "law"


def law_of(ws: Workspace) -> LawPack:
    """The law of the open office as it stands today: its pack with the Board's acts applied.

    Figures answer for any day; officers, words and confirmed rows stand as of today. A law that was read is given again
    until an act is entered or withdrawn, the office is renamed, or the day changes.
    """
    with ws.read() as session:
        return _law(session, ws)


def _law(session: Session, ws: Workspace) -> LawPack:
    """The same inside a caller's transaction; only what is committed is kept, since a transaction may be undone."""
    state = (law_state(session), ws.clock.today())
    kept: tuple[object, LawPack] | None = ws.kept.get(_KEPT)
    if kept is not None and kept[0] == state:
        return kept[1]
    law = _shipped(state[0]).with_acts(acts_in_force(session), state[1])
    if "touched" not in session.info:
        ws.kept[_KEPT] = (state, law)
    return law


def shipped_law(ws: Workspace) -> LawPack:
    """The office's law without the Board's acts, as its file has it."""
    with ws.read() as session:
        return _shipped(law_state(session))


def _shipped(state: LawState) -> LawPack:
    """The pack; one that names no municipality speaks of the office's own."""
    pack = read_pack(state.code)
    if state.code != BLANK:
        return pack
    return pack.for_municipality(
        municipality=state.municipality,
        kind=municipality_kind(state.municipality),
        county=state.county or pack.county,
    )


@lru_cache(maxsize=8)
def read_pack(code: str) -> LawPack:
    """A shipped law pack by its code; the packs are read-only, so reading one twice would be wasted work.

    ``UserError`` for a code that this program has no pack of.
    """
    shipped = {path.stem: path for path in resource("laws").glob("*.toml")}
    path = shipped.get(code)
    if path is None:
        raise UserError(
            f"This Sewerdesk does not hold the sewer law “{code}” that the office works under. Install the program "
            "with which the office was made, or a newer one."
        )
    return load_law_pack(path.read_text(encoding="utf-8"), source=path.name, included=_included)


def _included(name: str) -> str:
    """The text of a file of rules that several laws share."""
    try:
        return resource(f"laws/{name}").read_text(encoding="utf-8")
    except OSError as error:
        raise LawPackError(
            f"The law file {name}, which others include, cannot be read. Install the program again."
        ) from error


def pack_choices() -> tuple[PackChoice, ...]:
    """Every municipality with a pack, by name, the blank pack last."""
    packs = [read_pack(path.stem) for path in sorted(resource("laws").glob("*.toml"))]
    choices = [
        PackChoice(p.code, p.municipality, p.county, p.header.law_title, p.header.state) for p in packs
    ]
    return tuple(sorted(choices, key=lambda one: (one.code == BLANK, one.municipality)))
