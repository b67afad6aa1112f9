import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import type Postgres from 'postgres';
import { postgres } from '../../src/platform/db/postgres/driver.js';
import {
  eventsInDefaultPartition,
  EventPartitions,
} from '../../src/modules/usage/events/event-partitions.js';
import { parseEventTimestamp } from '../../src/modules/usage/events/event-timestamp.js';
import type { JobsDb } from '../../src/platform/db/database-connections.js';
import { queryBuilder } from '../../src/platform/db/writing/query-builder.js';
import { Sessions } from '../../src/platform/db/postgres/sessions.js';
import type { Client } from '../support/client.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ connections: 6 });
  client = await server.organization();
});
afterAll(() => server.stop());

const BOUNDS = { mostMoved: 100, lockMs: 2_000, statementMs: 60_000 };

const partitionsAt = (time: string, bounds = BOUNDS) =>
  new EventPartitions(server.connections.jobs, { now: () => new Date(time) }, bounds);

async function sendAt(...times: string[]): Promise<void> {
  const events = times.map((time) => eventInput({ timestamp: parseEventTimestamp(time) }));
  await server.app.services.ingest.batch(ingestCall(server, client.organizationId), events, 'reject');
}

/** Where the events lie: instants by table. */
async function places(): Promise<Record<string, string[]>> {
  const rows = await server.pool.sql<{ place: string; times: string[] }[]>`
    select tableoid::regclass::text as place, array_agg(timestamp::text order by timestamp) as times
    from events where organization_id = ${client.organizationId} group by 1`;
  return Object.fromEntries(rows.map(({ place, times }) => [place, times]));
}

test('this month and the next have partitions, and what lies in the default one moves', async () => {
  await sendAt(
    '2026-11-30T23:59:59.999999Z',
    '2026-12-01',
    '2026-12-31T23:59:59.999999Z',
    '2027-01-01',
    '2031-05-05',
  );
  // Servers that start at once.
  await Promise.all([1, 2, 3].map(() => partitionsAt('2026-12-15T00:00:00Z').keepReady()));
  await sendAt('2026-12-24', '2027-02-28T23:59:59Z', '2027-03-01', '2020-01-01');
  expect(await places()).toEqual({
    events_2026_12: ['2026-12-01 00:00:00+00', '2026-12-24 00:00:00+00', '2026-12-31 23:59:59.999999+00'],
    events_2027_01: ['2027-01-01 00:00:00+00'],
    events_2027_02: ['2027-02-28 23:59:59+00'],
    events_default: ['2027-03-01 00:00:00+00', '2031-05-05 00:00:00+00'],
    events_past: ['2020-01-01 00:00:00+00', '2026-11-30 23:59:59.999999+00'],
  });
});

test('a month that comes later is added with its indexes', async () => {
  await partitionsAt('2027-01-02T00:00:00Z').keepReady();
  expect((await places())['events_2027_03']).toEqual(['2027-03-01 00:00:00+00']);
  const indexes = await server.pool.sql<{ indexes: number }[]>`
    select count(*)::int as indexes from pg_indexes where tablename in ('events_2027_03', 'events_default')
    group by tablename`;
  expect(indexes.map((row) => row.indexes)).toEqual([3, 3]);
});

test('a month of which too many events lie in the default partition is left there', async () => {
  await sendAt('2027-04-01', '2027-04-02', '2027-05-01');
  await partitionsAt('2027-03-02T00:00:00Z', { ...BOUNDS, mostMoved: 1 }).keepReady();
  expect(await places()).toMatchObject({
    events_2027_05: ['2027-05-01 00:00:00+00'],
    events_default: ['2027-04-01 00:00:00+00', '2027-04-02 00:00:00+00', '2031-05-05 00:00:00+00'],
  });
});

test('a partition that others read now is not waited for longer than others may wait', async () => {
  const { pool } = server;
  await pool.db.transaction(async (tx) => {
    await tx.execute(sql`select from events_default`);
    const created = partitionsAt('2027-06-02T00:00:00Z').keepReady();
    await expect(created).rejects.toMatchObject({ cause: { code: '55P03' } });
  });
  await server.pool.sql`analyze events_default`;
  expect(await eventsInDefaultPartition(pool.db)).toBe(3);
});

const fences = () =>
  server.pool.sql`select conname from pg_constraint where conname like 'events_default_without_%'`;

/** How many sessions wait for a lock. */
async function waiting(): Promise<number> {
  const sessions = await server.pool.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return sessions.length;
}

