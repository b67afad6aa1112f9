-- By hand: invoices that are owed become overdue, as those that are issued from now on.
INSERT INTO "due_work" ("id", "organization_id", "due_at", "kind", "subject_id", "customer_id", "test_clock_id", "attempts")
SELECT gen_random_uuid(), invoice."organization_id", ((invoice."payment_due_date" + 1)::timestamp AT TIME ZONE 'UTC'),
  'payment_overdue', invoice."id", invoice."customer_id", customer."test_clock_id", 0
FROM "invoices" AS invoice
JOIN "customers" AS customer
  ON customer."organization_id" = invoice."organization_id" AND customer."id" = invoice."customer_id"
WHERE invoice."status" = 'finalized' AND invoice."payment_status" <> 'succeeded' AND NOT invoice."payment_overdue";
