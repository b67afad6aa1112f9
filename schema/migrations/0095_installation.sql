-- What the processes of an installation agree on, and the secrets before the last rotation.
CREATE TABLE "installations" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"encryption_key_id" text NOT NULL,
	"public_url" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "installations_one" CHECK ("installations"."is_only")
);
--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "previous_public_key" text;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD COLUMN "previous" "bytea";