test('while the events of a month are moved, all events are read, and others of any time are stored', async () => {
  await sendAt('2027-07-01', '2027-07-02');
  const stored = async () => Object.values(await places()).flat();
  const before = (await stored()).length;
  await server.pool.sql.unsafe(`
    create function pause() returns trigger language plpgsql set lock_timeout = 0 as $$
      begin perform pg_advisory_xact_lock(1); return old; end $$;
    create trigger pause before delete on events_default for each row execute function pause()`);
  const { created, ofMonth } = await server.pool.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`);
    const moving = partitionsAt('2027-05-02T00:00:00Z').keepReady();
    await until(async () => (await waiting()) === 1);
    expect((await stored()).length).toBe(before);
    await sendAt('2027-08-08', '2027-01-31');
    expect((await stored()).length).toBe(before + 2);
    const refused = sendAt('2027-07-03');
    await until(async () => (await waiting()) === 2);
    return { created: moving, ofMonth: refused };
  });
  await Promise.all([created, ofMonth]);
  await server.pool.sql.unsafe('drop trigger pause on events_default; drop function pause()');
  expect(await places()).toMatchObject({
    events_2027_07: ['2027-07-01 00:00:00+00', '2027-07-02 00:00:00+00', '2027-07-03 00:00:00+00'],
    events_default: expect.arrayContaining(['2027-08-08 00:00:00+00']),
  });
  expect(await fences()).toEqual([]);
});

test('an event that is on its way to the default partition while its own is attached is stored there', async () => {
  const sent = await server.pool.db.transaction(async (tx) => {
    await tx.execute(sql`create table events_2040_01 (like events including defaults)`);
    await tx.execute(sql`lock table events_default in access exclusive mode`);
    const onItsWay = sendAt('2040-01-01');
    await until(async () => (await waiting()) === 1);
    await tx.execute(sql`
      alter table events attach partition events_2040_01 for values from ('2040-01-01') to ('2040-02-01')`);
    return { onItsWay };
  });
  await sent.onItsWay;
  expect((await places())['events_2040_01']).toEqual(['2040-01-01 00:00:00+00']);
});

describe('a partition that a killed process has begun', () => {
  const begin = (month: string, next: string) =>
    server.pool.sql.unsafe(`
      alter table events_default add constraint events_default_without_events_${month.replace('-', '_')}
      check (not ("timestamp" >= '${month}-01T00:00:00Z' and "timestamp" < '${next}-01T00:00:00Z')) not valid`);

  test('a partition that a killed process has begun is finished by the next one that creates partitions', async () => {
    await begin('2027-08', '2027-09');
    await partitionsAt('2027-06-02T00:00:00Z').keepReady();
    expect((await places())['events_2027_08']).toEqual(['2027-08-08 00:00:00+00']);
    expect(await fences()).toEqual([]);
  });

  test('a partition that a killed process has begun keeps no event of its time from being stored', async () => {
    await begin('2027-09', '2027-10');
    await sendAt('2027-09-09', '2027-10-10');
    expect((await places())['events_default']).toContain('2027-09-09 00:00:00+00');
    expect(await fences()).toEqual([]);
  });

  test('a partition that a killed process has begun makes a write with an idempotency key be tried again', async () => {
    await begin('2027-11', '2027-12');
    const event = {
      transaction_id: 'kept',
      external_subscription_id: 'kept',
      code: 'calls',
      timestamp: Date.parse('2027-11-11T00:00:00Z') / 1_000,
    };
    const send = () => client.post('/events', { event }, { headers: { 'Idempotency-Key': 'kept' } });
    const refused = await send();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
    await server.app.services.eventPartitions.settle();
    expect((await send()).status).toBe(200);
  });
});

test('Postgres does not look for events of the month in the default partition while everybody waits', async () => {
  const notices: string[] = [];
  const driver = postgres({
    ...(server.database.connection as Postgres.Options<never>),
    onnotice: ({ message }) => void notices.push(String(message)),
    connection: { client_min_messages: 'debug1', TimeZone: 'UTC' },
  });
  drizzle({ client: driver });
  const sessions = new Sessions(driver, { max: 1, answerMs: undefined, patienceMs: undefined });
  const jobs = queryBuilder(sessions) as JobsDb;
  try {
    await new EventPartitions(jobs, { now: () => new Date('2027-07-02T00:00:00Z') }).keepReady();
  } finally {
    await Promise.all([sessions.close(), driver.end()]);
  }
  expect((await places())['events_2027_09']).toEqual(['2027-09-09 00:00:00+00']);
  expect(notices).toContain(
    'updated partition constraint for default partition "events_default" is implied by existing constraints',
  );
});
