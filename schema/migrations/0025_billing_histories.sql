-- What is billed next depends on what was billed last: an index finds it, however much a subscription has behind it.
DROP INDEX "fees_subscription";--> statement-breakpoint
CREATE INDEX "fees_of_plan" ON "fees" USING btree ("organization_id","subscription_id","fee_type","created_at") WHERE "fees"."fee_type" in ('subscription', 'fixed_charge');--> statement-breakpoint
CREATE INDEX "fees_standalone" ON "fees" USING btree ("organization_id","customer_id") WHERE "fees"."invoice_id" is null;--> statement-breakpoint
CREATE INDEX "billing_periods_claimed" ON "billing_periods" USING btree ("organization_id","subscription_id","billed_at") WHERE "billing_periods"."invoicing_reason" in ('subscription_starting', 'subscription_periodic', 'subscription_terminating');--> statement-breakpoint
CREATE INDEX "fees_subscription" ON "fees" USING btree ("organization_id","subscription_id","from_at");