-- The API log and the security log (logs.md §3, §4), how long logs are shown, and that no entry is ever changed.
CREATE TABLE "api_log_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"api_version" text NOT NULL,
	"client" text NOT NULL,
	"http_method" text NOT NULL,
	"http_status" integer NOT NULL,
	"request_origin" text NOT NULL,
	"request_path" text NOT NULL,
	"request_body" text,
	"request_response" text,
	"logged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_log_entries_http_method_words" CHECK ("api_log_entries"."http_method" in ('post', 'put', 'patch', 'delete'))
);
--> statement-breakpoint
CREATE TABLE "security_log_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"log_event" text NOT NULL,
	"user_id" uuid,
	"user_email" text,
	"api_key_id" uuid,
	"resources" jsonb NOT NULL,
	"device_info" jsonb,
	"logged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_log_entries_log_event_words" CHECK ("security_log_entries"."log_event" in ('api_key.created', 'api_key.updated', 'api_key.rotated', 'api_key.deleted', 'billing_entity.created', 'billing_entity.updated', 'export.created', 'integration.created', 'integration.updated', 'integration.deleted', 'role.created', 'role.updated', 'role.deleted', 'user.signed_up', 'user.invited', 'user.deleted', 'user.role_edited', 'user.password_edited', 'user.password_reset_requested', 'user.new_device_logged_in', 'webhook_endpoint.created', 'webhook_endpoint.updated', 'webhook_endpoint.deleted'))
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "audit_period_days" integer DEFAULT 30;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "has_security_log" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "api_log_entries_newest" ON "api_log_entries" USING btree ("organization_id","logged_at");--> statement-breakpoint
CREATE INDEX "api_log_entries_request" ON "api_log_entries" USING btree ("organization_id","request_id");--> statement-breakpoint
CREATE INDEX "security_log_entries_newest" ON "security_log_entries" USING btree ("organization_id","logged_at");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_audit_period" CHECK ("organizations"."audit_period_days" > 0);--> statement-breakpoint
CREATE FUNCTION "refuse_change_of_log_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "activity_log_entries_unchanged" BEFORE UPDATE ON "activity_log_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_log_entry"();--> statement-breakpoint
CREATE TRIGGER "api_log_entries_unchanged" BEFORE UPDATE ON "api_log_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_log_entry"();--> statement-breakpoint
CREATE TRIGGER "security_log_entries_unchanged" BEFORE UPDATE ON "security_log_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_log_entry"();
