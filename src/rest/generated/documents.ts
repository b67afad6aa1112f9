/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Members left out stay as they are. */
export type AddressInput = {
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  city?: string | null | undefined;
  country?: CountryCode | null | undefined;
  state?: string | null | undefined;
  zipcode?: string | null | undefined;
};

/** How events add up to units. */
export type AggregationType =
  | 'count_agg'
  | 'custom_agg'
  | 'latest_agg'
  | 'max_agg'
  | 'sum_agg'
  | 'unique_count_agg'
  | 'weighted_sum_agg';

export type BillableMetricFilterInput = {
  key: string;
  values: Array<string>;
};

/** ISO 3166-1 alpha-2 country code. */
export type CountryCode =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AQ'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW';

/** A new billable metric. */
export type CreateBillableMetricInput = {
  aggregationType: AggregationType;
  code: string;
  description?: string | null | undefined;
  /** Works out the aggregated property at ingestion. Not built yet. */
  expression?: string | null | undefined;
  /** The event property that is aggregated; null for count_agg. */
  fieldName?: string | null | undefined;
  /** The whole list, by key. */
  filters?: Array<BillableMetricFilterInput> | null | undefined;
  name: string;
  /** Default false. True is not built yet. */
  recurring?: boolean | null | undefined;
  roundingFunction?: RoundingFunction | null | undefined;
  /** Decimal places, may be negative; null means 0. */
  roundingPrecision?: number | null | undefined;
  weightedInterval?: WeightedInterval | null | undefined;
};

/** A new tax. */
export type CreateTaxInput = {
  /**
   * True adds the tax to the default billing entity.
   * @deprecated Apply taxes to a billing entity instead.
   */
  appliedToOrganization?: boolean | null | undefined;
  code: string;
  description?: string | null | undefined;
  name: string;
  /** Percent, not negative: 20 means 20 %. */
  rate: number;
};

/** A new test clock. */
export type CreateTestClockInput = {
  frozenTime: string;
  name?: string | null | undefined;
};

/** ISO 4217 currency code. */
export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'ISK'
  | 'JMD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KRW'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRO'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'STD'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'ZAR'
  | 'ZMW';

/** A partner is billed by invoices of its own making (self-billing). */
export type CustomerAccountType =
  | 'customer'
  | 'partner';

/** Billing settings of a customer; null leaves one to the billing entity. */
export type CustomerBillingConfigurationInput = {
  /** Language of documents, such as "en" or "pt-BR". */
  documentLocale?: string | null | undefined;
  /** Days; only 0 is supported yet. */
  invoiceGracePeriod?: number | null | undefined;
  /** Kept as sent: no provider is connected yet. */
  paymentProvider?: string | null | undefined;
  paymentProviderCode?: string | null | undefined;
  providerCustomerId?: string | null | undefined;
  providerPaymentMethods?: Array<ProviderPaymentMethod> | null | undefined;
  subscriptionInvoiceIssuingDateAdjustment?: IssuingDateAdjustment | null | undefined;
  subscriptionInvoiceIssuingDateAnchor?: IssuingDateAnchor | null | undefined;
  sync?: boolean | null | undefined;
  syncWithProvider?: boolean | null | undefined;
};

/** All that is given must hold; of a list, any. */
export type CustomerFilter = {
  accountType?: Array<CustomerAccountType> | null | undefined;
  billingEntityCodes?: Array<string> | null | undefined;
  countries?: Array<CountryCode> | null | undefined;
  currencies?: Array<CurrencyCode> | null | undefined;
  customerType?: CustomerKind | null | undefined;
  externalId?: string | null | undefined;
  hasCustomerType?: boolean | null | undefined;
  hasTaxIdentificationNumber?: boolean | null | undefined;
  /** Value by key; an empty value: without that key. */
  metadata?: Record<string, unknown> | null | undefined;
  states?: Array<string> | null | undefined;
  zipcodes?: Array<string> | null | undefined;
};

export type CustomerKind =
  | 'company'
  | 'individual';

export type CustomerMetadataInput = {
  /** False unless told. */
  displayInInvoice?: boolean | null | undefined;
  /** The entry to change; without it, the one with the same key. */
  id?: string | number | null | undefined;
  /** 1 to 20 characters, unique in the list. */
  key: string;
  /** 1 to 100 characters. */
  value: string;
};

export type DeleteBillableMetricInput = {
  id: string | number;
};

export type DeleteTaxInput = {
  id: string | number;
};

/** What becomes of events that are known already. */
export type DuplicatePolicy =
  /** They are answered as they are stored. */
  | 'ignore'
  /** They are refused, and every other event of the request with them. */
  | 'reject';

export type EventFilter = {
  code?: string | null | undefined;
  externalSubscriptionId?: string | null | undefined;
  /** Inclusive. */
  timestampFrom?: string | null | undefined;
  /** From the start of the active, else latest, subscription with `externalSubscriptionId`. */
  timestampFromStartedAt?: boolean | null | undefined;
  /** Inclusive. */
  timestampTo?: string | null | undefined;
};

/** One event to take in. */
export type IngestEventInput = {
  /** The metric need not exist yet. */
  code: string;
  /** The subscription need not exist yet. */
  externalSubscriptionId: string;
  /** For charges priced by the event itself. */
  preciseTotalAmountCents?: string | null | undefined;
  properties?: Record<string, unknown> | null | undefined;
  /** Default: the customer's present. */
  timestamp?: number | string | null | undefined;
  /** At most 255 characters; a repeat is the same event. */
  transactionId: string;
};

export type IngestEventsInput = {
  /** 1 to 100 events; all are stored, or none. */
  events?: Array<IngestEventInput> | null | undefined;
};

/** Not supported yet: a non-empty list is refused. */
export type IntegrationCustomerInput = {
  integrationCode?: string | null | undefined;
  integrationType?: string | null | undefined;
};

