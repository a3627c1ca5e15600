"""The office: whose it is, who works in it, and what its letterhead prints."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The department, its mailing address and how it is reached, as papers print them at their head."""

    department: str = ""
    street: str = ""
    po_box: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""
    phone: str = ""
    email: str = ""
    hours: str = ""

    @property
    def address_lines(self) -> tuple[str, ...]:
        """The return address, top to bottom, without empty lines."""
        return address_lines(self.street, self.po_box, self.city, self.state, self.zip_code)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeSetup(Letterhead):
    """What the first-run wizard asks, and nothing else."""

    law_code: str
    municipality: str
    seal: bytes | None = None
    operator_initials: str = ""
    operator_name: str = ""
    operator_title: str = ""
    #: Without the word "County"; asked only where no law file names the municipality.
    county: str = ""
    is_sample: bool = False
    #: The sample's files are dated; its office never shows a day before this one.
    not_before: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeProfile(Letterhead):
    """The office as it stands: its letterhead and its law."""

    law_code: str
    municipality: str
    seal: bytes | None
    is_sample: bool
    version: int
    county: str = ""


@dataclass(frozen=True, slots=True)
class OperatorView:
    """Somebody who works here; the initials stand on every fact entered."""

    initials: str
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class PackChoice:
    """A municipality that the wizard offers."""

    code: str
    municipality: str
    county: str
    law_title: str
    state: str


def municipality_kind(name: str) -> str:
    """``village`` where the municipality's full name says so, else ``town``.

    >>> municipality_kind("Village of Altamont"), municipality_kind("Town of Milton")
    ('village', 'town')
    """
    return "village" if "village" in name.casefold().split() else "town"


def county_name(typed: str) -> str:
    """A county as the law names it, without the word "County" that people type."""
    name = " ".join(typed.split())
    return name[: -len(" county")].rstrip() if name.casefold().endswith(" county") else name


def address_lines(street: str, po_box: str, city: str, state: str, zip_code: str) -> tuple[str, ...]:
    """An office's mailing address, top to bottom, without empty lines."""
    last = f"{city}, {state} {zip_code}".strip(", ")
    return tuple(line for line in (street, po_box, last) if line)


def check_setup(setup: OfficeSetup) -> dict[str, str]:
    """What is missing in the wizard's answers: field name to sentence."""
    errors: dict[str, str] = {}
    if not setup.law_code:
        errors["law_code"] = "Choose the municipality whose sewer law this office works under."
    errors |= check_letterhead(setup.municipality, setup.city)
    if not setup.operator_initials.strip():
        errors["operator_initials"] = "Enter your initials; they stand on every receipt and paper you make."
    if not setup.operator_name.strip():
        errors["operator_name"] = "Enter your name; it is printed on receipts and affidavits."
    return errors


def check_letterhead(municipality: str, city: str) -> dict[str, str]:
    """What the letterhead cannot do without: field name to sentence."""
    errors: dict[str, str] = {}
    if not municipality.strip():
        errors["municipality"] = "Enter the municipality's full name, for example Town of Milton."
    if not city.strip():
        errors["city"] = "Enter the city of the office's mailing address; it is printed in the letterhead."
    return errors
