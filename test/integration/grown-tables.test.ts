// What is looked for in tables that grow is found by index, so that it takes as long as before.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { activityLogRepository } from '../../src/modules/activity-logs/activity-log.repository.js';
import { idOfCustomerNamed } from '../../src/modules/customers/records/customer-lookup.js';
import { customerRepository } from '../../src/modules/customers/records/customer.repository.js';
import { customers } from '../../src/modules/customers/records/customer.table.js';
import { feeRepository } from '../../src/modules/invoices/records/fees/fee.repository.js';
import { invoiceCreditRepository } from '../../src/modules/invoices/records/invoice-credit.repository.js';
import type { Invoice } from '../../src/modules/invoices/records/invoice.table.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { isOneOf } from '../../src/platform/db/statements/is-one-of.js';
import type { Tx } from '../../src/platform/db/database.js';
import { inRolledBackTransaction } from '../../src/platform/db/statements/rolled-back-transaction.js';
import { type BilledCustomer, billedCustomer, plannedInvoice, issue, taxOf } from '../support/invoices.js';
import { startTestServer, type TestServer } from '../support/server.js';

const ROWS = 5_000;

let server: TestServer;
let billed: BilledCustomer;
/** Of the same organization. */
let other: BilledCustomer;
/** An invoice of each. */
let own: Invoice;
let foreign: Invoice;

beforeAll(async () => {
  server = await startTestServer();
  const client = await server.organization();
  [billed, other] = [await billedCustomer(server, client), await billedCustomer(server, client)];
  [own, foreign] = [await issued(billed), await issued(other)];
});
afterAll(() => server.stop());

/**
 * How many rows of a table are read by some work, which is rolled back: the most that it reads with a plan for its values,
 * and with one that is kept for any (ADR 0041).
 */
async function rowsRead(table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let most = NaN;
  await server.pool.db
    .transaction(async (tx) => {
      const planned = await rowsReadIn(tx, table, work);
      await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
      // A statement is prepared when it comes again.
      await rowsReadIn(tx, table, work);
      most = Math.max(planned, await rowsReadIn(tx, table, work));
      tx.rollback();
    })
    .catch(() => undefined);
  return most;
}

async function rowsReadIn(tx: Tx, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  // What the connection has not reported yet of earlier transactions is counted as well.
  const before = await readSoFar(tx, table);
  await inRolledBackTransaction(tx, work);
  return (await readSoFar(tx, table)) - before;
}

async function readSoFar(tx: Tx, table: string): Promise<number> {
  const rows = await tx.execute<{ count: number }>(sql`
    select seq_tup_read::int + idx_tup_fetch::int as count from pg_stat_xact_user_tables where relname = ${table}`);
  return [...(rows as Iterable<{ count: number }>)][0]?.count ?? NaN;
}

test('the customer of a list, among many', async () => {
  const { customer, actor } = billed;
  await server.pool.sql`
    insert into customers
    select copy.* from customers model
    cross join generate_series(1, ${ROWS}::int) as number
    cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(),
      'external_id', 'copy-' || number, 'sequential_id', 1000 + number, 'slug', 'copy-' || number)) as copy
    where model.id = ${customer.id}`;
  await server.pool.sql`analyze customers`;
  const read = await rowsRead('customers', (tx) => {
    const named = idOfCustomerNamed(tx, actor.organizationId, customer.externalId);
    return tx.select().from(customers).where(isOneOf(customers.id, named));
  });
  expect(read).toBeLessThan(10);
});

