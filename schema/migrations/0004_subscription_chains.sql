DROP INDEX "subscriptions_one_active";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "previous_subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "change_from_previous" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "trial_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_previous_fk" FOREIGN KEY ("organization_id","previous_subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_current" ON "subscriptions" USING btree ("organization_id","external_id") WHERE "subscriptions"."status" = 'active' or ("subscriptions"."status" = 'pending' and "subscriptions"."previous_subscription_id" is null);--> statement-breakpoint
CREATE INDEX "subscriptions_previous" ON "subscriptions" USING btree ("organization_id","previous_subscription_id") WHERE "subscriptions"."previous_subscription_id" is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_change" CHECK (num_nonnulls("subscriptions"."previous_subscription_id", "subscriptions"."change_from_previous") in (0, 2));