// What alerts send, and when: alerts.md §1, §3, §4.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import {
  bookInWallet,
  createCustomer,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { questionsIn, requestStatementsOf } from '../support/statements.js';
import { Story } from '../support/story.js';
import { until } from '../support/until.js';

const START = '2027-02-01T09:00:00Z';

let server: TestServer;
let client: Client;
let metric: Resource;
/** One cent for each unit. */
let plan: Resource;
let story: Story;
/** The story's time. */
let now: Date;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  plan = await createPlan(client, { charges: [perCall(metric, { properties: { amount: '0.01' } })] });
});
beforeEach(async () => {
  story = await Story.begin(client, START, { currency: 'EUR' });
  now = new Date(START);
});
afterAll(() => server.stop());

const create = async (owner: string, alert: object): Promise<Resource> => {
  const { status, body } = await client.post(`${owner}/alerts`, {
    alert: { code: unique('alert'), ...alert },
  });
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.alert;
};
const pathOf = ({ external_id }: Resource) => `/subscriptions/${external_id}`;
const walletPath = (of: Resource) => `/customers/${story.customer.external_id}/wallets/${of.code}`;
const to = async (instant: Date | string) => {
  now = new Date(instant);
  await story.advance(now.toISOString());
};
/** Lets reviews that are due happen. */
const moment = () => to(new Date(now.getTime() + 60_000));
const use = async (subscription: Resource, ...quantities: number[]) => {
  for (const n of quantities) await story.use(subscription, metric, { [now.toISOString()]: { n } });
  await moment();
};
const triggered = async ({ svc_id: id }: Resource): Promise<Resource[]> => {
  const { data, errors } = await client.graphql(
    `query ($filter: TriggeredAlertFilterInput) {
      triggeredAlerts(filter: $filter, orderBy: { field: triggered_at, direction: asc }) { nodes {
        id previousValue currentValue triggeredAt crossedThresholds { code value recurring }
      } }
    }`,
    { filter: { alertId: id } },
  );
  expect(errors).toBeUndefined();
  return data.triggeredAlerts.nodes;
};
/** [figure before, figure now, crossed values] of each message. */
const messages = async (alert: Resource) =>
  (await triggered(alert)).map(({ previousValue, currentValue, crossedThresholds }) => [
    Number(previousValue),
    Number(currentValue),
    crossedThresholds.map(({ value, recurring }: Resource) => `${Number(value)}${recurring ? ' again' : ''}`),
  ]);
const figure = async (owner: string, { code }: Resource) =>
  Number((await client.get(`${owner}/alerts/${code}`)).body.alert.previous_value);

const at = (...values: number[]) => values.map((value) => ({ value }));

