-- Progressive invoices of a period, and the checks of rows that were there before 0055; reads tables while others read and write
-- them. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "billing_periods_progressive";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billing_periods_progressive" ON "billing_periods" USING btree ("organization_id","subscription_id","charges_from") WHERE "billing_periods"."invoicing_reason" = 'progressive_billing';--> statement-breakpoint
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "invoice_credits" VALIDATE CONSTRAINT "invoice_credits_item_type_words";
