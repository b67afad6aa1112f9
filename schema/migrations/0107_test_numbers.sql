ALTER TABLE "customers" ADD COLUMN "is_numbered_apart" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Since 0068_fill_reports no program runs that this was for (0036_numbers_without_waiting).
DROP TRIGGER "organizations_continue_customer_numbers" ON "organizations";--> statement-breakpoint
DROP FUNCTION "continue_customer_numbers";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "test_entity_sequential_id" integer;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "last_test_invoice_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Nobody reads the second number from the catalog either (0041_catalog_versions).
DROP TRIGGER "billing_entities_raise_catalog_version_on_update" ON "billing_entities";--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "billing_entities_raise_catalog_version_on_update"
AFTER UPDATE ON "billing_entities" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (to_jsonb(NEW) - 'last_invoice_number' - 'last_test_invoice_number'
  IS DISTINCT FROM to_jsonb(OLD) - 'last_invoice_number' - 'last_test_invoice_number')
EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
ALTER TABLE "report_entries" ADD COLUMN "test_clock_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_totals" ADD COLUMN "test_clock_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "weekly_fee_totals" ADD COLUMN "test_clock_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
-- Programs of the version before name the constraints when they add to a row.
ALTER TABLE "report_totals" DROP CONSTRAINT "report_totals_row";--> statement-breakpoint
ALTER TABLE "report_totals" ADD CONSTRAINT "report_totals_row" PRIMARY KEY("organization_id","test_clock_id","report","key","month","currency","scope_id","divisor");--> statement-breakpoint
ALTER TABLE "weekly_fee_totals" DROP CONSTRAINT "weekly_fee_totals_row";--> statement-breakpoint
ALTER TABLE "weekly_fee_totals" ADD CONSTRAINT "weekly_fee_totals_row" PRIMARY KEY("organization_id","external_subscription_id","month","currency","report","scope_id","test_clock_id");