-- Alerts and what they have told. 0064 validates the constraint of the table that has rows.
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"external_subscription_id" text,
	"wallet_id" uuid,
	"billable_metric_id" uuid,
	"alert_type" text NOT NULL,
	"code" text NOT NULL,
	"name" text,
	"thresholds" jsonb NOT NULL,
	"previous_value" numeric NOT NULL,
	"last_processed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alerts_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "alerts_alert_type_words" CHECK ("alerts"."alert_type" in ('current_usage_amount', 'billable_metric_current_usage_amount', 'billable_metric_current_usage_units', 'lifetime_usage_amount', 'billable_metric_lifetime_usage_units', 'wallet_balance_amount', 'wallet_credits_balance', 'wallet_ongoing_balance_amount', 'wallet_credits_ongoing_balance')),
	CONSTRAINT "alerts_owner" CHECK (num_nonnulls("alerts"."external_subscription_id", "alerts"."wallet_id") = 1),
	CONSTRAINT "alerts_metric_of_type" CHECK (("alerts"."billable_metric_id" is not null) = starts_with("alerts"."alert_type", 'billable_metric_')),
	CONSTRAINT "alerts_type_of_owner" CHECK (("alerts"."wallet_id" is not null) = starts_with("alerts"."alert_type", 'wallet_'))
);
--> statement-breakpoint
CREATE TABLE "triggered_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"external_customer_id" text NOT NULL,
	"subscription_id" uuid,
	"external_subscription_id" text,
	"wallet_id" uuid,
	"wallet_code" text,
	"billable_metric_code" text,
	"alert_type" text NOT NULL,
	"alert_code" text NOT NULL,
	"alert_name" text,
	"previous_value" numeric NOT NULL,
	"current_value" numeric NOT NULL,
	"crossed_thresholds" jsonb NOT NULL,
	"triggered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "triggered_alerts_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "triggered_alerts_alert_type_words" CHECK ("triggered_alerts"."alert_type" in ('current_usage_amount', 'billable_metric_current_usage_amount', 'billable_metric_current_usage_units', 'lifetime_usage_amount', 'billable_metric_lifetime_usage_units', 'wallet_balance_amount', 'wallet_credits_balance', 'wallet_ongoing_balance_amount', 'wallet_credits_ongoing_balance'))
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_wallet_fk" FOREIGN KEY ("organization_id","wallet_id") REFERENCES "public"."wallets"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_metric_fk" FOREIGN KEY ("organization_id","billable_metric_id") REFERENCES "public"."billable_metrics"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triggered_alerts" ADD CONSTRAINT "triggered_alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triggered_alerts" ADD CONSTRAINT "triggered_alerts_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_subscription_code" ON "alerts" USING btree ("organization_id","external_subscription_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_wallet_code" ON "alerts" USING btree ("organization_id","wallet_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_subscription_type" ON "alerts" USING btree ("organization_id","external_subscription_id","alert_type") WHERE "alerts"."billable_metric_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_metric" ON "alerts" USING btree ("organization_id","billable_metric_id","external_subscription_id","alert_type");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_wallet_type" ON "alerts" USING btree ("organization_id","wallet_id","alert_type");--> statement-breakpoint
CREATE INDEX "alerts_newest" ON "alerts" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "triggered_alerts_newest" ON "triggered_alerts" USING btree ("organization_id","triggered_at");--> statement-breakpoint
CREATE INDEX "triggered_alerts_alert" ON "triggered_alerts" USING btree ("organization_id","alert_id","triggered_at");--> statement-breakpoint
CREATE INDEX "triggered_alerts_customer" ON "triggered_alerts" USING btree ("organization_id","customer_id");--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'threshold_review', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_rule_expiration', 'wallet_expiration', 'wallet_top_up', 'wallet_review', 'alert_review')) NOT VALID;