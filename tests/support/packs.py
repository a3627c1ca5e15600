"""The law files of the program, read once."""

from functools import lru_cache

from sewerdesk.domain.law import LawPack, load_law_pack
from sewerdesk.domain.law.schema import NEEDED_NAMES, NEEDED_OFFICERS, NEEDED_TERMS
from sewerdesk.paths import resource

NAMES = ("hague", "lockport", "altamont", "dannemora", "blank")


def included(name: str) -> str:
    """The text of a shared law file."""
    return resource(f"laws/{name}").read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def pack(name: str) -> LawPack:
    """One law file of the program."""
    return load_law_pack(included(f"{name}.toml"), source=f"{name}.toml", included=included)


SMALLEST = """
[pack]
code = "test"
municipality = "Town of Testing"
kind = "town"
county = "Warren"
law_title = "Sewer Law"
source = "L.L. 1"
version = "1"
state = "Complete."
citation = "§1"
"""


def small_pack(blocks: str) -> LawPack:
    """A law with what every law must have and the blocks of one example."""
    officers = "".join(
        f'[[officer]]\nrole = "{role}"\ntitle = "The {role}"\ncitation = "§1"\n' for role in NEEDED_OFFICERS
    )
    terms = "".join(
        f'[[term]]\nkey = "{key}"\nsingular = "{key}"\nplural = "{key}s"\ncitation = "§1"\n'
        for key in NEEDED_TERMS
    )
    names = "".join(f'[[name]]\nkey = "{key}"\nname = "{key}"\ncitation = "§1"\n' for key in NEEDED_NAMES)
    return load_law_pack(SMALLEST + officers + terms + names + blocks, source="test.toml")


def figure(key: str, value: str, unit: str, citation: str = "§2") -> str:
    """One figure as a block of a law file; ``value`` as TOML writes it, empty for a blank figure."""
    told = f'value = {value}\nstatus = "law"' if value else 'status = "blank"\nmissing = "the Board sets it"'
    return f'[[figure]]\nkey = "{key}"\nsubject = "{key}"\nunit = "{unit}"\ncitation = "{citation}"\n{told}\n'
