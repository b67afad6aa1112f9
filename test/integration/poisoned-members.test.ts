// Every batch that holds work of several organizations: a bad member fails alone (ADR 0102).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { systemActor } from '../../src/platform/actor.js';
import type { ApiExchange } from '../../src/platform/api/api-exchange.js';
import { LOST_CHANNEL, NotificationSender } from '../../src/platform/db/layers/announcements.js';
import type { Statement } from '../../src/platform/db/sql-channel.js';
import {
  createCustomer,
  createMetric,
  createPlan,
  createWallet,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
/** Sends the bad member. */
let bad: Client;
/** Sends the good ones. */
let good: Client;

beforeAll(async () => {
  server = await startTestServer();
  bad = await server.organization();
  good = await server.organization();
});
afterAll(() => server.stop());

/** Has the database refuse rows of the bad organization. */
async function refuseRowsOf(table: string, work: () => Promise<unknown>): Promise<void> {
  const { sql } = server.pool;
  await sql.unsafe(`
    create function refuse_rows() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = 'check_violation'; end $$;
    create trigger refuse_rows before insert on ${table} for each row
      when (new.organization_id = '${bad.organizationId}') execute function refuse_rows()`);
  try {
    await work();
  } finally {
    await sql.unsafe(`drop trigger refuse_rows on ${table}; drop function refuse_rows()`);
  }
}
const count = async (table: string, { organizationId }: Client) => {
  const [row] = await server.pool.sql.unsafe<{ rows: number }[]>(
    `select count(*)::int as rows from ${table} where organization_id = '${organizationId}'`,
  );
  return row?.rows;
};

describe('the API log', () => {
  const keyOf = async ({ organizationId }: Client) => {
    const [row] = await server.pool.sql<{ id: string }[]>`
      select id from api_keys where organization_id = ${organizationId}`;
    return row?.id ?? '';
  };
  const record = async (client: Client, over: Partial<ApiExchange> = {}) => {
    const { organizationId } = client;
    server.app.services.apiLogWriter.record({
      actor: { ...systemActor(organizationId, null), apiKeyId: await keyOf(client) },
      requestId: randomUUID(),
      apiVersion: 'v1',
      method: 'POST',
      status: 200,
      origin: 'http://test',
      path: '/taxes',
      client: '',
      requestBody: '',
      responseBody: '',
      ...over,
    });
  };

  test.each<[string, Partial<ApiExchange>]>([
    ['NUL in its path', { path: '/taxes/\0' }],
    ['NUL in its client', { client: '\0' }],
    ['an unknown organization', { actor: { ...systemActor(randomUUID(), null), apiKeyId: randomUUID() } }],
    ['an id that is none', { requestId: 'a', actor: { ...systemActor('none', null), apiKeyId: 'none' } }],
    ['a status of 1e400', { status: 1e400 }],
    ['an unknown method', { method: 'BREW' as never }],
  ])('the API log keeps the other entries beside one with %s', async (_poison, over) => {
    const before = (await count('api_log_entries', good)) ?? 0;
    for (let sent = 0; sent < 5; sent += 1) await record(good);
    await record(bad, over);
    for (let sent = 0; sent < 5; sent += 1) await record(good, { requestBody: String.raw`{"a":"\ud800"}` });
    await server.app.services.apiLogWriter.settle();
    expect(await count('api_log_entries', good)).toBe(before + 10);
    expect(await count('api_log_entries', bad)).toBe(0);
  });
});

test('the use of a key is recorded beside that of one with a bad id', async () => {
  const { pool, app } = server;
  await pool.sql`update api_keys set last_used_at = null`;
  const rows = await pool.sql<{ id: string }[]>`
    select id from api_keys where organization_id in (${good.organizationId}, ${bad.organizationId})`;
  const use = (apiKeyId: string) => {
    app.services.apiKeyUse.record({ ...systemActor(good.organizationId, null), apiKeyId });
  };
  // The first is written at once, the others together.
  for (const id of [randomUUID(), 'none', 'a\0b', '\ud800', 'x'.repeat(10_000), ...rows.map(({ id }) => id)])
    use(id);
  await app.services.apiKeyUse.settle();
  const [row] = await pool.sql<{ unused: number }[]>`
    select count(*)::int as unused from api_keys where last_used_at is null
      and id in ${pool.sql(rows.map(({ id }) => id))}`;
  expect([rows.length, row?.unused]).toEqual([2, 0]);
});

describe('notifications', () => {
  const ALL = ['x'.repeat(8_000), 'é'.repeat(4_000), 'a\0b', '\ud800'];

  test('notifications refuse a bad payload before it is queued, alone', async () => {
    const { connections, pool } = server;
    const channel = `test_${randomUUID()}`;
    const heard: string[] = [];
    await pool.sql.listen(channel, (payload) => heard.push(payload));
    for (const payload of ALL)
      expect(() => {
        connections.notify(channel, [payload]);
      }).toThrow('payload');
    connections.notify(channel, ['x'.repeat(7_999), 'good']);
    await until(() => Promise.resolve(heard.length === 2));
  });

  test('notifications are sent beside one that Postgres refuses, whose listeners hear that something was lost', async () => {
    const { connections } = server;
    // Postgres refuses longer names of channels.
    const [channel, refused] = [`test_${randomUUID()}`, 'c'.repeat(64)];
    const heard: string[] = [];
    const starts: string[] = [];
    await connections.listen(
      channel,
      (payload) => heard.push(payload),
      () => starts.push('start'),
    );
    const lost: string[] = [];
    await server.pool.sql.listen(LOST_CHANNEL, (payload) => lost.push(payload));
    connections.notify(channel, ['one', 'two']);
    connections.notify(refused, ['bad']);
    connections.notify(channel, ['three', 'four']);
    await until(() => Promise.resolve(heard.length === 4 && lost.includes(refused)));
    expect([heard.toSorted(), starts]).toEqual([['four', 'one', 'three', 'two'], ['start']]);
    connections.notify(LOST_CHANNEL, [channel]);
    await until(() => Promise.resolve(starts.length === 2));
  });

  test('notifications of a time without database are announced as lost, once it is back', async () => {
    const sent: { channel: string; payload: string }[][] = [];
    const logged: unknown[] = [];
    const channel = {
      run: ({ parameters: [all] }: Statement) => {
        sent.push(JSON.parse(String(all)) as { channel: string; payload: string }[]);
        return sent.length === 1
          ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
          : Promise.resolve([]);
      },
    };
    const sender = new NotificationSender(channel, { error: (...line: unknown[]) => logged.push(line) });
    sender.notify('first', ['1', '2']);
    sender.notify('second', ['3']);
    await until(() => Promise.resolve(sent.length >= 2));
    const losses = sent.slice(1).flat();
    expect(losses.filter(({ channel }) => channel === LOST_CHANNEL).map(({ payload }) => payload)).toContain(
      'first',
    );
    expect(logged).toEqual([]);
    sender.stop();
  });
});

test('new usage is announced although the work that follows from it fails for another organization', async () => {
  const watching = async (client: Client) => {
    const metric = await createMetric(client);
    const [customer, plan] = [
      await createCustomer(client, { currency: 'EUR' }),
      await createPlan(client, { charges: [] }),
    ];
    const subscription = await subscribe(client, customer, plan);
    const rule = { trigger: 'threshold', method: 'fixed', threshold_credits: '5', granted_credits: '1' };
    await createWallet(client, customer, { granted_credits: '100', recurring_transaction_rules: [rule] });
    await server.pool.sql`delete from due_work where organization_id = ${client.organizationId}`;
    await client.post('/events', {
      event: {
        transaction_id: unique('event'),
        external_subscription_id: subscription.external_id,
        code: metric.code,
      },
    });
  };
  for (const client of [bad, good]) await watching(client);
  const { usageNotices } = server.app.services;
  await refuseRowsOf('due_work', () => usageNotices.announce(null));
  const reviewed = async (client: Client) => {
    const [row] = await server.pool.sql<{ rows: number }[]>`
      select count(*)::int as rows from due_work
      where organization_id = ${client.organizationId} and kind = 'wallet_review'`;
    return row?.rows;
  };
  expect([await reviewed(good), await reviewed(bad)]).toEqual([1, 0]);
  expect([await count('used_subscriptions', good), await count('used_subscriptions', bad)]).toEqual([0, 1]);
  await usageNotices.announce(null);
  expect(await reviewed(bad)).toBe(1);
});

test('reports of an organization are folded although those of another organization cannot be', async () => {
  const { reportFolding } = server.app.services;
  await reportFolding.fold();
  for (const { organizationId } of [bad, good])
    await server.pool.sql`
      insert into report_entries (organization_id, report, key, month, currency, scope_id, divisor, amount,
        invoices_count, items_count)
      values (${organizationId}, 'mrr', '', '2027-01-01', 'EUR',
        ${organizationId}, 1, 1, 1, 1)`;
  await refuseRowsOf('report_totals', () => reportFolding.fold());
  expect([await count('report_entries', good), await count('report_entries', bad)]).toEqual([0, 1]);
});
