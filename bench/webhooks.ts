import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, post } from './call.ts';
import type { Benchmark, Figures } from './harness.ts';
import { perEvent, timed } from './measure.ts';
import type { World } from './world.ts';

const MESSAGES = 5_000;
/** Different objects, each with as many messages as it takes. */
const OBJECTS = 2_500;

/** About as large as the invoice of a plan with some charges. */
const OBJECT = {
  svc_id: '01900000-0000-7000-8000-000000000001',
  number: 'TOL-0001-001-001',
  total_amount_cents: 20_640,
  fees: Array.from({ length: 8 }, (_, index) => ({
    svc_id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    item: { type: 'charge', code: `calls_${index}`, name: `API calls of region ${index}` },
    units: '61000.0',
    precise_unit_amount: '0.002',
    amount_cents: 12_200,
    taxes_amount_cents: 2_440,
    invoice_display_name: null,
    from_date: '2027-03-01T00:00:00Z',
    to_date: '2027-03-31T23:59:59Z',
  })),
};

interface Load {
  readonly algorithm: 'hmac' | 'jwt';
  readonly endpoints: number;
  /** Endpoints with as many messages each that accept connections and never answer. */
  readonly silent?: number;
}

const LOADS: Readonly<Record<string, Load>> = {
  hmac: { algorithm: 'hmac', endpoints: 1 },
  jwt: { algorithm: 'jwt', endpoints: 1 },
  'hmac, five endpoints': { algorithm: 'hmac', endpoints: 5 },
  'hmac, beside three that hang': { algorithm: 'hmac', endpoints: 1, silent: 3 },
};

/** (k) Delivers webhook messages that wait in the outbox to receivers on this machine. */
export function webhooks(world: World): Promise<Benchmark> {
  return Promise.resolve({
    title: `(k) Webhooks: ${MESSAGES} messages of ${JSON.stringify(OBJECT).length} bytes about ${OBJECTS} objects, each to every endpoint`,
    variants: Object.entries(LOADS).map(([name, load]) => ({ name, run: () => deliver(world, load) })),
    ratios: [
      { figure: 'messages/s', of: 'jwt', by: 'hmac' },
      { figure: 'messages/s', of: 'hmac, five endpoints', by: 'hmac' },
      { figure: 'messages/s', of: 'hmac, beside three that hang', by: 'hmac', aim: { atLeast: 0.8 } },
    ],
    check: () => Promise.resolve(),
  });
}

async function deliver(world: World, { algorithm, endpoints, silent = 0 }: Load): Promise<Figures> {
  const { pool, organizationId, server } = world;
  const expected = endpoints * MESSAGES;
  const received = new Set<string>();
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const receiver = await listen((request, response) => {
    request.resume().once('end', () => {
      received.add(String(request.headers['webhook-id']));
      response.end();
      if (received.size === expected) finish();
    });
  });
  const hanging = await listen((request) => request.resume());
  const create = async (http: HttpServer, index: number): Promise<string> => {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/${index}`;
    const endpoint = { webhook_url: url, signature_algo: algorithm, event_types: [] };
    type Answer = { readonly webhook_endpoint: { readonly svc_id: string } };
    const answer = await post<Answer>(server, '/webhook_endpoints', { webhook_endpoint: endpoint });
    return answer.webhook_endpoint.svc_id;
  };
  const answering = await Promise.all(
    Array.from({ length: endpoints }, (_, index) => create(receiver, index)),
  );
  const mute = await Promise.all(Array.from({ length: silent }, (_, index) => create(hanging, index)));
  const ids = [...answering, ...mute];
  try {
    await queue(world, ids);
    const place = { ...world, appPid: server.pid };
    const figures = await perEvent(expected, place, () =>
      timed(async () => {
        for (const id of ids) await pool.sql`select pg_notify('webhooks', ${id})`;
        await done;
      }),
    );
    await recorded(world, answering, expected);
    const titles = Object.entries(figures).map(([title, figure]) => [
      title.replace('event', 'message'),
      figure,
    ]);
    return Object.fromEntries(titles) as Figures;
  } finally {
    for (const id of ids) await call(server, 'DELETE', `/api/v1/webhook_endpoints/${id}`);
    for (const http of [receiver, hanging]) {
      http.closeAllConnections();
      http.close();
    }
    await pool.sql`delete from outbox_messages where organization_id = ${organizationId} and object_type = 'bench'`;
  }
}

/** Writes messages and addresses them, as the recorder does, all in one transaction. */
async function queue({ pool, organizationId }: World, endpointIds: readonly string[]): Promise<void> {
  await pool.sql`
    with message as (
      insert into outbox_messages (id, organization_id, webhook_type, object_type, object_id, object, created_at)
      select gen_random_uuid(), ${organizationId}, 'invoice.created', 'bench',
        md5((number % ${OBJECTS}::int)::text)::uuid, ${JSON.stringify(OBJECT)}::text::jsonb, now()
      from generate_series(1, ${MESSAGES}::int) as number
      returning id, organization_id, webhook_type, object_type, object_id, created_at
    )
    insert into webhooks (id, organization_id, endpoint_id, message_id, webhook_type, object_type, object_id, status,
      next_attempt_at, created_at, updated_at)
    select gen_random_uuid(), organization_id, endpoint.id, message.id, webhook_type, object_type, object_id,
      'pending', created_at, created_at, created_at
    from message cross join unnest(${endpointIds}::uuid[]) as endpoint (id)`;
}

/** Waits until all attempts are recorded, and checks that each message was delivered at the first one. */
async function recorded({ pool }: World, endpointIds: readonly string[], expected: number): Promise<void> {
  for (;;) {
    const [row] = await pool.sql<{ delivered: number; attempts: number }[]>`
      select count(*) filter (where status = 'succeeded')::int as delivered, sum(attempts)::int as attempts
      from webhooks where endpoint_id = any(${endpointIds}::uuid[])`;
    if (row?.delivered === expected) {
      assert.equal(row.attempts, expected);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function listen(handler: RequestListener): Promise<HttpServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
