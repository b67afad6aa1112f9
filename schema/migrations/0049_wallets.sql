-- Wallets and their ledger (docs/adr/0068). 0051 validates the constraints of tables that have rows.
CREATE TABLE "wallet_consumptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"inbound_id" uuid NOT NULL,
	"outbound_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"credit_amount" numeric NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_consumptions_amount" CHECK ("wallet_consumptions"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"transaction_type" text NOT NULL,
	"transaction_status" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"credit_amount" numeric NOT NULL,
	"remaining_amount_cents" bigint,
	"invoice_id" uuid,
	"credit_note_id" uuid,
	"voided_invoice_id" uuid,
	"billing_entity_id" uuid,
	"name" text,
	"priority" integer NOT NULL,
	"invoice_requires_successful_payment" boolean NOT NULL,
	"metadata" jsonb NOT NULL,
	"payment_method_type" text,
	"purchase_order_number" text,
	"settled_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_transactions_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "wallet_transactions_transaction_type_words" CHECK ("wallet_transactions"."transaction_type" in ('inbound', 'outbound')),
	CONSTRAINT "wallet_transactions_transaction_status_words" CHECK ("wallet_transactions"."transaction_status" in ('purchased', 'granted', 'voided', 'invoiced')),
	CONSTRAINT "wallet_transactions_status_words" CHECK ("wallet_transactions"."status" in ('pending', 'settled', 'failed')),
	CONSTRAINT "wallet_transactions_source_words" CHECK ("wallet_transactions"."source" in ('manual', 'interval', 'threshold')),
	CONSTRAINT "wallet_transactions_payment_method_type_words" CHECK ("wallet_transactions"."payment_method_type" in ('provider', 'manual')),
	CONSTRAINT "wallet_transactions_remaining" CHECK ("wallet_transactions"."remaining_amount_cents" between 0 and "wallet_transactions"."amount_cents"),
	CONSTRAINT "wallet_transactions_amount" CHECK ("wallet_transactions"."amount_cents" >= 0 and "wallet_transactions"."credit_amount" >= 0),
	CONSTRAINT "wallet_transactions_priority" CHECK ("wallet_transactions"."priority" between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "wallet_metrics" (
	"organization_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"billable_metric_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"billing_entity_id" uuid,
	"code" text NOT NULL,
	"name" text,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"rate_amount" numeric NOT NULL,
	"priority" integer NOT NULL,
	"expiration_at" timestamp with time zone,
	"terminated_at" timestamp with time zone,
	"invoice_requires_successful_payment" boolean NOT NULL,
	"paid_top_up_min_amount_cents" bigint,
	"paid_top_up_max_amount_cents" bigint,
	"fee_types" text[] NOT NULL,
	"has_metrics" boolean NOT NULL,
	"payment_method_type" text,
	"purchase_order_number" text,
	"metadata" jsonb,
	"balance_cents" bigint NOT NULL,
	"credits_balance" numeric NOT NULL,
	"consumed_credits" numeric NOT NULL,
	"consumed_amount_cents" bigint NOT NULL,
	"last_balance_sync_at" timestamp with time zone,
	"last_consumed_credit_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallets_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "wallets_status_words" CHECK ("wallets"."status" in ('active', 'terminated')),
	CONSTRAINT "wallets_payment_method_type_words" CHECK ("wallets"."payment_method_type" in ('provider', 'manual')),
	CONSTRAINT "wallets_never_overdrawn" CHECK ("wallets"."balance_cents" >= 0),
	CONSTRAINT "wallets_rate" CHECK ("wallets"."rate_amount" > 0),
	CONSTRAINT "wallets_priority" CHECK ("wallets"."priority" between 1 and 50),
	CONSTRAINT "wallets_fee_type_words" CHECK ("wallets"."fee_types" <@ array['charge', 'subscription', 'commitment', 'fixed_charge', 'add_on', 'credit'])
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "wallet_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "prepaid_granted_credit_amount_cents" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "prepaid_purchased_credit_amount_cents" bigint;--> statement-breakpoint
ALTER TABLE "wallet_consumptions" ADD CONSTRAINT "wallet_consumptions_inbound_fk" FOREIGN KEY ("organization_id","inbound_id") REFERENCES "public"."wallet_transactions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_consumptions" ADD CONSTRAINT "wallet_consumptions_outbound_fk" FOREIGN KEY ("organization_id","outbound_id") REFERENCES "public"."wallet_transactions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_wallet_fk" FOREIGN KEY ("organization_id","wallet_id") REFERENCES "public"."wallets"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD CONSTRAINT "wallet_transactions_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_metrics" ADD CONSTRAINT "wallet_metrics_wallet_fk" FOREIGN KEY ("organization_id","wallet_id") REFERENCES "public"."wallets"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_metrics" ADD CONSTRAINT "wallet_metrics_metric_fk" FOREIGN KEY ("organization_id","billable_metric_id") REFERENCES "public"."billable_metrics"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_consumptions_sides" ON "wallet_consumptions" USING btree ("organization_id","outbound_id","inbound_id");--> statement-breakpoint
CREATE INDEX "wallet_consumptions_newest" ON "wallet_consumptions" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_consumptions_inbound" ON "wallet_consumptions" USING btree ("organization_id","inbound_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_consumptions_outbound" ON "wallet_consumptions" USING btree ("organization_id","outbound_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_transactions_newest" ON "wallet_transactions" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_transactions_wallet" ON "wallet_transactions" USING btree ("organization_id","wallet_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_transactions_customer" ON "wallet_transactions" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "wallet_transactions_invoice" ON "wallet_transactions" USING btree ("organization_id","invoice_id") WHERE "wallet_transactions"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "wallet_transactions_usable" ON "wallet_transactions" USING btree ("organization_id","wallet_id") WHERE "wallet_transactions"."remaining_amount_cents" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_metrics_metric" ON "wallet_metrics" USING btree ("organization_id","wallet_id","billable_metric_id");--> statement-breakpoint
CREATE INDEX "wallet_metrics_of_metric" ON "wallet_metrics" USING btree ("organization_id","billable_metric_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_code" ON "wallets" USING btree ("organization_id","customer_id","code") WHERE "wallets"."status" = 'active';--> statement-breakpoint
CREATE INDEX "wallets_newest" ON "wallets" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "wallets_customer" ON "wallets" USING btree ("organization_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "wallets_balance" ON "wallets" USING btree ("organization_id","balance_cents","id");--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_wallet_transaction_fk" FOREIGN KEY ("organization_id","wallet_transaction_id") REFERENCES "public"."wallet_transactions"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_expiration')) NOT VALID;