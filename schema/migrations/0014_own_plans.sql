DROP INDEX "plans_code";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "fixed_charges" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_parent_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charges" ADD CONSTRAINT "fixed_charges_parent_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."fixed_charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_parent_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plans_parent" ON "plans" USING btree ("organization_id","parent_id") WHERE "plans"."parent_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "plans_code" ON "plans" USING btree ("organization_id","code") WHERE "plans"."deleted_at" is null and "plans"."parent_id" is null;