describe('current usage', () => {
  test('current usage passes one-time values and steps; a new period begins again (alerts.md §4 A)', async () => {
    const subscription = await story.subscribe(plan);
    const alert = await create(pathOf(subscription), {
      alert_type: 'current_usage_amount',
      name: 'Spend',
      thresholds: [
        { code: 'warn', value: 1_000 },
        { code: 'stop', value: 1_500 },
        { code: 'every', value: 400, recurring: true },
      ],
    });
    await use(subscription, 900);
    await use(subscription, 1_500);
    await use(subscription, 299);
    await use(subscription, 1);
    await use(subscription, 0);
    expect(await figure(pathOf(subscription), alert)).toBe(2_700);
    await to('2027-03-01T00:00:00Z');
    expect(await figure(pathOf(subscription), alert)).toBe(0);
    await use(subscription, 50);
    await use(subscription, 950);
    expect(await messages(alert)).toEqual([
      [900, 2_400, ['1000', '1500', '1900 again', '2300 again']],
      [2_699, 2_700, ['2700 again']],
      [50, 1_000, ['1000']],
    ]);
    const [first] = await triggered(alert);
    const [message] = await messagesAbout(server, first.id);
    expect(message).toMatchObject({ webhookType: 'alert.triggered', objectType: 'triggered_alert' });
    expect(message?.object).toEqual({
      svc_id: first.id,
      svc_organization_id: client.organizationId,
      svc_alert_id: alert.svc_id,
      svc_subscription_id: subscription.svc_id,
      external_subscription_id: subscription.external_id,
      svc_wallet_id: null,
      wallet_code: null,
      external_customer_id: story.customer.external_id,
      billable_metric_code: null,
      alert_type: 'current_usage_amount',
      alert_code: alert.code,
      alert_name: 'Spend',
      previous_value: '900.0',
      current_value: '2400.0',
      crossed_thresholds: [
        { code: 'warn', value: '1000.0', recurring: false },
        { code: 'stop', value: '1500.0', recurring: false },
        { code: 'every', value: '1900.0', recurring: true },
        { code: 'every', value: '2300.0', recurring: true },
      ],
      triggered_at: '2027-02-01T09:01:00Z',
    });
    const { activity_logs: logs } = (await client.get('/activity_logs')).body;
    expect(logs.some(({ activity_type }: Resource) => activity_type.startsWith('alert'))).toBe(false);
  });

  test('a new alert sends at once what was passed before; a changed one stays silent about it', async () => {
    const subscription = await story.subscribe(plan);
    await use(subscription, 500);
    const alert = await create(pathOf(subscription), {
      alert_type: 'current_usage_amount',
      thresholds: at(400),
    });
    await moment();
    await client.put(`${pathOf(subscription)}/alerts/${alert.code}`, { alert: { thresholds: at(300, 450) } });
    await moment();
    await use(subscription, 1);
    expect(await messages(alert)).toEqual([[0, 500, ['400']]]);
    expect(await figure(pathOf(subscription), alert)).toBe(501);
  });

  test('the first review of a new period sees what was passed in it, however late it is', async () => {
    const subscription = await story.subscribe(plan);
    const alert = await create(pathOf(subscription), {
      alert_type: 'current_usage_amount',
      thresholds: at(1_000),
    });
    await use(subscription, 1_200);
    // As if no review had been made since.
    await to('2027-03-01T00:00:00Z');
    await server.pool.sql`
      update alerts set previous_value = 1200, last_processed_at = '2027-02-20T00:00:00Z' where id = ${alert.svc_id}`;
    await use(subscription, 1_500);
    expect(await messages(alert)).toEqual([
      [0, 1_200, ['1000']],
      [0, 1_500, ['1000']],
    ]);
  });

  test('current usage sums amounts of charges and filters of a metric, but takes the largest units (§1, §4 D)', async () => {
    const calls = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'n',
      filters: [{ key: 'region', values: ['eu', 'us'] }],
    });
    const idle = await createMetric(client);
    const priced = (region: string, amount: string) => ({
      values: { region: [region] },
      properties: { amount },
    });
    const filtered = await createPlan(client, {
      charges: [
        perCall(calls, {
          properties: { amount: '0.01' },
          filters: [priced('eu', '0.07'), priced('us', '0.05')],
        }),
        perCall(calls, { code: unique('second'), properties: { amount: '0.02' } }),
      ],
    });
    const subscription = await story.subscribe(filtered);
    const watch = (alertType: string, of: Resource, ...values: number[]) =>
      create(pathOf(subscription), {
        alert_type: alertType,
        billable_metric_code: of.code,
        thresholds: at(...values),
      });
    const amount = await watch('billable_metric_current_usage_amount', calls, 1_605, 1_606);
    const units = await watch('billable_metric_current_usage_units', calls, 205, 206);
    const lifetime = await watch('billable_metric_lifetime_usage_units', calls, 205, 206);
    const waiting = await watch('billable_metric_current_usage_units', idle, 1);
    for (const [n, region] of [
      [100, 'eu'],
      [100, 'us'],
      [5, 'ap'],
    ] as const)
      await story.use(subscription, calls, { [now.toISOString()]: { n, region } });
    await moment();
    // 700 + 500 + 5 + 410 = 1,615
    expect(await messages(amount)).toEqual([[0, 1_615, ['1605', '1606']]]);
    expect(await messages(units)).toEqual([[0, 205, ['205']]]);
    expect(await messages(lifetime)).toEqual([[0, 205, ['205']]]);
    expect(await messages(waiting)).toEqual([]);
    const { body } = await client.get(`${pathOf(subscription)}/alerts/${waiting.code}`);
    expect(body.alert.last_processed_at).toBeNull();
    const [{ id }] = (await triggered(units)) as [Resource];
    const [message] = await messagesAbout(server, id);
    expect(message?.object).toMatchObject({ billable_metric_code: calls.code });
  });

  test('current usage continues through an upgrade and pauses without a subscription', async () => {
    const subscription = await story.subscribe(plan);
    const alert = await create(pathOf(subscription), {
      alert_type: 'current_usage_amount',
      thresholds: at(100),
    });
    await use(subscription, 150);
    const larger = await createPlan(client, {
      amount_cents: 1_000,
      charges: [perCall(metric, { properties: { amount: '0.02' } })],
    });
    const upgraded = await story.subscribe(larger, { external_id: subscription.external_id });
    await moment();
    expect(await figure(pathOf(subscription), alert)).toBe(0);
    await use(upgraded, 60);
    expect(await messages(alert)).toEqual([
      [0, 150, ['100']],
      [0, 120, ['100']],
    ]);
    await client.delete(pathOf(subscription));
    await moment();
    const { body } = await client.get(
      `${pathOf(subscription)}/alerts/${alert.code}?subscription_status=terminated`,
    );
    expect(Number(body.alert.previous_value)).toBe(120);
  });

  test('an edit of a plan is noticed', async () => {
    const own = await createPlan(client, { charges: [perCall(metric, { properties: { amount: '0.01' } })] });
    const subscription = await story.subscribe(own);
    const alert = await create(pathOf(subscription), {
      alert_type: 'current_usage_amount',
      thresholds: at(200),
    });
    await use(subscription, 150);
    const { code } = own.charges[0];
    await client.put(`/plans/${own.code}/charges/${code}`, { charge: { properties: { amount: '0.02' } } });
    await moment();
    await client.put(`${pathOf(subscription)}/charges/${code}`, {
      charge: { properties: { amount: '0.01' } },
    });
    await moment();
    expect(await figure(pathOf(subscription), alert)).toBe(150);
    expect(await messages(alert)).toEqual([[150, 300, ['200']]]);
  });

  test('units of a recurring metric carry over, and are not sent again in a new period', async () => {
    const seats = await createMetric(client, {
      aggregation_type: 'unique_count_agg',
      field_name: 'seat',
      recurring: true,
    });
    const subscription = await story.subscribe(
      await createPlan(client, { charges: [perCall(seats, { prorated: true })] }),
    );
    const watch = (alertType: string) =>
      create(pathOf(subscription), {
        alert_type: alertType,
        billable_metric_code: seats.code,
        thresholds: at(2),
      });
    const current = await watch('billable_metric_current_usage_units');
    const lifetime = await watch('billable_metric_lifetime_usage_units');
    const add = async (seat: string) => {
      await story.use(subscription, seats, { [now.toISOString()]: { seat, operation_type: 'add' } });
      await moment();
    };
    await add('a');
    await add('b');
    await to('2027-03-02T00:00:00Z');
    await add('c');
    for (const alert of [current, lifetime]) {
      expect(await messages(alert)).toEqual([[1, 2, ['2']]]);
      expect(await figure(pathOf(subscription), alert)).toBe(3);
    }
  });
});

