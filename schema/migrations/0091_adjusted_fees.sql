-- Fees of draft invoices that were changed by hand. Existing fees are checked by the next migration, without a lock.
CREATE TABLE "adjusted_fees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"fee_type" text NOT NULL,
	"charge_id" uuid,
	"fixed_charge_id" uuid,
	"filter_values" json,
	"grouped_by" jsonb NOT NULL,
	"units" numeric,
	"unit_amount_cents" numeric,
	"invoice_display_name" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "adjusted_fees_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "adjusted_fees_fee_type_words" CHECK ("adjusted_fees"."fee_type" in ('subscription', 'charge', 'fixed_charge'))
);
--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "adjusted_fee_id" uuid;--> statement-breakpoint
ALTER TABLE "adjusted_fees" ADD CONSTRAINT "adjusted_fees_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjusted_fees" ADD CONSTRAINT "adjusted_fees_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjusted_fees" ADD CONSTRAINT "adjusted_fees_charge_fk" FOREIGN KEY ("organization_id","charge_id") REFERENCES "public"."charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjusted_fees" ADD CONSTRAINT "adjusted_fees_fixed_charge_fk" FOREIGN KEY ("organization_id","fixed_charge_id") REFERENCES "public"."fixed_charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjusted_fees_invoice" ON "adjusted_fees" USING btree ("organization_id","invoice_id");--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_adjusted_fk" FOREIGN KEY ("organization_id","adjusted_fee_id") REFERENCES "public"."adjusted_fees"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
