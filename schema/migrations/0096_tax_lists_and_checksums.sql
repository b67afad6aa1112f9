-- Which list of taxes applied to each fee, and the history of these lists, which triggers write from now on (by hand, as drizzle-kit
-- knows none): `verify` compares both. The start of a transaction is the instant of its changes, so that a list that it replaces
-- by the same one has no gap. 0097 adds what is listed now. Also the numbers that are no gaps, and checksums of files.
CREATE TABLE "retired_invoice_numbers" (
	"organization_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "retired_invoice_numbers_organization_id_billing_entity_id_first_number_pk" PRIMARY KEY("organization_id","billing_entity_id","first_number"),
	CONSTRAINT "retired_invoice_numbers_order" CHECK ("retired_invoice_numbers"."first_number" between 1 and "retired_invoice_numbers"."last_number")
);
--> statement-breakpoint
CREATE TABLE "tax_assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"list" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	"assigned_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "tax_assignments_list_words" CHECK ("tax_assignments"."list" in ('named', 'copied', 'add_on', 'charge', 'fixed_charge', 'commitment', 'plan', 'customer', 'billing_entity'))
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	"code" text NOT NULL,
	"rate_percent" numeric NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "document_files" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "tax_list" text;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "tax_list_owner_id" uuid;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "named_tax_codes" text[];--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "taxed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retired_invoice_numbers" ADD CONSTRAINT "retired_invoice_numbers_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_assignments_current" ON "tax_assignments" USING btree ("organization_id","list","owner_id","tax_id") WHERE "tax_assignments"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "tax_assignments_owner" ON "tax_assignments" USING btree ("owner_id","list");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_current" ON "tax_rates" USING btree ("organization_id","tax_id") WHERE "tax_rates"."valid_until" is null;--> statement-breakpoint
CREATE INDEX "tax_rates_tax" ON "tax_rates" USING btree ("tax_id");--> statement-breakpoint
CREATE INDEX "tax_rates_code" ON "tax_rates" USING btree ("organization_id","code");--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_tax_list_words" CHECK ("fees"."tax_list" in ('named', 'copied', 'add_on', 'charge', 'fixed_charge', 'commitment', 'plan', 'customer', 'billing_entity', 'none', 'pending')) NOT VALID;--> statement-breakpoint
CREATE FUNCTION "keep_tax_assignment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "gone" jsonb := to_jsonb(OLD);
  "come" jsonb := to_jsonb(NEW);
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "tax_assignments" SET "removed_at" = now()
    WHERE "organization_id" = ("gone" ->> 'organization_id')::uuid AND "list" = TG_ARGV[0]
      AND "owner_id" = ("gone" ->> TG_ARGV[1])::uuid AND "tax_id" = ("gone" ->> 'tax_id')::uuid AND "removed_at" IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id", "assigned_at")
    VALUES (gen_random_uuid(), ("come" ->> 'organization_id')::uuid, TG_ARGV[0], ("come" ->> TG_ARGV[1])::uuid,
      ("come" ->> 'tax_id')::uuid, now())
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "keep_tax_rate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "tax_rates" SET "valid_until" = now()
    WHERE "organization_id" = OLD."organization_id" AND "tax_id" = OLD."id" AND "valid_until" IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."deleted_at" IS NULL THEN
    INSERT INTO "tax_rates" ("id", "organization_id", "tax_id", "code", "rate_percent", "valid_from")
    VALUES (gen_random_uuid(), NEW."organization_id", NEW."id", NEW."code", NEW."rate_percent", now())
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "add_on_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "add_on_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('add_on', 'add_on_id');--> statement-breakpoint
CREATE TRIGGER "charge_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "charge_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('charge', 'charge_id');--> statement-breakpoint
CREATE TRIGGER "fixed_charge_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "fixed_charge_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('fixed_charge', 'fixed_charge_id');--> statement-breakpoint
CREATE TRIGGER "minimum_commitment_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "minimum_commitment_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('commitment', 'minimum_commitment_id');--> statement-breakpoint
CREATE TRIGGER "plan_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "plan_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('plan', 'plan_id');--> statement-breakpoint
CREATE TRIGGER "customer_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "customer_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('customer', 'customer_id');--> statement-breakpoint
CREATE TRIGGER "billing_entity_taxes_keep_assignment" AFTER INSERT OR UPDATE OR DELETE ON "billing_entity_taxes"
FOR EACH ROW EXECUTE FUNCTION "keep_tax_assignment"('billing_entity', 'billing_entity_id');--> statement-breakpoint
CREATE TRIGGER "taxes_keep_rate" AFTER INSERT OR DELETE ON "taxes" FOR EACH ROW EXECUTE FUNCTION "keep_tax_rate"();--> statement-breakpoint
CREATE TRIGGER "taxes_keep_rate_on_update" AFTER UPDATE ON "taxes" FOR EACH ROW
WHEN ((OLD."code", OLD."rate_percent", OLD."deleted_at") IS DISTINCT FROM (NEW."code", NEW."rate_percent", NEW."deleted_at"))
EXECUTE FUNCTION "keep_tax_rate"();
