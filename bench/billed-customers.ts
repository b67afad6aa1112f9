import { call } from './call.ts';
import { chunked, METRICS, MS_PER_DAY } from './events.ts';
import { flushDirectly, flushesOf } from './flush-directly.ts';
import type { Pool } from './product.ts';
import { CURRENCY } from './create-subscriptions.ts';
import type { World } from './world.ts';

const NAME = 'billing-day';
/** The customer that the others are copies of. */
export const MODEL = `${NAME}-0`;
const USED = METRICS.slice(0, 3);
const DAYS_PER_PERIOD = 7;
/** The usage lies this many days back, inside the period that is billed. */
const USED_DAYS_AGO = 3;
const EVENTS_AT_ONCE = 30_000;
/** The plan's amount and the three charges. */
const FEES_PER_INVOICE = 1 + USED.length;
/** One applied tax for each fee and one for the invoice. */
const TAXES_PER_INVOICE = FEES_PER_INVOICE + 1;

/** Customers with one subscription each, whose billing day is today. */
export interface BilledCustomers {
  /** In the order in which `makeDue` takes them. */
  readonly subscriptionIds: readonly string[];
}

/**
 * Subscribes customers to a weekly plan, starting a week ago: the first through REST, the others by copying its rows.
 * Each has usage for every charge.
 */
export async function subscribeMany(world: World, count: number): Promise<BilledCustomers> {
  await sellOne(world);
  await settled(world.pool);
  const copies = await world.pool.sql<{ id: string; externalId: string }[]>`
    with copied as materialized (
      select number, gen_random_uuid() as customer_id, gen_random_uuid() as subscription_id
      from generate_series(1, ${count}::int) as number
    ), customer as (
      insert into customers
      select copy.* from customers model cross join copied
      cross join lateral jsonb_populate_record(model, jsonb_build_object(
        'id', copied.customer_id, 'external_id', ${`${NAME}-`} || copied.number,
        'sequential_id', 1000000 + copied.number, 'slug', ${`${NAME}-`} || copied.number)) as copy
      where model.external_id = ${MODEL}
    )
    insert into subscriptions
    select copy.* from subscriptions model cross join copied
    cross join lateral jsonb_populate_record(model, jsonb_build_object(
      'id', copied.subscription_id, 'customer_id', copied.customer_id, 'external_id', ${`${NAME}-`} || copied.number)) as copy
    where model.external_id = ${MODEL}
    returning id, external_id as "externalId"`;
  await use(
    world,
    copies.map(({ externalId }) => externalId),
  );
  await world.pool.sql`vacuum (analyze)`;
  return { subscriptionIds: copies.map(({ id }) => id) };
}

/** Makes the next `count` billing days due in one transaction and notifies all workers. @returns the due instant. */
export async function makeDue(
  { sql }: Pool,
  { subscriptionIds }: BilledCustomers,
  count: number,
): Promise<Date> {
  const dueAt = today();
  await sql`
    with due as (
      insert into due_work (id, organization_id, due_at, kind, subject_id, customer_id, test_clock_id)
      select gen_random_uuid(), subscriptions.organization_id, ${dueAt.toISOString()}::timestamptz, 'subscription_billing',
        subscriptions.id, customer_id, test_clock_id
      from subscriptions join customers on customers.id = customer_id
      where subscriptions.id = any(${subscriptionIds.slice(0, count)}::uuid[])
      on conflict (organization_id, kind, subject_id) do update set due_at = excluded.due_at
    )
    select pg_notify('tollgate_due_work', ${dueAt.toISOString()})`;
  return dueAt;
}

/**
 * Moves `count` customers onto a test clock that stands one day before their billing day; the others stay in real time.
 */
export async function moveToClock(
  { sql }: Pool,
  { subscriptionIds }: BilledCustomers,
  { clockId, count }: { readonly clockId: string; readonly count: number },
): Promise<void> {
  const moved = subscriptionIds.slice(0, count);
  const yesterday = new Date(today().getTime() - MS_PER_DAY).toISOString();
  await sql`update test_clocks set frozen_time = ${yesterday}::timestamptz where id = ${clockId}`;
  await sql`
    update customers set test_clock_id = case when exists (
      select from subscriptions where customer_id = customers.id and id = any(${moved}::uuid[])
    ) then ${clockId}::uuid end
    where external_id like ${`${NAME}-%`}`;
  await sql`
    update due_work set test_clock_id = customers.test_clock_id
    from customers where customers.id = due_work.customer_id and external_id like ${`${NAME}-%`}`;
}

/** Creates a test clock without customers. @returns its id. */
export async function createClock({ server }: World): Promise<string> {
  const body = { test_clock: { frozen_time: today().toISOString() } };
  const answer = await call(server, 'POST', '/api/v1/test_clocks', body);
  return (JSON.parse(answer) as { test_clock: { svc_id: string } }).test_clock.svc_id;
}

/** Advances the clock to the billing day and waits until all work due by then is done. */
export async function advanceToBillingDay({ server }: World, clockId: string): Promise<void> {
  const body = { test_clock: { frozen_time: today().toISOString() } };
  for (let status = 'advancing'; status === 'advancing';) {
    const answer = await call(server, 'POST', `/api/v1/test_clocks/${clockId}/advance`, body);
    ({ status } = (JSON.parse(answer) as { test_clock: { status: string } }).test_clock);
    if (status === 'failed') throw new Error(`The clock failed: ${answer}`);
  }
}

