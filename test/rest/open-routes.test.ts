// Routes that everybody may use, and whose budget pays for them (ADR 0103).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
/** The organization whose ids strangers use. */
let owner: Client;

const SECRET = 'shared with the provider';
const CREATE = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id } } }`;

beforeAll(async () => {
  server = await startTestServer({ limits: { organizationWaiting: 20, strangerBodiesBytes: 16_000_000 } });
  owner = await server.organization();
  for (const [code, settings] of [
    ['signed', { accessToken: 'sandbox_t', webhookSecret: SECRET }],
    ['unsigned', { accessToken: 'sandbox_t' }],
  ] as const) {
    const input = { type: 'gocardless', name: code, code, gocardless: settings };
    expect((await owner.graphql(CREATE, { input })).errors).toBeUndefined();
  }
});
afterAll(() => server.stop());

interface Layer {
  readonly name: string;
  readonly handle: { readonly stack?: readonly Layer[] };
  readonly route?: { readonly path: string | string[]; readonly methods: Readonly<Record<string, boolean>> };
}
const layers = () => (server.app.http as unknown as { router: { stack: readonly Layer[] } }).router.stack;

/** Every route of the program but those of the two APIs. */
function routesIn(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route === undefined) return routesIn(handle.stack ?? []);
    const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
    return methods.flatMap((method) => [route.path].flat().map((path) => `${method} ${path}`));
  });
}

interface Call {
  readonly path: string;
  readonly body?: string;
}
const hostile = {
  logo: () => ({ path: `/logos/${owner.organizationId}/${randomUUID()}` }),
  file: () => ({ path: `/files/${owner.organizationId}/invoice/${randomUUID()}/${'x'.repeat(43)}.pdf` }),
  sandbox: () => ({ path: `/sandbox/${owner.organizationId}/pay/${randomUUID()}/${'x'.repeat(43)}` }),
  pay: () => ({ path: `/pay/${owner.organizationId}/${randomUUID()}/${'x'.repeat(43)}` }),
  message: () => ({ path: `/webhooks/gocardless/${owner.organizationId}?code=signed`, body: '{}' }),
} as const satisfies Record<string, () => Call>;

/** What strangers send to each route; null: it reads no database and no body. */
const SENT: Readonly<Record<string, (() => Call) | null>> = {
  'GET /health': () => ({ path: '/health' }),
  'GET /ready': () => ({ path: '/ready' }),
  'GET /metrics': () => ({ path: '/metrics' }),
  'GET /logos/:organizationId/:id': hostile.logo,
  'POST /webhooks/:type/:organizationId': hostile.message,
  'GET /sandbox/:organizationId/:page/:id/:signature': hostile.sandbox,
  'POST /sandbox/:organizationId/:page/:id/:signature': () => ({ ...hostile.sandbox(), body: 'choice=ok' }),
  'GET /pay/:organizationId/:invoiceId/:signature': hostile.pay,
  'POST /pay/:organizationId/:invoiceId/:signature': () => ({ ...hostile.pay(), body: '' }),
  'GET /:organizationId/:kind/:id/:name': hostile.file,
  'GET /api/v1/openapi.json': null,
  'GET /': null,
  'GET /graphql/schema.graphql': null,
  'GET /graphiql': null,
  'GET /portal': null,
  'GET /portal/portal.css': null,
  'GET /portal/:script': null,
  'GET /invitation{/:token}': null,
  'GET /reset-password{/:token}': null,
  'GET /confirm-email': null,
  'GET /single-sign-on': null,
};

test('every route is one of the two APIs, or stands in the list of this test', () => {
  const apis = layers().filter(({ handle }) => handle.stack !== undefined);
  const found = apis.flatMap(({ handle }) => routesIn(handle.stack ?? []));
  const beside = routesIn(layers().filter(({ route }) => route !== undefined));
  expect(beside).toEqual([]);
  const ofApis = new Set(['POST /']);
  expect(found.filter((route) => !ofApis.has(route)).toSorted()).toEqual(Object.keys(SENT).toSorted());
});

const FLOOD = 500;

describe.each(
  Object.entries(SENT).flatMap(([route, call]) => (call === null ? [] : [[route, call] as const])),
)('%s, sent 500 times at once with the ids of an organization', (route, call) => {
  test('a request that is sent 500 times at once takes nothing from the share of the organization', async () => {
    const [method = ''] = route.split(' ');
    let answered = 0;
    const statuses = new Set<number>();
    const flood = Promise.all(
      Array.from({ length: FLOOD }, async () => {
        const { path, body = null } = call();
        const response = await fetch(`${server.baseUrl}${path}`, { method, body });
        await response.arrayBuffer();
        statuses.add(response.status);
        answered += 1;
      }),
    );
    const reads: number[] = [];
    while (answered < FLOOD) reads.push((await owner.get('/taxes')).status);
    await flood;
    expect(new Set([...reads, (await owner.get('/taxes')).status])).toEqual(new Set([200]));
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });
});

describe('a message of a provider', () => {
  const address = (code = 'signed') =>
    `${server.baseUrl}/webhooks/gocardless/${owner.organizationId}?code=${code}`;
  const send = async (body: string, secret = SECRET, code = 'signed') => {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const response = await fetch(address(code), {
      method: 'POST',
      body,
      headers: { 'webhook-signature': signature, 'content-type': 'application/json' },
    });
    return response.status;
  };
  const event = (id: string, over: object = {}) => ({
    id,
    resource_type: 'payments',
    action: 'confirmed',
    links: { payment: 'PM1' },
    ...over,
  });
  const events = (count: number) =>
    JSON.stringify({ events: Array.from({ length: count }, (_, index) => event(`EV${index}`)) });
  const jobs = async () => {
    const [row] = await server.pool.sql<{ count: number }[]>`
      select count(*)::int as count from provider_messages where organization_id = ${owner.organizationId}`;
    return row?.count ?? 0;
  };

  test.each<[string, number, () => string]>([
    ['of 9,000 events', 413, () => events(9_000)],
    [
      'with an event of more than 10 kB',
      413,
      () => JSON.stringify({ events: [event('EV1'), event('EV2', { details: 'x'.repeat(10_000) })] }),
    ],
    ['with an id of 100 kB', 413, () => JSON.stringify({ events: [event('x'.repeat(100_000))] })],
    ['of 100,000 levels', 413, () => `{"events":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['that is signed and no JSON', 200, () => 'x'],
    ['whose events are none', 200, () => '{"events":[1,null,"x",[]]}'],
    ['of more than 1 MB', 413, () => `{"events":[],"x":"${'x'.repeat(1_000_000)}"}`],
  ])('%s is answered %i and stores nothing', async (_what, status, body) => {
    const before = await jobs();
    expect([await send(body()), await jobs()]).toEqual([status, before]);
  });

  test('a message of a provider with a right signature is stored, and with a wrong one it is not', async () => {
    const before = await jobs();
    expect([await send(events(1), 'another secret'), await send(events(1), SECRET, 'unsigned')]).toEqual([
      400, 400,
    ]);
    expect(await jobs()).toBe(before);
    expect([await send(events(1_000)), await jobs()]).toEqual([200, before + 1_000]);
  });
});

