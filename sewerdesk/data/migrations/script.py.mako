"""${message}."""

import sqlalchemy as sa
from alembic import op

import sewerdesk.data.types

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step; the way back is the backup made before."""
    ${upgrades if upgrades else "pass"}
