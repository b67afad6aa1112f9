-- The end whose local day a restarted subscription does not pay for again (periods.md §5).
ALTER TABLE "subscriptions" ADD COLUMN "restarted_after" timestamp with time zone;