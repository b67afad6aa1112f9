-- The schema of the database as the migrations and the second wall (docs/adr/0125) leave it, printed from the catalog of
-- Postgres by "npm run generate", for readers: the migrations are what runs. Columns stand in the order that they have in the
-- table; all else is sorted by name. Grants to the role of requests, and the tables of jobs and of migrations, are not shown.

CREATE EXTENSION btree_gist;

CREATE OR REPLACE FUNCTION announce_api_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('tollgate_api_keys', coalesce(NEW."id", OLD."id")::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION keep_tax_assignment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "gone" jsonb := to_jsonb(OLD);
  "come" jsonb := to_jsonb(NEW);
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "tax_assignments" SET "removed_at" = now()
    WHERE "organization_id" = ("gone" ->> 'organization_id')::uuid AND "list" = TG_ARGV[0]
      AND "owner_id" = ("gone" ->> TG_ARGV[1])::uuid AND "tax_id" = ("gone" ->> 'tax_id')::uuid AND "removed_at" IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "tax_assignments" ("id", "organization_id", "list", "owner_id", "tax_id", "assigned_at")
    VALUES (gen_random_uuid(), ("come" ->> 'organization_id')::uuid, TG_ARGV[0], ("come" ->> TG_ARGV[1])::uuid,
      ("come" ->> 'tax_id')::uuid, now())
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION keep_tax_rate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "tax_rates" SET "valid_until" = now()
    WHERE "organization_id" = OLD."organization_id" AND "tax_id" = OLD."id" AND "valid_until" IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."deleted_at" IS NULL THEN
    INSERT INTO "tax_rates" ("id", "organization_id", "tax_id", "code", "rate_percent", "valid_from")
    VALUES (gen_random_uuid(), NEW."organization_id", NEW."id", NEW."code", NEW."rate_percent", now())
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION raise_catalog_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "organization" uuid := coalesce(NEW."organization_id", OLD."organization_id");
BEGIN
  IF current_setting('tollgate.catalog_raised', true) IS DISTINCT FROM "organization"::text THEN
    INSERT INTO "catalog_versions" ("organization_id", "version") VALUES ("organization", 1)
    ON CONFLICT ("organization_id") DO UPDATE SET "version" = "catalog_versions"."version" + 1;
    PERFORM set_config('tollgate.catalog_raised', "organization"::text, true);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_log_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  "contents" text[] := ARRAY['activity_object', 'activity_object_changes', 'request_body', 'request_response'];
BEGIN
  IF current_setting('tollgate.erasure', true) = 'on'
    AND to_jsonb(NEW) - "contents" IS NOT DISTINCT FROM to_jsonb(OLD) - "contents" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE TABLE activation_rules (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  rule_type text NOT NULL,
  timeout_hours integer,
  status text NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT activation_rules_pkey PRIMARY KEY (id),
  CONSTRAINT activation_rules_type UNIQUE (organization_id, subscription_id, rule_type),
  CONSTRAINT activation_rules_rule_type_words CHECK (rule_type = 'payment'::text),
  CONSTRAINT activation_rules_status_words CHECK (status = ANY (ARRAY['inactive'::text, 'pending'::text, 'satisfied'::text, 'declined'::text, 'failed'::text, 'expired'::text, 'not_applicable'::text])),
  CONSTRAINT activation_rules_timeout CHECK (timeout_hours >= 0),
  CONSTRAINT activation_rules_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
ALTER TABLE activation_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON activation_rules USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE activity_log_entries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  activity_type text NOT NULL,
  activity_source text NOT NULL,
  resource_id uuid NOT NULL,
  resource_type text NOT NULL,
  user_email text,
  api_key_id uuid,
  activity_object jsonb NOT NULL,
  activity_object_changes jsonb NOT NULL,
  external_customer_id text,
  external_subscription_id text,
  logged_at timestamp with time zone NOT NULL,
  CONSTRAINT activity_log_entries_pkey PRIMARY KEY (id),
  CONSTRAINT activity_log_entries_activity_source_words CHECK (activity_source = ANY (ARRAY['api'::text, 'front'::text, 'system'::text]))
);
CREATE INDEX activity_log_entries_customer ON activity_log_entries (organization_id, external_customer_id, logged_at) WHERE external_customer_id IS NOT NULL;
CREATE INDEX activity_log_entries_newest ON activity_log_entries (organization_id, logged_at);
CREATE TRIGGER activity_log_entries_unchanged BEFORE UPDATE ON activity_log_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log_entry();
ALTER TABLE activity_log_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON activity_log_entries USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE add_on_taxes (
  organization_id uuid NOT NULL,
  add_on_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT add_on_taxes_organization_id_add_on_id_tax_id_pk PRIMARY KEY (organization_id, add_on_id, tax_id),
  CONSTRAINT add_on_taxes_add_on_fk FOREIGN KEY (organization_id, add_on_id) REFERENCES add_ons(organization_id, id),
  CONSTRAINT add_on_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX add_on_taxes_tax ON add_on_taxes (organization_id, tax_id);
CREATE CONSTRAINT TRIGGER add_on_taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON add_on_taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER add_on_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON add_on_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('add_on', 'add_on_id');
ALTER TABLE add_on_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON add_on_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE add_ons (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  invoice_display_name text,
  description text,
  amount_cents bigint NOT NULL,
  amount_currency text NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT add_ons_pkey PRIMARY KEY (id),
  CONSTRAINT add_ons_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT add_ons_amount CHECK (amount_cents > 0),
  CONSTRAINT add_ons_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX add_ons_name ON add_ons (organization_id, name, id);
CREATE INDEX add_ons_newest ON add_ons (organization_id, created_at);
CREATE UNIQUE INDEX add_ons_code ON add_ons (organization_id, code) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER add_ons_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON add_ons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE add_ons ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON add_ons USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE adjusted_fees (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  fee_type text NOT NULL,
  charge_id uuid,
  fixed_charge_id uuid,
  filter_values json,
  grouped_by jsonb NOT NULL,
  units numeric,
  unit_amount_cents numeric,
  invoice_display_name text,
  created_at timestamp with time zone NOT NULL,
  is_of_day_of_end boolean DEFAULT false NOT NULL,
  CONSTRAINT adjusted_fees_pkey PRIMARY KEY (id),
  CONSTRAINT adjusted_fees_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT adjusted_fees_fee_type_words CHECK (fee_type = ANY (ARRAY['subscription'::text, 'charge'::text, 'fixed_charge'::text])),
  CONSTRAINT adjusted_fees_charge_fk FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  CONSTRAINT adjusted_fees_fixed_charge_fk FOREIGN KEY (organization_id, fixed_charge_id) REFERENCES fixed_charges(organization_id, id),
  CONSTRAINT adjusted_fees_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT adjusted_fees_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX adjusted_fees_invoice ON adjusted_fees (organization_id, invoice_id);
ALTER TABLE adjusted_fees ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON adjusted_fees USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE alerts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  external_subscription_id text,
  wallet_id uuid,
  billable_metric_id uuid,
  alert_type text NOT NULL,
  code text NOT NULL,
  name text,
  thresholds jsonb NOT NULL,
  previous_value numeric NOT NULL,
  last_processed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT alerts_pkey PRIMARY KEY (id),
  CONSTRAINT alerts_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT alerts_alert_type_words CHECK (alert_type = ANY (ARRAY['current_usage_amount'::text, 'billable_metric_current_usage_amount'::text, 'billable_metric_current_usage_units'::text, 'lifetime_usage_amount'::text, 'billable_metric_lifetime_usage_units'::text, 'wallet_balance_amount'::text, 'wallet_credits_balance'::text, 'wallet_ongoing_balance_amount'::text, 'wallet_credits_ongoing_balance'::text])),
  CONSTRAINT alerts_metric_of_type CHECK ((billable_metric_id IS NOT NULL) = starts_with(alert_type, 'billable_metric_'::text)),
  CONSTRAINT alerts_owner CHECK (num_nonnulls(external_subscription_id, wallet_id) = 1),
  CONSTRAINT alerts_type_of_owner CHECK ((wallet_id IS NOT NULL) = starts_with(alert_type, 'wallet_'::text)),
  CONSTRAINT alerts_metric_fk FOREIGN KEY (organization_id, billable_metric_id) REFERENCES billable_metrics(organization_id, id),
  CONSTRAINT alerts_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT alerts_wallet_fk FOREIGN KEY (organization_id, wallet_id) REFERENCES wallets(organization_id, id)
);
CREATE INDEX alerts_newest ON alerts (organization_id, created_at);
CREATE UNIQUE INDEX alerts_metric ON alerts (organization_id, billable_metric_id, external_subscription_id, alert_type);
CREATE UNIQUE INDEX alerts_subscription_code ON alerts (organization_id, external_subscription_id, code);
CREATE UNIQUE INDEX alerts_subscription_type ON alerts (organization_id, external_subscription_id, alert_type) WHERE billable_metric_id IS NULL;
CREATE UNIQUE INDEX alerts_wallet_code ON alerts (organization_id, wallet_id, code);
CREATE UNIQUE INDEX alerts_wallet_type ON alerts (organization_id, wallet_id, alert_type);
ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON alerts USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE api_keys (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text,
  value_hash text NOT NULL,
  last_four text NOT NULL,
  permissions jsonb NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  is_bootstrap boolean DEFAULT false NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX api_keys_newest ON api_keys (organization_id, created_at);
CREATE UNIQUE INDEX api_keys_value_hash ON api_keys (value_hash);
CREATE TRIGGER api_keys_announce_change AFTER INSERT OR DELETE OR UPDATE OF organization_id, value_hash, permissions, expires_at ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_api_key_change();
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON api_keys USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE api_log_entries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  request_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  api_version text NOT NULL,
  client text NOT NULL,
  http_method text NOT NULL,
  http_status integer NOT NULL,
  request_origin text NOT NULL,
  request_path text NOT NULL,
  request_body text,
  request_response text,
  logged_at timestamp with time zone NOT NULL,
  CONSTRAINT api_log_entries_pkey PRIMARY KEY (id),
  CONSTRAINT api_log_entries_http_method_words CHECK (http_method = ANY (ARRAY['post'::text, 'put'::text, 'patch'::text, 'delete'::text]))
);
CREATE INDEX api_log_entries_newest ON api_log_entries (organization_id, logged_at);
CREATE INDEX api_log_entries_request ON api_log_entries (organization_id, request_id);
CREATE TRIGGER api_log_entries_unchanged BEFORE UPDATE ON api_log_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log_entry();
ALTER TABLE api_log_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON api_log_entries USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE applied_coupons (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  status text NOT NULL,
  amount_cents bigint,
  amount_cents_remaining bigint,
  amount_currency text,
  percentage_rate numeric,
  frequency text NOT NULL,
  frequency_duration integer,
  frequency_duration_remaining integer,
  terminated_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT applied_coupons_pkey PRIMARY KEY (id),
  CONSTRAINT applied_coupons_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT applied_coupons_duration_remaining CHECK (frequency_duration_remaining >= 0),
  CONSTRAINT applied_coupons_frequency_words CHECK (frequency = ANY (ARRAY['once'::text, 'recurring'::text, 'forever'::text])),
  CONSTRAINT applied_coupons_remaining CHECK (amount_cents_remaining >= 0),
  CONSTRAINT applied_coupons_status_words CHECK (status = ANY (ARRAY['active'::text, 'terminated'::text])),
  CONSTRAINT applied_coupons_coupon_fk FOREIGN KEY (organization_id, coupon_id) REFERENCES coupons(organization_id, id),
  CONSTRAINT applied_coupons_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id)
);
CREATE INDEX applied_coupons_coupon ON applied_coupons (organization_id, coupon_id, created_at);
CREATE INDEX applied_coupons_customer ON applied_coupons (organization_id, customer_id, created_at);
CREATE INDEX applied_coupons_newest ON applied_coupons (organization_id, created_at);
ALTER TABLE applied_coupons ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON applied_coupons USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE applied_taxes (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  fee_id uuid,
  invoice_id uuid,
  tax_id uuid,
  tax_code text NOT NULL,
  tax_name text NOT NULL,
  tax_description text,
  tax_rate_percent numeric NOT NULL,
  currency text NOT NULL,
  amount_cents bigint NOT NULL,
  precise_amount_cents numeric(45,15),
  fees_amount_cents bigint,
  created_at timestamp with time zone NOT NULL,
  tax_category text,
  exemption_reason text,
  taxable_amount_cents numeric(45,15),
  base_rate numeric,
  CONSTRAINT applied_taxes_pkey PRIMARY KEY (id),
  CONSTRAINT applied_taxes_owner CHECK (num_nonnulls(fee_id, invoice_id) = 1),
  CONSTRAINT applied_taxes_tax_category_words CHECK (tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text])),
  CONSTRAINT applied_taxes_fee_fk FOREIGN KEY (organization_id, fee_id) REFERENCES fees(organization_id, id),
  CONSTRAINT applied_taxes_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT applied_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX applied_taxes_fee ON applied_taxes (organization_id, fee_id);
CREATE INDEX applied_taxes_invoice ON applied_taxes (organization_id, invoice_id);
ALTER TABLE applied_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON applied_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE applied_usage_thresholds (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  threshold_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  display_name text,
  recurring boolean NOT NULL,
  threshold_created_at timestamp with time zone NOT NULL,
  threshold_updated_at timestamp with time zone NOT NULL,
  lifetime_usage_amount_cents bigint NOT NULL,
  invoiced_usage_amount_cents bigint NOT NULL,
  previous_invoice_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT applied_usage_thresholds_pkey PRIMARY KEY (id),
  CONSTRAINT applied_usage_thresholds_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT applied_usage_thresholds_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX applied_usage_thresholds_invoice ON applied_usage_thresholds (organization_id, invoice_id);
CREATE INDEX applied_usage_thresholds_subscription ON applied_usage_thresholds (organization_id, subscription_id);
ALTER TABLE applied_usage_thresholds ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON applied_usage_thresholds USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE bank_accounts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  "position" integer NOT NULL,
  currency text,
  iban text,
  account_number text,
  routing_code text,
  bic text,
  holder text,
  bank_name text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT bank_accounts_currency UNIQUE NULLS NOT DISTINCT (organization_id, billing_entity_id, currency),
  CONSTRAINT bank_accounts_number CHECK ((iban IS NULL) = (account_number IS NOT NULL AND routing_code IS NOT NULL) AND num_nonnulls(account_number, routing_code) <> 1),
  CONSTRAINT bank_accounts_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id)
);
ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON bank_accounts USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE billable_metric_filters (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  billable_metric_id uuid NOT NULL,
  key text NOT NULL,
  "values" text[] NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT billable_metric_filters_pkey PRIMARY KEY (id),
  CONSTRAINT billable_metric_filters_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT billable_metric_filters_metric_fk FOREIGN KEY (organization_id, billable_metric_id) REFERENCES billable_metrics(organization_id, id)
);
CREATE UNIQUE INDEX billable_metric_filters_key ON billable_metric_filters (organization_id, billable_metric_id, key);
CREATE CONSTRAINT TRIGGER billable_metric_filters_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON billable_metric_filters DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE billable_metric_filters ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON billable_metric_filters USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE billable_metrics (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  aggregation_type text NOT NULL,
  field_name text,
  recurring boolean DEFAULT false NOT NULL,
  weighted_interval text,
  rounding_function text,
  rounding_precision integer,
  expression text,
  counter_state text DEFAULT 'counted'::text NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  paid_in_advance boolean DEFAULT false NOT NULL,
  dimension_keys text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT billable_metrics_pkey PRIMARY KEY (id),
  CONSTRAINT billable_metrics_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT billable_metrics_counter_state_words CHECK (counter_state = ANY (ARRAY['counted'::text, 'recounting'::text])),
  CONSTRAINT billable_metrics_field_name CHECK ((aggregation_type = 'count_agg'::text) = (field_name IS NULL)),
  CONSTRAINT billable_metrics_rounding_function_words CHECK (rounding_function = ANY (ARRAY['round'::text, 'ceil'::text, 'floor'::text])),
  CONSTRAINT billable_metrics_weighted_interval_words CHECK (weighted_interval = 'seconds'::text),
  CONSTRAINT billable_metrics_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX billable_metrics_name ON billable_metrics (organization_id, name, id);
CREATE INDEX billable_metrics_newest ON billable_metrics (organization_id, created_at);
CREATE UNIQUE INDEX billable_metrics_code ON billable_metrics (organization_id, code) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER billable_metrics_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON billable_metrics DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE billable_metrics ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON billable_metrics USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE billing_entities (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  is_default boolean NOT NULL,
  default_currency text DEFAULT 'USD'::text NOT NULL,
  timezone text DEFAULT 'UTC'::text NOT NULL,
  document_locale text DEFAULT 'en'::text NOT NULL,
  document_numbering text DEFAULT 'per_customer'::text NOT NULL,
  document_number_prefix text NOT NULL,
  invoice_grace_period_days integer DEFAULT 0 NOT NULL,
  net_payment_term_days integer DEFAULT 0 NOT NULL,
  finalize_zero_amount_invoice boolean DEFAULT true NOT NULL,
  issuing_date_anchor text DEFAULT 'next_period_start'::text NOT NULL,
  issuing_date_adjustment text DEFAULT 'align_with_finalization_date'::text NOT NULL,
  last_invoice_number integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  invoice_footer text,
  legal_name text,
  legal_number text,
  tax_identification_number text,
  email text,
  phone text,
  address_line1 text,
  address_line2 text,
  city text,
  zipcode text,
  state text,
  country text,
  email_settings text[] DEFAULT '{}'::text[] NOT NULL,
  eu_tax_management boolean DEFAULT false NOT NULL,
  einvoicing boolean DEFAULT false NOT NULL,
  logo_id uuid,
  archived_at timestamp with time zone,
  selected_custom_sections jsonb DEFAULT '[]'::jsonb NOT NULL,
  last_test_invoice_number integer DEFAULT 0 NOT NULL,
  einvoicing_profile text,
  identifiers jsonb DEFAULT '[]'::jsonb NOT NULL,
  document_color text,
  CONSTRAINT billing_entities_pkey PRIMARY KEY (id),
  CONSTRAINT billing_entities_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT billing_entities_document_numbering_words CHECK (document_numbering = ANY (ARRAY['per_customer'::text, 'per_billing_entity'::text])),
  CONSTRAINT billing_entities_einvoicing_profile_words CHECK (einvoicing_profile = 'peppol_bis_3'::text),
  CONSTRAINT billing_entities_grace_period CHECK (invoice_grace_period_days >= 0),
  CONSTRAINT billing_entities_issuing_date_adjustment_words CHECK (issuing_date_adjustment = ANY (ARRAY['align_with_finalization_date'::text, 'keep_anchor'::text])),
  CONSTRAINT billing_entities_issuing_date_anchor_words CHECK (issuing_date_anchor = ANY (ARRAY['current_period_end'::text, 'next_period_start'::text])),
  CONSTRAINT billing_entities_payment_term CHECK (net_payment_term_days >= 0),
  CONSTRAINT billing_entities_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX billing_entities_name ON billing_entities (organization_id, name, id);
CREATE INDEX billing_entities_oldest ON billing_entities (organization_id, created_at, id);
CREATE UNIQUE INDEX billing_entities_code ON billing_entities (organization_id, lower(code)) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX billing_entities_one_default ON billing_entities (organization_id) WHERE is_default;
CREATE CONSTRAINT TRIGGER billing_entities_raise_catalog_version AFTER INSERT OR DELETE ON billing_entities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE CONSTRAINT TRIGGER billing_entities_raise_catalog_version_on_update AFTER UPDATE ON billing_entities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((to_jsonb(new.*) - 'last_invoice_number'::text - 'last_test_invoice_number'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'last_invoice_number'::text - 'last_test_invoice_number'::text)) EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE billing_entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON billing_entities USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE billing_entity_logos (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT billing_entity_logos_pkey PRIMARY KEY (id),
  CONSTRAINT billing_entity_logos_content_type_words CHECK (content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  CONSTRAINT billing_entity_logos_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id)
);
CREATE UNIQUE INDEX billing_entity_logos_entity ON billing_entity_logos (organization_id, billing_entity_id);
ALTER TABLE billing_entity_logos ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON billing_entity_logos USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE billing_entity_taxes (
  organization_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT billing_entity_taxes_organization_id_billing_entity_id_tax_id_p PRIMARY KEY (organization_id, billing_entity_id, tax_id),
  CONSTRAINT billing_entity_taxes_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT billing_entity_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX billing_entity_taxes_tax ON billing_entity_taxes (organization_id, tax_id);
CREATE CONSTRAINT TRIGGER billing_entity_taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON billing_entity_taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER billing_entity_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON billing_entity_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('billing_entity', 'billing_entity_id');
ALTER TABLE billing_entity_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON billing_entity_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE billing_periods (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  invoicing_reason text NOT NULL,
  subscription_from timestamp with time zone NOT NULL,
  subscription_to timestamp with time zone NOT NULL,
  charges_from timestamp with time zone,
  charges_to timestamp with time zone,
  fixed_charges_from timestamp with time zone,
  fixed_charges_to timestamp with time zone,
  billed_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  occasion text,
  occasion_at timestamp with time zone,
  usage_moments jsonb DEFAULT '[]'::jsonb NOT NULL,
  regenerated_reason text,
  CONSTRAINT billing_periods_pkey PRIMARY KEY (id),
  CONSTRAINT billing_periods_invoicing_reason_words CHECK (invoicing_reason = ANY (ARRAY['subscription_starting'::text, 'subscription_periodic'::text, 'subscription_terminating'::text, 'in_advance_charge'::text, 'in_advance_charge_periodic'::text, 'progressive_billing'::text, 'regeneration'::text])),
  CONSTRAINT billing_periods_occasion_words CHECK (occasion = ANY (ARRAY['starting'::text, 'trial_ended'::text, 'periodic'::text, 'activated'::text, 'terminated'::text, 'upgraded'::text, 'downgraded'::text])),
  CONSTRAINT billing_periods_regenerated_reason_words CHECK (regenerated_reason = ANY (ARRAY['subscription_starting'::text, 'subscription_periodic'::text, 'subscription_terminating'::text, 'in_advance_charge'::text, 'in_advance_charge_periodic'::text, 'progressive_billing'::text])),
  CONSTRAINT billing_periods_charges_once EXCLUDE USING gist (subscription_id WITH =, tstzrange(charges_from, charges_to) WITH &&) WHERE ((invoicing_reason = ANY (ARRAY['subscription_periodic'::text, 'subscription_terminating'::text])) AND charges_from < charges_to),
  CONSTRAINT billing_periods_fixed_charges_once EXCLUDE USING gist (subscription_id WITH =, tstzrange(fixed_charges_from, fixed_charges_to) WITH &&) WHERE ((invoicing_reason = ANY (ARRAY['subscription_periodic'::text, 'subscription_terminating'::text])) AND fixed_charges_from < fixed_charges_to AND (fixed_charges_from IS DISTINCT FROM charges_from OR fixed_charges_to IS DISTINCT FROM charges_to)),
  CONSTRAINT billing_periods_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT billing_periods_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id),
  CONSTRAINT billing_periods_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX billing_periods_claimed ON billing_periods (organization_id, subscription_id, billed_at) WHERE invoicing_reason = ANY (ARRAY['subscription_starting'::text, 'subscription_periodic'::text, 'subscription_terminating'::text]);
CREATE INDEX billing_periods_invoice ON billing_periods (organization_id, invoice_id);
CREATE INDEX billing_periods_progressive ON billing_periods (organization_id, subscription_id, charges_from) WHERE invoicing_reason = 'progressive_billing'::text;
CREATE INDEX billing_periods_subscription ON billing_periods (organization_id, subscription_id, billed_at);
CREATE UNIQUE INDEX billing_periods_claim ON billing_periods (organization_id, subscription_id, invoicing_reason, subscription_from, subscription_to, COALESCE(charges_from, '-infinity'::timestamp with time zone), COALESCE(charges_to, '-infinity'::timestamp with time zone), COALESCE(fixed_charges_from, '-infinity'::timestamp with time zone), COALESCE(fixed_charges_to, '-infinity'::timestamp with time zone)) WHERE invoicing_reason = ANY (ARRAY['subscription_starting'::text, 'subscription_periodic'::text, 'subscription_terminating'::text]);
ALTER TABLE billing_periods ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON billing_periods USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE catalog_versions (
  organization_id uuid NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT catalog_versions_pkey PRIMARY KEY (organization_id)
);
ALTER TABLE catalog_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON catalog_versions USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE charge_filters (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  "values" json NOT NULL,
  properties jsonb NOT NULL,
  invoice_display_name text,
  "position" integer NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT charge_filters_pkey PRIMARY KEY (id),
  CONSTRAINT charge_filters_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT charge_filters_charge_fk FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id)
);
CREATE INDEX charge_filters_charge ON charge_filters (organization_id, charge_id) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER charge_filters_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON charge_filters DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE charge_filters ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON charge_filters USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE charge_taxes (
  organization_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT charge_taxes_organization_id_charge_id_tax_id_pk PRIMARY KEY (organization_id, charge_id, tax_id),
  CONSTRAINT charge_taxes_charge_fk FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  CONSTRAINT charge_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX charge_taxes_tax ON charge_taxes (organization_id, tax_id);
CREATE CONSTRAINT TRIGGER charge_taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON charge_taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER charge_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON charge_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('charge', 'charge_id');
ALTER TABLE charge_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON charge_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE charges (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  billable_metric_id uuid NOT NULL,
  code text NOT NULL,
  invoice_display_name text,
  charge_model text NOT NULL,
  properties jsonb NOT NULL,
  "position" integer NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  pay_in_advance boolean DEFAULT false NOT NULL,
  invoiceable boolean DEFAULT true NOT NULL,
  regroup_paid_fees text,
  prorated boolean DEFAULT false NOT NULL,
  min_amount_cents bigint DEFAULT 0 NOT NULL,
  pricing_unit_id uuid,
  conversion_rate numeric,
  parent_id uuid,
  accepts_target_wallet boolean,
  CONSTRAINT charges_pkey PRIMARY KEY (id),
  CONSTRAINT charges_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT charges_invoiceable CHECK (invoiceable OR pay_in_advance),
  CONSTRAINT charges_min_amount CHECK (min_amount_cents >= 0),
  CONSTRAINT charges_pricing_unit CHECK ((pricing_unit_id IS NULL) = (conversion_rate IS NULL)),
  CONSTRAINT charges_regroup_paid_fees_words CHECK (regroup_paid_fees = 'invoice'::text),
  CONSTRAINT charges_metric_fk FOREIGN KEY (organization_id, billable_metric_id) REFERENCES billable_metrics(organization_id, id),
  CONSTRAINT charges_parent_fk FOREIGN KEY (organization_id, parent_id) REFERENCES charges(organization_id, id),
  CONSTRAINT charges_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id),
  CONSTRAINT charges_pricing_unit_fk FOREIGN KEY (organization_id, pricing_unit_id) REFERENCES pricing_units(organization_id, id)
);
CREATE INDEX charges_metric ON charges (organization_id, billable_metric_id);
CREATE UNIQUE INDEX charges_code ON charges (organization_id, plan_id, code) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER charges_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON charges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE charges ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON charges USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE coupon_limits (
  organization_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  plan_id uuid,
  billable_metric_id uuid,
  CONSTRAINT coupon_limits_one CHECK (num_nonnulls(plan_id, billable_metric_id) = 1),
  CONSTRAINT coupon_limits_coupon_fk FOREIGN KEY (organization_id, coupon_id) REFERENCES coupons(organization_id, id),
  CONSTRAINT coupon_limits_metric_fk FOREIGN KEY (organization_id, billable_metric_id) REFERENCES billable_metrics(organization_id, id),
  CONSTRAINT coupon_limits_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id)
);
CREATE INDEX coupon_limits_metric ON coupon_limits (organization_id, billable_metric_id);
CREATE INDEX coupon_limits_plan ON coupon_limits (organization_id, plan_id);
CREATE UNIQUE INDEX coupon_limits_target ON coupon_limits (organization_id, coupon_id, plan_id, billable_metric_id);
ALTER TABLE coupon_limits ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON coupon_limits USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE coupons (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  coupon_type text NOT NULL,
  amount_cents bigint,
  amount_currency text,
  percentage_rate numeric,
  frequency text NOT NULL,
  frequency_duration integer,
  expiration text NOT NULL,
  expiration_at timestamp with time zone,
  reusable boolean NOT NULL,
  limited_to text,
  status text NOT NULL,
  terminated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT coupons_pkey PRIMARY KEY (id),
  CONSTRAINT coupons_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT coupons_coupon_type_words CHECK (coupon_type = ANY (ARRAY['fixed_amount'::text, 'percentage'::text])),
  CONSTRAINT coupons_expiration_words CHECK (expiration = ANY (ARRAY['no_expiration'::text, 'time_limit'::text])),
  CONSTRAINT coupons_frequency_words CHECK (frequency = ANY (ARRAY['once'::text, 'recurring'::text, 'forever'::text])),
  CONSTRAINT coupons_limited_to_words CHECK (limited_to = ANY (ARRAY['plans'::text, 'billable_metrics'::text])),
  CONSTRAINT coupons_status_words CHECK (status = ANY (ARRAY['active'::text, 'terminated'::text])),
  CONSTRAINT coupons_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX coupons_expiring ON coupons (expiration_at) WHERE status = 'active'::text AND expiration = 'time_limit'::text;
CREATE INDEX coupons_list ON coupons (organization_id, status, expiration, expiration_at, created_at DESC NULLS LAST, id);
CREATE INDEX coupons_name ON coupons (organization_id, name, id);
CREATE INDEX coupons_newest ON coupons (organization_id, created_at);
CREATE UNIQUE INDEX coupons_code ON coupons (organization_id, code) WHERE deleted_at IS NULL;
ALTER TABLE coupons ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON coupons USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE credit_note_items (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  credit_note_id uuid NOT NULL,
  fee_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  precise_amount_cents numeric(35,5) NOT NULL,
  currency text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_note_items_pkey PRIMARY KEY (id),
  CONSTRAINT credit_note_items_amount CHECK (amount_cents >= 0),
  CONSTRAINT credit_note_items_fee_fk FOREIGN KEY (organization_id, fee_id) REFERENCES fees(organization_id, id),
  CONSTRAINT credit_note_items_note_fk FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes(organization_id, id)
);
CREATE INDEX credit_note_items_fee ON credit_note_items (organization_id, fee_id);
CREATE INDEX credit_note_items_note ON credit_note_items (organization_id, credit_note_id);
ALTER TABLE credit_note_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON credit_note_items USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE credit_note_taxes (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  credit_note_id uuid NOT NULL,
  tax_id uuid,
  tax_code text NOT NULL,
  tax_name text NOT NULL,
  tax_description text,
  tax_rate_percent numeric NOT NULL,
  currency text NOT NULL,
  base_amount_cents bigint NOT NULL,
  amount_cents bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_note_taxes_pkey PRIMARY KEY (id),
  CONSTRAINT credit_note_taxes_note_fk FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes(organization_id, id),
  CONSTRAINT credit_note_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX credit_note_taxes_note ON credit_note_taxes (organization_id, credit_note_id);
ALTER TABLE credit_note_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON credit_note_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE credit_notes (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  sequential_id integer NOT NULL,
  number text NOT NULL,
  status text NOT NULL,
  issuing_date date NOT NULL,
  reason text NOT NULL,
  description text,
  credit_status text NOT NULL,
  refund_status text,
  currency text NOT NULL,
  credit_amount_cents bigint NOT NULL,
  refund_amount_cents bigint NOT NULL,
  offset_amount_cents bigint NOT NULL,
  total_amount_cents bigint NOT NULL,
  precise_total_amount_cents numeric(35,5) NOT NULL,
  balance_amount_cents bigint NOT NULL,
  sub_total_excluding_taxes_amount_cents bigint NOT NULL,
  coupons_adjustment_amount_cents bigint NOT NULL,
  precise_coupons_adjustment_amount_cents numeric(35,5) NOT NULL,
  taxes_amount_cents bigint NOT NULL,
  precise_taxes_amount_cents numeric(35,5) NOT NULL,
  taxes_rate_percent numeric NOT NULL,
  metadata jsonb,
  refunded_at timestamp with time zone,
  voided_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  error_details jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT credit_notes_pkey PRIMARY KEY (id),
  CONSTRAINT credit_notes_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT credit_notes_balance CHECK (balance_amount_cents >= 0 AND balance_amount_cents <= credit_amount_cents),
  CONSTRAINT credit_notes_credit_status_words CHECK (credit_status = ANY (ARRAY['available'::text, 'consumed'::text, 'voided'::text])),
  CONSTRAINT credit_notes_parts CHECK (credit_amount_cents >= 0 AND refund_amount_cents >= 0 AND offset_amount_cents >= 0),
  CONSTRAINT credit_notes_reason_words CHECK (reason = ANY (ARRAY['duplicated_charge'::text, 'product_unsatisfactory'::text, 'order_change'::text, 'order_cancellation'::text, 'fraudulent_charge'::text, 'other'::text])),
  CONSTRAINT credit_notes_refund_status CHECK ((refund_status IS NOT NULL) = (refund_amount_cents > 0)),
  CONSTRAINT credit_notes_refund_status_words CHECK (refund_status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT credit_notes_status_words CHECK (status = ANY (ARRAY['draft'::text, 'finalized'::text])),
  CONSTRAINT credit_notes_total CHECK (total_amount_cents > 0),
  CONSTRAINT credit_notes_total_adds_up CHECK (total_amount_cents = (credit_amount_cents + refund_amount_cents + offset_amount_cents)),
  CONSTRAINT credit_notes_voided CHECK (credit_status <> 'voided'::text OR balance_amount_cents = 0 AND voided_at IS NOT NULL),
  CONSTRAINT credit_notes_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT credit_notes_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE INDEX credit_notes_available ON credit_notes (organization_id, customer_id, currency, created_at) WHERE status = 'finalized'::text AND credit_status = 'available'::text AND balance_amount_cents > 0;
CREATE INDEX credit_notes_customer ON credit_notes (organization_id, customer_id);
CREATE INDEX credit_notes_issuing_order ON credit_notes (organization_id, issuing_date, id);
CREATE INDEX credit_notes_list ON credit_notes (organization_id, created_at);
CREATE INDEX credit_notes_total_order ON credit_notes (organization_id, total_amount_cents, id);
CREATE UNIQUE INDEX credit_notes_number ON credit_notes (organization_id, invoice_id, sequential_id);
ALTER TABLE credit_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON credit_notes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE customer_dunning (
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  excluded boolean NOT NULL,
  assignment_id uuid,
  thresholds_version integer,
  attempts jsonb NOT NULL,
  last_attempt_at timestamp with time zone,
  CONSTRAINT customer_dunning_organization_id_customer_id_pk PRIMARY KEY (organization_id, customer_id),
  CONSTRAINT customer_dunning_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id)
);
ALTER TABLE customer_dunning ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON customer_dunning USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE customer_metadata (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  display_in_invoice boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_metadata_pkey PRIMARY KEY (id),
  CONSTRAINT customer_metadata_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id)
);
CREATE UNIQUE INDEX customer_metadata_key ON customer_metadata (organization_id, customer_id, key);
ALTER TABLE customer_metadata ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON customer_metadata USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE customer_taxes (
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT customer_taxes_organization_id_customer_id_tax_id_pk PRIMARY KEY (organization_id, customer_id, tax_id),
  CONSTRAINT customer_taxes_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT customer_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX customer_taxes_tax ON customer_taxes (organization_id, tax_id);
CREATE TRIGGER customer_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON customer_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('customer', 'customer_id');
ALTER TABLE customer_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON customer_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE customers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  test_clock_id uuid,
  external_id text NOT NULL,
  sequential_id integer NOT NULL,
  slug text NOT NULL,
  name text,
  firstname text,
  lastname text,
  legal_name text,
  legal_number text,
  tax_identification_number text,
  email text,
  phone text,
  url text,
  logo_url text,
  address_line1 text,
  address_line2 text,
  city text,
  zipcode text,
  state text,
  country text,
  shipping_address jsonb,
  account_type text DEFAULT 'customer'::text NOT NULL,
  customer_type text,
  currency text,
  timezone text,
  document_locale text,
  net_payment_term_days integer,
  invoice_grace_period_days integer,
  issuing_date_anchor text,
  issuing_date_adjustment text,
  finalize_zero_amount_invoice text DEFAULT 'inherit'::text NOT NULL,
  skip_invoice_custom_sections boolean DEFAULT false NOT NULL,
  payment_provider text,
  payment_provider_code text,
  provider_customer_id text,
  sync boolean,
  sync_with_provider boolean,
  provider_payment_methods text[] DEFAULT '{}'::text[] NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  vat_check_id uuid,
  selected_custom_sections jsonb DEFAULT '[]'::jsonb NOT NULL,
  erased_at timestamp with time zone,
  documents_numbered_after integer[] DEFAULT '{}'::integer[] NOT NULL,
  is_numbered_apart boolean DEFAULT false NOT NULL,
  identifiers jsonb DEFAULT '[]'::jsonb NOT NULL,
  buyer_reference text,
  tax_integration_id uuid,
  CONSTRAINT customers_pkey PRIMARY KEY (id),
  CONSTRAINT customers_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT customers_account_type_words CHECK (account_type = ANY (ARRAY['customer'::text, 'partner'::text])),
  CONSTRAINT customers_customer_type_words CHECK (customer_type = ANY (ARRAY['company'::text, 'individual'::text])),
  CONSTRAINT customers_finalize_zero_amount_invoice_words CHECK (finalize_zero_amount_invoice = ANY (ARRAY['inherit'::text, 'skip'::text, 'finalize'::text])),
  CONSTRAINT customers_grace_period CHECK (invoice_grace_period_days >= 0),
  CONSTRAINT customers_issuing_date_adjustment_words CHECK (issuing_date_adjustment = ANY (ARRAY['align_with_finalization_date'::text, 'keep_anchor'::text])),
  CONSTRAINT customers_issuing_date_anchor_words CHECK (issuing_date_anchor = ANY (ARRAY['current_period_end'::text, 'next_period_start'::text])),
  CONSTRAINT customers_payment_term CHECK (net_payment_term_days >= 0),
  CONSTRAINT customers_clock_fk FOREIGN KEY (organization_id, test_clock_id) REFERENCES test_clocks(organization_id, id),
  CONSTRAINT customers_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT customers_tax_integration_fk FOREIGN KEY (organization_id, tax_integration_id) REFERENCES integrations(organization_id, id)
);
CREATE INDEX customers_by_name ON customers (organization_id, name, id);
CREATE INDEX customers_clock ON customers (organization_id, test_clock_id);
CREATE INDEX customers_name ON customers (organization_id, external_id);
CREATE INDEX customers_newest ON customers (organization_id, created_at DESC NULLS LAST, id);
CREATE INDEX customers_provider ON customers (organization_id, provider_customer_id) WHERE provider_customer_id IS NOT NULL;
CREATE INDEX customers_tax_integration ON customers (organization_id, tax_integration_id) WHERE tax_integration_id IS NOT NULL;
CREATE UNIQUE INDEX customers_external_id ON customers (organization_id, external_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX customers_number ON customers (organization_id, sequential_id) WHERE NOT is_numbered_apart;
CREATE UNIQUE INDEX customers_test_number ON customers (organization_id, sequential_id) WHERE is_numbered_apart;
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON customers USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE daily_usages (
  organization_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  window_from timestamp with time zone NOT NULL,
  day date NOT NULL,
  billable_metric_id uuid NOT NULL,
  currency text NOT NULL,
  units numeric NOT NULL,
  amount_cents bigint NOT NULL,
  is_invoiced boolean NOT NULL,
  CONSTRAINT daily_usages_row PRIMARY KEY (organization_id, subscription_id, charge_id, window_from, day),
  CONSTRAINT daily_usages_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX daily_usages_day ON daily_usages (organization_id, day);
ALTER TABLE daily_usages ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON daily_usages USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE data_exports (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  export_type text NOT NULL,
  format text NOT NULL,
  query jsonb NOT NULL,
  user_id uuid,
  status text NOT NULL,
  failure text,
  attempts integer NOT NULL,
  rows_count integer NOT NULL,
  content bytea,
  storage_key text,
  expires_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT data_exports_pkey PRIMARY KEY (id),
  CONSTRAINT data_exports_completed CHECK ((completed_at IS NOT NULL) = (status <> 'pending'::text)),
  CONSTRAINT data_exports_export_type_words CHECK (export_type = ANY (ARRAY['invoices'::text, 'invoice_fees'::text, 'credit_notes'::text, 'credit_note_items'::text])),
  CONSTRAINT data_exports_failure CHECK ((failure IS NOT NULL) = (status = 'failed'::text)),
  CONSTRAINT data_exports_failure_words CHECK (failure = ANY (ARRAY['too_many_rows'::text, 'file_too_large'::text, 'internal_error'::text])),
  CONSTRAINT data_exports_file CHECK (num_nonnulls(content, storage_key) = (status = 'completed'::text)::integer),
  CONSTRAINT data_exports_format_words CHECK (format = 'csv'::text),
  CONSTRAINT data_exports_status_words CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text]))
);
CREATE INDEX data_exports_pending ON data_exports (organization_id) WHERE status = 'pending'::text;
ALTER TABLE data_exports ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON data_exports USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE document_files (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid,
  credit_note_id uuid,
  format text NOT NULL,
  content bytea,
  created_at timestamp with time zone NOT NULL,
  payment_receipt_id uuid,
  storage_key text,
  sha256 text,
  e_invoice_problems text[],
  CONSTRAINT document_files_pkey PRIMARY KEY (id),
  CONSTRAINT document_files_format_words CHECK (format = ANY (ARRAY['pdf'::text, 'xml'::text])),
  CONSTRAINT document_files_one_document CHECK (num_nonnulls(invoice_id, credit_note_id, payment_receipt_id) = 1),
  CONSTRAINT document_files_credit_note_fk FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes(organization_id, id),
  CONSTRAINT document_files_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT document_files_payment_receipt_fk FOREIGN KEY (organization_id, payment_receipt_id) REFERENCES payment_receipts(organization_id, id)
);
CREATE UNIQUE INDEX document_files_credit_note ON document_files (organization_id, credit_note_id, format) WHERE credit_note_id IS NOT NULL;
CREATE UNIQUE INDEX document_files_invoice ON document_files (organization_id, invoice_id, format) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX document_files_payment_receipt ON document_files (organization_id, payment_receipt_id, format) WHERE payment_receipt_id IS NOT NULL;
ALTER TABLE document_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON document_files USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE draft_documents (
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  content bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT draft_documents_organization_id_invoice_id_pk PRIMARY KEY (organization_id, invoice_id),
  CONSTRAINT draft_documents_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE INDEX draft_documents_expiry ON draft_documents (expires_at);
ALTER TABLE draft_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON draft_documents USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE due_work (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  test_clock_id uuid,
  attempts integer DEFAULT 0 NOT NULL,
  retry_at timestamp with time zone,
  failure text,
  CONSTRAINT due_work_pkey PRIMARY KEY (id),
  CONSTRAINT due_work_subject UNIQUE (organization_id, kind, subject_id),
  CONSTRAINT due_work_kind_words CHECK (kind = ANY (ARRAY['subscription_start'::text, 'subscription_end'::text, 'activation_timeout'::text, 'subscription_billing'::text, 'plan_upgrade'::text, 'downgrade_cancellation'::text, 'trial_end'::text, 'termination_alert'::text, 'threshold_review'::text, 'sandbox_payment'::text, 'draft_refresh'::text, 'invoice_finalization'::text, 'payment_overdue'::text, 'wallet_rule_expiration'::text, 'wallet_expiration'::text, 'wallet_top_up'::text, 'wallet_review'::text, 'dunning_attempt'::text, 'alert_review'::text, 'usage_day'::text])),
  CONSTRAINT due_work_clock_fk FOREIGN KEY (organization_id, test_clock_id) REFERENCES test_clocks(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT due_work_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX due_work_customer ON due_work (organization_id, customer_id);
CREATE INDEX due_work_live ON due_work (due_at, organization_id, kind, id) WHERE test_clock_id IS NULL;
CREATE INDEX due_work_on_clock ON due_work (test_clock_id, due_at, id);
CREATE INDEX due_work_retried ON due_work (retry_at) WHERE retry_at IS NOT NULL;
ALTER TABLE due_work ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON due_work USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE dunning_assignments (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  billing_entity_id uuid,
  customer_id uuid,
  CONSTRAINT dunning_assignments_pkey PRIMARY KEY (id),
  CONSTRAINT dunning_assignments_owner CHECK (num_nonnulls(billing_entity_id, customer_id) = 1),
  CONSTRAINT dunning_assignments_campaign_fk FOREIGN KEY (organization_id, campaign_id) REFERENCES dunning_campaigns(organization_id, id),
  CONSTRAINT dunning_assignments_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT dunning_assignments_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id)
);
CREATE INDEX dunning_assignments_campaign ON dunning_assignments (organization_id, campaign_id);
CREATE UNIQUE INDEX dunning_assignments_customer ON dunning_assignments (organization_id, customer_id);
CREATE UNIQUE INDEX dunning_assignments_entity ON dunning_assignments (organization_id, billing_entity_id);
ALTER TABLE dunning_assignments ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON dunning_assignments USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE dunning_campaigns (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  bcc_emails text[] NOT NULL,
  days_between_attempts integer NOT NULL,
  max_attempts integer NOT NULL,
  thresholds jsonb NOT NULL,
  thresholds_version integer NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT dunning_campaigns_pkey PRIMARY KEY (id),
  CONSTRAINT dunning_campaigns_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT dunning_campaigns_attempts CHECK (max_attempts >= 1),
  CONSTRAINT dunning_campaigns_days CHECK (days_between_attempts >= 1)
);
CREATE INDEX dunning_campaigns_newest ON dunning_campaigns (organization_id, created_at);
CREATE UNIQUE INDEX dunning_campaigns_code ON dunning_campaigns (organization_id, code) WHERE deleted_at IS NULL;
ALTER TABLE dunning_campaigns ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON dunning_campaigns USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE ended_sessions (
  session_id uuid NOT NULL,
  kept_until timestamp with time zone NOT NULL,
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (session_id)
);
CREATE INDEX ended_sessions_kept_until ON ended_sessions (kept_until);

CREATE TABLE event_keys (
  key uuid NOT NULL,
  CONSTRAINT event_keys_pkey PRIMARY KEY (key)
);

CREATE TABLE events (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  transaction_id text NOT NULL,
  external_subscription_id text NOT NULL,
  code text NOT NULL,
  "timestamp" timestamp with time zone NOT NULL,
  properties jsonb NOT NULL,
  precise_total_amount_cents numeric,
  sequence bigserial NOT NULL,
  caller_address text,
  caller_agent text,
  created_at timestamp with time zone NOT NULL,
  test_clock_id uuid,
  written_in xid8 DEFAULT pg_current_xact_id()
) PARTITION BY RANGE ("timestamp");
CREATE INDEX events_newest ON ONLY events (organization_id, "timestamp" DESC NULLS LAST);
CREATE INDEX events_transaction_id ON ONLY events USING hash (transaction_id);
CREATE INDEX events_usage ON ONLY events (organization_id, external_subscription_id, code, "timestamp");
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON events USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE events_default PARTITION OF events DEFAULT;

CREATE TABLE features (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text,
  description text,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT features_pkey PRIMARY KEY (id),
  CONSTRAINT features_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT features_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX features_name ON features (organization_id, name, id);
CREATE INDEX features_newest ON features (organization_id, created_at);
CREATE UNIQUE INDEX features_code ON features (organization_id, code) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER features_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON features DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE features ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON features USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE fees (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid,
  customer_id uuid NOT NULL,
  subscription_id uuid,
  charge_id uuid,
  billable_metric_id uuid,
  fee_type text NOT NULL,
  "position" integer NOT NULL,
  item_code text NOT NULL,
  item_name text NOT NULL,
  item_description text,
  invoice_display_name text NOT NULL,
  currency text NOT NULL,
  amount_cents bigint NOT NULL,
  precise_amount_cents numeric(45,15) NOT NULL,
  units numeric NOT NULL,
  total_aggregated_units numeric,
  precise_unit_amount numeric(45,15) NOT NULL,
  events_count bigint,
  amount_details jsonb NOT NULL,
  precise_coupons_amount_cents numeric(35,5) NOT NULL,
  taxes_amount_cents bigint NOT NULL,
  taxes_precise_amount_cents numeric(45,15) NOT NULL,
  taxes_rate_percent numeric NOT NULL,
  pay_in_advance boolean NOT NULL,
  invoiceable boolean NOT NULL,
  payment_status text NOT NULL,
  from_at timestamp with time zone,
  to_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  refunded_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  charge_filter_id uuid,
  add_on_id uuid,
  fixed_charge_id uuid,
  true_up_parent_fee_id uuid,
  event_transaction_id text,
  filter_display_name text,
  filter_values json,
  grouped_by jsonb DEFAULT '{}'::jsonb NOT NULL,
  presentation_breakdowns jsonb,
  pricing_unit_details jsonb,
  deleted_at timestamp with time zone,
  precise_credit_notes_amount_cents numeric(35,5) DEFAULT '0'::numeric NOT NULL,
  wallet_transaction_id uuid,
  standalone_on date,
  billing_entity_id uuid,
  target_wallet_code text,
  original_fee_id uuid,
  adjusted_fee_id uuid,
  tax_list text,
  tax_list_owner_id uuid,
  named_tax_codes text[],
  taxed_at timestamp with time zone,
  CONSTRAINT fees_pkey PRIMARY KEY (id),
  CONSTRAINT fees_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT fees_amount CHECK (amount_cents >= 0),
  CONSTRAINT fees_fee_type_words CHECK (fee_type = ANY (ARRAY['subscription'::text, 'charge'::text, 'fixed_charge'::text, 'add_on'::text, 'credit'::text, 'commitment'::text])),
  CONSTRAINT fees_payment_status_words CHECK (payment_status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'refunded'::text])),
  CONSTRAINT fees_tax_list_words CHECK (tax_list = ANY (ARRAY['named'::text, 'copied'::text, 'add_on'::text, 'charge'::text, 'fixed_charge'::text, 'commitment'::text, 'plan'::text, 'customer'::text, 'billing_entity'::text, 'none'::text, 'pending'::text, 'provider'::text])),
  CONSTRAINT fees_add_on_fk FOREIGN KEY (organization_id, add_on_id) REFERENCES add_ons(organization_id, id),
  CONSTRAINT fees_adjusted_fk FOREIGN KEY (organization_id, adjusted_fee_id) REFERENCES adjusted_fees(organization_id, id),
  CONSTRAINT fees_billing_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT fees_charge_filter_fk FOREIGN KEY (organization_id, charge_filter_id) REFERENCES charge_filters(organization_id, id),
  CONSTRAINT fees_charge_fk FOREIGN KEY (organization_id, charge_id) REFERENCES charges(organization_id, id),
  CONSTRAINT fees_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT fees_fixed_charge_fk FOREIGN KEY (organization_id, fixed_charge_id) REFERENCES fixed_charges(organization_id, id),
  CONSTRAINT fees_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT fees_metric_fk FOREIGN KEY (organization_id, billable_metric_id) REFERENCES billable_metrics(organization_id, id),
  CONSTRAINT fees_original_fk FOREIGN KEY (organization_id, original_fee_id) REFERENCES fees(organization_id, id),
  CONSTRAINT fees_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  CONSTRAINT fees_true_up_parent_fk FOREIGN KEY (organization_id, true_up_parent_fee_id) REFERENCES fees(organization_id, id),
  CONSTRAINT fees_wallet_transaction_fk FOREIGN KEY (organization_id, wallet_transaction_id) REFERENCES wallet_transactions(organization_id, id)
);
CREATE INDEX fees_adjusted ON fees (organization_id, adjusted_fee_id) WHERE adjusted_fee_id IS NOT NULL;
CREATE INDEX fees_customer ON fees (organization_id, customer_id);
CREATE INDEX fees_invoice ON fees (organization_id, invoice_id);
CREATE INDEX fees_list ON fees (organization_id, created_at);
CREATE INDEX fees_of_plan ON fees (organization_id, subscription_id, fee_type, created_at) WHERE fee_type = ANY (ARRAY['subscription'::text, 'fixed_charge'::text]);
CREATE INDEX fees_original ON fees (organization_id, original_fee_id) WHERE original_fee_id IS NOT NULL;
CREATE INDEX fees_standalone ON fees (organization_id, customer_id) WHERE invoice_id IS NULL;
CREATE INDEX fees_subscription ON fees (organization_id, subscription_id, from_at);
CREATE INDEX fees_true_up ON fees (organization_id, true_up_parent_fee_id) WHERE true_up_parent_fee_id IS NOT NULL;
CREATE INDEX fees_wallet_transaction ON fees (organization_id, wallet_transaction_id) WHERE wallet_transaction_id IS NOT NULL;
CREATE UNIQUE INDEX fees_event ON fees (organization_id, charge_id, subscription_id, event_transaction_id) WHERE event_transaction_id IS NOT NULL;
ALTER TABLE fees ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON fees USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE fixed_charge_taxes (
  organization_id uuid NOT NULL,
  fixed_charge_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT fixed_charge_taxes_organization_id_fixed_charge_id_tax_id_pk PRIMARY KEY (organization_id, fixed_charge_id, tax_id),
  CONSTRAINT fixed_charge_taxes_fixed_charge_fk FOREIGN KEY (organization_id, fixed_charge_id) REFERENCES fixed_charges(organization_id, id),
  CONSTRAINT fixed_charge_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX fixed_charge_taxes_tax ON fixed_charge_taxes (organization_id, tax_id);
CREATE CONSTRAINT TRIGGER fixed_charge_taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON fixed_charge_taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER fixed_charge_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON fixed_charge_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('fixed_charge', 'fixed_charge_id');
ALTER TABLE fixed_charge_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON fixed_charge_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE fixed_charge_units (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  fixed_charge_id uuid NOT NULL,
  units bigint NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  is_own boolean DEFAULT false NOT NULL,
  CONSTRAINT fixed_charge_units_pkey PRIMARY KEY (id),
  CONSTRAINT fixed_charge_units_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT fixed_charge_units_fixed_charge_fk FOREIGN KEY (organization_id, fixed_charge_id) REFERENCES fixed_charges(organization_id, id),
  CONSTRAINT fixed_charge_units_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX fixed_charge_units_subscription ON fixed_charge_units (organization_id, subscription_id);
ALTER TABLE fixed_charge_units ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON fixed_charge_units USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE fixed_charges (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  add_on_id uuid NOT NULL,
  code text NOT NULL,
  invoice_display_name text,
  charge_model text NOT NULL,
  properties jsonb NOT NULL,
  units bigint NOT NULL,
  pay_in_advance boolean NOT NULL,
  prorated boolean NOT NULL,
  "position" integer NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  parent_id uuid,
  CONSTRAINT fixed_charges_pkey PRIMARY KEY (id),
  CONSTRAINT fixed_charges_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT fixed_charges_charge_model_words CHECK (charge_model = ANY (ARRAY['standard'::text, 'graduated'::text, 'volume'::text])),
  CONSTRAINT fixed_charges_units CHECK (units >= 0),
  CONSTRAINT fixed_charges_add_on_fk FOREIGN KEY (organization_id, add_on_id) REFERENCES add_ons(organization_id, id),
  CONSTRAINT fixed_charges_parent_fk FOREIGN KEY (organization_id, parent_id) REFERENCES fixed_charges(organization_id, id),
  CONSTRAINT fixed_charges_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id)
);
CREATE INDEX fixed_charges_add_on ON fixed_charges (organization_id, add_on_id);
CREATE UNIQUE INDEX fixed_charges_code ON fixed_charges (organization_id, plan_id, code) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER fixed_charges_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON fixed_charges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE fixed_charges ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON fixed_charges USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE historical_usages (
  organization_id uuid NOT NULL,
  external_subscription_id text NOT NULL,
  subscription_at timestamp with time zone NOT NULL,
  amount_cents bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT historical_usages_pk PRIMARY KEY (organization_id, external_subscription_id, subscription_at),
  CONSTRAINT historical_usages_amount CHECK (amount_cents >= 0),
  CONSTRAINT historical_usages_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
ALTER TABLE historical_usages ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON historical_usages USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE idempotency_records (
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  body text,
  created_at timestamp with time zone NOT NULL,
  has_effect boolean DEFAULT false NOT NULL,
  attempt_id uuid,
  attempt_ends_at timestamp with time zone,
  headers jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT idempotency_records_organization_id_api_key_id_key_pk PRIMARY KEY (organization_id, api_key_id, key),
  CONSTRAINT idempotency_records_answer CHECK (num_nonnulls(status, body) = ANY (ARRAY[0, 2])),
  CONSTRAINT idempotency_records_attempt CHECK (num_nonnulls(attempt_id, attempt_ends_at) = ANY (ARRAY[0, 2]))
);
CREATE INDEX idempotency_records_age ON idempotency_records (created_at);
ALTER TABLE idempotency_records ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON idempotency_records USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE installations (
  is_only boolean DEFAULT true NOT NULL,
  encryption_key_id text NOT NULL,
  public_url text,
  updated_at timestamp with time zone NOT NULL,
  restored_to timestamp with time zone,
  restore_matters_until timestamp with time zone,
  CONSTRAINT installations_pkey PRIMARY KEY (is_only),
  CONSTRAINT installations_one CHECK (is_only)
);

CREATE TABLE integration_customers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  integration_type text NOT NULL,
  external_customer_id text,
  sync_with_provider boolean NOT NULL,
  subsidiary_id text,
  targeted_object text,
  email text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT integration_customers_pkey PRIMARY KEY (id),
  CONSTRAINT integration_customers_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT integration_customers_integration_type_words CHECK (integration_type = ANY (ARRAY['avalara'::text, 'anrok'::text, 'http_tax'::text, 'xero'::text, 'http_accounting'::text, 'netsuite'::text, 'hubspot'::text, 'salesforce'::text])),
  CONSTRAINT integration_customers_targeted_object_words CHECK (targeted_object = ANY (ARRAY['companies'::text, 'contacts'::text])),
  CONSTRAINT integration_customers_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT integration_customers_integration_fk FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id)
);
CREATE INDEX integration_customers_integration ON integration_customers (organization_id, integration_id);
CREATE UNIQUE INDEX integration_customers_type ON integration_customers (organization_id, customer_id, integration_type);
ALTER TABLE integration_customers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON integration_customers USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE integration_mappings (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  target text NOT NULL,
  target_id uuid,
  billing_entity_id uuid,
  external_id text,
  external_account_code text,
  external_name text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT integration_mappings_pkey PRIMARY KEY (id),
  CONSTRAINT integration_mappings_target UNIQUE NULLS NOT DISTINCT (organization_id, integration_id, target, target_id, billing_entity_id),
  CONSTRAINT integration_mappings_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT integration_mappings_target_id CHECK ((target = ANY (ARRAY['add_on'::text, 'billable_metric'::text, 'plan'::text])) = (target_id IS NOT NULL)),
  CONSTRAINT integration_mappings_target_words CHECK (target = ANY (ARRAY['add_on'::text, 'billable_metric'::text, 'plan'::text, 'subscription_fee'::text, 'minimum_commitment'::text, 'coupon'::text, 'prepaid_credit'::text, 'credit_note'::text, 'fallback_item'::text, 'granted_credit'::text, 'tax'::text, 'account'::text])),
  CONSTRAINT integration_mappings_billing_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT integration_mappings_integration_fk FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id)
);
CREATE INDEX integration_mappings_newest ON integration_mappings (organization_id, created_at);
CREATE INDEX integration_mappings_record ON integration_mappings (organization_id, target_id);
ALTER TABLE integration_mappings ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON integration_mappings USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE integration_paces (
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  running jsonb NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT integration_paces_organization_id_integration_id_pk PRIMARY KEY (organization_id, integration_id),
  CONSTRAINT integration_paces_integration_fk FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id)
);
ALTER TABLE integration_paces ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON integration_paces USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE integration_resources (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  resource_type text NOT NULL,
  resource_id uuid NOT NULL,
  status text NOT NULL,
  external_id text,
  external_url text,
  error_code text,
  error_message text,
  tries integer NOT NULL,
  synced_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  requests integer DEFAULT 1 NOT NULL,
  called_until timestamp with time zone,
  waits_for uuid,
  is_resend boolean DEFAULT false NOT NULL,
  CONSTRAINT integration_resources_pkey PRIMARY KEY (id),
  CONSTRAINT integration_resources_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT integration_resources_resource_type_words CHECK (resource_type = ANY (ARRAY['tax'::text, 'customer'::text, 'invoice'::text, 'credit_note'::text, 'payment'::text, 'refund'::text, 'allocation'::text, 'subscription'::text])),
  CONSTRAINT integration_resources_status_words CHECK (status = ANY (ARRAY['pending'::text, 'synced'::text, 'failed'::text, 'voided'::text])),
  CONSTRAINT integration_resources_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT integration_resources_integration_fk FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id)
);
CREATE INDEX integration_resources_customer ON integration_resources (organization_id, customer_id);
CREATE INDEX integration_resources_integration ON integration_resources (organization_id, integration_id, created_at);
CREATE INDEX integration_resources_newest ON integration_resources (organization_id, created_at);
CREATE INDEX integration_resources_waiting ON integration_resources (organization_id, waits_for) WHERE waits_for IS NOT NULL;
CREATE UNIQUE INDEX integration_resources_resource ON integration_resources (organization_id, resource_id, integration_id, resource_type);
ALTER TABLE integration_resources ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON integration_resources USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE integrations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  integration_type text NOT NULL,
  name text NOT NULL,
  code text NOT NULL,
  settings jsonb NOT NULL,
  secrets bytea,
  secret_rotated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  external_ids jsonb DEFAULT '{}'::jsonb NOT NULL,
  checked_at timestamp with time zone,
  check_error_code text,
  check_error_message text,
  refusal_reported_at timestamp with time zone,
  CONSTRAINT integrations_pkey PRIMARY KEY (id),
  CONSTRAINT integrations_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT integrations_integration_type_words CHECK (integration_type = ANY (ARRAY['avalara'::text, 'anrok'::text, 'http_tax'::text, 'xero'::text, 'http_accounting'::text, 'netsuite'::text, 'hubspot'::text, 'salesforce'::text])),
  CONSTRAINT integrations_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX integrations_newest ON integrations (organization_id, created_at);
