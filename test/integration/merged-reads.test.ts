// What a request asks for at once is sent as one statement, and answered as if each were sent alone (docs/adr/0056).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../src/platform/db/database.js';
import { TenantConnections } from '../../src/platform/db/layers/tenant-connections.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';

const things = pgTable('merged_things', {
  id: integer('id'),
  name: text('name'),
  uid: uuid('uid'),
  amount: numeric('amount'),
  cents: bigint('cents', { mode: 'bigint' }),
  isGood: boolean('is_good'),
  facts: jsonb('facts').$type<unknown>(),
  day: date('day'),
  at: timestamp('at', { withTimezone: true }),
  tags: text('tags').array(),
});
const others = pgTable('merged_others', { id: integer('id'), name: text('name') });

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.pool.sql.unsafe(`
    create table merged_things (
      id int, name text, uid uuid, amount numeric, cents bigint, is_good boolean, facts jsonb, day date, at timestamptz, tags text[]
    );
    create table merged_others (id int, name text);
    insert into merged_things values
      (1, 'a "quoted" \\ name', '8c6c1a3e-0000-4000-8000-000000000001', 123456789.000000001, 9007199254740993, true,
        '{"a": [1, "two", null]}', '2027-02-03', '2027-02-03 04:05:06.789+00', array['x', 'y,z', null, '"']),
      (2, null, null, null, null, false, 'null', null, null, '{}'),
      (3, '', null, 0, -1, null, null, '0001-01-01', '2027-02-03', null);
    insert into merged_others select number, 'other ' || number from generate_series(1, 3) as number`);
});
afterAll(() => server.stop());

/** A request of an organization in a process that has sent nothing yet, and the next ones of that process. */
function newProcess(): () => Db {
  const { gate } = server.connections.tenants;
  const connections = new TenantConnections(server.pool.channel, { gate, mostReads: 10_000, hasWall: true });
  const organizationId = randomUUID();
  return () => connections.forOrganization(organizationId);
}

const thingsAfter = (db: Db, id: number) =>
  db.select().from(things).where(gt(things.id, id)).orderBy(desc(things.id));
const other = (db: Db, name: string) => db.select().from(others).where(eq(others.name, name));
const noThing = (db: Db) =>
  db
    .select({ id: things.id })
    .from(things)
    .where(and(eq(things.name, 'absent'), gt(things.id, 0)));
/** Fails for a text that is no number. */
const numbered = (db: Db, number: string) =>
  db
    .select()
    .from(others)
    .where(sql`${others.id} = ${number}::text::int`);

const all = (db: Db) =>
  Promise.all([thingsAfter(db, 0), other(db, "other '2'"), noThing(db), numbered(db, '3')]);

/** Sends `work` until it is merged. @returns the statements and the answer of the last time. */
async function merged<Answer>(
  next: () => Db,
  work: (db: Db) => Promise<Answer>,
): Promise<{ statements: string[]; answer: Answer }> {
  await work(next());
  await work(next());
  let answer: Answer | undefined;
  const statements = await statementsOf([server.pool.sql], async () => {
    answer = await work(next());
  });
  return { statements, answer: answer as Answer };
}

describe.each([
  ['outside of a transaction', (db: Db, work: (db: Db) => Promise<unknown>) => work(db)],
  ['in a transaction', (db: Db, work: (db: Db) => Promise<unknown>) => db.transaction(work)],
  [
    'in a savepoint',
    (db: Db, work: (db: Db) => Promise<unknown>) => db.transaction((tx) => tx.transaction(work)),
  ],
])('%s', (_place, within) => {
  test('several reads are one statement with the same answers as apart', async () => {
    const next = newProcess();
    const apart = await within(next(), all);
    const { statements, answer } = await merged(next, (db) => within(db, all));
    expect(statements.filter((statement) => statement.includes('merged_'))).toHaveLength(1);
    expect(answer).toEqual(apart);
    expect(await Promise.all([thingsAfter(server.pool.db, 0), numbered(server.pool.db, '3')])).toEqual([
      (apart as unknown[])[0],
      (apart as unknown[])[3],
    ]);
  });

  test('reads of the same text, and locks, are sent apart', async () => {
    const work = (db: Db) =>
      Promise.all([
        other(db, 'other 1'),
        other(db, 'other 2'),
        db.select().from(things).where(eq(things.id, 1)).for('share'),
      ]);
    const { statements, answer } = await merged(
      newProcess(),
      (db) => within(db, work) as ReturnType<typeof work>,
    );
    expect(statements.filter((statement) => statement.includes('merged_'))).toHaveLength(3);
    expect(answer[1]).toEqual([{ id: 2, name: 'other 2' }]);
  });
});

