-- Settings of billing entities, their logos, and slugs of organizations, which 0058 fills in. The codes of archived entities are
-- free again: the index of codes is replaced by one without them. Older programs need no index there: they create only
-- the default entity of a new organization.
CREATE TABLE "billing_entity_logos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_entity_logos_content_type_words" CHECK ("billing_entity_logos"."content_type" in ('image/png', 'image/jpeg'))
);
--> statement-breakpoint
DROP INDEX "billing_entities_code";--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "invoice_footer" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "legal_number" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "tax_identification_number" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "address_line1" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "address_line2" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "zipcode" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "email_settings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "eu_tax_management" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "einvoicing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "auto_generated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_entity_logos" ADD CONSTRAINT "billing_entity_logos_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_entity_logos_entity" ON "billing_entity_logos" USING btree ("organization_id","billing_entity_id");--> statement-breakpoint
CREATE INDEX "billing_entities_oldest" ON "billing_entities" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_entities_name" ON "billing_entities" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_slug" ON "organizations" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_entities_code" ON "billing_entities" USING btree ("organization_id",lower("code")) WHERE "billing_entities"."archived_at" is null;