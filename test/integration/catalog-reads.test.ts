// Reads of catalogs are kept across requests, and never answer with what has changed (docs/adr/0054).
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { organizations } from '../../src/modules/organizations/records/organization.table.js';
import { taxes } from '../../src/modules/taxes/tax.table.js';
import { CATALOG_TABLES } from '../../src/platform/db/layers/catalog-reads.js';
import type { Db, Tx } from '../../src/platform/db/database.js';
import { createTax, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';

let server: TestServer;
/** Serves the same database. */
let other: ServedApp;
let client: Client;
let tax: Resource;

beforeAll(async () => {
  server = await startTestServer();
  other = await serveApp(server.database);
  client = await server.organization();
});
beforeEach(async () => {
  tax = await createTax(client, { name: 'before' });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

/** What one request uses. */
const request = (app: ServedApp = server): Db =>
  app.connections.tenants.forOrganization(client.organizationId);

const ofTax = () => and(eq(taxes.organizationId, client.organizationId), eq(taxes.id, tax.svc_id));

async function nameOf(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ name: taxes.name }).from(taxes).where(ofTax());
  return row?.name;
}

const rename = async (db: Db, name: string) => {
  await db.update(taxes).set({ name }).where(ofTax());
};

/** Number of statements that read or change taxes. */
async function countOf(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(server.connections.drivers, work);
  return statements.filter((statement) => statement.includes('"taxes"')).length;
}

test('later requests do not send a read again, in transactions or outside', async () => {
  const sent = await countOf(async () => {
    expect(await nameOf(request())).toBe('before');
    expect(await nameOf(request())).toBe('before');
    expect(await request().transaction(nameOf)).toBe('before');
  });
  expect(sent).toBe(1);
});

test('a request asks for the version once', async () => {
  await nameOf(request());
  const db = request();
  const statements = await statementsOf(server.connections.drivers, () =>
    Promise.all([nameOf(db), nameOf(db), db.select().from(taxes).where(ofTax())]),
  );
  expect(statements.filter((statement) => statement.includes('catalog_versions'))).toHaveLength(1);
});

test.each<[string, (name: string) => Promise<unknown>]>([
  ['another request', (name) => request().transaction((tx) => rename(tx, name))],
  ['another server', (name) => request(other).transaction((tx) => rename(tx, name))],
  ['a job', (name) => other.connections.jobs.transaction((tx) => rename(tx, name))],
  ['an operator', (name) => server.pool.sql`update taxes set name = ${name} where id = ${tax.svc_id}`],
])('a change of %s is read by the next request on both servers', async (_, change) => {
  expect(await nameOf(request())).toBe('before');
  expect(await nameOf(request(other))).toBe('before');
  await change('after');
  expect(await nameOf(request())).toBe('after');
  expect(await nameOf(request(other))).toBe('after');
});

test('a request reads what its own transaction has committed', async () => {
  const db = request();
  expect(await nameOf(db)).toBe('before');
  await db.transaction((tx) => rename(tx, 'after'));
  expect(await nameOf(db)).toBe('after');
});

test('a transaction reads its own change, which nobody else does before the commit', async () => {
  const changed = Promise.withResolvers<undefined>();
  const read = Promise.withResolvers<undefined>();
  const transaction = request().transaction(async (tx) => {
    expect(await nameOf(tx)).toBe('before');
    await rename(tx, 'after');
    expect(await nameOf(tx)).toBe('after');
    changed.resolve(undefined);
    await read.promise;
  });
  await Promise.race([changed.promise, transaction]);
  expect(await nameOf(request())).toBe('before');
  read.resolve(undefined);
  await transaction;
  expect(await nameOf(request())).toBe('after');
});

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['by the query builder', (tx) => rename(tx, 'after')],
  ['by hand', (tx) => tx.execute(sql`update taxes set name = 'after' where id = ${tax.svc_id}`)],
  [
    'in a savepoint that is rolled back',
    (tx) =>
      tx
        .transaction(async (inner) => {
          await rename(inner, 'after');
          inner.rollback();
        })
        .catch(() => undefined),
  ],
])('a read of a transaction after a change %s is kept for nobody', async (_, change) => {
  await request()
    .transaction(async (tx) => {
      await change(tx);
      await nameOf(tx);
      tx.rollback();
    })
    .catch(() => undefined);
  expect(await nameOf(request())).toBe('before');
});

test('a transaction that has waited for a lock reads what was changed meanwhile', async () => {
  await request().transaction(async (tx) => {
    expect(await nameOf(tx)).toBe('before');
    await server.pool.db.transaction((others) => rename(others, 'after'));
    await tx.select().from(organizations).where(eq(organizations.id, client.organizationId)).for('update');
    expect(await nameOf(tx)).toBe('after');
  });
});

test('organizations have separate results', async () => {
  expect(await nameOf(request())).toBe('before');
  const others = server.connections.tenants.forOrganization((await server.organization()).organizationId);
  expect(await countOf(() => nameOf(others))).toBe(1);
});

test('a transaction raises the version once, and only if it changes something', async () => {
  const version = async () => {
    const [row] = await server.pool.sql<{ version: string }[]>`
      select version::text from catalog_versions where organization_id = ${client.organizationId}`;
    return BigInt(row?.version ?? 0);
  };
  const before = await version();
  await request().transaction(async (tx) => {
    await rename(tx, 'once');
    await rename(tx, 'twice');
  });
  expect(await version()).toBe(before + 1n);
  await server.pool.sql`update billing_entities set last_invoice_number = last_invoice_number + 1`;
  expect(await version()).toBe(before + 1n);
  await server.pool.sql`update billing_entities set timezone = 'Europe/Paris'`;
  expect(await version()).toBe(before + 2n);
});

test('each table of a catalog, and no other, has a trigger that raises its version', async () => {
  const rows = await server.pool.sql<{ name: string; events: number }[]>`
    select tables.relname as name, bit_or(triggers.tgtype)::int as events
    from pg_trigger triggers
    join pg_proc on pg_proc.oid = triggers.tgfoid and pg_proc.proname = 'raise_catalog_version'
    join pg_class tables on tables.oid = triggers.tgrelid
    group by tables.relname`;
  expect(new Set(rows.map(({ name }) => name))).toEqual(CATALOG_TABLES);
  const [ROW, INSERT, DELETE, UPDATE] = [1, 4, 8, 16];
  expect(rows.filter(({ events }) => events !== ROW + INSERT + DELETE + UPDATE)).toEqual([]);
});
