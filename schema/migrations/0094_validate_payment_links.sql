-- The index of the pages of payment requests, and the checks of links that were there before 0093; reads the table while others
-- read and write it. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "payment_links_open_request";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payment_links_open_request" ON "payment_links" USING btree ("organization_id","payment_request_id") WHERE "payment_links"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "payment_links" VALIDATE CONSTRAINT "payment_links_request_fk";--> statement-breakpoint
ALTER TABLE "payment_links" VALIDATE CONSTRAINT "payment_links_payable";
