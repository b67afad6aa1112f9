CREATE TABLE "applied_coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"coupon_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint,
	"amount_cents_remaining" bigint,
	"amount_currency" text,
	"percentage_rate" numeric,
	"frequency" text NOT NULL,
	"frequency_duration" integer,
	"frequency_duration_remaining" integer,
	"terminated_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "applied_coupons_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "applied_coupons_status_words" CHECK ("applied_coupons"."status" in ('active', 'terminated')),
	CONSTRAINT "applied_coupons_frequency_words" CHECK ("applied_coupons"."frequency" in ('once', 'recurring', 'forever')),
	CONSTRAINT "applied_coupons_remaining" CHECK ("applied_coupons"."amount_cents_remaining" >= 0),
	CONSTRAINT "applied_coupons_duration_remaining" CHECK ("applied_coupons"."frequency_duration_remaining" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupon_limits" (
	"organization_id" uuid NOT NULL,
	"coupon_id" uuid NOT NULL,
	"plan_id" uuid,
	"billable_metric_id" uuid,
	CONSTRAINT "coupon_limits_one" CHECK (num_nonnulls("coupon_limits"."plan_id", "coupon_limits"."billable_metric_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"coupon_type" text NOT NULL,
	"amount_cents" bigint,
	"amount_currency" text,
	"percentage_rate" numeric,
	"frequency" text NOT NULL,
	"frequency_duration" integer,
	"expiration" text NOT NULL,
	"expiration_at" timestamp with time zone,
	"reusable" boolean NOT NULL,
	"limited_to" text,
	"status" text NOT NULL,
	"terminated_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "coupons_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "coupons_coupon_type_words" CHECK ("coupons"."coupon_type" in ('fixed_amount', 'percentage')),
	CONSTRAINT "coupons_frequency_words" CHECK ("coupons"."frequency" in ('once', 'recurring', 'forever')),
	CONSTRAINT "coupons_expiration_words" CHECK ("coupons"."expiration" in ('no_expiration', 'time_limit')),
	CONSTRAINT "coupons_limited_to_words" CHECK ("coupons"."limited_to" in ('plans', 'billable_metrics')),
	CONSTRAINT "coupons_status_words" CHECK ("coupons"."status" in ('active', 'terminated'))
);
--> statement-breakpoint
ALTER TABLE "invoice_credits" DROP CONSTRAINT "invoice_credits_item_type_words";--> statement-breakpoint
ALTER TABLE "invoice_credits" DROP CONSTRAINT "invoice_credits_amount";--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD COLUMN "item_description" text;--> statement-breakpoint
ALTER TABLE "applied_coupons" ADD CONSTRAINT "applied_coupons_coupon_fk" FOREIGN KEY ("organization_id","coupon_id") REFERENCES "public"."coupons"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applied_coupons" ADD CONSTRAINT "applied_coupons_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_limits" ADD CONSTRAINT "coupon_limits_coupon_fk" FOREIGN KEY ("organization_id","coupon_id") REFERENCES "public"."coupons"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_limits" ADD CONSTRAINT "coupon_limits_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_limits" ADD CONSTRAINT "coupon_limits_metric_fk" FOREIGN KEY ("organization_id","billable_metric_id") REFERENCES "public"."billable_metrics"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applied_coupons_newest" ON "applied_coupons" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "applied_coupons_customer" ON "applied_coupons" USING btree ("organization_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "applied_coupons_coupon" ON "applied_coupons" USING btree ("organization_id","coupon_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_limits_target" ON "coupon_limits" USING btree ("organization_id","coupon_id","plan_id","billable_metric_id");--> statement-breakpoint
CREATE INDEX "coupon_limits_plan" ON "coupon_limits" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "coupon_limits_metric" ON "coupon_limits" USING btree ("organization_id","billable_metric_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("organization_id","code") WHERE "coupons"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "coupons_list" ON "coupons" USING btree ("organization_id","status","expiration","expiration_at","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "coupons_newest" ON "coupons" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "coupons_name" ON "coupons" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE INDEX "coupons_expiring" ON "coupons" USING btree ("expiration_at") WHERE "coupons"."status" = 'active' and "coupons"."expiration" = 'time_limit';--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD CONSTRAINT "invoice_credits_item_type_words" CHECK ("invoice_credits"."item_type" in ('coupon', 'credit_note')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD CONSTRAINT "invoice_credits_amount" CHECK ("invoice_credits"."amount_cents" > 0 or ("invoice_credits"."amount_cents" = 0 and "invoice_credits"."item_type" = 'coupon')) NOT VALID;