-- The index and constraint of 0091 on fees that were there before; reads the table while others read and write it.
-- An index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "fees_adjusted";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fees_adjusted" ON "fees" USING btree ("organization_id","adjusted_fee_id") WHERE "fees"."adjusted_fee_id" is not null;--> statement-breakpoint
ALTER TABLE "fees" VALIDATE CONSTRAINT "fees_adjusted_fk";
