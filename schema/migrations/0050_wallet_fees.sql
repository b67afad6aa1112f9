-- The fee of a purchase. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "fees_wallet_transaction";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fees_wallet_transaction" ON "fees" USING btree ("organization_id","wallet_transaction_id") WHERE "fees"."wallet_transaction_id" is not null;
