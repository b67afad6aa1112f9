ALTER TABLE "payment_refunds" ADD COLUMN "place" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "billed_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "billed_attempt" integer;--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "restored_to" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "restore_matters_until" timestamp with time zone;