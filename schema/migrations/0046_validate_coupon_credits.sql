-- Checks the rows that were there before 0045: reads the table once, while others read and write it.
ALTER TABLE "invoice_credits" VALIDATE CONSTRAINT "invoice_credits_item_type_words";--> statement-breakpoint
ALTER TABLE "invoice_credits" VALIDATE CONSTRAINT "invoice_credits_amount";
