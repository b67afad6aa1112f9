-- By hand: counters that lack their smallest value go, and every metric is counted anew, as the start of a worker has it done.
DELETE FROM "usage_counters";--> statement-breakpoint
UPDATE "billable_metrics" SET "counter_state" = 'recounting' WHERE "deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "value_min" numeric;
