// Alerts of subscriptions and wallets: alerts.md §1, §2.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createClock,
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
import { newMessages } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let customer: Resource;
let metric: Resource;
let plan: Resource;
let path: string;
let walletPath: string;
let wallet: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
  plan = await createPlan(client, { charges: [perCall(metric)] });
});
beforeEach(async () => {
  customer = await createCustomer(client, { currency: 'EUR' });
  const { external_id } = await subscribe(client, customer, plan);
  path = `/subscriptions/${external_id}/alerts`;
  wallet = await createWallet(client, customer, { granted_credits: '50', rate_amount: '2' });
  walletPath = `/customers/${customer.external_id}/wallets/${wallet.code}/alerts`;
});
afterAll(() => server.stop());

const TYPE = 'current_usage_amount';
const spend = (over: object = {}) => ({
  alert_type: TYPE,
  code: unique('alert'),
  name: 'Spend',
  thresholds: [{ value: '100' }],
  ...over,
});
const ofMetric = (over: object = {}) =>
  spend({
    alert_type: 'billable_metric_current_usage_units',
    billable_metric_code: metric.code,
    ...over,
  });
const balance = (over: object = {}) => spend({ alert_type: 'wallet_balance_amount', ...over });
const create = async (alert: object, at = path): Promise<Resource> => {
  const { status, body } = await client.post(at, { alert });
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.alert;
};
const refused = async (alert: unknown, at = path) => {
  const { status, body } = await client.post(at, { alert });
  return [status, body.error_details ?? body.code];
};
const invalid = (details: object) => [422, details];
const list = async (at = path) => (await client.get(at)).body.alerts;

test.each(['subscription', 'wallet'])('every operation on alerts of a %s', async (owner) => {
  const ofWallet = owner === 'wallet';
  const { external_id: id } = await subscribe(client, customer, plan);
  const { external_id: of } = customer;
  const { code: walletCode } = wallet;
  const [alert, other] = ofWallet
    ? [balance(), balance({ alert_type: 'wallet_credits_balance' })]
    : [spend(), ofMetric()];
  const { code } = alert;
  const changes = { alert: { name: 'Other' } };
  const created = ofWallet
    ? await client.post(`/customers/${of}/wallets/${walletCode}/alerts`, { alert })
    : await client.post(`/subscriptions/${id}/alerts`, { alert });
  const several = ofWallet
    ? await client.post(`/customers/${of}/wallets/${walletCode}/alerts`, { alerts: [other] })
    : await client.post(`/subscriptions/${id}/alerts`, { alerts: [other] });
  const read = ofWallet
    ? await client.get(`/customers/${of}/wallets/${walletCode}/alerts/${code}`)
    : await client.get(`/subscriptions/${id}/alerts/${code}`);
  const updated = ofWallet
    ? await client.put(`/customers/${of}/wallets/${walletCode}/alerts/${code}`, changes)
    : await client.put(`/subscriptions/${id}/alerts/${code}`, changes);
  const listed = ofWallet
    ? await client.get(`/customers/${of}/wallets/${walletCode}/alerts`)
    : await client.get(`/subscriptions/${id}/alerts`);
  const deleted = ofWallet
    ? await client.delete(`/customers/${of}/wallets/${walletCode}/alerts/${code}`)
    : await client.delete(`/subscriptions/${id}/alerts/${code}`);
  const emptied = ofWallet
    ? await client.delete(`/customers/${of}/wallets/${walletCode}/alerts`)
    : await client.delete(`/subscriptions/${id}/alerts`);
  for (const { body } of [created, read, updated, deleted]) expect(body.alert.code).toBe(code);
  expect(updated.body.alert.name).toBe('Other');
  expect(several.body.alerts).toMatchObject([{ code: other.code }]);
  expect(listed.body.meta.total_count).toBe(2);
  expect(emptied.status).toBe(200);
});

