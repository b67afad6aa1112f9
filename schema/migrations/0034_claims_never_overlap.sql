-- By hand: drizzle-kit knows neither extensions nor exclusion constraints. btree_gist is a trusted extension: CREATE on the
-- database is enough to install it, and none is needed where it is installed.
CREATE EXTENSION IF NOT EXISTS "btree_gist";--> statement-breakpoint
-- No two windows of usage that were billed for one subscription overlap, nor two windows of fixed charges: those touch. What
-- a start shows of usage is empty, or was billed by the billing day before it, and claims none. Where both windows of a row
-- are the same, one constraint is enough for both, and half as expensive.
-- Rows that overlap an earlier one already, if there are any, stay as they are and are named as exceptions: nothing that
-- was invoiced is changed.
DO $$
DECLARE
  part text;
  claiming text;
  overlapping uuid[];
BEGIN
  FOREACH part IN ARRAY ARRAY['charges', 'fixed_charges'] LOOP
    claiming := format(
      'invoicing_reason IN (''subscription_periodic'', ''subscription_terminating'') AND %1$s_from < %1$s_to', part);
    IF part = 'fixed_charges' THEN
      claiming := claiming || ' AND (fixed_charges_from, fixed_charges_to) IS DISTINCT FROM (charges_from, charges_to)';
    END IF;
    EXECUTE format(
      'WITH claims AS (
         SELECT id, subscription_id, tstzrange(%1$s_from, %1$s_to) AS span FROM billing_periods WHERE %2$s
       )
       SELECT array_agg(DISTINCT later.id) FROM claims AS later JOIN claims AS earlier
         ON earlier.subscription_id = later.subscription_id AND earlier.id < later.id AND earlier.span && later.span',
      part, claiming) INTO overlapping;
    IF overlapping IS NOT NULL THEN
      claiming := claiming || format(' AND id <> ALL (%L::uuid[])', overlapping);
    END IF;
    EXECUTE format(
      'ALTER TABLE billing_periods ADD CONSTRAINT billing_periods_%1$s_once
         EXCLUDE USING gist (subscription_id WITH =, tstzrange(%1$s_from, %1$s_to) WITH &&) WHERE (%2$s)',
      part, claiming);
  END LOOP;
END $$;
