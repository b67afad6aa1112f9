// Compares the invoices of several customers billed in one transaction with those of each customer billed separately.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';

const STARTED = '2027-10-06T00:00:00Z';
/** A Monday: weeks and months end. */
const BILLED = new Date('2027-11-01T00:00:00Z');

const clock = new HandClock(STARTED);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

test('customers who are billed together are billed as each would be alone', async () => {
  const [one, other] = [await server.organization(), await server.organization()];
  await bill(one, await sell(one));
  for (const customer of await sell(other)) await bill(other, [customer]);

  const [together, alone] = [await documents(one), await documents(other)];
  expect(together).toEqual(alone);
  expect(together.invoices.map(gistOf).toSorted()).toEqual([
    // 25.16 of 30.00, a percentage of 40.00, three prorated seats and 10.00 fixed, with taxes; a week of 7.00 with 2.40 of usage
    'both finalized subscription_periodic subscription_periodic 6068',
    'both finalized subscription_starting 500',
    'drafted draft subscription_periodic 16219',
    'first finalized subscription_periodic 6355',
    'idle finalized subscription_periodic 5033',
    // Standalone fees count towards a commitment, before and after they are put on an invoice.
    'payer finalized in_advance_charge_periodic 2400',
    'payer finalized subscription_periodic 6851',
    'payer finalized subscription_starting 1007',
    // 75.48 are committed; what waited is 18.00 of it.
    'waiting finalized in_advance_charge 1800',
    'waiting finalized in_advance_charge 360',
    'waiting finalized subscription_periodic 7091',
    'waiting finalized subscription_starting 1007',
    'weekly finalized subscription_periodic 760',
    'weekly finalized subscription_starting 500',
  ]);
});

/** Metrics and plans of every kind, called the same in every organization. */
async function createCatalog(client: Client) {
  const { code: vat } = await createTax(client, { code: 'vat', rate: 20 });
  const metric = async (code: string, aggregation_type: string, over: object = {}) =>
    (await createMetric(client, { code, aggregation_type, field_name: 'value', ...over })).svc_id as string;
  const usage = await metric('usage', 'sum_agg');
  const calls = await metric('calls', 'sum_agg');
  const seats = await metric('seats', 'unique_count_agg', { recurring: true });
  const cards = await metric('cards', 'unique_count_agg', { recurring: true });
  const traffic = await metric('traffic', 'sum_agg');
  const { svc_id: support } = await createAddOn(client, { code: 'support' });
  const standard = (billable_metric_id: string, amount: string, over: object = {}) => ({
    billable_metric_id,
    charge_model: 'standard',
    properties: { amount },
    ...over,
  });
  const grouped = standard(usage, '0.10', { properties: { amount: '0.10', pricing_group_keys: ['region'] } });
  return {
    rich: await createPlan(client, {
      code: 'rich',
      amount_cents: 3_000,
      tax_codes: [vat],
      minimum_commitment: { amount_cents: 5_000 },
      charges: [
        grouped,
        {
          billable_metric_id: calls,
          charge_model: 'percentage',
          properties: { rate: '1.5', per_transaction_min_amount: '0.35' },
        },
        standard(seats, '12', { prorated: true }),
      ],
      fixed_charges: [
        { add_on_id: support, charge_model: 'standard', units: 2, properties: { amount: '5' } },
      ],
    }),
    weekly: await createPlan(client, {
      code: 'weekly',
      interval: 'weekly',
      amount_cents: 700,
      pay_in_advance: true,
      charges: [grouped],
    }),
    advance: await createPlan(client, {
      code: 'advance',
      amount_cents: 1_000,
      pay_in_advance: true,
      tax_codes: [vat],
      minimum_commitment: { amount_cents: 9_000 },
      charges: [
        standard(traffic, '3', { pay_in_advance: true }),
        standard(cards, '10', { pay_in_advance: true, invoiceable: false, regroup_paid_fees: 'invoice' }),
      ],
    }),
  };
}

