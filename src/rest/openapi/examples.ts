/**
 * Example requests for "Try it out", one per body, in the order of a first tour: a server accepts each one if those above
 * it were sent before. A test sends them all.
 */

type Example = Readonly<Record<string, unknown>>;

/** Placeholders for ids that the server assigns. Users replace them with the ids of the records they have created. */
export const EXAMPLE_IDS = {
  billableMetric: '01900000-0000-7000-8000-000000000001',
  invoice: '01900000-0000-7000-8000-000000000002',
  fee: '01900000-0000-7000-8000-000000000003',
  wallet: '01900000-0000-7000-8000-000000000004',
} as const;

const EVENT = {
  external_subscription_id: 'acme_pro',
  code: 'api_calls',
  properties: { calls: 3, region: 'eu' },
};
const METADATA = { metadata: { cost_center: '4711' } };
const CREDIT = { invoice_id: EXAMPLE_IDS.invoice, items: [{ fee_id: EXAMPLE_IDS.fee, amount_cents: 1000 }] };

/** Example bodies by the id of the operation. */
export const BODY_EXAMPLES: Readonly<Record<string, Example>> = {
  createWebhookEndpoint: {
    webhook_endpoint: {
      webhook_url: 'https://hooks.example.com/tollgate',
      signature_algo: 'hmac',
      event_types: ['invoice.created', 'invoice.payment_status_updated'],
    },
  },
  updateWebhookEndpoint: { webhook_endpoint: { event_types: null } },

  createTax: { tax: { name: 'VAT', code: 'vat', rate: 20 } },
  updateTax: { tax: { rate: 19 } },

  createBillingEntity: {
    billing_entity: { code: 'acme_eu', name: 'Acme EU', default_currency: 'EUR', country: 'FR' },
  },
  updateBillingEntity: { billing_entity: { invoice_grace_period: 2, tax_codes: ['vat'] } },
  updateOrganization: { organization: { legal_name: 'Acme Inc.' } },

  createBillableMetric: {
    billable_metric: {
      name: 'API calls',
      code: 'api_calls',
      aggregation_type: 'sum_agg',
      field_name: 'calls',
      filters: [{ key: 'region', values: ['eu', 'us', 'ap'] }],
    },
  },
  updateBillableMetric: { billable_metric: { description: 'Calls of the public API' } },
  evaluateExpression: {
    expression: 'event.properties.calls * 2',
    event: { code: 'api_calls', properties: { calls: 3 } },
  },

  createCoupon: {
    coupon: {
      name: 'Startup programme',
      code: 'startup',
      coupon_type: 'percentage',
      percentage_rate: '20',
      frequency: 'recurring',
      frequency_duration: 12,
      expiration: 'no_expiration',
    },
  },
  updateCoupon: { coupon: { description: 'For companies in their first year' } },
  applyCoupon: { applied_coupon: { external_customer_id: 'acme', coupon_code: 'startup' } },

  createAddOn: { add_on: { name: 'Support', code: 'support', amount_cents: 1000, amount_currency: 'EUR' } },
  updateAddOn: { add_on: { amount_cents: 1200 } },

  createPlan: {
    plan: {
      name: 'Pro',
      code: 'pro',
      interval: 'monthly',
      amount_cents: 4900,
      amount_currency: 'EUR',
      pay_in_advance: true,
    },
  },
  updatePlan: { plan: { description: 'For teams' } },
  setPlanMetadata: METADATA,
  mergePlanMetadata: { metadata: { owner: 'sales' } },
  createPlanCharge: {
    charge: {
      billable_metric_id: EXAMPLE_IDS.billableMetric,
      code: 'calls',
      charge_model: 'standard',
      pay_in_advance: true,
      invoiceable: false,
      properties: { amount: '0.01' },
      filters: [{ values: { region: ['eu'] }, properties: { amount: '0.02' } }],
    },
  },
  updatePlanCharge: { charge: { invoice_display_name: 'API calls' } },
  createPlanChargeFilter: { filter: { values: { region: ['us'] }, properties: { amount: '0.015' } } },
  updatePlanChargeFilter: { filter: { properties: { amount: '0.03' } } },
  createPlanFixedCharge: {
    fixed_charge: {
      add_on_code: 'support',
      code: 'support',
      charge_model: 'standard',
      units: 1,
      properties: { amount: '10' },
    },
  },
  updatePlanFixedCharge: { fixed_charge: { units: 2 } },

  upsertCustomer: {
    customer: {
      external_id: 'acme',
      name: 'Acme Ltd',
      email: 'billing@acme.example',
      currency: 'EUR',
      country: 'DE',
      timezone: 'Europe/Berlin',
    },
  },

  createFeature: {
    feature: {
      code: 'seats',
      name: 'Seats',
      privileges: [{ code: 'max', value_type: 'integer' }],
    },
  },
  updateFeature: { feature: { description: 'Members of the team' } },
  replacePlanEntitlements: { entitlements: { seats: { max: 20 } } },
  setPlanEntitlement: { entitlements: { seats: { max: 25 } } },

  previewInvoice: { customer: { external_id: 'acme' }, plan_code: 'pro' },
  createSubscription: {
    subscription: {
      external_customer_id: 'acme',
      plan_code: 'pro',
      external_id: 'acme_pro',
      billing_time: 'anniversary',
    },
  },
  updateSubscription: { subscription: { name: 'Acme on Pro' } },
  setSubscriptionEntitlement: { entitlements: { seats: { max: 30 } } },
  overrideSubscriptionCharge: { charge: { properties: { amount: '0.008' } } },
  createSubscriptionChargeFilter: { filter: { values: { region: ['ap'] }, properties: { amount: '0.012' } } },
  updateSubscriptionChargeFilter: { filter: { properties: { amount: '0.011' } } },
  overrideSubscriptionFixedCharge: { fixed_charge: { units: 3 } },
  createSubscriptionAlert: {
    alert: {
      alert_type: 'current_usage_amount',
      code: 'spend',
      name: 'Spend of Acme',
      thresholds: [
        { code: 'warning', value: '10000' },
        { code: 'more', value: '5000', recurring: true },
      ],
    },
  },
  updateSubscriptionAlert: { alert: { thresholds: [{ code: 'warning', value: '20000' }] } },
  updateLifetimeUsage: { lifetime_usage: { external_historical_usage_amount_cents: 12000 } },

  estimateEventFees: { event: { transaction_id: 'estimate_1', ...EVENT } },
  estimateEventInstantFees: { event: EVENT },
  estimateEventsBatchInstantFees: { events: [EVENT, EVENT] },
  ingestEvent: { event: { transaction_id: 'call_1', ...EVENT } },
  ingestEvents: {
    events: [
      { transaction_id: 'call_2', ...EVENT },
      { transaction_id: 'call_3', ...EVENT },
    ],
  },

  updateFee: { fee: { payment_status: 'succeeded' } },
  recordPayment: {
    payment: { invoice_id: EXAMPLE_IDS.invoice, amount_cents: 1000, reference: 'transfer 1' },
  },
  createPaymentRequest: {
    payment_request: {
      external_customer_id: 'acme',
      email: 'payer@example.com',
      svc_invoice_ids: [EXAMPLE_IDS.invoice],
    },
  },
  estimateCreditNote: { credit_note: CREDIT },
  createCreditNote: { credit_note: { ...CREDIT, reason: 'other', credit_amount_cents: 1000 } },
  updateCreditNote: { credit_note: METADATA },
  setCreditNoteMetadata: METADATA,
  mergeCreditNoteMetadata: { metadata: { approved_by: 'finance' } },
  retryInvoicePayment: { payment_method: { payment_method_type: 'provider' } },
  createOneOffInvoice: {
    invoice: {
      external_customer_id: 'acme',
      fees: [{ add_on_code: 'support', units: '2.5', description: 'Two and a half hours' }],
    },
  },
  voidInvoice: { generate_credit_note: true, credit_amount: 0 },
  updateInvoice: { invoice: { payment_status: 'succeeded' } },

  resendInvoiceEmail: { to: ['payer@example.com'], cc: ['accounts@example.com'] },
  resendCreditNoteEmail: {},
  resendPaymentReceiptEmail: { bcc: ['archive@example.com'] },

  createWallet: {
    wallet: {
      external_customer_id: 'acme',
      name: 'Credits',
      currency: 'EUR',
      rate_amount: '0.5',
      granted_credits: '100',
      applies_to: { fee_types: ['charge'] },
    },
  },
  updateWallet: { wallet: { priority: 1, paid_top_up_min_amount_cents: 1000 } },
  setWalletMetadata: METADATA,
  mergeWalletMetadata: { metadata: { approved_by: 'finance' } },
  createWalletTransactions: {
    wallet_transaction: {
      wallet_id: EXAMPLE_IDS.wallet,
      paid_credits: '50',
      voided_credits: '10',
      name: 'Top-up of spring',
      metadata: [{ key: 'order', value: '4711' }],
    },
  },
  createCustomerWallet: {
    wallet: {
      external_customer_id: 'acme',
      code: 'support',
      currency: 'EUR',
      rate_amount: '1',
      granted_credits: '20',
    },
  },
  updateCustomerWallet: { wallet: { expiration_at: '2099-12-31T00:00:00Z' } },
  setCustomerWalletMetadata: METADATA,
  mergeCustomerWalletMetadata: { metadata: { approved_by: 'finance' } },
  createWalletAlert: {
    alert: {
      alert_type: 'wallet_credits_ongoing_balance',
      code: 'low',
      thresholds: [{ code: 'almost_empty', value: '5' }],
    },
  },
  updateWalletAlert: { alert: { name: 'Credits run out' } },

  createTestClock: { test_clock: { name: 'A year of Acme', frozen_time: '2027-01-01T00:00:00Z' } },
  advanceTestClock: { test_clock: { frozen_time: '2027-02-01T00:00:00Z' } },

  deletePlanChargeFilter: { filter: { cascade_updates: true } },
  deletePlanCharge: { charge: { cascade_updates: true } },
  deletePlanFixedCharge: { fixed_charge: { cascade_updates: true } },
};

/** Example values of path parameters, by the first word of the path and the parameter. */
const PARAMETER_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  add_ons: { code: 'support' },
  coupons: { code: 'startup' },
  billable_metrics: { code: 'api_calls' },
  billing_entities: { code: 'acme_eu' },
  credit_notes: { key: 'approved_by' },
  customers: { external_customer_id: 'acme', wallet_code: 'support', code: 'low', key: 'approved_by' },
  events: { transaction_id: 'call_1' },
  features: { code: 'seats', privilege_code: 'max' },
  plans: {
    code: 'pro',
    charge_code: 'calls',
    fixed_charge_code: 'support',
    key: 'owner',
    feature_code: 'seats',
    privilege_code: 'max',
  },
  subscriptions: {
    external_id: 'acme_pro',
    code: 'spend',
    charge_code: 'calls',
    fixed_charge_code: 'support',
    feature_code: 'seats',
    privilege_code: 'max',
  },
  taxes: { code: 'vat' },
  wallets: { key: 'approved_by' },
};

/** The example value of a path parameter; undefined for ids, which the server assigns. */
export function parameterExample(path: string, name: string): string | undefined {
  return PARAMETER_EXAMPLES[path.split('/')[1] ?? '']?.[name];
}
