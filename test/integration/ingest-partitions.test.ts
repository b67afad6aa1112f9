import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import {
  eventsInDefaultPartition,
  EventPartitions,
} from '../../src/modules/usage/events/event-partitions.js';
import { parseEventTimestamp } from '../../src/modules/usage/events/event-timestamp.js';
import type { Client } from '../support/client.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const partitionsAt = (time: string, mostMoved?: number) =>
  new EventPartitions(server.connections.jobs, { now: () => new Date(time) }, mostMoved);

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
  await partitionsAt('2027-03-02T00:00:00Z', 1).keepReady();
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
