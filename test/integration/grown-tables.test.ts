// What is looked for in tables that grow is found by index, so that it takes as long as before.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { idOfCustomerNamed } from '../../src/modules/customers/customer-lookup.js';
import { customers } from '../../src/modules/customers/customer.table.js';
import { feeRepository } from '../../src/modules/invoices/fee.repository.js';
import type { Invoice } from '../../src/modules/invoices/invoice.table.js';
import { among } from '../../src/platform/db/among.js';
import type { Tx } from '../../src/platform/db/database.js';
import { type BilledCustomer, billedCustomer, draftOf, issue, taxOf } from '../support/invoices.js';
import { startTestServer, type TestServer } from '../support/server.js';

const ROWS = 5_000;

let server: TestServer;
let billed: BilledCustomer;
/** Of the same organization. */
let other: BilledCustomer;

beforeAll(async () => {
  server = await startTestServer();
  const client = await server.organization();
  [billed, other] = [await billedCustomer(server, client), await billedCustomer(server, client)];
});
afterAll(() => server.stop());

/** How many rows of a table are read by some work, which is rolled back. */
async function rowsRead(table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let count = NaN;
  await server.pool.db
    .transaction(async (tx) => {
      // What the connection has not reported yet of earlier transactions is counted as well.
      const before = await readSoFar(tx, table);
      await work(tx);
      count = (await readSoFar(tx, table)) - before;
      tx.rollback();
    })
    .catch(() => undefined);
  return count;
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
    return tx.select().from(customers).where(among(customers.id, named));
  });
  expect(read).toBeLessThan(10);
});

test('the taxes of a draft, among those of other invoices', async () => {
  const { actor } = billed;
  const [drafted, foreign] = [await issued(billed), await issued(other)];
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
    feeRepository.deleteOfInvoices(tx, actor.organizationId, [drafted.id]),
  );
  // Once by each index, and by the check that no tax refers to a fee that goes.
  expect(read).toBeLessThan(10);
  const ofCustomer = await rowsRead('applied_taxes', (tx) =>
    feeRepository.deleteOfCustomers(tx, actor.organizationId, [billed.customer.id]),
  );
  expect(ofCustomer).toBeLessThan(10);
});

/** An invoice with one fee. */
async function issued(customer: BilledCustomer): Promise<Invoice> {
  const invoice = await issue(customer, draftOf(customer));
  if (invoice === null) throw new Error('It is worth something.');
  return invoice;
}