/** Sells to customers of every kind. @returns their external ids. */
async function sell(client: Client): Promise<string[]> {
  clock.set(STARTED);
  const plans = await createCatalog(client);
  const customer = (external_id: string, over: object = {}) =>
    createCustomer(client, { external_id, ...over });
  const subscribed = ({ external_id }: Resource, plan: keyof typeof plans) =>
    subscribe(client, { external_id }, plans[plan], { external_id: `${external_id} ${plan}` });
  const use = (subscription: Resource, code: string, values: readonly unknown[]) =>
    sendEvents(
      client,
      subscription,
      { code },
      values.map((value, index) => ({
        properties: { value, region: index % 2 === 0 ? 'eu' : 'us' },
        timestamp: Date.parse('2027-10-26T06:00:00Z') / 1_000 + index * 7_200,
      })),
    );

  const first = await subscribed(await customer('first'), 'rich');
  await use(first, 'usage', [30, '2.5', 7]);
  await use(first, 'calls', [10, 900]);
  const waiting = await subscribed(await customer('waiting'), 'advance');
  const both = await customer('both', { net_payment_term: 10 });
  const rich = await subscribed(both, 'rich');
  await use(rich, 'seats', ['ann', 'bob', 'cleo']);
  await use(rich, 'calls', [40]);
  await use(await subscribed(both, 'weekly'), 'usage', [11, 13]);
  const payer = await subscribed(await customer('payer'), 'advance');
  await use(payer, 'cards', ['one', 'two']);
  await use(await subscribed(await customer('weekly'), 'weekly'), 'usage', [1, 2, 3]);
  await subscribed(await customer('idle'), 'rich');
  await use(
    await subscribed(
      await customer('drafted', { billing_configuration: { invoice_grace_period: 3 } }),
      'rich',
    ),
    'usage',
    [1_000],
  );

  clock.set('2027-10-29T12:00:00Z');
  await server.app.services.eventBilling.run({
    organizationId: client.organizationId,
    externalSubscriptionId: payer.external_id,
  });
  const { fees } = (await client.get('/fees?fee_type=charge')).body;
  for (const { svc_id } of fees)
    await client.put(`/fees/${svc_id}`, { fee: { payment_status: 'succeeded' } });
  // The queue is behind with these.
  await use(waiting, 'traffic', [1, 5]);
  return ['first', 'waiting', 'both', 'payer', 'weekly', 'idle', 'drafted'];
}

/** What their billing day does, in one transaction. */
async function bill({ organizationId }: Client, externalIds: readonly string[]): Promise<void> {
  const { services } = server.app;
  const actor = systemActor(organizationId, BILLED);
  const ids = await server.pool.sql<{ id: string }[]>`
    select subscriptions.id from subscriptions join customers on customers.id = customer_id
    where customers.organization_id = ${organizationId} and customers.external_id = any(${[...externalIds]})`;
  clock.set(BILLED.toISOString());
  await server.pool.db.transaction((tx) =>
    services.billingDay.run(tx, actor, {
      organizationId,
      customerIds: [],
      testClockId: null,
      kind: 'subscription_billing',
      dueAt: BILLED,
      attempts: 0,
      subjectIds: ids.map(({ id }) => id),
    }),
  );
}

/** All invoices and fees without what differs between organizations, in an order that does not. */
async function documents(client: Client): Promise<{ invoices: Resource[]; fees: Resource[] }> {
  const { invoices } = (await client.get('/invoices?per_page=100')).body;
  const full = await Promise.all(
    invoices.map(async ({ svc_id }: Resource) => (await client.get(`/invoices/${svc_id}`)).body.invoice),
  );
  const { fees } = (await client.get('/fees?per_page=100')).body;
  const sorted = (all: Resource[]) =>
    all
      .map((each) => JSON.stringify(withoutIds(each)))
      .toSorted()
      .map((text) => JSON.parse(text));
  return { invoices: sorted(full), fees: sorted(fees) };
}

function withoutIds(value: Resource): Resource {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(
    ([key]) => !/^svc_|^number$|slug$|_url$|^event_transaction_id$/.test(key),
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutIds(member)]));
}

/** Whose it is, its status, what it bills and the cents of it. */
function gistOf({ customer, status, billing_periods: periods, total_amount_cents: cents }: Resource): string {
  const reasons = periods.map((period: Resource) => period.invoicing_reason);
  return [customer.external_id, status, ...reasons, cents].join(' ');
}
