"""What was chosen so far for an import; kept while one is elsewhere, and through every failure."""

from dataclasses import dataclass, field
from pathlib import Path

from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.importing import AnyPreview
from sewerdesk.services.imports import FileLook


@dataclass(slots=True)
class ImportState:
    """The file, what is in it, which column is which, and what came of checking it."""

    path: Path | None = None
    look: FileLook | None = None
    kind: ImportKind | None = None
    mapping: dict[str, str] = field(default_factory=dict)
    preview: AnyPreview | None = None
    fresh: int | None = None

    def take(self, path: Path, look: FileLook) -> None:
        """A file was opened: forget what belonged to the one before."""
        self.path, self.look, self.kind = path, look, look.kind
        self.mapping = dict(look.mapping)
        self.preview, self.fresh = None, None

    def clear(self) -> None:
        """Begin anew."""
        self.path, self.look, self.kind, self.preview, self.fresh = None, None, None, None, None
        self.mapping = {}
