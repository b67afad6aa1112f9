-- Files of payment receipts, and the checks of files that were there before 0077; reads the table while others read and write it.
-- The index is dropped first, in case an earlier attempt left it invalid.
-- not in a transaction
DROP INDEX CONCURRENTLY IF EXISTS "document_files_payment_receipt";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "document_files_payment_receipt" ON "document_files" USING btree ("organization_id","payment_receipt_id","format") WHERE "document_files"."payment_receipt_id" is not null;--> statement-breakpoint
ALTER TABLE "document_files" VALIDATE CONSTRAINT "document_files_payment_receipt_fk";--> statement-breakpoint
ALTER TABLE "document_files" VALIDATE CONSTRAINT "document_files_one_document";
