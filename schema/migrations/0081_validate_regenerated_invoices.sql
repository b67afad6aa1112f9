-- The indexes and constraints of 0080, of rows that were there before; reads the tables while others read and write them.
-- An index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "fees_original";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fees_original" ON "fees" USING btree ("organization_id","original_fee_id") WHERE "fees"."original_fee_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invoices_regenerated";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "invoices_regenerated" ON "invoices" USING btree ("organization_id","voided_invoice_id") WHERE "invoices"."voided_invoice_id" is not null;--> statement-breakpoint
ALTER TABLE "fees" VALIDATE CONSTRAINT "fees_original_fk";--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_voided_fk";--> statement-breakpoint
ALTER TABLE "billing_periods" VALIDATE CONSTRAINT "billing_periods_regenerated_reason_words";--> statement-breakpoint
ALTER TABLE "billing_periods" VALIDATE CONSTRAINT "billing_periods_invoicing_reason_words";
