-- Invoices that wait for a check of the VAT number of their customer (docs/adr/0080). 0072 validates the constraint.
ALTER TABLE "customers" ADD COLUMN "vat_check_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_status" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_error" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tax_status_words" CHECK ("invoices"."tax_status" in ('pending', 'succeeded', 'failed')) NOT VALID;
