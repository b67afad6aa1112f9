-- The rules by which wallets are topped up. 0053 validates the constraint of the table that has rows.
CREATE TABLE "wallet_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"method" text NOT NULL,
	"interval" text,
	"threshold_credits" numeric,
	"target_ongoing_balance" numeric,
	"paid_credits" numeric NOT NULL,
	"granted_credits" numeric NOT NULL,
	"grants_target_top_up" boolean NOT NULL,
	"started_at" timestamp with time zone,
	"expiration_at" timestamp with time zone,
	"terminated_at" timestamp with time zone,
	"transaction_name" text,
	"transaction_metadata" jsonb NOT NULL,
	"invoice_requires_successful_payment" boolean,
	"ignore_paid_top_up_limits" boolean NOT NULL,
	"payment_method_type" text,
	"purchase_order_number" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_rules_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "wallet_rules_status_words" CHECK ("wallet_rules"."status" in ('active', 'terminated')),
	CONSTRAINT "wallet_rules_trigger_words" CHECK ("wallet_rules"."trigger" in ('interval', 'threshold')),
	CONSTRAINT "wallet_rules_method_words" CHECK ("wallet_rules"."method" in ('fixed', 'target')),
	CONSTRAINT "wallet_rules_interval_words" CHECK ("wallet_rules"."interval" in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')),
	CONSTRAINT "wallet_rules_payment_method_type_words" CHECK ("wallet_rules"."payment_method_type" in ('provider', 'manual')),
	CONSTRAINT "wallet_rules_trigger_values" CHECK (case "wallet_rules"."trigger"
      when 'interval' then "wallet_rules"."interval" is not null else "wallet_rules"."threshold_credits" is not null end),
	CONSTRAINT "wallet_rules_target" CHECK ("wallet_rules"."method" <> 'target' or "wallet_rules"."target_ongoing_balance" is not null)
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "wallet_rules" ADD CONSTRAINT "wallet_rules_wallet_fk" FOREIGN KEY ("organization_id","wallet_id") REFERENCES "public"."wallets"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_rules_active" ON "wallet_rules" USING btree ("organization_id","wallet_id") WHERE "wallet_rules"."status" = 'active';--> statement-breakpoint
CREATE INDEX "wallet_rules_wallet" ON "wallet_rules" USING btree ("organization_id","wallet_id");--> statement-breakpoint
CREATE INDEX "wallet_rules_thresholds" ON "wallet_rules" USING btree ("organization_id","wallet_id") WHERE "wallet_rules"."status" = 'active' and "wallet_rules"."trigger" = 'threshold';--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_rule_expiration', 'wallet_expiration', 'wallet_top_up', 'wallet_review')) NOT VALID;