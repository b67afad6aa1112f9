-- Features, and the entitlements of plans and subscriptions to them. The triggers are by hand, as drizzle-kit knows none: what a
-- catalog has raises its version (0041). Each subscription's own differences belong to no catalog.
CREATE TABLE "plan_entitlements" (
	"organization_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"feature_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "plan_entitlements_organization_id_plan_id_feature_id_pk" PRIMARY KEY("organization_id","plan_id","feature_id")
);
--> statement-breakpoint
CREATE TABLE "subscription_entitlements" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"feature_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_own" boolean NOT NULL,
	"is_removed" boolean NOT NULL,
	"values" jsonb NOT NULL,
	"removed_privileges" jsonb NOT NULL,
	CONSTRAINT "subscription_entitlements_pk" PRIMARY KEY("organization_id","subscription_id","feature_id")
);
--> statement-breakpoint
CREATE TABLE "features" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text,
	"description" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "features_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "privileges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"feature_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text,
	"value_type" text NOT NULL,
	"select_options" jsonb,
	"position" integer NOT NULL,
	CONSTRAINT "privileges_code" UNIQUE("organization_id","feature_id","code"),
	CONSTRAINT "privileges_value_type_words" CHECK ("privileges"."value_type" in ('integer', 'boolean', 'string', 'select'))
);
--> statement-breakpoint
ALTER TABLE "plan_entitlements" ADD CONSTRAINT "plan_entitlements_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_entitlements" ADD CONSTRAINT "plan_entitlements_feature_fk" FOREIGN KEY ("organization_id","feature_id") REFERENCES "public"."features"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_entitlements" ADD CONSTRAINT "subscription_entitlements_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_entitlements" ADD CONSTRAINT "subscription_entitlements_feature_fk" FOREIGN KEY ("organization_id","feature_id") REFERENCES "public"."features"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privileges" ADD CONSTRAINT "privileges_feature_fk" FOREIGN KEY ("organization_id","feature_id") REFERENCES "public"."features"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_entitlements_feature" ON "plan_entitlements" USING btree ("organization_id","feature_id");--> statement-breakpoint
CREATE INDEX "subscription_entitlements_feature" ON "subscription_entitlements" USING btree ("organization_id","feature_id");--> statement-breakpoint
CREATE UNIQUE INDEX "features_code" ON "features" USING btree ("organization_id","code") WHERE "features"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "features_newest" ON "features" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "features_name" ON "features" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "features_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "features" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plan_entitlements_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "plan_entitlements" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "privileges_raise_catalog_version"
AFTER INSERT OR UPDATE OR DELETE ON "privileges" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "raise_catalog_version"();
