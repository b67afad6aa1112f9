-- Invoices that wait for their taxes, and the check of rows that were there before 0071; reads tables while others read and write
-- them. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invoices_untaxed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_untaxed" ON "invoices" USING btree ("organization_id","customer_id") WHERE "invoices"."tax_status" = 'pending';--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_tax_status_words";
