-- By hand: what waits by now may have been overtaken by events that are billed.
ALTER TABLE "pending_events" ADD COLUMN "is_overtaken" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "pending_events" SET "is_overtaken" = true;
