ALTER TABLE "webhook_endpoints" ADD COLUMN "test" boolean;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "external_customer_id" text;