// What a statement that fails, is cancelled or cannot be sent leaves behind: nothing that another one would see
// (docs/adr/0116). Each layer that guards against it is tested alone, and then all of them with every read that there is.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkDriver } from '../../src/platform/db/postgres/check-driver.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { correctSource } from '../../src/platform/db/postgres/driver.js';
import { databaseFailure, postgresError } from '../../src/platform/db/postgres/postgres-error.js';
import { queryRows } from '../../src/platform/db/statements/query-rows.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { FailingProxy } from '../support/failing-proxy.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let proxy: FailingProxy;
/** Connects without the proxy. */
let outside: Pool;

beforeAll(async () => {
  database = await createDatabase();
  outside = connect(database.connection, { max: 1 });
  proxy = await FailingProxy.before(database);
});
afterAll(async () => {
  await outside.close();
  await proxy.close();
  await database.drop();
});

/** Does something with one connection through the proxy. */
async function withPool<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = connect(proxy.connection, { max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

const NUMBERS = sql`select n, 'row ' || n as text from generate_series(1, 3) n`;
const WHOLE = [1, 2, 3].map((n) => ({ n, text: `row ${n}` }));
/** Fails in its third row. */
const FAILING = 'select 1 / (3 - n) from generate_series(1, 5) n';

const codeOf = (error: unknown) => postgresError(error)?.code ?? String(error);

/** Tells whether Postgres executes a statement whose text is like a pattern. */
const isRunning = (pattern: string) => async () => {
  const running = await outside.sql`
    select from pg_stat_activity where query like ${pattern} and state = 'active' and pid <> pg_backend_pid()`;
  return running.length > 0;
};

describe('the driver alone', () => {
  test('the driver gives a statement no rows of the one that failed before it', () =>
    withPool(async ({ sql: driver }) => {
      expect(await driver.unsafe(FAILING).catch(codeOf)).toBe('22012');
      expect([...(await driver.unsafe(`select 'x' as a`))]).toEqual([{ a: 'x' }]);
    }));

  test('the driver fails a statement that cannot be sent, and no other', () =>
    withPool(async ({ sql: driver }) => {
      const results = await driver
        .begin(async (tx) => {
          const statements = [
            tx.unsafe('select pg_sleep(0.05), 1 as n'),
            tx.unsafe('select $1::text as n', [undefined as never]),
            tx.unsafe('select 3 as n'),
          ];
          const settled = await Promise.allSettled(statements);
          return settled.map((each) => (each.status === 'fulfilled' ? each.value[0]?.['n'] : 'refused'));
        })
        .catch(String);
      // The driver rolls back a transaction of which a statement has failed.
      expect(results).toMatch(/UNDEFINED_VALUE/);
      expect(await driver.unsafe('select 4 as n')).toEqual([{ n: 4 }]);
    }));

  test('the driver is checked by every program that starts', async () => {
    await expect(checkDriver(database.connection)).resolves.toBeUndefined();
    // A proxy that drops a row stands for a driver that does: the failing statement takes the first place.
    proxy.failNext({ code: null, afterRows: 0, afterStatements: 0 });
    await expect(checkDriver(proxy.connection)).rejects.toThrow(/mixes up the rows/);
  });

  test('the driver is refused when it is not the version whose faults are known', () => {
    const file = new URL('connection.js', import.meta.resolve('postgres'));
    const source = readFileSync(fileURLToPath(file), 'utf8');
    expect(correctSource(source)).not.toBe(source);
    expect(() => correctSource(`${source} `)).toThrow(
      /"postgres" is not the version that this program corrects/,
    );
    // Each correction has found its place.
    const changed = correctSource(source)
      .split('\n')
      .filter((line) => !source.includes(line));
    const expected = [
      'preambles = new Set()',
      'q.options.preamble ?',
      'q === query',
      '? (write(Sync), errored(error))',
      ': (sent.remove(q), queryError(q, error))',
      'function preambleOf(q)',
      'const { name, preparing, executing }',
      'q.awaitsPreamble = true',
      'preambles.has(name)',
      'preambles = new Set()',
      'query.awaitsPreamble &&',
      'preambles.add(',
      'query.awaitsPreamble = false',
      '!connection.reserved && sent.length === 0 && retryRoutines',
      'if (sent.length && (query = sent.shift())',
    ];
    expect(changed).toEqual(expected.map((part) => expect.stringContaining(part) as unknown));
    expect(correctSource(source).split('rows = 0').length).toBe(source.split('rows = 0').length + 1);
  });
});

describe('a session', () => {
  test.each([0, 1, 2])(
    'a session of Postgres is closed when a result arrives with %s of its 3 rows',
    (afterRows) =>
      withPool(async ({ db }) => {
        await db.execute(NUMBERS);
        proxy.failNext({ code: null, afterRows });
        const refusal: unknown = await db.execute(NUMBERS).catch(databaseFailure);
        expect(refusal).toMatchObject({ kind: 'unavailable' });
        expect(await queryRows(db, NUMBERS)).toEqual(WHOLE);
      }),
  );

  test('a session of Postgres is closed in a transaction too, of which nothing is kept', () =>
    withPool(async ({ db, sql: driver }) => {
      await driver`create table if not exists kept (n int)`;
      const done = db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (1)`);
        proxy.failNext({ code: null, afterRows: 1 });
        await tx.execute(NUMBERS);
      });
      expect(await done.catch(databaseFailure)).toMatchObject({ kind: 'unavailable' });
      expect(await queryRows(db, sql`select n from kept`)).toEqual([]);
    }));

  test('a session of Postgres is closed when a failed statement leaves a transaction open', () =>
    withPool(async ({ db }) => {
      expect(await db.execute(sql.raw(`begin; select 1 / 0`)).catch(codeOf)).toBe('22012');
      expect(await queryRows(db, NUMBERS)).toEqual(WHOLE);
    }));
});

describe('a request to cancel a statement', () => {
  test('a request to cancel a statement that arrives late does not cancel the next one', () =>
    withPool(async ({ sessions }) => {
      const deliver = proxy.holdCancellations();
      const running = new Set<() => void>();
      const first = sessions.run({ text: 'select 1 as n, pg_sleep(0.2)', parameters: [] }, { running });
      // It cancels nothing before the statement is sent.
      await until(() => {
        for (const cancel of running) cancel();
        return Promise.resolve(proxy.heldCancellations === 1);
      });
      // Waits for the only session.
      const second = sessions.run({ text: 'select 2 as n, pg_sleep(1)', parameters: [] });
      expect((await first)[0]?.['n']).toBe(1);
      // Without the check of the session, the second statement runs now.
      await until(isRunning('%2 as n%'), 300).catch(() => undefined);
      deliver();
      expect((await second)[0]?.['n']).toBe(2);
    }));

  test('a request to cancel a statement cancels the statement of a transaction that is running, not those that wait', () =>
    withPool(async ({ sessions, db }) => {
      const cancellers = new Set<() => void>();
      const done = sessions.begin(
        async (tx) => {
          const running = tx.run({ text: 'select pg_sleep(30)', parameters: [] });
          const waiting = tx.run({ text: 'select 2 as n', parameters: [] });
          const both = Promise.allSettled([running, waiting]);
          let isOver = false;
          void running.catch(() => (isOver = true));
          await until(() => {
            for (const cancel of cancellers) cancel();
            return Promise.resolve(isOver);
          });
          return both;
        },
        { running: cancellers },
      );
      expect(await done.catch(codeOf)).toBe('57014');
      expect(await queryRows(db, NUMBERS)).toEqual(WHOLE);
    }));
});
