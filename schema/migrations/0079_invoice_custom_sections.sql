-- The catalogue of custom sections, and who has selected which: a part of the row of the owner (docs/adr/0085).
CREATE TABLE "invoice_custom_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"details" text,
	"display_name" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_custom_sections_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "selected_custom_sections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "custom_sections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "selected_custom_sections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "custom_sections" jsonb;--> statement-breakpoint
ALTER TABLE "wallet_rules" ADD COLUMN "custom_sections" jsonb;--> statement-breakpoint
ALTER TABLE "wallet_transactions" ADD COLUMN "custom_sections" jsonb;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "custom_sections" jsonb;--> statement-breakpoint
ALTER TABLE "invoice_custom_sections" ADD CONSTRAINT "invoice_custom_sections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_custom_sections_code" ON "invoice_custom_sections" USING btree ("organization_id","code") WHERE "invoice_custom_sections"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "invoice_custom_sections_name" ON "invoice_custom_sections" USING btree ("organization_id","name");