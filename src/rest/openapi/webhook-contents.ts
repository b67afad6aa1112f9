import type { JsonSchema } from './json-schema.js';

/** Members of an object, and those of them that are always there. */
interface Members {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

const ID: JsonSchema = { type: 'string', format: 'uuid' };
const TEXT: JsonSchema = { type: 'string' };
const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };
const CENTS: JsonSchema = { type: 'integer', format: 'int64' };
const CURRENCY: JsonSchema = { $ref: '#/components/schemas/CurrencyCode' };
/** Source: payment-providers.md §7. */
const PROVIDER_ERROR: JsonSchema = {
  type: 'object',
  required: ['error_code'],
  properties: { message: TEXT, error_code: TEXT },
};

/** Source: integrations.md §2 "Webhooks". */
const INTEGRATION_ERROR: JsonSchema = {
  type: 'object',
  required: ['message', 'error_code'],
  properties: {
    message: TEXT,
    error_code: TEXT,
    resource_type: {
      ...TEXT,
      description: 'Kind of the document that the call was about, if it was about one.',
    },
    svc_resource_id: { ...ID, description: 'Id of that document.' },
  },
};

const CUSTOMER = { svc_customer_id: ID, external_customer_id: TEXT };
const CONNECTION = { payment_provider: TEXT_OR_NULL, payment_provider_code: TEXT_OR_NULL };
/** What a provider refused, to whom, and why. */
const REFUSAL = {
  ...CUSTOMER,
  provider_customer_id: TEXT_OR_NULL,
  ...CONNECTION,
  provider_error: PROVIDER_ERROR,
};

/** A customer that an accounting system or a CRM refused. */
const REFUSED_CUSTOMER = {
  ...CUSTOMER,
  accounting_provider: TEXT,
  accounting_provider_code: TEXT,
  provider_error: PROVIDER_ERROR,
};

/** The objects of messages that no resource represents, by their types. Sources: webhooks.md §3, payment-providers.md §7. */
export const CONTENTS: Readonly<Record<string, JsonSchema>> = {
  accounting_provider_customer_error: whole(REFUSED_CUSTOMER),
  credit_note_payment_provider_refund_error: whole({ svc_credit_note_id: ID, ...REFUSAL }),
  crm_provider_customer_error: whole(REFUSED_CUSTOMER),
  payment_provider_customer_checkout_url: whole({ ...CUSTOMER, ...CONNECTION, checkout_url: TEXT }),
  payment_provider_customer_error: whole({ ...CUSTOMER, ...CONNECTION, provider_error: PROVIDER_ERROR }),
  payment_provider_error: whole({
    svc_payment_provider_id: ID,
    payment_provider_name: TEXT,
    payment_provider_code: TEXT,
    source: TEXT,
    action: TEXT,
    provider_error: PROVIDER_ERROR,
  }),
  payment_provider_invoice_payment_error: whole({ svc_invoice_id: ID, ...REFUSAL }),
  payment_provider_payment_request_payment_error: whole({
    svc_payment_request_id: ID,
    svc_invoice_ids: { type: 'array', items: ID },
    ...REFUSAL,
  }),
  payment_provider_wallet_transaction_payment_error: whole({ svc_wallet_transaction_id: ID, ...REFUSAL }),
  provider_error: whole({
    svc_integration_id: ID,
    provider: TEXT,
    provider_code: TEXT,
    provider_error: INTEGRATION_ERROR,
  }),
  tax_provider_customer_error: whole({
    ...CUSTOMER,
    tax_provider: TEXT,
    tax_provider_code: TEXT,
    provider_error: INTEGRATION_ERROR,
  }),
  tax_provider_fee_error: whole({
    tax_provider_code: TEXT,
    svc_charge_id: { type: ['string', 'null'], format: 'uuid' },
    event_transaction_id: TEXT_OR_NULL,
    provider_error: INTEGRATION_ERROR,
  }),
};

/** What messages of some kinds have beside the members of their object. Sources: webhooks.md §3, taxes.md §6.4, payments.md §12. */
export const SENT_BESIDE: Readonly<Record<string, Members>> = {
  'customer.vies_check': {
    required: ['vies_check'],
    properties: {
      vies_check: {
        type: 'object',
        required: ['valid', 'valid_format'],
        properties: {
          valid: { type: 'boolean' },
          valid_format: { type: 'boolean' },
          country_code: { ...TEXT, description: "The registry's code of the country, of a valid number." },
          name: { ...TEXT_OR_NULL, description: 'The registered name, of a valid number.' },
          address: { ...TEXT_OR_NULL, description: 'The registered address, of a valid number.' },
          error: { ...TEXT, description: 'Why the registry gave no answer; only if it gave none.' },
        },
      },
    },
  },
  'dunning_campaign.finished': {
    required: ['external_customer_id', 'overdue_balances'],
    properties: {
      external_customer_id: TEXT,
      overdue_balance_cents: { ...CENTS, description: 'The first of the balances.' },
      overdue_balance_currency: CURRENCY,
      overdue_balances: {
        type: 'array',
        items: {
          type: 'object',
          required: ['amount_cents', 'currency'],
          properties: { amount_cents: CENTS, currency: CURRENCY },
        },
      },
    },
  },
  'invoice.payment_dispute_lost': {
    required: ['provider_error'],
    properties: {
      provider_error: { ...TEXT_OR_NULL, description: "The provider's reason, if it reported the loss." },
    },
  },
  'subscription.usage_threshold_reached': {
    required: ['usage_threshold'],
    properties: { usage_threshold: { $ref: '#/components/schemas/UsageThreshold' } },
  },
};

