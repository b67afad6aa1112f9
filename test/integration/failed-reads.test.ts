// Every read of the product fails after some of its rows, with each of the errors that one may meet, on a pool of one connection;
// whatever statement comes next gives what it gives on a connection of its own (docs/adr/0116). `npm test` tries the reads and the
// requests of one day in eight, `npm run fuzz -- failed-reads` all of them.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import type { Sender, SqlChannel, Statement } from '../../src/platform/db/sql-channel.js';
import { effectOf } from '../../src/platform/db/layers/statement-effect.js';
import type { Client } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { FailingProxy } from '../support/failing-proxy.js';
import { documentOf, requiredVariables, ROOT_FIELDS } from '../support/graphql-fields.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import { bodyOf, type Operation, OPERATIONS, pathOf } from '../support/operations.js';
import { IS_FUZZING } from '../support/property.js';
import { type ServedApp, serveApp } from '../support/server.js';
import { todaysShare } from '../support/todays-share.js';

/** Cancelled or timed out, a division by zero, out of memory, a serialization failure. */
const ERRORS = ['57014', '22012', '53200', '40001'];

/** The reads, and the requests that send some, are shared out among this many days. */
const DAYS = 8;
const ofToday = <Case>(all: readonly Case[]) => (IS_FUZZING ? all : todaysShare(all, DAYS));

let database: TestDatabase;
let proxy: FailingProxy;
/** Without the proxy. */
let server: ServedApp;
let client: Client;
let world: World;
/** A read of each text that the server has sent. */
const reads = new Map<string, Statement>();
/** One connection, through the proxy. */
let tried: Pool;
/** Connects without the proxy. */
let outside: Pool;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await FailingProxy.before(database);
  tried = connect(proxy.connection, { max: 1 });
  outside = connect(database.connection);
  server = await serveApp(database);
  for (const { options } of server.connections.drivers)
    options.debug = (_connection, text, values) => {
      if (effectOf(text).kind === 'read') reads.set(text, { text, parameters: values as unknown[] });
    };
  client = await server.organization();
  world = await buildWorld(client);
});
afterAll(async () => {
  await server.stop();
  await outside.close();
  await tried.close();
  await proxy.close();
  await database.drop();
});

/** The statements that may come after a failed one. All of them in turn leave the table as it was. */
const NEXT: readonly (readonly [string, (session: SqlChannel) => Promise<unknown>])[] = [
  ['one row', (session) => run(session, `select 'x' as a, 1 as b`)],
  ['no row', (session) => run(session, 'select 1 as a where false')],
  [
    'rows of many types',
    (session) =>
      run(session, `select n, n::text, true, now() is null, array[n] from generate_series(1, 9) n`),
  ],
  [
    'rows as lists of values',
    (session) =>
      session.rows({ text: 'select n, n + $1::int from generate_series(1, 5) n', parameters: [1] }),
  ],
  [
    'rows without columns',
    async (session) => (await run(session, 'select from generate_series(1, 4)')).length,
  ],
  ['a statement without rows', (session) => run(session, 'set local timezone to default')],
  [
    'several statements',
    (session) => run(session, 'select 1 as a; select 2 as b from generate_series(1, 2)'),
  ],
  ['an insert', (session) => changed(session, `insert into kinds values (1, 'a'), (2, 'b')`)],
  [
    'an insert that returns rows',
    (session) => changed(session, `insert into kinds values (3, 'c') returning id, text`),
  ],
  ['an update', (session) => changed(session, `update kinds set text = text || '!'`)],
  [
    'an update that returns rows',
    // Its rows come as they lie in the table, which a vacuum changes.
    async (session) => {
      const [count, rows] = await changed(session, `update kinds set text = text || $1 returning text`, [
        '?',
      ]);
      return [count, rows.map(({ text }) => String(text)).toSorted()];
    },
  ],
  [
    'a deletion',
    (session) =>
      changed(session, 'with gone as (delete from kinds returning id) select * from gone order by id'),
  ],
  [
    'a transaction',
    (session) =>
      session.begin(async (tx) => {
        await run(tx, `insert into kinds values (7, 'g')`);
        await tx.savepoint((inner) => run(inner, 'select 1 / 0')).catch(() => undefined);
        const [all, deleted] = await Promise.all([
          run(tx, 'select id, text from kinds order by id'),
          run(tx, 'delete from kinds where id = $1 returning id', [7]),
        ]);
        return [[...all], [...deleted]];
      }),
  ],
];

const run = (sender: Sender, text: string, parameters: readonly unknown[] = []) =>
  sender.run({ text, parameters });

