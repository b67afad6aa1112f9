// Webhook endpoints and the keys of signatures over REST: webhooks.md §1, §4, §7.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createPublicKey } from 'node:crypto';
import { createClock, createCustomer, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  await server.pool.db.transaction((tx) => server.app.services.signingKeys.createOnce(tx));
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
});

const publicUrl = () => `https://203.1.2.3/${unique('hook')}`;
const create = (over: object = {}, caller = client) =>
  caller.post('/webhook_endpoints', { webhook_endpoint: { webhook_url: publicUrl(), ...over } });
const created = async (over: object = {}) => (await create(over)).body.webhook_endpoint;
const update = (id: string, members: object) =>
  client.put(`/webhook_endpoints/${id}`, { webhook_endpoint: members });
const refusalOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer;
  return [status, body.error_details ?? body.code];
};

describe('an endpoint', () => {
  test('a webhook endpoint is created, read, listed, changed and deleted', async () => {
    const url = publicUrl();
    const { status, body } = await create({
      webhook_url: url,
      name: 'Ledger',
      signature_algo: 'hmac',
      event_types: [' Invoice.Created', 'invoice.created', ''],
    });
    const shown = {
      svc_id: expect.any(String),
      svc_organization_id: client.organizationId,
      webhook_url: url,
      signature_algo: 'hmac',
      name: 'Ledger',
      event_types: ['invoice.created'],
      test: null,
      created_at: expect.any(String),
    };
    expect([status, body]).toEqual([200, { webhook_endpoint: shown }]);
    const id = body.webhook_endpoint.svc_id;
    expect((await client.get(`/webhook_endpoints/${id}`)).body).toEqual(body);
    const list = await client.get('/webhook_endpoints');
    expect(list.body.webhook_endpoints).toEqual([shown]);
    expect(list.body.meta.total_count).toBe(1);

    const changed = { ...shown, name: null, signature_algo: 'jwt', event_types: null };
    expect((await update(id, { name: null, signature_algo: null, event_types: ['*'] })).body).toEqual({
      webhook_endpoint: changed,
    });
    const moved = { ...changed, webhook_url: `${url}/moved` };
    expect((await update(id, { webhook_url: moved.webhook_url })).body).toEqual({ webhook_endpoint: moved });

    expect((await client.delete(`/webhook_endpoints/${id}`)).body).toEqual({ webhook_endpoint: moved });
    expect(await refusalOf(client.get(`/webhook_endpoints/${id}`))).toEqual([
      404,
      'webhook_endpoint_not_found',
    ]);
    expect(await refusalOf(update(id, { name: 'x' }))).toEqual([404, 'webhook_endpoint_not_found']);
    expect((await client.get('/webhook_endpoints')).body.webhook_endpoints).toEqual([]);
    expect((await create({ webhook_url: moved.webhook_url })).status).toBe(200);
  });

  // Source: extensions.md §1.
  test('a webhook endpoint receives messages about customers on test clocks, no others, or both', async () => {
    const [both, liveOnly, testOnly] = [
      await created(),
      await created({ test: false }),
      await created({ test: true }),
    ];
    expect([both.test, liveOnly.test, testOnly.test]).toEqual([null, false, true]);
    const clock = await createClock(client);
    await createCustomer(client, { external_id: 'live' });
    await createCustomer(client, { external_id: 'simulated', test_clock_id: clock.svc_id });
    await createPlan(client, { code: 'sold' });
    const named = async ({ svc_id }: Resource) =>
      (
        await server.pool.sql`
          select coalesce(message.object ->> 'external_id', message.object ->> 'code') as name
          from webhooks as delivery join outbox_messages as message on message.id = delivery.message_id
          where delivery.endpoint_id = ${svc_id}
            and message.webhook_type in ('customer.created', 'plan.created') order by message.id`
      ).map(({ name }) => name);
    expect(await named(both)).toEqual(['live', 'simulated', 'sold']);
    expect(await named(liveOnly)).toEqual(['live', 'sold']);
    expect(await named(testOnly)).toEqual(['simulated']);
    expect((await update(liveOnly.svc_id, { test: null })).body.webhook_endpoint.test).toBeNull();
  });

  test('a webhook endpoint signs with a JWT and receives everything unless it says otherwise', async () => {
    const endpoint = await created();
    expect([endpoint.signature_algo, endpoint.name, endpoint.event_types]).toEqual(['jwt', null, null]);
    expect((await created({ event_types: [] })).event_types).toEqual([]);
  });

  test.each([
    ['no URL', { webhook_url: undefined, name: 'x' }, { webhook_url: ['value_is_mandatory'] }],
    ['a blank URL', { webhook_url: ' ' }, { webhook_url: ['value_is_mandatory'] }],
    ['no URL at all', { webhook_url: 'not a url' }, { webhook_url: ['url_is_invalid'] }],
    ['another scheme', { webhook_url: 'ftp://example.com/x' }, { webhook_url: ['url_is_invalid'] }],
    ['a relative URL', { webhook_url: '/hook' }, { webhook_url: ['url_is_invalid'] }],
    ['user info', { webhook_url: 'https://a:b@203.1.2.3/x' }, { webhook_url: ['url_is_invalid'] }],
    [
      'a port of another service',
      { webhook_url: 'http://203.1.2.3:25/' },
      { webhook_url: ['url_is_invalid'] },
    ],
    ['a name of this machine', { webhook_url: 'https://localhost/' }, { webhook_url: ['url_is_invalid'] }],
    [
      'an overlong URL',
      { webhook_url: `https://203.1.2.3/${'x'.repeat(2_000)}` },
      { webhook_url: ['value_is_too_long'] },
    ],
    ['an overlong name', { name: 'x'.repeat(256) }, { name: ['value_is_too_long'] }],
    ['an unknown algorithm', { signature_algo: 'rot13' }, { signature_algo: ['value_is_invalid'] }],
    ['a text of kinds', { event_types: 'invoice.created' }, { event_types: ['must_be_array'] }],
    ['an unknown kind', { event_types: ['invoice.eaten'] }, { event_types: ['value_is_invalid'] }],
    ...['created', 'updated', 'deleted'].map((change): [string, object, object] => [
      'an activity that is no message',
      { event_types: ['customer.created', `billable_metric.${change}`] },
      { event_types: ['value_is_invalid'] },
    ]),
    ['a star beside a kind', { event_types: ['*', 'fee.created'] }, { event_types: ['value_is_invalid'] }],
    [
      'several of these',
      { webhook_url: 'x', event_types: ['x'], name: 'x'.repeat(256) },
      { webhook_url: ['url_is_invalid'], event_types: ['value_is_invalid'], name: ['value_is_too_long'] },
    ],
  ])('a webhook endpoint with %s is refused', async (_why, over, details) => {
    expect(await refusalOf(create(over))).toEqual([422, details]);
    expect((await client.get('/webhook_endpoints')).body.meta.total_count).toBe(0);
  });

  test.each([
    ['127.0.0.1', '127.8.9.10', '10.1.2.3', '172.16.0.9', '172.31.255.254', '192.168.1.1', '169.254.169.254'],
    ['100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '168.63.129.16'],
    ['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]'],
    [
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[ff02::1]',
      '2130706433',
      '0x7f.1',
      '017700000001',
      'localhost.',
    ],
  ])('a webhook endpoint may not be %s or its like', async (...hosts) => {
    for (const host of hosts) {
      const answer = create({ webhook_url: `https://${host}/hook` });
      expect([host, await refusalOf(answer)]).toEqual([host, [422, { webhook_url: ['url_is_invalid'] }]]);
    }
  });

  test.each([
    'https://8.8.8.8/hook',
    'http://8.8.8.8:8080/hook',
    'https://[2606:4700::1111]/',
    'https://nobody.invalid/',
  ])('a webhook endpoint may be %s', async (url) => {
    expect((await create({ webhook_url: url })).status).toBe(200);
  });

  test('a webhook endpoint is refused when it is changed to what none may be', async () => {
    const first = await created();
    const second = await created();
    const refused = async (members: object) => (await refusalOf(update(second.svc_id, members)))[1];
    expect(await refused({ webhook_url: null })).toEqual({ webhook_url: ['value_is_mandatory'] });
    expect(await refused({ webhook_url: 'http://10.0.0.1/' })).toEqual({ webhook_url: ['url_is_invalid'] });
    expect(await refused({ webhook_url: first.webhook_url })).toEqual({
      webhook_url: ['value_already_exist'],
    });
    expect((await client.get(`/webhook_endpoints/${second.svc_id}`)).body.webhook_endpoint).toEqual(second);
  });

  test('a webhook endpoint has a URL that no other one of the organization has', async () => {
    const { webhook_url: url } = await created();
    expect(await refusalOf(create({ webhook_url: url }))).toEqual([
      422,
      { webhook_url: ['value_already_exist'] },
    ]);
    expect((await create({ webhook_url: url }, await server.organization())).status).toBe(200);
  });

  test('an organization has at most ten webhook endpoints, also when they are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => refusalOf(create())));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(10);
    expect(answers.filter(([status]) => status === 422)).toEqual([
      [422, { base: ['exceeded_limit'] }],
      [422, { base: ['exceeded_limit'] }],
    ]);
    const [first] = (await client.get('/webhook_endpoints?per_page=1')).body.webhook_endpoints;
    await client.delete(`/webhook_endpoints/${first.svc_id}`);
    expect((await create()).status).toBe(200);
  });

  test('a webhook endpoint belongs to its organization only', async () => {
    const { svc_id: id } = await created();
    const stranger = await server.organization();
    for (const answer of [
      stranger.get(`/webhook_endpoints/${id}`),
      stranger.put(`/webhook_endpoints/${id}`, { webhook_endpoint: { name: 'mine' } }),
      stranger.delete(`/webhook_endpoints/${id}`),
    ]) {
      expect(await refusalOf(answer)).toEqual([404, 'webhook_endpoint_not_found']);
    }
    expect((await stranger.get('/webhook_endpoints')).body.webhook_endpoints).toEqual([]);
  });

  test('a webhook endpoint requires permissions of its own', async () => {
    const reader = await server.organization({ webhook_endpoint: ['read'] });
    expect((await reader.get('/webhook_endpoints')).status).toBe(200);
    expect(await refusalOf(create({}, reader))).toEqual([
      403,
      'write_action_not_allowed_for_webhook_endpoint',
    ]);
    expect(await refusalOf(reader.get('/webhooks/public_key'))).toEqual([
      403,
      'read_action_not_allowed_for_webhook_jwt_public_key',
    ]);
  });
});

describe('the public key', () => {
  test('the public key is a PEM text in base64, the same in JSON and as text, and for all organizations', async () => {
    const { status, body } = await client.get('/webhooks/json_public_key');
    expect([status, Object.keys(body), Object.keys(body.webhook)]).toEqual([
      200,
      ['webhook'],
      ['public_key'],
    ]);
    const text = await client.get('/webhooks/public_key');
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.body).toBe(body.webhook.public_key);
    expect(text.body).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const key = createPublicKey(Buffer.from(text.body, 'base64').toString());
    expect([key.asymmetricKeyType, key.asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 2048]);
    const other = await server.organization();
    expect((await other.get('/webhooks/json_public_key')).body).toEqual(body);
  });

  test('the public key is made once', async () => {
    const before = await client.get('/webhooks/public_key');
    await server.pool.db.transaction((tx) => server.app.services.signingKeys.createOnce(tx));
    expect((await client.get('/webhooks/public_key')).body).toBe(before.body);
  });
});
