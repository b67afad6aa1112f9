-- By hand: counters that lack what is new go, and their metrics are counted anew, as the start of a worker has it done.
DELETE FROM "usage_counters";--> statement-breakpoint
UPDATE "billable_metrics" SET "counter_state" = 'recounting' WHERE "deleted_at" IS NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" DROP CONSTRAINT "usage_counters_organization_id_external_subscription_id_billable_metric_id_hour_at_pk";--> statement-breakpoint
ALTER TABLE "billable_metrics" ADD COLUMN "dimension_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "dimensions" jsonb;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "dimensions_key" uuid GENERATED ALWAYS AS (coalesce(md5(dimensions::text)::uuid, '00000000-0000-0000-0000-000000000000')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "value_moment" numeric;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "latest" numeric[];--> statement-breakpoint
ALTER TABLE "usage_counters" ADD COLUMN "amount_sum" numeric;--> statement-breakpoint
ALTER TABLE "usage_counters" ADD CONSTRAINT "usage_counters_pk" PRIMARY KEY("organization_id","external_subscription_id","billable_metric_id","hour_at","dimensions_key");
