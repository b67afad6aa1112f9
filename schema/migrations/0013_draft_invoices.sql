ALTER TABLE "billing_periods" ADD COLUMN "occasion" text;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD COLUMN "occasion_at" timestamp with time zone;