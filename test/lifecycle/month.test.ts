// A month of usage, end to end: what is sold, what is used, what is billed, the same on both surfaces.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, createTax, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const standard = (amount: string) => ({ charge_model: 'standard', properties: { amount } });

test('a month of usage is billed to the cent at its end', async () => {
  const vat = await createTax(client, { rate: 20 });
  const calls = await createMetric(client);
  const traffic = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'gigabytes' });
  const plan = await createPlan(client, {
    amount_cents: 3_000,
    tax_codes: [vat.code],
    charges: [
      { billable_metric_id: calls.svc_id, ...standard('0.05') },
      { billable_metric_id: traffic.svc_id, ...standard('1.25'), invoice_display_name: 'Traffic' },
    ],
  });
  const story = await Story.begin(client, '2027-09-11T09:30:00Z');
  const subscription = await story.subscribe(plan, { name: 'Production' });
  await story.use(subscription, calls, {
    '2027-09-11T09:29:59Z': {},
    '2027-09-11T09:30:00Z': {},
    '2027-09-20T00:00:00Z': {},
    '2027-09-30T23:59:59Z': {},
    '2027-10-01T00:00:00Z': {},
  });
  await story.use(subscription, traffic, {
    '2027-09-12T00:00:00Z': { gigabytes: '1.5' },
    '2027-09-13T00:00:00Z': { gigabytes: 2.25 },
  });
  await story.advance('2027-09-30T23:59:59Z');
  expect(await story.invoices()).toEqual([]);

  await story.advance('2027-10-01T00:00:00Z');
  const [invoice, ...others] = await story.invoices();
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    invoice_type: 'subscription',
    status: 'finalized',
    payment_status: 'pending',
    number: expect.stringMatching(/-001-001$/),
    sequential_id: 1,
    currency: 'EUR',
    issuing_date: '2027-10-01',
    payment_due_date: '2027-10-01',
    created_at: '2027-10-01T00:00:00Z',
    fees_amount_cents: 2_484,
    taxes_amount_cents: 497,
    total_amount_cents: 2_981,
  });
  expect(invoice.billing_periods).toEqual([
    {
      svc_subscription_id: subscription.svc_id,
      external_subscription_id: subscription.external_id,
      svc_plan_id: plan.svc_id,
      invoicing_reason: 'subscription_periodic',
      subscription_from_datetime: '2027-09-11T00:00:00Z',
      subscription_to_datetime: '2027-09-30T23:59:59Z',
      charges_from_datetime: '2027-09-11T09:30:00Z',
      charges_to_datetime: '2027-09-30T23:59:59Z',
      fixed_charges_from_datetime: expect.anything(),
      fixed_charges_to_datetime: expect.anything(),
    },
  ]);
  expect(invoice.fees).toMatchObject([
    {
      // 20 of 30 days
      amount_cents: 2_000,
      taxes_amount_cents: 400,
      units: '1.0',
      precise_unit_amount: '20.0',
      events_count: null,
      pay_in_advance: false,
      from_date: '2027-09-11T00:00:00Z',
      to_date: '2027-09-30T23:59:59Z',
      amount_details: { plan_amount_cents: 3_000 },
      item: {
        type: 'subscription',
        code: plan.code,
        name: 'Basic',
        invoice_display_name: 'Production',
        item_type: 'Subscription',
        svc_item_id: subscription.svc_id,
      },
    },
    {
      // the event before the start and the one of October do not count
      amount_cents: 15,
      taxes_amount_cents: 3,
      units: '3.0',
      events_count: 3,
      from_date: '2027-09-11T09:30:00Z',
      item: { type: 'charge', code: calls.code, invoice_display_name: 'Calls', svc_item_id: calls.svc_id },
    },
    {
      // 3.75 × 1.25 = 4.6875
      amount_cents: 469,
      precise_amount: '4.6875',
      taxes_amount_cents: 94,
      units: '3.75',
      events_count: 2,
      item: { type: 'charge', code: traffic.code, invoice_display_name: 'Traffic' },
    },
  ]);

  const requested = await client.graphql(
    `query ($id: ID!) {
      invoice(id: $id) {
        number issuingDate feesAmountCents taxesAmountCents totalAmountCents
        fees { amountCents taxesAmountCents units eventsCount }
      }
    }`,
    { id: invoice.svc_id },
  );
  expect(requested.data.invoice).toEqual({
    number: invoice.number,
    issuingDate: invoice.issuing_date,
    feesAmountCents: invoice.fees_amount_cents,
    taxesAmountCents: invoice.taxes_amount_cents,
    totalAmountCents: invoice.total_amount_cents,
    fees: invoice.fees.map((fee: Resource) => ({
      amountCents: fee.amount_cents,
      taxesAmountCents: fee.taxes_amount_cents,
      units: fee.units,
      eventsCount: fee.events_count,
    })),
  });
});

test('the same through GraphQL alone', async () => {
  const send = async (mutation: string, input: object) => {
    const { data, errors } = await client.graphql(mutation, { input });
    expect(errors).toBeUndefined();
    return data;
  };
  const { createTestClock } = await send(
    'mutation ($input: CreateTestClockInput!) { createTestClock(input: $input) { testClock { id } } }',
    { frozenTime: '2027-09-11T09:30:00Z' },
  );
  const clockId = createTestClock.testClock.id;
  const { upsertCustomer } = await send(
    'mutation ($input: UpsertCustomerInput!) { upsertCustomer(input: $input) { customer { id externalId } } }',
    { externalId: unique('customer'), testClockId: clockId },
  );
  const { customer } = upsertCustomer;
  const plan = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
  const { createSubscription } = await send(
    `mutation ($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) {
        subscription { id status planCode plan { amountCents } customer { id } currentPeriodTo }
      }
    }`,
    { externalCustomerId: customer.externalId, planCode: plan.code, externalId: unique('subscription') },
  );
  expect(createSubscription.subscription).toMatchObject({
    status: 'active',
    planCode: plan.code,
    plan: { amountCents: 3_000 },
    customer: { id: customer.id },
    currentPeriodTo: '2027-09-30T23:59:59Z',
  });
  const { advanceTestClock } = await send(
    `mutation ($input: AdvanceTestClockInput!) {
      advanceTestClock(input: $input) { testClock { status frozenTime } }
    }`,
    { id: clockId, frozenTime: '2027-10-01T00:00:00Z' },
  );
  expect(advanceTestClock.testClock).toEqual({ status: 'ready', frozenTime: '2027-10-01T00:00:00Z' });
  const read = await client.graphql(
    `query ($id: ID!) {
      customer(id: $id) {
        subscriptions { totalCount nodes { id } }
        invoices { nodes { issuingDate totalAmountCents } }
      }
    }`,
    { id: customer.id },
  );
  expect(read.data.customer).toEqual({
    subscriptions: { totalCount: 1, nodes: [{ id: createSubscription.subscription.id }] },
    invoices: {
      nodes: [
        { issuingDate: '2027-10-01', totalAmountCents: 3_000 },
        { issuingDate: '2027-09-11', totalAmountCents: 2_000 },
      ],
    },
  });
  const { deleteTestClock } = await send(
    'mutation ($input: DeleteTestClockInput!) { deleteTestClock(input: $input) { deletedId } }',
    { id: clockId },
  );
  expect(deleteTestClock.deletedId).toBe(clockId);
  const gone = await client.graphql('query ($id: ID!) { customer(id: $id) { id } }', { id: customer.id });
  expect(gone.errors?.[0].extensions.code).toBe('not_found');
});
