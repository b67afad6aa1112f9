-- Subscriptions with new events, for organizations that watch usage (docs/adr/0069): those with wallets that are topped up at a threshold.
CREATE TABLE "usage_watches" (
	"organization_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_subscriptions" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"test_clock_id" uuid
);
--> statement-breakpoint
CREATE INDEX "used_subscriptions_clock" ON "used_subscriptions" USING btree ("test_clock_id");--> statement-breakpoint
INSERT INTO "usage_watches" ("organization_id")
SELECT DISTINCT "organization_id" FROM "wallet_rules" WHERE "status" = 'active' AND "trigger" = 'threshold';
