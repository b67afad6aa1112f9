-- Endpoints that receive webhook messages, the deliveries to them, and the keys that sign. The key of an organization has a
-- default, since programs of the previous version create organizations without one.
CREATE TABLE "signing_keys" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signing_keys_one" CHECK ("signing_keys"."is_only")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"webhook_url" text NOT NULL,
	"signature_algo" text NOT NULL,
	"name" text,
	"event_types" text[],
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "webhook_endpoints_signature_algo_words" CHECK ("webhook_endpoints"."signature_algo" in ('jwt', 'hmac'))
);
--> statement-breakpoint
CREATE TABLE "webhook_queues" (
	"endpoint_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"owner" uuid,
	"leased_until" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"organization_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"http_status" integer,
	"response" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	CONSTRAINT "webhook_attempts_organization_id_webhook_id_number_pk" PRIMARY KEY("organization_id","webhook_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"webhook_type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"http_status" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"series_attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhooks_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "webhooks_status_words" CHECK ("webhooks"."status" in ('pending', 'retrying', 'succeeded', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "hmac_key" text DEFAULT encode(sha256(convert_to(
  gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64') NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "previous_hmac_key" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "previous_hmac_key_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_queues" ADD CONSTRAINT "webhook_queues_endpoint_fk" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_webhook_fk" FOREIGN KEY ("organization_id","webhook_id") REFERENCES "public"."webhooks"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_endpoint_fk" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_url" ON "webhook_endpoints" USING btree ("organization_id","webhook_url") WHERE "webhook_endpoints"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_newest" ON "webhook_endpoints" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_queue" ON "webhooks" USING btree ("endpoint_id","next_attempt_at","position") WHERE "webhooks"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_line" ON "webhooks" USING btree ("endpoint_id","object_id","position") WHERE "webhooks"."status" in ('pending', 'retrying');--> statement-breakpoint
CREATE INDEX "webhooks_log" ON "webhooks" USING btree ("organization_id","endpoint_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_failed" ON "webhooks" USING btree ("endpoint_id","created_at") WHERE "webhooks"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "webhooks_message" ON "webhooks" USING btree ("organization_id","message_id");