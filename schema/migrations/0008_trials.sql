ALTER TABLE "plans" ADD COLUMN "trial_period_days" integer;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_trial" CHECK ("plans"."trial_period_days" >= 0);