test('merged reads keep their types when a process has sent a thousand other texts', async () => {
  const next = newProcess();
  const { answer } = await merged(next, all);
  const db = next();
  for (let number = 0; number <= 1_000; number += 1) {
    await db
      .select()
      .from(others)
      .where(sql`${others.id} = ${sql.raw(String(number))}`);
  }
  expect((await merged(next, all)).answer).toEqual(answer);
});

test('combinations that others have sent before keep none from being merged', async () => {
  const next = newProcess();
  const withLimit = (limit: number) => (db: Db) =>
    Promise.all([
      other(db, 'other 1'),
      db
        .select()
        .from(things)
        .where(sql`${things.id} < ${sql.raw(String(limit))}`),
    ]);
  for (let limit = 0; limit <= 100; limit += 1) await merged(next, withLimit(limit));
  const { statements } = await merged(next, all);
  expect(statements.filter((statement) => statement.includes(' as part ('))).toHaveLength(1);
});

test('a value that fails one read fails no other one', async () => {
  const next = newProcess();
  await merged(next, all);
  const db = next();
  const [found, , , failed] = await Promise.allSettled([
    thingsAfter(db, 1),
    other(db, 'other 1'),
    noThing(db),
    numbered(db, 'three'),
  ]);
  expect(found).toMatchObject({ status: 'fulfilled', value: [{ id: 3 }, { id: 2 }] });
  expect(failed).toMatchObject({ status: 'rejected', reason: { cause: { code: '22P02' } } });
});

test('reads in a transaction see what was changed before them', async () => {
  const rename = (tx: Tx, name: string) => tx.update(others).set({ name }).where(eq(others.id, 1));
  const names = async (on: Db) => {
    const named = on.select({ name: others.name }).from(others).where(eq(others.id, 1));
    const [found] = await Promise.all([named, thingsAfter(on, 0)]);
    return found;
  };
  const work = (db: Db) =>
    db.transaction(async (tx) => {
      await rename(tx, 'first');
      const first = await names(tx);
      await rename(tx, 'second');
      return [first, await names(tx)];
    });
  const { statements, answer } = await merged(newProcess(), work);
  expect(answer).toEqual([[{ name: 'first' }], [{ name: 'second' }]]);
  // The second time, the transaction knows the things already.
  expect(statements.filter((statement) => statement.includes(' as part ('))).toHaveLength(1);
});

test('a failure in a transaction fails all reads that were asked for with it', async () => {
  const next = newProcess();
  await merged(next, (db) => db.transaction(all));
  const reads = await next()
    .transaction((tx) =>
      Promise.allSettled([thingsAfter(tx, 1), other(tx, 'other 1'), noThing(tx), numbered(tx, 'three')]),
    )
    .catch(() => null);
  expect(reads?.map(({ status }) => status) ?? []).not.toContain('fulfilled');
});

test('a read that nobody waits for does not reach the next user of the session', async () => {
  const db = newProcess()();
  const late: { read?: Promise<unknown> } = {};
  await db.transaction((tx) => {
    late.read = thingsAfter(tx, 0).then((rows) => rows.length);
    return Promise.resolve();
  });
  expect(await late.read).toBe(3);
});