test('a page of the customers of a large organization, among many small ones', async () => {
  const { customer, actor } = billed;
  await server.pool.sql.begin(async (tx) => {
    // The small organizations have nothing but customers.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into customers
      select copy.* from customers model
      cross join (select gen_random_uuid() as id from generate_series(1, 500)) as organization
      cross join generate_series(1, 10) as number
      cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(),
        'organization_id', organization.id, 'external_id', 'small-' || number, 'sequential_id', number,
        'slug', 'small-' || number)) as copy
      where model.id = ${customer.id}`;
  });
  await server.pool.sql`analyze customers`;
  const read = await rowsRead('customers', async (tx) => {
    const query = { filter: {}, billingEntityIds: null, metadata: {}, search: null } as const;
    const page = { kind: 'page', page: 2, size: 20 } as const;
    const { rows } = await customerRepository.list(tx, actor.organizationId, { ...query, page });
    expect(rows).toHaveLength(20);
  });
  expect(read).toBeLessThan(100);
});

test('the activity log of a customer, among many', async () => {
  const { customer, actor } = billed;
  const loggedAt = new Date().toISOString();
  await server.pool.sql`
    insert into activity_log_entries (id, organization_id, activity_type, activity_source, resource_id, resource_type,
      activity_object, activity_object_changes, external_customer_id, logged_at)
    select gen_random_uuid(), ${actor.organizationId}, 'customer.updated', 'api', ${customer.id}, 'customer', '{}', '{}',
      'other-' || number, ${loggedAt}
    from generate_series(1, ${ROWS}::int) as number`;
  await server.pool.sql`analyze activity_log_entries`;
  const log = { organizationId: actor.organizationId, since: new Date(0) };
  const filter = { externalCustomerId: customer.externalId };
  const page = { kind: 'cursor', size: 20, after: null, before: null, backward: false } as const;
  const read = await rowsRead('activity_log_entries', async (tx) => {
    const { rows } = await activityLogRepository.list(tx, log, { filter, search: null, page });
    expect(rows).not.toHaveLength(0);
  });
  expect(read).toBeLessThan(20);
});

test('the taxes of a draft, among those of other invoices', async () => {
  const { actor } = billed;
  const { id: taxId } = await taxOf(billed, 20);
  await server.pool.sql`
    insert into fees
    select copy.* from fees model
    cross join generate_series(1, ${ROWS}::int) as number
    cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'position', number)) as copy
    where model.invoice_id = ${foreign.id}`;
  await server.pool.sql`
    insert into applied_taxes (
      id, organization_id, fee_id, invoice_id, tax_id, tax_code, tax_name, tax_rate_percent, currency, amount_cents, created_at)
    select gen_random_uuid(), ${actor.organizationId}, fee_id, invoice_id, ${taxId}, 'vat', 'VAT', 20, 'EUR', 200, now()
    from (
      select id as fee_id, null::uuid as invoice_id from fees
      union all select null, id from invoices
    ) as owner`;
  await server.pool.sql`analyze fees, applied_taxes`;
  const read = await rowsRead('applied_taxes', (tx) =>
    feeRepository.deleteOfInvoices(tx, actor.organizationId, [own.id]),
  );
  // Once by each index, and by the check that no tax refers to a fee that goes.
  expect(read).toBeLessThan(10);
  const ofCustomer = await rowsRead('applied_taxes', (tx) =>
    feeRepository.deleteOfCustomers(tx, actor.organizationId, [billed.customer.id]),
  );
  expect(ofCustomer).toBeLessThan(10);
});

test('the sum that a coupon has given in a month is read among other months and customers, with and without statistics', async () => {
  const { actor, customer } = billed;
  const appliedCouponId = newId();
  await server.pool.sql`
    insert into invoices
    select copy.* from invoices model
    cross join generate_series(1, ${ROWS}::int) as place
    cross join lateral jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'sequential_id', 1000 + place,
      'number', gen_random_uuid(), 'issuing_date', model.issuing_date - place / 10)) as copy
    where model.id in (${own.id}, ${foreign.id})`;
  await server.pool.sql`
    insert into invoice_credits (
      id, organization_id, invoice_id, item_type, item_id, item_code, item_name, currency, amount_cents, created_at)
    select gen_random_uuid(), organization_id, id, 'coupon', ${appliedCouponId}, 'ten', 'Ten', 'EUR', 10, now()
    from invoices where customer_id in (${customer.id}, ${other.customer.id})`;
  const month = own.issuingDate.slice(0, 'YYYY-MM'.length);
  const sum = async (tx: Tx) => {
    const sums = await invoiceCreditRepository.sumOfCouponsByMonth(tx, actor.organizationId, {
      appliedCouponIds: [appliedCouponId],
      customerIds: [customer.id],
      issuedFrom: `${month}-01`,
      issuedTo: `${month}-28`,
      exceptOn: [],
    });
    expect(sums.map((each) => each.month)).toEqual([month]);
  };
  const expectFew = async () => {
    // Of a month there are at most 290 of the customer, of all there are more than 10,000.
    expect(await rowsRead('invoices', sum)).toBeLessThan(400);
    expect(await rowsRead('invoice_credits', sum)).toBeLessThan(400);
  };
  await expectFew();
  await server.pool.sql`analyze invoices, invoice_credits`;
  await expectFew();
});

/** An invoice with one fee. */
async function issued(customer: BilledCustomer): Promise<Invoice> {
  const invoice = await issue(customer, plannedInvoice(customer));
  if (invoice === null) throw new Error('It is worth something.');
  return invoice;
}