/** Sets the grace period of the customers in days; null: they use that of their billing entity, which has none. */
export async function setGracePeriod({ sql }: Pool, days: number | null): Promise<void> {
  await sql`
    update customers set invoice_grace_period_days = ${days} where external_id like ${`${NAME}-%`}`;
}

/** Ends the grace periods of all drafts in one transaction and notifies all workers. @returns the due instant. */
export async function endGracePeriods({ sql }: Pool): Promise<Date> {
  const dueAt = today();
  await sql`
    with due as (
      update due_work set due_at = ${dueAt.toISOString()}::timestamptz where kind = 'invoice_finalization'
    )
    select pg_notify('tollgate_due_work', ${dueAt.toISOString()})`;
  return dueAt;
}

/** @throws Error unless each customer has exactly one complete invoice and its next billing day. */
export async function expectBilled(
  { pool: { sql } }: World,
  { subscriptionIds }: BilledCustomers,
  count: number,
): Promise<void> {
  const [found] = await sql<Record<string, string>[]>`
    select
      (select count(*) from invoices where status = 'finalized' and total_amount_cents > 0) as invoices,
      (select count(distinct number) from invoices) as numbers,
      (select count(*) from (
        select from invoices group by customer_id having max(sequential_id) = count(*) and min(sequential_id) = 1
      ) as customer) as "gaplessCustomers",
      (select count(distinct subscription_id) from billing_periods) as subscriptions,
      (select count(*) from fees where units > 0) as fees,
      (select count(*) from applied_taxes) as taxes,
      (select count(*) from outbox_messages where webhook_type = 'invoice.created') as messages,
      (select count(*) from activity_log_entries where activity_type = 'invoice.created') as entries,
      (select count(*) from due_work where kind = 'subscription_billing' and due_at > now() and subject_id = any(${subscriptionIds.slice(0, count)}::uuid[]))
        as "nextDays"`;
  const each = String(count);
  const expected: Record<string, string> = {
    ...{ invoices: each, numbers: each, gaplessCustomers: each, subscriptions: each },
    ...{ fees: String(count * FEES_PER_INVOICE), taxes: String(count * TAXES_PER_INVOICE) },
    ...{ messages: each, entries: each, nextDays: each },
  };
  const wrong = Object.keys(expected).filter((name) => found?.[name] !== expected[name]);
  const text = wrong.map((name) => `${name}: ${found?.[name]} instead of ${expected[name]}`);
  if (wrong.length > 0) throw new Error(`A billing day was not billed as it should be: ${text.join(', ')}.`);
}

/** Deletes all invoices, so that the same customers can be billed again. */
export async function deleteInvoices({ pool: { sql } }: World): Promise<void> {
  await sql`truncate invoices, activity_log_entries, outbox_messages cascade`;
  await sql`delete from due_work where kind = 'payment_overdue'`;
}

function today(): Date {
  return new Date(Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY);
}

async function sellOne({ server }: World): Promise<void> {
  await call(server, 'POST', '/api/v1/taxes', { tax: { name: 'VAT', code: NAME, rate: 20 } });
  const charges = [];
  for (const { code } of USED) {
    const answer = await call(server, 'GET', `/api/v1/billable_metrics/${code}`);
    const { billable_metric: metric } = JSON.parse(answer) as { billable_metric: { svc_id: string } };
    const price = { charge_model: 'standard', properties: { amount: '0.07' } };
    charges.push({ billable_metric_id: metric.svc_id, ...price });
  }
  const plan = { code: NAME, name: NAME, interval: 'weekly', amount_cents: 1_000, pay_in_advance: false };
  await call(server, 'POST', '/api/v1/plans', {
    plan: { ...plan, amount_currency: CURRENCY, tax_codes: [NAME], charges },
  });
  await call(server, 'POST', '/api/v1/customers', { customer: { external_id: MODEL, currency: CURRENCY } });
  await call(server, 'POST', '/api/v1/subscriptions', {
    subscription: {
      external_customer_id: MODEL,
      external_id: MODEL,
      plan_code: NAME,
      billing_time: 'anniversary',
      subscription_at: new Date(Date.now() - DAYS_PER_PERIOD * MS_PER_DAY).toISOString(),
    },
  });
}

/** Waits until the subscription that was created through REST is billed: it is due at once. */
async function settled({ sql }: Pool): Promise<void> {
  for (let isDue = true; isDue;) {
    const [row] = await sql<{ isDue: boolean }[]>`
      select exists (select from due_work where due_at <= now()) as "isDue"`;
    isDue = row?.isDue === true;
  }
}

async function use(world: World, externalIds: readonly string[]): Promise<void> {
  const at = new Date(Date.now() - USED_DAYS_AGO * MS_PER_DAY);
  const events = externalIds.flatMap((externalSubscriptionId) =>
    USED.map(({ code }) => ({
      transactionId: `${NAME} ${code}`,
      externalSubscriptionId,
      code,
      at,
      properties: { amount: 12.5 },
    })),
  );
  for (const chunk of chunked(events, EVENTS_AT_ONCE)) {
    await flushDirectly(world.pool, await flushesOf(world.pool, world.organizationId, chunk));
    world.stored += chunk.length;
  }
}
