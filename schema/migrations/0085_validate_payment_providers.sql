-- Indexes of customers and payments, and the checks of rows that were there before 0084; reads the tables while others read and
-- write them. Each index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "customers_provider";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_provider" ON "customers" USING btree ("organization_id","provider_customer_id") WHERE "customers"."provider_customer_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_open_invoice";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payments_open_invoice" ON "payments" USING btree ("organization_id","invoice_id") WHERE "payments"."payment_status" in ('pending', 'processing');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_open_request";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payments_open_request" ON "payments" USING btree ("organization_id","payment_request_id") WHERE "payments"."payment_status" in ('pending', 'processing');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_provider_payment";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payments_provider_payment" ON "payments" USING btree ("organization_id","payment_provider_id","provider_payment_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_unfinished";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_unfinished" ON "payments" USING btree ("updated_at") WHERE "payments"."payment_status" = 'pending';--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_provider_fk";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_method_fk";--> statement-breakpoint
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_payment_method_type_words";