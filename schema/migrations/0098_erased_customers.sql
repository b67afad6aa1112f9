-- When what identifies a customer was erased. Entries of logs still never change, except that the erasure may replace their
-- contents: it says so for its transaction, and all other columns must stay (docs/adr/0112).
ALTER TABLE "customers" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_change_of_log_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "contents" text[] := ARRAY['activity_object', 'activity_object_changes', 'request_body', 'request_response'];
BEGIN
  IF current_setting('tollgate.erasure', true) = 'on'
    AND to_jsonb(NEW) - "contents" IS NOT DISTINCT FROM to_jsonb(OLD) - "contents" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
