import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createMetric, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import { wrongCounters } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startKillableServer } from './killable-server.js';

const ROUNDS = 2;
const SENDERS = 8;
const BATCH = 10;
/** A server is killed as soon as it has acknowledged this many events, with the next ones under way. */
const ACKNOWLEDGED_BEFORE_KILL = 400;

let server: TestServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
});
afterAll(() => server.stop());

type EventBody = Record<string, unknown>;

const newBatch = (): EventBody[] =>
  Array.from({ length: BATCH }, (_, index) => ({
    transaction_id: randomUUID(),
    external_subscription_id: `s${index % 3}`,
    code: metric.code,
    properties: { n: index },
  }));

/** Sends until the server is gone; what it did not acknowledge may be stored or not. */
async function sendUntilKilled(): Promise<{ acknowledged: EventBody[]; unknown: EventBody[] }> {
  const { child, caller } = await startKillableServer(server, client);
  const [acknowledged, unknown]: [EventBody[], EventBody[]] = [[], []];
  const send = async () => {
    const batch = newBatch();
    const answer = await caller.post('/events/batch', { events: batch }).catch(() => null);
    if (answer === null) unknown.push(...batch);
    else {
      expect(answer.status).toBe(200);
      acknowledged.push(...batch);
    }
  };
  const sender = async () => {
    while (!child.killed) {
      await send();
      if (acknowledged.length < ACKNOWLEDGED_BEFORE_KILL) continue;
      // The answers of one flush arrive together, so that no other batch may be under way.
      const next = send();
      await setImmediate();
      child.kill('SIGKILL');
      await next;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return { acknowledged, unknown };
}

async function storedIds(): Promise<Set<string>> {
  const rows = await server.pool.sql<{ id: string }[]>`
    select transaction_id as id from events where organization_id = ${client.organizationId}`;
  const ids = new Set(rows.map(({ id }) => id));
  expect(ids.size).toBe(rows.length);
  return ids;
}

test('a killed server has stored all that it acknowledged, once, and the rest can be sent again', async () => {
  const all: EventBody[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { acknowledged, unknown } = await sendUntilKilled();
    all.push(...acknowledged, ...unknown);
    expect(unknown.length).toBeGreaterThan(0);
    const stored = await storedIds();
    expect(acknowledged.filter((event) => !stored.has(String(event['transaction_id'])))).toEqual([]);
    expect(await wrongCounters(server, client.organizationId)).toEqual([]);
    const again = await Promise.all(
      Array.from({ length: unknown.length / BATCH }, (_, index) =>
        client.post('/events/batch?on_duplicate=ignore', {
          events: unknown.slice(index * BATCH, (index + 1) * BATCH),
        }),
      ),
    );
    expect(again.every(({ status }) => status === 200)).toBe(true);
  }
  expect(await storedIds()).toEqual(new Set(all.map((event) => String(event['transaction_id']))));
  expect(await countRows(server.pool, 'events', client.organizationId)).toBe(all.length);
  expect(await wrongCounters(server, client.organizationId)).toEqual([]);
});
