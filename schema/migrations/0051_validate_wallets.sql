-- Checks the rows that were there before 0049: reads the tables once, while others read and write them.
ALTER TABLE "fees" VALIDATE CONSTRAINT "fees_wallet_transaction_fk";--> statement-breakpoint
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_kind_words";
