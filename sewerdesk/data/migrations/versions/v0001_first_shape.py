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
        "billing_run",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("period", sa.String(length=60), nullable=False),
        sa.Column("period_from", sa.Date(), nullable=False),
        sa.Column("period_to", sa.Date(), nullable=False),
        sa.Column("bill_date", sa.Date(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=False),
        sa.Column("posted_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("posted_by", sa.String(length=40), nullable=False),
        sa.Column("billed", sa.Integer(), nullable=False),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("skipped", sa.Integer(), nullable=False),
        sa.Column("total", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("checked", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "total IS NULL OR typeof(total) = 'integer'", name=op.f("ck_billing_run_total_cents")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_run")),
        sa.UniqueConstraint("number", name=op.f("uq_billing_run_number")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "charge_code",
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("fund", sa.String(length=60), nullable=False),
        sa.Column("revenue_code", sa.String(length=60), nullable=False),
        sa.Column("sort_order", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_charge_code")),
        sa.UniqueConstraint("code", name=op.f("uq_charge_code_code")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "deposit",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("deposited_on", sa.Date(), nullable=False),
        sa.Column("bank_account", sa.String(length=60), nullable=False),
        sa.Column("total", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint("total IS NULL OR typeof(total) = 'integer'", name=op.f("ck_deposit_total_cents")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposit")),
        sa.UniqueConstraint("number", name=op.f("uq_deposit_number")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
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
        "fee_version",
        sa.Column("fee_key", sa.String(length=60), nullable=False),
        sa.Column("class_key", sa.String(length=60), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("effective_from", sa.Date(), nullable=False),
        sa.Column("effective_to", sa.Date(), nullable=True),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("adopted_by", sa.String(length=12), nullable=False),
        sa.Column("act_number", sa.String(length=60), nullable=False),
        sa.Column("adopted_on", sa.Date(), nullable=True),
        sa.Column("noticed_on", sa.Date(), nullable=True),
        sa.Column("heard_on", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_fee_version_amount_cents")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fee_version")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("fee_version", schema=None) as batch_op:
        batch_op.create_index("ix_fee_version_fee", ["fee_key", "class_key", "effective_from"], unique=False)

    op.create_table(
        "gauge",
        sa.Column("serial", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reads_to", sewerdesk.data.types.Exact(length=40), nullable=True),
        sa.Column("maker", sa.String(length=60), nullable=False),
        sa.Column("retired_on", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gauge")),
        sa.UniqueConstraint("serial", name=op.f("uq_gauge_serial")),
        sqlite_autoincrement=True,
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
        "law_act",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("number", sa.String(length=60), nullable=False),
        sa.Column("adopted_on", sa.Date(), nullable=True),
        sa.Column("effective_from", sa.Date(), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("entered_on", sa.Date(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_law_act")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "meter",
        sa.Column("serial", sa.String(length=60), nullable=False),
        sa.Column("digits", sa.Integer(), nullable=False),
        sa.Column("multiplier", sewerdesk.data.types.Exact(length=40), nullable=False),
        sa.Column("unit", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("meter", schema=None) as batch_op:
        batch_op.create_index("ix_meter_serial", ["serial"], unique=False)

    op.create_table(
        "money_act",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("posted_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("facts", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("undoes_id", sa.Integer(), nullable=True),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["undoes_id"], ["money_act.id"], name=op.f("fk_money_act_undoes_id_money_act")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_money_act")),
        sa.UniqueConstraint("number", name=op.f("uq_money_act_number")),
        sa.UniqueConstraint("undoes_id", name=op.f("uq_money_act_undoes_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("money_act", schema=None) as batch_op:
        batch_op.create_index("ix_money_act_kind", ["kind", "effective_on"], unique=False)

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
        sa.Column("county", sa.String(length=60), nullable=False),
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
        "penalty_policy",
        sa.Column("effective_from", sa.Date(), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("settings", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("entered_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty_policy")),
        info={"append_only": ("live",)},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("penalty_policy", schema=None) as batch_op:
        batch_op.create_index(
            "uq_penalty_policy_from", ["effective_from"], unique=True, sqlite_where=sa.text("live = 1")
        )

    op.create_table(
        "period_close",
        sa.Column("through", sa.Date(), nullable=True),
        sa.Column("reopened", sa.Boolean(), nullable=False),
        sa.Column("done_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("checked", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_period_close")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "rate_class",
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rate_class")),
        sa.UniqueConstraint("code", name=op.f("uq_rate_class_code")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "rate_version",
        sa.Column("class_code", sa.String(length=20), nullable=False),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("effective_from", sa.Date(), nullable=False),
        sa.Column("effective_to", sa.Date(), nullable=True),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("formula", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("district", sa.String(length=60), nullable=False),
        sa.Column("segment", sa.String(length=60), nullable=False),
        sa.Column("months", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("adopted_by", sa.String(length=12), nullable=False),
        sa.Column("act_number", sa.String(length=60), nullable=False),
        sa.Column("adopted_on", sa.Date(), nullable=True),
        sa.Column("noticed_on", sa.Date(), nullable=True),
        sa.Column("heard_on", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rate_version")),
        info={
            "guards": {
                "rate_version_used_no_update": 'CREATE TRIGGER "rate_version_used_no_update" BEFORE UPDATE ON "rate_version" WHEN (OLD."class_code" IS NOT NEW."class_code" OR OLD."charge_code" IS NOT NEW."charge_code" OR OLD."effective_from" IS NOT NEW."effective_from" OR OLD."authority" IS NOT NEW."authority" OR OLD."formula" IS NOT NEW."formula" OR OLD."district" IS NOT NEW."district" OR OLD."segment" IS NOT NEW."segment" OR OLD."months" IS NOT NEW."months" OR OLD."adopted_by" IS NOT NEW."adopted_by" OR OLD."act_number" IS NOT NEW."act_number" OR OLD."adopted_on" IS NOT NEW."adopted_on") AND EXISTS (SELECT 1 FROM billing_run, json_each(billing_run.checked, \'$.rates\') AS used WHERE used.value = OLD.id) BEGIN SELECT RAISE(ABORT, \'a rate that bills were made by is never changed or deleted\'); END',
                "rate_version_used_no_delete": "CREATE TRIGGER \"rate_version_used_no_delete\" BEFORE DELETE ON \"rate_version\" WHEN EXISTS (SELECT 1 FROM billing_run, json_each(billing_run.checked, '$.rates') AS used WHERE used.value = OLD.id) BEGIN SELECT RAISE(ABORT, 'a rate that bills were made by is never changed or deleted'); END",
            }
        },
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("rate_version", schema=None) as batch_op:
        batch_op.create_index(
            "ix_rate_version_class", ["class_code", "charge_code", "effective_from"], unique=False
        )

    op.create_table(
        "receipt",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=False),
        sa.Column("postmark", sa.Date(), nullable=True),
        sa.Column("entered_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("tender", sa.String(length=12), nullable=False),
        sa.Column("check_number", sa.String(length=60), nullable=False),
        sa.Column("bank", sa.String(length=60), nullable=False),
        sa.Column("payer", sa.String(length=200), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("batch", sa.String(length=60), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("redeposits_id", sa.Integer(), nullable=True),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_receipt_amount_cents")
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_receipt_amount_positive")),
        sa.ForeignKeyConstraint(
            ["redeposits_id"], ["receipt.id"], name=op.f("fk_receipt_redeposits_id_receipt")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt")),
        sa.UniqueConstraint("number", name=op.f("uq_receipt_number")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("receipt", schema=None) as batch_op:
        batch_op.create_index("ix_receipt_entered", ["entered_at"], unique=False)
        batch_op.create_index("ix_receipt_received", ["received_on"], unique=False)
        batch_op.create_index(batch_op.f("ix_receipt_redeposits_id"), ["redeposits_id"], unique=False)

    op.create_table(
        "relevy_season",
        sa.Column("tax_year", sa.Integer(), nullable=False),
        sa.Column("cut_off", sa.Date(), nullable=False),
        sa.Column("certify_by", sa.Date(), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("settings", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("begun_on", sa.Date(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_season")),
        sa.UniqueConstraint("tax_year", name=op.f("uq_relevy_season_tax_year")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "act_decision",
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("approved", sa.Boolean(), nullable=False),
        sa.Column("decided_on", sa.Date(), nullable=False),
        sa.Column("decided_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("decided_by", sa.String(length=200), nullable=False),
        sa.Column("minute", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["act_id"], ["money_act.id"], name=op.f("fk_act_decision_act_id_money_act")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_act_decision")),
        sa.UniqueConstraint("act_id", name=op.f("uq_act_decision_act_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "contractor",
        sa.Column("party_id", sa.Integer(), nullable=False),
        sa.Column("names", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("foreman", sa.String(length=200), nullable=False),
        sa.Column("cell", sa.String(length=60), nullable=False),
        sa.Column("registered_on", sa.Date(), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["party_id"], ["party.id"], name=op.f("fk_contractor_party_id_party")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contractor")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("contractor", schema=None) as batch_op:
        batch_op.create_index("ix_contractor_party", ["party_id"], unique=False)

    op.create_table(
        "deposit_receipt",
        sa.Column("deposit_id", sa.Integer(), nullable=False),
        sa.Column("receipt_id", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deposit_id"], ["deposit.id"], name=op.f("fk_deposit_receipt_deposit_id_deposit")
        ),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["receipt.id"], name=op.f("fk_deposit_receipt_receipt_id_receipt")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposit_receipt")),
        info={"append_only": ("live",)},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("deposit_receipt", schema=None) as batch_op:
        batch_op.create_index("ix_deposit_receipt_deposit", ["deposit_id"], unique=False)
        batch_op.create_index(
            "uq_deposit_receipt_live", ["receipt_id"], unique=True, sqlite_where=sa.text("live = 1")
        )

    op.create_table(
        "deposit_void",
        sa.Column("deposit_id", sa.Integer(), nullable=False),
        sa.Column("voided_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deposit_id"], ["deposit.id"], name=op.f("fk_deposit_void_deposit_id_deposit")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposit_void")),
        sa.UniqueConstraint("deposit_id", name=op.f("uq_deposit_void_deposit_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "gauge_calibration",
        sa.Column("gauge_id", sa.Integer(), nullable=False),
        sa.Column("calibrated_on", sa.Date(), nullable=False),
        sa.Column("certificate", sa.String(length=60), nullable=False),
        sa.Column("by_whom", sa.String(length=200), nullable=False),
        sa.Column("attachment_id", sa.Integer(), nullable=True),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attachment_id"], ["attachment.id"], name=op.f("fk_gauge_calibration_attachment_id_attachment")
        ),
        sa.ForeignKeyConstraint(["gauge_id"], ["gauge.id"], name=op.f("fk_gauge_calibration_gauge_id_gauge")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gauge_calibration")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("gauge_calibration", schema=None) as batch_op:
        batch_op.create_index("ix_gauge_calibration_gauge", ["gauge_id"], unique=False)

    op.create_table(
        "law_act_withdrawal",
        sa.Column("law_act_id", sa.Integer(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=20000), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["law_act_id"], ["law_act.id"], name=op.f("fk_law_act_withdrawal_law_act_id_law_act")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_law_act_withdrawal")),
        sa.UniqueConstraint("law_act_id", name=op.f("uq_law_act_withdrawal_law_act_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "law_change",
        sa.Column("law_act_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("value", sa.String(length=20000), nullable=False),
        sa.Column("plural", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["law_act_id"], ["law_act.id"], name=op.f("fk_law_change_law_act_id_law_act")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_law_change")),
        sa.UniqueConstraint("law_act_id", "part", "key", name=op.f("uq_law_change_law_act_id_part_key")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("law_change", schema=None) as batch_op:
        batch_op.create_index("ix_law_change_key", ["part", "key"], unique=False)

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
        "meter_reading",
        sa.Column("meter_id", sa.Integer(), nullable=False),
        sa.Column("read_on", sa.Date(), nullable=False),
        sa.Column("value", sewerdesk.data.types.Exact(length=40), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("code", sa.String(length=12), nullable=False),
        sa.Column("answer", sa.String(length=12), nullable=True),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("import_batch_id", sa.Integer(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_batch_id"],
            ["import_batch.id"],
            name=op.f("fk_meter_reading_import_batch_id_import_batch"),
        ),
        sa.ForeignKeyConstraint(["meter_id"], ["meter.id"], name=op.f("fk_meter_reading_meter_id_meter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_reading")),
        sa.UniqueConstraint("meter_id", "read_on", "value", name="uq_meter_reading_meter_day_value"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("meter_reading", schema=None) as batch_op:
        batch_op.create_index("ix_meter_reading_meter", ["meter_id", "read_on"], unique=False)

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
        "parcel_exemption",
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["parcel_id"], ["parcel.id"], name=op.f("fk_parcel_exemption_parcel_id_parcel")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parcel_exemption")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("parcel_exemption", schema=None) as batch_op:
        batch_op.create_index("ix_parcel_exemption_parcel", ["parcel_id"], unique=False)

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
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("care_of", sa.String(length=200), nullable=False),
        sa.Column("street", sa.String(length=200), nullable=False),
        sa.Column("unit", sa.String(length=60), nullable=False),
        sa.Column("po_box", sa.String(length=60), nullable=False),
        sa.Column("city", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=2), nullable=False),
        sa.Column("zip_code", sa.String(length=10), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["party_id"], ["party.id"], name=op.f("fk_party_address_party_id_party")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_party_address")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("party_address", schema=None) as batch_op:
        batch_op.create_index("ix_party_address_party", ["party_id"], unique=False)

    op.create_table(
        "receipt_void",
        sa.Column("receipt_id", sa.Integer(), nullable=False),
        sa.Column("voided_on", sa.Date(), nullable=False),
        sa.Column("voided_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["receipt.id"], name=op.f("fk_receipt_void_receipt_id_receipt")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt_void")),
        sa.UniqueConstraint("receipt_id", name=op.f("uq_receipt_void_receipt_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "relevy_freeze",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("frozen_on", sa.Date(), nullable=False),
        sa.Column("frozen_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("total", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("settings", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "total IS NULL OR typeof(total) = 'integer'", name=op.f("ck_relevy_freeze_total_cents")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["relevy_season.id"], name=op.f("fk_relevy_freeze_season_id_relevy_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_freeze")),
        info={"append_only": ("live",)},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("relevy_freeze", schema=None) as batch_op:
        batch_op.create_index(
            "uq_relevy_freeze_live", ["season_id"], unique=True, sqlite_where=sa.text("live = 1")
        )

    op.create_table(
        "run_output",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("output", sa.String(length=20), nullable=False),
        sa.Column("done_on", sa.Date(), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["billing_run.id"], name=op.f("fk_run_output_run_id_billing_run")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run_output")),
        sa.UniqueConstraint("run_id", "output", name=op.f("uq_run_output_run_id_output")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "run_rollback",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("rolled_back_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["act_id"], ["money_act.id"], name=op.f("fk_run_rollback_act_id_money_act")),
        sa.ForeignKeyConstraint(
            ["run_id"], ["billing_run.id"], name=op.f("fk_run_rollback_run_id_billing_run")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run_rollback")),
        sa.UniqueConstraint("run_id", name=op.f("uq_run_rollback_run_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tender_change",
        sa.Column("receipt_id", sa.Integer(), nullable=False),
        sa.Column("changed_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("tender", sa.String(length=12), nullable=False),
        sa.Column("check_number", sa.String(length=60), nullable=False),
        sa.Column("bank", sa.String(length=60), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["receipt.id"], name=op.f("fk_tender_change_receipt_id_receipt")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tender_change")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("tender_change", schema=None) as batch_op:
        batch_op.create_index("ix_tender_change_receipt", ["receipt_id"], unique=False)

    op.create_table(
        "application",
        sa.Column("number", sa.String(length=30), nullable=True),
        sa.Column("parcel_id", sa.Integer(), nullable=True),
        sa.Column("contractor_id", sa.Integer(), nullable=True),
        sa.Column("received_on", sa.Date(), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("answers", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("no_fee_confirmed_by", sa.String(length=40), nullable=False),
        sa.Column("no_fee_reference", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contractor_id"], ["contractor.id"], name=op.f("fk_application_contractor_id_contractor")
        ),
        sa.ForeignKeyConstraint(["parcel_id"], ["parcel.id"], name=op.f("fk_application_parcel_id_parcel")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application")),
        sa.UniqueConstraint("number", name=op.f("uq_application_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("application", schema=None) as batch_op:
        batch_op.create_index("ix_application_parcel", ["parcel_id"], unique=False)

    op.create_table(
        "contractor_authorization",
        sa.Column("contractor_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("resolution", sa.String(length=200), nullable=False),
        sa.Column("evidence", sa.String(length=500), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contractor_id"],
            ["contractor.id"],
            name=op.f("fk_contractor_authorization_contractor_id_contractor"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contractor_authorization")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("contractor_authorization", schema=None) as batch_op:
        batch_op.create_index("ix_contractor_authorization_contractor", ["contractor_id"], unique=False)

    op.create_table(
        "contractor_bond",
        sa.Column("contractor_id", sa.Integer(), nullable=False),
        sa.Column("requirement", sa.String(length=60), nullable=False),
        sa.Column("surety", sa.String(length=200), nullable=False),
        sa.Column("number", sa.String(length=60), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("clauses", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("original_on_file", sa.Boolean(), nullable=False),
        sa.Column("effective", sa.Date(), nullable=False),
        sa.Column("expires", sa.Date(), nullable=True),
        sa.Column("continuous", sa.Boolean(), nullable=False),
        sa.Column("cancel_received", sa.Date(), nullable=True),
        sa.Column("cancel_effective", sa.Date(), nullable=True),
        sa.Column("voided_reason", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_contractor_bond_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["contractor_id"], ["contractor.id"], name=op.f("fk_contractor_bond_contractor_id_contractor")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contractor_bond")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("contractor_bond", schema=None) as batch_op:
        batch_op.create_index("ix_contractor_bond_contractor", ["contractor_id"], unique=False)

    op.create_table(
        "contractor_exemption",
        sa.Column("contractor_id", sa.Integer(), nullable=False),
        sa.Column("form_code", sa.String(length=60), nullable=False),
        sa.Column("number", sa.String(length=60), nullable=False),
        sa.Column("covers", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("insured", sa.String(length=200), nullable=False),
        sa.Column("holder", sa.String(length=200), nullable=False),
        sa.Column("job", sa.String(length=200), nullable=False),
        sa.Column("verified_by", sa.String(length=60), nullable=False),
        sa.Column("verified_on", sa.Date(), nullable=True),
        sa.Column("effective", sa.Date(), nullable=False),
        sa.Column("expires", sa.Date(), nullable=True),
        sa.Column("continuous", sa.Boolean(), nullable=False),
        sa.Column("cancel_received", sa.Date(), nullable=True),
        sa.Column("cancel_effective", sa.Date(), nullable=True),
        sa.Column("voided_reason", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contractor_id"],
            ["contractor.id"],
            name=op.f("fk_contractor_exemption_contractor_id_contractor"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contractor_exemption")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("contractor_exemption", schema=None) as batch_op:
        batch_op.create_index("ix_contractor_exemption_contractor", ["contractor_id"], unique=False)

    op.create_table(
        "contractor_policy",
        sa.Column("contractor_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("form_code", sa.String(length=60), nullable=False),
        sa.Column("carrier", sa.String(length=200), nullable=False),
        sa.Column("number", sa.String(length=60), nullable=False),
        sa.Column("insured", sa.String(length=200), nullable=False),
        sa.Column("holder", sa.String(length=200), nullable=False),
        sa.Column("limits", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("hazards", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("cancellation_notice_days", sa.Integer(), nullable=True),
        sa.Column("endorsements", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("form_approvals", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("verified_by", sa.String(length=60), nullable=False),
        sa.Column("verified_on", sa.Date(), nullable=True),
        sa.Column("effective", sa.Date(), nullable=False),
        sa.Column("expires", sa.Date(), nullable=True),
        sa.Column("continuous", sa.Boolean(), nullable=False),
        sa.Column("cancel_received", sa.Date(), nullable=True),
        sa.Column("cancel_effective", sa.Date(), nullable=True),
        sa.Column("voided_reason", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contractor_id"], ["contractor.id"], name=op.f("fk_contractor_policy_contractor_id_contractor")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contractor_policy")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("contractor_policy", schema=None) as batch_op:
        batch_op.create_index("ix_contractor_policy_contractor", ["contractor_id"], unique=False)

    op.create_table(
        "contractor_suspension",
        sa.Column("contractor_id", sa.Integer(), nullable=False),
        sa.Column("start", sa.Date(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["contractor_id"],
            ["contractor.id"],
            name=op.f("fk_contractor_suspension_contractor_id_contractor"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contractor_suspension")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("contractor_suspension", schema=None) as batch_op:
        batch_op.create_index("ix_contractor_suspension_contractor", ["contractor_id"], unique=False)

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

    op.create_table(
        "relevy_certificate",
        sa.Column("freeze_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("certified_on", sa.Date(), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("meeting_on", sa.Date(), nullable=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("total", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "total IS NULL OR typeof(total) = 'integer'", name=op.f("ck_relevy_certificate_total_cents")
        ),
        sa.ForeignKeyConstraint(
            ["act_id"], ["money_act.id"], name=op.f("fk_relevy_certificate_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(
            ["freeze_id"], ["relevy_freeze.id"], name=op.f("fk_relevy_certificate_freeze_id_relevy_freeze")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_certificate")),
        sa.UniqueConstraint("act_id", name=op.f("uq_relevy_certificate_act_id")),
        sa.UniqueConstraint("freeze_id", name=op.f("uq_relevy_certificate_freeze_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "account",
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("old_number", sa.String(length=20), nullable=False),
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("application_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"], ["application.id"], name=op.f("fk_account_application_id_application")
        ),
        sa.ForeignKeyConstraint(["parcel_id"], ["parcel.id"], name=op.f("fk_account_parcel_id_parcel")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("number", name=op.f("uq_account_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.create_index("ix_account_parcel", ["parcel_id"], unique=False)

    op.create_table(
        "application_approval",
        sa.Column("application_id", sa.Integer(), nullable=False),
        sa.Column("approval_key", sa.String(length=60), nullable=False),
        sa.Column("submitted_on", sa.Date(), nullable=True),
        sa.Column("approved_on", sa.Date(), nullable=True),
        sa.Column("reference", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_application_approval_application_id_application"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_approval")),
        sa.UniqueConstraint(
            "application_id", "approval_key", name=op.f("uq_application_approval_application_id_approval_key")
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "application_event",
        sa.Column("application_id", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_application_event_application_id_application"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_event")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("application_event", schema=None) as batch_op:
        batch_op.create_index("ix_application_event_application", ["application_id"], unique=False)

    op.create_table(
        "fee_line",
        sa.Column("application_id", sa.Integer(), nullable=False),
        sa.Column("fee_key", sa.String(length=60), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("due", sa.String(length=30), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=True),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("citation", sa.String(length=200), nullable=False),
        sa.Column("fee_version_id", sa.Integer(), nullable=True),
        sa.Column("priced_on", sa.Date(), nullable=True),
        sa.Column("waived_reason", sa.String(length=200), nullable=False),
        sa.Column("replaced", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_fee_line_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["application_id"], ["application.id"], name=op.f("fk_fee_line_application_id_application")
        ),
        sa.ForeignKeyConstraint(
            ["fee_version_id"], ["fee_version.id"], name=op.f("fk_fee_line_fee_version_id_fee_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fee_line")),
        info={"append_only": ("waived_reason", "replaced")},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("fee_line", schema=None) as batch_op:
        batch_op.create_index("ix_fee_line_application", ["application_id"], unique=False)

    op.create_table(
        "permit",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("application_id", sa.Integer(), nullable=False),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("class_key", sa.String(length=60), nullable=False),
        sa.Column("clocks", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("conditions", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("figures", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"], ["application.id"], name=op.f("fk_permit_application_id_application")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_permit")),
        sa.UniqueConstraint("number", name=op.f("uq_permit_number")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("permit", schema=None) as batch_op:
        batch_op.create_index("ix_permit_application", ["application_id"], unique=False)

    op.create_table(
        "relevy_remittance",
        sa.Column("certificate_id", sa.Integer(), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("reference", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("ended_reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_relevy_remittance_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["certificate_id"],
            ["relevy_certificate.id"],
            name=op.f("fk_relevy_remittance_certificate_id_relevy_certificate"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_remittance")),
        info={"append_only": ("live", "ended_reason")},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("relevy_remittance", schema=None) as batch_op:
        batch_op.create_index(
            "uq_relevy_remittance_live", ["certificate_id"], unique=True, sqlite_where=sa.text("live = 1")
        )

    op.create_table(
        "relevy_sent",
        sa.Column("certificate_id", sa.Integer(), nullable=False),
        sa.Column("sent_on", sa.Date(), nullable=False),
        sa.Column("how", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["certificate_id"],
            ["relevy_certificate.id"],
            name=op.f("fk_relevy_sent_certificate_id_relevy_certificate"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_sent")),
        sa.UniqueConstraint("certificate_id", name=op.f("uq_relevy_sent_certificate_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "account_basis",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("detail", sa.String(length=60), nullable=False),
        sa.Column("quantity", sewerdesk.data.types.Exact(length=40), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("worksheet", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("entered_by", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_basis_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_basis")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_basis", schema=None) as batch_op:
        batch_op.create_index("ix_account_basis_account", ["account_id", "kind"], unique=False)

    op.create_table(
        "account_charge",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=True),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("stops_on", sa.Date(), nullable=True),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("stop_reason", sa.String(length=200), nullable=False),
        sa.Column("entered_by", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_account_charge_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_charge_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_charge")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_charge", schema=None) as batch_op:
        batch_op.create_index("ix_account_charge_account", ["account_id"], unique=False)

    op.create_table(
        "account_class",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("class_code", sa.String(length=20), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_class_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_class")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_class", schema=None) as batch_op:
        batch_op.create_index("ix_account_class_account", ["account_id"], unique=False)

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
        "account_mailing",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("care_of", sa.String(length=200), nullable=False),
        sa.Column("street", sa.String(length=200), nullable=False),
        sa.Column("unit", sa.String(length=60), nullable=False),
        sa.Column("po_box", sa.String(length=60), nullable=False),
        sa.Column("city", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=2), nullable=False),
        sa.Column("zip_code", sa.String(length=10), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_mailing_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_mailing")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("account_mailing", schema=None) as batch_op:
        batch_op.create_index("ix_account_mailing_account", ["account_id"], unique=False)

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
        sa.Column("authority", sa.String(length=200), nullable=False),
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
        "bill",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("service", sa.String(length=20), nullable=False),
        sa.Column("period", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("class_code", sa.String(length=20), nullable=False),
        sa.Column("period_from", sa.Date(), nullable=False),
        sa.Column("period_to", sa.Date(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("replaces_id", sa.Integer(), nullable=True),
        sa.Column("bill_date", sa.Date(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=False),
        sa.Column("current_charges", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("total_due", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("carried", sa.Boolean(), nullable=False),
        sa.Column("usage", sewerdesk.data.types.Exact(length=40), nullable=True),
        sa.Column("estimated", sa.Boolean(), nullable=False),
        sa.Column("printed_through", sa.Integer(), nullable=False),
        sa.Column("printed", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "current_charges IS NULL OR typeof(current_charges) = 'integer'",
            name=op.f("ck_bill_current_charges_cents"),
        ),
        sa.CheckConstraint(
            "total_due IS NULL OR typeof(total_due) = 'integer'", name=op.f("ck_bill_total_due_cents")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_bill_account_id_account")),
        sa.ForeignKeyConstraint(["replaces_id"], ["bill.id"], name=op.f("fk_bill_replaces_id_bill")),
        sa.ForeignKeyConstraint(["run_id"], ["billing_run.id"], name=op.f("fk_bill_run_id_billing_run")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bill")),
        sa.UniqueConstraint("number", name=op.f("uq_bill_number")),
        info={"append_only": ("live",)},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("bill", schema=None) as batch_op:
        batch_op.create_index("ix_bill_account", ["account_id", "bill_date"], unique=False)
        batch_op.create_index(
            "ix_bill_carried", ["account_id"], unique=False, sqlite_where=sa.text("carried = 1")
        )
        batch_op.create_index("ix_bill_live", ["account_id"], unique=False, sqlite_where=sa.text("live IS 1"))
        batch_op.create_index("ix_bill_period", ["period"], unique=False)
        batch_op.create_index(
            "ix_bill_replaces", ["replaces_id"], unique=True, sqlite_where=sa.text("replaces_id IS NOT NULL")
        )
        batch_op.create_index("ix_bill_run", ["run_id"], unique=False)
        batch_op.create_index(
            "ix_bill_single", ["account_id"], unique=False, sqlite_where=sa.text("kind <> 'regular'")
        )
        batch_op.create_index(
            "uq_bill_live_regular",
            ["account_id", "service", "period"],
            unique=True,
            sqlite_where=sa.text("live = 1 AND kind = 'regular'"),
        )

    op.create_table(
        "cash_only",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("until", sa.Date(), nullable=False),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("ended_reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_cash_only_account_id_account")),
        sa.ForeignKeyConstraint(["act_id"], ["money_act.id"], name=op.f("fk_cash_only_act_id_money_act")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cash_only")),
        info={"append_only": ("ended_on", "ended_reason")},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("cash_only", schema=None) as batch_op:
        batch_op.create_index("ix_cash_only_account", ["account_id"], unique=False)

    op.create_table(
        "dunning_notice",
        sa.Column("run", sa.String(length=30), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(length=20), nullable=False),
        sa.Column("sent_on", sa.Date(), nullable=False),
        sa.Column("pay_by", sa.Date(), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("lines", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_dunning_notice_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_dunning_notice_account_id_account")
        ),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_dunning_notice_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dunning_notice")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("dunning_notice", schema=None) as batch_op:
        batch_op.create_index("ix_dunning_notice_account", ["account_id"], unique=False)
        batch_op.create_index("uq_dunning_notice_run", ["run", "account_id"], unique=True)

    op.create_table(
        "inspection",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("permit_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=20), nullable=False),
        sa.Column("requested_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("requested_by", sa.String(length=200), nullable=False),
        sa.Column("retest_of_id", sa.Integer(), nullable=True),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["permit_id"], ["permit.id"], name=op.f("fk_inspection_permit_id_permit")),
        sa.ForeignKeyConstraint(
            ["retest_of_id"], ["inspection.id"], name=op.f("fk_inspection_retest_of_id_inspection")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection")),
        sa.UniqueConstraint("number", name=op.f("uq_inspection_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("inspection", schema=None) as batch_op:
        batch_op.create_index("ix_inspection_permit", ["permit_id"], unique=False)

    op.create_table(
        "meter_change",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("old_meter_id", sa.Integer(), nullable=False),
        sa.Column("new_meter_id", sa.Integer(), nullable=False),
        sa.Column("changed_on", sa.Date(), nullable=False),
        sa.Column("before", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("entered_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_meter_change_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["new_meter_id"], ["meter.id"], name=op.f("fk_meter_change_new_meter_id_meter")
        ),
        sa.ForeignKeyConstraint(
            ["old_meter_id"], ["meter.id"], name=op.f("fk_meter_change_old_meter_id_meter")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_change")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("meter_change", schema=None) as batch_op:
        batch_op.create_index("ix_meter_change_account", ["account_id"], unique=False)

    op.create_table(
        "meter_installation",
        sa.Column("meter_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("share", sewerdesk.data.types.Exact(length=40), nullable=False),
        sa.Column("installed_on", sa.Date(), nullable=False),
        sa.Column("removed_on", sa.Date(), nullable=True),
        sa.Column("voided_reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_meter_installation_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["meter_id"], ["meter.id"], name=op.f("fk_meter_installation_meter_id_meter")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_installation")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("meter_installation", schema=None) as batch_op:
        batch_op.create_index("ix_meter_installation_account", ["account_id"], unique=False)
        batch_op.create_index("ix_meter_installation_meter", ["meter_id"], unique=False)

    op.create_table(
        "other_bill",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("service", sa.String(length=60), nullable=False),
        sa.Column("period", sa.String(length=60), nullable=False),
        sa.Column("billed_on", sa.Date(), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("usage", sewerdesk.data.types.Exact(length=40), nullable=True),
        sa.Column("unit", sa.String(length=10), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_other_bill_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_other_bill_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_other_bill")),
        sa.UniqueConstraint("account_id", "service", "period", "billed_on", name="uq_other_bill_once"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("other_bill", schema=None) as batch_op:
        batch_op.create_index("ix_other_bill_period", ["period"], unique=False)

    op.create_table(
        "payment_plan",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("agreed_on", sa.Date(), nullable=False),
        sa.Column("agreed_with", sa.String(length=200), nullable=False),
        sa.Column("total", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("grace_days", sa.Integer(), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("entries_through", sa.Integer(), nullable=False),
        sa.Column("posted_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "total IS NULL OR typeof(total) = 'integer'", name=op.f("ck_payment_plan_total_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_payment_plan_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_plan")),
        sa.UniqueConstraint("number", name=op.f("uq_payment_plan_number")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("payment_plan", schema=None) as batch_op:
        batch_op.create_index("ix_payment_plan_account", ["account_id"], unique=False)

    op.create_table(
        "penalty_hold",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_penalty_hold_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty_hold")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("penalty_hold", schema=None) as batch_op:
        batch_op.create_index("ix_penalty_hold_account", ["account_id"], unique=False)

    op.create_table(
        "permit_event",
        sa.Column("permit_id", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("reference", sa.String(length=200), nullable=False),
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("citation", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["permit_id"], ["permit.id"], name=op.f("fk_permit_event_permit_id_permit")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_permit_event")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("permit_event", schema=None) as batch_op:
        batch_op.create_index("ix_permit_event_permit", ["permit_id"], unique=False)

    op.create_table(
        "receipt_line",
        sa.Column("receipt_id", sa.Integer(), nullable=False),
        sa.Column("line_no", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("fee_line_id", sa.Integer(), nullable=True),
        sa.Column("suspense", sa.Boolean(), nullable=False),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=200), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_receipt_line_amount_cents")
        ),
        sa.CheckConstraint(
            "(account_id IS NOT NULL) + (fee_line_id IS NOT NULL) + suspense = 1",
            name=op.f("ck_receipt_line_one_purpose"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_receipt_line_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["fee_line_id"], ["fee_line.id"], name=op.f("fk_receipt_line_fee_line_id_fee_line")
        ),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["receipt.id"], name=op.f("fk_receipt_line_receipt_id_receipt")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt_line")),
        sa.UniqueConstraint("receipt_id", "line_no", name=op.f("uq_receipt_line_receipt_id_line_no")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("receipt_line", schema=None) as batch_op:
        batch_op.create_index("ix_receipt_line_account", ["account_id"], unique=False)
        batch_op.create_index("ix_receipt_line_fee", ["fee_line_id"], unique=False)

    op.create_table(
        "receipt_return",
        sa.Column("receipt_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("returned_on", sa.Date(), nullable=False),
        sa.Column("bank_reason", sa.String(length=200), nullable=False),
        sa.Column("fee_line_id", sa.Integer(), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["act_id"], ["money_act.id"], name=op.f("fk_receipt_return_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(
            ["fee_line_id"], ["fee_line.id"], name=op.f("fk_receipt_return_fee_line_id_fee_line")
        ),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["receipt.id"], name=op.f("fk_receipt_return_receipt_id_receipt")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt_return")),
        info={"append_only": ("live",)},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("receipt_return", schema=None) as batch_op:
        batch_op.create_index("ix_receipt_return_act", ["act_id"], unique=False)
        batch_op.create_index(
            "uq_receipt_return_live", ["receipt_id"], unique=True, sqlite_where=sa.text("live = 1")
        )

    op.create_table(
        "relevy_exclusion",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_relevy_exclusion_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["relevy_season.id"], name=op.f("fk_relevy_exclusion_season_id_relevy_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_exclusion")),
        sa.UniqueConstraint("season_id", "account_id", name=op.f("uq_relevy_exclusion_season_id_account_id")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "relevy_row",
        sa.Column("freeze_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(length=20), nullable=False),
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("swis", sa.String(length=6), nullable=False),
        sa.Column("print_key", sa.String(length=60), nullable=False),
        sa.Column("sbl", sa.String(length=20), nullable=False),
        sa.Column("district", sa.String(length=60), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=False),
        sa.Column("location", sa.String(length=200), nullable=False),
        sa.Column("rent", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("penalty", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("interest", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("fee", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("added", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("total", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("items", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "added IS NULL OR typeof(added) = 'integer'", name=op.f("ck_relevy_row_added_cents")
        ),
        sa.CheckConstraint("fee IS NULL OR typeof(fee) = 'integer'", name=op.f("ck_relevy_row_fee_cents")),
        sa.CheckConstraint(
            "interest IS NULL OR typeof(interest) = 'integer'", name=op.f("ck_relevy_row_interest_cents")
        ),
        sa.CheckConstraint(
            "penalty IS NULL OR typeof(penalty) = 'integer'", name=op.f("ck_relevy_row_penalty_cents")
        ),
        sa.CheckConstraint("rent IS NULL OR typeof(rent) = 'integer'", name=op.f("ck_relevy_row_rent_cents")),
        sa.CheckConstraint(
            "total IS NULL OR typeof(total) = 'integer'", name=op.f("ck_relevy_row_total_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_relevy_row_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["freeze_id"], ["relevy_freeze.id"], name=op.f("fk_relevy_row_freeze_id_relevy_freeze")
        ),
        sa.ForeignKeyConstraint(["parcel_id"], ["parcel.id"], name=op.f("fk_relevy_row_parcel_id_parcel")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_row")),
        sa.UniqueConstraint("freeze_id", "account_id", name=op.f("uq_relevy_row_freeze_id_account_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("relevy_row", schema=None) as batch_op:
        batch_op.create_index("ix_relevy_row_account", ["account_id"], unique=False)

    op.create_table(
        "run_outcome",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_run_outcome_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["run_id"], ["billing_run.id"], name=op.f("fk_run_outcome_run_id_billing_run")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run_outcome")),
        sa.UniqueConstraint("run_id", "account_id", name=op.f("uq_run_outcome_run_id_account_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("run_outcome", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_run_outcome_account_id"), ["account_id"], unique=False)

    op.create_table(
        "violation_case",
        sa.Column("number", sa.String(length=30), nullable=False),
        sa.Column("parcel_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("permit_id", sa.Integer(), nullable=True),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("observed_on", sa.Date(), nullable=False),
        sa.Column("observed_at", sa.String(length=60), nullable=False),
        sa.Column("observed_by", sa.String(length=200), nullable=False),
        sa.Column("observer_title", sa.String(length=200), nullable=False),
        sa.Column("facts", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("notice", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_violation_case_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["parcel_id"], ["parcel.id"], name=op.f("fk_violation_case_parcel_id_parcel")
        ),
        sa.ForeignKeyConstraint(
            ["permit_id"], ["permit.id"], name=op.f("fk_violation_case_permit_id_permit")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_violation_case")),
        sa.UniqueConstraint("number", name=op.f("uq_violation_case_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("violation_case", schema=None) as batch_op:
        batch_op.create_index("ix_violation_case_parcel", ["parcel_id"], unique=False)

    op.create_table(
        "bill_line",
        sa.Column("bill_id", sa.Integer(), nullable=False),
        sa.Column("line_no", sa.Integer(), nullable=False),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=400), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("inputs", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_bill_line_amount_cents")
        ),
        sa.ForeignKeyConstraint(["bill_id"], ["bill.id"], name=op.f("fk_bill_line_bill_id_bill")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bill_line")),
        sa.UniqueConstraint("bill_id", "line_no", name=op.f("uq_bill_line_bill_id_line_no")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("bill_line", schema=None) as batch_op:
        batch_op.create_index("ix_bill_line_code", ["charge_code"], unique=False)

    op.create_table(
        "case_citation",
        sa.Column("case_id", sa.Integer(), nullable=False),
        sa.Column("violation_key", sa.String(length=60), nullable=False),
        sa.Column("section", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(length=2000), nullable=False),
        sa.Column("citation", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["case_id"], ["violation_case.id"], name=op.f("fk_case_citation_case_id_violation_case")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_citation")),
        sa.UniqueConstraint("case_id", "violation_key", name=op.f("uq_case_citation_case_id_violation_key")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "case_event",
        sa.Column("case_id", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("due_rule", sa.String(length=20000), nullable=False),
        sa.Column("citation", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["case_id"], ["violation_case.id"], name=op.f("fk_case_event_case_id_violation_case")
        ),
        sa.ForeignKeyConstraint(["paper_id"], ["paper.id"], name=op.f("fk_case_event_paper_id_paper")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_event")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("case_event", schema=None) as batch_op:
        batch_op.create_index("ix_case_event_case", ["case_id"], unique=False)

    op.create_table(
        "entry",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("posted_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("charge_code", sa.String(length=20), nullable=False),
        sa.Column("bill_id", sa.Integer(), nullable=True),
        sa.Column("receipt_line_id", sa.Integer(), nullable=True),
        sa.Column("act_id", sa.Integer(), nullable=True),
        sa.Column("corrects_id", sa.Integer(), nullable=True),
        sa.Column("pays_id", sa.Integer(), nullable=True),
        sa.Column("billed_on", sa.Date(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_entry_amount_cents")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_entry_account_id_account")),
        sa.ForeignKeyConstraint(["act_id"], ["money_act.id"], name=op.f("fk_entry_act_id_money_act")),
        sa.ForeignKeyConstraint(["bill_id"], ["bill.id"], name=op.f("fk_entry_bill_id_bill")),
        sa.ForeignKeyConstraint(["corrects_id"], ["entry.id"], name=op.f("fk_entry_corrects_id_entry")),
        sa.ForeignKeyConstraint(["pays_id"], ["entry.id"], name=op.f("fk_entry_pays_id_entry")),
        sa.ForeignKeyConstraint(
            ["receipt_line_id"], ["receipt_line.id"], name=op.f("fk_entry_receipt_line_id_receipt_line")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry")),
        info={
            "append_only": (),
            "guards": {
                "entry_open_period": 'CREATE TRIGGER "entry_open_period" BEFORE INSERT ON "entry" WHEN NEW.effective_on <= (SELECT through FROM period_close ORDER BY id DESC LIMIT 1) BEGIN SELECT RAISE(ABORT, \'the books are closed on the day of this entry\'); END'
            },
        },
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.create_index("ix_entry_account_amount", ["account_id", "amount"], unique=False)
        batch_op.create_index("ix_entry_account_day", ["account_id", "effective_on"], unique=False)
        batch_op.create_index(batch_op.f("ix_entry_act_id"), ["act_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_entry_bill_id"), ["bill_id"], unique=False)
        batch_op.create_index(
            "ix_entry_corrects",
            ["corrects_id"],
            unique=False,
            sqlite_where=sa.text("corrects_id IS NOT NULL"),
        )
        batch_op.create_index("ix_entry_day", ["effective_on"], unique=False)
        batch_op.create_index(
            "ix_entry_due", ["bill_id"], unique=False, sqlite_where=sa.text("due_on IS NOT NULL")
        )
        batch_op.create_index(
            "ix_entry_moved", ["receipt_line_id"], unique=False, sqlite_where=sa.text("kind = 'transfer'")
        )
        batch_op.create_index(batch_op.f("ix_entry_receipt_line_id"), ["receipt_line_id"], unique=False)

    op.create_table(
        "inspection_appointment",
        sa.Column("inspection_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("time", sa.String(length=60), nullable=False),
        sa.Column("inspector", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_appointment_inspection_id_inspection"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_appointment")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("inspection_appointment", schema=None) as batch_op:
        batch_op.create_index("ix_inspection_appointment_inspection", ["inspection_id"], unique=False)

    op.create_table(
        "inspection_result",
        sa.Column("inspection_id", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("visited_on", sa.Date(), nullable=False),
        sa.Column("arrived", sa.String(length=60), nullable=False),
        sa.Column("left", sa.String(length=60), nullable=False),
        sa.Column("weather", sa.String(length=200), nullable=False),
        sa.Column("ground", sa.String(length=60), nullable=False),
        sa.Column("inspector", sa.String(length=200), nullable=False),
        sa.Column("inspector_title", sa.String(length=200), nullable=False),
        sa.Column("checklist", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("tests", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("deficiencies", sa.String(length=20000), nullable=False),
        sa.Column("officer_decision", sa.String(length=20000), nullable=False),
        sa.Column("photographs", sa.Integer(), nullable=False),
        sa.Column("retest_by", sa.Date(), nullable=True),
        sa.Column("retest_rule", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=20000), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name=op.f("fk_inspection_result_inspection_id_inspection")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_result")),
        sa.UniqueConstraint("inspection_id", name=op.f("uq_inspection_result_inspection_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "meter_change_undo",
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.Column("undone_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["change_id"], ["meter_change.id"], name=op.f("fk_meter_change_undo_change_id_meter_change")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_meter_change_undo")),
        sa.UniqueConstraint("change_id", name=op.f("uq_meter_change_undo_change_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "owner_change",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("changed_on", sa.Date(), nullable=False),
        sa.Column("seller_id", sa.Integer(), nullable=False),
        sa.Column("buyer_id", sa.Integer(), nullable=False),
        sa.Column("final_bill_id", sa.Integer(), nullable=True),
        sa.Column("closing", sewerdesk.data.types.JsonText(), nullable=False),
        sa.Column("balance", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "balance IS NULL OR typeof(balance) = 'integer'", name=op.f("ck_owner_change_balance_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_owner_change_account_id_account")
        ),
        sa.ForeignKeyConstraint(["act_id"], ["money_act.id"], name=op.f("fk_owner_change_act_id_money_act")),
        sa.ForeignKeyConstraint(["buyer_id"], ["party.id"], name=op.f("fk_owner_change_buyer_id_party")),
        sa.ForeignKeyConstraint(
            ["final_bill_id"], ["bill.id"], name=op.f("fk_owner_change_final_bill_id_bill")
        ),
        sa.ForeignKeyConstraint(["seller_id"], ["party.id"], name=op.f("fk_owner_change_seller_id_party")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_owner_change")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("owner_change", schema=None) as batch_op:
        batch_op.create_index("ix_owner_change_account", ["account_id"], unique=False)

    op.create_table(
        "plan_end",
        sa.Column("plan_id", sa.Integer(), nullable=False),
        sa.Column("ended_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["plan_id"], ["payment_plan.id"], name=op.f("fk_plan_end_plan_id_payment_plan")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_end")),
        sa.UniqueConstraint("plan_id", name=op.f("uq_plan_end_plan_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "plan_installment",
        sa.Column("plan_id", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_plan_installment_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["plan_id"], ["payment_plan.id"], name=op.f("fk_plan_installment_plan_id_payment_plan")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_installment")),
        sa.UniqueConstraint("plan_id", "due_on", name=op.f("uq_plan_installment_plan_id_due_on")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    op.create_table(
        "relevy_withdrawal",
        sa.Column("row_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("withdrawn_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("authority", sa.String(length=200), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["act_id"], ["money_act.id"], name=op.f("fk_relevy_withdrawal_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(
            ["row_id"], ["relevy_row.id"], name=op.f("fk_relevy_withdrawal_row_id_relevy_row")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_withdrawal")),
        sa.UniqueConstraint("row_id", name=op.f("uq_relevy_withdrawal_row_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("relevy_withdrawal", schema=None) as batch_op:
        batch_op.create_index("ix_relevy_withdrawal_act", ["act_id"], unique=False)

    op.create_table(
        "suspense_entry",
        sa.Column("receipt_line_id", sa.Integer(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("posted_at", sewerdesk.data.types.UtcDateTime(), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_suspense_entry_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["act_id"], ["money_act.id"], name=op.f("fk_suspense_entry_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(
            ["receipt_line_id"],
            ["receipt_line.id"],
            name=op.f("fk_suspense_entry_receipt_line_id_receipt_line"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suspense_entry")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("suspense_entry", schema=None) as batch_op:
        batch_op.create_index("ix_suspense_entry_act", ["act_id"], unique=False)
        batch_op.create_index("ix_suspense_entry_line", ["receipt_line_id"], unique=False)

    op.create_table(
        "penalty_charge",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("bill_id", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(length=12), nullable=False),
        sa.Column("stage", sa.String(length=24), nullable=False),
        sa.Column("policy_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("judged_on", sa.Date(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("base", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("rate", sewerdesk.data.types.Exact(length=40), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("sentence", sa.String(length=400), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.String(length=12), nullable=False),
        sa.Column("ended_act_id", sa.Integer(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_penalty_charge_amount_cents")
        ),
        sa.CheckConstraint(
            "base IS NULL OR typeof(base) = 'integer'", name=op.f("ck_penalty_charge_base_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_penalty_charge_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["act_id"], ["money_act.id"], name=op.f("fk_penalty_charge_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(["bill_id"], ["bill.id"], name=op.f("fk_penalty_charge_bill_id_bill")),
        sa.ForeignKeyConstraint(
            ["ended_act_id"], ["money_act.id"], name=op.f("fk_penalty_charge_ended_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_penalty_charge_entry_id_entry")),
        sa.ForeignKeyConstraint(
            ["policy_id"], ["penalty_policy.id"], name=op.f("fk_penalty_charge_policy_id_penalty_policy")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty_charge")),
        info={"append_only": ("live", "ended", "ended_act_id")},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("penalty_charge", schema=None) as batch_op:
        batch_op.create_index("ix_penalty_charge_account", ["account_id"], unique=False)
        batch_op.create_index("ix_penalty_charge_act", ["act_id"], unique=False)
        batch_op.create_index("ix_penalty_charge_entry", ["entry_id"], unique=True)
        batch_op.create_index(
            "uq_penalty_charge_live",
            ["bill_id", "rule", "stage"],
            unique=True,
            sqlite_where=sa.text("live = 1"),
        )

    op.create_table(
        "relevy_money",
        sa.Column("row_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_relevy_money_amount_cents")
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_relevy_money_entry_id_entry")),
        sa.ForeignKeyConstraint(
            ["row_id"], ["relevy_row.id"], name=op.f("fk_relevy_money_row_id_relevy_row")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relevy_money")),
        sa.UniqueConstraint("entry_id", "row_id", name=op.f("uq_relevy_money_entry_id_row_id")),
        info={"append_only": ()},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("relevy_money", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_relevy_money_row_id"), ["row_id"], unique=False)

    op.create_table(
        "penalty_waiver",
        sa.Column("charge_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("bill_id", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(length=12), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("amount", sewerdesk.data.types.Money(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("act_id", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "amount IS NULL OR typeof(amount) = 'integer'", name=op.f("ck_penalty_waiver_amount_cents")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_penalty_waiver_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["act_id"], ["money_act.id"], name=op.f("fk_penalty_waiver_act_id_money_act")
        ),
        sa.ForeignKeyConstraint(["bill_id"], ["bill.id"], name=op.f("fk_penalty_waiver_bill_id_bill")),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["penalty_charge.id"], name=op.f("fk_penalty_waiver_charge_id_penalty_charge")
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_penalty_waiver_entry_id_entry")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_penalty_waiver")),
        info={"append_only": ("live",)},
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("penalty_waiver", schema=None) as batch_op:
        batch_op.create_index("ix_penalty_waiver_act", ["act_id"], unique=False)
        batch_op.create_index("ix_penalty_waiver_bill", ["bill_id"], unique=False)
        batch_op.create_index("ix_penalty_waiver_charge", ["charge_id"], unique=False)
        batch_op.create_index("ix_penalty_waiver_entry", ["entry_id"], unique=True)
