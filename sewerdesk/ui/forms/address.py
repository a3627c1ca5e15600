"""The fields of a mailing address, of whoever gets mail and of the office itself."""

from dataclasses import replace

from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, Section, Width

ADDRESS_FIELDS = (
    FieldSpec("care_of", "In care of", max_len=200),
    FieldSpec("street", "House number and street", max_len=200),
    FieldSpec("unit", "Unit", max_len=60, width=Width.PHONE),
    FieldSpec("po_box", "PO box", max_len=60, width=Width.PHONE),
    FieldSpec("city", "City", required=True, max_len=60),
    FieldSpec("state", "State", required=True, max_len=2, width=Width.SHORT),
    FieldSpec("zip_code", "ZIP code", FieldKind.ZIP, required=True),
)
OPTIONAL_ADDRESS_FIELDS = tuple(replace(field, required=False) for field in ADDRESS_FIELDS)
"""For a record that may be without an address."""

OFFICE_REACH_FIELDS = (
    FieldSpec("phone", "Telephone", FieldKind.PHONE),
    FieldSpec("email", "E-mail", max_len=80),
    FieldSpec("hours", "Office hours", max_len=80, width=Width.LINE),
)


def office_address_section(*before: FieldSpec) -> Section:
    """The office's own mailing address, after the fields that stand before it."""
    fields = (
        FieldSpec("department", "Department", max_len=60),
        FieldSpec("street", "Street", max_len=60),
        FieldSpec("po_box", "Post office box", max_len=30, width=Width.PHONE),
        FieldSpec("city", "City", required=True, max_len=40),
        FieldSpec("state", "State", required=True, max_len=2, width=Width.SHORT),
        FieldSpec("zip_code", "ZIP code", FieldKind.ZIP, required=True),
    )
    return Section(
        "Mailing address",
        (*before, *fields),
        help="Payments come to this address; it shows in the window of the return envelope.",
    )
