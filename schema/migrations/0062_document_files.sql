-- The PDFs and e-invoices of documents, and the secrets that sign what this installation hands out.
CREATE TABLE "document_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid,
	"credit_note_id" uuid,
	"format" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_files_format_words" CHECK ("document_files"."format" in ('pdf', 'xml')),
	CONSTRAINT "document_files_document" CHECK (num_nonnulls("document_files"."invoice_id", "document_files"."credit_note_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "signing_secrets" (
	"purpose" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_credit_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_files_invoice" ON "document_files" USING btree ("organization_id","invoice_id","format") WHERE "document_files"."invoice_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "document_files_credit_note" ON "document_files" USING btree ("organization_id","credit_note_id","format") WHERE "document_files"."credit_note_id" is not null;--> statement-breakpoint
-- Each installation signs the addresses of its files with a secret of its own: two random UUIDs hold 244 random bits.
INSERT INTO "signing_secrets" ("purpose", "secret") VALUES ('document files', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