/** When a message of each kind is sent. Source: webhooks.md §3. */
export const SENT_WHEN: Readonly<Record<string, string>> = {
  'alert.triggered': 'Usage or a balance has passed thresholds of an alert.',
  'billing.failed': 'Scheduled work, such as the billing of a subscription, keeps failing.',
  'credit_note.created': 'A credit note is final.',
  'credit_note.generated': 'The PDF of a credit note, or its e-invoice, is there.',
  'credit_note.refund_failure': 'The payment provider has refused the refund of a credit note.',
  'customer.accounting_provider_created': 'The accounting system has created the customer.',
  'customer.accounting_provider_error': 'The accounting system has refused to create or change the customer.',
  'customer.checkout_url_generated':
    'The customer was created at the payment provider, with a page to register a payment method.',
  'customer.created': 'A customer was created.',
  'customer.crm_provider_created': 'The CRM has created the customer.',
  'customer.crm_provider_error': 'The CRM has refused to create or change the customer.',
  'customer.payment_provider_created': 'The payment provider has the customer now.',
  'customer.payment_provider_error': 'The payment provider has refused to create or change the customer.',
  'customer.tax_provider_error':
    'The tax provider has refused for good to compute or take back the taxes of a document of the customer.',
  'customer.updated': 'A customer was changed.',
  'customer.vies_check': 'A VAT number was checked in the registry of the EU.',
  'dunning_campaign.finished':
    'The last attempt of a dunning campaign was made, and the balance is still due.',
  'feature.created': 'A feature was created.',
  'feature.deleted': 'A feature was deleted.',
  'feature.updated': 'A feature or one of its privileges was changed.',
  'fee.created': 'An event has created a fee in advance.',
  'fee.tax_provider_error': 'The tax provider has refused for good to compute the taxes of a standalone fee.',
  'integration.provider_error': 'A call of a connection to an outside system failed for good.',
  'invoice.created': 'An invoice for a subscription or for usage is final.',
  'invoice.deleted': 'A draft invoice was deleted.',
  'invoice.drafted': 'A draft invoice was created, whose grace period begins.',
  'invoice.e_invoice_incomplete':
    'The e-invoice of a document lacks something mandatory. Only sent to endpoints that name this kind.',
  'invoice.generated': 'The PDF of an invoice, or its e-invoice, is there.',
  'invoice.one_off_created': 'A one-off invoice is final.',
  'invoice.paid_credit_added': 'The invoice for bought wallet credits is final.',
  'invoice.payment_dispute_lost': 'A dispute about the payment of an invoice was lost.',
  'invoice.payment_failure': 'The payment provider has refused the payment of an invoice.',
  'invoice.payment_overdue': 'The due date of an invoice has passed, and it is not paid.',
  'invoice.payment_status_updated': 'The payment status of an invoice has changed.',
  'invoice.ready_to_finalize': 'A draft invoice has its taxes.',
  'invoice.voided': 'An invoice was voided.',
  'payment.requires_action': 'The payer has to confirm a payment.',
  'payment.succeeded': 'The payment provider reports that a payment has succeeded.',
  'payment_provider.error': 'A payment provider has refused a call for the organization.',
  'payment_receipt.created': 'A payment receipt was issued.',
  'payment_receipt.generated': 'The PDF of a payment receipt is there.',
  'payment_request.created': 'A payment request was created, by hand or by a dunning campaign.',
  'payment_request.payment_failure':
    'The payment provider has refused the payment of a payment request, or a page for it.',
  'payment_request.payment_status_updated': 'The payment status of a payment request has changed.',
  'plan.created': 'A plan was created.',
  'plan.deleted': 'The deletion of a plan was requested.',
  'plan.updated': 'A plan, or something that belongs to it, was changed.',
  'subscription.canceled': 'A subscription that never became active was canceled.',
  'subscription.incomplete': 'A subscription waits for the payment of its first invoice.',
  'subscription.started': 'A subscription became active.',
  'subscription.terminated': 'A subscription has ended.',
  'subscription.termination_alert': 'A subscription ends in 45 or in 15 days.',
  'subscription.trial_ended': 'The free trial of a subscription has ended.',
  'subscription.updated': 'A subscription was changed, or its downgrade was planned or canceled.',
  'subscription.usage_threshold_reached': 'Lifetime usage has passed a threshold of progressive billing.',
  'wallet.created': 'A wallet was created.',
  'wallet.depleted_ongoing_balance': 'The ongoing balance of a wallet was positive and no longer is.',
  'wallet.terminated': 'A wallet was terminated, or has expired.',
  'wallet.updated': 'A wallet or its balance has changed.',
  'wallet_transaction.created': 'A transaction of a wallet was created.',
  'wallet_transaction.payment_failure':
    'The payment provider has refused the payment of bought wallet credits.',
  'wallet_transaction.updated': 'A transaction of a wallet was settled, has failed or has changed.',
  'webhook.test': 'Somebody tests an endpoint.',
};

/** An object all of whose members are always there. */
function whole(properties: Members['properties']): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}
