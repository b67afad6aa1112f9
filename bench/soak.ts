// A steady mixed load, and what grows under it: npm run soak -- [--minutes=10]
//
// Prints the slope of each figure over the second half of the load, and fails when something is left that should not be: a queue
// that does not drain, an answer of 500, a message that waits for good. Times of a busy machine prove nothing; none is a failure.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { call, post } from './call.ts';
import { table } from './harness.ts';
import { residentMegabytes } from './processes.ts';
import { connect, type Pool } from './product.ts';
import { type Server, startServer } from './server.ts';

/** Callers that send one request after the other. */
const CALLERS = 6;
/** Pause of a caller between two requests, so that the load is steady and leaves the machine some room. */
const BETWEEN_MS = 60;
const SAMPLE_MS = 5_000;
/** How long queues may take to drain on a busy machine. */
const DRAIN_MS = 300_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('Usage: npm run soak -- [--minutes=10]');
  process.exit(2);
}

/** One kind of request. @returns the status of the answer. */
type Operation = (turn: number) => Promise<number>;

interface Sample {
  readonly minute: number;
  readonly figures: Readonly<Record<string, number>>;
}

const server = await startServer();
const pool = connect(server.connection, { max: 2 });
const receivers = [await startReceiver(200), await startReceiver(500)];
try {
  console.log(`### A soak of ${minutes} minutes\n`);
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  for (const receiver of receivers) receiver.close();
  await pool.close();
  await server.stop();
}

async function soak(): Promise<boolean> {
  for (const { url } of receivers)
    await post(server, '/webhook_endpoints', { webhook_endpoint: { webhook_url: url } });
  const operations = await furnish(server);
  const statuses = new Map<string, number>();
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > minutes * 60_000;
  let turn = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver()) {
      turn += 1;
      const [name, operation] = operations[turn % operations.length] ?? ['', () => Promise.resolve(0)];
      const status = await operation(turn);
      if (status >= 500) statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
      await pause(BETWEEN_MS);
    }
  });
  while (!isOver()) {
    samples.push({
      minute: (performance.now() - startedAt) / 60_000,
      figures: await figuresOf(server, pool),
    });
    await pause(SAMPLE_MS);
  }
  await Promise.all(callers);
  console.log(slopes(samples));
  console.log(`${turn} requests.\n`);
  const left = await waitForQueues(pool);
  const problems = [...[...statuses].map(([what, times]) => `${what}, ${times} times`), ...left];
  console.log(
    problems.length === 0 ? 'Every queue has drained, and no answer was our fault.' : problems.join('\n'),
  );
  return problems.length === 0;
}

/** Creates what the operations need. @returns the operations in the order in which they take turns. */
async function furnish(target: Server): Promise<readonly (readonly [name: string, operation: Operation])[]> {
  const metric = await post<{ billable_metric: { svc_id: string } }>(target, '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'count' },
  });
  const charge = {
    billable_metric_id: metric.billable_metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '0.01' },
  };
  const plan = { interval: 'monthly', amount_cents: 1_000, amount_currency: 'EUR', pay_in_advance: false };
  await post(target, '/plans', { plan: { ...plan, name: 'Pro', code: 'pro', charges: [charge] } });
  await post(target, '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 500, amount_currency: 'EUR' },
  });
  await post(target, '/customers', { customer: { external_id: 'steady', currency: 'EUR' } });
  await post(target, '/subscriptions', {
    subscription: { external_customer_id: 'steady', plan_code: 'pro', external_id: 'steady' },
  });
  const wallet = { external_customer_id: 'steady', rate_amount: '1', currency: 'EUR', granted_credits: '10' };
  const { svc_id: walletId } = (await post<{ wallet: { svc_id: string } }>(target, '/wallets', { wallet }))
    .wallet;
  const send = (method: string, path: string, body?: object) =>
    statusOf(target, method, `/api/v1${path}`, body);
  const graphql = (query: string) => statusOf(target, 'POST', '/graphql', { query });
  const event = (turn: number, index = 0) => ({
    transaction_id: `${turn}-${index}`,
    external_subscription_id: 'steady',
    code: 'calls',
    properties: { count: 1 },
  });
  return [
    [
      'events',
      (turn) =>
        send('POST', '/events/batch', {
          events: Array.from({ length: 100 }, (_, index) => event(turn, index)),
        }),
    ],
    ['event', (turn) => send('POST', '/events', { event: event(turn) })],
    ['current usage', () => send('GET', '/customers/steady/current_usage?external_subscription_id=steady')],
    ['list', () => send('GET', '/invoices?per_page=20')],
    ['GraphQL list', () => graphql('{ customers(first: 20) { edges { node { id name } } } }')],
    // Clients that write values into the text instead of variables.
    [
      'text of its own',
      (turn) => graphql(`{ customers(first: 1, search: "c${turn}") { edges { node { id } } } }`),
    ],
    [
      'one-off invoice',
      () =>
        send('POST', '/invoices', {
          invoice: { external_customer_id: 'steady', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
        }),
    ],
    [
      'top-up',
      () =>
        send('POST', '/wallet_transactions', {
          wallet_transaction: { wallet_id: walletId, granted_credits: '1' },
        }),
    ],
    [
      'unknown code',
      (turn) => send('POST', '/events', { event: { ...event(turn, 1), code: `unknown-${turn}` } }),
    ],
    ['refused', () => send('POST', '/customers', { customer: {} })],
    ['customer', (turn) => customerOfATurn(send, turn)],
    ['test clock', (turn) => clockOfATurn(target, send, turn)],
    ['who goes away', () => goAway(target)],
  ];
}

