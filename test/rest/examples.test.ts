// "Try it out" succeeds: every example of our OpenAPI document is sent, in the order of a first tour.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EXAMPLE_IDS } from '../../src/rest/openapi/examples.js';
import { issue, billedCustomer, chargeFeeOf, plannedInvoice, partOf } from '../support/invoices.js';
import type { Client, RestAnswer } from '../support/client.js';
import { openapi } from '../support/openapi.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
/** Ids that the server gave: those that examples name, and those of the next path, by the name of the parameter. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

/** What is sent in turn; a function looks for the ids that the next ones need. */
const TOUR: readonly (string | (() => Promise<unknown>))[] = [
  'createWebhookEndpoint',
  async () => {
    const { body } = await client.get('/webhook_endpoints');
    ids['svc_id'] = body.webhook_endpoints[0].svc_id;
  },
  'updateWebhookEndpoint',
  'createTax',
  'updateTax',
  'createBillingEntity',
  'updateBillingEntity',
  'updateOrganization',
  'createBillableMetric',
  'updateBillableMetric',
  'evaluateExpression',
  'createAddOn',
  'updateAddOn',
  'createPlan',
  'updatePlan',
  'setPlanMetadata',
  'mergePlanMetadata',
  async () => {
    const { body } = await client.get('/billable_metrics/api_calls');
    ids[EXAMPLE_IDS.billableMetric] = body.billable_metric.svc_id;
  },
  'createPlanCharge',
  'updatePlanCharge',
  'createPlanChargeFilter',
  async () => {
    const { body } = await client.get('/plans/pro/charges/calls/filters');
    ids['filter_id'] = body.filters[0].svc_id;
  },
  'updatePlanChargeFilter',
  'createPlanFixedCharge',
  'updatePlanFixedCharge',
  'createFeature',
  'updateFeature',
  'replacePlanEntitlements',
  'setPlanEntitlement',
  'upsertCustomer',
  'previewInvoice',
  'createCoupon',
  'updateCoupon',
  'createSubscription',
  'updateSubscription',
  'setSubscriptionEntitlement',
  'overrideSubscriptionCharge',
  'createSubscriptionChargeFilter',
  async () => {
    const { body } = await client.get('/subscriptions/acme_pro/charges/calls/filters');
    ids['filter_id'] = body.filters[0].svc_id;
  },
  'updateSubscriptionChargeFilter',
  'overrideSubscriptionFixedCharge',
  'createSubscriptionAlert',
  'updateSubscriptionAlert',
  'updateLifetimeUsage',
  'estimateEventFees',
  'estimateEventInstantFees',
  'estimateEventsBatchInstantFees',
  'ingestEvent',
  'ingestEvents',
  async () => {
    ids['svc_id'] = await standaloneFee();
  },
  'updateFee',
  async () => {
    const { body } = await client.get('/customers/acme/invoices');
    const { invoice } = (await client.get(`/invoices/${body.invoices[0].svc_id}`)).body;
    ids[EXAMPLE_IDS.invoice] = invoice.svc_id;
    ids[EXAMPLE_IDS.fee] = invoice.fees[0].svc_id;
  },
  () => Promise.resolve((ids['svc_id'] = ids[EXAMPLE_IDS.invoice] ?? '')),
  'retryInvoicePayment',
  'recordPayment',
  'estimateCreditNote',
  'createCreditNote',
  async () => {
    const { body } = await client.get('/credit_notes');
    ids['svc_id'] = body.credit_notes[0].svc_id;
  },
  'updateCreditNote',
  'setCreditNoteMetadata',
  'mergeCreditNoteMetadata',
  () => Promise.resolve((ids['svc_id'] = ids[EXAMPLE_IDS.invoice] ?? '')),
  'updateInvoice',
  'applyCoupon',
  async () => {
    // Its due date passes.
    await server.pool
      .sql`update invoices set payment_overdue = true where id = ${ids[EXAMPLE_IDS.invoice] ?? ''}`;
  },
  'createPaymentRequest',
  sendMails,
  'resendInvoiceEmail',
  async () => {
    const { body } = await client.get('/credit_notes');
    ids['svc_id'] = body.credit_notes[0].svc_id;
  },
  'resendCreditNoteEmail',
  async () => {
    const { body } = await client.get('/payment_receipts');
    ids['svc_id'] = body.payment_receipts[0].svc_id;
  },
  'resendPaymentReceiptEmail',
  () => Promise.resolve((ids['svc_id'] = ids[EXAMPLE_IDS.invoice] ?? '')),
  'createOneOffInvoice',
  'voidInvoice',
  'createWallet',
  async () => {
    const { body } = await client.get('/wallets');
    ids['svc_id'] = ids[EXAMPLE_IDS.wallet] = body.wallets[0].svc_id;
  },
  'updateWallet',
  'setWalletMetadata',
  'mergeWalletMetadata',
  'createWalletTransactions',
  'createCustomerWallet',
  'updateCustomerWallet',
  'setCustomerWalletMetadata',
  'mergeCustomerWalletMetadata',
  'createWalletAlert',
  'updateWalletAlert',
  'createTestClock',
  async () => {
    const { body } = await client.get('/test_clocks');
    ids['svc_id'] = body.test_clocks[0].svc_id;
  },
  'advanceTestClock',
  async () => {
    const { body } = await client.get('/plans/pro/charges/calls/filters');
    ids['filter_id'] = body.filters[0].svc_id;
  },
  'deletePlanChargeFilter',
  'deletePlanCharge',
  'deletePlanFixedCharge',
];

