CREATE TABLE "activation_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"rule_type" text NOT NULL,
	"timeout_hours" integer,
	"status" text NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activation_rules_type" UNIQUE("organization_id","subscription_id","rule_type"),
	CONSTRAINT "activation_rules_timeout" CHECK ("activation_rules"."timeout_hours" >= 0)
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancellation_reason" text;--> statement-breakpoint
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("organization_id","customer_id") WHERE "invoices"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_incomplete" ON "subscriptions" USING btree ("organization_id","external_id") WHERE "subscriptions"."status" = 'incomplete';