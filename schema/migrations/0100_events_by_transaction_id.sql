DROP INDEX "events_transaction";--> statement-breakpoint
CREATE INDEX "events_transaction_id" ON "events" USING hash ("transaction_id");