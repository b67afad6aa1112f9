-- Pages on which payment requests are paid, descriptions of payment methods, and the sandbox of organizations that have
-- never asked for it: from here on it is made with them (docs/adr/0084). 0094 validates the constraints and builds the index.
ALTER TABLE "payment_links" ALTER COLUMN "invoice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_links" ADD COLUMN "payment_request_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_request_fk" FOREIGN KEY ("organization_id","payment_request_id") REFERENCES "public"."payment_requests"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_payable" CHECK (num_nonnulls("payment_links"."invoice_id", "payment_links"."payment_request_id") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "brand" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "last_digits" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "expiry_month" integer;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "expiry_year" integer;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "described_at" timestamp with time zone;--> statement-breakpoint
INSERT INTO "payment_providers" ("id", "organization_id", "provider_type", "name", "code", "settings", "created_at", "updated_at")
SELECT gen_random_uuid(), "id", 'sandbox', 'Sandbox', 'sandbox', '{}', "created_at", "created_at" FROM "organizations"
WHERE NOT EXISTS (
	SELECT FROM "payment_providers" WHERE "organization_id" = "organizations"."id" AND "provider_type" = 'sandbox'
)
ON CONFLICT DO NOTHING;
