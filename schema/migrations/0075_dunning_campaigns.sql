-- Dunning campaigns and their attempts (docs/adr/0082). 0076 validates the kinds of due work.
CREATE TABLE "customer_dunning" (
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"excluded" boolean NOT NULL,
	"assignment_id" uuid,
	"thresholds_version" integer,
	"attempts" jsonb NOT NULL,
	"last_attempt_at" timestamp with time zone,
	CONSTRAINT "customer_dunning_organization_id_customer_id_pk" PRIMARY KEY("organization_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "dunning_assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"billing_entity_id" uuid,
	"customer_id" uuid,
	CONSTRAINT "dunning_assignments_owner" CHECK (num_nonnulls("dunning_assignments"."billing_entity_id", "dunning_assignments"."customer_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "dunning_campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"bcc_emails" text[] NOT NULL,
	"days_between_attempts" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"thresholds" jsonb NOT NULL,
	"thresholds_version" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dunning_campaigns_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "dunning_campaigns_days" CHECK ("dunning_campaigns"."days_between_attempts" >= 1),
	CONSTRAINT "dunning_campaigns_attempts" CHECK ("dunning_campaigns"."max_attempts" >= 1)
);
--> statement-breakpoint
ALTER TABLE "due_work" DROP CONSTRAINT "due_work_kind_words";--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "dunning_campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD COLUMN "bcc_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_dunning" ADD CONSTRAINT "customer_dunning_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dunning_assignments" ADD CONSTRAINT "dunning_assignments_campaign_fk" FOREIGN KEY ("organization_id","campaign_id") REFERENCES "public"."dunning_campaigns"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dunning_assignments" ADD CONSTRAINT "dunning_assignments_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dunning_assignments" ADD CONSTRAINT "dunning_assignments_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dunning_assignments_campaign" ON "dunning_assignments" USING btree ("organization_id","campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_assignments_entity" ON "dunning_assignments" USING btree ("organization_id","billing_entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_assignments_customer" ON "dunning_assignments" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_campaigns_code" ON "dunning_campaigns" USING btree ("organization_id","code") WHERE "dunning_campaigns"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "dunning_campaigns_newest" ON "dunning_campaigns" USING btree ("organization_id","created_at");--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_campaign_fk" FOREIGN KEY ("organization_id","dunning_campaign_id") REFERENCES "public"."dunning_campaigns"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'threshold_review', 'draft_refresh', 'invoice_finalization', 'payment_overdue', 'wallet_rule_expiration', 'wallet_expiration', 'wallet_top_up', 'wallet_review', 'dunning_attempt', 'alert_review')) NOT VALID;
