-- Settled transactions of wallets, for dashboards, and the check of due work that was there before 0086; reads tables while others
-- read and write them. The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "wallet_transactions_settled";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "wallet_transactions_settled" ON "wallet_transactions" USING btree ("organization_id","settled_at") WHERE "wallet_transactions"."settled_at" is not null;--> statement-breakpoint
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_kind_words";