/** Whether the issuing date moves when an invoice is finalized later. */
export type IssuingDateAdjustment =
  | 'align_with_finalization_date'
  | 'keep_anchor';

/** The day a periodic invoice is dated from. */
export type IssuingDateAnchor =
  | 'current_period_end'
  | 'next_period_start';

export type ProviderPaymentMethod =
  | 'bacs_debit'
  | 'boleto'
  | 'card'
  | 'crypto'
  | 'customer_balance'
  | 'link'
  | 'sepa_debit'
  | 'us_bank_account';

/** How aggregated units are rounded before they are priced. */
export type RoundingFunction =
  | 'ceil'
  | 'floor'
  | 'round';

/** Ready to be moved, on its way, or stopped by a failure on its way. */
export type TestClockStatus =
  | 'advancing'
  | 'failed'
  | 'ready';

/** Changes of a billable metric; members left out stay as they are. While a charge uses the metric, all but name, description and filters are ignored. */
export type UpdateBillableMetricInput = {
  aggregationType?: AggregationType | null | undefined;
  code?: string | null | undefined;
  description?: string | null | undefined;
  /** Works out the aggregated property at ingestion. Not built yet. */
  expression?: string | null | undefined;
  /** The event property that is aggregated; null for count_agg. */
  fieldName?: string | null | undefined;
  /** The whole list, by key. */
  filters?: Array<BillableMetricFilterInput> | null | undefined;
  id: string | number;
  name?: string | null | undefined;
  /** Default false. True is not built yet. */
  recurring?: boolean | null | undefined;
  roundingFunction?: RoundingFunction | null | undefined;
  /** Decimal places, may be negative; null means 0. */
  roundingPrecision?: number | null | undefined;
  weightedInterval?: WeightedInterval | null | undefined;
};

/** Changes of a tax; members left out stay as they are. */
export type UpdateTaxInput = {
  /**
   * True adds the tax to the default billing entity, false removes it.
   * @deprecated Apply taxes to a billing entity instead.
   */
  appliedToOrganization?: boolean | null | undefined;
  code?: string | null | undefined;
  description?: string | null | undefined;
  id: string | number;
  name?: string | null | undefined;
  rate?: number | null | undefined;
};

/** A customer to create, or the changes of the one with this external id. */
export type UpsertCustomerInput = {
  accountType?: CustomerAccountType | null | undefined;
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  billingConfiguration?: CustomerBillingConfigurationInput | null | undefined;
  /** The entity that bills it; null: the default one. */
  billingEntityCode?: string | null | undefined;
  city?: string | null | undefined;
  country?: CountryCode | null | undefined;
  currency?: CurrencyCode | null | undefined;
  customerType?: CustomerKind | null | undefined;
  email?: string | null | undefined;
  externalId: string;
  finalizeZeroAmountInvoice?: ZeroAmountInvoiceRule | null | undefined;
  firstname?: string | null | undefined;
  integrationCustomers?: Array<IntegrationCustomerInput> | null | undefined;
  /** Not supported yet: a non-empty list is refused. */
  invoiceCustomSectionCodes?: Array<string> | null | undefined;
  lastname?: string | null | undefined;
  legalName?: string | null | undefined;
  legalNumber?: string | null | undefined;
  logoUrl?: string | null | undefined;
  /** The whole list, at most 5; entries left out are removed. */
  metadata?: Array<CustomerMetadataInput> | null | undefined;
  name?: string | null | undefined;
  /** Days. */
  netPaymentTerm?: number | null | undefined;
  phone?: string | null | undefined;
  shippingAddress?: AddressInput | null | undefined;
  skipInvoiceCustomSections?: boolean | null | undefined;
  state?: string | null | undefined;
  /** Codes of its own taxes: the whole list. */
  taxCodes?: Array<string> | null | undefined;
  taxIdentificationNumber?: string | null | undefined;
  /** The test clock it shall live by; cannot be changed. */
  testClockId?: string | number | null | undefined;
  timezone?: string | null | undefined;
  url?: string | null | undefined;
  zipcode?: string | null | undefined;
};

/** The unit of time of a weighted sum. */
export type WeightedInterval =
  | 'seconds';

/** Whether invoices of nothing are issued: as the billing entity says, never, or always. */
export type ZeroAmountInvoiceRule =
  | 'finalize'
  | 'inherit'
  | 'skip';

export type RestBillableMetricFragment = { name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> };

