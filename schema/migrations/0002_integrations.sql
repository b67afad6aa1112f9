CREATE TABLE "integration_customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"integration_type" text NOT NULL,
	"external_customer_id" text,
	"sync_with_provider" boolean NOT NULL,
	"subsidiary_id" text,
	"targeted_object" text,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integration_customers_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "integration_customers_integration_type_words" CHECK ("integration_customers"."integration_type" in ('avalara', 'anrok', 'http_tax', 'xero', 'http_accounting', 'netsuite', 'hubspot', 'salesforce')),
	CONSTRAINT "integration_customers_targeted_object_words" CHECK ("integration_customers"."targeted_object" in ('companies', 'contacts'))
);
--> statement-breakpoint
CREATE TABLE "integration_resources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"status" text NOT NULL,
	"external_id" text,
	"external_url" text,
	"error_code" text,
	"error_message" text,
	"tries" integer NOT NULL,
	"synced_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integration_resources_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "integration_resources_resource_type_words" CHECK ("integration_resources"."resource_type" in ('tax', 'customer', 'invoice', 'credit_note', 'payment', 'refund', 'allocation', 'subscription')),
	CONSTRAINT "integration_resources_status_words" CHECK ("integration_resources"."status" in ('pending', 'synced', 'failed', 'voided'))
);
--> statement-breakpoint
CREATE TABLE "integration_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid,
	"billing_entity_id" uuid,
	"external_id" text,
	"external_account_code" text,
	"external_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integration_mappings_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "integration_mappings_target" UNIQUE NULLS NOT DISTINCT("organization_id","integration_id","target","target_id","billing_entity_id"),
	CONSTRAINT "integration_mappings_target_words" CHECK ("integration_mappings"."target" in ('add_on', 'billable_metric', 'plan', 'subscription_fee', 'minimum_commitment', 'coupon', 'prepaid_credit', 'credit_note', 'fallback_item', 'granted_credit', 'tax', 'account')),
	CONSTRAINT "integration_mappings_target_id" CHECK (("integration_mappings"."target" in ('add_on', 'billable_metric', 'plan')) = ("integration_mappings"."target_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"integration_type" text NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" "bytea",
	"secret_rotated_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integrations_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "integrations_integration_type_words" CHECK ("integrations"."integration_type" in ('avalara', 'anrok', 'http_tax', 'xero', 'http_accounting', 'netsuite', 'hubspot', 'salesforce'))
);
--> statement-breakpoint
ALTER TABLE "integration_customers" ADD CONSTRAINT "integration_customers_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_customers" ADD CONSTRAINT "integration_customers_integration_fk" FOREIGN KEY ("organization_id","integration_id") REFERENCES "public"."integrations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_resources" ADD CONSTRAINT "integration_resources_integration_fk" FOREIGN KEY ("organization_id","integration_id") REFERENCES "public"."integrations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_resources" ADD CONSTRAINT "integration_resources_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_mappings" ADD CONSTRAINT "integration_mappings_integration_fk" FOREIGN KEY ("organization_id","integration_id") REFERENCES "public"."integrations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_mappings" ADD CONSTRAINT "integration_mappings_billing_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "integration_customers_type" ON "integration_customers" USING btree ("organization_id","customer_id","integration_type");--> statement-breakpoint
CREATE INDEX "integration_customers_integration" ON "integration_customers" USING btree ("organization_id","integration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "integration_resources_resource" ON "integration_resources" USING btree ("organization_id","resource_id","integration_id","resource_type");--> statement-breakpoint
CREATE INDEX "integration_resources_newest" ON "integration_resources" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "integration_resources_integration" ON "integration_resources" USING btree ("organization_id","integration_id","created_at");--> statement-breakpoint
CREATE INDEX "integration_resources_customer" ON "integration_resources" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "integration_mappings_newest" ON "integration_mappings" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "integration_mappings_record" ON "integration_mappings" USING btree ("organization_id","target_id");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_code" ON "integrations" USING btree ("organization_id","code") WHERE "integrations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "integrations_newest" ON "integrations" USING btree ("organization_id","created_at");