-- The orders that callers can request of lists (docs/adr/0060). Each index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "add_ons_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "add_ons_name" ON "add_ons" USING btree ("organization_id","name","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "billable_metrics_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "billable_metrics_name" ON "billable_metrics" USING btree ("organization_id","name","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "credit_notes_total_order";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_notes_total_order" ON "credit_notes" USING btree ("organization_id","total_amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_by_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_name" ON "customers" USING btree ("organization_id","name","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invoices_due";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_due" ON "invoices" USING btree ("organization_id","payment_due_date","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invoices_total";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_total" ON "invoices" USING btree ("organization_id","total_amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_amount_order";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_amount_order" ON "payments" USING btree ("organization_id","amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "plans_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "plans_name" ON "plans" USING btree ("organization_id","name","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "subscriptions_list";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscriptions_list" ON "subscriptions" USING btree ("organization_id","subscription_at","id");
