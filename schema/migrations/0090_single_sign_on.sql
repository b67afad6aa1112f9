-- Single sign-on: how members of organizations sign in, users without a password, attempts that were used, and the secret that
-- signs attempts. Two random UUIDs hold 244 random bits. Programs of before treat a user without a password as one who never
-- knows it.
CREATE TABLE "used_sign_ons" (
	"sign_on_id" uuid PRIMARY KEY NOT NULL,
	"kept_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "authentication_methods" text[] DEFAULT '{"email_password"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "opens_with_password" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "used_sign_ons_kept_until" ON "used_sign_ons" USING btree ("kept_until");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_authentication_methods" CHECK (cardinality("organizations"."authentication_methods") > 0 and "organizations"."authentication_methods" <@ array['email_password', 'google', 'oidc']);--> statement-breakpoint
INSERT INTO "signing_secrets" ("purpose", "secret") VALUES ('single sign-on', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
