-- Whether a wallet had something left when its ongoing balance was last compared (docs/adr/0068): those with a balance did, as far as the
-- database knows without reading usage. Usage of all organizations with wallets is watched from now on.
ALTER TABLE "wallets" ADD COLUMN "had_ongoing_balance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "wallets" SET "had_ongoing_balance" = true WHERE "status" = 'active' AND "balance_cents" > 0;--> statement-breakpoint
INSERT INTO "usage_watches" ("organization_id")
SELECT DISTINCT "organization_id" FROM "wallets" WHERE "status" = 'active'
ON CONFLICT DO NOTHING;
