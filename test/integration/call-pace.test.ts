// How calls of a connection take turns, over all processes (integrations.md §5).
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { IntegrationRefusal } from '../../src/modules/integrations/adapters/calls/integration-refusal.js';
import { CallPace } from '../../src/modules/integrations/calls/call-pace.js';
import { integrationPaces } from '../../src/modules/integrations/calls/integration-pace.table.js';
import type { IntegrationTypeName } from '../../src/modules/integrations/types/integration-types.js';
import { createIntegration } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let integrationId: string;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());
beforeEach(async () => {
  integrationId = (await createIntegration(client)).id;
});

const connectionOf = (type: IntegrationTypeName): CalledConnection => ({
  organizationId: client.organizationId,
  id: integrationId,
  type,
  settings: {},
  secrets: {},
  signingSecrets: [],
  externalIds: {},
});

/** The pace as a process of its own keeps it. */
const pace = () => new CallPace(server.app.services.jobsDb);

/** A call that runs until it is ended. */
function heldCall(type: IntegrationTypeName) {
  const held = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const done = pace().inTurn(connectionOf(type), 1_000, () => {
    begun.resolve(undefined);
    return held.promise;
  });
  return {
    begun: Promise.race([begun.promise, done]),
    done,
    end: () => {
      held.resolve(undefined);
    },
  };
}

test('calls run at once in the number that the system allows, and the next one begins when one has ended', async () => {
  const calls = Array.from({ length: 5 }, () => heldCall('http_tax'));
  await Promise.all(calls.map(({ begun }) => begun));
  await expect(
    pace().inTurn(connectionOf('http_tax'), 1, () => Promise.resolve('late')),
  ).rejects.toMatchObject({
    refusalClass: 'paced',
    retryAfterMs: 2_000,
  });
  const waiting = pace().inTurn(connectionOf('http_tax'), 20_000, () => Promise.resolve('next'));
  calls[0]?.end();
  expect(await waiting).toBe('next');
  for (const call of calls) call.end();
  await Promise.all(calls.map(({ done }) => done));
});

test('a call that fails gives its turn back', async () => {
  const broken = new IntegrationRefusal('refused', 'broken', 'Broken.');
  for (let count = 0; count < 6; count++)
    await expect(pace().inTurn(connectionOf('http_tax'), 1, () => Promise.reject(broken))).rejects.toBe(
      broken,
    );
});

test('the turns of a process that died are free after the longest time of their calls', async () => {
  const running = Object.fromEntries(
    Array.from({ length: 5 }, () => [randomUUID(), '2027-05-01 10:00:00+00']),
  );
  const past = { ...running, [randomUUID()]: '2020-05-01 10:00:00+00' };
  const { organizationId } = client;
  const nextAt = new Date(0);
  await server.pool.db
    .insert(integrationPaces)
    .values({ organizationId, integrationId, running: past, nextAt });
  const call = () => pace().inTurn(connectionOf('http_tax'), 1, () => Promise.resolve('done'));
  await expect(call()).rejects.toMatchObject({ refusalClass: 'paced' });
  await server.pool
    .sql`update integration_paces set running = running - ${Object.keys(running)[0] ?? ''}::text
    where integration_id = ${integrationId}`;
  expect(await call()).toBe('done');
});

test('calls of a system that counts them are spaced evenly', async () => {
  const startedAt = performance.now();
  const begins = await Promise.all(
    Array.from({ length: 4 }, () =>
      pace().inTurn(connectionOf('hubspot'), 5_000, () => Promise.resolve(performance.now() - startedAt)),
    ),
  );
  const [first = 0, ...later] = begins.toSorted((one, other) => one - other);
  // Each is late at worst, never early.
  for (const [index, at] of later.entries()) expect(at - first).toBeGreaterThan((index + 1) * 100 - 60);
});
