-- By hand: the table of due work lies below the modules whose tables it refers to. Work of a customer or test clock that is deleted
-- goes with it. What has no customer could never be done, as claiming work locks its customer. 0038 checks the rows of before.
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_customer_fk" FOREIGN KEY ("organization_id", "customer_id")
  REFERENCES "customers" ("organization_id", "id") ON DELETE CASCADE NOT VALID;--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_clock_fk" FOREIGN KEY ("organization_id", "test_clock_id")
  REFERENCES "test_clocks" ("organization_id", "id") ON DELETE CASCADE NOT VALID;--> statement-breakpoint
DELETE FROM "due_work" WHERE NOT EXISTS (
  SELECT FROM "customers"
  WHERE "customers"."organization_id" = "due_work"."organization_id" AND "customers"."id" = "due_work"."customer_id"
) OR "test_clock_id" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "test_clocks"
  WHERE "test_clocks"."organization_id" = "due_work"."organization_id" AND "test_clocks"."id" = "due_work"."test_clock_id"
);