export type RestListBillableMetricsQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type RestListBillableMetricsQuery = { body: { billable_metrics: Array<{ name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetBillableMetricQueryVariables = Exact<{
  code: string;
}>;


export type RestGetBillableMetricQuery = { billable_metric: { name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> } };

export type RestFindBillableMetricQueryVariables = Exact<{
  code: string;
}>;


export type RestFindBillableMetricQuery = { found: { id: string } };

export type RestRepresentBillableMetricQueryVariables = Exact<{
  id: string | number;
}>;


export type RestRepresentBillableMetricQuery = { object: { name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> } };

export type RestCreateBillableMetricMutationVariables = Exact<{
  input: CreateBillableMetricInput;
}>;


export type RestCreateBillableMetricMutation = { body: { billable_metric: { name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> } } };

export type RestUpdateBillableMetricMutationVariables = Exact<{
  input: UpdateBillableMetricInput;
}>;


export type RestUpdateBillableMetricMutation = { body: { billable_metric: { name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> } } };

export type RestDeleteBillableMetricMutationVariables = Exact<{
  input: DeleteBillableMetricInput;
}>;


export type RestDeleteBillableMetricMutation = { body: { billable_metric: { name: string, code: string, description: string | null, recurring: boolean, expression: string | null, svc_id: string, aggregation_type: AggregationType, field_name: string | null, weighted_interval: WeightedInterval | null, rounding_function: RoundingFunction | null, rounding_precision: number | null, created_at: string, active_subscriptions_count: number, draft_invoices_count: number, plans_count: number, filters: Array<{ key: string, values: Array<string> }> } } };

export type RestCustomerFragment = { slug: string, city: string | null, country: CountryCode | null, currency: CurrencyCode | null, email: string | null, name: string | null, firstname: string | null, lastname: string | null, phone: string | null, state: string | null, timezone: string | null, url: string | null, zipcode: string | null, svc_id: string, sequential_id: number, external_id: string, billing_entity_code: string, address_line1: string | null, address_line2: string | null, applicable_timezone: string, legal_name: string | null, legal_number: string | null, logo_url: string | null, account_type: CustomerAccountType, customer_type: CustomerKind | null, tax_identification_number: string | null, net_payment_term: number | null, created_at: string, updated_at: string, finalize_zero_amount_invoice: ZeroAmountInvoiceRule, skip_invoice_custom_sections: boolean, svc_test_clock_id: string | null, integration_customers: Array<Record<string, unknown>>, applicable_invoice_custom_sections: Array<Record<string, unknown>>, billing_configuration: { sync: boolean | null, invoice_grace_period: number | null, subscription_invoice_issuing_date_anchor: IssuingDateAnchor | null, subscription_invoice_issuing_date_adjustment: IssuingDateAdjustment | null, payment_provider: string | null, payment_provider_code: string | null, provider_customer_id: string | null, sync_with_provider: boolean | null, document_locale: string | null, provider_payment_methods: Array<ProviderPaymentMethod> }, shipping_address: { city: string | null, country: CountryCode | null, state: string | null, zipcode: string | null, address_line1: string | null, address_line2: string | null } | null, metadata: Array<{ key: string, value: string, svc_id: string, display_in_invoice: boolean, created_at: string }>, taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string }> };

export type RestListCustomersQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
  filter?: CustomerFilter | null | undefined;
  searchTerm?: string | null | undefined;
}>;


export type RestListCustomersQuery = { body: { customers: Array<{ slug: string, city: string | null, country: CountryCode | null, currency: CurrencyCode | null, email: string | null, name: string | null, firstname: string | null, lastname: string | null, phone: string | null, state: string | null, timezone: string | null, url: string | null, zipcode: string | null, svc_id: string, sequential_id: number, external_id: string, billing_entity_code: string, address_line1: string | null, address_line2: string | null, applicable_timezone: string, legal_name: string | null, legal_number: string | null, logo_url: string | null, account_type: CustomerAccountType, customer_type: CustomerKind | null, tax_identification_number: string | null, net_payment_term: number | null, created_at: string, updated_at: string, finalize_zero_amount_invoice: ZeroAmountInvoiceRule, skip_invoice_custom_sections: boolean, svc_test_clock_id: string | null, integration_customers: Array<Record<string, unknown>>, applicable_invoice_custom_sections: Array<Record<string, unknown>>, billing_configuration: { sync: boolean | null, invoice_grace_period: number | null, subscription_invoice_issuing_date_anchor: IssuingDateAnchor | null, subscription_invoice_issuing_date_adjustment: IssuingDateAdjustment | null, payment_provider: string | null, payment_provider_code: string | null, provider_customer_id: string | null, sync_with_provider: boolean | null, document_locale: string | null, provider_payment_methods: Array<ProviderPaymentMethod> }, shipping_address: { city: string | null, country: CountryCode | null, state: string | null, zipcode: string | null, address_line1: string | null, address_line2: string | null } | null, metadata: Array<{ key: string, value: string, svc_id: string, display_in_invoice: boolean, created_at: string }>, taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string }> }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetCustomerQueryVariables = Exact<{
  externalId: string;
}>;


export type RestGetCustomerQuery = { customer: { slug: string, city: string | null, country: CountryCode | null, currency: CurrencyCode | null, email: string | null, name: string | null, firstname: string | null, lastname: string | null, phone: string | null, state: string | null, timezone: string | null, url: string | null, zipcode: string | null, svc_id: string, sequential_id: number, external_id: string, billing_entity_code: string, address_line1: string | null, address_line2: string | null, applicable_timezone: string, legal_name: string | null, legal_number: string | null, logo_url: string | null, account_type: CustomerAccountType, customer_type: CustomerKind | null, tax_identification_number: string | null, net_payment_term: number | null, created_at: string, updated_at: string, finalize_zero_amount_invoice: ZeroAmountInvoiceRule, skip_invoice_custom_sections: boolean, svc_test_clock_id: string | null, integration_customers: Array<Record<string, unknown>>, applicable_invoice_custom_sections: Array<Record<string, unknown>>, billing_configuration: { sync: boolean | null, invoice_grace_period: number | null, subscription_invoice_issuing_date_anchor: IssuingDateAnchor | null, subscription_invoice_issuing_date_adjustment: IssuingDateAdjustment | null, payment_provider: string | null, payment_provider_code: string | null, provider_customer_id: string | null, sync_with_provider: boolean | null, document_locale: string | null, provider_payment_methods: Array<ProviderPaymentMethod> }, shipping_address: { city: string | null, country: CountryCode | null, state: string | null, zipcode: string | null, address_line1: string | null, address_line2: string | null } | null, metadata: Array<{ key: string, value: string, svc_id: string, display_in_invoice: boolean, created_at: string }>, taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string }> } };

export type RestRepresentCustomerQueryVariables = Exact<{
  id: string | number;
}>;


export type RestRepresentCustomerQuery = { object: { slug: string, city: string | null, country: CountryCode | null, currency: CurrencyCode | null, email: string | null, name: string | null, firstname: string | null, lastname: string | null, phone: string | null, state: string | null, timezone: string | null, url: string | null, zipcode: string | null, svc_id: string, sequential_id: number, external_id: string, billing_entity_code: string, address_line1: string | null, address_line2: string | null, applicable_timezone: string, legal_name: string | null, legal_number: string | null, logo_url: string | null, account_type: CustomerAccountType, customer_type: CustomerKind | null, tax_identification_number: string | null, net_payment_term: number | null, created_at: string, updated_at: string, finalize_zero_amount_invoice: ZeroAmountInvoiceRule, skip_invoice_custom_sections: boolean, svc_test_clock_id: string | null, integration_customers: Array<Record<string, unknown>>, applicable_invoice_custom_sections: Array<Record<string, unknown>>, billing_configuration: { sync: boolean | null, invoice_grace_period: number | null, subscription_invoice_issuing_date_anchor: IssuingDateAnchor | null, subscription_invoice_issuing_date_adjustment: IssuingDateAdjustment | null, payment_provider: string | null, payment_provider_code: string | null, provider_customer_id: string | null, sync_with_provider: boolean | null, document_locale: string | null, provider_payment_methods: Array<ProviderPaymentMethod> }, shipping_address: { city: string | null, country: CountryCode | null, state: string | null, zipcode: string | null, address_line1: string | null, address_line2: string | null } | null, metadata: Array<{ key: string, value: string, svc_id: string, display_in_invoice: boolean, created_at: string }>, taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string }> } };

