-- Requested exports of invoices and credit notes, each with its file once that is written.
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"export_type" text NOT NULL,
	"format" text NOT NULL,
	"query" jsonb NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"failure" text,
	"attempts" integer NOT NULL,
	"rows_count" integer NOT NULL,
	"content" "bytea",
	"storage_key" text,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_exports_export_type_words" CHECK ("data_exports"."export_type" in ('invoices', 'invoice_fees', 'credit_notes', 'credit_note_items')),
	CONSTRAINT "data_exports_format_words" CHECK ("data_exports"."format" in ('csv')),
	CONSTRAINT "data_exports_status_words" CHECK ("data_exports"."status" in ('pending', 'completed', 'failed')),
	CONSTRAINT "data_exports_failure_words" CHECK ("data_exports"."failure" in ('too_many_rows', 'file_too_large', 'internal_error')),
	CONSTRAINT "data_exports_file" CHECK (num_nonnulls("data_exports"."content", "data_exports"."storage_key") = ("data_exports"."status" = 'completed')::int),
	CONSTRAINT "data_exports_failure" CHECK (("data_exports"."failure" is not null) = ("data_exports"."status" = 'failed')),
	CONSTRAINT "data_exports_completed" CHECK (("data_exports"."completed_at" is not null) = ("data_exports"."status" <> 'pending'))
);
--> statement-breakpoint
CREATE INDEX "data_exports_pending" ON "data_exports" USING btree ("organization_id") WHERE "data_exports"."status" = 'pending';