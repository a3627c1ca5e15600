"""What the first-run wizard asks, and nothing else: four short forms that make one ``OfficeSetup``."""

from dataclasses import dataclass, fields
from pathlib import Path

from sewerdesk.domain.office import Letterhead, OfficeSetup, PackChoice
from sewerdesk.ui.forms.address import OFFICE_REACH_FIELDS, office_address_section
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.seal import read_seal


@dataclass(frozen=True, slots=True)
class MunicipalityDraft:
    """Whose sewer law the office works under."""

    law_code: str | None = None
    municipality: str = ""
    county: str = ""


@dataclass(frozen=True, slots=True)
class PlaceDraft:
    """Where the office's folder lies."""

    folder: str = ""


@dataclass(frozen=True, slots=True)
class LetterheadDraft(Letterhead):
    """What every paper prints at its head."""

    seal: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class OperatorDraft:
    """Who works here."""

    name: str = ""
    initials: str = ""
    title: str = ""


def municipality_form(packs: tuple[PackChoice, ...]) -> FormSpec[MunicipalityDraft]:
    """Choose one of the shipped laws, or the blank one with the municipality's own name."""
    choices = tuple(
        Choice(pack.code, _pack_title(pack), pack.law_title if pack.code != "blank" else "") for pack in packs
    )
    return FormSpec(
        MunicipalityDraft,
        (
            Section(
                "",
                (
                    FieldSpec(
                        "law_code",
                        "Sewer law of",
                        FieldKind.CHOICE,
                        required=True,
                        choices=choices,
                        width=Width.LINE,
                        help="Officers, words, fees and days to answer come from this law, each with its section.",
                    ),
                    FieldSpec(
                        "municipality",
                        "Full name of the municipality",
                        required=True,
                        max_len=100,
                        help="As it is printed at the head of every paper, for example Town of Milton.",
                        visible_when=_is_blank_law,
                    ),
                    FieldSpec(
                        "county",
                        "County",
                        required=True,
                        max_len=40,
                        help="Affidavits of mailing are sworn in it, for example Saratoga.",
                        visible_when=_is_blank_law,
                    ),
                ),
            ),
        ),
        verb="go on",
    )


def place_form() -> FormSpec[PlaceDraft]:
    """Where the folder goes."""
    return FormSpec(
        PlaceDraft,
        (
            Section(
                "",
                (
                    FieldSpec(
                        "folder",
                        "Folder",
                        required=True,
                        max_len=240,
                        width=Width.LINE,
                        help="A new folder on this computer's own disk. It will hold the books, the papers and the "
                        "backups.",
                    ),
                ),
            ),
        ),
        validate=_check_place,
        verb="go on",
    )


def letterhead_form() -> FormSpec[LetterheadDraft]:
    """The letterhead."""
    return FormSpec(
        LetterheadDraft,
        (
            office_address_section(),
            Section(
                "How to reach the office",
                (
                    *OFFICE_REACH_FIELDS,
                    FieldSpec(
                        "seal",
                        "Picture of the seal",
                        FieldKind.ATTACHMENTS,
                        help="A PNG or JPEG, printed up to one inch square.",
                    ),
                ),
            ),
        ),
        validate=_check_letterhead,
        verb="go on",
    )


def operator_form() -> FormSpec[OperatorDraft]:
    """Who works here."""
    return FormSpec(
        OperatorDraft,
        (
            Section(
                "",
                (
                    FieldSpec("name", "Your name", required=True, max_len=60),
                    FieldSpec(
                        "initials",
                        "Your initials",
                        required=True,
                        max_len=6,
                        width=Width.SHORT,
                        help="They stand on every receipt and paper that you make.",
                    ),
                    FieldSpec("title", "Your title", max_len=60),
                ),
                help="Others can be added later under Settings.",
            ),
        ),
        verb="go on",
    )


def office_setup(
    municipality: MunicipalityDraft,
    letterhead: LetterheadDraft,
    operator: OperatorDraft,
    packs: tuple[PackChoice, ...],
) -> OfficeSetup:
    """The four forms as one answer; raises ``UserError`` where the picture of the seal cannot be read."""
    code = municipality.law_code or ""
    named = {pack.code: pack.municipality for pack in packs if pack.code != "blank"}
    head = {field.name: getattr(letterhead, field.name) for field in fields(Letterhead)}
    return OfficeSetup(
        law_code=code,
        municipality=named.get(code, municipality.municipality),
        county=municipality.county if code not in named else "",
        **{**head, "state": letterhead.state.upper()},
        seal=read_seal(letterhead.seal[0]) if letterhead.seal else None,
        operator_initials=operator.initials.upper(),
        operator_name=operator.name,
        operator_title=operator.title,
    )


def _pack_title(pack: PackChoice) -> str:
    if pack.code == "blank":
        return "Another town or village (its law is filled in later)"
    return f"{pack.municipality}, {pack.county} County"


def _is_blank_law(draft: MunicipalityDraft, _state: str) -> bool:
    return draft.law_code == "blank"


def place_of(draft: PlaceDraft) -> Path:
    """The folder as typed; a leading ~ is the home folder, where there is one."""
    try:
        return Path(draft.folder).expanduser()
    except RuntimeError:  # ~somebody who has no home here
        return Path(draft.folder)


def _check_place(draft: PlaceDraft) -> dict[str, str]:
    folder = place_of(draft)
    if not folder.is_absolute():
        return {"folder": "Type the whole path of the folder, from the disk on, or choose it with Browse."}
    try:
        is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    except OSError:
        return {"folder": f"{folder} may not be looked into. Choose another place for the office's folder."}
    if not is_free:
        return {"folder": f"{folder} is not an empty folder. Choose another name for the office's folder."}
    return {}


def _check_letterhead(draft: LetterheadDraft) -> dict[str, str]:
    if not draft.street.strip() and not draft.po_box.strip():
        return {"street": "Enter the street or the post office box to which payments are mailed."}
    return _check_seal(draft)


def _check_seal(draft: LetterheadDraft) -> dict[str, str]:
    if len(draft.seal) > 1:
        return {"seal": "Only one picture of the seal is printed. Remove the others."}
    if draft.seal and draft.seal[0].suffix.lower() not in (".png", ".jpg", ".jpeg"):
        return {"seal": f"{draft.seal[0].name} is no PNG or JPEG picture. Choose another file."}
    return {}
