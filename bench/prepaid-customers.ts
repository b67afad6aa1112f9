import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { bill, perInvoice, startWorker } from './billing-day.ts';
import {
  type BilledCustomers,
  expectBilled,
  deleteInvoices,
  MODEL,
  subscribeMany,
} from './billed-customers.ts';
import { call, post } from './call.ts';
import { CURRENCY, subscribe } from './create-subscriptions.ts';
import { checkEventsAndCounters } from './database-checks.ts';
import { newEvents } from './events.ts';
import type { Benchmark, Figures } from './harness.ts';
import { postBatches } from './load.ts';
import { latencyFigures, perEvent } from './measure.ts';
import type { World } from './world.ts';

const CUSTOMERS = 1_000;
const PLAIN = 'plain';
const PREPAID = 'coupon, wallet, threshold';
const ANNOUNCED = 'webhooks and PDFs';
/** Their speed is that of so many: all of them would take minutes. */
const DOCUMENTS = 100;
/** Never reached. */
const HIGH = 1_000_000_000;
const LOOK_MS = 20;
/** Calls of each kind in a round. */
const CALLS = 300;

interface Wallet {
  readonly svc_id: string;
}

/**
 * (m) A billing day of customers who each have a coupon, a wallet that pays, and a threshold of progressive billing, and one
 * whose messages are delivered and whose PDFs are made at the same time, both against the same day without.
 */
export async function prepaidBilling(world: World): Promise<Benchmark> {
  const customers = await subscribeMany(world, CUSTOMERS);
  await equip(world, customers);
  await holdDocuments(world);
  const other = await startWorker(world.server.connection);
  const billed = (): Promise<Figures> =>
    perInvoice(CUSTOMERS, world, other.pid, () => bill(world, customers, CUSTOMERS));
  return {
    title: `(m) Billing day of ${CUSTOMERS} customers, plain, with prepaid credits, and with messages and documents`,
    variants: [
      {
        name: PLAIN,
        run: async () => {
          await reset(world, { isPrepaid: false });
          const figures = await billed();
          await expectBilled(world, customers, CUSTOMERS);
          return figures;
        },
      },
      {
        name: PREPAID,
        run: async () => {
          await reset(world, { isPrepaid: true });
          const figures = await billed();
          await expectPrepaid(world);
          return figures;
        },
      },
      {
        name: ANNOUNCED,
        run: async () => {
          await reset(world, { isPrepaid: false });
          return announced(world, billed);
        },
      },
    ],
    ratios: [
      { figure: 'invoices/s', of: PREPAID, by: PLAIN, aim: { atLeast: 0.7 } },
      { figure: 'invoices/s', of: ANNOUNCED, by: PLAIN, aim: { atLeast: 0.9 } },
    ],
    check: () => Promise.resolve(),
    end: other.stop,
  };
}

/** Gives every customer a coupon, a wallet and a threshold: one through REST, the others by copying its rows. */
async function equip({ server, pool: { sql } }: World, { subscriptionIds }: BilledCustomers): Promise<void> {
  await post(server, '/coupons', {
    coupon: {
      ...{ name: 'Bench', code: 'bench', coupon_type: 'percentage', percentage_rate: 10 },
      ...{ frequency: 'forever', expiration: 'no_expiration' },
    },
  });
  await post(server, '/applied_coupons', {
    applied_coupon: { external_customer_id: MODEL, coupon_code: 'bench' },
  });
  await createWallet(server, MODEL);
  const others = sql`(select customers.id as customer from subscriptions join customers on customers.id = customer_id
    where subscriptions.id = any(${subscriptionIds}::uuid[])) as other`;
  const isModel = sql`model.customer_id = (select id from customers where external_id = ${MODEL})`;
  await sql`
    insert into applied_coupons select copy.* from applied_coupons model cross join ${others}
    cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'customer_id', customer)) as copy
    where ${isModel}`;
  await sql`
    insert into wallets select copy.* from wallets model cross join ${others}
    cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'customer_id', customer)) as copy
    where ${isModel}`;
  await sql`
    insert into wallet_transactions select copy.* from wallet_transactions model
    join wallets on wallets.id <> model.wallet_id
    cross join lateral jsonb_populate_record(model, jsonb_build_object(
      'id', gen_random_uuid(), 'wallet_id', wallets.id, 'customer_id', wallets.customer_id)) as copy
    where ${isModel} and wallets.customer_id in (select customer from ${others})`;
  await sql`
    insert into usage_thresholds (id, organization_id, subscription_id, amount_cents, recurring, created_at, updated_at)
    select gen_random_uuid(), organization_id, id, ${HIGH}, false, now(), now()
    from subscriptions where id = any(${subscriptionIds}::uuid[])`;
  await sql`create table bench_thresholds as select * from usage_thresholds`;
  await sql`vacuum (analyze)`;
}

