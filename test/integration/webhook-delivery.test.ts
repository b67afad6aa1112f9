// The delivery of webhook messages to receivers that work, fail, hang and mislead: webhooks.md §2, §4, §5, §7.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { importSPKI, jwtVerify } from 'jose';
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createFeature, createTax, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { checkMessage } from '../support/contract.js';
import { serveApp, startTestServer, TEST_PUBLIC_URL, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { type Received, WebhookReceiver } from '../support/webhook-receiver.js';

const TIMEOUT_MS = 1_000;

/** Addresses of host names that the tests make up. */
const names = new Map<string, string[]>();

let server: TestServer;
let dispatcher: { stop(): Promise<void> };
let client: Client;
let receiver: WebhookReceiver;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  const resolve = (host: string) => Promise.resolve(names.get(host) ?? [host]);
  const outgoing = new OutgoingHttp(
    { allowedHosts: ['127.0.0.1', 'inside.test'], userAgent: 'Tollgate/test' },
    resolve,
  );
  server = await startTestServer({
    outgoing,
    limits: { webhookTimeoutMs: TIMEOUT_MS, graphqlCost: 100_000 },
  });
  dispatcher = await server.app.services.startWebhookDispatcher();
});
afterAll(async () => {
  await dispatcher.stop();
  await server.stop();
});
beforeEach(async () => {
  client = await server.organization();
  receiver = await startReceiver();
});
afterEach(async () => {
  await server.pool.sql`update webhook_endpoints set deleted_at = now()`;
  await Promise.all(receivers.splice(0).map((each) => each.stop()));
});

async function startReceiver(): Promise<WebhookReceiver> {
  const started = await WebhookReceiver.start();
  receivers.push(started);
  return started;
}

