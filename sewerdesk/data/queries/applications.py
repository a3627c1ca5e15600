"""Applications as they are listed and found, with what is unpaid on each."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from decimal import Decimal
from types import MappingProxyType

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.application import FeeLine as FeeRow
from sewerdesk.data.models.receipt import Receipt, ReceiptLine, ReceiptReturn, ReceiptVoid
from sewerdesk.data.queries.permits import permit_rows
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.applications import ApplicationState, FeeLine, WorkType
from sewerdesk.domain.counter import ApplicationRow, CounterStage, PermitRow
from sewerdesk.domain.fees import total_open
from sewerdesk.domain.law import FeeDue
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.permits import PermitState

_S = ApplicationState
_STAGES: Mapping[ApplicationState, CounterStage] = MappingProxyType(
    {
        _S.DRAFT: CounterStage.DRAFT,
        _S.SUBMITTED: CounterStage.WAITING,
        _S.UNDER_REVIEW: CounterStage.WAITING,
        _S.INCOMPLETE: CounterStage.INCOMPLETE,
        _S.APPROVED: CounterStage.APPROVED,
        _S.DENIED: CounterStage.ENDED,
        _S.WITHDRAWN: CounterStage.ENDED,
        _S.EXPIRED: CounterStage.ENDED,
        _S.CLOSED: CounterStage.ENDED,
    }
)


def fee_lines(
    session: Session, applications: Collection[int] | None = None
) -> dict[int, tuple[FeeLine, ...]]:
    """The fees of each application with what receipts that stand paid on them: neither voided nor returned."""
    statement = select(FeeRow).where(FeeRow.replaced.is_(False)).order_by(FeeRow.id)
    paid = (
        select(ReceiptLine.fee_line_id, Receipt.number, ReceiptLine.amount)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .where(ReceiptLine.fee_line_id.is_not(None), ReceiptVoid.id.is_(None), ReceiptReturn.id.is_(None))
        .order_by(ReceiptLine.id)
    )
    if applications is not None:
        statement = statement.where(FeeRow.application_id.in_(applications))
        paid = paid.join(FeeRow, FeeRow.id == ReceiptLine.fee_line_id).where(
            FeeRow.application_id.in_(applications)
        )
    receipts: dict[int, list[tuple[str, Decimal]]] = {}
    for fee_id, number, amount in session.execute(paid):
        receipts.setdefault(fee_id or 0, []).append((number, amount))
    found: dict[int, list[FeeLine]] = {}
    for row in session.scalars(statement):
        found.setdefault(row.application_id, []).append(_fee_line(row, receipts.get(row.id, [])))
    return {application: tuple(lines) for application, lines in found.items()}


def _fee_line(row: FeeRow, receipts: list[tuple[str, Decimal]]) -> FeeLine:
    return FeeLine(
        fee_key=row.fee_key,
        label=row.label,
        due=FeeDue(row.due),
        amount=row.amount,
        citation=row.citation,
        authority=row.authority,
        charge_code=row.charge_code,
        version_id=row.fee_version_id,
        paid=sum((amount for _, amount in receipts), ZERO),
        receipts=tuple(dict.fromkeys(number for number, _ in receipts)),
        waived_reason=row.waived_reason,
        line_id=row.id,
        priced_on=row.priced_on,
    )


def application_rows(session: Session, on: date) -> tuple[ApplicationRow, ...]:
    """Every application with its permit as of a day, the newest first."""
    permits: dict[int, PermitRow] = {}
    for permit in permit_rows(session, on):
        permits.setdefault(permit.application_id, permit)  # the newest comes first
    fees = fee_lines(session)
    statement = select(
        Application.id, Application.number, Application.state, Application.received_on, Application.answers
    ).order_by(Application.id.desc())
    rows = []
    for row_id, number, state, received_on, answers in session.execute(statement):
        issued = permits.get(row_id)
        live = None if issued is None or issued.state is PermitState.VOID else issued
        work, now = answers.get("work_type"), ApplicationState(state)
        rows.append(
            ApplicationRow(
                id=row_id,
                number=number or "",
                stage=_stage(now, live),
                state=now,
                received_on=received_on,
                location=answers.get("location", ""),
                print_key=answers.get("print_key", ""),
                owner=answers.get("owner_name", ""),
                contractor=answers.get("contractor_name", ""),
                work=WorkType(work).label if work else "",
                unpaid=total_open(fees.get(row_id, ())),
                permit=live,
            )
        )
    return tuple(rows)


def _stage(state: ApplicationState, permit: PermitRow | None) -> CounterStage:
    if permit is not None:
        open_states = {PermitState.IN_FORCE, PermitState.SUSPENDED}
        return CounterStage.IN_FORCE if permit.state in open_states else CounterStage.ENDED
    return _STAGES.get(state, CounterStage.APPROVED)


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = select(Application.id, Application.number, Application.answers)
    if ids is not None:
        statement = statement.where(Application.id.in_(ids))
    for row_id, number, answers in session.execute(statement):
        owner, place, key = (answers.get(name, "") for name in ("owner_name", "location", "print_key"))
        name = number or "Draft application"
        yield SearchText(
            row_id,
            f"{name} · {owner}" if owner else name,
            f"{place} · {key}".strip(" ·"),
            " ".join([name, owner, place, key, answers.get("applicant_name", "")]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


SEARCH = Source(kind="application", code=4, touched_by={"application": _itself}, build=_search_texts)
