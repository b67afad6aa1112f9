CREATE TABLE "integration_paces" (
	"organization_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"running" jsonb NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integration_paces_organization_id_integration_id_pk" PRIMARY KEY("organization_id","integration_id")
);
--> statement-breakpoint
ALTER TABLE "integration_resources" ADD COLUMN "requests" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "integration_resources" ADD COLUMN "called_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integration_resources" ADD COLUMN "waits_for" uuid;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "external_ids" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "check_error_code" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "check_error_message" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "refusal_reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "integration_paces" ADD CONSTRAINT "integration_paces_integration_fk" FOREIGN KEY ("organization_id","integration_id") REFERENCES "public"."integrations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_resources_waiting" ON "integration_resources" USING btree ("organization_id","waits_for") WHERE "integration_resources"."waits_for" is not null;