async function listen(over: object = {}, at = receiver, owner = client): Promise<Resource> {
  const endpoint = {
    webhook_url: at.url(),
    event_types: ['feature.created', 'feature.updated'],
  };
  const { status, body } = await owner.post('/webhook_endpoints', {
    webhook_endpoint: { ...endpoint, ...over },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.webhook_endpoint;
}

const touch = (feature: Resource) =>
  client.put(`/features/${feature.code}`, { feature: { description: unique('text') } });

const LOG = `query ($id: ID!) { webhooks(endpointId: $id, first: 100) { totalCount nodes {
  id status httpStatus retries response webhookUrl webhookType objectId nextAttemptAt
  attempts { number httpStatus response url durationMs } } } }`;

async function log(endpoint: Resource): Promise<Resource[]> {
  const { data, errors } = await client.graphql(LOG, { id: endpoint.svc_id });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data.webhooks.nodes;
}

/** The states of the deliveries of an endpoint, for those who wait for one: the log takes much longer to read. */
async function statesOf({ svc_id }: Resource): Promise<string[]> {
  const rows = await server.pool.sql<{ status: string }[]>`
    select status from webhooks where endpoint_id = ${svc_id} order by status`;
  return rows.map(({ status }) => status);
}

/** Waits until each delivery of an endpoint has one of these states. */
async function becomes(endpoint: Resource, ...statuses: string[]): Promise<Resource[]> {
  await until(async () => {
    const found = await statesOf(endpoint);
    return found.length > 0 && found.every((status) => statuses.includes(status));
  });
  return log(endpoint);
}

/** Makes the waits of retries end now. */
async function endWaits(endpoint: Resource): Promise<void> {
  await server.pool.sql`
    update webhooks set next_attempt_at = now() where endpoint_id = ${endpoint.svc_id} and next_attempt_at > now()`;
  await server.pool.sql`select pg_notify('webhooks', ${endpoint.svc_id})`;
}

/** The id of a feature, which REST does not show. */
async function idOf(feature: Resource): Promise<string> {
  const { data } = await client.graphql('query ($code: String!) { feature(code: $code) { id } }', {
    code: feature.code,
  });
  return data.feature.id;
}

const aboutOf = (messages: readonly Received[]) =>
  messages.map(({ body }) => body.feature.description as string | null);

describe('a message', () => {
  test('a webhook message is what REST shows, in the order of the contract, and is signed with the HMAC key of the organization', async () => {
    const endpoint = await listen({ signature_algo: 'hmac' });
    const feature = await createFeature(client, { name: 'Ünïcödé & <tags> "quoted" 🐳' });
    const [message] = await receiver.hasReceived(1);
    expect(message?.method).toBe('POST');
    expect(message?.body).toEqual({
      webhook_type: 'feature.created',
      object_type: 'feature',
      organization_id: client.organizationId,
      feature: feature,
    });
    await checkMessage(message?.body);
    const { headers, raw } = message as Received;
    expect(headers['content-type']).toBe('application/json');
    expect(headers['user-agent']).toBe('Tollgate/test');
    const { data } = await client.graphql('{ organization { hmacKey webhookSecret } }');
    const { hmacKey, webhookSecret } = data.organization;
    expect(Buffer.from(hmacKey, 'base64')).toHaveLength(32);
    const signature = createHmac('sha256', hmacKey).update(raw).digest('base64');
    expect([headers['x-svc-signature'], headers['x-svc-signature-algorithm']]).toEqual([signature, 'hmac']);
    const standard = new StandardWebhook(webhookSecret);
    expect(standard.verify(raw.toString(), headers as Record<string, string>)).toEqual(message?.body);
    expect(() => standard.verify(`${raw.toString()} `, headers as Record<string, string>)).toThrow();
    const [delivery] = await becomes(endpoint, 'succeeded');
    expect([headers['x-svc-unique-key'], headers['webhook-id']]).toEqual([delivery?.id, delivery?.id]);
    expect(delivery).toMatchObject({
      httpStatus: 200,
      retries: 0,
      response: 'ok',
      webhookUrl: receiver.url(),
      objectId: await idOf(feature),
      nextAttemptAt: null,
      attempts: [{ number: 1, httpStatus: 200, response: 'ok', url: receiver.url() }],
    });
  });

  test('a webhook message is sent as the log shows it, with its object byte for byte as it is stored', async () => {
    const endpoint = await listen();
    await createFeature(client, { name: 'Ünïcödé & <tags> "quoted" 🐳' });
    const [message] = await receiver.hasReceived(1);
    const [delivery] = await becomes(endpoint, 'succeeded');
    const { data } = await client.graphql('query ($id: ID!) { webhook(id: $id) { payload } }', {
      id: delivery?.id,
    });
    const [stored] = await server.pool.sql`
      select object::text as object from outbox_messages where organization_id = ${client.organizationId}`;
    const sent = message?.raw.toString() ?? '';
    expect(JSON.stringify(JSON.parse(sent))).toBe(JSON.stringify(data.webhook.payload));
    expect(sent).toBe(
      `{"webhook_type":"feature.created","object_type":"feature","organization_id":"${client.organizationId}",` +
        `"feature":${String(stored?.['object'])}}`,
    );
  });

  test('a webhook message is signed with a JWT that the public key verifies', async () => {
    await listen();
    await createFeature(client);
    const [message] = await receiver.hasReceived(1);
    const { body } = await client.get('/webhooks/json_public_key');
    const pem = Buffer.from(body.webhook.public_key, 'base64').toString();
    const token = String(message?.headers['x-svc-signature']);
    const verified = await jwtVerify(token, await importSPKI(pem, 'RS256'), { issuer: TEST_PUBLIC_URL });
    const sentAt = Number(message?.headers['webhook-timestamp']);
    expect(verified.payload).toEqual({
      data: message?.raw.toString(),
      iss: TEST_PUBLIC_URL,
      iat: sentAt,
      exp: sentAt + 15 * 60,
    });
    const later = { issuer: TEST_PUBLIC_URL, currentDate: new Date((sentAt + 15 * 60 + 1) * 1_000) };
    await expect(jwtVerify(token, await importSPKI(pem, 'RS256'), later)).rejects.toThrow(/"exp"/);
    expect(verified.protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(message?.headers['x-svc-signature-algorithm']).toBe('jwt');
  });

  test('a webhook message is signed with both keys for a day after a rotation', async () => {
    await listen({ signature_algo: 'hmac' });
    const keys = '{ organization { hmacKey webhookSecret } }';
    const before = (await client.graphql(keys)).data.organization;
    const rotated = await client.graphql(`mutation { rotateHmacKey ${keys} }`);
    const after = rotated.data.rotateHmacKey.organization;
    expect(after.hmacKey).not.toBe(before.hmacKey);
    await createFeature(client);
    const [message] = await receiver.hasReceived(1);
    const { headers, raw } = message as Received;
    expect(headers['x-svc-signature']).toBe(createHmac('sha256', after.hmacKey).update(raw).digest('base64'));
    for (const { webhookSecret } of [before, after]) {
      const standard = new StandardWebhook(webhookSecret);
      expect(standard.verify(raw.toString(), headers as Record<string, string>)).toEqual(message?.body);
    }
    expect(headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
    await server.pool.sql`
      update organizations set previous_hmac_key_until = now() where id = ${client.organizationId}`;
    await createFeature(client);
    const [, later] = await receiver.hasReceived(2);
    expect(later?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
  });

  test('a webhook message is sent for what endpoints ask for, to each with an id of its own, and never for what was rolled back', async () => {
    const [all, none, other] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
    await listen({ event_types: null }, all);
    await listen({ event_types: [] }, none);
    await listen({ event_types: ['feature.deleted'] }, other);
    await listen();
    const feature = await createFeature(client);
    await client.post('/features', { feature: { ...feature, name: 'again' } });
    await createTax(client);
    const [[first], [second]] = await Promise.all([receiver.hasReceived(1), all.hasReceived(1)]);
    expect(first?.raw.equals(second?.raw ?? Buffer.alloc(0))).toBe(true);
    expect(first?.headers['webhook-id']).not.toBe(second?.headers['webhook-id']);
    await client.delete(`/features/${feature.code}`);
    await other.hasReceived(1);
    await all.hasReceived(2);
    expect([receiver.received, none.received].map(({ length }) => length)).toEqual([1, 0]);
  });

  test('a webhook message does not reach an endpoint that was created after it', async () => {
    await createFeature(client, { name: 'before' });
    const endpoint = await listen();
    await createFeature(client, { name: 'after' });
    await receiver.hasReceived(1);
    expect((await becomes(endpoint, 'succeeded')).map(({ webhookType }) => webhookType)).toEqual([
      'feature.created',
    ]);
    expect(receiver.received.map(({ body }) => body.feature.name)).toEqual(['after']);
  });

  test('a webhook message goes to the URL of the moment, signed as asked for at the moment, with the body of before', async () => {
    receiver.reply = (_message, response) => response.writeHead(500).end('broken');
    const endpoint = await listen({ signature_algo: 'hmac' });
    await createFeature(client);
    await becomes(endpoint, 'retrying');
    const moved = await startReceiver();
    await client.put(`/webhook_endpoints/${endpoint.svc_id}`, {
      webhook_endpoint: { webhook_url: moved.url('/moved'), signature_algo: 'jwt', event_types: [] },
    });
    await endWaits(endpoint);
    const [again] = await moved.hasReceived(1);
    expect(again?.raw.equals(receiver.received[0]?.raw ?? Buffer.alloc(0))).toBe(true);
    expect([again?.path, again?.headers['x-svc-signature-algorithm']]).toEqual(['/moved', 'jwt']);
    const [delivery] = await becomes(endpoint, 'succeeded');
    expect(delivery).toMatchObject({
      retries: 1,
      webhookUrl: moved.url('/moved'),
      attempts: [
        { number: 2, httpStatus: 200, url: moved.url('/moved') },
        { number: 1, httpStatus: 500, response: 'broken', url: receiver.url() },
      ],
    });
  });
});

describe('an attempt fails', () => {
  test.each<[string, (receiver: WebhookReceiver) => WebhookReceiver['reply'], object]>([
    [
      'with a status that is no success',
      () => (_, response) => response.writeHead(404).end('x'),
      { httpStatus: 404, response: 'x' },
    ],
    [
      'with a redirect, which is not followed',
      ({ port }) =>
        (_, response) =>
          response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end(),
      { httpStatus: 302 },
    ],
    ['without an answer in time', () => () => undefined, { httpStatus: null, response: 'timeout: reading' }],
    [
      'when an answer ends too late',
      () => (_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('slow');
      },
      { httpStatus: null, response: 'timeout: reading' },
    ],
    [
      'when the connection is closed',
      () => (_, response) => response.destroy(),
      { httpStatus: null, response: 'socket hang up' },
    ],
    [
      'when the answer is cut off',
      () => (_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('cut');
        setImmediate(() => response.destroy());
      },
      { httpStatus: null, response: 'aborted' },
    ],
  ])('%s', async (_how, reply, outcome) => {
    receiver.reply = reply(receiver);
    const endpoint = await listen();
    await createFeature(client);
    const [delivery] = await becomes(endpoint, 'retrying');
    expect(delivery).toMatchObject(outcome);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    const dueInMs = Date.parse(delivery?.nextAttemptAt) - Date.now();
    expect(dueInMs).toBeLessThan(5_500);
    receiver.reply = (_message, response) => response.writeHead(204).end();
    await endWaits(endpoint);
    await becomes(endpoint, 'succeeded');
    const [first, second] = receiver.received;
    expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  test('an attempt fails when nobody listens', async () => {
    const endpoint = await listen();
    await receiver.stop();
    await createFeature(client);
    expect((await becomes(endpoint, 'retrying'))[0]?.response).toMatch(/ECONNREFUSED/);
  });

  test('eight attempts that fail are all; then a message can be sent again by hand, with eight more', async () => {
    receiver.reply = (_message, response) => response.writeHead(503).end();
    const endpoint = await listen();
    await createFeature(client);
    for (let attempts = 1; attempts < 8; attempts += 1) {
      await receiver.hasReceived(attempts);
      await becomes(endpoint, 'retrying');
      await until(async () => (await log(endpoint))[0]?.attempts.length === attempts);
      await endWaits(endpoint);
    }
    const [failed] = await becomes(endpoint, 'failed');
    expect(failed).toMatchObject({ retries: 7, nextAttemptAt: null, httpStatus: 503 });
    expect(receiver.received).toHaveLength(8);
    const retry = 'mutation ($id: ID!) { retryWebhook(input: { id: $id }) { webhook { status } } }';
    const answer = await client.graphql(retry, { id: failed?.id });
    expect(answer.data.retryWebhook.webhook.status).toBe('retrying');
    await receiver.hasReceived(9);
    await until(async () => (await log(endpoint))[0]?.attempts.length === 9);
    receiver.reply = (_message, response) => response.end();
    await endWaits(endpoint);
    const [delivered] = await becomes(endpoint, 'succeeded');
    expect(delivered?.retries).toBe(9);
    const { errors } = await client.graphql(retry, { id: failed?.id });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'is_succeeded', status: 405 });
  });

  test('an attempt reads only 64 kB of an answer', async () => {
    receiver.reply = (_message, response) => {
      response.writeHead(200);
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(50_000), more);
      };
      more();
    };
    const endpoint = await listen();
    await createFeature(client);
    const [delivery] = await becomes(endpoint, 'succeeded');
    expect(delivery?.response).toHaveLength(64_000);
  });
});

describe('an address', () => {
  const featureCreated = async (endpoint: Resource) => {
    await createFeature(client);
    return (await becomes(endpoint, 'retrying', 'succeeded'))[0];
  };

  test('an address that has become private after the endpoint was created gets nothing', async () => {
    const host = `${unique('rebinding')}.test`.replaceAll('_', '-');
    names.set(host, ['203.0.114.7']);
    const endpoint = await listen({ webhook_url: `http://${host}:${receiver.port}/hook` });
    names.set(host, ['203.0.114.7', '127.0.0.1']);
    expect(await featureCreated(endpoint)).toMatchObject({
      status: 'retrying',
      httpStatus: null,
      response: 'blocked address',
    });
    expect(receiver.received).toEqual([]);
  });

  test('an address is refused for an endpoint when one of those of its name is private', async () => {
    names.set('mixed.test', ['203.0.114.7', '10.0.0.1']);
    const { status, body } = await client.post('/webhook_endpoints', {
      webhook_endpoint: { webhook_url: 'https://mixed.test/' },
    });
    expect([status, body.error_details]).toEqual([422, { webhook_url: ['url_is_invalid'] }]);
  });

  test('an address of an allowed host may be private, and is the one connected to, with the name in the request', async () => {
    names.set('inside.test', ['127.0.0.1']);
    const endpoint = await listen({ webhook_url: `http://inside.test:${receiver.port}/hook?a=b` });
    expect(await featureCreated(endpoint)).toMatchObject({ status: 'succeeded' });
    const [message] = receiver.received;
    expect([message?.headers.host, message?.path]).toEqual([`inside.test:${receiver.port}`, '/hook?a=b']);
  });

  test('an address that accepts no connection is followed by the next one of the name', async () => {
    names.set('inside.test', ['127.0.0.9', '127.0.0.1']);
    const endpoint = await listen({ webhook_url: `http://inside.test:${receiver.port}/hook` });
    expect(await featureCreated(endpoint)).toMatchObject({ status: 'succeeded' });
  });
});

describe('messages about one object', () => {
  test('messages about one object arrive in the order in which they arose, while those about others do not wait', async () => {
    const endpoint = await listen();
    const [broken, other] = [await createFeature(client), await createFeature(client)];
    await receiver.hasReceived(2);
    await becomes(endpoint, 'succeeded');
    receiver.received.length = 0;
    let isBroken = true;
    receiver.reply = (message, response) => {
      const fails = isBroken && message.body.feature.code === broken.code;
      response.writeHead(fails ? 500 : 200).end();
    };
    const sent: string[] = [];
    for (let change = 0; change < 5; change += 1) {
      sent.push((await touch(broken)).body.feature.description);
      await touch(other);
    }
    const of = (feature: Resource) =>
      receiver.received.filter(({ body }) => body.feature.code === feature.code);
    await until(() => Promise.resolve(of(other).length === 5));
    expect(aboutOf(of(broken))).toEqual([sent[0]]);
    isBroken = false;
    await endWaits(endpoint);
    await until(() => Promise.resolve(of(broken).length === 6));
    expect(aboutOf(of(broken))).toEqual([sent[0], ...sent]);
    await becomes(endpoint, 'succeeded');
  });

  test('messages about one object fail with the one that they wait for; what arises later is sent, and they can be sent again in order', async () => {
    const endpoint = await listen();
    const feature = await createFeature(client);
    await becomes(endpoint, 'succeeded');
    receiver.received.length = 0;
    receiver.reply = (_message, response) => response.writeHead(500).end();
    await touch(feature);
    await receiver.hasReceived(1);
    await touch(feature);
    await touch(feature);
    await until(async () => (await statesOf(endpoint)).includes('retrying'));
    await server.pool.sql`
      update webhooks set series_attempts = 7 where endpoint_id = ${endpoint.svc_id} and status = 'retrying'`;
    await endWaits(endpoint);
    await becomes(endpoint, 'succeeded', 'failed');
    expect((await log(endpoint)).map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'failed'),
      'succeeded',
    ]);
    expect(receiver.received).toHaveLength(2);
    receiver.reply = (_message, response) => response.end();
    const sendAgain = 'mutation ($id: ID!) { retryWebhooks(input: { endpointId: $id }) { retriedCount } }';
    const { errors } = await client.graphql(sendAgain, { id: endpoint.svc_id });
    expect(errors).toBeUndefined();
    await touch(feature);
    await becomes(endpoint, 'succeeded');
    const sent = aboutOf(receiver.received.slice(2));
    expect(sent).toHaveLength(4);
    expect(sent[0]).toBe(aboutOf(receiver.received)[0]);
  });
});

describe('endpoints', () => {
  test('endpoints get five messages at once at most', async () => {
    const waiting: (() => void)[] = [];
    receiver.reply = (_message, response) => waiting.push(() => response.end());
    await listen();
    await Promise.all(Array.from({ length: 12 }, () => createFeature(client)));
    await receiver.hasReceived(5);
    const answering = setInterval(() => waiting.shift()?.(), 5);
    await receiver.hasReceived(12);
    clearInterval(answering);
    for (const answer of waiting) answer();
    expect(receiver.mostOpen).toBe(5);
  });

  test('endpoints that never answer do not delay those that do', async () => {
    const silent = await startReceiver();
    silent.reply = () => undefined;
    await listen({}, silent);
    await listen();
    const before = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => createFeature(client)));
    await receiver.hasReceived(20);
    expect(performance.now() - before).toBeLessThan(10 * TIMEOUT_MS);
    expect(silent.received.length).toBeLessThanOrEqual(20);
  });

  test('endpoints that never answer, of many organizations, leave room for those of another one', async () => {
    await dispatcher.stop();
    const other = await serveApp(server.database, {
      outgoing: new OutgoingHttp({ allowPrivateNetworks: true, userAgent: 'Tollgate/test' }),
      // No more than the endpoints that never answer; an attempt outlasts the test.
      limits: { webhookRequests: 20, webhookTimeoutMs: 600_000 },
    });
    const silent = await startReceiver();
    silent.reply = () => undefined;
    try {
      const others = await Promise.all(Array.from({ length: 10 }, () => server.organization()));
      for (const owner of others)
        for (const path of ['/one', '/another'])
          await listen({ webhook_url: silent.url(path) }, silent, owner);
      await Promise.all(others.map((owner) => createFeature(owner)));
      const second = await other.app.services.startWebhookDispatcher();
      try {
        await silent.hasReceived(10);
        await listen();
        await createFeature(client);
        await receiver.hasReceived(1);
        expect(silent.mostOpen).toBeLessThan(20);
      } finally {
        await silent.stop();
        await second.stop();
      }
    } finally {
      await other.stop();
      dispatcher = await server.app.services.startWebhookDispatcher();
    }
  });

  test('endpoints that were down get everything once they are up again', async () => {
    receiver.reply = (_message, response) => response.writeHead(502).end();
    const endpoint = await listen();
    const features = await Promise.all(Array.from({ length: 30 }, () => createFeature(client)));
    await touch(features[0]);
    await receiver.hasReceived(30);
    await until(
      async () => (await statesOf(endpoint)).filter((status) => status === 'retrying').length === 30,
    );
    receiver.received.length = 0;
    receiver.reply = (_message, response) => response.end();
    await endWaits(endpoint);
    await becomes(endpoint, 'succeeded');
    expect(receiver.received).toHaveLength(31);
    expect(new Set(receiver.received.map(({ body }) => body.feature.code)).size).toBe(30);
  });

  test('endpoints get each message once, however many processes send, and one at a time sends to an endpoint', async () => {
    const other = await serveApp(server.database, {
      outgoing: new OutgoingHttp({ allowPrivateNetworks: true, userAgent: 'Tollgate/other' }),
    });
    const second = await other.app.services.startWebhookDispatcher();
    try {
      const all = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
      for (const each of all) await listen({}, each);
      await Promise.all(Array.from({ length: 25 }, () => createFeature(client)));
      for (const each of all) {
        await each.hasReceived(25);
        expect(new Set(each.received.map(({ headers }) => headers['webhook-id'])).size).toBe(25);
        expect(new Set(each.received.map(({ headers }) => headers['user-agent'])).size).toBe(1);
        expect(each.mostOpen).toBeLessThanOrEqual(5);
      }
    } finally {
      await second.stop();
      await other.stop();
    }
  });

  test('endpoints that are deleted get nothing any more, and their log is deleted', async () => {
    receiver.reply = (_message, response) => response.writeHead(500).end();
    const endpoint = await listen();
    await createFeature(client);
    const [delivery] = await becomes(endpoint, 'retrying');
    await client.delete(`/webhook_endpoints/${endpoint.svc_id}`);
    const { errors } = await client.graphql('query ($id: ID!) { webhook(id: $id) { id } }', {
      id: delivery?.id,
    });
    expect(errors?.[0]?.extensions.code).toBe('not_found');
    await endWaits(endpoint);
    await createFeature(client);
    const { webhookRetention } = server.app.services;
    const deleted = { organizationId: client.organizationId, endpointId: endpoint.svc_id };
    await webhookRetention.deleteEndpoint(deleted);
    const left = await server.pool.sql`
      select (select count(*)::int from webhooks where endpoint_id = ${endpoint.svc_id}) as webhooks,
        (select count(*)::int from webhook_endpoints where id = ${endpoint.svc_id}) as endpoints`;
    expect([left, receiver.received.length]).toEqual([[{ webhooks: 0, endpoints: 0 }], 1]);
  });

  test('endpoints that have failed for days rest: a message is tried once, until one succeeds', async () => {
    receiver.reply = (_message, response) => response.writeHead(500).end();
    const endpoint = await listen();
    await createFeature(client);
    await becomes(endpoint, 'retrying');
    await server.pool.sql`
      update webhook_queues set failing_since = now() - interval '6 days' where endpoint_id = ${endpoint.svc_id}`;
    await endWaits(endpoint);
    await becomes(endpoint, 'failed');
    await createFeature(client);
    await until(async () => (await statesOf(endpoint)).length === 2);
    await becomes(endpoint, 'failed');
    receiver.reply = (_message, response) => response.end();
    await createFeature(client);
    await until(async () => (await statesOf(endpoint)).includes('succeeded'));
    receiver.reply = (_message, response) => response.writeHead(500).end();
    await createFeature(client);
    await until(async () => (await statesOf(endpoint)).includes('retrying'));
  });

  test('endpoints lose all that is old from their log and the outbox, whatever its state', async () => {
    receiver.reply = (_message, response) => response.writeHead(500).end();
    const endpoint = await listen();
    const feature = await createFeature(client);
    await touch(feature);
    // The first has been tried, and the second waits for it.
    await until(async () => (await statesOf(endpoint)).join() === 'pending,retrying');
    await server.pool.sql`
      update webhooks set created_at = created_at - interval '100 days', updated_at = updated_at - interval '100 days',
        -- No attempt comes meanwhile.
        next_attempt_at = next_attempt_at + interval '1 day'
      where endpoint_id = ${endpoint.svc_id}`;
    await server.pool.sql`
      update outbox_messages set created_at = created_at - interval '100 days'
      where organization_id = ${client.organizationId}`;
    await server.app.services.webhookRetention.trim();
    const [left] = await server.pool.sql`
      select (select count(*)::int from webhooks where endpoint_id = ${endpoint.svc_id}) as webhooks,
        (select count(*)::int from outbox_messages where organization_id = ${client.organizationId}) as messages`;
    expect(left).toEqual({ webhooks: 0, messages: 0 });
  });

  test('endpoints send what has waited behind a message that was too old to keep', async () => {
    const endpoint = await behindAnOldMessage();
    await server.app.services.webhookRetention.trim();
    await until(async () => (await statesOf(endpoint)).join() === 'succeeded');
  });

  test('endpoints keep messages while the process that sends loads what follows them', async () => {
    const endpoint = await behindAnOldMessage();
    let trimming: Promise<unknown> = Promise.resolve();
    await server.pool.sql.begin(async (sql) => {
      // As the process that sends does while it loads.
      await sql`update webhook_queues set leased_until = leased_until where endpoint_id = ${endpoint.svc_id}`;
      trimming = server.app.services.webhookRetention.trim();
      const waits = until(async () => {
        const [row] = await server.pool.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_queues%for update%'`;
        return row !== undefined;
      });
      expect(await Promise.race([waits.then(() => 'waits'), trimming.then(() => 'deleted')])).toBe('waits');
    });
    await trimming;
    await until(async () => (await statesOf(endpoint)).join() === 'succeeded');
  });

  /** An endpoint that answers again, with a message that waits behind one that is too old to keep. */
  async function behindAnOldMessage(): Promise<Resource> {
    receiver.reply = (_message, response) => response.writeHead(500).end();
    const endpoint = await listen();
    await touch(await createFeature(client));
    await until(async () => (await statesOf(endpoint)).join() === 'pending,retrying');
    await server.pool.sql`
      update webhooks set updated_at = updated_at - interval '100 days', next_attempt_at = next_attempt_at + interval '1 day'
      where endpoint_id = ${endpoint.svc_id} and status = 'retrying'`;
    receiver.reply = (_message, response) => response.end();
    return endpoint;
  }
});
