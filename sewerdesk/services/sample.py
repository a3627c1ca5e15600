"""The sample office: made-up people and figures, entered through the same services as a real office's."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from sewerdesk.clock import Clock
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.law import Law
from sewerdesk.domain.office import OfficeSetup
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.rates import RateVersion
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.sampleoffice import (
    OfficeSettings,
    SampleContractor,
    SampleOffice,
    load_sample_office,
    moved_contractors,
    moved_setup,
    moved_table,
)
from sewerdesk.paths import resource
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees
from sewerdesk.services.imports import Imported, import_file, open_file
from sewerdesk.services.law import law_of, read_pack
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.offices import OpenOffice, add_operator, make_office
from sewerdesk.services.rates import adopt_rates, save_charge_code, save_rate_class
from sewerdesk.services.workspace import Workspace

FILES: tuple[tuple[str, ImportKind], ...] = (
    ("parcels.xlsx", ImportKind.PARCELS),
    ("accounts.xlsx", ImportKind.ACCOUNTS),
    ("readings-2026Q3.csv", ImportKind.READINGS),
    ("readings-2026Q4.csv", ImportKind.READINGS),
)

#: Folder, in the sample's own, with the spreadsheets that a clerk may import by hand.
SAMPLE_FILES = "Sample files"


def make_sample_office(folder: Path, *, clock: Clock, law_code: str = "") -> OpenOffice:
    """A new office in a folder with the sample's letterhead, rates and fees; its files are imported apart.

    ``law_code`` puts the same sample under another municipality's law, with that municipality's name.
    """
    sample = read_sample()
    setup = _setup(sample, law_code)
    office = make_office(folder, setup=setup, clock=clock)
    try:
        _adopt(office.ws, sample, setup)
    except BaseException:
        office.close(back_up=False)
        raise
    return office


def import_sample_file(ws: Workspace, *, name: str) -> Imported:
    """Import one of the sample's files as a clerk would, with the columns that are recognized."""
    look = open_file(ws, path=sample_file(name))
    if look.kind is None:
        raise UserError(
            f"The sample file {name} has no columns that are recognized. Install the program again."
        )
    sample = read_sample()
    setup = _setup(sample, law_of(ws).code)
    table = moved_table(look.table, sample.setup, setup)
    return import_file(ws, table=table, kind=look.kind, mapping=look.mapping)


def sample_files_folder(ws: Workspace) -> Path:
    """Copies of the sample's spreadsheets in the office's folder, for importing them by hand."""
    folder = ws.folder / SAMPLE_FILES
    folder.mkdir(exist_ok=True)
    for name, _kind in FILES:
        shutil.copyfile(sample_file(name), folder / name)
    return folder


def sample_file(name: str) -> Path:
    """Where a file of the sample lies."""
    return resource(f"sample/{name}")


def read_sample() -> SampleOffice:
    """The sample office's letterhead, people, rates, fees, settings and contractors."""
    path = resource("sample/office.toml")
    return load_sample_office(path.read_text(encoding="utf-8"), source=path.name)


def sample_contractors(law_code: str) -> tuple[SampleContractor, ...]:
    """The sample's contractors, at home in the municipality of a law."""
    sample = read_sample()
    return moved_contractors(sample, _setup(sample, law_code))


def _setup(sample: SampleOffice, law_code: str) -> OfficeSetup:
    code = law_code or sample.setup.law_code
    return moved_setup(sample, code, read_pack(code).municipality)


def _adopt(ws: Workspace, sample: SampleOffice, setup: OfficeSetup) -> None:
    law = law_of(ws)
    for person in sample.operators[1:]:
        title = law.officer(person.role).title if person.role else person.title
        add_operator(ws, initials=person.initials, name=person.name, title=title)
    for code in sample.rates.charge_codes:
        save_charge_code(ws, code=code)
    for row in sample.rate_classes:
        save_rate_class(ws, code=row.code, title=row.title)
    versions = sorted(sample.rates.versions, key=_since)
    adopt_rates(
        ws,
        drafts=[
            RateDraft(v.class_code, v.charge_code, v.effective_from, v.authority, v.formula) for v in versions
        ],
    )
    adopt_fees(ws, drafts=list(_fees(law, sample)))
    save_billing_settings(ws, settings=_billing(sample.settings, setup))


def _fees(law: Law, sample: SampleOffice) -> Iterator[FeeDraft]:
    """The sample's amounts for the fees that the law names, under the law's own names."""
    classes = {one.key: one.name for one in law.permit_classes}
    for kind in law.fee_kinds:
        for fee in sample.fees:
            if fee.fee_key != kind.key or (fee.class_key and fee.class_key not in classes):
                continue
            label = f"{kind.label}, {classes[fee.class_key]}" if fee.class_key else kind.label
            yield FeeDraft(
                fee_key=fee.fee_key,
                class_key=fee.class_key,
                label=label,
                amount=fee.amount,
                charge_code=fee.charge_code,
                effective_from=fee.effective_from,
                authority=fee.authority,
            )


def _since(version: RateVersion) -> date:
    return version.effective_from


def _billing(settings: OfficeSettings, setup: OfficeSetup) -> BillingSettings:
    policy = settings.billing
    return BillingSettings(
        due_days=settings.due_days,
        due_authority=settings.authority,
        penalty_percent=settings.penalty_percent,
        penalty_base=settings.penalty_base,
        penalty_authority=settings.authority,
        prorate_by_days=policy.prorate_by_days,
        high_times=policy.limits.high_times,
        days_min=policy.limits.days_min,
        days_max=policy.limits.days_max,
        billed_statuses=tuple(sorted(policy.billed_statuses)),
        payment_order=settings.payment.order,
        payment_order_authority=settings.authority,
        code_order=settings.payment.code_order,
        payee=setup.municipality,
        payment_options=(
            "By mail to the office",
            f"At {setup.street}, {setup.hours}",
            f"Questions: {setup.phone}",
        ),
    )
