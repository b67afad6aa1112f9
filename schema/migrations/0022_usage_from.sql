-- By hand: what has begun so far at the instant at which another one ended under its external id, and was billed for that
-- instant too, has its usage from the next millisecond on. Downgrades have begun at midnight.
ALTER TABLE "subscriptions" ADD COLUMN "usage_from" timestamp with time zone;--> statement-breakpoint
UPDATE "subscriptions" AS "begun" SET "usage_from" = "started_at" + CASE
  WHEN "change_from_previous" = 'upgrade' THEN interval '1 millisecond'
  WHEN "change_from_previous" IS NULL AND EXISTS (
    SELECT FROM "subscriptions" AS "ended"
    WHERE "ended"."organization_id" = "begun"."organization_id"
      AND "ended"."customer_id" = "begun"."customer_id"
      AND "ended"."external_id" = "begun"."external_id"
      AND "ended"."terminated_at" = "begun"."started_at"
      AND "ended"."on_termination_invoice" = 'generate'
      AND "ended"."id" < "begun"."id"
  ) THEN interval '1 millisecond'
  ELSE interval '0'
END WHERE "started_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_usage_from" CHECK (num_nonnulls("subscriptions"."started_at", "subscriptions"."usage_from") in (0, 2));
