-- Payment receipts and the queue of e-mails (docs/adr/0086). 0078 validates the constraints of files.
CREATE TABLE "queued_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid,
	"from_name" text NOT NULL,
	"reply_to" text,
	"to_addresses" text[] NOT NULL,
	"cc_addresses" text[] NOT NULL,
	"bcc_addresses" text[] NOT NULL,
	"subject" text NOT NULL,
	"body_text" text NOT NULL,
	"body_html" text NOT NULL,
	"attachments" jsonb NOT NULL,
	"about" jsonb,
	"is_resent" boolean NOT NULL,
	"is_handed_over" boolean NOT NULL,
	"source" text NOT NULL,
	"user_email" text,
	"api_key_id" uuid,
	"attempts" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "queued_mails_source_words" CHECK ("queued_mails"."source" in ('api', 'front', 'system')),
	CONSTRAINT "queued_mails_attempts" CHECK ("queued_mails"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"sequential_id" integer NOT NULL,
	"number" text NOT NULL,
	"remaining_due_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_receipts_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "payment_receipts_sequential_id" CHECK ("payment_receipts"."sequential_id" > 0),
	CONSTRAINT "payment_receipts_remaining_due" CHECK ("payment_receipts"."remaining_due_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "document_files" DROP CONSTRAINT "document_files_document";--> statement-breakpoint
ALTER TABLE "document_files" ADD COLUMN "payment_receipt_id" uuid;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "issues_receipts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_mails" ADD CONSTRAINT "queued_mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_receipts" ADD CONSTRAINT "payment_receipts_payment_fk" FOREIGN KEY ("organization_id","payment_id") REFERENCES "public"."payments"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queued_mails_organization" ON "queued_mails" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipts_payment" ON "payment_receipts" USING btree ("organization_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_receipts_sequence" ON "payment_receipts" USING btree ("organization_id","customer_id","sequential_id");--> statement-breakpoint
CREATE INDEX "payment_receipts_list" ON "payment_receipts" USING btree ("organization_id","created_at");--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_payment_receipt_fk" FOREIGN KEY ("organization_id","payment_receipt_id") REFERENCES "public"."payment_receipts"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_one_document" CHECK (num_nonnulls("document_files"."invoice_id", "document_files"."credit_note_id", "document_files"."payment_receipt_id") = 1) NOT VALID;
