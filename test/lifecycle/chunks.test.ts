// Billing days of several customers in one transaction, in real time and on a test clock.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DUE_WORK_CHANNEL } from '../../src/platform/due-work/due-work-kinds.js';
import { recordsOf } from '../simulation/documents.js';
import {
  addBillingEntity,
  advanceClock,
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const NEW_YEAR = '2027-01-10T09:30:00Z';
const clock = new HandClock(NEW_YEAR);
let server: TestServer;
let other: ServedApp;

beforeAll(async () => {
  server = await startTestServer({ clock });
  other = await serveApp(server.database, { clock });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

/** Runs workers, by default two, that do the work due by an instant and retry failed work once. */
async function workUntil(time: string, served: readonly ServedApp[] = [server, other]): Promise<void> {
  clock.set(time);
  const workers = await Promise.all(served.map(({ app }) => app.services.startLiveWorker()));
  try {
    await server.pool.sql.notify(DUE_WORK_CHANNEL, time);
    await until(async () => {
      const due = await server.pool.sql`
        select from due_work
        where test_clock_id is null and due_at <= ${time} and coalesce(retry_at, due_at) <= ${time}`;
      return due.length === 0;
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** In how many transactions an organization was billed. */
async function transactions({ organizationId }: Client): Promise<number> {
  const written = await server.pool.sql`
    select distinct xmin::text from billing_periods where organization_id = ${organizationId}`;
  return written.length;
}

/**
 * Customers of all kinds, by the same names in every organization.
 * @param clockIdOfNext the test clock of the next customer; null: real time.
 */
async function populate(client: Client, clockIdOfNext: () => Promise<string | null>): Promise<void> {
  await server.pool.sql`
    update billing_entities set document_number_prefix = 'ACME' where organization_id = ${client.organizationId}`;
  const tax = await createTax(client, { code: 'vat', name: 'VAT', rate: 20 });
  const metric = await createMetric(client, {
    code: 'calls',
    aggregation_type: 'sum_agg',
    field_name: 'n',
  });
  const addOn = await createAddOn(client, { code: 'seat', name: 'Seat', amount_cents: 500 });
  const price = {
    billable_metric_id: metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '0.1' },
  };
  const used = await createPlan(client, {
    code: 'used',
    amount_cents: 1_000,
    tax_codes: [tax.code],
    charges: [price],
    minimum_commitment: { amount_cents: 2_000 },
  });
  const advance = await createPlan(client, {
    code: 'advance',
    amount_cents: 3_100,
    pay_in_advance: true,
    fixed_charges: [
      { add_on_id: addOn.svc_id, charge_model: 'standard', units: 3, properties: { amount: '5' } },
    ],
  });
  const tried = await createPlan(client, {
    code: 'tried',
    amount_cents: 3_100,
    pay_in_advance: true,
    trial_period: 12,
  });
  const free = await createPlan(client, { code: 'free' });
  const dollars = await createPlan(client, { code: 'dollars', amount_currency: 'USD', amount_cents: 700 });
  const named = async (name: string, over: Record<string, unknown> = {}) => {
    const test_clock_id = await clockIdOfNext();
    return createCustomer(client, { external_id: name, name, test_clock_id, ...over });
  };
  const begin = (customer: Resource, plan: Resource, over: Record<string, unknown> = {}) =>
    subscribe(client, customer, plan, { external_id: `${customer.external_id} ${plan.code}`, ...over });

  for (const name of ['plain', 'plain too']) {
    const subscription = await begin(await named(name), used);
    await sendEvents(client, subscription, metric, [
      { timestamp: '2027-01-20T12:00:00Z', properties: { n: '40' } },
      { timestamp: '2027-02-20T12:00:00Z', properties: { n: '150' } },
    ]);
  }
  const sharing = await named('sharing');
  for (const plan of [used, advance, free]) await begin(sharing, plan);
  await begin(sharing, dollars);
  await begin(sharing, dollars, { external_id: 'alone', consolidate_invoice: false });
  const trying = await named('trying');
  await begin(trying, tried);
  await begin(trying, tried, { external_id: 'trying too', consolidate_invoice: false });
  await begin(await named('trying as well', { billing_configuration: { invoice_grace_period: 3 } }), tried);
  const downgraded = await named('downgraded');
  const running = await begin(downgraded, advance);
  await subscribe(client, downgraded, dollars, { external_id: running.external_id });
  await begin(await named('ending'), advance, { ending_at: '2027-02-01T00:00:00Z' });
  await begin(await named('drafted', { billing_configuration: { invoice_grace_period: 3 } }), used);
  await begin(await named('far away', { timezone: 'Pacific/Auckland' }), used);
  await begin(await named('later'), advance, { subscription_at: '2027-02-01T00:00:00Z' });
  await begin(await named('anniversary'), used, { billing_time: 'anniversary' });
}

test('customers who are billed together get what they get when each is billed alone', async () => {
  const [together, onClock, alone] = [
    await server.organization(),
    await server.organization(),
    await server.organization(),
  ];
  await populate(together, () => Promise.resolve(null));
  const shared = await createClock(onClock, { frozen_time: NEW_YEAR });
  await populate(onClock, () => Promise.resolve(shared.svc_id));
  const own: Resource[] = [];
  await populate(alone, async () => {
    own.push(await createClock(alone, { frozen_time: NEW_YEAR }));
    return own.at(-1).svc_id;
  });

  const time = '2027-03-05T00:00:00Z';
  await workUntil(time);
  expect((await advanceClock(onClock, shared, time)).status).toBe('ready');
  for (const each of own) expect((await advanceClock(alone, each, time)).status).toBe('ready');
  // Customers on test clocks have numbers of their own (invoices.md §5.3).
  const recorded = async (of: Client) =>
    JSON.parse(JSON.stringify(await recordsOf(server, of, [])).replaceAll('TEST-ACME', 'ACME'));
  const expected = await recorded(alone);
  expect(await recorded(together)).toEqual(expected);
  expect(await recorded(onClock)).toEqual(expected);
  const most = await transactions(alone);
  expect(await transactions(together)).toBeLessThan(most);
  expect(await transactions(onClock)).toBeLessThan(most);
});

/** The customer with its subscription and billing day, so many times. */
async function multiply({ svc_id: id }: Resource, count: number): Promise<void> {
  await server.pool.sql`
    with copied as materialized (
      select number, gen_random_uuid() as customer_id, gen_random_uuid() as subscription_id
      from generate_series(1, ${count}::int) as number
    ), customer as (
      insert into customers
      select copy.* from customers model cross join copied
      cross join lateral jsonb_populate_record(model, jsonb_build_object(
        'id', copied.customer_id, 'external_id', model.external_id || copied.number,
        'sequential_id', model.sequential_id * 1000 + copied.number, 'slug', model.slug || copied.number)) as copy
      where model.id = ${id}
    ), subscription as (
      insert into subscriptions
      select copy.* from subscriptions model cross join copied
      cross join lateral jsonb_populate_record(model, jsonb_build_object(
        'id', copied.subscription_id, 'customer_id', copied.customer_id,
        'external_id', model.external_id || copied.number)) as copy
      where model.customer_id = ${id}
    )
    insert into due_work (id, organization_id, due_at, kind, subject_id, customer_id)
    select gen_random_uuid(), model.organization_id, model.due_at, model.kind, copied.subscription_id, copied.customer_id
    from due_work model cross join copied where model.customer_id = ${id}`;
}

test('two workers bill hundreds who are due at once, each once, and number them without gaps', async () => {
  clock.set('2027-05-10T00:00:00Z');
  const client = await server.organization();
  await addBillingEntity(server, client, { code: 'second' });
  await server.pool.sql`
    update billing_entities set document_numbering = 'per_billing_entity' where organization_id = ${client.organizationId}`;
  const plan = await createPlan(client, { amount_cents: 700 });
  const waiting = { billing_entity_code: 'second', billing_configuration: { invoice_grace_period: 3 } };
  for (const over of [{}, waiting]) {
    const customer = await createCustomer(client, over);
    await subscribe(client, customer, plan);
    await multiply(customer, 149);
  }
  const billed = () => server.pool.sql`
    select status, count(*)::int as invoices, count(distinct customer_id)::int as customers,
      max(entity_sequential_id) as last, count(distinct entity_sequential_id)::int as numbers,
      bool_and(payment_overdue) as "areOverdue"
    from invoices where organization_id = ${client.organizationId} group by billing_entity_id, status order by status`;
  const each = { status: 'finalized', invoices: 150, customers: 150, last: 150, numbers: 150 };
  const done = { ...each, areOverdue: false };
  const drafts = { ...done, status: 'draft', last: null, numbers: 0 };
  await workUntil('2027-06-01T06:00:00Z');
  expect(await billed()).toEqual([drafts, done]);
  expect(await transactions(client)).toBeLessThan(20);
  await workUntil('2027-06-02T00:00:00Z');
  const overdue = { ...done, areOverdue: true };
  expect(await billed()).toEqual([drafts, overdue]);

  // A draft that cannot be recomputed stops no other.
  const [broken] = await server.pool.sql`
    update billing_periods set occasion = null
    where invoice_id = (
      select id from invoices where organization_id = ${client.organizationId} and status = 'draft' limit 1)
    returning id`;
  await workUntil('2027-06-04T00:00:00Z');
  const one = { invoices: 1, customers: 1 };
  const others = { invoices: 149, customers: 149, last: 149, numbers: 149 };
  expect(await billed()).toEqual(
    expect.arrayContaining([{ ...drafts, ...one }, { ...done, ...others }, overdue]),
  );
  await server.pool.sql`update billing_periods set occasion = 'periodic' where id = ${broken?.['id']}`;
  await workUntil('2027-06-04T01:00:00Z');
  await workUntil('2027-06-05T00:00:00Z');
  expect(await billed()).toEqual([overdue, overdue]);
});

test('many customers take no more statements than a few', async () => {
  const { options } = other.pool.sql;
  const counted: number[] = [];
  // Each before all that others have scheduled.
  for (const [month, count] of [
    [7, 5],
    [3, 50],
  ] as const) {
    clock.set(`2026-0${month}-10T00:00:00Z`);
    const client = await server.organization();
    const plan = await createPlan(client, { amount_cents: 700, pay_in_advance: true, trial_period: 5 });
    const customer = await createCustomer(client, { billing_configuration: { invoice_grace_period: 1 } });
    await subscribe(client, customer, plan);
    await multiply(customer, count - 1);
    let statements = 0;
    options.debug = () => {
      statements += 1;
    };
    // The trials end, their invoices become final, and those of the next month.
    await workUntil(`2026-0${month}-15T06:00:00Z`, [other]);
    await workUntil(`2026-0${month}-20T06:00:00Z`, [other]);
    await workUntil(`2026-0${month + 1}-01T06:00:00Z`, [other]);
    await workUntil(`2026-0${month + 1}-02T06:00:00Z`, [other]);
    options.debug = false;
    expect(await transactions(client)).toBe(2);
    const final = await server.pool.sql`
      select count(*)::int as count, count(distinct xmin::text)::int as transactions
      from invoices where organization_id = ${client.organizationId} and status = 'finalized'`;
    expect(final).toEqual([{ count: 2 * count, transactions: 2 }]);
    counted.push(statements);
  }
  const [few = 0, many = 0] = counted;
  // Besides, the worker may look for work once more or less.
  expect(Math.abs(many - few)).toBeLessThan(20);
});
