"""What all actions on a contractor have in common."""

from sewerdesk.domain.counter import ContractorView
from sewerdesk.ui.screens.record_acts import RecordActs


class ContractorActions(RecordActs[ContractorView]):
    """Actions of the contractor shown."""

    gone = "Choose the contractor again; the list was read anew meanwhile."

    def _id(self) -> int:
        return self._view().id