async function createWallet(server: World['server'], externalId: string): Promise<Wallet> {
  const terms = { code: 'bench', rate_amount: '1', currency: CURRENCY, granted_credits: '1000000' };
  const wallet = { external_customer_id: externalId, ...terms };
  return (await post<{ wallet: Wallet }>(server, '/wallets', { wallet })).wallet;
}

/** Makes jobs of documents wait while the table of the benchmark says so. */
async function holdDocuments({ pool: { sql } }: World): Promise<void> {
  await sql.unsafe(`
    create table bench_held_documents (is_held boolean);
    insert into bench_held_documents values (true);
    create function bench_hold_documents() returns trigger language plpgsql as $$
    begin
      if (select is_held from bench_held_documents) and new.task_id =
        (select id from graphile_worker._private_tasks where identifier = 'make_document')
      then new.run_at = now() + interval '1 year'; end if;
      return new;
    end $$;
    create trigger bench_hold_documents before insert on graphile_worker._private_jobs
      for each row execute function bench_hold_documents();`);
}

/** Takes away the invoices, with jobs that wait for them, and gives or takes away what customers have. */
async function reset(world: World, { isPrepaid }: { readonly isPrepaid: boolean }): Promise<void> {
  const { sql } = world.pool;
  // Documents that are being made refer to invoices.
  for (let underway = 1; underway > 0;) {
    await sql`
      delete from graphile_worker._private_jobs using graphile_worker._private_tasks as task
      where task.id = task_id and identifier = 'make_document' and locked_at is null`;
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from graphile_worker.jobs where task_identifier = 'make_document'`;
    underway = row?.count ?? 0;
    if (underway > 0) await pause(LOOK_MS);
  }
  await deleteInvoices(world);
  const status = isPrepaid ? 'active' : 'terminated';
  await sql`update applied_coupons set status = ${status}, terminated_at = ${isPrepaid ? null : new Date().toISOString()}`;
  await sql`update wallets set status = ${status}, terminated_at = ${isPrepaid ? null : new Date().toISOString()}`;
  await sql`delete from usage_thresholds`;
  if (isPrepaid) await sql`insert into usage_thresholds select * from bench_thresholds`;
  await sql`vacuum (analyze) applied_coupons, wallets, usage_thresholds`;
}

async function expectPrepaid({ pool: { sql } }: World): Promise<void> {
  const [found] = await sql<{ invoices: number }[]>`
    select count(*)::int as invoices from invoices
    where status = 'finalized' and coupons_amount_cents > 0 and prepaid_credit_amount_cents > 0 and total_amount_cents = 0`;
  if (found?.invoices !== CUSTOMERS) throw new Error(`${found?.invoices} invoices were paid by wallets.`);
}

/** Bills with an endpoint for all messages, and with documents; and how fast these come. */
async function announced({ server, pool: { sql } }: World, billed: () => Promise<Figures>): Promise<Figures> {
  let received = 0;
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => {
      received += 1;
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const created = await post<{ webhook_endpoint: { svc_id: string } }>(server, '/webhook_endpoints', {
    webhook_endpoint: { webhook_url, signature_algo: 'hmac' },
  });
  await sql`update bench_held_documents set is_held = false`;
  try {
    const startedAt = performance.now();
    const figures = await billed();
    let documents = 0;
    for (;;) {
      const [done] = await sql<{ documents: number; messages: number }[]>`
        select (select count(*) from document_files where format = 'pdf')::int as documents,
          (select count(*) from webhooks where status = 'succeeded')::int as messages`;
      documents = done?.documents ?? 0;
      if (documents >= DOCUMENTS && (done?.messages ?? 0) >= CUSTOMERS) break;
      await pause(LOOK_MS);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return { ...figures, 'messages/s': received / seconds, 'documents/s': documents / seconds };
  } finally {
    await sql`update bench_held_documents set is_held = true`;
    await call(server, 'DELETE', `/api/v1/webhook_endpoints/${created.webhook_endpoint.svc_id}`);
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** The customers of the second half of the subscriptions have wallets. */
const SUBSCRIPTIONS = 100;
const OBSERVED = 'wallet and two alerts';
const CURRENT_USAGE = 'current usage';
const BALANCE = 'ongoing balance';

/**
 * (n) Ingest for customers with a wallet and with two alerts on the subscription, against ingest for customers without; and
 * the ongoing balance of such a wallet against the current usage that it is computed from.
 */
export async function prepaidUsage(world: World): Promise<Benchmark> {
  const { server, rows } = world;
  const count = rows / 10;
  const [plain, observed]: [string[], string[]] = [[], []];
  const wallets: Wallet[] = [];
  for (let number = 0; number < SUBSCRIPTIONS; number += 1) {
    const [free, watched] = [`free-${number}`, `watched-${number}`];
    await subscribe(server, free);
    await subscribe(server, watched);
    wallets.push(await createWallet(server, watched));
    for (const alert_type of ['current_usage_amount', 'lifetime_usage_amount']) {
      await post(server, `/subscriptions/${watched}/alerts`, {
        alert: { alert_type, code: alert_type, thresholds: [{ code: 'high', value: HIGH }] },
      });
    }
    plain.push(free);
    observed.push(watched);
  }
  const ingest = (subscriptions: readonly string[]) => (): Promise<Figures> => {
    world.stored += count;
    const events = newEvents(count, subscriptions);
    return perEvent(count, { ...world, appPid: server.pid }, () => postBatches(server, events));
  };
  const reading = (path: (place: number) => string) => async (): Promise<Figures> => {
    const latenciesMs: number[] = [];
    for (let made = 0; made < CALLS; made += 1) {
      const startedAt = performance.now();
      await call(server, 'GET', `/api/v1${path(made % SUBSCRIPTIONS)}`);
      latenciesMs.push(performance.now() - startedAt);
    }
    return latencyFigures(latenciesMs);
  };
  const usagePath = (place: number) =>
    `/customers/watched-${place}/current_usage?external_subscription_id=watched-${place}`;
  return {
    title: `(n) Ingest of ${count} events for ${SUBSCRIPTIONS} subscriptions, and ${CALLS} reads one after another`,
    variants: [
      { name: PLAIN, run: ingest(plain) },
      { name: OBSERVED, run: ingest(observed) },
      { name: CURRENT_USAGE, run: reading(usagePath) },
      { name: BALANCE, run: reading((place) => `/wallets/${wallets[place]?.svc_id}`) },
    ],
    ratios: [
      { figure: 'events/s', of: OBSERVED, by: PLAIN, aim: { atLeast: 0.8 } },
      { figure: 'p50 ms', of: BALANCE, by: CURRENT_USAGE, aim: { atMost: 2 } },
      { figure: 'p99 ms', of: BALANCE, by: CURRENT_USAGE, aim: { atMost: 2 } },
    ],
    check: () => checkEventsAndCounters(world),
  };
}
