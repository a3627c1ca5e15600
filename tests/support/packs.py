"""The law files of the program, read once."""

from functools import lru_cache

from sewerdesk.domain.law import LawPack, load_law_pack
from sewerdesk.paths import resource

NAMES = ("hague", "lockport", "altamont", "dannemora", "blank")


def included(name: str) -> str:
    """The text of a shared law file."""
    return resource(f"laws/{name}").read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def pack(name: str) -> LawPack:
    """One law file of the program."""
    return load_law_pack(included(f"{name}.toml"), source=f"{name}.toml", included=included)
