-- Gives each organization its slug: the name in lower case, made unique by a number (billing-entities.md §4).
DO $$
DECLARE
  "organization" record;
  "base" text;
  "candidate" text;
  "number" integer;
BEGIN
  FOR "organization" IN SELECT "id", "name" FROM "organizations" WHERE "slug" IS NULL ORDER BY "created_at", "id" LOOP
    "base" := trim(both '-' from regexp_replace(lower("organization"."name"), '[^[:alnum:]]+', '-', 'g'));
    IF "base" = '' THEN "base" := 'organization'; END IF;
    "candidate" := "base";
    "number" := 1;
    WHILE EXISTS (SELECT FROM "organizations" WHERE "slug" = "candidate") LOOP
      "number" := "number" + 1;
      "candidate" := "base" || '-' || "number";
    END LOOP;
    UPDATE "organizations" SET "slug" = "candidate" WHERE "id" = "organization"."id";
  END LOOP;
END $$;
