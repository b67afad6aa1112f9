import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import { post } from './call.ts';
import { callsInTurn } from './calls-in-turn.ts';
import { CURRENCY } from './create-subscriptions.ts';
import type { Benchmark, Variant } from './harness.ts';
import { latencyFigures, perCall } from './measure.ts';
import { differingReports, RECOMPUTED_REPORTS } from './product.ts';
import type { World } from './world.ts';

const CUSTOMERS = 20_000;
/** Invoices of each customer, one a month. */
const MONTHS = 50;
/** Of so many invoices one is overdue. */
const OVERDUE = 200;
/** Entries that are not folded yet, as after a billing day of tens of thousands. */
const ENTRIES = 10_000;
const CALLS = 300;
const P99_MS = 50;

const MODEL = 'reported';
const CUSTOMER = 'reported-1';

/** (k) Reports over a million invoices, which are copies of one. */
export async function reports(world: World): Promise<Benchmark> {
  await createInvoices(world);
  const paths = {
    'gross revenue': '/analytics/gross_revenue',
    'gross revenue of a year': '/analytics/gross_revenue?months=12',
    'gross revenue of a customer': `/analytics/gross_revenue?external_customer_id=${CUSTOMER}`,
    'recurring revenue': '/analytics/mrr',
    'recurring revenue of an entity': '/analytics/mrr?billing_entity_code=default',
    'invoiced usage': '/analytics/invoiced_usage',
    collections: '/analytics/invoice_collection',
    'overdue balance': '/analytics/overdue_balance',
  };
  const variants = Object.entries(paths).map(([name, path]) => inTurn(world, name, path));
  const unfolded = inTurn(world, `gross revenue, ${ENTRIES} entries unfolded`, paths['gross revenue'], () =>
    appendEntries(world),
  );
  return {
    title: `(k) Reports over ${CUSTOMERS * MONTHS} invoices of ${CUSTOMERS} customers, ${CALLS} calls a round`,
    variants: [...variants, unfolded],
    ratios: [...variants, unfolded].map(({ name }) => ({
      figure: 'p99 ms',
      of: name,
      aim: { atMost: P99_MS },
    })),
    check: async () => {
      assert.deepEqual(await differingReports(world.pool.db), []);
    },
  };
}

