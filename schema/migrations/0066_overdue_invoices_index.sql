-- The balance of overdue invoices. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "invoices_overdue";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_overdue" ON "invoices" USING btree ("organization_id","payment_due_date","id") WHERE "invoices"."payment_overdue" and not "invoices"."self_billed";
