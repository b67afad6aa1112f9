-- By hand: the organization and key of the first start become the operator's, and a trigger announces each change of a key,
-- whoever makes it, because every process caches keys.
ALTER TABLE "api_keys" ADD COLUMN "is_bootstrap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "is_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "api_keys_newest" ON "api_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_one_operator" ON "organizations" USING btree ("is_operator") WHERE "organizations"."is_operator";--> statement-breakpoint
UPDATE "organizations" SET "is_operator" = true
WHERE "id" = (SELECT "id" FROM "organizations" ORDER BY "created_at", "id" LIMIT 1);--> statement-breakpoint
UPDATE "api_keys" SET "is_bootstrap" = true
WHERE "id" = (SELECT "id" FROM "api_keys" ORDER BY "created_at", "id" LIMIT 1);--> statement-breakpoint
CREATE FUNCTION "announce_api_key_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tollgate_api_keys', coalesce(NEW."id", OLD."id")::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "api_keys_announce_change"
AFTER INSERT OR DELETE OR UPDATE OF "organization_id", "value_hash", "permissions", "expires_at" ON "api_keys"
FOR EACH ROW EXECUTE FUNCTION "announce_api_key_change"();
