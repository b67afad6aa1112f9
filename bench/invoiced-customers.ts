import assert from 'node:assert/strict';
import { post } from './call.ts';
import { CURRENCY, planOf } from './create-subscriptions.ts';
import { type BenchEvent, chunked, METRICS, pick, restEvent, richly } from './events.ts';
import { createRichPlan, RICH_METRICS, RICH_PLAN } from './rich-plan.ts';
import type { World } from './world.ts';

export const CUSTOMERS = 2_000;
const MONTHS = 12;
const EVENTS_PER_MONTH = 200;
const EVENTS_AT_ONCE = 100;
/** Subscriptions of the large customer beside the one with twenty charges. */
const FURTHER_SUBSCRIPTIONS = 9;

export const PLAN = 'dashboard';
const MODEL = 'dashboard-0';
/** A copy of the model. */
export const ORDINARY = 'dashboard-1';
/** Has ten subscriptions, one of them with twenty charges, a partial payment of each invoice, and a test clock. */
export const LARGE = 'dashboard-large';

/** The number of a copy, as statements have it. */
const NUMBER = 'copies.number';
const COPIED_ID = `'${PLAN}-' || ${NUMBER}`;
const CREATED = { created_at: `model.created_at + ${NUMBER} * interval '1 millisecond'` };
const OF_CUSTOMER = 'model.customer_id = customer.id';

