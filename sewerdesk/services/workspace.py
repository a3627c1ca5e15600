"""What a screen holds of the open office: it calls services with it and hears of changes through it."""

from sewerdesk.data.workspace import Changes, Workspace

__all__ = ["Changes", "Workspace"]