describe('lifetime usage', () => {
  test('lifetime usage adds up periods and usage from before the import', async () => {
    const subscription = await story.subscribe(plan);
    const alert = await create(pathOf(subscription), {
      alert_type: 'lifetime_usage_amount',
      thresholds: [{ value: 1_000, recurring: true }],
    });
    await use(subscription, 600);
    await to('2027-03-01T00:00:00Z');
    expect(await figure(pathOf(subscription), alert)).toBe(600);
    await use(subscription, 500);
    expect(await messages(alert)).toEqual([[600, 1_100, ['1000 again']]]);
    await client.put(`${pathOf(subscription)}/lifetime_usage`, {
      lifetime_usage: { external_historical_usage_amount_cents: 1_000 },
    });
    await moment();
    expect((await messages(alert)).at(-1)).toEqual([1_100, 2_100, ['2000 again']]);
    const [invoice] = await story.invoices();
    await client.post(`/invoices/${invoice.svc_id}/void`, {});
    await moment();
    expect(await figure(pathOf(subscription), alert)).toBe(1_500);
  });

  // Source: progressive-billing.md §2.
  test.each([
    ['1.00', 150, {}, [100, 200]],
    ['1.00', 150, { invoiceable: false }, [100, 200]],
    ['0.45', 100, {}, [45, 90, 135]],
  ])(
    'lifetime usage counts calls at %s that are billed in advance once, threshold %d: %j',
    async (amount, threshold, over, figures) => {
      const calls = await createMetric(client);
      const inAdvance = { pay_in_advance: true, properties: { amount }, ...over };
      const subscription = await story.subscribe(
        await createPlan(client, { charges: [perCall(calls, inAdvance)] }),
      );
      const alert = await create(pathOf(subscription), {
        alert_type: 'lifetime_usage_amount',
        thresholds: at(threshold),
      });
      for (const expected of figures) {
        await story.use(subscription, calls, { [now.toISOString()]: {} });
        await moment();
        expect(await figure(pathOf(subscription), alert)).toBe(expected);
      }
      expect(await messages(alert)).toEqual([[figures.at(-2), figures.at(-1), [String(threshold)]]]);
    },
  );
});