/** Has one customer billed, and copies its first invoice. */
async function createInvoices({ server, pool, organizationId }: World): Promise<void> {
  await post(server, '/plans', {
    plan: {
      name: 'Reported',
      code: MODEL,
      interval: 'yearly',
      amount_cents: 120_000,
      amount_currency: CURRENCY,
      pay_in_advance: true,
    },
  });
  await post(server, '/customers', { customer: { external_id: MODEL, currency: CURRENCY } });
  await post(server, '/subscriptions', {
    subscription: {
      external_customer_id: MODEL,
      external_id: MODEL,
      plan_code: MODEL,
      billing_time: 'anniversary',
    },
  });
  await pool.sql.begin(async (tx) => {
    // Without foreign keys and triggers: the copies refer to each other. Their ids ascend, so that indexes grow at one end.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into customers
      select copy.* from customers model, generate_series(1, ${CUSTOMERS}) nth,
        lateral jsonb_populate_record(model, jsonb_build_object(
          'id', lpad('c' || to_hex(nth), 32, '0')::uuid, 'external_id', ${MODEL} || '-' || nth,
          'slug', ${MODEL} || '-' || nth, 'sequential_id', 3000000 + nth
        )) copy
      where model.external_id = ${MODEL}`;
    await tx`
      insert into subscriptions
      select copy.* from subscriptions model, generate_series(1, ${CUSTOMERS}) nth,
        lateral jsonb_populate_record(model, jsonb_build_object(
          'id', lpad('5' || to_hex(nth), 32, '0')::uuid, 'customer_id', lpad('c' || to_hex(nth), 32, '0')::uuid,
          'external_id', ${MODEL} || '-' || nth
        )) copy
      where model.external_id = ${MODEL}`;
    await tx`
      insert into invoices
      select copy.* from invoices model join customers on customers.id = model.customer_id,
        generate_series(1, ${CUSTOMERS}) nth, generate_series(1, ${MONTHS}) place,
        lateral jsonb_populate_record(model, jsonb_build_object(
          'id', lpad(to_hex(nth * 100 + place), 32, '0')::uuid, 'customer_id', lpad('c' || to_hex(nth), 32, '0')::uuid,
          'sequential_id', place, 'number', 'R-' || nth || '-' || place,
          'issuing_date', (date_trunc('month', model.issuing_date) - make_interval(months => place))::date,
          'payment_due_date', (date_trunc('month', model.issuing_date) - make_interval(months => place))::date + 15,
          'payment_overdue', (nth * ${MONTHS} + place) % ${OVERDUE} = 0,
          'payment_status', case when (nth * ${MONTHS} + place) % ${OVERDUE} = 0 then 'pending' else 'succeeded' end
        )) copy
      where customers.external_id = ${MODEL}`;
    await tx`
      insert into fees
      select copy.* from fees model join customers on customers.id = model.customer_id,
        generate_series(1, ${CUSTOMERS}) nth, generate_series(1, ${MONTHS}) place,
        generate_series(0, 1) kind,
        lateral jsonb_populate_record(model, jsonb_build_object(
          'id', lpad(to_hex((nth * 100 + place) * 2 + kind), 32, '0')::uuid,
          'customer_id', lpad('c' || to_hex(nth), 32, '0')::uuid,
          'invoice_id', lpad(to_hex(nth * 100 + place), 32, '0')::uuid,
          'subscription_id', lpad('5' || to_hex(nth), 32, '0')::uuid,
          'fee_type', case when kind = 0 and place % 12 = 0 then 'subscription' else 'charge' end,
          'item_code', 'metric-' || nth % 20,
          'from_at', model.from_at - make_interval(months => place),
          'to_at', model.to_at - make_interval(months => place)
        )) copy
      where customers.external_id = ${MODEL}`;
    await tx`delete from report_entries where organization_id = ${organizationId}`;
    await tx`delete from report_totals where organization_id = ${organizationId}`;
  });
  await pool.sql`vacuum (analyze)`;
  await pool.db.execute(sql`
    with ${RECOMPUTED_REPORTS}
    insert into report_totals
      (organization_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count)
    select organization_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
    from figures`);
  await pool.sql`vacuum (analyze) report_totals`;
  await pool.sql`checkpoint`;
}

/** Appends entries that add up to 0. @returns a function that deletes them, if they were not folded meanwhile. */
async function appendEntries({ pool, organizationId }: World): Promise<() => Promise<unknown>> {
  await pool.sql`
    insert into report_entries
      (organization_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count)
    select total.organization_id, report, key, scope_id, month, currency, divisor, sign, sign, sign
    from (
      select * from report_totals where organization_id = ${organizationId} and report = 'gross_revenue' limit 1
    ) total, generate_series(1, ${ENTRIES / 2}), (values (1), (-1)) signs (sign)`;
  return async () => pool.sql`delete from report_entries where organization_id = ${organizationId}`;
}

/**
 * Measures one call after another: their latency, and their processor time, which other load on the machine changes less.
 * @param prepare runs before; what it returns runs after.
 */
function inTurn(
  { server, postmasterPid }: World,
  name: string,
  path: string,
  prepare: () => Promise<() => Promise<unknown>> = () => Promise.resolve(() => Promise.resolve()),
): Variant {
  return {
    name,
    run: async () => {
      const cleanUp = await prepare();
      let latenciesMs: readonly number[] = [];
      const costs = await perCall(CALLS, { appPid: server.pid, postmasterPid }, async () => {
        latenciesMs = await callsInTurn({ ...server, path: `/api/v1${path}`, calls: CALLS });
      });
      await cleanUp();
      return { ...latencyFigures(latenciesMs), ...costs };
    },
  };
}
