import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { billedOn } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';
import { until } from '../support/until.js';
import { startKillableServer } from './killable-server.js';

const START = '2027-01-04T00:00:00Z';
const TARGET = '2027-07-05T00:00:00Z';
const WEEKS = 26;
/** Killed when it has come so far; each time a new server goes on. */
const KILLED_AT = [3, 9];

let server: TestServer;
let client: Client;
let plan: Resource;
let metric: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const price = { charge_model: 'standard', properties: { amount: '0.5' } };
  const charges = [{ billable_metric_id: metric.svc_id, ...price }];
  plan = await createPlan(client, { interval: 'weekly', amount_cents: 1_000, charges });
});
afterAll(() => server.stop());

async function begin(): Promise<Story> {
  const story = await Story.begin(client, START);
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, {
    '2027-01-06T12:00:00Z': { n: 3 },
    '2027-06-01T12:00:00Z': { n: 7 },
    '2027-07-04T23:59:59Z': { n: 11 },
  });
  return story;
}

const clockOf = async ({ clock }: Story) =>
  (await client.get(`/test_clocks/${clock.svc_id}`)).body.test_clock;
const issued = async ({ customer }: Story) =>
  (await client.get(`/invoices?external_customer_id=${customer.external_id}&per_page=1`)).body.meta
    .total_count;

/** Has another server advance the clock, and kills it when as many invoices are there. */
async function advanceUntilKilled(story: Story, invoices: number): Promise<void> {
  const { child, caller } = await startKillableServer(server, client);
  const body = { test_clock: { frozen_time: TARGET } };
  const answer = caller.post(`/test_clocks/${story.clock.svc_id}/advance`, body).catch(() => null);
  await until(async () => (await issued(story)) >= invoices);
  child.kill('SIGKILL');
  expect(await answer).toBeNull();
}

test('a clock whose server was killed on its way goes on where it was, and nothing is billed twice', async () => {
  const [undisturbed, disturbed] = [await begin(), await begin()];
  for (const invoices of KILLED_AT) {
    await advanceUntilKilled(disturbed, invoices);
    expect(await clockOf(disturbed)).toMatchObject({ status: 'advancing' });
    expect(await issued(disturbed)).toBeLessThan(WEEKS);
  }
  await server.app.services.clockAdvancer.resume();
  await until(async () => (await clockOf(disturbed)).status === 'ready');
  await undisturbed.advance(TARGET);
  const documents = (await disturbed.invoices()).map(billedOn);
  expect(documents).toHaveLength(WEEKS);
  expect(documents).toEqual((await undisturbed.invoices()).map(billedOn));
});
