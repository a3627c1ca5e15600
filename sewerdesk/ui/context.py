"""What every screen is given: the open office, the clock, and the few things that talk to the clerk."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.clock import Clock
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.navigation import Navigator
from sewerdesk.ui.store import ViewStore

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace
    from sewerdesk.ui.bridge import Bridge
    from sewerdesk.ui.jobs import JobRunner
    from sewerdesk.ui.prompter import Prompter
    from sewerdesk.ui.widgets.toast import Toasts


@dataclass(frozen=True, slots=True)
class UiContext:
    """Handed to every screen when it is built.

    ``ws`` is the open office that services work on, ``settings`` are this machine's choices,
    ``views`` remembers layouts, ``toasts`` confirms what
    was done, ``prompter`` asks, ``jobs`` runs long work, ``navigator`` goes places, and ``bridge`` brings the
    workspace's changes to the screens.
    """

    ws: "Workspace"
    clock: Clock
    prompter: "Prompter"
    jobs: "JobRunner"
    navigator: Navigator
    settings: SettingsStore
    views: ViewStore
    toasts: "Toasts"
    bridge: "Bridge"
