-- Beyond the first statement by hand, as drizzle-kit knows no triggers. Each transaction that changes the catalog of an
-- organization raises its version once, at the commit, so that the row of the version is locked no longer than the commit takes.
CREATE TABLE "catalog_versions" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);--> statement-breakpoint
CREATE FUNCTION "raise_catalog_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "organization" uuid := coalesce(NEW."organization_id", OLD."organization_id");
BEGIN
  IF current_setting('tollgate.catalog_raised', true) IS DISTINCT FROM "organization"::text THEN
    INSERT INTO "catalog_versions" ("organization_id", "version") VALUES ("organization", 1)
    ON CONFLICT ("organization_id") DO UPDATE SET "version" = "catalog_versions"."version" + 1;
    PERFORM set_config('tollgate.catalog_raised', "organization"::text, true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "add_on_taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "add_on_taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "add_ons_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "add_ons" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "billable_metric_filters_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "billable_metric_filters" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "billable_metrics_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "billable_metrics" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "billing_entities_raise_catalog_version"
AFTER INSERT OR DELETE ON "billing_entities" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
-- Invoices raise the last number, which nobody reads from the catalog.
CREATE CONSTRAINT TRIGGER "billing_entities_raise_catalog_version_on_update"
AFTER UPDATE ON "billing_entities" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (to_jsonb(NEW) - 'last_invoice_number' IS DISTINCT FROM to_jsonb(OLD) - 'last_invoice_number')
EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "billing_entity_taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "billing_entity_taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "charge_filters_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "charge_filters" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "charge_taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "charge_taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "charges_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "charges" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "fixed_charge_taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "fixed_charge_taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "fixed_charges_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "fixed_charges" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "minimum_commitment_taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "minimum_commitment_taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "minimum_commitments_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "minimum_commitments" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plan_taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "plan_taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plans_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "plans" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "pricing_units_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "pricing_units" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "taxes_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "taxes" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();
