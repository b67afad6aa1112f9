// An event gets its id and its sequence before its transaction commits. What an invoice counted is what was committed when
// its usage was read (docs/adr/0049).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';
import { readExplanation } from '../support/usage.js';

let server: TestServer;
let client: Client;
let metric: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await startTestServer({ connections: 6 });
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const charge = (over: object) => ({ billable_metric_id: metric.svc_id, ...over });
  plan = await createPlan(client, {
    charges: [
      charge({ charge_model: 'standard', properties: { amount: '1' }, code: 'from counters' }),
      charge({
        charge_model: 'percentage',
        properties: { rate: '10', per_transaction_max_amount: '5' },
        code: 'from single events',
      }),
    ],
  });
});
afterAll(() => server.stop());

/** Stores an event of 2027-01-20 in a transaction that commits when the rest of the story is over. */
async function storeMeanwhile(subscription: Resource, rest: () => Promise<void>): Promise<string> {
  const transactionId = unique('event');
  const event = eventInput({
    transactionId,
    externalSubscriptionId: subscription.external_id,
    code: metric.code,
    timestamp: { at: new Date('2027-01-20T00:00:00Z'), exact: '2027-01-20T00:00:00.000000Z' },
    properties: { n: 100 },
  });
  await server.pool.db.transaction(async (tx) => {
    const call = { ...ingestCall(server, client.organizationId), db: tx, openTransaction: tx };
    await server.app.services.ingest.one(call, event);
    await rest();
  });
  return transactionId;
}

const unitsOf = (invoice: Resource): number[] =>
  invoice.fees
    .filter(({ item }: Resource) => item.code === metric.code)
    .map(({ units }: Resource) => Number(units));

async function differencesOf(invoice: Resource): Promise<Resource[]> {
  const { data } = await client.graphql(
    'query ($id: ID!) { verifyInvoiceUsage(invoiceId: $id) { billedUnits recountedUnits } }',
    { id: invoice.svc_id },
  );
  return data.verifyInvoiceUsage;
}

const explain = (transactionId: string) => readExplanation(client, transactionId);

describe('an event whose transaction began before, and committed after, the usage of its period was read', () => {
  let story: Story;
  let invoice: Resource;
  let late: string;

  beforeAll(async () => {
    story = await Story.begin(client, '2027-01-10T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-15T00:00:00Z': { n: 7 } });
    late = await storeMeanwhile(subscription, () => story.advance('2027-02-02T00:00:00Z'));
    invoice = (await story.invoices()).at(-1);
  });

  test('an event that was committed too late is not billed, and is no difference when the invoice is recounted', async () => {
    expect(unitsOf(invoice)).toEqual([7, 7]);
    expect(await differencesOf(invoice)).toEqual([]);
  });

  test('an event that was committed too late came too late, as its explanation says', async () => {
    expect(await explain(late)).toMatchObject({ counted: false, reason: 'period_already_invoiced' });
  });

  test('an event that was committed too late stays too late in a database whose transaction ids have begun anew', async () => {
    await story.use({ external_id: invoice.billing_periods[0].external_subscription_id }, metric, {
      '2027-01-21T00:00:00Z': { n: 1_000 },
    });
    await server.pool.sql`update events set written_in = '1' where properties ->> 'n' = '1000'`;
    expect(await differencesOf(invoice)).toEqual([]);
  });

  test('an event that was committed too late is found by its id for an invoice without usage moments', async () => {
    const { sql } = server.pool;
    await sql`update billing_periods set usage_moments = '[]' where invoice_id = ${invoice.svc_id}`;
    expect(await differencesOf(invoice)).toEqual([
      { billedUnits: '7.0', recountedUnits: '107.0' },
      { billedUnits: '7.0', recountedUnits: '107.0' },
    ]);
    expect(await explain(late)).toMatchObject({ counted: true });
  });
});

test('events that come while an invoice is a draft count, and those that come afterwards are too late', async () => {
  const story = await Story.begin(client, '2027-01-10T00:00:00Z', {
    billing_configuration: { invoice_grace_period: 5 },
  });
  const subscription = await story.subscribe(plan);
  await story.advance('2027-02-02T00:00:00Z');
  const early = await storeMeanwhile(subscription, () => Promise.resolve());
  await story.advance('2027-02-07T00:00:00Z');
  const late = await storeMeanwhile(subscription, () => Promise.resolve());
  const [invoice] = await story.invoices();
  expect([invoice.status, unitsOf(invoice)]).toEqual(['finalized', [100, 100]]);
  expect(await differencesOf(invoice)).toEqual([]);
  expect(await explain(early)).toMatchObject({ counted: true });
  expect(await explain(late)).toMatchObject({ counted: false, reason: 'period_already_invoiced' });
});
