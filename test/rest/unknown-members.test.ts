// What REST does not know is ignored and named in a header, or refused when the caller prefers strict handling.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { countRows } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let metric: Resource;
let plan: Resource;
let subscription: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu'] }] });
  plan = await createPlan(client, {
    charges: [perCall(metric)],
  });
  subscription = await subscribe(client, await createCustomer(client), plan);
});
afterAll(() => server.stop());

const STRICT = { prefer: 'handling=strict' };
const tax = (over: object = {}) => ({ tax: { name: 'VAT', code: unique('tax'), rate: 20, ...over } });
const ignoredBy = ({ headers }: RestAnswer) => headers.get('x-svc-ignored')?.split(', ') ?? null;
const UNKNOWN = ['unknown_member'];

describe('unknown members and parameters are named in X-Svc-Ignored', () => {
  test('unknown members and parameters are named by their paths, as they were sent', async () => {
    const charge = {
      billable_metric_id: metric.svc_id,
      charge_model: 'standard',
      properties: { amount: '1', free_unit: 5 },
      filters: [{ values: { region: ['eu'] }, properties: { amount: '2' }, label: 'EU' }],
    };
    const answer = await client.post('/plans?dry_run=true', {
      plan: {
        name: 'Basic',
        code: unique('plan'),
        interval: 'monthly',
        amount_cents: 0,
        amount_currency: 'EUR',
        pay_in_advance: false,
        payInAdvance: true,
        trial_perod: 30,
        charges: [charge],
      },
      plans: {},
    });
    expect([answer.status, ignoredBy(answer)?.toSorted()]).toEqual([
      200,
      [
        'charges.0.filters.0.label',
        'charges.0.properties.free_unit',
        'dry_run',
        'payInAdvance',
        'plans',
        'trial_perod',
      ],
    ]);
  });

  test('unknown members and parameters are named in lists, where a misspelt filter shows the records of everybody', async () => {
    const answer = await client.get('/invoices?external_customer=acme&statuss[]=draft&page=1&currency[]=EUR');
    expect([answer.status, ignoredBy(answer)]).toEqual([
      200,
      ['external_customer', 'statuss[]', 'currency[]'],
    ]);
  });

  test('unknown members of events are named, each by its index', async () => {
    const event = () => ({
      transaction_id: unique('event'),
      external_subscription_id: subscription.external_id,
      code: metric.code,
      properties: { anything: 1 },
    });
    const answer = await client.post('/events/batch', { events: [event(), { ...event(), timestmp: 5 }] });
    expect([answer.status, ignoredBy(answer)]).toEqual([200, ['events.1.timestmp']]);
  });

  test('unknown members and parameters are named on refusals too', async () => {
    const unprocessable = await client.post('/taxes', tax({ rat: 5, rate: -1 }));
    expect([unprocessable.status, ignoredBy(unprocessable)]).toEqual([422, ['rat']]);
    const absent = await client.get('/taxes/absent?expand=1');
    expect([absent.status, ignoredBy(absent)]).toEqual([404, ['expand']]);
    const unwrapped = await client.post('/taxes', { taxes: {} });
    expect([unwrapped.status, ignoredBy(unwrapped)]).toEqual([400, ['taxes']]);
  });

  test('no member is named when everything is known', async () => {
    const { code } = plan;
    for (const answer of [
      await client.post('/taxes', tax()),
      await client.get('/invoices?statuses[]=draft&per_page=5&metadata[key]=value'),
      await client.put(`/subscriptions/${subscription.external_id}`, {
        subscription: { name: 'Mine' },
        status: 'active',
      }),
      await client.put(`/plans/${code}/charges/${plan.charges[0].code}`, {
        charge: { filters: [{ values: { region: ['eu'] }, properties: { amount: '2' } }] },
      }),
    ]) {
      expect([answer.status, ignoredBy(answer)]).toEqual([200, null]);
    }
  });

  test('unknown members and parameters are named in a header of bounded length, whatever they are called', async () => {
    const names = Array.from({ length: 500 }, (_, index) => [
      `\r\nx-evil: ü, ${index} ${'n'.repeat(200)}`,
      1,
    ]);
    const answer = await client.post('/taxes', tax(Object.fromEntries(names)));
    expect(answer.status).toBe(200);
    const header = answer.headers.get('x-svc-ignored') ?? '';
    expect(header).toMatch(/^%0D%0Ax-evil%3A%20%C3%BC%2C%200%20n+\.\.\., .*\(\d+ more\)$/);
    expect(header.length).toBeLessThan(1_100);
  });
});