describe('wallets', () => {
  test('alerts of wallets are sent when the balance falls (alerts.md §4 C)', async () => {
    const wallet = await createWallet(client, story.customer, { granted_credits: '60' });
    const alert = await create(walletPath(wallet), {
      alert_type: 'wallet_balance_amount',
      thresholds: [...at(5_000, 2_000), { value: 500, recurring: true }],
    });
    const voids = async (credits: string) => {
      await bookInWallet(client, wallet, { voided_credits: credits });
      await moment();
    };
    await moment();
    await voids('41');
    await voids('10');
    await bookInWallet(client, wallet, { granted_credits: '31' });
    await moment();
    await voids('20.01');
    expect(await messages(alert)).toEqual([
      [6_000, 1_900, ['5000', '2000']],
      [1_900, 900, ['1500 again', '1000 again']],
      [4_000, 1_999, ['2000']],
    ]);
    const [{ id }] = (await triggered(alert)) as [Resource];
    const [message] = await messagesAbout(server, id);
    expect(message?.object).toMatchObject({
      svc_subscription_id: null,
      external_subscription_id: null,
      svc_wallet_id: wallet.svc_id,
      wallet_code: wallet.code,
      external_customer_id: story.customer.external_id,
    });
    await client.delete(`/wallets/${wallet.svc_id}`);
    await moment();
    expect(await messages(alert)).toHaveLength(3);
  });

  test('ongoing balances follow usage, settled ones do not', async () => {
    const wallet = await createWallet(client, story.customer, { granted_credits: '50', rate_amount: '2' });
    const subscription = await story.subscribe(plan);
    const watch = (alertType: string, value: number) =>
      create(walletPath(wallet), { alert_type: alertType, thresholds: at(value) });
    const credits = await watch('wallet_credits_balance', 30);
    const ongoing = await watch('wallet_credits_ongoing_balance', 20);
    const cents = await watch('wallet_ongoing_balance_amount', 3_000);
    await use(subscription, 7_500);
    expect(await messages(cents)).toEqual([[10_000, 2_500, ['3000']]]);
    expect(await messages(ongoing)).toEqual([[50, 12.5, ['20']]]);
    expect(await messages(credits)).toEqual([]);
    await to('2027-03-01T00:00:00Z');
    expect(await messages(credits)).toEqual([[50, 12.5, ['30']]]);
    expect(await messages(cents)).toHaveLength(1);
  });
});

test('in real time, events are followed by a message in a moment', async () => {
  const customer = await createCustomer(client, { currency: 'EUR' });
  const subscription = await subscribe(client, customer, plan);
  const alert = await create(pathOf(subscription), {
    alert_type: 'current_usage_amount',
    thresholds: at(100),
  });
  await client.post('/events', {
    event: {
      transaction_id: unique('event'),
      external_subscription_id: subscription.external_id,
      code: metric.code,
      properties: { n: 120 },
    },
  });
  const worker = await server.app.services.startLiveWorker();
  try {
    await until(async () => (await messages(alert)).length > 0);
  } finally {
    await worker.stop();
  }
  expect(await messages(alert)).toEqual([[0, 120, ['100']]]);
});

test('many alerts are reviewed by as many statements as few', async () => {
  const watched = async (owners: number) => {
    const ids: string[] = [];
    for (let made = 0; made < owners; made += 1) {
      const customer = await createCustomer(client, { currency: 'EUR' });
      const subscription = await subscribe(client, customer, plan);
      const wallet = await createWallet(client, customer, { granted_credits: '5' });
      const of = { billable_metric_code: metric.code, thresholds: [{ value: -1 }] };
      for (const alert of [
        { alert_type: 'current_usage_amount', thresholds: at(1) },
        { alert_type: 'lifetime_usage_amount', thresholds: at(1) },
        { alert_type: 'billable_metric_current_usage_units', ...of },
        { alert_type: 'billable_metric_lifetime_usage_units', ...of },
      ])
        ids.push((await create(pathOf(subscription), alert)).svc_id);
      const owner = `/customers/${customer.external_id}/wallets/${wallet.code}`;
      for (const alert of ['wallet_balance_amount', 'wallet_credits_ongoing_balance'])
        ids.push((await create(owner, { alert_type: alert, thresholds: at(1) })).svc_id);
    }
    return ids;
  };
  const dueAt = new Date();
  const { organizationId } = client;
  const statements = async (subjectIds: readonly string[]) => {
    const batch = { kind: 'alert_review', organizationId, customerIds: [], dueAt, subjectIds } as never;
    const sent = await requestStatementsOf(server.connections.drivers, () =>
      server.connections.jobs.transaction((tx) =>
        server.app.services.alertEvaluation.reviewDue(tx, systemActor(organizationId, dueAt), batch),
      ),
    );
    return questionsIn(sent);
  };
  const few = await watched(1);
  const many = await watched(4);
  // Reads that a process makes for the first time take statements of their own.
  await statements(few);
  expect(await statements(many)).toBe(await statements(few));
});

test('alerts and their messages go with the test clock', async () => {
  const subscription = await story.subscribe(plan);
  const wallet = await createWallet(client, story.customer, { granted_credits: '1' });
  const alert = await create(pathOf(subscription), { alert_type: 'current_usage_amount', thresholds: at(1) });
  await create(walletPath(wallet), { alert_type: 'wallet_balance_amount', thresholds: at(1) });
  await use(subscription, 5);
  expect(await messages(alert)).toHaveLength(1);
  expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
  expect(await messages(alert)).toEqual([]);
});
