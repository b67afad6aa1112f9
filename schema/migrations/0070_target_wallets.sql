-- Wallets that events name (wallets.md §4): null on all rows that exist.
ALTER TABLE "fees" ADD COLUMN "target_wallet_code" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "accepts_target_wallet" boolean;