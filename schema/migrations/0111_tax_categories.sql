-- Categories of taxes and identifiers of parties. Old rows of applied taxes have no category.
ALTER TABLE "customers" ADD COLUMN "identifiers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "buyer_reference" text;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD COLUMN "tax_category" text;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD COLUMN "exemption_reason" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "einvoicing_profile" text;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD COLUMN "identifiers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "taxes" ADD COLUMN "exemption_reason" text;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD CONSTRAINT "applied_taxes_tax_category_words" CHECK ("applied_taxes"."tax_category" in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD CONSTRAINT "billing_entities_einvoicing_profile_words" CHECK ("billing_entities"."einvoicing_profile" in ('peppol_bis_3'));--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_category_words" CHECK ("taxes"."category" in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'));