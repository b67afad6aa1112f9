-- The taxes that were listed before 0096, and the numbers that no invoice has: what was given before is not judged. Rows are locked
-- as they are read, so that none is copied that another transaction is removing. The check of 0096 is validated while others write.
ALTER TABLE "fees" VALIDATE CONSTRAINT "fees_tax_list_words";--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'add_on', "add_on_id", "tax_id" FROM "add_on_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'charge', "charge_id", "tax_id" FROM "charge_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'fixed_charge', "fixed_charge_id", "tax_id" FROM "fixed_charge_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'commitment', "minimum_commitment_id", "tax_id" FROM "minimum_commitment_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'plan', "plan_id", "tax_id" FROM "plan_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'customer', "customer_id", "tax_id" FROM "customer_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id")
SELECT gen_random_uuid(), "organization_id", 'billing_entity', "billing_entity_id", "tax_id" FROM "billing_entity_taxes" FOR KEY SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "tax_rates" ("id", "organization_id", "tax_id", "code", "rate_percent")
SELECT gen_random_uuid(), "organization_id", "id", "code", "rate_percent" FROM "taxes" WHERE "deleted_at" IS NULL FOR SHARE
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "retired_invoice_numbers" ("organization_id", "billing_entity_id", "first_number", "last_number")
SELECT entity."organization_id", entity."id", taken.place, taken.place
FROM "billing_entities" AS entity CROSS JOIN generate_series(1, entity."last_invoice_number") AS taken (place)
WHERE NOT EXISTS (
  SELECT FROM "invoices" AS invoice WHERE invoice."organization_id" = entity."organization_id"
    AND invoice."billing_entity_id" = entity."id" AND invoice."entity_sequential_id" = taken.place
)
ON CONFLICT DO NOTHING;