describe('an alert of a subscription', () => {
  test('an alert of a subscription is created, read, changed and deleted', async () => {
    const messages = await newMessages(server, client);
    const created = await create(
      spend({
        code: 'a/b',
        thresholds: [
          { code: 'stop', value: 1_500 },
          { value: '400.50', recurring: true },
          { code: 'warn', value: '1000', recurring: null },
        ],
        previous_value: 7,
        svc_id: 'ignored',
      }),
    );
    expect(created).toEqual({
      svc_id: expect.any(String),
      svc_organization_id: client.organizationId,
      external_subscription_id: path.split('/')[2],
      svc_wallet_id: null,
      wallet_code: null,
      billable_metric: null,
      alert_type: TYPE,
      code: 'a/b',
      name: 'Spend',
      direction: 'increasing',
      previous_value: '0.0',
      last_processed_at: null,
      thresholds: [
        { code: 'warn', value: '1000.0', recurring: false },
        { code: 'stop', value: '1500.0', recurring: false },
        { code: null, value: '400.5', recurring: true },
      ],
      created_at: expect.any(String),
    });
    const one = `${path}/a%2Fb`;
    const { alert } = (await client.get(one)).body;
    expect({ ...alert, last_processed_at: null }).toEqual(created);
    const changed = await client.put(one, {
      alert: { name: null, code: 'renamed', alert_type: 'lifetime_usage_amount', thresholds: [{ value: 5 }] },
    });
    expect(changed.body.alert).toMatchObject({
      svc_id: created.svc_id,
      alert_type: TYPE,
      name: null,
      code: 'renamed',
      thresholds: [{ code: null, value: '5.0', recurring: false }],
    });
    const deleted = await client.delete(`${path}/renamed`);
    expect(deleted.body.alert.svc_id).toBe(created.svc_id);
    expect((await client.get(`${path}/renamed`)).body.code).toBe('alert_not_found');
    await create(spend({ code: 'renamed' }));
    expect(await messages()).toEqual([]);
    const { activity_logs: logs } = (await client.get('/activity_logs')).body;
    expect(logs.some((entry: Resource) => entry.resource_type === 'Alert')).toBe(false);
  });

  test('an alert of a subscription has its metric', async () => {
    const alert = await create(ofMetric());
    expect(alert.billable_metric).toMatchObject({ svc_id: metric.svc_id, code: metric.code });
  });

  test('an alert of a subscription belongs to the external id, whatever status found the subscription', async () => {
    const alert = await create(spend());
    const id = path.split('/')[2];
    await client.delete(`/subscriptions/${id}`);
    expect((await client.get(path)).body.code).toBe('subscription_not_found');
    const { body } = await client.get(`${path}?subscription_status=terminated`);
    expect(body.alerts.map(({ svc_id }: Resource) => svc_id)).toEqual([alert.svc_id]);
    const other = await client.post(`${path}?subscription_status=terminated`, { alert: ofMetric() });
    expect(other.status).toBe(200);
    await subscribe(client, customer, plan, { external_id: id });
    expect(await list()).toHaveLength(2);
    const { status, body: refusedBody } = await client.get(`${path}?subscription_status=unknown`);
    expect([status, refusedBody.error_details]).toEqual([422, { subscription_status: ['value_is_invalid'] }]);
  });

  test('an alert of a subscription is listed in pages, newest first', async () => {
    const first = await create(spend());
    const second = await create(ofMetric());
    const { body } = await client.get(`${path}?per_page=1`);
    expect([body.alerts.length, body.meta]).toEqual([
      1,
      { current_page: 1, next_page: 2, prev_page: null, total_pages: 2, total_count: 2 },
    ]);
    const ids = (await list()).map(({ svc_id }: Resource) => svc_id);
    expect(ids.toSorted()).toEqual([first.svc_id, second.svc_id].toSorted());
  });

  test('an alert of a subscription is deleted with its metric', async () => {
    const idle = await createMetric(client);
    const alert = await create(ofMetric({ billable_metric_code: idle.code }));
    const kept = await create(spend());
    await client.delete(`/billable_metrics/${idle.code}`);
    expect((await client.get(`${path}/${alert.code}`)).body.code).toBe('alert_not_found');
    expect((await list()).map(({ code }: Resource) => code)).toEqual([kept.code]);
  });

  test('an alert of a subscription belongs to its organization', async () => {
    const alert = await create(spend());
    const stranger = await server.organization();
    for (const call of [
      stranger.get(path),
      stranger.get(`${path}/${alert.code}`),
      stranger.put(`${path}/${alert.code}`, { alert: { name: 'x' } }),
      stranger.delete(`${path}/${alert.code}`),
      stranger.delete(path),
      stranger.post(path, { alert: spend() }),
    ]) {
      const { status, body } = await call;
      expect([status, body.code]).toEqual([404, 'subscription_not_found']);
    }
    const wallets = await stranger.get(walletPath);
    expect(wallets.body.code).toBe('customer_not_found');
  });
});