CREATE UNIQUE INDEX integrations_code ON integrations (organization_id, code) WHERE deleted_at IS NULL;
ALTER TABLE integrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON integrations USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE invites (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  roles text[] NOT NULL,
  status text NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT invites_pkey PRIMARY KEY (id),
  CONSTRAINT invites_status_words CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text])),
  CONSTRAINT invites_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX invites_newest ON invites (organization_id, created_at);
CREATE UNIQUE INDEX invites_pending ON invites (organization_id, email) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX invites_token ON invites (token_hash);
ALTER TABLE invites ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON invites USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE invoice_bank_accounts (
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  account jsonb NOT NULL,
  CONSTRAINT invoice_bank_accounts_organization_id_invoice_id_pk PRIMARY KEY (organization_id, invoice_id),
  CONSTRAINT invoice_bank_accounts_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
ALTER TABLE invoice_bank_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON invoice_bank_accounts USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE invoice_credits (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  item_type text NOT NULL,
  item_id uuid NOT NULL,
  item_code text NOT NULL,
  item_name text NOT NULL,
  currency text NOT NULL,
  amount_cents bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  coupon_id uuid,
  item_description text,
  returned_at timestamp with time zone,
  CONSTRAINT invoice_credits_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_credits_amount CHECK (amount_cents > 0 OR amount_cents = 0 AND item_type = 'coupon'::text),
  CONSTRAINT invoice_credits_item_type_words CHECK (item_type = ANY (ARRAY['coupon'::text, 'credit_note'::text, 'invoice'::text])),
  CONSTRAINT invoice_credits_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE INDEX invoice_credits_taken ON invoice_credits (organization_id, item_id);
CREATE UNIQUE INDEX invoice_credits_item ON invoice_credits (organization_id, invoice_id, item_type, item_id);
ALTER TABLE invoice_credits ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON invoice_credits USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE invoice_custom_sections (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  details text,
  display_name text,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT invoice_custom_sections_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_custom_sections_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT invoice_custom_sections_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX invoice_custom_sections_name ON invoice_custom_sections (organization_id, name);
CREATE UNIQUE INDEX invoice_custom_sections_code ON invoice_custom_sections (organization_id, code) WHERE deleted_at IS NULL;
ALTER TABLE invoice_custom_sections ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON invoice_custom_sections USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE invoice_metadata (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT invoice_metadata_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_metadata_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE UNIQUE INDEX invoice_metadata_key ON invoice_metadata (organization_id, invoice_id, key);
ALTER TABLE invoice_metadata ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON invoice_metadata USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE invoices (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  invoice_type text NOT NULL,
  status text NOT NULL,
  payment_status text NOT NULL,
  number text NOT NULL,
  sequential_id integer,
  entity_sequential_id integer,
  currency text NOT NULL,
  timezone text NOT NULL,
  issuing_date date NOT NULL,
  expected_finalization_date date NOT NULL,
  payment_due_date date NOT NULL,
  net_payment_term_days integer NOT NULL,
  payment_overdue boolean DEFAULT false NOT NULL,
  self_billed boolean DEFAULT false NOT NULL,
  purchase_order_number text,
  fees_amount_cents bigint NOT NULL,
  progressive_billing_credit_amount_cents bigint NOT NULL,
  coupons_amount_cents bigint NOT NULL,
  sub_total_excluding_taxes_amount_cents bigint NOT NULL,
  taxes_amount_cents bigint NOT NULL,
  taxes_rate_percent numeric NOT NULL,
  sub_total_including_taxes_amount_cents bigint NOT NULL,
  credit_notes_amount_cents bigint NOT NULL,
  prepaid_credit_amount_cents bigint NOT NULL,
  total_amount_cents bigint NOT NULL,
  finalized_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  total_paid_amount_cents bigint DEFAULT 0 NOT NULL,
  total_offset_amount_cents bigint DEFAULT 0 NOT NULL,
  payment_dispute_lost_at timestamp with time zone,
  voided_at timestamp with time zone,
  prepaid_granted_credit_amount_cents bigint,
  prepaid_purchased_credit_amount_cents bigint,
  tax_status text,
  tax_error jsonb,
  custom_sections jsonb DEFAULT '[]'::jsonb NOT NULL,
  voided_invoice_id uuid,
  payment_method_type text,
  payment_method_id uuid,
  skips_payment boolean DEFAULT false NOT NULL,
  test_entity_sequential_id integer,
  error_details jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT invoices_finalized_numbered CHECK ((status <> ALL (ARRAY['finalized'::text, 'voided'::text])) OR sequential_id IS NOT NULL),
  CONSTRAINT invoices_invoice_type_words CHECK (invoice_type = ANY (ARRAY['subscription'::text, 'add_on'::text, 'credit'::text, 'one_off'::text, 'advance_charges'::text, 'progressive_billing'::text])),
  CONSTRAINT invoices_payment_method_type_words CHECK (payment_method_type = ANY (ARRAY['provider'::text, 'manual'::text])),
  CONSTRAINT invoices_payment_status_words CHECK (payment_status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT invoices_status_words CHECK (status = ANY (ARRAY['draft'::text, 'finalized'::text, 'voided'::text, 'failed'::text, 'pending'::text, 'open'::text, 'closed'::text, 'deleted'::text])),
  CONSTRAINT invoices_sub_total_adds_up CHECK (sub_total_excluding_taxes_amount_cents = (fees_amount_cents - progressive_billing_credit_amount_cents - coupons_amount_cents)),
  CONSTRAINT invoices_tax_status_words CHECK (tax_status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT invoices_taxes_add_up CHECK (sub_total_including_taxes_amount_cents = (sub_total_excluding_taxes_amount_cents + taxes_amount_cents)),
  CONSTRAINT invoices_total CHECK (total_amount_cents >= 0),
  CONSTRAINT invoices_total_adds_up CHECK (total_amount_cents = (sub_total_including_taxes_amount_cents - credit_notes_amount_cents - prepaid_credit_amount_cents)),
  CONSTRAINT invoices_total_paid CHECK (total_paid_amount_cents >= 0 AND total_paid_amount_cents <= total_amount_cents),
  CONSTRAINT invoices_total_settled CHECK (total_offset_amount_cents >= 0 AND (total_paid_amount_cents + total_offset_amount_cents) <= total_amount_cents),
  CONSTRAINT invoices_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT invoices_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT invoices_voided_fk FOREIGN KEY (organization_id, voided_invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE INDEX invoices_customer ON invoices (organization_id, customer_id, issuing_date);
CREATE INDEX invoices_drafts ON invoices (organization_id, customer_id) WHERE status = 'draft'::text;
CREATE INDEX invoices_due ON invoices (organization_id, payment_due_date, id);
CREATE INDEX invoices_list ON invoices (organization_id, issuing_date, created_at);
CREATE INDEX invoices_open ON invoices (organization_id, customer_id) WHERE status = 'open'::text;
CREATE INDEX invoices_overdue ON invoices (organization_id, payment_due_date, id) WHERE payment_overdue AND NOT self_billed;
CREATE INDEX invoices_overdue_customer ON invoices (organization_id, customer_id) WHERE payment_overdue;
CREATE INDEX invoices_total ON invoices (organization_id, total_amount_cents, id);
CREATE INDEX invoices_untaxed ON invoices (organization_id, customer_id) WHERE tax_status = 'pending'::text;
CREATE UNIQUE INDEX invoices_customer_number ON invoices (organization_id, billing_entity_id, customer_id, sequential_id);
CREATE UNIQUE INDEX invoices_entity_number ON invoices (organization_id, billing_entity_id, entity_sequential_id);
CREATE UNIQUE INDEX invoices_regenerated ON invoices (organization_id, voided_invoice_id) WHERE voided_invoice_id IS NOT NULL;
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON invoices USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  fingerprint text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT known_devices_user_id_fingerprint_pk PRIMARY KEY (user_id, fingerprint),
  CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE memberships (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  roles text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  opens_with_password boolean DEFAULT true NOT NULL,
  CONSTRAINT memberships_pkey PRIMARY KEY (id),
  CONSTRAINT memberships_status_words CHECK (status = ANY (ARRAY['active'::text, 'revoked'::text])),
  CONSTRAINT memberships_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT memberships_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX memberships_newest ON memberships (organization_id, created_at);
CREATE INDEX memberships_of_user ON memberships (user_id) WHERE status = 'active'::text;
CREATE UNIQUE INDEX memberships_active ON memberships (organization_id, user_id) WHERE status = 'active'::text;
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON memberships USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE metric_catalogs (
  organization_id uuid NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT metric_catalogs_pkey PRIMARY KEY (organization_id),
  CONSTRAINT metric_catalogs_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
ALTER TABLE metric_catalogs ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON metric_catalogs USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE minimum_commitment_taxes (
  organization_id uuid NOT NULL,
  minimum_commitment_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT minimum_commitment_taxes_organization_id_minimum_commitment_id_ PRIMARY KEY (organization_id, minimum_commitment_id, tax_id),
  CONSTRAINT minimum_commitment_taxes_commitment_fk FOREIGN KEY (organization_id, minimum_commitment_id) REFERENCES minimum_commitments(organization_id, id),
  CONSTRAINT minimum_commitment_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX minimum_commitment_taxes_tax ON minimum_commitment_taxes (organization_id, tax_id);
CREATE CONSTRAINT TRIGGER minimum_commitment_taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON minimum_commitment_taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER minimum_commitment_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON minimum_commitment_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('commitment', 'minimum_commitment_id');
ALTER TABLE minimum_commitment_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON minimum_commitment_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE minimum_commitments (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  invoice_display_name text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT minimum_commitments_pkey PRIMARY KEY (id),
  CONSTRAINT minimum_commitments_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT minimum_commitments_amount CHECK (amount_cents > 0),
  CONSTRAINT minimum_commitments_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id)
);
CREATE UNIQUE INDEX minimum_commitments_plan ON minimum_commitments (organization_id, plan_id);
CREATE CONSTRAINT TRIGGER minimum_commitments_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON minimum_commitments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE minimum_commitments ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON minimum_commitments USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE organizations (
  id uuid NOT NULL,
  name text NOT NULL,
  last_customer_number integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  is_operator boolean DEFAULT false NOT NULL,
  slug text,
  audit_period_days integer DEFAULT 30,
  has_security_log boolean DEFAULT true NOT NULL,
  hmac_key text DEFAULT encode(sha256(convert_to((gen_random_uuid()::text || gen_random_uuid()::text) || gen_random_uuid()::text, 'UTF8'::name)), 'base64'::text) NOT NULL,
  previous_hmac_key text,
  previous_hmac_key_until timestamp with time zone,
  issues_receipts boolean DEFAULT true NOT NULL,
  authentication_methods text[] DEFAULT '{email_password}'::text[] NOT NULL,
  customer_numbers_skipped integer DEFAULT 0 NOT NULL,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_audit_period CHECK (audit_period_days > 0),
  CONSTRAINT organizations_authentication_methods CHECK (cardinality(authentication_methods) > 0 AND authentication_methods <@ ARRAY['email_password'::text, 'google'::text, 'oidc'::text])
);
CREATE UNIQUE INDEX organizations_one_operator ON organizations (is_operator) WHERE is_operator;
CREATE UNIQUE INDEX organizations_slug ON organizations (slug);

CREATE TABLE outbox_messages (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  webhook_type text NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  object jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  external_customer_id text,
  CONSTRAINT outbox_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_messages_newest ON outbox_messages (organization_id, created_at);
ALTER TABLE outbox_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON outbox_messages USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE password_resets (
  user_id uuid NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX password_resets_token ON password_resets (token_hash);

CREATE TABLE payment_holds (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  payment_provider_id uuid NOT NULL,
  request_hash text,
  provider_customer_id text NOT NULL,
  provider_payment_id text,
  attempts integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_holds_pkey PRIMARY KEY (id),
  CONSTRAINT payment_holds_request UNIQUE (organization_id, request_hash),
  CONSTRAINT payment_holds_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_holds_provider_fk FOREIGN KEY (organization_id, payment_provider_id) REFERENCES payment_providers(organization_id, id)
);
CREATE INDEX payment_holds_provider ON payment_holds (organization_id, payment_provider_id);
ALTER TABLE payment_holds ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_holds USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payment_links (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  invoice_id uuid,
  payment_provider_id uuid NOT NULL,
  session_id text,
  url text,
  amount_cents bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  payment_request_id uuid,
  CONSTRAINT payment_links_pkey PRIMARY KEY (id),
  CONSTRAINT payment_links_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_links_amount CHECK (amount_cents > 0),
  CONSTRAINT payment_links_payable CHECK (num_nonnulls(invoice_id, payment_request_id) = 1),
  CONSTRAINT payment_links_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT payment_links_provider_fk FOREIGN KEY (organization_id, payment_provider_id) REFERENCES payment_providers(organization_id, id),
  CONSTRAINT payment_links_request_fk FOREIGN KEY (organization_id, payment_request_id) REFERENCES payment_requests(organization_id, id)
);
CREATE UNIQUE INDEX payment_links_open ON payment_links (organization_id, invoice_id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX payment_links_open_request ON payment_links (organization_id, payment_request_id) WHERE closed_at IS NULL;
ALTER TABLE payment_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_links USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payment_methods (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  payment_provider_id uuid NOT NULL,
  provider_method_id text NOT NULL,
  provider_customer_id text NOT NULL,
  is_default boolean NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  kind text,
  brand text,
  last_digits text,
  expiry_month integer,
  expiry_year integer,
  described_at timestamp with time zone,
  CONSTRAINT payment_methods_pkey PRIMARY KEY (id),
  CONSTRAINT payment_methods_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_methods_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT payment_methods_provider_fk FOREIGN KEY (organization_id, payment_provider_id) REFERENCES payment_providers(organization_id, id)
);
CREATE INDEX payment_methods_customer ON payment_methods (organization_id, customer_id, created_at);
CREATE INDEX payment_methods_named ON payment_methods (organization_id, provider_method_id);
CREATE INDEX payment_methods_newest ON payment_methods (organization_id, created_at);
CREATE UNIQUE INDEX payment_methods_default ON payment_methods (organization_id, customer_id) WHERE is_default;
CREATE UNIQUE INDEX payment_methods_instrument ON payment_methods (organization_id, customer_id, payment_provider_id, provider_method_id) WHERE deleted_at IS NULL;
ALTER TABLE payment_methods ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_methods USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payment_providers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  provider_type text NOT NULL,
  name text NOT NULL,
  code text NOT NULL,
  success_redirect_url text,
  settings jsonb NOT NULL,
  secrets bytea,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_providers_pkey PRIMARY KEY (id),
  CONSTRAINT payment_providers_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_providers_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX payment_providers_newest ON payment_providers (organization_id, created_at);
CREATE UNIQUE INDEX payment_providers_code ON payment_providers (organization_id, code) WHERE deleted_at IS NULL;
ALTER TABLE payment_providers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_providers USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payment_receipts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  sequential_id integer NOT NULL,
  number text NOT NULL,
  remaining_due_cents bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_receipts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_receipts_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_receipts_remaining_due CHECK (remaining_due_cents >= 0),
  CONSTRAINT payment_receipts_sequential_id CHECK (sequential_id > 0),
  CONSTRAINT payment_receipts_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT payment_receipts_payment_fk FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id)
);
CREATE INDEX payment_receipts_list ON payment_receipts (organization_id, created_at);
CREATE UNIQUE INDEX payment_receipts_payment ON payment_receipts (organization_id, payment_id);
CREATE UNIQUE INDEX payment_receipts_sequence ON payment_receipts (organization_id, customer_id, sequential_id);
ALTER TABLE payment_receipts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_receipts USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payment_refunds (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  credit_note_id uuid,
  amount_cents bigint NOT NULL,
  status text NOT NULL,
  provider_refund_id text,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  place integer,
  CONSTRAINT payment_refunds_pkey PRIMARY KEY (id),
  CONSTRAINT payment_refunds_note UNIQUE (organization_id, credit_note_id),
  CONSTRAINT payment_refunds_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_refunds_amount CHECK (amount_cents > 0),
  CONSTRAINT payment_refunds_status_words CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT payment_refunds_note_fk FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes(organization_id, id),
  CONSTRAINT payment_refunds_payment_fk FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id)
);
CREATE INDEX payment_refunds_payment ON payment_refunds (organization_id, payment_id);
CREATE INDEX payment_refunds_provider ON payment_refunds (organization_id, provider_refund_id);
ALTER TABLE payment_refunds ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_refunds USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payment_requests (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  payment_status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  email text,
  payment_method_type text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  dunning_campaign_id uuid,
  bcc_emails text[] DEFAULT '{}'::text[] NOT NULL,
  payment_method_id uuid,
  CONSTRAINT payment_requests_pkey PRIMARY KEY (id),
  CONSTRAINT payment_requests_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payment_requests_amount CHECK (amount_cents >= 0),
  CONSTRAINT payment_requests_payment_method_type_words CHECK (payment_method_type = ANY (ARRAY['provider'::text, 'manual'::text])),
  CONSTRAINT payment_requests_payment_status_words CHECK (payment_status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT payment_requests_campaign_fk FOREIGN KEY (organization_id, dunning_campaign_id) REFERENCES dunning_campaigns(organization_id, id),
  CONSTRAINT payment_requests_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT payment_requests_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id)
);
CREATE INDEX payment_requests_amount_order ON payment_requests (organization_id, amount_cents, id);
CREATE INDEX payment_requests_customer ON payment_requests (organization_id, customer_id, created_at);
CREATE INDEX payment_requests_list ON payment_requests (organization_id, created_at);
ALTER TABLE payment_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payment_requests USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE payments (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  invoice_id uuid,
  payment_type text NOT NULL,
  payment_status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  reference text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  payment_request_id uuid,
  payment_provider_id uuid,
  payment_method_id uuid,
  provider_customer_id text,
  provider_method_id text,
  provider_payment_id text,
  provider_status text,
  next_action jsonb,
  provider_error jsonb,
  attempts integer DEFAULT 0 NOT NULL,
  reported_at timestamp with time zone,
  billed_reference text,
  billed_attempt integer,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT payments_amount CHECK (amount_cents > 0),
  CONSTRAINT payments_payable CHECK (num_nonnulls(invoice_id, payment_request_id) = 1),
  CONSTRAINT payments_payment_status_words CHECK (payment_status = ANY (ARRAY['pending'::text, 'processing'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT payments_payment_type_words CHECK (payment_type = ANY (ARRAY['manual'::text, 'provider'::text])),
  CONSTRAINT payments_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT payments_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT payments_method_fk FOREIGN KEY (organization_id, payment_method_id) REFERENCES payment_methods(organization_id, id),
  CONSTRAINT payments_provider_fk FOREIGN KEY (organization_id, payment_provider_id) REFERENCES payment_providers(organization_id, id),
  CONSTRAINT payments_request_fk FOREIGN KEY (organization_id, payment_request_id) REFERENCES payment_requests(organization_id, id)
);
CREATE INDEX payments_amount_order ON payments (organization_id, amount_cents, id);
CREATE INDEX payments_customer ON payments (organization_id, customer_id, created_at);
CREATE INDEX payments_invoice ON payments (organization_id, invoice_id);
CREATE INDEX payments_list ON payments (organization_id, created_at);
CREATE INDEX payments_provider_list ON payments (organization_id, payment_provider_id, created_at, id);
CREATE INDEX payments_request ON payments (organization_id, payment_request_id);
CREATE INDEX payments_status_list ON payments (organization_id, payment_status, created_at, id);
CREATE INDEX payments_unfinished ON payments (updated_at) WHERE payment_status = 'pending'::text;
CREATE UNIQUE INDEX payments_billed ON payments (organization_id, billed_reference, billed_attempt);
CREATE UNIQUE INDEX payments_open_invoice ON payments (organization_id, invoice_id) WHERE payment_status = ANY (ARRAY['pending'::text, 'processing'::text]);
CREATE UNIQUE INDEX payments_open_request ON payments (organization_id, payment_request_id) WHERE payment_status = ANY (ARRAY['pending'::text, 'processing'::text]);
CREATE UNIQUE INDEX payments_provider_payment ON payments (organization_id, payment_provider_id, provider_payment_id);
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON payments USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE pending_events (
  organization_id uuid NOT NULL,
  external_subscription_id text NOT NULL,
  sequence bigint NOT NULL,
  event_id uuid NOT NULL,
  code text NOT NULL,
  "timestamp" timestamp with time zone NOT NULL,
  is_overtaken boolean DEFAULT false NOT NULL,
  CONSTRAINT pending_events_organization_id_external_subscription_id_sequenc PRIMARY KEY (organization_id, external_subscription_id, sequence)
);
ALTER TABLE pending_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON pending_events USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE plan_entitlements (
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  feature_id uuid NOT NULL,
  "position" integer NOT NULL,
  "values" jsonb NOT NULL,
  CONSTRAINT plan_entitlements_organization_id_plan_id_feature_id_pk PRIMARY KEY (organization_id, plan_id, feature_id),
  CONSTRAINT plan_entitlements_feature_fk FOREIGN KEY (organization_id, feature_id) REFERENCES features(organization_id, id),
  CONSTRAINT plan_entitlements_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id)
);
CREATE INDEX plan_entitlements_feature ON plan_entitlements (organization_id, feature_id);
CREATE CONSTRAINT TRIGGER plan_entitlements_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON plan_entitlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE plan_entitlements ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON plan_entitlements USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE plan_taxes (
  organization_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  CONSTRAINT plan_taxes_organization_id_plan_id_tax_id_pk PRIMARY KEY (organization_id, plan_id, tax_id),
  CONSTRAINT plan_taxes_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id),
  CONSTRAINT plan_taxes_tax_fk FOREIGN KEY (organization_id, tax_id) REFERENCES taxes(organization_id, id)
);
CREATE INDEX plan_taxes_tax ON plan_taxes (organization_id, tax_id);
CREATE CONSTRAINT TRIGGER plan_taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON plan_taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER plan_taxes_keep_assignment AFTER INSERT OR DELETE OR UPDATE ON plan_taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_assignment('plan', 'plan_id');
ALTER TABLE plan_taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON plan_taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE plans (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  invoice_display_name text,
  description text,
  "interval" text NOT NULL,
  amount_cents bigint NOT NULL,
  amount_currency text NOT NULL,
  pay_in_advance boolean NOT NULL,
  bill_charges_monthly boolean,
  bill_fixed_charges_monthly boolean,
  metadata jsonb,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  trial_period_days integer,
  pending_deletion boolean DEFAULT false NOT NULL,
  parent_id uuid,
  CONSTRAINT plans_pkey PRIMARY KEY (id),
  CONSTRAINT plans_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT plans_amount CHECK (amount_cents >= 0),
  CONSTRAINT plans_interval_words CHECK ("interval" = ANY (ARRAY['weekly'::text, 'monthly'::text, 'quarterly'::text, 'semiannual'::text, 'yearly'::text])),
  CONSTRAINT plans_trial CHECK (trial_period_days >= 0),
  CONSTRAINT plans_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT plans_parent_fk FOREIGN KEY (organization_id, parent_id) REFERENCES plans(organization_id, id)
);
CREATE INDEX plans_name ON plans (organization_id, name, id);
CREATE INDEX plans_newest ON plans (organization_id, created_at);
CREATE INDEX plans_parent ON plans (organization_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX plans_code ON plans (organization_id, code) WHERE deleted_at IS NULL AND parent_id IS NULL;
CREATE CONSTRAINT TRIGGER plans_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON plans USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE pricing_units (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  short_name text NOT NULL,
  description text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pricing_units_pkey PRIMARY KEY (id),
  CONSTRAINT pricing_units_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT pricing_units_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX pricing_units_newest ON pricing_units (organization_id, created_at);
CREATE UNIQUE INDEX pricing_units_code ON pricing_units (organization_id, code);
CREATE CONSTRAINT TRIGGER pricing_units_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON pricing_units DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE pricing_units ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON pricing_units USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE privileges (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  feature_id uuid NOT NULL,
  code text NOT NULL,
  name text,
  value_type text NOT NULL,
  select_options jsonb,
  "position" integer NOT NULL,
  CONSTRAINT privileges_pkey PRIMARY KEY (id),
  CONSTRAINT privileges_code UNIQUE (organization_id, feature_id, code),
  CONSTRAINT privileges_value_type_words CHECK (value_type = ANY (ARRAY['integer'::text, 'boolean'::text, 'string'::text, 'select'::text])),
  CONSTRAINT privileges_feature_fk FOREIGN KEY (organization_id, feature_id) REFERENCES features(organization_id, id)
);
CREATE CONSTRAINT TRIGGER privileges_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON privileges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE privileges ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON privileges USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE provider_messages (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  payment_provider_id uuid NOT NULL,
  provider_event_id text NOT NULL,
  event_type text NOT NULL,
  payload jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL,
  processed_at timestamp with time zone,
  CONSTRAINT provider_messages_pkey PRIMARY KEY (id),
  CONSTRAINT provider_messages_event UNIQUE (organization_id, payment_provider_id, provider_event_id),
  CONSTRAINT provider_messages_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT provider_messages_provider_fk FOREIGN KEY (organization_id, payment_provider_id) REFERENCES payment_providers(organization_id, id)
);
CREATE INDEX provider_messages_received ON provider_messages (received_at);
ALTER TABLE provider_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON provider_messages USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE queued_mails (
  id uuid NOT NULL,
  organization_id uuid,
  from_name text NOT NULL,
  reply_to text,
  to_addresses text[] NOT NULL,
  cc_addresses text[] NOT NULL,
  bcc_addresses text[] NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  attachments jsonb NOT NULL,
  about jsonb,
  is_resent boolean NOT NULL,
  is_handed_over boolean NOT NULL,
  source text NOT NULL,
  user_email text,
  api_key_id uuid,
  attempts integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT queued_mails_pkey PRIMARY KEY (id),
  CONSTRAINT queued_mails_attempts CHECK (attempts >= 0),
  CONSTRAINT queued_mails_source_words CHECK (source = ANY (ARRAY['api'::text, 'front'::text, 'system'::text])),
  CONSTRAINT queued_mails_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX queued_mails_organization ON queued_mails (organization_id);
ALTER TABLE queued_mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON queued_mails USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE report_entries (
  sequence bigserial NOT NULL,
  organization_id uuid NOT NULL,
  report text NOT NULL,
  key text NOT NULL,
  scope_id uuid NOT NULL,
  month date NOT NULL,
  currency text NOT NULL,
  divisor integer NOT NULL,
  amount numeric NOT NULL,
  invoices_count bigint NOT NULL,
  items_count bigint NOT NULL,
  test_clock_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  CONSTRAINT report_entries_pkey PRIMARY KEY (sequence),
  CONSTRAINT report_entries_report_words CHECK (report = ANY (ARRAY['gross_revenue'::text, 'customer_revenue'::text, 'invoice_collection'::text, 'invoiced_usage'::text, 'revenue_stream'::text, 'mrr'::text, 'entity_mrr'::text, 'plan_mrr'::text]))
);
CREATE INDEX report_entries_figures ON report_entries (organization_id, test_clock_id, report, key);
ALTER TABLE report_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON report_entries USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE report_totals (
  organization_id uuid NOT NULL,
  report text NOT NULL,
  key text NOT NULL,
  scope_id uuid NOT NULL,
  month date NOT NULL,
  currency text NOT NULL,
  divisor integer NOT NULL,
  amount numeric NOT NULL,
  invoices_count bigint NOT NULL,
  items_count bigint NOT NULL,
  test_clock_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  CONSTRAINT report_totals_row PRIMARY KEY (organization_id, test_clock_id, report, key, month, currency, scope_id, divisor),
  CONSTRAINT report_totals_divisor CHECK (divisor > 0),
  CONSTRAINT report_totals_report_words CHECK (report = ANY (ARRAY['gross_revenue'::text, 'customer_revenue'::text, 'invoice_collection'::text, 'invoiced_usage'::text, 'revenue_stream'::text, 'mrr'::text, 'entity_mrr'::text, 'plan_mrr'::text]))
);
ALTER TABLE report_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON report_totals USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE requested_invoices (
  organization_id uuid NOT NULL,
  payment_request_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  paid_amount_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT requested_invoices_organization_id_payment_request_id_invoice_i PRIMARY KEY (organization_id, payment_request_id, invoice_id),
  CONSTRAINT requested_invoices_paid CHECK (paid_amount_cents >= 0),
  CONSTRAINT requested_invoices_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id),
  CONSTRAINT requested_invoices_request_fk FOREIGN KEY (organization_id, payment_request_id) REFERENCES payment_requests(organization_id, id)
);
CREATE INDEX requested_invoices_invoice ON requested_invoices (organization_id, invoice_id);
ALTER TABLE requested_invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON requested_invoices USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE retired_invoice_numbers (
  organization_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  first_number integer NOT NULL,
  last_number integer NOT NULL,
  CONSTRAINT retired_invoice_numbers_organization_id_billing_entity_id_first PRIMARY KEY (organization_id, billing_entity_id, first_number),
  CONSTRAINT retired_invoice_numbers_order CHECK (first_number >= 1 AND first_number <= last_number),
  CONSTRAINT retired_invoice_numbers_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id)
);
ALTER TABLE retired_invoice_numbers ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON retired_invoice_numbers USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE roles (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  permissions text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT roles_pkey PRIMARY KEY (id),
  CONSTRAINT roles_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX roles_code ON roles (organization_id, code);
ALTER TABLE roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON roles USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE security_log_entries (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  log_event text NOT NULL,
  user_id uuid,
  user_email text,
  api_key_id uuid,
  resources jsonb NOT NULL,
  device_info jsonb,
  logged_at timestamp with time zone NOT NULL,
  CONSTRAINT security_log_entries_pkey PRIMARY KEY (id),
  CONSTRAINT security_log_entries_log_event_words CHECK (log_event = ANY (ARRAY['api_key.created'::text, 'api_key.updated'::text, 'api_key.rotated'::text, 'api_key.deleted'::text, 'billing_entity.created'::text, 'billing_entity.updated'::text, 'export.created'::text, 'integration.created'::text, 'integration.updated'::text, 'integration.deleted'::text, 'role.created'::text, 'role.updated'::text, 'role.deleted'::text, 'user.signed_up'::text, 'user.invited'::text, 'user.deleted'::text, 'user.role_edited'::text, 'user.password_edited'::text, 'user.password_reset_requested'::text, 'user.new_device_logged_in'::text, 'webhook_endpoint.created'::text, 'webhook_endpoint.updated'::text, 'webhook_endpoint.deleted'::text]))
);
CREATE INDEX security_log_entries_newest ON security_log_entries (organization_id, logged_at);
CREATE TRIGGER security_log_entries_unchanged BEFORE UPDATE ON security_log_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log_entry();
ALTER TABLE security_log_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON security_log_entries USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE signing_keys (
  is_only boolean DEFAULT true NOT NULL,
  private_key text NOT NULL,
  public_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  previous_public_key text,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (is_only),
  CONSTRAINT signing_keys_one CHECK (is_only)
);

CREATE TABLE signing_secrets (
  purpose text NOT NULL,
  secret bytea NOT NULL,
  previous bytea,
  CONSTRAINT signing_secrets_pkey PRIMARY KEY (purpose)
);

CREATE TABLE subscription_entitlements (
  organization_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  feature_id uuid NOT NULL,
  "position" integer NOT NULL,
  is_own boolean NOT NULL,
  is_removed boolean NOT NULL,
  "values" jsonb NOT NULL,
  removed_privileges jsonb NOT NULL,
  CONSTRAINT subscription_entitlements_pk PRIMARY KEY (organization_id, subscription_id, feature_id),
  CONSTRAINT subscription_entitlements_feature_fk FOREIGN KEY (organization_id, feature_id) REFERENCES features(organization_id, id),
  CONSTRAINT subscription_entitlements_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX subscription_entitlements_feature ON subscription_entitlements (organization_id, feature_id);
ALTER TABLE subscription_entitlements ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON subscription_entitlements USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE subscriptions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  billing_entity_id uuid,
  external_id text NOT NULL,
  name text,
  status text NOT NULL,
  billing_time text NOT NULL,
  subscription_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ending_at timestamp with time zone,
  terminated_at timestamp with time zone,
  canceled_at timestamp with time zone,
  activated_at timestamp with time zone,
  on_termination_invoice text DEFAULT 'generate'::text NOT NULL,
  on_termination_credit_note text,
  payment_method_type text,
  consolidate_invoice boolean DEFAULT true NOT NULL,
  purchase_order_number text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  previous_subscription_id uuid,
  change_from_previous text,
  trial_ended_at timestamp with time zone,
  cancellation_reason text,
  usage_from timestamp with time zone,
  progressive_billing_disabled boolean DEFAULT false NOT NULL,
  custom_sections jsonb,
  payment_method_id uuid,
  restarted_after timestamp with time zone,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT subscriptions_billing_time_words CHECK (billing_time = ANY (ARRAY['calendar'::text, 'anniversary'::text])),
  CONSTRAINT subscriptions_cancellation_reason_words CHECK (cancellation_reason = ANY (ARRAY['payment_failed'::text, 'timeout'::text])),
  CONSTRAINT subscriptions_change CHECK (num_nonnulls(previous_subscription_id, change_from_previous) = ANY (ARRAY[0, 2])),
  CONSTRAINT subscriptions_change_from_previous_words CHECK (change_from_previous = ANY (ARRAY['upgrade'::text, 'downgrade'::text])),
  CONSTRAINT subscriptions_on_termination_credit_note_words CHECK (on_termination_credit_note = ANY (ARRAY['credit'::text, 'refund'::text, 'offset'::text, 'skip'::text])),
  CONSTRAINT subscriptions_on_termination_invoice_words CHECK (on_termination_invoice = ANY (ARRAY['generate'::text, 'skip'::text])),
  CONSTRAINT subscriptions_payment_method_type_words CHECK (payment_method_type = ANY (ARRAY['provider'::text, 'manual'::text])),
  CONSTRAINT subscriptions_started CHECK ((status = ANY (ARRAY['pending'::text, 'canceled'::text])) OR started_at IS NOT NULL),
  CONSTRAINT subscriptions_status_words CHECK (status = ANY (ARRAY['pending'::text, 'incomplete'::text, 'active'::text, 'terminated'::text, 'canceled'::text])),
  CONSTRAINT subscriptions_usage_from CHECK (num_nonnulls(started_at, usage_from) = ANY (ARRAY[0, 2])),
  CONSTRAINT subscriptions_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT subscriptions_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT subscriptions_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id),
  CONSTRAINT subscriptions_previous_fk FOREIGN KEY (organization_id, previous_subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE INDEX subscriptions_customer ON subscriptions (organization_id, customer_id);
CREATE INDEX subscriptions_external_id ON subscriptions (organization_id, external_id);
CREATE INDEX subscriptions_list ON subscriptions (organization_id, subscription_at, id);
CREATE INDEX subscriptions_plan ON subscriptions (organization_id, plan_id);
CREATE INDEX subscriptions_previous ON subscriptions (organization_id, previous_subscription_id) WHERE previous_subscription_id IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_one_current ON subscriptions (organization_id, external_id) WHERE status = 'active'::text OR status = 'pending'::text AND previous_subscription_id IS NULL;
CREATE UNIQUE INDEX subscriptions_one_incomplete ON subscriptions (organization_id, external_id) WHERE status = 'incomplete'::text;
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON subscriptions USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE tax_assignments (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  list text NOT NULL,
  owner_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  assigned_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT tax_assignments_pkey PRIMARY KEY (id),
  CONSTRAINT tax_assignments_list_words CHECK (list = ANY (ARRAY['named'::text, 'copied'::text, 'add_on'::text, 'charge'::text, 'fixed_charge'::text, 'commitment'::text, 'plan'::text, 'customer'::text, 'billing_entity'::text]))
);
CREATE INDEX tax_assignments_owner ON tax_assignments (owner_id, list);
CREATE UNIQUE INDEX tax_assignments_current ON tax_assignments (organization_id, list, owner_id, tax_id) WHERE removed_at IS NULL;
ALTER TABLE tax_assignments ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON tax_assignments USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE tax_estimates (
  organization_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  request_hash text,
  answered_lines jsonb DEFAULT '[]'::jsonb NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  CONSTRAINT tax_estimates_organization_id_invoice_id_pk PRIMARY KEY (organization_id, invoice_id),
  CONSTRAINT tax_estimates_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
ALTER TABLE tax_estimates ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON tax_estimates USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE tax_rates (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  code text NOT NULL,
  rate_percent numeric NOT NULL,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  CONSTRAINT tax_rates_pkey PRIMARY KEY (id)
);
CREATE INDEX tax_rates_code ON tax_rates (organization_id, code);
CREATE INDEX tax_rates_tax ON tax_rates (tax_id);
CREATE UNIQUE INDEX tax_rates_current ON tax_rates (organization_id, tax_id) WHERE valid_until IS NULL;
ALTER TABLE tax_rates ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON tax_rates USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE taxes (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  rate_percent numeric NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  auto_generated boolean DEFAULT false NOT NULL,
  category text,
  exemption_reason text,
  CONSTRAINT taxes_pkey PRIMARY KEY (id),
  CONSTRAINT taxes_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT taxes_category_words CHECK (category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text])),
  CONSTRAINT taxes_rate CHECK (rate_percent >= 0::numeric),
  CONSTRAINT taxes_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX taxes_name ON taxes (organization_id, name);
CREATE UNIQUE INDEX taxes_code ON taxes (organization_id, code) WHERE deleted_at IS NULL;
CREATE CONSTRAINT TRIGGER taxes_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON taxes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
CREATE TRIGGER taxes_keep_rate AFTER INSERT OR DELETE ON taxes FOR EACH ROW EXECUTE FUNCTION keep_tax_rate();
CREATE TRIGGER taxes_keep_rate_on_update AFTER UPDATE ON taxes FOR EACH ROW WHEN (old.code IS DISTINCT FROM new.code OR old.rate_percent IS DISTINCT FROM new.rate_percent OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION keep_tax_rate();
ALTER TABLE taxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON taxes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE test_clocks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text,
  frozen_time timestamp with time zone NOT NULL,
  status text NOT NULL,
  target_time timestamp with time zone,
  failure text,
  created_at timestamp with time zone NOT NULL,
  passing_time timestamp with time zone,
  CONSTRAINT test_clocks_pkey PRIMARY KEY (id),
  CONSTRAINT test_clocks_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT test_clocks_status_words CHECK (status = ANY (ARRAY['ready'::text, 'advancing'::text, 'failed'::text])),
  CONSTRAINT test_clocks_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
ALTER TABLE test_clocks ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON test_clocks USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE triggered_alerts (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  external_customer_id text NOT NULL,
  subscription_id uuid,
  external_subscription_id text,
  wallet_id uuid,
  wallet_code text,
  billable_metric_code text,
  alert_type text NOT NULL,
  alert_code text NOT NULL,
  alert_name text,
  previous_value numeric NOT NULL,
  current_value numeric NOT NULL,
  crossed_thresholds jsonb NOT NULL,
  triggered_at timestamp with time zone NOT NULL,
  CONSTRAINT triggered_alerts_pkey PRIMARY KEY (id),
  CONSTRAINT triggered_alerts_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT triggered_alerts_alert_type_words CHECK (alert_type = ANY (ARRAY['current_usage_amount'::text, 'billable_metric_current_usage_amount'::text, 'billable_metric_current_usage_units'::text, 'lifetime_usage_amount'::text, 'billable_metric_lifetime_usage_units'::text, 'wallet_balance_amount'::text, 'wallet_credits_balance'::text, 'wallet_ongoing_balance_amount'::text, 'wallet_credits_ongoing_balance'::text])),
  CONSTRAINT triggered_alerts_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT triggered_alerts_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX triggered_alerts_alert ON triggered_alerts (organization_id, alert_id, triggered_at);
CREATE INDEX triggered_alerts_customer ON triggered_alerts (organization_id, customer_id);
CREATE INDEX triggered_alerts_newest ON triggered_alerts (organization_id, triggered_at);
ALTER TABLE triggered_alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON triggered_alerts USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE uncounted_codes (
  organization_id uuid NOT NULL,
  code text NOT NULL,
  CONSTRAINT uncounted_codes_organization_id_code_pk PRIMARY KEY (organization_id, code),
  CONSTRAINT uncounted_codes_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
ALTER TABLE uncounted_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON uncounted_codes USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE unmade_e_invoices (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  billing_entity_id uuid NOT NULL,
  invoice_id uuid,
  credit_note_id uuid,
  parties jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT unmade_e_invoices_pkey PRIMARY KEY (id),
  CONSTRAINT unmade_e_invoices_one_document CHECK (num_nonnulls(invoice_id, credit_note_id) = 1),
  CONSTRAINT unmade_e_invoices_billing_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT unmade_e_invoices_credit_note_fk FOREIGN KEY (organization_id, credit_note_id) REFERENCES credit_notes(organization_id, id),
  CONSTRAINT unmade_e_invoices_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT unmade_e_invoices_invoice_fk FOREIGN KEY (organization_id, invoice_id) REFERENCES invoices(organization_id, id)
);
CREATE INDEX unmade_e_invoices_billing_entity ON unmade_e_invoices (organization_id, billing_entity_id, id);
CREATE INDEX unmade_e_invoices_customer ON unmade_e_invoices (organization_id, customer_id, id);
CREATE UNIQUE INDEX unmade_e_invoices_credit_note ON unmade_e_invoices (organization_id, credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE UNIQUE INDEX unmade_e_invoices_invoice ON unmade_e_invoices (organization_id, invoice_id) WHERE invoice_id IS NOT NULL;
ALTER TABLE unmade_e_invoices ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON unmade_e_invoices USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE usage_counters (
  organization_id uuid NOT NULL,
  external_subscription_id text NOT NULL,
  billable_metric_id uuid NOT NULL,
  events_count bigint NOT NULL,
  value_sum numeric,
  value_max numeric,
  dimensions jsonb,
  dimensions_key uuid GENERATED ALWAYS AS (COALESCE(md5(dimensions::text)::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) STORED NOT NULL,
  value_moment numeric,
  latest numeric[],
  amount_sum numeric,
  span text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  value_min numeric,
  CONSTRAINT usage_counters_pk PRIMARY KEY (organization_id, external_subscription_id, billable_metric_id, span, starts_at, dimensions_key)
);
ALTER TABLE usage_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON usage_counters USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE usage_thresholds (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  plan_id uuid,
  subscription_id uuid,
  amount_cents bigint NOT NULL,
  display_name text,
  recurring boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT usage_thresholds_pkey PRIMARY KEY (id),
  CONSTRAINT usage_thresholds_amount CHECK (amount_cents > 0),
  CONSTRAINT usage_thresholds_owner CHECK (num_nonnulls(plan_id, subscription_id) = 1),
  CONSTRAINT usage_thresholds_plan_fk FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id),
  CONSTRAINT usage_thresholds_subscription_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id)
);
CREATE UNIQUE INDEX usage_thresholds_of_plan ON usage_thresholds (organization_id, plan_id, recurring, amount_cents);
CREATE UNIQUE INDEX usage_thresholds_of_subscription ON usage_thresholds (organization_id, subscription_id, recurring, amount_cents);
CREATE CONSTRAINT TRIGGER usage_thresholds_raise_catalog_version AFTER INSERT OR DELETE OR UPDATE ON usage_thresholds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalog_version();
ALTER TABLE usage_thresholds ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON usage_thresholds USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE usage_watches (
  organization_id uuid NOT NULL,
  CONSTRAINT usage_watches_pkey PRIMARY KEY (organization_id)
);
ALTER TABLE usage_watches ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON usage_watches USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE used_sign_ons (
  sign_on_id uuid NOT NULL,
  kept_until timestamp with time zone NOT NULL,
  CONSTRAINT used_sign_ons_pkey PRIMARY KEY (sign_on_id)
);
CREATE INDEX used_sign_ons_kept_until ON used_sign_ons (kept_until);

CREATE TABLE used_subscriptions (
  sequence bigserial NOT NULL,
  organization_id uuid NOT NULL,
  external_subscription_id text NOT NULL,
  test_clock_id uuid,
  CONSTRAINT used_subscriptions_pkey PRIMARY KEY (sequence)
);
CREATE INDEX used_subscriptions_clock ON used_subscriptions (test_clock_id);
ALTER TABLE used_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON used_subscriptions USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  password_hash text,
  session_generation integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  email_confirmed_at timestamp with time zone DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON users (email);

CREATE TABLE wallet_consumptions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  inbound_id uuid NOT NULL,
  outbound_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  credit_amount numeric NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT wallet_consumptions_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_consumptions_amount CHECK (amount_cents > 0),
  CONSTRAINT wallet_consumptions_inbound_fk FOREIGN KEY (organization_id, inbound_id) REFERENCES wallet_transactions(organization_id, id),
  CONSTRAINT wallet_consumptions_outbound_fk FOREIGN KEY (organization_id, outbound_id) REFERENCES wallet_transactions(organization_id, id)
);
CREATE INDEX wallet_consumptions_inbound ON wallet_consumptions (organization_id, inbound_id, created_at);
CREATE INDEX wallet_consumptions_newest ON wallet_consumptions (organization_id, created_at);
CREATE INDEX wallet_consumptions_outbound ON wallet_consumptions (organization_id, outbound_id, created_at);
CREATE UNIQUE INDEX wallet_consumptions_sides ON wallet_consumptions (organization_id, outbound_id, inbound_id);
ALTER TABLE wallet_consumptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON wallet_consumptions USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE wallet_metrics (
  organization_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  billable_metric_id uuid NOT NULL,
  CONSTRAINT wallet_metrics_metric_fk FOREIGN KEY (organization_id, billable_metric_id) REFERENCES billable_metrics(organization_id, id),
  CONSTRAINT wallet_metrics_wallet_fk FOREIGN KEY (organization_id, wallet_id) REFERENCES wallets(organization_id, id)
);
CREATE INDEX wallet_metrics_of_metric ON wallet_metrics (organization_id, billable_metric_id);
CREATE UNIQUE INDEX wallet_metrics_metric ON wallet_metrics (organization_id, wallet_id, billable_metric_id);
ALTER TABLE wallet_metrics ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON wallet_metrics USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE wallet_rules (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  status text NOT NULL,
  trigger text NOT NULL,
  method text NOT NULL,
  "interval" text,
  threshold_credits numeric,
  target_ongoing_balance numeric,
  paid_credits numeric NOT NULL,
  granted_credits numeric NOT NULL,
  grants_target_top_up boolean NOT NULL,
  started_at timestamp with time zone,
  expiration_at timestamp with time zone,
  terminated_at timestamp with time zone,
  transaction_name text,
  transaction_metadata jsonb NOT NULL,
  invoice_requires_successful_payment boolean,
  ignore_paid_top_up_limits boolean NOT NULL,
  payment_method_type text,
  purchase_order_number text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  custom_sections jsonb,
  payment_method_id uuid,
  CONSTRAINT wallet_rules_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_rules_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT wallet_rules_interval_words CHECK ("interval" = ANY (ARRAY['weekly'::text, 'monthly'::text, 'quarterly'::text, 'semiannual'::text, 'yearly'::text])),
  CONSTRAINT wallet_rules_method_words CHECK (method = ANY (ARRAY['fixed'::text, 'target'::text])),
  CONSTRAINT wallet_rules_payment_method_type_words CHECK (payment_method_type = ANY (ARRAY['provider'::text, 'manual'::text])),
  CONSTRAINT wallet_rules_status_words CHECK (status = ANY (ARRAY['active'::text, 'terminated'::text])),
  CONSTRAINT wallet_rules_target CHECK (method <> 'target'::text OR target_ongoing_balance IS NOT NULL),
  CONSTRAINT wallet_rules_trigger_values CHECK (
CASE trigger
    WHEN 'interval'::text THEN "interval" IS NOT NULL
    ELSE threshold_credits IS NOT NULL
END),
  CONSTRAINT wallet_rules_trigger_words CHECK (trigger = ANY (ARRAY['interval'::text, 'threshold'::text])),
  CONSTRAINT wallet_rules_wallet_fk FOREIGN KEY (organization_id, wallet_id) REFERENCES wallets(organization_id, id)
);
CREATE INDEX wallet_rules_thresholds ON wallet_rules (organization_id, wallet_id) WHERE status = 'active'::text AND trigger = 'threshold'::text;
CREATE INDEX wallet_rules_wallet ON wallet_rules (organization_id, wallet_id);
CREATE UNIQUE INDEX wallet_rules_active ON wallet_rules (organization_id, wallet_id) WHERE status = 'active'::text;
ALTER TABLE wallet_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON wallet_rules USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE wallet_transactions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  transaction_type text NOT NULL,
  transaction_status text NOT NULL,
  status text NOT NULL,
  source text NOT NULL,
  amount_cents bigint NOT NULL,
  credit_amount numeric NOT NULL,
  remaining_amount_cents bigint,
  invoice_id uuid,
  credit_note_id uuid,
  voided_invoice_id uuid,
  billing_entity_id uuid,
  name text,
  priority integer NOT NULL,
  invoice_requires_successful_payment boolean NOT NULL,
  metadata jsonb NOT NULL,
  payment_method_type text,
  purchase_order_number text,
  settled_at timestamp with time zone,
  failed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  custom_sections jsonb,
  payment_method_id uuid,
  CONSTRAINT wallet_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_transactions_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT wallet_transactions_amount CHECK (amount_cents >= 0 AND credit_amount >= 0::numeric),
  CONSTRAINT wallet_transactions_payment_method_type_words CHECK (payment_method_type = ANY (ARRAY['provider'::text, 'manual'::text])),
  CONSTRAINT wallet_transactions_priority CHECK (priority >= 1 AND priority <= 50),
  CONSTRAINT wallet_transactions_remaining CHECK (remaining_amount_cents >= 0 AND remaining_amount_cents <= amount_cents),
  CONSTRAINT wallet_transactions_source_words CHECK (source = ANY (ARRAY['manual'::text, 'interval'::text, 'threshold'::text])),
  CONSTRAINT wallet_transactions_status_words CHECK (status = ANY (ARRAY['pending'::text, 'settled'::text, 'failed'::text])),
  CONSTRAINT wallet_transactions_transaction_status_words CHECK (transaction_status = ANY (ARRAY['purchased'::text, 'granted'::text, 'voided'::text, 'invoiced'::text])),
  CONSTRAINT wallet_transactions_transaction_type_words CHECK (transaction_type = ANY (ARRAY['inbound'::text, 'outbound'::text])),
  CONSTRAINT wallet_transactions_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT wallet_transactions_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id),
  CONSTRAINT wallet_transactions_wallet_fk FOREIGN KEY (organization_id, wallet_id) REFERENCES wallets(organization_id, id)
);
CREATE INDEX wallet_transactions_customer ON wallet_transactions (organization_id, customer_id);
CREATE INDEX wallet_transactions_invoice ON wallet_transactions (organization_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX wallet_transactions_newest ON wallet_transactions (organization_id, created_at);
CREATE INDEX wallet_transactions_settled ON wallet_transactions (organization_id, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX wallet_transactions_usable ON wallet_transactions (organization_id, wallet_id) WHERE remaining_amount_cents > 0;
CREATE INDEX wallet_transactions_wallet ON wallet_transactions (organization_id, wallet_id, created_at);
ALTER TABLE wallet_transactions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON wallet_transactions USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE wallets (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  billing_entity_id uuid,
  code text NOT NULL,
  name text,
  status text NOT NULL,
  currency text NOT NULL,
  rate_amount numeric NOT NULL,
  priority integer NOT NULL,
  expiration_at timestamp with time zone,
  terminated_at timestamp with time zone,
  invoice_requires_successful_payment boolean NOT NULL,
  paid_top_up_min_amount_cents bigint,
  paid_top_up_max_amount_cents bigint,
  fee_types text[] NOT NULL,
  has_metrics boolean NOT NULL,
  payment_method_type text,
  purchase_order_number text,
  metadata jsonb,
  balance_cents bigint NOT NULL,
  credits_balance numeric NOT NULL,
  consumed_credits numeric NOT NULL,
  consumed_amount_cents bigint NOT NULL,
  last_balance_sync_at timestamp with time zone,
  last_consumed_credit_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  had_ongoing_balance boolean DEFAULT false NOT NULL,
  custom_sections jsonb,
  payment_method_id uuid,
  expires_with_drafts boolean DEFAULT false NOT NULL,
  CONSTRAINT wallets_pkey PRIMARY KEY (id),
  CONSTRAINT wallets_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT wallets_fee_type_words CHECK (fee_types <@ ARRAY['charge'::text, 'subscription'::text, 'commitment'::text, 'fixed_charge'::text, 'add_on'::text, 'credit'::text]),
  CONSTRAINT wallets_never_overdrawn CHECK (balance_cents >= 0),
  CONSTRAINT wallets_payment_method_type_words CHECK (payment_method_type = ANY (ARRAY['provider'::text, 'manual'::text])),
  CONSTRAINT wallets_priority CHECK (priority >= 1 AND priority <= 50),
  CONSTRAINT wallets_rate CHECK (rate_amount > 0::numeric),
  CONSTRAINT wallets_status_words CHECK (status = ANY (ARRAY['active'::text, 'terminated'::text])),
  CONSTRAINT wallets_customer_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT wallets_entity_fk FOREIGN KEY (organization_id, billing_entity_id) REFERENCES billing_entities(organization_id, id)
);
CREATE INDEX wallets_balance ON wallets (organization_id, balance_cents, id);
CREATE INDEX wallets_customer ON wallets (organization_id, customer_id, created_at);
CREATE INDEX wallets_newest ON wallets (organization_id, created_at);
CREATE UNIQUE INDEX wallets_code ON wallets (organization_id, customer_id, code) WHERE status = 'active'::text;
ALTER TABLE wallets ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON wallets USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE webhook_attempts (
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  number integer NOT NULL,
  url text NOT NULL,
  http_status integer,
  response text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  CONSTRAINT webhook_attempts_organization_id_webhook_id_number_pk PRIMARY KEY (organization_id, webhook_id, number),
  CONSTRAINT webhook_attempts_webhook_fk FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id)
);
ALTER TABLE webhook_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON webhook_attempts USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  webhook_url text NOT NULL,
  signature_algo text NOT NULL,
  name text,
  event_types text[],
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  test boolean,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT webhook_endpoints_signature_algo_words CHECK (signature_algo = ANY (ARRAY['jwt'::text, 'hmac'::text])),
  CONSTRAINT webhook_endpoints_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints (organization_id, created_at);
CREATE UNIQUE INDEX webhook_endpoints_url ON webhook_endpoints (organization_id, webhook_url) WHERE deleted_at IS NULL;
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON webhook_endpoints USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE webhook_queues (
  endpoint_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  owner uuid,
  leased_until timestamp with time zone NOT NULL,
  failing_since timestamp with time zone,
  CONSTRAINT webhook_queues_pkey PRIMARY KEY (endpoint_id),
  CONSTRAINT webhook_queues_endpoint_fk FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id)
);
ALTER TABLE webhook_queues ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON webhook_queues USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE webhooks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL,
  webhook_type text NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  status text NOT NULL,
  http_status integer,
  attempts integer DEFAULT 0 NOT NULL,
  series_attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_tenant_key UNIQUE (organization_id, id),
  CONSTRAINT webhooks_status_words CHECK (status = ANY (ARRAY['pending'::text, 'retrying'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT webhooks_endpoint_fk FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id)
);
CREATE INDEX webhooks_failed ON webhooks (endpoint_id, created_at) WHERE status = 'failed'::text;
CREATE INDEX webhooks_line ON webhooks (endpoint_id, object_id, "position") WHERE status = ANY (ARRAY['pending'::text, 'retrying'::text]);
CREATE INDEX webhooks_log ON webhooks (organization_id, endpoint_id, updated_at, id);
CREATE INDEX webhooks_message ON webhooks (organization_id, message_id);
CREATE INDEX webhooks_queue ON webhooks (endpoint_id, next_attempt_at, "position") WHERE next_attempt_at IS NOT NULL;
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON webhooks USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));

CREATE TABLE weekly_fee_totals (
  organization_id uuid NOT NULL,
  report text NOT NULL,
  scope_id uuid NOT NULL,
  external_subscription_id text NOT NULL,
  month date NOT NULL,
  currency text NOT NULL,
  amount numeric NOT NULL,
  fees_count integer NOT NULL,
  test_clock_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  CONSTRAINT weekly_fee_totals_row PRIMARY KEY (organization_id, external_subscription_id, month, currency, report, scope_id, test_clock_id),
  CONSTRAINT weekly_fee_totals_report_words CHECK (report = ANY (ARRAY['mrr'::text, 'entity_mrr'::text, 'plan_mrr'::text]))
);
ALTER TABLE weekly_fee_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON weekly_fee_totals USING (organization_id = (( SELECT current_setting('tollgate.organization'::text)::uuid AS current_setting)));
