-- The activity log of one customer (docs/adr/0060). The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "activity_log_entries_customer";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_log_entries_customer" ON "activity_log_entries" USING btree ("organization_id","external_customer_id","logged_at") WHERE "activity_log_entries"."external_customer_id" is not null;
