// What processes tell each other: after the commit, and many transactions at once.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { announceAfterCommit } from '../../src/platform/db/layers/announcements.js';
import { createCustomer, createPlan, subscribe } from '../support/builders.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';
import { until } from '../support/until.js';

let server: TestServer;
let heard: string[];
let channel: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  heard = [];
  channel = `test_${randomUUID()}`;
  await server.pool.sql.listen(channel, (payload) => heard.push(payload));
});

const hears = (...payloads: string[]) =>
  until(() => Promise.resolve(payloads.every((each) => heard.includes(each))));
const announce = (payload: string) =>
  server.pool.db.transaction(() => {
    announceAfterCommit(channel, [payload]);
    return Promise.resolve();
  });
const isNotification = (statement: string) => statement.includes('pg_notify');

test('an announcement is sent by another transaction, after the commit', async () => {
  const { pool } = server;
  const inTransaction = await statementsOf([pool.sql], () => announce('committed'));
  await hears('committed');
  const commit = inTransaction.findIndex((statement) => /^commit$/i.test(statement));
  expect(commit).toBeGreaterThan(0);
  expect(inTransaction.slice(0, commit).filter(isNotification)).toEqual([]);
});

test('a transaction that is rolled back announces nothing', async () => {
  const { pool } = server;
  const rolledBack = pool.db.transaction(() => {
    announceAfterCommit(channel, ['rolled back']);
    return Promise.reject(new Error('refused'));
  });
  await expect(rolledBack).rejects.toThrow('refused');
  await announce('committed');
  await hears('committed');
  expect(heard).toEqual(['committed']);
});

test('transactions that commit at about the same time are announced together, each payload once', async () => {
  const { pool } = server;
  const names = Array.from({ length: 6 }, (_, index) => `subject ${index}`);
  let open = 0;
  let commitAll: () => void = () => undefined;
  const allAreOpen = new Promise<void>((resolve) => {
    commitAll = resolve;
  });
  const statements = await statementsOf([pool.sql], async () => {
    await Promise.all(
      names.map((name) =>
        pool.db.transaction(() => {
          announceAfterCommit(channel, [name, 'all']);
          open += 1;
          if (open === names.length) commitAll();
          return allAreOpen;
        }),
      ),
    );
    await hears(...names, 'all');
  });
  const sent = statements.filter(isNotification).length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(names.length);
});

test('a subscription is created without a notification in its transaction', async () => {
  const client = await server.organization();
  const [plan, customer] = [await createPlan(client), await createCustomer(client)];
  const planned: string[] = [];
  await server.pool.sql.listen('tollgate_due_work', (dueAt) => planned.push(dueAt));
  const driver = server.connections.drivers.slice(0, 1);
  const statements = await statementsOf(driver, () => subscribe(client, customer, plan));
  expect(statements.filter(isNotification)).toEqual([]);
  await until(() => Promise.resolve(planned.length > 0));
});
