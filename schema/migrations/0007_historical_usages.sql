CREATE TABLE "historical_usages" (
	"organization_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"subscription_at" timestamp with time zone NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "historical_usages_pk" PRIMARY KEY("organization_id","external_subscription_id","subscription_at"),
	CONSTRAINT "historical_usages_amount" CHECK ("historical_usages"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "historical_usages" ADD CONSTRAINT "historical_usages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;