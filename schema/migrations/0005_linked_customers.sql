-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "customers_tax_integration";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_tax_integration" ON "customers" USING btree ("organization_id","tax_integration_id") WHERE "customers"."tax_integration_id" is not null;--> statement-breakpoint
ALTER TABLE "fees" VALIDATE CONSTRAINT "fees_tax_list_words";
