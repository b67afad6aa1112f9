// Subscriptions in real time, whose clock the test holds.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { planRepository } from '../../src/modules/plans/plan.repository.js';
import { systemActor } from '../../src/platform/actor.js';
import { DUE_WORK_CHANNEL } from '../../src/platform/due-work/due-work-kinds.js';
import {
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const clock = new HandClock('2027-09-18T09:30:00Z');
let server: TestServer;
let other: ServedApp;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock });
  other = await serveApp(server.database, { clock });
  client = await server.organization();
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const invoicesOf = async (customer: Resource): Promise<Resource[]> => {
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  return body.invoices.toReversed();
};

test('two workers bill every customer once on its day, however late they come', async () => {
  const plan = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => createCustomer(client)));
  for (const customer of customers) await subscribe(client, customer, plan);

  const workers = await Promise.all([server, other].map(({ app }) => app.services.startLiveWorker()));
  try {
    // Two billing days have passed while nobody worked.
    clock.set('2027-11-05T12:00:00Z');
    await server.pool.sql.notify(DUE_WORK_CHANNEL, clock.now().toISOString());
    for (const customer of customers) {
      await until(async () => (await invoicesOf(customer)).length === 3);
      expect(
        (await invoicesOf(customer)).map((invoice) => [
          invoice.issuing_date,
          invoice.created_at,
          invoice.total_amount_cents,
        ]),
      ).toEqual([
        ['2027-09-18', '2027-09-18T09:30:00Z', 1_300],
        ['2027-10-01', '2027-10-01T00:00:00Z', 3_000],
        ['2027-11-01', '2027-11-01T00:00:00Z', 3_000],
      ]);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

/** What a customer was invoiced, in the order of its numbers: the cents of each fee by its type. */
async function bills(customer: Resource): Promise<unknown[]> {
  const numbered = (await invoicesOf(customer)).toSorted(
    (one, other) => one.sequential_id - other.sequential_id,
  );
  return Promise.all(
    numbered.map(async ({ svc_id, issuing_date }) => {
      const { body } = await client.get(`/invoices/${svc_id}`);
      return [issuing_date, body.invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents])];
    }),
  );
}

test('events that are still in the queue are billed before the invoice that counts what they cost', async () => {
  clock.set('2028-03-01T08:00:00Z');
  const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const charge = perCall(metric);
  const plan = await createPlan(client, {
    minimum_commitment: { amount_cents: 3_100 },
    charges: [{ ...charge, pay_in_advance: true }],
  });
  const customer = await createCustomer(client);
  const subscription = await subscribe(client, customer, plan);
  const use = (day: string, n: string) =>
    sendEvents(client, subscription, metric, [{ timestamp: `${day}T12:00:00Z`, properties: { n } }]);
  await use('2028-03-15', '4');
  await use('2028-03-20', '-4');
  await use('2028-03-31', '5');

  // Nobody works until 2 April; what happened on the 1st is of another period.
  clock.set('2028-04-02T00:00:00Z');
  await use('2028-04-01', '7');
  const worker = await server.app.services.startLiveWorker();
  await until(async () => (await invoicesOf(customer)).length === 4);
  await worker.stop();
  const march = [
    ['2028-04-01', [['charge', 400]]],
    ['2028-04-01', [['charge', 0]]],
    ['2028-04-01', [['charge', 100]]],
    [
      '2028-04-01',
      [
        ['subscription', 0],
        ['commitment', 2_600],
      ],
    ],
  ];
  expect(await bills(customer)).toEqual(march);

  // A closing invoice counts what waits as well; the queue then finds nothing left.
  const { status } = await client.delete(`/subscriptions/${subscription.external_id}`);
  expect(status).toBe(200);
  const { external_id: externalSubscriptionId } = subscription;
  const { organizationId } = client;
  await server.app.services.eventBilling.run({ organizationId, externalSubscriptionId });
  expect(await bills(customer)).toEqual([
    ...march,
    ['2028-04-02', [['charge', 700]]],
    // 2 of 30 days are committed: 207
    ['2028-04-02', [['subscription', 0]]],
  ]);
});

test('an upgrade while the worker is late comes after the billing days that wait', async () => {
  clock.set('2028-05-10T00:00:00Z');
  const [small, big, dear] = [
    await createPlan(client, { amount_cents: 3_100, pay_in_advance: true }),
    await createPlan(client, { amount_cents: 6_200 }),
    await createPlan(client, { amount_cents: 9_300 }),
  ];
  const customer = await createCustomer(client);
  const arrears = await createPlan(client, { amount_cents: 3_100 });
  const upgraded = await subscribe(client, customer, arrears);
  const downgraded = await subscribe(client, customer, dear);
  await subscribe(client, customer, small, { external_id: downgraded.external_id });
  clock.set('2028-06-01T00:00:05Z');
  await subscribe(client, customer, big, { external_id: upgraded.external_id });
  // The downgrade of midnight has happened: of the cheap plan, a month is paid.
  const again = await subscribe(client, customer, small, { external_id: downgraded.external_id });
  expect([again.plan_code, again.previous_plan_code]).toEqual([small.code, dear.code]);
  const billed = (await invoicesOf(customer)).map(
    ({ created_at, total_amount_cents }) => `${created_at} ${total_amount_cents}`,
  );
  expect(billed.toSorted()).toEqual([
    // 22 days of May; 22 of the dear plan and June of the cheap one; no day of June before the upgrade
    '2028-06-01T00:00:00Z 2200',
    '2028-06-01T00:00:00Z 9700',
    '2028-06-01T00:00:06Z 0',
  ]);
});

test('a plan that is being changed does not keep its subscriptions from being billed, nor their customers from it', async () => {
  clock.set('2028-07-10T00:00:00Z');
  const plan = await createPlan(client, { amount_cents: 3_100 });
  const customer = await createCustomer(client);
  await subscribe(client, customer, plan);
  clock.set('2028-08-01T00:00:00Z');
  const { services } = server.app;
  const actor = systemActor(client.organizationId, null);
  // As whoever changes a plan does it, who waits for the customers of the plan then.
  await server.pool.db.transaction(async (tx) => {
    await planRepository.lock(tx, client.organizationId, { code: plan.code });
    const worker = await services.startLiveWorker();
    await until(async () => (await invoicesOf(customer)).length === 1);
    await worker.stop();
    await services.customerLocks.lockWithIdleClocks(tx, actor, [customer.svc_id]);
  });
});
