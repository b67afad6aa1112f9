-- Checks the rows that were there before 0037: reads the table once, while others read and write it.
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_customer_fk";--> statement-breakpoint
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_clock_fk";
