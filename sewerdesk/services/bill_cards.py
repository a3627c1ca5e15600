"""A run's bills as postcards, and as letters those that do not fit one; drawn once and kept like the letters."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.bulk import uncollected
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.pdf.bill import BillPage, bills_pdf
from sewerdesk.domain.bill_order import BillForm, BillOrder
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.papers import PaperFile
from sewerdesk.services.bill_files import KIND, Progress, _bill_settings, _pages, _run, bills_file
from sewerdesk.services.papers import _freeze_paper, paper_file

_TEMPLATE, _VERSION = "bill-card", "1"


@uncollected()
def bills_of_form(
    ws: Workspace, *, run_id: int, order: BillOrder, form: BillForm, progress: Progress | None = None
) -> PaperFile:
    """The bills of a run in a form: letters, postcards, or the letters of those that do not fit a postcard.

    The first call draws and keeps the file, later ones give the very same bytes. ``UserError`` where the run has no
    bill of that form.
    """
    if form is BillForm.LETTER:
        return bills_file(ws, run_id=run_id, order=order, progress=progress)
    from sewerdesk.documents.pdf.postcard import postcards_pdf

    part = f"{order.value}-{form.value}"
    with ws.read() as session:
        run = _run(session, run_id)
        kept = session.scalar(
            select(Paper.id).where(Paper.number == run.number, Paper.part == part, Paper.kind == KIND)
        )
        pages = [] if kept else _of_form(session, run, order, form)
        settings, number = _bill_settings(session, run), run.number
        title = f"Sewer bills {Quarter.parse(run.period).label}, {form.label.lower()}, by {order.value}"
    if kept is None:
        draw = postcards_pdf if form is BillForm.POSTCARD else bills_pdf
        content = draw(pages, settings=settings, progress=progress)
        with ws.write(reason=title) as session:
            kept = _freeze_paper(
                session,
                number=number,
                part=part,
                kind=KIND,
                title=title,
                subject=("billing_run", run_id),
                template=(_TEMPLATE, _VERSION),
                merged={"bills": len(pages)},
                content=content,
            ).id
    return paper_file(ws, paper_id=kept)


def _of_form(session: Session, run: BillingRun, order: BillOrder, form: BillForm) -> list[BillPage]:
    from sewerdesk.documents.pdf.postcard import fits_card

    wanted = form is BillForm.POSTCARD
    pages = [page for page in _pages(session, run, order) if fits_card(page) is wanted]
    if not pages:
        raise UserError(
            f"No bill of {run.number} fits a postcard; print letters."
            if wanted
            else f"Every bill of {run.number} fits a postcard; no letter is left to print."
        )
    return pages
