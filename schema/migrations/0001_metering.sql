CREATE TABLE "add_on_taxes" (
	"organization_id" uuid NOT NULL,
	"add_on_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "add_on_taxes_organization_id_add_on_id_tax_id_pk" PRIMARY KEY("organization_id","add_on_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "add_ons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"invoice_display_name" text,
	"description" text,
	"amount_cents" bigint NOT NULL,
	"amount_currency" text NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "add_ons_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "add_ons_amount" CHECK ("add_ons"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "charge_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"properties" jsonb NOT NULL,
	"invoice_display_name" text,
	"position" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charge_filters_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "fixed_charge_taxes" (
	"organization_id" uuid NOT NULL,
	"fixed_charge_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "fixed_charge_taxes_organization_id_fixed_charge_id_tax_id_pk" PRIMARY KEY("organization_id","fixed_charge_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "fixed_charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"add_on_id" uuid NOT NULL,
	"code" text NOT NULL,
	"invoice_display_name" text,
	"charge_model" text NOT NULL,
	"properties" jsonb NOT NULL,
	"units" bigint NOT NULL,
	"pay_in_advance" boolean NOT NULL,
	"prorated" boolean NOT NULL,
	"position" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fixed_charges_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "fixed_charges_units" CHECK ("fixed_charges"."units" >= 0)
);
--> statement-breakpoint
CREATE TABLE "minimum_commitment_taxes" (
	"organization_id" uuid NOT NULL,
	"minimum_commitment_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "minimum_commitment_taxes_organization_id_minimum_commitment_id_tax_id_pk" PRIMARY KEY("organization_id","minimum_commitment_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "minimum_commitments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"invoice_display_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "minimum_commitments_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "minimum_commitments_amount" CHECK ("minimum_commitments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "pricing_units" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"description" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pricing_units_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "fixed_charge_units" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"fixed_charge_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fixed_charge_units_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "charge_filter_id" uuid;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "add_on_id" uuid;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "fixed_charge_id" uuid;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "true_up_parent_fee_id" uuid;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "event_transaction_id" text;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "filter_display_name" text;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "filter_values" jsonb;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "grouped_by" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "presentation_breakdowns" jsonb;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "pricing_unit_details" jsonb;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "pay_in_advance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "invoiceable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "regroup_paid_fees" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "prorated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "min_amount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "pricing_unit_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "conversion_rate" numeric;--> statement-breakpoint
ALTER TABLE "add_on_taxes" ADD CONSTRAINT "add_on_taxes_add_on_fk" FOREIGN KEY ("organization_id","add_on_id") REFERENCES "public"."add_ons"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "add_on_taxes" ADD CONSTRAINT "add_on_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "add_ons" ADD CONSTRAINT "add_ons_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_filters" ADD CONSTRAINT "charge_filters_charge_fk" FOREIGN KEY ("organization_id","charge_id") REFERENCES "public"."charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charge_taxes" ADD CONSTRAINT "fixed_charge_taxes_fixed_charge_fk" FOREIGN KEY ("organization_id","fixed_charge_id") REFERENCES "public"."fixed_charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charge_taxes" ADD CONSTRAINT "fixed_charge_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charges" ADD CONSTRAINT "fixed_charges_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charges" ADD CONSTRAINT "fixed_charges_add_on_fk" FOREIGN KEY ("organization_id","add_on_id") REFERENCES "public"."add_ons"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minimum_commitment_taxes" ADD CONSTRAINT "minimum_commitment_taxes_commitment_fk" FOREIGN KEY ("organization_id","minimum_commitment_id") REFERENCES "public"."minimum_commitments"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minimum_commitment_taxes" ADD CONSTRAINT "minimum_commitment_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "minimum_commitments" ADD CONSTRAINT "minimum_commitments_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pricing_units" ADD CONSTRAINT "pricing_units_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charge_units" ADD CONSTRAINT "fixed_charge_units_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixed_charge_units" ADD CONSTRAINT "fixed_charge_units_fixed_charge_fk" FOREIGN KEY ("organization_id","fixed_charge_id") REFERENCES "public"."fixed_charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "add_on_taxes_tax" ON "add_on_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "add_ons_code" ON "add_ons" USING btree ("organization_id","code") WHERE "add_ons"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "add_ons_newest" ON "add_ons" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "charge_filters_charge" ON "charge_filters" USING btree ("organization_id","charge_id") WHERE "charge_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "fixed_charge_taxes_tax" ON "fixed_charge_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fixed_charges_code" ON "fixed_charges" USING btree ("organization_id","plan_id","code") WHERE "fixed_charges"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "fixed_charges_add_on" ON "fixed_charges" USING btree ("organization_id","add_on_id");--> statement-breakpoint
CREATE INDEX "minimum_commitment_taxes_tax" ON "minimum_commitment_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "minimum_commitments_plan" ON "minimum_commitments" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pricing_units_code" ON "pricing_units" USING btree ("organization_id","code");--> statement-breakpoint
CREATE INDEX "pricing_units_newest" ON "pricing_units" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "fixed_charge_units_subscription" ON "fixed_charge_units" USING btree ("organization_id","subscription_id");--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_charge_filter_fk" FOREIGN KEY ("organization_id","charge_filter_id") REFERENCES "public"."charge_filters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_add_on_fk" FOREIGN KEY ("organization_id","add_on_id") REFERENCES "public"."add_ons"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_fixed_charge_fk" FOREIGN KEY ("organization_id","fixed_charge_id") REFERENCES "public"."fixed_charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_true_up_parent_fk" FOREIGN KEY ("organization_id","true_up_parent_fee_id") REFERENCES "public"."fees"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_pricing_unit_fk" FOREIGN KEY ("organization_id","pricing_unit_id") REFERENCES "public"."pricing_units"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fees_event" ON "fees" USING btree ("organization_id","charge_id","subscription_id","event_transaction_id") WHERE "fees"."event_transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "fees_true_up" ON "fees" USING btree ("organization_id","true_up_parent_fee_id") WHERE "fees"."true_up_parent_fee_id" is not null;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_min_amount" CHECK ("charges"."min_amount_cents" >= 0);--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_invoiceable" CHECK ("charges"."invoiceable" or "charges"."pay_in_advance");--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_pricing_unit" CHECK (("charges"."pricing_unit_id" is null) = ("charges"."conversion_rate" is null));