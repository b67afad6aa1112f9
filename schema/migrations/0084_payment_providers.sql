-- Connections to payment providers, payment methods, and payments made by providers (docs/adr/0084). 0085 validates the
-- constraints of tables that were there before, and builds their indexes.
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"payment_provider_id" uuid NOT NULL,
	"provider_method_id" text NOT NULL,
	"provider_customer_id" text NOT NULL,
	"is_default" boolean NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_methods_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"provider_type" text NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"success_redirect_url" text,
	"settings" jsonb NOT NULL,
	"secrets" "bytea",
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_providers_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "provider_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"payment_provider_id" uuid NOT NULL,
	"provider_event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "provider_messages_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "provider_messages_event" UNIQUE("organization_id","payment_provider_id","provider_event_id")
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"payment_provider_id" uuid NOT NULL,
	"session_id" text,
	"url" text,
	"amount_cents" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_links_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "payment_links_amount" CHECK ("payment_links"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"credit_note_id" uuid,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_refunds_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "payment_refunds_note" UNIQUE("organization_id","credit_note_id"),
	CONSTRAINT "payment_refunds_status_words" CHECK ("payment_refunds"."status" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "payment_method_type" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "skips_payment" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_provider_id" uuid;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_customer_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_method_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_payment_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_status" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "next_action" jsonb;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_error" jsonb;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reported_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "wallet_rules" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "payment_method_id" uuid;
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_provider_fk" FOREIGN KEY ("organization_id","payment_provider_id") REFERENCES "public"."payment_providers"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_providers" ADD CONSTRAINT "payment_providers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "provider_messages" ADD CONSTRAINT "provider_messages_provider_fk" FOREIGN KEY ("organization_id","payment_provider_id") REFERENCES "public"."payment_providers"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_provider_fk" FOREIGN KEY ("organization_id","payment_provider_id") REFERENCES "public"."payment_providers"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_fk" FOREIGN KEY ("organization_id","payment_id") REFERENCES "public"."payments"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_instrument" ON "payment_methods" USING btree ("organization_id","customer_id","payment_provider_id","provider_method_id") WHERE "payment_methods"."deleted_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_default" ON "payment_methods" USING btree ("organization_id","customer_id") WHERE "payment_methods"."is_default";
--> statement-breakpoint
CREATE INDEX "payment_methods_newest" ON "payment_methods" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "payment_methods_customer" ON "payment_methods" USING btree ("organization_id","customer_id","created_at");
--> statement-breakpoint
CREATE INDEX "payment_methods_named" ON "payment_methods" USING btree ("organization_id","provider_method_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_providers_code" ON "payment_providers" USING btree ("organization_id","code") WHERE "payment_providers"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "payment_providers_newest" ON "payment_providers" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "provider_messages_received" ON "provider_messages" USING btree ("received_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_open" ON "payment_links" USING btree ("organization_id","invoice_id") WHERE "payment_links"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("organization_id","payment_id");
--> statement-breakpoint
CREATE INDEX "payment_refunds_provider" ON "payment_refunds" USING btree ("organization_id","provider_refund_id");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_provider_fk" FOREIGN KEY ("organization_id","payment_provider_id") REFERENCES "public"."payment_providers"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method_fk" FOREIGN KEY ("organization_id","payment_method_id") REFERENCES "public"."payment_methods"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'threshold_review', 'sandbox_payment', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_rule_expiration', 'wallet_expiration', 'wallet_top_up', 'wallet_review', 'dunning_attempt', 'alert_review')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_method_type_words" CHECK ("invoices"."payment_method_type" in ('provider', 'manual')) NOT VALID;
--> statement-breakpoint
INSERT INTO "signing_secrets" ("purpose", "secret") VALUES ('sandbox pages', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));