type Send = (method: string, path: string, body?: object) => Promise<number>;

async function customerOfATurn(send: Send, turn: number): Promise<number> {
  const id = `customer-${turn}`;
  const statuses = [
    await send('POST', '/customers', { customer: { external_id: id, currency: 'EUR', metadata: [] } }),
    await send('POST', '/subscriptions', {
      subscription: { external_customer_id: id, plan_code: 'pro', external_id: id },
    }),
    await send('DELETE', `/subscriptions/${id}`),
    await send('DELETE', `/customers/${id}`),
  ];
  return Math.max(...statuses);
}

/** A simulated month; then everything of it is deleted, while others read lists. */
async function clockOfATurn(target: Server, send: Send, turn: number): Promise<number> {
  const { test_clock: clock } = await post<{ test_clock: { svc_id: string } }>(target, '/test_clocks', {
    test_clock: { frozen_time: '2027-01-15T00:00:00Z' },
  });
  const id = `clock-${turn}`;
  const statuses = [
    await send('POST', '/customers', {
      customer: { external_id: id, currency: 'EUR', test_clock_id: clock.svc_id },
    }),
    await send('POST', '/subscriptions', {
      subscription: { external_customer_id: id, plan_code: 'pro', external_id: id },
    }),
    await send('POST', `/test_clocks/${clock.svc_id}/advance`, {
      test_clock: { frozen_time: '2027-02-15T00:00:00Z' },
    }),
    await send('DELETE', `/test_clocks/${clock.svc_id}`),
  ];
  return Math.max(...statuses);
}

/** A caller that disconnects before the answer. */
async function goAway(target: Server): Promise<number> {
  const leaving = AbortSignal.timeout(2);
  await fetch(`${target.baseUrl}/api/v1/events?per_page=100`, {
    headers: { authorization: `Bearer ${target.apiKey}` },
    signal: leaving,
  }).catch(() => undefined);
  return 0;
}

async function statusOf(target: Server, method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(`${target.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function startReceiver(status: number) {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    close: () => {
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

async function figuresOf(target: Server, { sql }: Pool): Promise<Sample['figures']> {
  const metrics = await call(target, 'GET', '/metrics');
  const metric = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN);
  const [row] = await sql<{ backends: number; database: number; jobs: number; waiting: number }[]>`
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as backends,
      pg_database_size(current_database())::float8 / 1e6 as database,
      (select count(*)::int from graphile_worker.jobs where run_at <= now()) as jobs,
      (select count(*)::int from webhooks where status in ('pending', 'retrying')) as waiting`;
  return {
    'resident memory (MB)': residentMegabytes(target.pid) ?? NaN,
    'used heap (MB)': metric('nodejs_heap_size_used_bytes') / 1e6,
    'time series': metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length,
    backends: row?.backends ?? NaN,
    'database (MB)': row?.database ?? NaN,
    'due jobs': row?.jobs ?? NaN,
    'webhooks to be delivered': row?.waiting ?? NaN,
  };
}

/** Least squares over the second half, when caches are full and pools are open. */
function slopes(samples: readonly Sample[]): string {
  const half = samples.filter(({ minute }) => minute > minutes / 2);
  const [first, last] = [half[0], half.at(-1)];
  const names = Object.keys(first?.figures ?? {});
  return table([
    ['figure', 'at half time', 'at the end', 'slope per hour'],
    ...names.map((name) => {
      const points = half.map(({ minute, figures }) => [minute / 60, figures[name] ?? NaN] as const);
      return [name, round(first?.figures[name]), round(last?.figures[name]), round(slopeOf(points))];
    }),
  ]);
}

function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (place: 0 | 1) => points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

function round(value = NaN): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

/** Waits until nothing is left to do now. @returns what is still left after the limit. */
async function waitForQueues({ sql }: Pool): Promise<string[]> {
  const until = performance.now() + DRAIN_MS;
  for (;;) {
    const [row] = await sql<Record<string, number>[]>`
      select (select count(*)::int from graphile_worker.jobs where run_at <= now()) as "due jobs",
        (select count(*)::int from due_work where due_at <= now() and test_clock_id is null) as "due work",
        (select count(*)::int from pending_events) as "events that wait for billing",
        (select count(*)::int from webhooks where status in ('pending', 'retrying')
          and endpoint_id in (select endpoint_id from webhooks where status = 'succeeded')) as "webhooks to an endpoint that answers"`;
    const left = Object.entries(row ?? {}).filter(([, count]) => count > 0);
    if (left.length === 0) return [];
    if (performance.now() > until)
      return left.map(([name, count]) => `${count} ${name} after ${DRAIN_MS / 60_000} minutes`);
    await pause(1_000);
  }
}
