ALTER TABLE "billing_periods" ADD COLUMN "usage_moments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Events of before get null. With the default in the same step they would all get the transaction of this migration.
ALTER TABLE "events" ADD COLUMN "written_in" xid8;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "written_in" SET DEFAULT pg_current_xact_id();
