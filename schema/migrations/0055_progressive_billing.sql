-- Thresholds of progressive billing (docs/adr/0070). 0056 validates the constraints of tables that have rows.
CREATE TABLE "applied_usage_thresholds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"threshold_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"display_name" text,
	"recurring" boolean NOT NULL,
	"threshold_created_at" timestamp with time zone NOT NULL,
	"threshold_updated_at" timestamp with time zone NOT NULL,
	"lifetime_usage_amount_cents" bigint NOT NULL,
	"invoiced_usage_amount_cents" bigint NOT NULL,
	"previous_invoice_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_thresholds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" uuid,
	"subscription_id" uuid,
	"amount_cents" bigint NOT NULL,
	"display_name" text,
	"recurring" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "usage_thresholds_owner" CHECK (num_nonnulls("usage_thresholds"."plan_id", "usage_thresholds"."subscription_id") = 1),
	CONSTRAINT "usage_thresholds_amount" CHECK ("usage_thresholds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "invoice_credits" DROP CONSTRAINT "invoice_credits_item_type_words";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "progressive_billing_disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applied_usage_thresholds" ADD CONSTRAINT "applied_usage_thresholds_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applied_usage_thresholds" ADD CONSTRAINT "applied_usage_thresholds_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_thresholds" ADD CONSTRAINT "usage_thresholds_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applied_usage_thresholds_invoice" ON "applied_usage_thresholds" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE INDEX "applied_usage_thresholds_subscription" ON "applied_usage_thresholds" USING btree ("organization_id","subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_thresholds_of_plan" ON "usage_thresholds" USING btree ("organization_id","plan_id","recurring","amount_cents");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_thresholds_of_subscription" ON "usage_thresholds" USING btree ("organization_id","subscription_id","recurring","amount_cents");--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'threshold_review', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_rule_expiration', 'wallet_expiration', 'wallet_top_up', 'wallet_review')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD CONSTRAINT "invoice_credits_item_type_words" CHECK ("invoice_credits"."item_type" in ('coupon', 'credit_note', 'invoice')) NOT VALID;--> statement-breakpoint
-- Drizzle's table of thresholds, which belongs to a lower module, does not know the subscriptions.
ALTER TABLE "usage_thresholds" ADD CONSTRAINT "usage_thresholds_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "usage_thresholds_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "usage_thresholds" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();
