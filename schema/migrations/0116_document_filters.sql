-- not in a transaction
drop index concurrently if exists "credit_notes_issuing_order";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "credit_notes_issuing_order" ON "credit_notes" USING btree ("organization_id","issuing_date","id");--> statement-breakpoint
drop index concurrently if exists "payments_status_list";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_status_list" ON "payments" USING btree ("organization_id","payment_status","created_at","id");--> statement-breakpoint
drop index concurrently if exists "payments_provider_list";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_provider_list" ON "payments" USING btree ("organization_id","payment_provider_id","created_at","id");