export type RestUpsertCustomerMutationVariables = Exact<{
  input: UpsertCustomerInput;
}>;


export type RestUpsertCustomerMutation = { body: { customer: { slug: string, city: string | null, country: CountryCode | null, currency: CurrencyCode | null, email: string | null, name: string | null, firstname: string | null, lastname: string | null, phone: string | null, state: string | null, timezone: string | null, url: string | null, zipcode: string | null, svc_id: string, sequential_id: number, external_id: string, billing_entity_code: string, address_line1: string | null, address_line2: string | null, applicable_timezone: string, legal_name: string | null, legal_number: string | null, logo_url: string | null, account_type: CustomerAccountType, customer_type: CustomerKind | null, tax_identification_number: string | null, net_payment_term: number | null, created_at: string, updated_at: string, finalize_zero_amount_invoice: ZeroAmountInvoiceRule, skip_invoice_custom_sections: boolean, svc_test_clock_id: string | null, integration_customers: Array<Record<string, unknown>>, applicable_invoice_custom_sections: Array<Record<string, unknown>>, billing_configuration: { sync: boolean | null, invoice_grace_period: number | null, subscription_invoice_issuing_date_anchor: IssuingDateAnchor | null, subscription_invoice_issuing_date_adjustment: IssuingDateAdjustment | null, payment_provider: string | null, payment_provider_code: string | null, provider_customer_id: string | null, sync_with_provider: boolean | null, document_locale: string | null, provider_payment_methods: Array<ProviderPaymentMethod> }, shipping_address: { city: string | null, country: CountryCode | null, state: string | null, zipcode: string | null, address_line1: string | null, address_line2: string | null } | null, metadata: Array<{ key: string, value: string, svc_id: string, display_in_invoice: boolean, created_at: string }>, taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string }> } } };

export type RestEventFragment = { code: string, timestamp: string, properties: Record<string, unknown>, svc_id: string, transaction_id: string, svc_customer_id: string | null, svc_subscription_id: string | null, external_subscription_id: string, precise_total_amount_cents: string | null, created_at: string };

export type RestListEventsQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type RestListEventsQuery = { body: { events: Array<{ code: string, timestamp: string, properties: Record<string, unknown>, svc_id: string, transaction_id: string, svc_customer_id: string | null, svc_subscription_id: string | null, external_subscription_id: string, precise_total_amount_cents: string | null, created_at: string }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetEventQueryVariables = Exact<{
  transactionId: string;
}>;


export type RestGetEventQuery = { event: { code: string, timestamp: string, properties: Record<string, unknown>, svc_id: string, transaction_id: string, svc_customer_id: string | null, svc_subscription_id: string | null, external_subscription_id: string, precise_total_amount_cents: string | null, created_at: string } };

export type RestIngestEventMutationVariables = Exact<{
  input: IngestEventInput;
}>;


export type RestIngestEventMutation = { body: { event: { code: string, timestamp: string, properties: Record<string, unknown>, svc_id: string, transaction_id: string, svc_customer_id: string | null, svc_subscription_id: string | null, external_subscription_id: string, precise_total_amount_cents: string | null, created_at: string } } };

export type RestIngestEventsMutationVariables = Exact<{
  input: IngestEventsInput;
  onDuplicate?: DuplicatePolicy | null | undefined;
}>;


export type RestIngestEventsMutation = { body: { events: Array<{ code: string, timestamp: string, properties: Record<string, unknown>, svc_id: string, transaction_id: string, svc_customer_id: string | null, svc_subscription_id: string | null, external_subscription_id: string, precise_total_amount_cents: string | null, created_at: string }> } };

export type RestMetaFragment = { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number };

export type RestTaxFragment = { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string };

export type RestListTaxesQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type RestListTaxesQuery = { body: { taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetTaxQueryVariables = Exact<{
  code: string;
}>;


export type RestGetTaxQuery = { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string } };

export type RestFindTaxQueryVariables = Exact<{
  code: string;
}>;


export type RestFindTaxQuery = { found: { id: string } };

export type RestCreateTaxMutationVariables = Exact<{
  input: CreateTaxInput;
}>;


export type RestCreateTaxMutation = { body: { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string } } };

export type RestUpdateTaxMutationVariables = Exact<{
  input: UpdateTaxInput;
}>;


export type RestUpdateTaxMutation = { body: { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string } } };

export type RestDeleteTaxMutationVariables = Exact<{
  input: DeleteTaxInput;
}>;


export type RestDeleteTaxMutation = { body: { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, add_ons_count: number, charges_count: number, commitments_count: number, customers_count: number, plans_count: number, created_at: string } } };