async function changed(
  session: SqlChannel,
  ...statement: [text: string, parameters?: readonly unknown[]]
): Promise<[number | undefined, Record<string, unknown>[]]> {
  const rows = await run(session, ...statement);
  return [rows.count, [...rows]];
}

/** What a statement gives on a connection of its own: there is a session for it that has met no failure. */
function giveAlone(read: (session: SqlChannel) => Promise<unknown>): Promise<unknown> {
  return outside.sessions.use(read);
}

test('a result that arrives without its rows is no answer, and is not kept', async () => {
  const served = await serveApp({ ...database, connection: proxy.connection }, { connections: 1 });
  const through = client.at(served.baseUrl);
  const status = async (operation: Operation) => (await through.call('GET', pathOf(operation, world))).status;
  const operations = ofToday(OPERATIONS.filter(({ method }) => method === 'GET'));
  let refused = 0;
  try {
    // The first statement looks up the key of the caller.
    for (const operation of operations) {
      const { operationId } = operation;
      const alone = (await client.call('GET', pathOf(operation, world))).status;
      // Those between are preambles.
      for (const afterStatements of [1, 3, 5]) {
        proxy.failNext({ code: null, afterRows: 0, afterStatements });
        const meanwhile = await status(operation);
        proxy.failNext(null);
        if (meanwhile === 503) refused += 1;
        else expect([operationId, afterStatements, meanwhile]).toEqual([operationId, afterStatements, alone]);
        expect([operationId, await status(operation)]).toEqual([operationId, alone]);
      }
    }
  } finally {
    await served.stop();
  }
  expect(refused).toBeGreaterThan(operations.length / 2);
});

test('the next statement gives what it gives alone', async () => {
  await callEachOperation();
  // About as many as the product has; the exact number depends on which reads were merged.
  expect(reads.size).toBeGreaterThan(250);
  // In an order that does not depend on the day.
  const shared = ofToday([...reads.values()].toSorted((one, other) => (one.text < other.text ? -1 : 1)));
  await outside.sql.unsafe('create table kinds (id int primary key, text text)');
  const expected: unknown[] = [];
  for (const [, next] of NEXT) expected.push(await giveAlone(next));
  let failures = 0;
  for (const read of shared) {
    const alone = await giveAlone((session) => session.rows(read));
    const rows = (alone as unknown[]).length;
    for (const afterRows of new Set([0, 1, rows - 1].filter((count) => count >= 0 && count <= rows))) {
      for (const [index, [name, next]] of NEXT.entries()) {
        const code = ERRORS[(failures + index) % ERRORS.length] ?? '';
        // The session is checked after a transaction in which a statement has failed.
        await tried.sessions.use(() => Promise.resolve());
        proxy.failNext({ code, afterRows });
        const failed = tried.sessions.use((session) => session.rows(read));
        expect([
          read.text,
          await failed.then(
            () => null,
            (error: unknown) => (error as { code: string }).code,
          ),
        ]).toEqual([read.text, code]);
        const actual = await tried.sessions.use(next);
        expect({ after: read.text, failedAfterRows: afterRows, code, next: name, actual }).toEqual({
          after: read.text,
          failedAfterRows: afterRows,
          code,
          next: name,
          actual: expected[index],
        });
      }
      failures += 1;
    }
    if (!isRepeatable(read.text)) continue;
    const again = await tried.sessions.use((session) => session.rows(read));
    expect([read.text, valuesIn(again)]).toEqual([read.text, valuesIn(alone)]);
  }
  expect(failures).toBeGreaterThanOrEqual(shared.length);
});

/** True if a read returns the same each time, unless somebody changes its tables. */
function isRepeatable(text: string): boolean {
  const effect = effectOf(text);
  return effect.kind === 'read' && effect.names !== null && !/\bnow\(\)|graphile_worker/.test(text);
}

/** The values of rows without their order, which may differ between sessions where a read leaves it open. */
function valuesIn(rows: unknown): string[] {
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return (text.match(/[^[\],]+/g) ?? []).toSorted();
}

/** Has the server send each read of the product. Nobody changes what they read afterwards. */
async function callEachOperation(): Promise<void> {
  for (const root of ROOT_FIELDS.filter(({ kind }) => kind === 'query'))
    await client.graphql(documentOf(root), requiredVariables(root, world.known));
  for (const operation of OPERATIONS) {
    const rawBody = bodyOf(operation, world);
    await client.call(operation.method, pathOf(operation, world), rawBody === undefined ? {} : { rawBody });
  }
  const { apiKeyUse, apiLogWriter } = server.app.services;
  await Promise.all([apiKeyUse.settle(), apiLogWriter.settle()]);
}
