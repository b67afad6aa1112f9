-- The e-invoices that are still to be made, and what keeps them from it. The check of applied taxes that 0111 left is validated
-- first: it reads a large table while others read and write it, and no other lock is held meanwhile.
ALTER TABLE "applied_taxes" VALIDATE CONSTRAINT "applied_taxes_tax_category_words";--> statement-breakpoint
CREATE TABLE "unmade_e_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"invoice_id" uuid,
	"credit_note_id" uuid,
	"parties" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unmade_e_invoices_one_document" CHECK (num_nonnulls("unmade_e_invoices"."invoice_id", "unmade_e_invoices"."credit_note_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "document_files" ADD COLUMN "e_invoice_problems" text[];--> statement-breakpoint
ALTER TABLE "unmade_e_invoices" ADD CONSTRAINT "unmade_e_invoices_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmade_e_invoices" ADD CONSTRAINT "unmade_e_invoices_billing_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmade_e_invoices" ADD CONSTRAINT "unmade_e_invoices_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmade_e_invoices" ADD CONSTRAINT "unmade_e_invoices_credit_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unmade_e_invoices_customer" ON "unmade_e_invoices" USING btree ("organization_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "unmade_e_invoices_billing_entity" ON "unmade_e_invoices" USING btree ("organization_id","billing_entity_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unmade_e_invoices_invoice" ON "unmade_e_invoices" USING btree ("organization_id","invoice_id") WHERE "unmade_e_invoices"."invoice_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "unmade_e_invoices_credit_note" ON "unmade_e_invoices" USING btree ("organization_id","credit_note_id") WHERE "unmade_e_invoices"."credit_note_id" is not null;