test('every body has an example, and every example is sent', () => {
  const described = operations.flatMap(({ operationId, requestBody }) =>
    requestBody === undefined ? [] : operationId,
  );
  expect(TOUR.filter((step) => typeof step === 'string').toSorted()).toEqual(described.toSorted());
});

test('every example is accepted, and understood whole', async () => {
  for (const step of TOUR) {
    if (typeof step === 'function') {
      await step();
      continue;
    }
    const { status, headers, body } = await send(step);
    expect([step, status, status === 200 ? undefined : (body.error_details ?? body.code)]).toEqual([
      step,
      200,
      undefined,
    ]);
    expect([step, headers.get('x-svc-ignored')]).toEqual([step, null]);
  }
});

/** Has the billing entity of the customer send e-mails, and gives both an address. */
async function sendMails(): Promise<void> {
  const { body } = await client.get('/billing_entities');
  const email_settings = ['invoice.finalized', 'credit_note.created', 'payment_receipt.created'];
  await client.put(`/billing_entities/${body.billing_entities[0].code}`, {
    billing_entity: { email: 'desk@acme.example', email_settings },
  });
  await client.post('/customers', { customer: { external_id: 'acme', email: 'ap@acme.example' } });
}

/** Sends the example of an operation, to the path of its parameters' examples. */
async function send(id: string): Promise<RestAnswer> {
  const operation = operations.find(({ operationId }) => operationId === id);
  const example = operation?.requestBody?.content['application/json'].example;
  if (operation === undefined || example === undefined) throw new Error(`${id} has no example.`);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters?.find((each) => each.in === 'path' && each.name === name);
    return encodeURIComponent(parameter?.example ?? ids[name] ?? name);
  });
  const sent = JSON.stringify(example).replace(/01900000-[\da-f-]+/g, (named) => ids[named] ?? named);
  return client.call(operation.method.toUpperCase(), path, { rawBody: sent });
}

/** One that is on no invoice, which the events of the tour would make a moment later. */
async function standaloneFee(): Promise<string> {
  const billed = await billedCustomer(server, client);
  const fee = chargeFeeOf(billed, { units: 3, payInAdvance: true, invoiceable: false });
  await issue(
    billed,
    plannedInvoice(billed, { parts: [partOf(billed, { fees: [], standaloneFees: [fee] })] }),
  );
  const { body } = await client.get(`/fees?external_customer_id=${billed.customer.externalId}`);
  return body.fees[0].svc_id;
}
