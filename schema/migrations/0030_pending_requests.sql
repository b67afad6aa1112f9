ALTER TABLE "idempotency_records" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_records" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD COLUMN "has_effect" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD COLUMN "attempt_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_answer" CHECK (num_nonnulls("idempotency_records"."status", "idempotency_records"."body") in (0, 2));--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_attempt" CHECK (num_nonnulls("idempotency_records"."attempt_id", "idempotency_records"."attempt_ends_at") in (0, 2));