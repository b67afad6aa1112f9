import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
  await payInAdvance(metric);
});
afterAll(() => server.stop());

const call = () => ingestCall(server, client.organizationId);

/** Has a plan charge the metric event by event. */
function payInAdvance({ svc_id }: Resource): Promise<Resource> {
  const charge = { billable_metric_id: svc_id, charge_model: 'standard', pay_in_advance: true };
  return createPlan(client, { charges: [{ ...charge, properties: { amount: '1' } }] });
}

const pending = (externalSubscriptionId: string, limit = 100) =>
  server.app.services.pendingEvents.list(server.pool.db, call().actor, {
    externalSubscriptionId,
    after: 0n,
    limit,
    of: null,
  });

const jobs = (externalSubscriptionId: string) =>
  server.pool.sql`
    select task_identifier, payload
    from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    where jobs.key = ${`bill_events:${client.organizationId}:${externalSubscriptionId}`}`;

test('events wait in the order of reception, with one job for their subscription', async () => {
  const events = [3, 1, 2].map((n) =>
    eventInput({ code: metric.code, externalSubscriptionId: 'ordered', properties: { n } }),
  );
  await server.app.services.ingest.batch(call(), events.slice(0, 2), 'reject');
  await server.app.services.ingest.one(call(), events[2] as (typeof events)[number]);
  const waiting = await pending('ordered');
  expect(waiting.map(({ properties }) => properties['n'])).toEqual([3, 1, 2]);
  expect(waiting.map(({ transactionId }) => transactionId)).toEqual(
    events.map(({ transactionId }) => transactionId),
  );
  expect(await jobs('ordered')).toEqual([
    {
      task_identifier: 'bill_events',
      payload: { organizationId: client.organizationId, externalSubscriptionId: 'ordered' },
    },
  ]);
});

test('a billed event is removed, and the rest goes on waiting', async () => {
  const events = [1, 2, 3].map(() => eventInput({ code: metric.code, externalSubscriptionId: 'removed' }));
  await server.app.services.ingest.batch(call(), events, 'reject');
  const first = await pending('removed', 2);
  await server.pool.db.transaction((tx) =>
    server.app.services.pendingEvents.remove(tx, call().actor, {
      externalSubscriptionId: 'removed',
      sequences: first.map(({ sequence }) => sequence),
    }),
  );
  expect((await pending('removed')).map(({ transactionId }) => transactionId)).toEqual([
    events[2]?.transactionId,
  ]);
});

test('a batch that is refused, a repeat and other metrics leave nothing', async () => {
  const event = eventInput({ code: metric.code, externalSubscriptionId: 'refused' });
  const { ingest } = server.app.services;
  await ingest.one(call(), event);
  await expect(
    ingest.batch(call(), [event, eventInput({ ...event, transactionId: 'new' })], 'reject'),
  ).rejects.toMatchObject({ code: 'validation_errors' });
  await ingest.batch(call(), [event], 'ignore');
  await ingest.one(call(), eventInput({ externalSubscriptionId: 'refused' }));
  expect(await pending('refused')).toHaveLength(1);
});

test('a metric that becomes charged in advance is seen by the next flush, and so under an idempotency key', async () => {
  const later = await createMetric(client);
  const event = () => eventInput({ code: later.code, externalSubscriptionId: 'later' });
  const { ingest } = server.app.services;
  await ingest.one(call(), event());
  await payInAdvance(later);
  await ingest.one(call(), event());
  await server.pool.db.transaction((tx) => ingest.one({ ...call(), db: tx, openTransaction: tx }, event()));
  expect(await pending('later')).toHaveLength(2);
  expect(await jobs('later')).toHaveLength(1);
});

test('other organizations see none of it, and events deleted for good wait no more', async () => {
  await server.app.services.ingest.one(
    call(),
    eventInput({ code: metric.code, externalSubscriptionId: 'gone' }),
  );
  const other = await server.organization();
  const foreign = ingestCall(server, other.organizationId).actor;
  const { pendingEvents, usageRemoval } = server.app.services;
  const page = { externalSubscriptionId: 'gone', after: 0n, limit: 10, of: null };
  expect(await pendingEvents.list(server.pool.db, foreign, page)).toEqual([]);
  const { organizationId } = call().actor;
  const removed = { organizationId, testClockId: randomUUID(), externalSubscriptionIds: ['gone'] };
  await server.pool.db.transaction((tx) => usageRemoval.remove(tx, removed));
  expect(await pending('gone')).toEqual([]);
});

test('flushes of the same subscriptions in different orders do not wait for each other', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `many-${index}`);
  await Promise.all(
    Array.from({ length: 10 }, (_, round) =>
      server.pool.db.transaction((tx) =>
        server.app.services.ingest.batch(
          { ...call(), db: tx, openTransaction: tx },
          (round % 2 === 0 ? names : names.toReversed()).map((externalSubscriptionId) =>
            eventInput({ code: metric.code, externalSubscriptionId }),
          ),
          'reject',
        ),
      ),
    ),
  );
  expect(await pending('many-7')).toHaveLength(10);
});