describe('refusals: the first check that fails answers', () => {
  const many = Array.from({ length: 21 }, (_, value) => ({ value }));
  test.each<[string, object, object]>([
    ['no type', { alert_type: undefined }, { alert_type: ['value_is_mandatory', 'value_is_invalid'] }],
    [
      'no type, nor anything else',
      { alert_type: null, thresholds: [], code: '' },
      {
        alert_type: ['value_is_mandatory', 'value_is_invalid'],
      },
    ],
    [
      'an unknown type, and unreadable thresholds',
      { alert_type: 'x', thresholds: [{ value: 'x' }] },
      {
        alert_type: ['invalid_type'],
      },
    ],
    [
      'a type of wallets',
      { alert_type: 'wallet_balance_amount', code: '' },
      { alert_type: ['invalid_type'] },
    ],
    ['no thresholds', { thresholds: undefined }, { thresholds: ['value_is_mandatory'] }],
    ['an empty list, and no code', { thresholds: [], code: '' }, { thresholds: ['value_is_mandatory'] }],
    ['21 thresholds', { thresholds: many }, { thresholds: ['too_many_thresholds'] }],
    ['a text instead of a list', { thresholds: 'x', code: 7 }, { thresholds: ['invalid_format'] }],
    ['a number instead of a threshold', { thresholds: [1] }, { thresholds: ['invalid_format'] }],
    [
      'equal values',
      { thresholds: [{ value: 1 }, { value: '1.0' }, { value: 'x' }] },
      {
        thresholds: ['duplicate_threshold_values'],
      },
    ],
    [
      'two recurring ones',
      { thresholds: [1, 2].map((value) => ({ value, recurring: true })) },
      {
        thresholds: ['multiple_recurring_thresholds'],
      },
    ],
    ['no value', { thresholds: [{ code: 'x' }], code: '' }, { 'thresholds:value': ['value_is_mandatory'] }],
    ['null', { thresholds: [{ value: null }] }, { 'thresholds:value': ['value_is_mandatory'] }],
    ['no number', { thresholds: [{ value: 'ten' }], code: '' }, { 'thresholds:value': ['value_is_invalid'] }],
    ['an exponent', { thresholds: [{ value: '1e3' }] }, { 'thresholds:value': ['value_is_invalid'] }],
    ['a boolean', { thresholds: [{ value: true }] }, { 'thresholds:value': ['value_is_invalid'] }],
    [
      'an unreadable flag, and no code',
      { thresholds: [{ value: 1, recurring: 'x' }], code: '' },
      {
        'thresholds.0.recurring': ['value_is_invalid'],
      },
    ],
    [
      'recurring 0',
      { thresholds: [{ value: 0, recurring: true }] },
      {
        'thresholds:value': ['recurring_value_is_negative'],
      },
    ],
    [
      'a metric that the type has none of',
      { code: '', billable_metric_code: 'METRIC' },
      {
        billable_metric: ['value_must_be_blank'],
      },
    ],
    [
      'no metric',
      { alert_type: 'billable_metric_current_usage_amount', code: '' },
      {
        billable_metric: ['value_is_mandatory'],
      },
    ],
    ['no code', { code: undefined }, { code: ['value_is_mandatory'] }],
    ['a blank code', { code: ' ' }, { code: ['value_is_mandatory'] }],
    ['a long code', { code: 'x'.repeat(256) }, { code: ['value_is_too_long'] }],
    ['a long name', { name: 'x'.repeat(256) }, { name: ['value_is_too_long'] }],
    ['a number as name', { name: 7 }, { name: ['value_is_invalid'] }],
    [
      'a long code of a threshold',
      { thresholds: [{ value: 1, code: 'x'.repeat(256) }] },
      {
        'thresholds.0.code': ['value_is_too_long'],
      },
    ],
  ])('%s', async (_, over, details) => {
    const sent = JSON.parse(JSON.stringify(spend(over)).replace('METRIC', metric.code)) as object;
    expect(await refused(sent)).toEqual(invalid(details));
    expect(await list()).toEqual([]);
  });

  test('an unknown metric, a taken code and a taken type', async () => {
    const unknown = [404, 'billable_metric_not_found'];
    expect(await refused(ofMetric({ billable_metric_code: 'nobody', code: '' }))).toEqual(unknown);
    expect(await refused(spend({ billable_metric_code: 'nobody' }))).toEqual(unknown);
    const { code } = await create(spend());
    expect(await refused(ofMetric({ code }))).toEqual(invalid({ code: ['value_already_exist'] }));
    expect(await refused(spend())).toEqual(invalid({ base: ['alert_already_exists'] }));
    await create(ofMetric());
    expect(await refused(ofMetric())).toEqual(invalid({ base: ['alert_already_exists'] }));
    const other = await createMetric(client);
    await create(ofMetric({ billable_metric_code: other.code }));
  });

  test('a wrapper is required, and an unknown subscription comes first', async () => {
    for (const body of [{}, { alert: {} }, { alert: null }, { alerts: null }])
      expect((await client.post(path, body)).status).toBe(400);
    const nobody = `/subscriptions/${unique('nobody')}/alerts`;
    for (const body of [{ alert: { alert_type: 'x' } }, { alerts: [] }, { alerts: [7] }]) {
      const answer = await client.post(nobody, body);
      expect([answer.status, answer.body.code]).toEqual([404, 'subscription_not_found']);
    }
    expect((await client.get(nobody)).body.code).toBe('subscription_not_found');
    expect((await client.delete(nobody)).body.code).toBe('subscription_not_found');
  });

  test('the first check of a change that fails answers', async () => {
    const { code } = await create(spend());
    const other = await create(ofMetric());
    const put = async (of: string, alert: object) => {
      const { status, body } = await client.put(`${path}/${of}`, { alert });
      return [status, body.error_details ?? body.code];
    };
    expect(await put(code, { thresholds: [] })).toEqual(invalid({ thresholds: ['value_is_mandatory'] }));
    expect(await put(code, { thresholds: null })).toEqual(invalid({ thresholds: ['value_is_mandatory'] }));
    expect(await put(code, { thresholds: [{ value: 'x' }], code: other.code })).toEqual(
      invalid({ 'thresholds:value': ['value_is_invalid'] }),
    );
    expect(await put(code, { code: null })).toEqual(invalid({ code: ['value_is_mandatory'] }));
    expect(await put(code, { code: other.code })).toEqual(invalid({ code: ['value_already_exist'] }));
    expect(await put(code, { billable_metric_code: metric.code })).toEqual(
      invalid({ billable_metric: ['value_must_be_blank'] }),
    );
    expect(await put(other.code, { billable_metric_code: null })).toEqual(
      invalid({ billable_metric: ['value_is_mandatory'] }),
    );
    expect(await put(other.code, { billable_metric_code: 'x' })).toEqual([404, 'billable_metric_not_found']);
    expect(await put('nobody', { name: 'x' })).toEqual([404, 'alert_not_found']);
    expect(await put(code, { code, name: 'y' })).toEqual([200, undefined]);
  });

  test('a customer on a clock that advances is left alone', async () => {
    const clock = await createClock(client);
    const held = await createCustomer(client, { test_clock_id: clock.svc_id });
    const { external_id } = await subscribe(client, held, plan);
    await server.pool.sql`update test_clocks set status = 'advancing' where id = ${clock.svc_id}`;
    const { status, body } = await client.post(`/subscriptions/${external_id}/alerts`, { alert: spend() });
    expect([status, body.code]).toEqual([405, 'test_clock_advancing']);
    await server.pool.sql`update test_clocks set status = 'ready' where id = ${clock.svc_id}`;
  });
});

