// Everything that is wrong with a request in one answer: what cannot be read, and what the services refuse of the rest.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let customer: Resource;
let metric: Resource;
let addOn: Resource;
let plan: Resource;
let subscription: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  customer = await createCustomer(client);
  metric = await createMetric(client);
  addOn = await createAddOn(client);
  plan = await createPlan(client, {
    charges: [perCall(metric)],
  });
  subscription = await subscribe(client, customer, plan);
});
afterAll(() => server.stop());

type Call = readonly [method: 'POST' | 'PUT', path: string, body: object];

const send = ([method, path, body]: Call, headers: Record<string, string> = {}) =>
  method === 'POST' ? client.post(path, body, { headers }) : client.put(path, body, { headers });

const WRONG_CUSTOMER = {
  external_id: 'wrong',
  country: 'Germany',
  email: 'nope',
  timezone: 'Berlin',
  net_payment_term: -1,
};
const CUSTOMER_DETAILS = {
  country: ['not_a_valid_country_code'],
  email: ['invalid_email_format'],
  timezone: ['invalid_timezone'],
  net_payment_term: ['value_is_out_of_range'],
};

test.each<[string, () => Call, object]>([
  ['a customer', () => ['POST', '/customers', { customer: WRONG_CUSTOMER }], CUSTOMER_DETAILS],
  [
    'a customer without its external id',
    () => ['POST', '/customers', { customer: { ...WRONG_CUSTOMER, external_id: undefined } }],
    { external_id: ['value_is_mandatory'], ...CUSTOMER_DETAILS },
  ],
  [
    'parts of a customer',
    () => [
      'POST',
      '/customers',
      {
        customer: {
          external_id: 'wrong',
          currency: 'EURO',
          billing_configuration: { invoice_grace_period: 'long', document_locale: 'xx-yy-zz' },
          metadata: [
            { key: 5, value: 'a' },
            { key: ' ', value: 'b' },
          ],
        },
      },
    ],
    {
      currency: ['value_is_invalid'],
      'billing_configuration.invoice_grace_period': ['value_is_invalid'],
      'billing_configuration.document_locale': ['not_a_valid_language_code'],
      'metadata.0.key': ['value_is_invalid'],
      'metadata.1.key': ['value_is_mandatory'],
    },
  ],
  [
    'a new subscription',
    () => [
      'POST',
      '/subscriptions',
      {
        subscription: {
          external_customer_id: customer.external_id,
          plan_code: plan.code,
          external_id: unique('subscription'),
          subscription_at: 'soon',
          ending_at: '2020-01-01',
          name: 'n'.repeat(256),
        },
      },
    ],
    { subscription_at: ['invalid_date'], ending_at: ['invalid_date'], name: ['value_is_too_long'] },
  ],
  [
    'a new subscription whose dates are only checked by the service',
    () => [
      'POST',
      '/subscriptions',
      {
        subscription: {
          external_customer_id: customer.external_id,
          plan_code: plan.code,
          external_id: unique('subscription'),
          subscription_at: '9999-01-01',
          ending_at: '2020-01-01',
        },
      },
    ],
    { subscription_at: ['invalid_date'], ending_at: ['invalid_date'] },
  ],
  [
    'a changed subscription',
    () => [
      'PUT',
      `/subscriptions/${subscription.external_id}`,
      { subscription: { name: 'n'.repeat(256), ending_at: '2020-01-01', on_termination_invoice: 'maybe' } },
    ],
    {
      name: ['value_is_too_long'],
      ending_at: ['invalid_date'],
      on_termination_invoice: ['invalid_value'],
    },
  ],
  [
    'a plan with its charges and fixed charges',
    () => [
      'POST',
      '/plans',
      {
        plan: {
          name: ' ',
          code: plan.code,
          interval: 'often',
          amount_currency: 'EUR',
          pay_in_advance: false,
          trial_period: -1,
          charges: [
            { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '-1' } },
          ],
          fixed_charges: [{ add_on_id: addOn.svc_id, charge_model: 'standard', units: 'many' }],
        },
      },
    ],
    {
      name: ['value_is_mandatory'],
      interval: ['value_is_invalid'],
      amount_cents: ['value_is_mandatory'],
      trial_period: ['value_is_out_of_range'],
      'charges.0.properties': ['invalid_amount'],
      'fixed_charges.0.units': ['value_is_invalid'],
    },
  ],
  [
    'a changed charge',
    () => [
      'PUT',
      `/plans/${plan.code}/charges/${plan.charges[0].code}`,
      { charge: { invoice_display_name: 5, properties: { amount: 'x' }, tax_codes: 'all' } },
    ],
    {
      invoice_display_name: ['value_is_invalid'],
      properties: ['invalid_amount'],
      tax_codes: ['invalid_format'],
    },
  ],
  [
    'a metric',
    () => [
      'POST',
      '/billable_metrics',
      { billable_metric: { name: 'm', code: ' ', aggregation_type: 'sum_agg', rounding_precision: 'few' } },
    ],
    {
      code: ['value_is_mandatory'],
      field_name: ['value_is_mandatory'],
      rounding_precision: ['value_is_invalid'],
    },
  ],
  [
    'a tax',
    () => ['POST', '/taxes', { tax: { name: ' ', code: 'c'.repeat(256), rate: 'high' } }],
    { name: ['value_is_mandatory'], code: ['value_is_too_long'], rate: ['value_is_invalid'] },
  ],
  [
    'an add-on',
    () => ['POST', '/add_ons', { add_on: { name: ' ', code: 'x', amount_cents: 0, amount_currency: 'X' } }],
    {
      name: ['value_is_mandatory'],
      amount_cents: ['value_is_out_of_range'],
      amount_currency: ['value_is_invalid'],
    },
  ],
])('%s reports all errors at once', async (_, call, details) => {
  const { status, body } = await send(call());
  expect([status, body.error_details]).toEqual([422, details]);
});

