-- Reports that are added up while documents are written (docs/adr/0078). 0067 validates the constraint of the table that has rows;
-- 0068 adds up the documents that were there before, once all programs add up new ones.
CREATE TABLE "report_entries" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"report" text NOT NULL,
	"key" text NOT NULL,
	"scope_id" uuid NOT NULL,
	"month" date NOT NULL,
	"currency" text NOT NULL,
	"divisor" integer NOT NULL,
	"amount" numeric NOT NULL,
	"invoices_count" bigint NOT NULL,
	"items_count" bigint NOT NULL,
	CONSTRAINT "report_entries_report_words" CHECK ("report_entries"."report" in ('gross_revenue', 'customer_revenue', 'invoice_collection', 'invoiced_usage', 'revenue_stream', 'mrr', 'entity_mrr', 'plan_mrr'))
);
--> statement-breakpoint
CREATE TABLE "report_totals" (
	"organization_id" uuid NOT NULL,
	"report" text NOT NULL,
	"key" text NOT NULL,
	"scope_id" uuid NOT NULL,
	"month" date NOT NULL,
	"currency" text NOT NULL,
	"divisor" integer NOT NULL,
	"amount" numeric NOT NULL,
	"invoices_count" bigint NOT NULL,
	"items_count" bigint NOT NULL,
	CONSTRAINT "report_totals_row" PRIMARY KEY("organization_id","report","key","month","currency","scope_id","divisor"),
	CONSTRAINT "report_totals_report_words" CHECK ("report_totals"."report" in ('gross_revenue', 'customer_revenue', 'invoice_collection', 'invoiced_usage', 'revenue_stream', 'mrr', 'entity_mrr', 'plan_mrr')),
	CONSTRAINT "report_totals_divisor" CHECK ("report_totals"."divisor" > 0)
);
--> statement-breakpoint
CREATE TABLE "weekly_fee_totals" (
	"organization_id" uuid NOT NULL,
	"report" text NOT NULL,
	"scope_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"month" date NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	"fees_count" integer NOT NULL,
	CONSTRAINT "weekly_fee_totals_row" PRIMARY KEY("organization_id","external_subscription_id","month","currency","report","scope_id"),
	CONSTRAINT "weekly_fee_totals_report_words" CHECK ("weekly_fee_totals"."report" in ('mrr', 'entity_mrr', 'plan_mrr'))
);
--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "standalone_on" date;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "billing_entity_id" uuid;--> statement-breakpoint
CREATE INDEX "report_entries_report" ON "report_entries" USING btree ("organization_id","report","key");--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_billing_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
