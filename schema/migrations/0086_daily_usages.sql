-- The usage of days, for the usage report (docs/adr/0087). Ingest notes from now on which subscriptions of every organization with
-- a metric are used. 0087 validates the kinds of due work.
CREATE TABLE "daily_usages" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"window_from" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"billable_metric_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"units" numeric NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_invoiced" boolean NOT NULL,
	CONSTRAINT "daily_usages_row" PRIMARY KEY("organization_id","subscription_id","charge_id","window_from","day")
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "daily_usages" ADD CONSTRAINT "daily_usages_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_usages_day" ON "daily_usages" USING btree ("organization_id","day");--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'threshold_review', 'sandbox_payment', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_rule_expiration', 'wallet_expiration', 'wallet_top_up', 'wallet_review', 'dunning_attempt', 'alert_review', 'usage_day')) NOT VALID;--> statement-breakpoint
INSERT INTO "usage_watches" ("organization_id") SELECT DISTINCT "organization_id" FROM "billable_metrics" ON CONFLICT DO NOTHING;