describe('Prefer: handling=strict', () => {
  test('strict handling refuses what would be ignored, and changes nothing', async () => {
    const before = await countRows(server.pool, 'taxes', client.organizationId);
    const answer = await client.post('/taxes?draft=1', tax({ Rate: 5 }), { headers: STRICT });
    expect([answer.status, answer.body.code, answer.body.error_details]).toEqual([
      422,
      'validation_errors',
      { draft: UNKNOWN, Rate: UNKNOWN },
    ]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(await countRows(server.pool, 'taxes', client.organizationId)).toBe(before);
  });

  test('strict handling refuses a misspelt filter of a list', async () => {
    const answer = await client.get('/invoices?external_customer=acme', { headers: STRICT });
    expect([answer.status, answer.body.error_details]).toEqual([422, { external_customer: UNKNOWN }]);
  });

  test('strict handling reports unknown members together with all other errors', async () => {
    const answer = await client.post('/taxes', tax({ rate: 'x', name: ' ', rat: 1 }), { headers: STRICT });
    expect(answer.body.error_details).toEqual({
      rate: ['value_is_invalid'],
      name: ['value_is_mandatory'],
      rat: UNKNOWN,
    });
  });

  test('strict handling reports events of a list by index', async () => {
    const event = { external_subscription_id: 'x', code: 'y', transaction_id: 'z', timestmp: 1 };
    const answer = await client.post('/events/batch', { events: [event] }, { headers: STRICT });
    expect([answer.status, answer.body.error_details]).toEqual([422, { 0: { timestmp: UNKNOWN } }]);
  });

  test('strict handling comes after the record that the path names', async () => {
    const answer = await client.put('/taxes/absent?x=1', tax(), { headers: STRICT });
    expect([answer.status, answer.body.code]).toEqual([404, 'tax_not_found']);
  });

  test('strict handling changes nothing for a request that is right', async () => {
    const answer = await client.post('/taxes', tax(), { headers: STRICT });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
    const lenient = await client.post('/taxes', tax(), { headers: { prefer: 'handling=lenient' } });
    expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, null]);
  });
});

describe('with an Idempotency-Key', () => {
  const replayed = ({ headers }: RestAnswer) => headers.get('idempotent-replayed');

  test('a replay names what the first request ignored', async () => {
    const [body, headers] = [tax({ rat: 5 }), { 'idempotency-key': unique('key') }];
    const first = await client.post('/taxes', body, { headers });
    const second = await client.post('/taxes', body, { headers });
    expect([first.status, ignoredBy(first), replayed(first)]).toEqual([200, ['rat'], null]);
    expect([second.status, ignoredBy(second), replayed(second)]).toEqual([200, ['rat'], 'true']);
  });

  test('a replay is the first outcome: a preference does not change what has been done', async () => {
    const [body, headers] = [tax({ rat: 5 }), { 'idempotency-key': unique('key') }];
    await client.post('/taxes', body, { headers });
    const strict = await client.post('/taxes', body, { headers: { ...headers, ...STRICT } });
    expect([strict.status, replayed(strict), strict.headers.get('preference-applied')]).toEqual([
      200,
      'true',
      null,
    ]);
  });

  test('a strict refusal is an outcome too', async () => {
    const [body, headers] = [tax({ rat: 5 }), { 'idempotency-key': unique('key'), ...STRICT }];
    const first = await client.post('/taxes', body, { headers });
    const second = await client.post('/taxes', body, { headers });
    expect([first.status, first.body.error_details]).toEqual([422, { rat: UNKNOWN }]);
    expect([second.status, second.body, replayed(second)]).toEqual([422, first.body, 'true']);
    expect(second.headers.get('preference-applied')).toBe('handling=strict');
  });
});
