-- Overdue invoices of a customer, and the check of due work that was there before 0075; reads tables while others read and write
-- them. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invoices_overdue_customer";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_overdue_customer" ON "invoices" USING btree ("organization_id","customer_id") WHERE "invoices"."payment_overdue";--> statement-breakpoint
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_kind_words";
