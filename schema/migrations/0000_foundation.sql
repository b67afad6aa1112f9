-- The foundation: every table of the first release. Partitioning of "events" is written by hand (ADR 0005).
CREATE TABLE "billable_metric_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"billable_metric_id" uuid NOT NULL,
	"key" text NOT NULL,
	"values" text[] NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "billable_metric_filters_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "billable_metrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"aggregation_type" text NOT NULL,
	"field_name" text,
	"recurring" boolean DEFAULT false NOT NULL,
	"weighted_interval" text,
	"rounding_function" text,
	"rounding_precision" integer,
	"expression" text,
	"counter_state" text DEFAULT 'counted' NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billable_metrics_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "billable_metrics_field_name" CHECK (("billable_metrics"."aggregation_type" = 'count_agg') = ("billable_metrics"."field_name" is null))
);
--> statement-breakpoint
CREATE TABLE "metric_catalogs" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uncounted_codes" (
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "uncounted_codes_organization_id_code_pk" PRIMARY KEY("organization_id","code")
);
--> statement-breakpoint
CREATE TABLE "customer_metadata" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"display_in_invoice" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_taxes" (
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "customer_taxes_organization_id_customer_id_tax_id_pk" PRIMARY KEY("organization_id","customer_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"test_clock_id" uuid,
	"external_id" text NOT NULL,
	"sequential_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name" text,
	"firstname" text,
	"lastname" text,
	"legal_name" text,
	"legal_number" text,
	"tax_identification_number" text,
	"email" text,
	"phone" text,
	"url" text,
	"logo_url" text,
	"address_line1" text,
	"address_line2" text,
	"city" text,
	"zipcode" text,
	"state" text,
	"country" text,
	"shipping_address" jsonb,
	"account_type" text DEFAULT 'customer' NOT NULL,
	"customer_type" text,
	"currency" text,
	"timezone" text,
	"document_locale" text,
	"net_payment_term_days" integer,
	"invoice_grace_period_days" integer,
	"issuing_date_anchor" text,
	"issuing_date_adjustment" text,
	"finalize_zero_amount_invoice" text DEFAULT 'inherit' NOT NULL,
	"skip_invoice_custom_sections" boolean DEFAULT false NOT NULL,
	"payment_provider" text,
	"payment_provider_code" text,
	"provider_customer_id" text,
	"sync" boolean,
	"sync_with_provider" boolean,
	"provider_payment_methods" text[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "customers_grace_period" CHECK ("customers"."invoice_grace_period_days" >= 0),
	CONSTRAINT "customers_payment_term" CHECK ("customers"."net_payment_term_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "applied_taxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"fee_id" uuid,
	"invoice_id" uuid,
	"tax_id" uuid NOT NULL,
	"tax_code" text NOT NULL,
	"tax_name" text NOT NULL,
	"tax_description" text,
	"tax_rate_percent" numeric NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"precise_amount_cents" numeric(45, 15),
	"fees_amount_cents" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "applied_taxes_owner" CHECK (num_nonnulls("applied_taxes"."fee_id", "applied_taxes"."invoice_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "fees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid,
	"customer_id" uuid NOT NULL,
	"subscription_id" uuid,
	"charge_id" uuid,
	"billable_metric_id" uuid,
	"fee_type" text NOT NULL,
	"position" integer NOT NULL,
	"item_code" text NOT NULL,
	"item_name" text NOT NULL,
	"item_description" text,
	"invoice_display_name" text NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"precise_amount_cents" numeric(45, 15) NOT NULL,
	"units" numeric NOT NULL,
	"total_aggregated_units" numeric,
	"precise_unit_amount" numeric(45, 15) NOT NULL,
	"events_count" bigint,
	"amount_details" jsonb NOT NULL,
	"precise_coupons_amount_cents" numeric(35, 5) NOT NULL,
	"taxes_amount_cents" bigint NOT NULL,
	"taxes_precise_amount_cents" numeric(45, 15) NOT NULL,
	"taxes_rate_percent" numeric NOT NULL,
	"pay_in_advance" boolean NOT NULL,
	"invoiceable" boolean NOT NULL,
	"payment_status" text NOT NULL,
	"from_at" timestamp with time zone,
	"to_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fees_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "fees_amount" CHECK ("fees"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "billing_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"invoicing_reason" text NOT NULL,
	"subscription_from" timestamp with time zone NOT NULL,
	"subscription_to" timestamp with time zone NOT NULL,
	"charges_from" timestamp with time zone,
	"charges_to" timestamp with time zone,
	"fixed_charges_from" timestamp with time zone,
	"fixed_charges_to" timestamp with time zone,
	"billed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_periods_claim" UNIQUE NULLS NOT DISTINCT("organization_id","subscription_id","invoicing_reason","subscription_from","subscription_to","charges_from","charges_to","fixed_charges_from","fixed_charges_to")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"invoice_type" text NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"number" text NOT NULL,
	"sequential_id" integer,
	"entity_sequential_id" integer,
	"currency" text NOT NULL,
	"timezone" text NOT NULL,
	"issuing_date" date NOT NULL,
	"expected_finalization_date" date NOT NULL,
	"payment_due_date" date NOT NULL,
	"net_payment_term_days" integer NOT NULL,
	"payment_overdue" boolean DEFAULT false NOT NULL,
	"self_billed" boolean DEFAULT false NOT NULL,
	"purchase_order_number" text,
	"fees_amount_cents" bigint NOT NULL,
	"progressive_billing_credit_amount_cents" bigint NOT NULL,
	"coupons_amount_cents" bigint NOT NULL,
	"sub_total_excluding_taxes_amount_cents" bigint NOT NULL,
	"taxes_amount_cents" bigint NOT NULL,
	"taxes_rate_percent" numeric NOT NULL,
	"sub_total_including_taxes_amount_cents" bigint NOT NULL,
	"credit_notes_amount_cents" bigint NOT NULL,
	"prepaid_credit_amount_cents" bigint NOT NULL,
	"total_amount_cents" bigint NOT NULL,
	"finalized_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "invoices_finalized_numbered" CHECK ("invoices"."status" not in ('finalized', 'voided') or "invoices"."sequential_id" is not null),
	CONSTRAINT "invoices_sub_total_adds_up" CHECK ("invoices"."sub_total_excluding_taxes_amount_cents" = "invoices"."fees_amount_cents" - "invoices"."progressive_billing_credit_amount_cents" - "invoices"."coupons_amount_cents"),
	CONSTRAINT "invoices_taxes_add_up" CHECK ("invoices"."sub_total_including_taxes_amount_cents" = "invoices"."sub_total_excluding_taxes_amount_cents" + "invoices"."taxes_amount_cents"),
	CONSTRAINT "invoices_total_adds_up" CHECK ("invoices"."total_amount_cents" = "invoices"."sub_total_including_taxes_amount_cents" - "invoices"."credit_notes_amount_cents" - "invoices"."prepaid_credit_amount_cents"),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total_amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text,
	"value_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_entities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean NOT NULL,
	"default_currency" text DEFAULT 'USD' NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"document_locale" text DEFAULT 'en' NOT NULL,
	"document_numbering" text DEFAULT 'per_customer' NOT NULL,
	"document_number_prefix" text NOT NULL,
	"invoice_grace_period_days" integer DEFAULT 0 NOT NULL,
	"net_payment_term_days" integer DEFAULT 0 NOT NULL,
	"finalize_zero_amount_invoice" boolean DEFAULT true NOT NULL,
	"issuing_date_anchor" text DEFAULT 'next_period_start' NOT NULL,
	"issuing_date_adjustment" text DEFAULT 'align_with_finalization_date' NOT NULL,
	"last_invoice_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_entities_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "billing_entities_grace_period" CHECK ("billing_entities"."invoice_grace_period_days" >= 0),
	CONSTRAINT "billing_entities_payment_term" CHECK ("billing_entities"."net_payment_term_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"last_customer_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charge_taxes" (
	"organization_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "charge_taxes_organization_id_charge_id_tax_id_pk" PRIMARY KEY("organization_id","charge_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"billable_metric_id" uuid NOT NULL,
	"code" text NOT NULL,
	"invoice_display_name" text,
	"charge_model" text NOT NULL,
	"properties" jsonb NOT NULL,
	"position" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charges_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "plan_taxes" (
	"organization_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "plan_taxes_organization_id_plan_id_tax_id_pk" PRIMARY KEY("organization_id","plan_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"invoice_display_name" text,
	"description" text,
	"interval" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"amount_currency" text NOT NULL,
	"pay_in_advance" boolean NOT NULL,
	"bill_charges_monthly" boolean,
	"bill_fixed_charges_monthly" boolean,
	"metadata" jsonb,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plans_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "plans_amount" CHECK ("plans"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"billing_entity_id" uuid,
	"external_id" text NOT NULL,
	"name" text,
	"status" text NOT NULL,
	"billing_time" text NOT NULL,
	"subscription_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ending_at" timestamp with time zone,
	"terminated_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"activated_at" timestamp with time zone,
	"on_termination_invoice" text DEFAULT 'generate' NOT NULL,
	"on_termination_credit_note" text,
	"payment_method_type" text,
	"consolidate_invoice" boolean DEFAULT true NOT NULL,
	"purchase_order_number" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "subscriptions_started" CHECK ("subscriptions"."status" in ('pending', 'canceled') or "subscriptions"."started_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "billing_entity_taxes" (
	"organization_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	CONSTRAINT "billing_entity_taxes_organization_id_billing_entity_id_tax_id_pk" PRIMARY KEY("organization_id","billing_entity_id","tax_id")
);
--> statement-breakpoint
CREATE TABLE "taxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"rate_percent" numeric NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "taxes_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "taxes_rate" CHECK ("taxes"."rate_percent" >= 0)
);
--> statement-breakpoint
CREATE TABLE "test_clocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text,
	"frozen_time" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"target_time" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_clocks_tenant_key" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_keys" (
	"key" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"external_subscription_id" text NOT NULL,
	"code" text NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"properties" jsonb NOT NULL,
	"precise_total_amount_cents" numeric,
	"sequence" bigserial NOT NULL,
	"caller_address" text,
	"caller_agent" text,
	"created_at" timestamp with time zone NOT NULL
) PARTITION BY RANGE ("timestamp");
--> statement-breakpoint
-- By hand: events of months without a partition of their own.
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;
--> statement-breakpoint
CREATE TABLE "usage_counters" (
	"organization_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"billable_metric_id" uuid NOT NULL,
	"hour_at" timestamp with time zone NOT NULL,
	"events_count" bigint NOT NULL,
	"value_sum" numeric,
	"value_max" numeric,
	CONSTRAINT "usage_counters_organization_id_external_subscription_id_billable_metric_id_hour_at_pk" PRIMARY KEY("organization_id","external_subscription_id","billable_metric_id","hour_at")
);
--> statement-breakpoint
CREATE TABLE "activity_log_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"activity_type" text NOT NULL,
	"activity_source" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"resource_type" text NOT NULL,
	"user_email" text,
	"api_key_id" uuid,
	"activity_object" jsonb NOT NULL,
	"activity_object_changes" jsonb NOT NULL,
	"external_customer_id" text,
	"external_subscription_id" text,
	"logged_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"webhook_type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"object" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"test_clock_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "due_work_subject" UNIQUE("organization_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"organization_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_records_organization_id_api_key_id_key_pk" PRIMARY KEY("organization_id","api_key_id","key")
);
--> statement-breakpoint
ALTER TABLE "billable_metric_filters" ADD CONSTRAINT "billable_metric_filters_metric_fk" FOREIGN KEY ("organization_id","billable_metric_id") REFERENCES "public"."billable_metrics"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billable_metrics" ADD CONSTRAINT "billable_metrics_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_catalogs" ADD CONSTRAINT "metric_catalogs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncounted_codes" ADD CONSTRAINT "uncounted_codes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_metadata" ADD CONSTRAINT "customer_metadata_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_taxes" ADD CONSTRAINT "customer_taxes_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_taxes" ADD CONSTRAINT "customer_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_clock_fk" FOREIGN KEY ("organization_id","test_clock_id") REFERENCES "public"."test_clocks"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD CONSTRAINT "applied_taxes_fee_fk" FOREIGN KEY ("organization_id","fee_id") REFERENCES "public"."fees"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD CONSTRAINT "applied_taxes_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applied_taxes" ADD CONSTRAINT "applied_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_charge_fk" FOREIGN KEY ("organization_id","charge_id") REFERENCES "public"."charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_metric_fk" FOREIGN KEY ("organization_id","billable_metric_id") REFERENCES "public"."billable_metrics"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_subscription_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD CONSTRAINT "billing_entities_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_taxes" ADD CONSTRAINT "charge_taxes_charge_fk" FOREIGN KEY ("organization_id","charge_id") REFERENCES "public"."charges"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_taxes" ADD CONSTRAINT "charge_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_metric_fk" FOREIGN KEY ("organization_id","billable_metric_id") REFERENCES "public"."billable_metrics"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_taxes" ADD CONSTRAINT "plan_taxes_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_taxes" ADD CONSTRAINT "plan_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_fk" FOREIGN KEY ("organization_id","plan_id") REFERENCES "public"."plans"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entity_taxes" ADD CONSTRAINT "billing_entity_taxes_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entity_taxes" ADD CONSTRAINT "billing_entity_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taxes" ADD CONSTRAINT "taxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_clocks" ADD CONSTRAINT "test_clocks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billable_metric_filters_key" ON "billable_metric_filters" USING btree ("organization_id","billable_metric_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "billable_metrics_code" ON "billable_metrics" USING btree ("organization_id","code") WHERE "billable_metrics"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "billable_metrics_newest" ON "billable_metrics" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_metadata_key" ON "customer_metadata" USING btree ("organization_id","customer_id","key");--> statement-breakpoint
CREATE INDEX "customer_taxes_tax" ON "customer_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_id" ON "customers" USING btree ("organization_id","external_id") WHERE "customers"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_sequential_id" ON "customers" USING btree ("organization_id","sequential_id");--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("organization_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "customers_clock" ON "customers" USING btree ("organization_id","test_clock_id");--> statement-breakpoint
CREATE INDEX "applied_taxes_fee" ON "applied_taxes" USING btree ("organization_id","fee_id");--> statement-breakpoint
CREATE INDEX "applied_taxes_invoice" ON "applied_taxes" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE INDEX "fees_invoice" ON "fees" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE INDEX "fees_subscription" ON "fees" USING btree ("organization_id","subscription_id");--> statement-breakpoint
CREATE INDEX "fees_customer" ON "fees" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "fees_list" ON "fees" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_periods_invoice" ON "billing_periods" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_customer_number" ON "invoices" USING btree ("organization_id","billing_entity_id","customer_id","sequential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_entity_number" ON "invoices" USING btree ("organization_id","billing_entity_id","entity_sequential_id");--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" USING btree ("organization_id","issuing_date","created_at");--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("organization_id","customer_id","issuing_date");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_value_hash" ON "api_keys" USING btree ("value_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_entities_code" ON "billing_entities" USING btree ("organization_id",lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "billing_entities_one_default" ON "billing_entities" USING btree ("organization_id") WHERE "billing_entities"."is_default";--> statement-breakpoint
CREATE INDEX "charge_taxes_tax" ON "charge_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_code" ON "charges" USING btree ("organization_id","plan_id","code") WHERE "charges"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "charges_metric" ON "charges" USING btree ("organization_id","billable_metric_id");--> statement-breakpoint
CREATE INDEX "plan_taxes_tax" ON "plan_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_code" ON "plans" USING btree ("organization_id","code") WHERE "plans"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "plans_newest" ON "plans" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_active" ON "subscriptions" USING btree ("organization_id","external_id") WHERE "subscriptions"."status" = 'active';--> statement-breakpoint
CREATE INDEX "subscriptions_external_id" ON "subscriptions" USING btree ("organization_id","external_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("organization_id","plan_id");--> statement-breakpoint
CREATE INDEX "billing_entity_taxes_tax" ON "billing_entity_taxes" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE UNIQUE INDEX "taxes_code" ON "taxes" USING btree ("organization_id","code") WHERE "taxes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "taxes_name" ON "taxes" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "events_usage" ON "events" USING btree ("organization_id","external_subscription_id","code","timestamp");--> statement-breakpoint
CREATE INDEX "events_transaction" ON "events" USING btree (hashtextextended("transaction_id", 0));--> statement-breakpoint
CREATE INDEX "events_newest" ON "events" USING btree ("organization_id","timestamp" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_log_entries_newest" ON "activity_log_entries" USING btree ("organization_id","logged_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_newest" ON "outbox_messages" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "due_work_next" ON "due_work" USING btree ("test_clock_id","due_at");--> statement-breakpoint
CREATE INDEX "due_work_customer" ON "due_work" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "idempotency_records_age" ON "idempotency_records" USING btree ("created_at");