ALTER TABLE "document_files" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "document_files" ADD COLUMN "storage_key" text;