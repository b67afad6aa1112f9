// A transaction of a request sends the same read once, and never answers with what has changed (docs/adr/0053).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { customers } from '../../src/modules/customers/records/customer.table.js';
import type { Db, Tx } from '../../src/platform/db/database.js';
import { lockExclusively } from '../../src/platform/db/statements/locks.js';
import { createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';

let server: TestServer;
let client: Client;
let db: Db;
let customer: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  db = server.connections.tenants.forOrganization(client.organizationId);
});
beforeEach(async () => {
  customer = await createCustomer(client, { name: 'before' });
});
afterAll(() => server.stop());

const ofCustomer = () =>
  and(eq(customers.organizationId, client.organizationId), eq(customers.id, customer.svc_id));

async function nameOf(tx: Db): Promise<string | null | undefined> {
  const [row] = await tx.select({ name: customers.name }).from(customers).where(ofCustomer());
  return row?.name;
}

async function lockedNameOf(tx: Tx): Promise<string | null | undefined> {
  const [row] = await tx.select({ name: customers.name }).from(customers).where(ofCustomer()).for('update');
  return row?.name;
}

const rename = async (tx: Tx, name: string) => {
  await tx.update(customers).set({ name }).where(ofCustomer());
};

/** Renames the customer in another transaction, which commits. */
const renamedByOthers = () => server.pool.db.transaction((tx) => rename(tx, 'by others'));

/** The statements of a transaction that read or change customers. */
async function statementsIn(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(server.connections.drivers, () => db.transaction(work));
  return statements.filter((statement) => statement.includes('"customers"'));
}

test('a read is sent once, also when it is requested twice at once', async () => {
  const statements = await statementsIn(async (tx) => {
    const names = [await nameOf(tx), ...(await Promise.all([nameOf(tx), nameOf(tx)]))];
    expect(names).toEqual(['before', 'before', 'before']);
  });
  expect(statements).toHaveLength(1);
});

test('another transaction, or a read outside of one, reads anew', async () => {
  const statements = await statementsOf(server.connections.drivers, async () => {
    for (let time = 0; time < 2; time += 1) await db.transaction(nameOf);
    for (let time = 0; time < 2; time += 1) await nameOf(db);
  });
  expect(statements.filter((statement) => statement.includes('"customers"'))).toHaveLength(4);
});

test('a change of the table is seen, that of another table sends no read again', async () => {
  const statements = await statementsIn(async (tx) => {
    expect(await nameOf(tx)).toBe('before');
    await rename(tx, 'after');
    expect(await nameOf(tx)).toBe('after');
    await tx.execute(`update "organizations" set "name" = 'renamed' where "id" = '${client.organizationId}'`);
    expect(await nameOf(tx)).toBe('after');
  });
  expect(statements).toHaveLength(3);
});

test('a lock shows what others have committed meanwhile', async () => {
  const seen = await db.transaction(async (tx) => {
    const before = await nameOf(tx);
    await renamedByOthers();
    const still = await nameOf(tx);
    await lockExclusively(tx, 'customer-number', randomUUID());
    return [before, still, await nameOf(tx)];
  });
  expect(seen).toEqual(['before', 'before', 'by others']);
});

test('a row lock reads the row anew, and is sent once', async () => {
  const statements = await statementsIn(async (tx) => {
    expect(await nameOf(tx)).toBe('before');
    await renamedByOthers();
    expect([await lockedNameOf(tx), await lockedNameOf(tx)]).toEqual(['by others', 'by others']);
    expect(await nameOf(tx)).toBe('by others');
  });
  expect(statements).toHaveLength(3);
});

test('a row lock that has found nothing is sent again', async () => {
  const organizationId = randomUUID();
  const lockNone = (tx: Tx) =>
    tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.organizationId, organizationId))
      .for('update');
  const statements = await statementsIn(async (tx) => [await lockNone(tx), await lockNone(tx)]);
  expect(statements).toHaveLength(2);
});

test('a savepoint shares what was read, and takes along what it has changed', async () => {
  const statements = await statementsIn(async (tx) => {
    expect(await nameOf(tx)).toBe('before');
    const failing = tx.transaction(async (inner) => {
      expect(await nameOf(inner)).toBe('before');
      await rename(inner, 'inside');
      expect(await nameOf(inner)).toBe('inside');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await nameOf(tx)).toBe('before');
  });
  expect(statements).toHaveLength(4);
});

test('transactions of jobs send every read', async () => {
  const statements = await statementsOf(server.connections.drivers, () =>
    server.connections.jobs.transaction(async (tx) => [await nameOf(tx), await nameOf(tx)]),
  );
  expect(statements.filter((statement) => statement.includes('"customers"'))).toHaveLength(2);
});

/** `statement-effect.ts` says which tables a statement changes: those that its text names, and these. */
test('no statement changes other tables than it names, but for due work', async () => {
  const cascades = await server.pool.sql`
    select distinct conrelid::regclass::text as changed from pg_constraint
    where contype = 'f' and (confdeltype not in ('a', 'r') or confupdtype not in ('a', 'r'))
      and connamespace = 'public'::regnamespace`;
  expect(cascades.map(({ changed }) => changed as string)).toEqual(['due_work']);
  const triggers = await server.pool.sql`
    select distinct tgname::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace order by name`;
  // One notifies, those of logs refuse; those of catalogs raise
  // their version; those of taxes keep their history, which only `verify` reads.
  const names = triggers.map(({ name }) => name as string);
  const others = names.filter(
    (name) => !/_raise_catalog_version|_keep_assignment$|^taxes_keep_rate/.test(name),
  );
  expect(others).toEqual([
    'activity_log_entries_unchanged',
    'api_keys_announce_change',
    'api_log_entries_unchanged',
    'security_log_entries_unchanged',
  ]);
});
