-- By hand: drizzle-kit knows no triggers. Programs before this migration number customers by raising this column; programs from now on
-- take the first free number and leave the column alone (ADR 0038). While both run, the older ones continue after the numbers
-- of the newer ones. To be dropped with a migration that needs programs since this one.
CREATE FUNCTION "continue_customer_numbers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."last_customer_number" := greatest(
    NEW."last_customer_number",
    (SELECT max("sequential_id") + 1 FROM "customers" WHERE "organization_id" = NEW."id")
  );
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "organizations_continue_customer_numbers"
BEFORE UPDATE OF "last_customer_number" ON "organizations"
FOR EACH ROW WHEN (NEW."last_customer_number" = OLD."last_customer_number" + 1)
EXECUTE FUNCTION "continue_customer_numbers"();
