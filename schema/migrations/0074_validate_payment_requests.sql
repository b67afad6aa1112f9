-- Payments of requests, and the checks of payments that were there before 0073; reads the table while others read and write it.
-- The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "payments_request";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_request" ON "payments" USING btree ("organization_id","payment_request_id");--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_request_fk";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_payable";
