CREATE TABLE "payment_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"payment_provider_id" uuid NOT NULL,
	"request_hash" text,
	"provider_customer_id" text NOT NULL,
	"provider_payment_id" text,
	"attempts" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_holds_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "payment_holds_request" UNIQUE("organization_id","request_hash")
);
--> statement-breakpoint
ALTER TABLE "payment_holds" ADD CONSTRAINT "payment_holds_provider_fk" FOREIGN KEY ("organization_id","payment_provider_id") REFERENCES "public"."payment_providers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_holds_provider" ON "payment_holds" USING btree ("organization_id","payment_provider_id");