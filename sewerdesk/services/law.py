"""The law that the open office works under, and the municipalities that a new office may choose."""

from functools import lru_cache

from sqlalchemy import select

from sewerdesk.data.models.office import OfficeProfile as ProfileRow
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import LawPack, load_law_pack
from sewerdesk.domain.office import PackChoice
from sewerdesk.paths import resource


def law_of(ws: Workspace) -> LawPack:
    """The law pack of the open office, as it was shipped."""
    with ws.read() as session:
        code = session.scalars(select(ProfileRow.law_code)).one()
    return read_pack(code)


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
    return resource(f"laws/{name}").read_text(encoding="utf-8")


def pack_choices() -> tuple[PackChoice, ...]:
    """Every municipality with a pack, by name, the blank pack last."""
    packs = [read_pack(path.stem) for path in sorted(resource("laws").glob("*.toml"))]
    choices = [
        PackChoice(p.code, p.municipality, p.county, p.header.law_title, p.header.state) for p in packs
    ]
    return tuple(sorted(choices, key=lambda one: (one.code == "blank", one.municipality)))