describe('bodies that wait', () => {
  /** Sends all but the ends of bodies. @returns the statuses of the first answers, once there are so many. */
  async function answersToHalves(count: number, code: string, expected: number): Promise<string[]> {
    const sockets: Socket[] = [];
    const answers: string[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', (data: Buffer) => {
        answers.push(/^HTTP\/1.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? '');
      });
      socket.write(
        `POST /webhooks/gocardless/${owner.organizationId}?code=${code} HTTP/1.1\r\nHost: localhost\r\n` +
          'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n',
      );
      socket.write(' '.repeat(990_000));
    }
    await until(() => Promise.resolve(answers.length >= expected));
    for (const socket of sockets) socket.destroy();
    return answers;
  }

  test('bodies that wait are not read at all where no message can be meant', async () => {
    for (const code of ['unknown', 'unsigned'])
      expect(new Set(await answersToHalves(40, code, 40))).toEqual(new Set(['400']));
  });

  test('bodies that wait take a share of memory, and no more than a part of it from one address', async () => {
    // A quarter of 16 MB: four bodies.
    expect(new Set(await answersToHalves(40, 'signed', 36))).toEqual(new Set(['429']));
  });
});

test('a logo of 800 kB is taken, and a larger one refused as the contract says', async () => {
  const png = (bytes: number) => {
    const content = Buffer.alloc(bytes);
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(content);
    return `data:image/png;base64,${content.toString('base64')}`;
  };
  const { body } = await owner.get('/billing_entities');
  const { code, svc_id: id } = body.billing_entities[0];
  const rest = (logo: string) => owner.put(`/billing_entities/${code}`, { billing_entity: { logo } });
  expect((await rest(png(800_000))).status).toBe(200);
  const create = (logo: string) =>
    owner.post('/billing_entities', { billing_entity: { code: 'logo', name: 'Logo', logo } });
  for (const refused of [await rest(png(800_001)), await rest(png(2_000_000)), await create(png(5_000_000))])
    expect([refused.status, refused.body.error_details]).toEqual([422, { logo: ['invalid_size'] }]);
  const UPDATE = `mutation ($input: UpdateBillingEntityInput!) { updateBillingEntity(input: $input) { billingEntity { id } } }`;
  const { errors } = await owner.graphql(UPDATE, { input: { id, logo: png(2_000_000) } });
  expect(errors?.[0]?.extensions).toMatchObject({ status: 422, details: { logo: ['invalid_size'] } });
});
