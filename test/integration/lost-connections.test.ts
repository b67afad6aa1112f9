// What becomes of a transaction whose connection is lost: it is refused as such, once, and nothing of it is written.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../src/platform/db/database.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { databaseFailure } from '../../src/platform/db/postgres/postgres-error.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

let database: TestDatabase;
/** One connection, so that what comes after a lost one gets it again. */
let pool: Pool;
let elsewhere: Pool;

beforeAll(async () => {
  database = await createDatabase();
  elsewhere = connect(database.connection, { max: 1 });
  await elsewhere.sql`create table notes (text text not null)`;
});
beforeEach(() => {
  pool = connect(database.connection, { max: 1 });
});
afterEach(() => pool.close());
afterAll(async () => {
  await elsewhere.close();
  await database.drop();
});

const write = (tx: Tx, text: string) => tx.execute(sql`insert into notes values (${text})`);

const backendOf = async (tx: Tx): Promise<number> => {
  const [row] = await tx.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(values (1)) as one`);
  return row?.pid ?? 0;
};

/** Whether the transaction of a test is over for who began it. */
let isOver = false;

/** Ends the backend of that transaction, and waits until it is over. */
async function kill(pid: number): Promise<void> {
  await elsewhere.sql`select pg_terminate_backend(${pid})`;
  await until(() => Promise.resolve(isOver));
}

const written = async () => (await elsewhere.sql`select text from notes`).map(({ text }) => String(text));

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  [
    'while a statement runs',
    async (tx) => {
      const pid = await backendOf(tx);
      await Promise.all([tx.execute(sql`select pg_sleep(30)`), kill(pid)]);
    },
  ],
  [
    'while a statement runs, in a part that can be undone alone',
    async (tx) => {
      const pid = await backendOf(tx);
      await tx.transaction((part) => Promise.all([part.execute(sql`select pg_sleep(30)`), kill(pid)]));
    },
  ],
  [
    'between two statements',
    async (tx) => {
      await kill(await backendOf(tx));
      await write(tx, 'after');
    },
  ],
  [
    'between two statements, with the connection made again meanwhile',
    async (tx) => {
      await kill(await backendOf(tx));
      await pool.db.execute(sql`select 1`);
      await write(tx, 'after');
    },
  ],
  [
    'between two parts that can be undone alone',
    async (tx) => {
      await kill(await backendOf(tx));
      await tx.transaction((part) => write(part, 'after'));
    },
  ],
  ['before the commit', async (tx) => kill(await backendOf(tx))],
  [
    'before a refusal',
    async (tx) => {
      await kill(await backendOf(tx));
      throw new Error('refused');
    },
  ],
])('%s', async (_, work) => {
  await elsewhere.sql`delete from notes`;
  isOver = false;
  let left: Promise<unknown> = Promise.resolve();
  const transaction = pool.db.transaction(async (tx) => {
    await write(tx, 'before');
    left = work(tx);
    await left;
  });
  const error: unknown = await transaction.catch((reason: unknown) => reason);
  isOver = true;
  expect(databaseFailure(error)?.kind).toBe('unavailable');
  await left.catch(() => undefined);
  // The pool goes on; what is left of the work writes nothing through it.
  await pool.db.transaction((tx) => write(tx, 'next'));
  expect(await written()).toEqual(['next']);
});

test.each<[string, () => Promise<unknown>]>([
  ['a read', async () => pool.db.select({ one: sql<number>`1` }).from(sql`(values (1)) as one`)],
  ['a statement', async () => pool.db.execute(sql`select 1 as one`)],
  ['a transaction', async () => pool.db.transaction(async (tx) => tx.execute(sql`select 1 as one`))],
])('no later user of a connection sees that it was lost: %s', async (_, next) => {
  const pid = await pool.db.transaction(backendOf);
  const asleep = pool.db.execute(sql`select pg_sleep(30)`).then(
    () => null,
    (reason: unknown) => databaseFailure(reason)?.kind,
  );
  await until(async () => {
    const [found] = await elsewhere.sql`
      select 1 from pg_stat_activity where pid = ${pid} and query like '%pg_sleep%'`;
    return found !== undefined;
  });
  await elsewhere.sql`select pg_terminate_backend(${pid})`;
  expect(await asleep).toBe('unavailable');
  expect(await next()).toEqual([{ one: 1 }]);
});

test('a refused connection is reported', async () => {
  const { database: name, ...rest } = database.connection as { readonly database: string };
  const nowhere = connect({ ...rest, database: `${name}-gone` } as typeof database.connection, { max: 1 });
  await expect(nowhere.db.execute(sql`select 1`)).rejects.toThrow();
  await expect(nowhere.db.transaction((tx) => write(tx, 'x'))).rejects.toThrow(/does not exist/);
  await nowhere.close();
});
