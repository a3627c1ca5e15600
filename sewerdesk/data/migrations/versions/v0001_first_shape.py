"""first shape of an office."""

import sqlalchemy as sa
from alembic import op

import sewerdesk.data.types

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this step; the way back is the backup made before."""
    op.create_table(
        "attachment",
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("subject_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("added_on", sa.Date(), nullable=False),
        sa.Column("removed_on", sa.Date(), nullable=True),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attachment")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("attachment", schema=None) as batch_op:
        batch_op.create_index("ix_attachment_subject", ["subject", "subject_id"], unique=False)

    op.create_table(
        "audit",
        sa.Column("at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("changes", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_kind"), ["kind"], unique=False)
        batch_op.create_index(batch_op.f("ix_audit_record_id"), ["record_id"], unique=False)

    op.create_table(
        "draft",
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("saved_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
        sa.UniqueConstraint("key", name=op.f("uq_draft_key")),
    )
    op.create_table(
        "holiday",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holiday")),
        sa.UniqueConstraint("day", name=op.f("uq_holiday_day")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "import_batch",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("mapping", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("rejected", sa.Integer(), nullable=False),
        sa.Column("imported_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_batch")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("import_batch", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_import_batch_sha256"), ["sha256"], unique=False)

    op.create_table(
        "number_series",
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("next_number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_series")),
        sa.UniqueConstraint("kind", "year", name=op.f("uq_number_series_kind_year")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "office_profile",
        sa.Column("law_code", sa.String(length=40), nullable=False),
        sa.Column("municipality", sa.String(length=200), nullable=False),
        sa.Column("department", sa.String(length=200), nullable=False),
        sa.Column("street", sa.String(length=200), nullable=False),
        sa.Column("po_box", sa.String(length=60), nullable=False),
        sa.Column("city", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=2), nullable=False),
        sa.Column("zip_code", sa.String(length=10), nullable=False),
        sa.Column("phone", sa.String(length=60), nullable=False),
        sa.Column("email", sa.String(length=200), nullable=False),
        sa.Column("hours", sa.String(length=200), nullable=False),
        sa.Column("seal", sa.LargeBinary(), nullable=True),
        sa.Column("is_sample", sa.Boolean(), nullable=False),
        sa.Column("settings", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_office_profile_only_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_office_profile")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "officer_holder",
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("phone", sa.String(length=60), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_officer_holder")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "operator",
        sa.Column("initials", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("active_from", sa.Date(), nullable=False),
        sa.Column("active_to", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operator")),
        sa.UniqueConstraint("initials", name=op.f("uq_operator_initials")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "paper",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("part", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("subject_id", sa.Integer(), nullable=False),
        sa.Column("template", sa.String(length=60), nullable=False),
        sa.Column("template_version", sa.String(length=60), nullable=False),
        sa.Column("merged", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("media_type", sa.String(length=60), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("issued_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("issued_by", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper")),
        sa.UniqueConstraint("number", "part", name="uq_paper_number_part"),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("paper", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_paper_kind"), ["kind"], unique=False)
        batch_op.create_index("ix_paper_subject", ["subject", "subject_id"], unique=False)

    op.create_table(
        "parcel",
        sa.Column("swis", sa.String(length=6), nullable=False),
        sa.Column("print_key", sa.String(length=60), nullable=False),
        sa.Column("sbl", sa.String(length=20), nullable=False),
        sa.Column("location_number", sa.String(length=60), nullable=False),
        sa.Column("location_street", sa.String(length=200), nullable=False),
        sa.Column("location_city", sa.String(length=60), nullable=False),
        sa.Column("location_zip", sa.String(length=10), nullable=False),
        sa.Column("property_class", sa.String(length=3), nullable=False),
        sa.Column("district", sa.String(length=60), nullable=False),
        sa.Column("in_district", sa.Boolean(), nullable=False),
        sa.Column("active_from", sa.Date(), nullable=False),
        sa.Column("active_to", sa.Date(), nullable=True),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint("length(swis) = 6", name=op.f("ck_parcel_swis_six")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parcel")),
        sa.UniqueConstraint("swis", "print_key", name="uq_parcel_swis_print_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "party",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("folded", sa.String(length=200), nullable=False),
        sa.Column("is_firm", sa.Boolean(), nullable=False),
        sa.Column("phone", sa.String(length=60), nullable=False),
        sa.Column("email", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_party")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("party", schema=None) as batch_op:
        batch_op.create_index("ix_party_folded", ["folded"], unique=False)

    op.create_table(
        "saved_view",
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("layout", sa.Text(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_view")),
        sa.UniqueConstraint("key", name=op.f("uq_saved_view_key")),
    )
    op.create_table(
        "account",
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("old_number", sa.String(length=20), nullable=False),
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("class_code", sa.String(length=20), nullable=False),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("application_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["parcel_id"], ["parcel.id"], name=op.f("fk_account_parcel_id_parcel")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("number", name=op.f("uq_account_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.create_index("ix_account_parcel", ["parcel_id"], unique=False)

    op.create_table(
        "mailing",
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.String(length=200), nullable=False),
        sa.Column("address_lines", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("method", sa.String(length=30), nullable=False),
        sa.Column("article_number", sa.String(length=22), nullable=True),
        sa.Column("mailed_on", sa.Date(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_mailing_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mailing")),
        sa.UniqueConstraint("article_number", name="uq_mailing_article_number"),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("mailing", schema=None) as batch_op:
        batch_op.create_index("ix_mailing_paper", ["paper_id"], unique=False)

    op.create_table(
        "paper_event",
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_paper_event_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper_event")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("paper_event", schema=None) as batch_op:
        batch_op.create_index("ix_paper_event_paper", ["paper_id"], unique=False)

    op.create_table(
        "parcel_role",
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("party_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["parcel_id"], ["parcel.id"], name=op.f("fk_parcel_role_parcel_id_parcel")),
        sa.ForeignKeyConstraint(["party_id"], ["party.id"], name=op.f("fk_parcel_role_party_id_party")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parcel_role")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("parcel_role", schema=None) as batch_op:
        batch_op.create_index("ix_parcel_role_parcel", ["parcel_id"], unique=False)
        batch_op.create_index("ix_parcel_role_party", ["party_id"], unique=False)

    op.create_table(
        "party_address",
        sa.Column("party_id", sa.Integer(), nullable=False),
        sa.Column("care_of", sa.String(length=200), nullable=False),
        sa.Column("street", sa.String(length=200), nullable=False),
        sa.Column("unit", sa.String(length=60), nullable=False),
        sa.Column("po_box", sa.String(length=60), nullable=False),
        sa.Column("city", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=2), nullable=False),
        sa.Column("zip_code", sa.String(length=10), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["party_id"], ["party.id"], name=op.f("fk_party_address_party_id_party")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_party_address")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("party_address", schema=None) as batch_op:
        batch_op.create_index("ix_party_address_party", ["party_id"], unique=False)

    op.create_table(
        "account_hold",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_hold_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_hold")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_hold", schema=None) as batch_op:
        batch_op.create_index("ix_account_hold_account", ["account_id"], unique=False)

    op.create_table(
        "account_role",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("party_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_role_account_id_account")
        ),
        sa.ForeignKeyConstraint(["party_id"], ["party.id"], name=op.f("fk_account_role_party_id_party")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_role")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_role", schema=None) as batch_op:
        batch_op.create_index("ix_account_role_account", ["account_id"], unique=False)
        batch_op.create_index("ix_account_role_party", ["party_id"], unique=False)

    op.create_table(
        "account_status",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_status_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_status")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_status", schema=None) as batch_op:
        batch_op.create_index("ix_account_status_account", ["account_id"], unique=False)

    op.create_table(
        "account_units",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("units", sewerdesk.data.types.Exact(length=40), nullable=False),
        sa.Column("basis", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_units_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_units")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_units", schema=None) as batch_op:
        batch_op.create_index("ix_account_units_account", ["account_id"], unique=False)

    op.create_table(
        "mailing_outcome",
        sa.Column("mailing_id", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("signer", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mailing_id"], ["mailing.id"], name=op.f("fk_mailing_outcome_mailing_id_mailing")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mailing_outcome")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("mailing_outcome", schema=None) as batch_op:
        batch_op.create_index("ix_mailing_outcome_mailing", ["mailing_id"], unique=False)
