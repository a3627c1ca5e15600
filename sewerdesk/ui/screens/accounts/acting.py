"""What all actions on an account have in common."""

from sewerdesk.domain.registers import AccountView
from sewerdesk.ui.screens.record_acts import RecordActs


class AccountActing(RecordActs[AccountView]):
    """Actions of the account shown."""

    gone = "No account is shown. Go back to the list and choose it again."
