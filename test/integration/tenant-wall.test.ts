// Row-level security, the second wall between organizations: what a statement without its condition, a session of somebody else
// and a login of its own can reach. Source: docs/adr/0125.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/platform/db/database.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { migrateDatabase } from '../../src/platform/db/migrating/migrate.js';
import { postgresError } from '../../src/platform/db/postgres/postgres-error.js';
import { queryRows } from '../../src/platform/db/statements/query-rows.js';
import { raiseWall } from '../../src/platform/db/migrating/raise-wall.js';
import { REQUESTS_ROLE } from '../../src/platform/db/layers/tenant-wall.js';
import { migrateJobs } from '../../src/platform/jobs/jobs.js';
import { buildWorld } from '../support/hostile-world.js';
import { createDatabase } from '../support/database.js';
import { startPooler } from '../support/pooler.js';
import type { Client } from '../support/client.js';
import { serveApp, startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let pool: Pool;
/** Organizations; the first one has records of all kinds. */
let [owner, other]: readonly Client[] = [];
let walled: readonly string[];

beforeAll(async () => {
  server = await startTestServer({ connections: 1 });
  pool = server.pool;
  owner = await server.organization();
  other = await server.organization();
  await buildWorld(owner);
  const tables = await pool.sql<{ name: string }[]>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;
  walled = tables.map(({ name }) => name);
});
afterAll(() => server.stop());

const dbOf = (client: Client | undefined): Db =>
  server.connections.tenants.forOrganization(client?.organizationId ?? '');

const codeOf = (error: unknown) => postgresError(error)?.code;

const countOf = async (db: Db, table: string) => {
  const rows = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return rows[0]?.count;
};

describe('each table with rows of organizations', () => {
  test('each table with rows of organizations has the policy, and no partition can be reached', async () => {
    expect(walled.length).toBeGreaterThan(90);
    const policies = await pool.sql<{ name: string; policy: string }[]>`
      select relname as name, string_agg(pg_get_expr(polqual, polrelid), '; ') as policy
      from pg_class join pg_policy on polrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relrowsecurity group by 1 order by 1`;
    expect(policies.map(({ name }) => name)).toEqual(walled);
    expect(new Set(policies.map(({ policy }) => policy))).toEqual(
      new Set([
        "(organization_id = ( SELECT (current_setting('tollgate.organization'::text))::uuid AS current_setting))",
      ]),
    );
    const partitions = await pool.sql`
      select relname from pg_class where relispartition and relkind in ('r', 'p')
        and has_table_privilege(${REQUESTS_ROLE}, oid, 'select')`;
    expect(partitions).toEqual([]);
  });

  test('each table with rows of organizations shows an organization its rows only, to statements without a condition', async () => {
    const rows = new Map<string, number>();
    for (const table of walled) {
      const [{ own, foreign } = { own: 0, foreign: 0 }] = await pool.sql<{ own: number; foreign: number }[]>`
        select count(*) filter (where organization_id = ${owner?.organizationId ?? ''})::int as own,
          count(*) filter (where organization_id = ${other?.organizationId ?? ''})::int as foreign
        from ${pool.sql(table)}`;
      rows.set(table, own);
      expect([table, await countOf(dbOf(owner), table)]).toEqual([table, own]);
      expect([table, await countOf(dbOf(other), table)]).toEqual([table, foreign]);
    }
    expect([...rows.values()].filter((count) => count > 0).length).toBeGreaterThan(50);
  });

  test('each table with rows of organizations takes no change from another organization', async () => {
    for (const table of walled) {
      const name = sql.identifier(table);
      const [row] = await queryRows<{ row: unknown }>(
        pool.db,
        sql`select to_jsonb(${name}) as row from ${name} where organization_id = ${owner?.organizationId} limit 1`,
      );
      if (row === undefined) continue;
      const foreign = (statement: ReturnType<typeof sql>) =>
        dbOf(other).transaction((tx) =>
          queryRows(tx, sql`${statement} where organization_id = ${owner?.organizationId} returning 1`),
        );
      expect([table, await foreign(sql`update ${name} set organization_id = organization_id`)]).toEqual([
        table,
        [],
      ]);
      expect([table, await foreign(sql`delete from ${name}`)]).toEqual([table, []]);
      const insert = sql`insert into ${name} overriding system value
        select (jsonb_populate_record(null::${name}, ${JSON.stringify(row.row)}::text::jsonb)).*`;
      const inserted = dbOf(other).transaction((tx) => tx.execute(insert));
      // A column that Postgres computes refuses before the policy does.
      expect([table, await inserted.catch(codeOf)]).toEqual([
        table,
        expect.stringMatching(/^(42501|428C9)$/),
      ]);
    }
  });
});

describe('a session', () => {
  test('a session of Postgres shows nothing to a statement that names no organization', async () => {
    const { channel } = connect(server.database.connection, { max: 1, role: REQUESTS_ROLE });
    const asked = (text: string) => channel.run({ text, parameters: [] }).catch(codeOf);
    expect(await asked('select * from customers')).toBe('42704');
    expect(await asked(`select set_config('tollgate.organization', '${randomUUID()}', true)`)).toHaveLength(
      1,
    );
    // The setting is known to the session by now, and has no value.
    expect(await asked('select * from customers')).toBe('22P02');
  });

  test('a session of Postgres belongs to each of its users in turn', async () => {
    const orders = [owner, other, owner, other, owner];
    const counts = await Promise.all(orders.map((client) => countOf(dbOf(client), 'customers')));
    const [own, foreign] = [await countOf(dbOf(owner), 'customers'), await countOf(dbOf(other), 'customers')];
    expect(own).not.toBe(foreign);
    expect(counts).toEqual([own, foreign, own, foreign, own]);
    await dbOf(other)
      .transaction((tx) => tx.execute(sql`select 1 / 0`))
      .catch(() => undefined);
    expect(await countOf(dbOf(owner), 'customers')).toBe(own);
    const all = await countOf(server.connections.tenants.forVisitors(), 'customers');
    expect(all).toBe((own ?? 0) + (foreign ?? 0));
    expect(await countOf(dbOf(owner), 'customers')).toBe(own);
  });

  test('a session of Postgres keeps the organization through a transaction, its savepoints and its isolation level', async () => {
    const own = await countOf(dbOf(owner), 'customers');
    const seen = await dbOf(owner).transaction(
      async (tx) => {
        const undone = await tx
          .transaction(async (part) => {
            await part.execute(sql`select 1`);
            throw new Error(String(await countOf(part, 'customers')));
          })
          .catch((error: unknown) => Number((error as Error).message));
        const level = await queryRows<{ level: string }>(
          tx,
          sql`select current_setting('transaction_isolation') as level`,
        );
        return [undone, await countOf(tx, 'customers'), level[0]?.level];
      },
      { isolationLevel: 'repeatable read' },
    );
    expect(seen).toEqual([own, own, 'repeatable read']);
  });

  test('a session of Postgres has no rights but to read and write rows', async () => {
    for (const statement of [
      'create table mine (id int)',
      'alter table customers disable row level security',
      'drop policy of_organization on customers',
      'truncate customers',
      `copy (select 1) to program 'true'`,
      'set role postgres',
      'select * from pg_authid',
      'select * from events_default',
    ]) {
      const run = () => dbOf(owner).transaction((tx) => tx.execute(sql.raw(statement)));
      expect([statement, await run().catch(codeOf)]).toEqual([
        statement,
        expect.stringMatching(/^(42501|22023)$/),
      ]);
    }
    const [role] = await pool.sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin from pg_roles where rolname = ${REQUESTS_ROLE}`;
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcanlogin: false });
  });
});

/** They keep rows unique, which they do behind policies too; an organization has few billing entities to read. */
const ONLY_UNIQUE = [
  'billing_entities_code',
  'billing_periods_charges_once',
  'billing_periods_claim',
  'billing_periods_fixed_charges_once',
];

test('no index that serves reads is out of their reach behind policies', async () => {
  // Postgres evaluates conditions with functions that are not marked as leakproof after the policy, and so not by an index.
  const indexes = await pool.sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace and not relispartition
    where indexprs is not null
      or exists (
        select from unnest(indclass) as class join pg_opclass on pg_opclass.oid = class
        join pg_amop on amopfamily = opcfamily and amoplefttype = opcintype and amoprighttype = opcintype
        join pg_operator on pg_operator.oid = amopopr join pg_proc on pg_proc.oid = oprcode
        where not proleakproof)
    order by 1`;
  expect(indexes.map(({ name }) => name)).toEqual(ONLY_UNIQUE);
});

describe('a login that is no superuser', () => {
  const asLogin = async (
    rights: string,
    work: (connection: Parameters<typeof raiseWall>[0]) => Promise<void>,
  ) => {
    const database = await createDatabase({ empty: true });
    const login = `login_${randomUUID().slice(0, 8)}`;
    const name = database.connection.database;
    await pool.sql.unsafe(`create role ${login} login password 'secret' ${rights}`);
    await pool.sql.unsafe(`alter database ${name} owner to ${login}`);
    const connection = { ...database.connection, user: login, password: 'secret' };
    try {
      await migrateDatabase(connection);
      await migrateJobs(connection);
      await work(connection);
    } finally {
      await database.drop();
      await pool.sql.unsafe(`drop role ${login}`);
    }
  };

  test('a login that is no superuser has no wall where it may not make roles', () =>
    asLogin('', async (connection) => {
      expect(await raiseWall(connection)).toBe(false);
    }));

  test('a login that is no superuser has a wall where somebody has granted the role', () =>
    asLogin('', async (connection) => {
      await pool.sql.unsafe(`grant ${REQUESTS_ROLE} to ${'user' in connection ? connection.user : ''}`);
      expect(await raiseWall(connection)).toBe(true);
      // The next start finds it.
      expect(await raiseWall(connection)).toBe(true);
      const served = await serveApp({ connection: connection as never, drop: () => Promise.resolve() });
      try {
        const client = await served.organization();
        expect((await client.call('GET', '/customers')).status).toBe(200);
        expect(await countOf(served.connections.tenants.forOrganization(randomUUID()), 'api_keys')).toBe(0);
      } finally {
        await served.stop();
      }
    }));
});

test.each([
  ['passed', true],
  ['omitted', false],
  ['refused', false],
] as const)(
  'behind a pooler of sessions where the role is %s, there is the wall: %s',
  async (role, hasWall) => {
    const pooler = await startPooler(server.database, 'session', role);
    try {
      expect(await raiseWall(pooler.connection)).toBe(hasWall);
    } finally {
      await pooler.stop();
    }
  },
);