export type RestTestClockFragment = { name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string };

export type RestListTestClocksQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type RestListTestClocksQuery = { body: { test_clocks: Array<{ name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetTestClockQueryVariables = Exact<{
  svcId: string | number;
}>;


export type RestGetTestClockQuery = { test_clock: { name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string } };

export type RestCreateTestClockMutationVariables = Exact<{
  input: CreateTestClockInput;
}>;


export type RestCreateTestClockMutation = { body: { test_clock: { name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string } } };

export const RestBillableMetricFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}}]} as unknown as DocumentNode<RestBillableMetricFragment, unknown>;
export const RestTaxFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestTaxFragment, unknown>;
export const RestCustomerFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestCustomer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Customer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"sequential_id"},"name":{"kind":"Name","value":"sequentialId"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"external_id"},"name":{"kind":"Name","value":"externalId"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_entity_code"},"name":{"kind":"Name","value":"billingEntityCode"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_timezone"},"name":{"kind":"Name","value":"applicableTimezone"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_name"},"name":{"kind":"Name","value":"legalName"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_number"},"name":{"kind":"Name","value":"legalNumber"}},{"kind":"Field","alias":{"kind":"Name","value":"logo_url"},"name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"lastname"}},{"kind":"Field","alias":{"kind":"Name","value":"account_type"},"name":{"kind":"Name","value":"accountType"}},{"kind":"Field","alias":{"kind":"Name","value":"customer_type"},"name":{"kind":"Name","value":"customerType"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"tax_identification_number"},"name":{"kind":"Name","value":"taxIdentificationNumber"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}},{"kind":"Field","alias":{"kind":"Name","value":"net_payment_term"},"name":{"kind":"Name","value":"netPaymentTerm"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"finalize_zero_amount_invoice"},"name":{"kind":"Name","value":"finalizeZeroAmountInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"skip_invoice_custom_sections"},"name":{"kind":"Name","value":"skipInvoiceCustomSections"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_configuration"},"name":{"kind":"Name","value":"billingConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"invoice_grace_period"},"name":{"kind":"Name","value":"invoiceGracePeriod"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_anchor"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAnchor"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_adjustment"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAdjustment"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider"},"name":{"kind":"Name","value":"paymentProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider_code"},"name":{"kind":"Name","value":"paymentProviderCode"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_customer_id"},"name":{"kind":"Name","value":"providerCustomerId"}},{"kind":"Field","name":{"kind":"Name","value":"sync"}},{"kind":"Field","alias":{"kind":"Name","value":"sync_with_provider"},"name":{"kind":"Name","value":"syncWithProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"document_locale"},"name":{"kind":"Name","value":"documentLocale"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_payment_methods"},"name":{"kind":"Name","value":"providerPaymentMethods"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shipping_address"},"name":{"kind":"Name","value":"shippingAddress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"display_in_invoice"},"name":{"kind":"Name","value":"displayInInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"svc_test_clock_id"},"name":{"kind":"Name","value":"testClockId"}},{"kind":"Field","alias":{"kind":"Name","value":"integration_customers"},"name":{"kind":"Name","value":"integrationCustomers"}},{"kind":"Field","name":{"kind":"Name","value":"taxes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_invoice_custom_sections"},"name":{"kind":"Name","value":"applicableInvoiceCustomSections"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestCustomerFragment, unknown>;
export const RestEventFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"transaction_id"},"name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_customer_id"},"name":{"kind":"Name","value":"customerId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_subscription_id"},"name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","alias":{"kind":"Name","value":"external_subscription_id"},"name":{"kind":"Name","value":"externalSubscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","alias":{"kind":"Name","value":"precise_total_amount_cents"},"name":{"kind":"Name","value":"preciseTotalAmountCents"}},{"kind":"Field","name":{"kind":"Name","value":"properties"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestEventFragment, unknown>;
export const RestMetaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}}]} as unknown as DocumentNode<RestMetaFragment, unknown>;
export const RestTestClockFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestTestClockFragment, unknown>;
export const RestListBillableMetricsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListBillableMetrics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"billableMetrics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"billable_metrics"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestBillableMetric"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}}]} as unknown as DocumentNode<RestListBillableMetricsQuery, RestListBillableMetricsQueryVariables>;
export const RestGetBillableMetricDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetBillableMetric"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"billable_metric"},"name":{"kind":"Name","value":"billableMetric"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestBillableMetric"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}}]} as unknown as DocumentNode<RestGetBillableMetricQuery, RestGetBillableMetricQueryVariables>;
export const RestFindBillableMetricDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestFindBillableMetric"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"found"},"name":{"kind":"Name","value":"billableMetric"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RestFindBillableMetricQuery, RestFindBillableMetricQueryVariables>;
export const RestRepresentBillableMetricDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestRepresentBillableMetric"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"object"},"name":{"kind":"Name","value":"billableMetric"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestBillableMetric"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}}]} as unknown as DocumentNode<RestRepresentBillableMetricQuery, RestRepresentBillableMetricQueryVariables>;
export const RestCreateBillableMetricDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateBillableMetric"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBillableMetricInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"createBillableMetric"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"billable_metric"},"name":{"kind":"Name","value":"billableMetric"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestBillableMetric"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}}]} as unknown as DocumentNode<RestCreateBillableMetricMutation, RestCreateBillableMetricMutationVariables>;
export const RestUpdateBillableMetricDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpdateBillableMetric"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateBillableMetricInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"updateBillableMetric"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"billable_metric"},"name":{"kind":"Name","value":"billableMetric"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestBillableMetric"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}}]} as unknown as DocumentNode<RestUpdateBillableMetricMutation, RestUpdateBillableMetricMutationVariables>;
export const RestDeleteBillableMetricDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteBillableMetric"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteBillableMetricInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"deleteBillableMetric"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"billable_metric"},"name":{"kind":"Name","value":"billableMetric"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestBillableMetric"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestBillableMetric"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BillableMetric"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"aggregation_type"},"name":{"kind":"Name","value":"aggregationType"}},{"kind":"Field","alias":{"kind":"Name","value":"field_name"},"name":{"kind":"Name","value":"fieldName"}},{"kind":"Field","name":{"kind":"Name","value":"recurring"}},{"kind":"Field","alias":{"kind":"Name","value":"weighted_interval"},"name":{"kind":"Name","value":"weightedInterval"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_function"},"name":{"kind":"Name","value":"roundingFunction"}},{"kind":"Field","alias":{"kind":"Name","value":"rounding_precision"},"name":{"kind":"Name","value":"roundingPrecision"}},{"kind":"Field","name":{"kind":"Name","value":"expression"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"active_subscriptions_count"},"name":{"kind":"Name","value":"activeSubscriptionsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"draft_invoices_count"},"name":{"kind":"Name","value":"draftInvoicesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}}]}}]} as unknown as DocumentNode<RestDeleteBillableMetricMutation, RestDeleteBillableMetricMutationVariables>;
export const RestListCustomersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListCustomers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CustomerFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchTerm"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"customers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchTerm"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"customers"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestCustomer"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestCustomer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Customer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"sequential_id"},"name":{"kind":"Name","value":"sequentialId"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"external_id"},"name":{"kind":"Name","value":"externalId"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_entity_code"},"name":{"kind":"Name","value":"billingEntityCode"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_timezone"},"name":{"kind":"Name","value":"applicableTimezone"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_name"},"name":{"kind":"Name","value":"legalName"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_number"},"name":{"kind":"Name","value":"legalNumber"}},{"kind":"Field","alias":{"kind":"Name","value":"logo_url"},"name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"lastname"}},{"kind":"Field","alias":{"kind":"Name","value":"account_type"},"name":{"kind":"Name","value":"accountType"}},{"kind":"Field","alias":{"kind":"Name","value":"customer_type"},"name":{"kind":"Name","value":"customerType"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"tax_identification_number"},"name":{"kind":"Name","value":"taxIdentificationNumber"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}},{"kind":"Field","alias":{"kind":"Name","value":"net_payment_term"},"name":{"kind":"Name","value":"netPaymentTerm"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"finalize_zero_amount_invoice"},"name":{"kind":"Name","value":"finalizeZeroAmountInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"skip_invoice_custom_sections"},"name":{"kind":"Name","value":"skipInvoiceCustomSections"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_configuration"},"name":{"kind":"Name","value":"billingConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"invoice_grace_period"},"name":{"kind":"Name","value":"invoiceGracePeriod"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_anchor"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAnchor"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_adjustment"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAdjustment"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider"},"name":{"kind":"Name","value":"paymentProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider_code"},"name":{"kind":"Name","value":"paymentProviderCode"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_customer_id"},"name":{"kind":"Name","value":"providerCustomerId"}},{"kind":"Field","name":{"kind":"Name","value":"sync"}},{"kind":"Field","alias":{"kind":"Name","value":"sync_with_provider"},"name":{"kind":"Name","value":"syncWithProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"document_locale"},"name":{"kind":"Name","value":"documentLocale"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_payment_methods"},"name":{"kind":"Name","value":"providerPaymentMethods"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shipping_address"},"name":{"kind":"Name","value":"shippingAddress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"display_in_invoice"},"name":{"kind":"Name","value":"displayInInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"svc_test_clock_id"},"name":{"kind":"Name","value":"testClockId"}},{"kind":"Field","alias":{"kind":"Name","value":"integration_customers"},"name":{"kind":"Name","value":"integrationCustomers"}},{"kind":"Field","name":{"kind":"Name","value":"taxes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_invoice_custom_sections"},"name":{"kind":"Name","value":"applicableInvoiceCustomSections"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestListCustomersQuery, RestListCustomersQueryVariables>;
export const RestGetCustomerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetCustomer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"externalId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"customer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"externalId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"externalId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestCustomer"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestCustomer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Customer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"sequential_id"},"name":{"kind":"Name","value":"sequentialId"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"external_id"},"name":{"kind":"Name","value":"externalId"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_entity_code"},"name":{"kind":"Name","value":"billingEntityCode"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_timezone"},"name":{"kind":"Name","value":"applicableTimezone"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_name"},"name":{"kind":"Name","value":"legalName"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_number"},"name":{"kind":"Name","value":"legalNumber"}},{"kind":"Field","alias":{"kind":"Name","value":"logo_url"},"name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"lastname"}},{"kind":"Field","alias":{"kind":"Name","value":"account_type"},"name":{"kind":"Name","value":"accountType"}},{"kind":"Field","alias":{"kind":"Name","value":"customer_type"},"name":{"kind":"Name","value":"customerType"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"tax_identification_number"},"name":{"kind":"Name","value":"taxIdentificationNumber"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}},{"kind":"Field","alias":{"kind":"Name","value":"net_payment_term"},"name":{"kind":"Name","value":"netPaymentTerm"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"finalize_zero_amount_invoice"},"name":{"kind":"Name","value":"finalizeZeroAmountInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"skip_invoice_custom_sections"},"name":{"kind":"Name","value":"skipInvoiceCustomSections"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_configuration"},"name":{"kind":"Name","value":"billingConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"invoice_grace_period"},"name":{"kind":"Name","value":"invoiceGracePeriod"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_anchor"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAnchor"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_adjustment"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAdjustment"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider"},"name":{"kind":"Name","value":"paymentProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider_code"},"name":{"kind":"Name","value":"paymentProviderCode"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_customer_id"},"name":{"kind":"Name","value":"providerCustomerId"}},{"kind":"Field","name":{"kind":"Name","value":"sync"}},{"kind":"Field","alias":{"kind":"Name","value":"sync_with_provider"},"name":{"kind":"Name","value":"syncWithProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"document_locale"},"name":{"kind":"Name","value":"documentLocale"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_payment_methods"},"name":{"kind":"Name","value":"providerPaymentMethods"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shipping_address"},"name":{"kind":"Name","value":"shippingAddress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"display_in_invoice"},"name":{"kind":"Name","value":"displayInInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"svc_test_clock_id"},"name":{"kind":"Name","value":"testClockId"}},{"kind":"Field","alias":{"kind":"Name","value":"integration_customers"},"name":{"kind":"Name","value":"integrationCustomers"}},{"kind":"Field","name":{"kind":"Name","value":"taxes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_invoice_custom_sections"},"name":{"kind":"Name","value":"applicableInvoiceCustomSections"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestGetCustomerQuery, RestGetCustomerQueryVariables>;
export const RestRepresentCustomerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestRepresentCustomer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"object"},"name":{"kind":"Name","value":"customer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestCustomer"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestCustomer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Customer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"sequential_id"},"name":{"kind":"Name","value":"sequentialId"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"external_id"},"name":{"kind":"Name","value":"externalId"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_entity_code"},"name":{"kind":"Name","value":"billingEntityCode"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_timezone"},"name":{"kind":"Name","value":"applicableTimezone"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_name"},"name":{"kind":"Name","value":"legalName"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_number"},"name":{"kind":"Name","value":"legalNumber"}},{"kind":"Field","alias":{"kind":"Name","value":"logo_url"},"name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"lastname"}},{"kind":"Field","alias":{"kind":"Name","value":"account_type"},"name":{"kind":"Name","value":"accountType"}},{"kind":"Field","alias":{"kind":"Name","value":"customer_type"},"name":{"kind":"Name","value":"customerType"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"tax_identification_number"},"name":{"kind":"Name","value":"taxIdentificationNumber"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}},{"kind":"Field","alias":{"kind":"Name","value":"net_payment_term"},"name":{"kind":"Name","value":"netPaymentTerm"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"finalize_zero_amount_invoice"},"name":{"kind":"Name","value":"finalizeZeroAmountInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"skip_invoice_custom_sections"},"name":{"kind":"Name","value":"skipInvoiceCustomSections"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_configuration"},"name":{"kind":"Name","value":"billingConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"invoice_grace_period"},"name":{"kind":"Name","value":"invoiceGracePeriod"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_anchor"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAnchor"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_adjustment"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAdjustment"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider"},"name":{"kind":"Name","value":"paymentProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider_code"},"name":{"kind":"Name","value":"paymentProviderCode"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_customer_id"},"name":{"kind":"Name","value":"providerCustomerId"}},{"kind":"Field","name":{"kind":"Name","value":"sync"}},{"kind":"Field","alias":{"kind":"Name","value":"sync_with_provider"},"name":{"kind":"Name","value":"syncWithProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"document_locale"},"name":{"kind":"Name","value":"documentLocale"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_payment_methods"},"name":{"kind":"Name","value":"providerPaymentMethods"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shipping_address"},"name":{"kind":"Name","value":"shippingAddress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"display_in_invoice"},"name":{"kind":"Name","value":"displayInInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"svc_test_clock_id"},"name":{"kind":"Name","value":"testClockId"}},{"kind":"Field","alias":{"kind":"Name","value":"integration_customers"},"name":{"kind":"Name","value":"integrationCustomers"}},{"kind":"Field","name":{"kind":"Name","value":"taxes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_invoice_custom_sections"},"name":{"kind":"Name","value":"applicableInvoiceCustomSections"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestRepresentCustomerQuery, RestRepresentCustomerQueryVariables>;
export const RestUpsertCustomerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpsertCustomer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpsertCustomerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"upsertCustomer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"customer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestCustomer"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestCustomer"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Customer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"sequential_id"},"name":{"kind":"Name","value":"sequentialId"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"external_id"},"name":{"kind":"Name","value":"externalId"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_entity_code"},"name":{"kind":"Name","value":"billingEntityCode"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_timezone"},"name":{"kind":"Name","value":"applicableTimezone"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_name"},"name":{"kind":"Name","value":"legalName"}},{"kind":"Field","alias":{"kind":"Name","value":"legal_number"},"name":{"kind":"Name","value":"legalNumber"}},{"kind":"Field","alias":{"kind":"Name","value":"logo_url"},"name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"lastname"}},{"kind":"Field","alias":{"kind":"Name","value":"account_type"},"name":{"kind":"Name","value":"accountType"}},{"kind":"Field","alias":{"kind":"Name","value":"customer_type"},"name":{"kind":"Name","value":"customerType"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","alias":{"kind":"Name","value":"tax_identification_number"},"name":{"kind":"Name","value":"taxIdentificationNumber"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}},{"kind":"Field","alias":{"kind":"Name","value":"net_payment_term"},"name":{"kind":"Name","value":"netPaymentTerm"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"finalize_zero_amount_invoice"},"name":{"kind":"Name","value":"finalizeZeroAmountInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"skip_invoice_custom_sections"},"name":{"kind":"Name","value":"skipInvoiceCustomSections"}},{"kind":"Field","alias":{"kind":"Name","value":"billing_configuration"},"name":{"kind":"Name","value":"billingConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"invoice_grace_period"},"name":{"kind":"Name","value":"invoiceGracePeriod"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_anchor"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAnchor"}},{"kind":"Field","alias":{"kind":"Name","value":"subscription_invoice_issuing_date_adjustment"},"name":{"kind":"Name","value":"subscriptionInvoiceIssuingDateAdjustment"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider"},"name":{"kind":"Name","value":"paymentProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"payment_provider_code"},"name":{"kind":"Name","value":"paymentProviderCode"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_customer_id"},"name":{"kind":"Name","value":"providerCustomerId"}},{"kind":"Field","name":{"kind":"Name","value":"sync"}},{"kind":"Field","alias":{"kind":"Name","value":"sync_with_provider"},"name":{"kind":"Name","value":"syncWithProvider"}},{"kind":"Field","alias":{"kind":"Name","value":"document_locale"},"name":{"kind":"Name","value":"documentLocale"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_payment_methods"},"name":{"kind":"Name","value":"providerPaymentMethods"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shipping_address"},"name":{"kind":"Name","value":"shippingAddress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"address_line1"},"name":{"kind":"Name","value":"addressLine1"}},{"kind":"Field","alias":{"kind":"Name","value":"address_line2"},"name":{"kind":"Name","value":"addressLine2"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zipcode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"display_in_invoice"},"name":{"kind":"Name","value":"displayInInvoice"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"svc_test_clock_id"},"name":{"kind":"Name","value":"testClockId"}},{"kind":"Field","alias":{"kind":"Name","value":"integration_customers"},"name":{"kind":"Name","value":"integrationCustomers"}},{"kind":"Field","name":{"kind":"Name","value":"taxes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"applicable_invoice_custom_sections"},"name":{"kind":"Name","value":"applicableInvoiceCustomSections"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestUpsertCustomerMutation, RestUpsertCustomerMutationVariables>;
export const RestListEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EventFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"events"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestEvent"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"transaction_id"},"name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_customer_id"},"name":{"kind":"Name","value":"customerId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_subscription_id"},"name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","alias":{"kind":"Name","value":"external_subscription_id"},"name":{"kind":"Name","value":"externalSubscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","alias":{"kind":"Name","value":"precise_total_amount_cents"},"name":{"kind":"Name","value":"preciseTotalAmountCents"}},{"kind":"Field","name":{"kind":"Name","value":"properties"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}}]} as unknown as DocumentNode<RestListEventsQuery, RestListEventsQueryVariables>;
export const RestGetEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"transactionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"event"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"transactionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"transactionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestEvent"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"transaction_id"},"name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_customer_id"},"name":{"kind":"Name","value":"customerId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_subscription_id"},"name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","alias":{"kind":"Name","value":"external_subscription_id"},"name":{"kind":"Name","value":"externalSubscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","alias":{"kind":"Name","value":"precise_total_amount_cents"},"name":{"kind":"Name","value":"preciseTotalAmountCents"}},{"kind":"Field","name":{"kind":"Name","value":"properties"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestGetEventQuery, RestGetEventQueryVariables>;
export const RestIngestEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestIngestEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IngestEventInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"ingestEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"event"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestEvent"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"transaction_id"},"name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_customer_id"},"name":{"kind":"Name","value":"customerId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_subscription_id"},"name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","alias":{"kind":"Name","value":"external_subscription_id"},"name":{"kind":"Name","value":"externalSubscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","alias":{"kind":"Name","value":"precise_total_amount_cents"},"name":{"kind":"Name","value":"preciseTotalAmountCents"}},{"kind":"Field","name":{"kind":"Name","value":"properties"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestIngestEventMutation, RestIngestEventMutationVariables>;
export const RestIngestEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestIngestEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"IngestEventsInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"onDuplicate"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DuplicatePolicy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"ingestEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"onDuplicate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"onDuplicate"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestEvent"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Event"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","alias":{"kind":"Name","value":"transaction_id"},"name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_customer_id"},"name":{"kind":"Name","value":"customerId"}},{"kind":"Field","alias":{"kind":"Name","value":"svc_subscription_id"},"name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","alias":{"kind":"Name","value":"external_subscription_id"},"name":{"kind":"Name","value":"externalSubscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","alias":{"kind":"Name","value":"precise_total_amount_cents"},"name":{"kind":"Name","value":"preciseTotalAmountCents"}},{"kind":"Field","name":{"kind":"Name","value":"properties"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestIngestEventsMutation, RestIngestEventsMutationVariables>;
export const RestListTaxesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListTaxes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"taxes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"taxes"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestListTaxesQuery, RestListTaxesQueryVariables>;
export const RestGetTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestGetTaxQuery, RestGetTaxQueryVariables>;
export const RestFindTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestFindTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"found"},"name":{"kind":"Name","value":"tax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RestFindTaxQuery, RestFindTaxQueryVariables>;
export const RestCreateTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaxInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"createTax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestCreateTaxMutation, RestCreateTaxMutationVariables>;
export const RestUpdateTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpdateTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaxInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"updateTax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestUpdateTaxMutation, RestUpdateTaxMutationVariables>;
export const RestDeleteTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTaxInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"deleteTax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"add_ons_count"},"name":{"kind":"Name","value":"addOnsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"charges_count"},"name":{"kind":"Name","value":"chargesCount"}},{"kind":"Field","alias":{"kind":"Name","value":"commitments_count"},"name":{"kind":"Name","value":"commitmentsCount"}},{"kind":"Field","alias":{"kind":"Name","value":"customers_count"},"name":{"kind":"Name","value":"customersCount"}},{"kind":"Field","alias":{"kind":"Name","value":"plans_count"},"name":{"kind":"Name","value":"plansCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestDeleteTaxMutation, RestDeleteTaxMutationVariables>;
export const RestListTestClocksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListTestClocks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"testClocks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"test_clocks"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTestClock"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestListTestClocksQuery, RestListTestClocksQueryVariables>;
export const RestGetTestClockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetTestClock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"svcId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"test_clock"},"name":{"kind":"Name","value":"testClock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"svcId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTestClock"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestGetTestClockQuery, RestGetTestClockQueryVariables>;
export const RestCreateTestClockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateTestClock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTestClockInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"createTestClock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"test_clock"},"name":{"kind":"Name","value":"testClock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTestClock"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestCreateTestClockMutation, RestCreateTestClockMutationVariables>;