describe('several alerts at once', () => {
  const send = async (alerts: unknown, more: object = {}) => {
    const { status, body } = await client.post(path, { ...more, alerts });
    return [status, body.error_details ?? body.code ?? body];
  };

  test('several alerts at once are created in order, and nothing else is in the answer', async () => {
    const sent = [spend(), ofMetric()];
    const { status, body } = await client.post(path, { alert: spend(), alerts: sent });
    expect([status, Object.keys(body)]).toEqual([200, ['alerts']]);
    expect(body.alerts.map(({ code }: Resource) => code)).toEqual(sent.map(({ code }) => code));
    expect(await list()).toHaveLength(2);
  });

  test('several alerts at once are all refused for one, with errors by index', async () => {
    const good = ofMetric();
    expect(await send([])).toEqual(invalid({ alerts: ['no_alerts'] }));
    expect(await send({})).toEqual(invalid({ alerts: ['invalid_format'] }));
    expect(await send([good, 7])).toEqual(invalid({ alerts: ['invalid_format'] }));
    expect(
      await send([good, spend({ code: '' }), { alert_type: 'x', thresholds: [{ value: 'x' }] }]),
    ).toEqual(invalid({ 1: { code: ['value_is_mandatory'] }, 2: { alert_type: ['invalid_type'] } }));
    expect(await send([spend({ thresholds: [{ value: 1 }, { value: 'x' }], code: '' })])).toEqual(
      invalid({ 0: { 'thresholds:value': ['value_is_invalid'] } }),
    );
    expect(await send([good, spend({ code: good.code })])).toEqual(
      invalid({ 1: { code: ['value_already_exist'] } }),
    );
    expect(await send([good, ofMetric()])).toEqual(invalid({ 1: { base: ['alert_already_exists'] } }));
    expect(await send([good, ofMetric({ billable_metric_code: 'x' })])).toEqual([
      404,
      'billable_metric_not_found',
    ]);
    expect(await send([spend({ code: '' }), ofMetric({ billable_metric_code: 'x' })])).toEqual(
      invalid({ 0: { code: ['value_is_mandatory'] } }),
    );
    expect(await list()).toEqual([]);
  });

  test('several alerts at once are deleted at once, also when there are none', async () => {
    await send([spend(), ofMetric()]);
    for (let time = 0; time < 2; time += 1) {
      const { status, headers } = await client.delete(path);
      expect([status, headers.get('content-length')]).toEqual([200, '0']);
      expect(await list()).toEqual([]);
    }
  });

  test('a repeat with the same key creates nothing', async () => {
    const headers = { 'Idempotency-Key': unique('key') };
    const body = { alerts: [spend()] };
    const first = await client.post(path, body, { headers });
    const second = await client.post(path, body, { headers });
    expect(second.body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
  });
});

describe('an alert of a wallet', () => {
  test.each([
    ['wallet_balance_amount', '10000.0'],
    ['wallet_credits_balance', '50.0'],
    ['wallet_ongoing_balance_amount', '10000.0'],
    ['wallet_credits_ongoing_balance', '50.0'],
  ])('%s starts at the balance', async (alertType, figure) => {
    const alert = await create(balance({ alert_type: alertType, code: 'low' }), walletPath);
    expect(alert).toMatchObject({
      external_subscription_id: null,
      svc_wallet_id: wallet.svc_id,
      wallet_code: wallet.code,
      billable_metric: null,
      direction: 'decreasing',
      previous_value: figure,
    });
    expect((await client.get(`${walletPath}/low`)).body.alert.svc_id).toBe(alert.svc_id);
    const { body } = await client.put(`${walletPath}/low`, { alert: { name: 'Low' } });
    expect(body.alert.name).toBe('Low');
    expect((await client.delete(`${walletPath}/low`)).body.alert.name).toBe('Low');
    expect(await list(walletPath)).toEqual([]);
  });

  test('an alert of a wallet is refused as those of subscriptions are', async () => {
    expect(await refused(spend(), walletPath)).toEqual(invalid({ alert_type: ['invalid_type'] }));
    expect(await refused(balance({ billable_metric_code: metric.code }), walletPath)).toEqual(
      invalid({ billable_metric: ['value_must_be_blank'] }),
    );
    await create(balance(), walletPath);
    expect(await refused(balance(), walletPath)).toEqual(invalid({ base: ['alert_already_exists'] }));
    const other = await createWallet(client, customer);
    const otherPath = `/customers/${customer.external_id}/wallets/${other.code}/alerts`;
    await create(balance(), otherPath);
    const nobody = `/customers/${unique('nobody')}/wallets/${wallet.code}/alerts`;
    expect(await refused(balance(), nobody)).toEqual([404, 'customer_not_found']);
    const missing = `/customers/${customer.external_id}/wallets/none/alerts`;
    expect(await refused(balance(), missing)).toEqual([404, 'wallet_not_found']);
    expect((await client.get(`${walletPath}/none`)).body.code).toBe('alert_not_found');
    expect((await client.delete(walletPath)).status).toBe(200);
    expect(await list(otherPath)).toHaveLength(1);
  });

  test('the path alone names the owner', async () => {
    const { svc_id: id } = wallet;
    const { body } = await client.post(path, { alert: { ...spend(), wallet_id: id } });
    expect(body.alert.svc_wallet_id).toBeNull();
  });
});
