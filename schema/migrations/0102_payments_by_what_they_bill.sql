-- not in a transaction
drop index concurrently if exists "payments_billed";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payments_billed" ON "payments" USING btree ("organization_id","billed_reference","billed_attempt");