test.each<[string, object, object, string]>([
  [
    '/billable_metrics',
    { billable_metric: { name: 'm', code: ' ', aggregation_type: 'most', recurring: true } },
    { code: ['value_is_mandatory'], aggregation_type: ['value_is_invalid'] },
    'no field name is required while the aggregation is unknown',
  ],
  [
    '/plans',
    {
      plan: {
        name: 'p',
        code: 'p',
        interval: 'monthly',
        amount_cents: 0,
        amount_currency: 'EUR',
        pay_in_advance: false,
        charges: [{ charge_model: 'standard', pay_in_advance: 'perhaps', invoiceable: false, code: ' ' }],
      },
    },
    {
      'charges.0.pay_in_advance': ['value_is_invalid'],
      'charges.0.code': ['value_is_mandatory'],
    },
    'whether it has to be invoiceable depends on the payment in advance',
  ],
])('%s: errors that only follow from an unreadable member are omitted (%#)', async (path, body, details) => {
  const [charge] = (body as { plan?: { charges: object[] } }).plan?.charges ?? [];
  Object.assign(charge ?? {}, { billable_metric_id: metric.svc_id });
  const answer = await client.post(path, body);
  expect([answer.status, answer.body.error_details]).toEqual([422, details]);
});

test('nothing of a refused request is stored, with an Idempotency-Key neither', async () => {
  const rows = () => countRows(server.pool, 'taxes', client.organizationId);
  const before = await rows();
  // Only the description cannot be read: with what can, a tax could be created.
  const body = { tax: { name: 'VAT', code: unique('tax'), rate: 20, description: 5 } };
  for (const headers of [{}, { 'idempotency-key': unique('key') }]) {
    const { status, body: refused } = await client.post('/taxes', body, { headers });
    expect([status, refused.error_details]).toEqual([422, { description: ['value_is_invalid'] }]);
  }
  expect(await rows()).toBe(before);
});

test('an unreadable member is reported before a record that the body names and that does not exist', async () => {
  const { status, body } = await client.post('/subscriptions', {
    subscription: {
      external_customer_id: customer.external_id,
      plan_code: 'absent',
      external_id: unique('subscription'),
      subscription_at: 'soon',
    },
  });
  expect([status, body.error_details]).toEqual([422, { subscription_at: ['invalid_date'] }]);
});
