"""Choosing the account of a statement by typing a part of its number, name or address."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.services.accounts import account_view
from sewerdesk.services.searching import find
from sewerdesk.ui.forms.spec import Lookup, Option

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace

_KIND = "account"
_LIMIT = 30


@dataclass(frozen=True, slots=True)
class AccountFinder:
    """Accounts as "Go to anything" finds them; nothing is read before something is typed."""

    ws: "Workspace"

    def search(self, typed: str) -> Sequence[Option]:
        """The accounts that fit what was typed."""
        hits = find(self.ws, typed=typed, per_kind=_LIMIT)
        return [Option(hit.record_id, hit.title, hit.detail) for hit in hits if hit.kind == _KIND]

    def resolve(self, value: object) -> Option | None:
        """The option of an account's id."""
        if not isinstance(value, int):
            return None
        try:
            row = account_view(self.ws, account_id=value).row
        except SewerdeskError:
            return None  # no longer on file: the field says so itself
        return Option(value, f"{row.number} · {row.name}", row.location)

    def lookup(self) -> Lookup:
        """For a lookup field."""
        return Lookup(self.search, resolve=self.resolve, noun="account")
