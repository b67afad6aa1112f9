-- A voided invoice is regenerated once; its periods keep their claims, so those of the new invoice have a reason that claims none.
-- Existing rows are checked by the next migration, without a lock.
ALTER TABLE "billing_periods" DROP CONSTRAINT "billing_periods_invoicing_reason_words";--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "original_fee_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD COLUMN "regenerated_reason" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_original_fk" FOREIGN KEY ("organization_id","original_fee_id") REFERENCES "public"."fees"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_voided_fk" FOREIGN KEY ("organization_id","voided_invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_regenerated_reason_words" CHECK ("billing_periods"."regenerated_reason" in ('subscription_starting', 'subscription_periodic', 'subscription_terminating', 'in_advance_charge', 'in_advance_charge_periodic', 'progressive_billing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_invoicing_reason_words" CHECK ("billing_periods"."invoicing_reason" in ('subscription_starting', 'subscription_periodic', 'subscription_terminating', 'in_advance_charge', 'in_advance_charge_periodic', 'progressive_billing', 'regeneration')) NOT VALID;
