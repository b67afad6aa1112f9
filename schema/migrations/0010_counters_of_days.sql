-- By hand: counters of hours alone go, and every metric is counted anew, as the start of a worker has it done.
DELETE FROM "usage_counters";--> statement-breakpoint
UPDATE "billable_metrics" SET "counter_state" = 'recounting' WHERE "deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" DROP CONSTRAINT "usage_counters_pk";--> statement-breakpoint
ALTER TABLE "usage_counters" DROP COLUMN "hour_at";--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "span" text NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "starts_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD CONSTRAINT "usage_counters_pk" PRIMARY KEY("organization_id","external_subscription_id","billable_metric_id","span","starts_at","dimensions_key");
