-- The new words of fees.tax_list are validated by 0005_linked_customers, which locks no table.
CREATE TABLE "tax_estimates" (
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"request_hash" text,
	"answered_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tax_estimates_organization_id_invoice_id_pk" PRIMARY KEY("organization_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "fees" DROP CONSTRAINT "fees_tax_list_words";--> statement-breakpoint
ALTER TABLE "credit_note_taxes" ALTER COLUMN "tax_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "applied_taxes" ALTER COLUMN "tax_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "error_details" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "tax_integration_id" uuid;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD COLUMN "taxable_amount_cents" numeric(45, 15);--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD COLUMN "base_rate" numeric;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "error_details" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_estimates" ADD CONSTRAINT "tax_estimates_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_tax_integration_fk" FOREIGN KEY ("organization_id","tax_integration_id") REFERENCES "public"."integrations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_tax_list_words" CHECK ("fees"."tax_list" in ('named', 'copied', 'add_on', 'charge', 'fixed_charge', 'commitment', 'plan', 'customer', 'billing_entity', 'none', 'pending', 'provider')) NOT VALID;