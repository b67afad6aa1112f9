CREATE TABLE "pending_events" (
	"organization_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"event_id" uuid NOT NULL,
	"code" text NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_events_organization_id_external_subscription_id_sequence_pk" PRIMARY KEY("organization_id","external_subscription_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "billable_metrics" ADD COLUMN "paid_in_advance" boolean DEFAULT false NOT NULL;