DROP INDEX "due_work_next";--> statement-breakpoint
CREATE INDEX "due_work_on_clock" ON "due_work" USING btree ("test_clock_id","due_at","id");--> statement-breakpoint
CREATE INDEX "due_work_live" ON "due_work" USING btree ("due_at","id") WHERE "due_work"."test_clock_id" is null;