import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import { eventInput, ingestCall, wrongCounters } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { acceptEvents } from '../../src/modules/usage/ingest/accepted-event.js';
import { eventKey } from '../../src/modules/usage/events/event-key.js';
import type { IngestEventInput } from '../../src/modules/usage/events/event.schema.js';
import type { FlushRow } from '../../src/modules/usage/ingest/flush.repository.js';
import { GroupCommit } from '../../src/modules/usage/ingest/group-commit.js';
import type { IngestCall } from '../../src/modules/usage/ingest/ingest.service.js';
import { FieldErrors } from '../../src/platform/errors/field-errors.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { lockExclusively } from '../../src/platform/db/statements/locks.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';

let server: TestServer;
let client: Client;
let call: IngestCall;

beforeAll(async () => {
  // Some tests hold what others wait for.
  server = await startTestServer({ connections: 6 });
});
afterAll(() => server.stop());

/** Each test has an organization of its own, whose rows it counts. */
async function start(): Promise<void> {
  client = await server.organization();
  call = ingestCall(server, client.organizationId);
}

const stored = () => countRows(server.pool, 'events', client.organizationId);

/** `stored`, or the code the request was refused with. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'stored',
    (error: unknown) => (error as { code: string }).code,
  );
}

const send = (events: IngestEventInput[], onDuplicate: 'reject' | 'ignore' = 'reject') =>
  server.app.services.ingest.batch(call, events, onDuplicate);

/** The items in another order for each seed, the same in every run. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const rank = (index: number) => (index * 7919 + seed * 104_729) % 1009;
  return items
    .map((item, index) => ({ item, at: rank(index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe('requests at once', () => {
  test('requests at once share commits, and all are stored', async () => {
    await start();
    const { gate } = server.connections.tenants;
    let all: Promise<unknown> = Promise.resolve();
    await server.pool.db.transaction(async (tx) => {
      await lockExclusively(tx, 'metric-catalog', client.organizationId);
      const sent = Array.from({ length: 200 }, () => server.app.services.ingest.one(call, eventInput()));
      // All have arrived, and wait for the first two commits.
      await until(() => Promise.resolve(gate.inUse === 2 && gate.waiting === 0));
      all = Promise.all(sent);
    });
    await all;
    const [row] = await server.pool.sql<{ transactions: number }[]>`
      select count(distinct xmin::text)::int as transactions from events
      where organization_id = ${client.organizationId}`;
    expect(await stored()).toBe(200);
    expect(row?.transactions).toBeLessThan(10);
  });

  test('one event sent many times is stored once', async () => {
    await start();
    const event = eventInput();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(send([event]))));
    expect(outcomes.filter((each) => each === 'stored')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'validation_errors')).toHaveLength(29);
    expect(await stored()).toBe(1);
  });

  test('one that is refused takes no other down, and leaves nothing', async () => {
    await start();
    const known = eventInput();
    await send([known]);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        outcome(send(index % 4 === 0 ? [eventInput(), known, eventInput()] : [eventInput(), eventInput()])),
      ),
    );
    expect(outcomes.filter((each) => each === 'validation_errors')).toHaveLength(10);
    expect(await stored()).toBe(1 + 30 * 2);
  });

  test('the same events in different orders neither deadlock nor count twice', async () => {
    await start();
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const events = Array.from({ length: 60 }, (_, index) =>
      eventInput({ code: metric.code, externalSubscriptionId: `s${index % 7}`, properties: { n: index } }),
    );
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, seed) => {
        const some = shuffled(events, seed).slice(0, 10 + seed);
        return outcome(send(some, seed % 3 === 0 ? 'reject' : 'ignore'));
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(['stored', 'validation_errors']));
    await send(events, 'ignore');
    expect(await stored()).toBe(60);
    expect(await wrongCounters(server, client.organizationId)).toEqual([]);
  });

  test('a repeat under `ignore` is answered as the first was, whoever was first', async () => {
    await start();
    const events = Array.from({ length: 5 }, () => eventInput());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send(
          events.map((event) => ({ ...event, properties: { index } })),
          'ignore',
        ),
      ),
    );
    const ids = answers.map((answer) => answer.map(({ id }) => id));
    expect(new Set(ids.map((each) => each.join())).size).toBe(1);
    const shown = answers.map((answer) => JSON.stringify(answer.map(({ properties }) => properties)));
    expect(new Set(shown).size).toBe(1);
  });
});

describe('a flush', () => {
  test('a flush of events that fails for one request only fails that one', async () => {
    await start();
    const { organizationId } = client;
    const { app, connections, pool } = server;
    const groupCommit = new GroupCommit(
      connections.tenants,
      app.services.eventPartitions,
      app.metrics,
      DEFAULT_LIMITS,
    );
    const { metrics, version: catalogVersion } = await app.services.metricCatalog.read(
      pool.db,
      organizationId,
    );
    const rowAt = (exactTimestamp: string): FlushRow => {
      const input = eventInput();
      const received = {
        ...input,
        key: eventKey(organizationId, input),
        id: newId(),
        timestamp: new Date(0),
        exactTimestamp,
        properties: {},
        preciseTotalAmountCents: null,
        subscriptionId: null,
        customerId: null,
        testClockId: null,
        caller: { address: null, userAgent: null },
        createdAt: new Date(0),
      };
      const catalog = { metrics, version: catalogVersion };
      return acceptEvents([received], catalog, new FieldErrors(), String).rows[0] as FlushRow;
    };
    const good = '1970-01-01T00:00:00.000000Z';
    const results = await Promise.allSettled(
      [good, good, good, 'no time', good, good].map((time) =>
        groupCommit.write({
          organizationId,
          catalogVersion,
          rows: [rowAt(time)],
          allOrNothing: true,
          bytes: 500,
        }),
      ),
    );
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(await stored()).toBe(5);
  });

  test('a flush of events follows the metrics that change beneath it', async () => {
    await start();
    const code = unique('code');
    const sending = Array.from({ length: 30 }, async (_, round) => {
      await new Promise((resolve) => setImmediate(resolve));
      return send(Array.from({ length: 5 }, () => eventInput({ code, properties: { n: round } })));
    });
    const changing = (async () => {
      const metric = await createMetric(client, { code });
      const change = { aggregation_type: 'sum_agg', field_name: 'n' };
      await client.put(`/billable_metrics/${code}`, { billable_metric: change });
      await client.delete(`/billable_metrics/${code}`);
      await createMetric(client, { code, aggregation_type: 'max_agg', field_name: 'n' });
      return metric;
    })();
    await Promise.all([...sending, changing]);
    const { body } = await client.get(`/billable_metrics/${code}`);
    await server.app.services.metricRecount.run({
      organizationId: client.organizationId,
      billableMetricId: body.billable_metric.svc_id,
    });
    expect(await stored()).toBe(150);
    const counters = await wrongCounters(server, client.organizationId);
    // Counters of the deleted metric stay behind and are read by nobody.
    expect(
      counters.filter(
        (row) => 'billable_metric_id' in row && row.billable_metric_id === body.billable_metric.svc_id,
      ),
    ).toEqual([]);
  });
});

test('an Idempotency-Key and a plain retry at once store the events once', async () => {
  await start();
  const event = { transaction_id: unique('event'), external_subscription_id: 's', code: 'c' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      client.post(
        '/events',
        { event },
        index % 2 === 0 ? {} : { headers: { 'idempotency-key': `key-${index}` } },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
  expect(await stored()).toBe(1);
});

test('events deleted for good may be sent again, and nobody else loses any', async () => {
  await start();
  const metric = await createMetric(client);
  const [mine, other] = [eventInput({ code: metric.code }), eventInput({ code: metric.code })];
  await send([mine, other]);
  const keys = await server.pool.sql<{ key: string }[]>`select key from event_keys`;
  expect(keys.map(({ key }) => key)).toEqual(
    expect.arrayContaining([mine, other].map((event) => eventKey(client.organizationId, event))),
  );
  await server.pool.db.transaction((tx) =>
    server.app.services.usageRemoval.remove(tx, {
      organizationId: client.organizationId,
      testClockId: randomUUID(),
      externalSubscriptionIds: [mine.externalSubscriptionId],
    }),
  );
  expect(await stored()).toBe(1);
  expect(await wrongCounters(server, client.organizationId)).toEqual([]);
  expect(await outcome(send([other]))).toBe('validation_errors');
  expect(await outcome(send([mine]))).toBe('stored');
  expect(await wrongCounters(server, client.organizationId)).toEqual([]);
});
