-- By hand: grace periods and times for payment end at midnight in the customer's zone, no longer in UTC. A zone that Postgres
-- does not know keeps the instants that were scheduled.
UPDATE "due_work" SET "due_at" = CASE "due_work"."kind"
  WHEN 'invoice_finalization' THEN "invoices"."expected_finalization_date"::timestamp AT TIME ZONE "zones"."name"
  ELSE ("invoices"."payment_due_date" + 1)::timestamp AT TIME ZONE "zones"."name"
END
FROM "invoices"
  JOIN "customers" ON "customers"."organization_id" = "invoices"."organization_id"
    AND "customers"."id" = "invoices"."customer_id"
  JOIN "billing_entities" ON "billing_entities"."organization_id" = "invoices"."organization_id"
    AND "billing_entities"."id" = "invoices"."billing_entity_id"
  JOIN pg_timezone_names AS "zones" ON "zones"."name" =
    CASE coalesce("customers"."timezone", "billing_entities"."timezone")
      WHEN 'GMT+12' THEN 'Etc/GMT+12'
      ELSE coalesce("customers"."timezone", "billing_entities"."timezone")
    END
WHERE "due_work"."organization_id" = "invoices"."organization_id"
  AND "due_work"."subject_id" = "invoices"."id"
  AND (
    "due_work"."kind" = 'invoice_finalization'
    -- Others were scheduled for the next full hour.
    OR "due_work"."kind" = 'payment_overdue'
      AND "due_work"."due_at" = ("invoices"."payment_due_date" + 1)::timestamp AT TIME ZONE 'UTC'
  );