interface CopiedTable {
  readonly name: string;
  /** The columns that name copied rows. */
  readonly ids: readonly string[];
  /** Finds the rows of the model. */
  readonly condition: string;
  /** Other columns that differ between copies, as SQL. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The tables of a customer, each after the tables that it refers to. */
const TABLES: readonly CopiedTable[] = [
  {
    name: 'customers',
    ids: ['id'],
    condition: 'model.id = customer.id',
    columns: {
      ...CREATED,
      external_id: COPIED_ID,
      slug: COPIED_ID,
      name: `'Customer ' || ${NUMBER}`,
      email: `'billing@${PLAN}-' || ${NUMBER} || '.example'`,
      sequential_id: `2000000 + ${NUMBER}`,
      test_clock_id: 'null',
    },
  },
  {
    name: 'subscriptions',
    ids: ['id', 'customer_id'],
    condition: OF_CUSTOMER,
    columns: { ...CREATED, external_id: COPIED_ID },
  },
  {
    name: 'invoices',
    ids: ['id', 'customer_id'],
    condition: OF_CUSTOMER,
    columns: { ...CREATED, number: `model.number || '-' || ${NUMBER}` },
  },
  {
    name: 'billing_periods',
    ids: ['id', 'invoice_id', 'subscription_id'],
    condition: 'model.invoice_id in (select id from invoices where customer_id = customer.id)',
    columns: CREATED,
  },
  {
    name: 'fees',
    ids: ['id', 'customer_id', 'invoice_id', 'subscription_id'],
    condition: OF_CUSTOMER,
    columns: CREATED,
  },
  {
    name: 'applied_taxes',
    ids: ['id', 'fee_id', 'invoice_id'],
    condition: `(model.fee_id in (select id from fees where customer_id = customer.id)
      or model.invoice_id in (select id from invoices where customer_id = customer.id))`,
    columns: CREATED,
  },
  { name: 'payments', ids: ['id', 'customer_id', 'invoice_id'], condition: OF_CUSTOMER, columns: CREATED },
  {
    name: 'activity_log_entries',
    ids: ['id', 'resource_id'],
    condition: 'model.external_customer_id = customer.external_id',
    columns: {
      external_customer_id: COPIED_ID,
      external_subscription_id: COPIED_ID,
      logged_at: `model.logged_at - ${NUMBER} * interval '1 second'`,
    },
  },
];

/**
 * Creates 2,000 customers and bills them monthly for a year: a large customer and one other through REST, on a test clock;
 * the others are copies of that other one, in real time, with its documents and its entries in the activity log.
 */
export async function createInvoicedCustomers(world: World): Promise<void> {
  const { server, pool } = world;
  const [start, now] = [startOfMonth(MONTHS), new Date()];
  await createRichPlan(server, pool);
  await createPlan(world);
  const { test_clock: clock } = await post<{ test_clock: { svc_id: string } }>(world.server, '/test_clocks', {
    test_clock: { name: 'A year ago', frozen_time: start.toISOString() },
  });
  for (const name of [MODEL, LARGE])
    await post(world.server, '/customers', {
      customer: {
        external_id: name,
        name: name === LARGE ? 'Wáter Works' : 'Customer 0',
        email: `billing@${name}.example`,
        currency: CURRENCY,
        test_clock_id: clock.svc_id,
      },
    });
  await subscribe(world, MODEL, MODEL, PLAN);
  await subscribe(world, LARGE, LARGE, RICH_PLAN);
  for (let number = 1; number <= FURTHER_SUBSCRIPTIONS; number += 1)
    await subscribe(world, LARGE, `${LARGE}-${number}`, PLAN);
  await use(world, { from: start, to: now });
  await advance(world, clock.svc_id, now);
  await pay(world);
  for (const table of TABLES) await copyRows(world, table);
  await pool.sql`vacuum (analyze)`;
  await expectInvoices(world);
}

async function createPlan(world: World): Promise<void> {
  const codes = METRICS.map(({ code }) => code);
  const metrics = await world.pool.sql<{ id: string }[]>`
    select id from billable_metrics where code = any(${codes}::text[])`;
  await post(world.server, '/taxes', { tax: { name: 'VAT', code: PLAN, rate: 20 } });
  const metricIds = metrics.map(({ id }) => id);
  await post(world.server, '/plans', { plan: { ...planOf(PLAN, metricIds), tax_codes: [PLAN] } });
}

async function subscribe(world: World, customer: string, externalId: string, plan: string): Promise<void> {
  await post(world.server, '/subscriptions', {
    subscription: { external_customer_id: customer, external_id: externalId, plan_code: plan },
  });
}

/** Sends events of the two customers, spread over the time and over the charges. */
async function use(world: World, { from, to }: { readonly from: Date; readonly to: Date }): Promise<void> {
  const rich = RICH_METRICS.map(({ code }) => code);
  const plain = METRICS.map(({ code }) => code);
  const events = Array.from({ length: (MONTHS + 1) * EVENTS_PER_MONTH }, (_, number): BenchEvent[] => {
    const part = (number + 0.5) / ((MONTHS + 1) * EVENTS_PER_MONTH);
    const at = new Date(from.getTime() + part * (to.getTime() - from.getTime()));
    const event = (externalSubscriptionId: string, code: string): BenchEvent => ({
      transactionId: `${externalSubscriptionId}-${number}`,
      externalSubscriptionId,
      code,
      at,
      properties: { amount: number + 1, region: pick(['eu-west-1', 'us-east-2']) },
    });
    return [event(MODEL, pick(plain)), richly(event(LARGE, pick(rich)), rich)];
  }).flat();
  for (const batch of chunked(events, EVENTS_AT_ONCE))
    await post(world.server, '/events/batch', { events: batch.map(restEvent) });
  world.stored += events.length;
}

async function advance(world: World, clockId: string, to: Date): Promise<void> {
  const body = { test_clock: { frozen_time: to.toISOString() } };
  for (let status = 'advancing'; status === 'advancing';) {
    const answer = await post<{ test_clock: { status: string } }>(
      world.server,
      `/test_clocks/${clockId}/advance`,
      body,
    );
    ({ status } = answer.test_clock);
    assert.notEqual(status, 'failed', 'the clock failed');
  }
}

/** Pays every other invoice of the model, and a cent of each invoice of the large customer. */
async function pay(world: World): Promise<void> {
  const pays = async (customer: string, ofAll: number, amountOf: (total: number) => number) => {
    const invoices = await world.pool.sql<{ id: string; total: string }[]>`
      select invoices.id, total_amount_cents as total
      from invoices join customers on customers.id = customer_id
      where external_id = ${customer} and status = 'finalized' and total_amount_cents > 0 order by issuing_date`;
    for (const { id, total } of invoices.filter((_, index) => index % ofAll === 0))
      await post(world.server, '/payments', {
        payment: {
          invoice_id: id,
          amount_cents: amountOf(Number(total)),
          reference: `transfer ${id.slice(0, 8)}`,
        },
      });
  };
  await pays(MODEL, 2, (total) => total);
  await pays(LARGE, 1, () => 1);
}

/** Inserts a copy of each row of the model for every further customer. */
async function copyRows({ pool: { sql } }: World, table: CopiedTable): Promise<void> {
  const { name, ids, condition, columns } = table;
  // An id of a copy follows from that of the model, so that copied rows find each other.
  const copiedIds = ids.map((id) => `'${id}', md5(model.${id}::text || ${NUMBER})::uuid`);
  const others = Object.entries(columns).map(([column, value]) => `'${column}', ${value}`);
  await sql.unsafe(`
    insert into ${name}
    select copy.*
    from customers customer
    join ${name} model on ${condition}
    cross join generate_series(1, ${CUSTOMERS - 1}) as copies (number)
    cross join lateral jsonb_populate_record(model, jsonb_build_object(${[...copiedIds, ...others].join(', ')})) as copy
    where customer.external_id = '${MODEL}'`);
}

async function expectInvoices({ pool: { sql } }: World): Promise<void> {
  const [row] = await sql<{ customers: number; invoices: number }[]>`
    select count(distinct customer_id)::int as customers, count(*)::int as invoices
    from invoices join customers on customers.id = customer_id
    where external_id like ${`${PLAN}-%`} and external_id <> ${LARGE} and status = 'finalized'`;
  assert.deepEqual({ ...row }, { customers: CUSTOMERS, invoices: CUSTOMERS * MONTHS });
}

/** The start of the month that was this many months ago. */
function startOfMonth(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}
