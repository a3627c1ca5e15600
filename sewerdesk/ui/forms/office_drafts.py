"""Half-typed forms kept in the office itself, so that they survive a crash and are offered at any desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sewerdesk.services.stores import DraftRow, OfficeDrafts
from sewerdesk.ui.forms.drafts import StoredDraft

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class OfficeDraftStore:
    """The forms' view of the office's drafts."""

    ws: "Workspace"

    def save(self, key: str, *, payload: str, saved_at: datetime) -> None:
        """Keep a draft, in place of an earlier one of the key."""
        OfficeDrafts(self.ws).save(key, payload=payload, saved_at=saved_at)

    def load(self, key: str) -> StoredDraft | None:
        """The draft of a key."""
        row = OfficeDrafts(self.ws).load(key)
        return None if row is None else _stored(row)

    def delete(self, key: str) -> None:
        """Forget the draft of a key, if there is one."""
        if OfficeDrafts(self.ws).load(key) is not None:
            OfficeDrafts(self.ws).delete(key)

    def list(self) -> Sequence[StoredDraft]:
        """All drafts, the newest first."""
        return [_stored(row) for row in OfficeDrafts(self.ws).list()]


def _stored(row: DraftRow) -> StoredDraft:
    return StoredDraft(row.key, row.payload, row.saved_at)
