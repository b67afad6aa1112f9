DROP INDEX "due_work_live";--> statement-breakpoint
CREATE INDEX "due_work_retried" ON "due_work" USING btree ("retry_at") WHERE "due_work"."retry_at" is not null;--> statement-breakpoint
CREATE INDEX "due_work_live" ON "due_work" USING btree ("due_at","organization_id","kind","id") WHERE "due_work"."test_clock_id" is null;