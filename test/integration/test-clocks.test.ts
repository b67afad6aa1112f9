import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestClockService } from '../../src/modules/test-clocks/test-clock.service.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { createClock } from '../support/builders.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

const FROZEN = '2027-03-01T07:00:00Z';

let server: SharedServer;
let clocks: TestClockService;
let caller: Actor;
let clockId: string;

beforeAll(async () => {
  server = await shareTestServer();
  clocks = server.app.services.testClocks;
  const client = await server.organization();
  caller = { ...systemActor(client.organizationId, null), source: 'api' };
  clockId = (await createClock(client, { frozen_time: FROZEN })).svc_id;
});
afterAll(() => server.stop());

describe('now', () => {
  test('now is the frozen time of a clock', async () => {
    expect(await clocks.now(server.pool.db, caller, clockId)).toEqual(new Date(FROZEN));
  });

  test('now is the wall clock without one', async () => {
    const before = Date.now();
    const now = (await clocks.now(server.pool.db, caller, null)).getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  test.each([[true], [false]])(
    'now is the due instant while due work runs (with a clock: %s)',
    async (hasClock) => {
      const dueAt = new Date('2027-02-01T00:00:00Z');
      const actor = systemActor(caller.organizationId, dueAt);
      expect(await clocks.now(server.pool.db, actor, hasClock ? clockId : null)).toEqual(dueAt);
    },
  );
});

describe('writers', () => {
  /** What the start of an advance does; refused at once instead of waiting. */
  const depart = () => server.pool.sql`select 1 from test_clocks where id = ${clockId} for update nowait`;

  test('writers of a customer on a test clock hold the clock idle until their transaction ends', async () => {
    await server.pool.db.transaction(async (tx) => {
      await clocks.requireIdle(tx, caller, clockId);
      await expect(depart()).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await depart()).toHaveLength(1);
  });

  test('writers of a customer on a test clock do not hold each other up', async () => {
    await server.pool.db.transaction(async (tx) => {
      await clocks.requireIdle(tx, caller, clockId);
      await server.pool.db.transaction((other) => clocks.requireIdle(other, caller, clockId));
    });
  });

  test('writers of a customer on a test clock are refused while the clock advances, due work is not', async () => {
    const { db } = server.pool;
    const setStatus = (status: 'advancing' | 'ready') =>
      db.transaction((tx) => clocks.setState(tx, caller, clockId, { status }));
    await setStatus('advancing');
    await expect(clocks.requireIdle(db, caller, clockId)).rejects.toMatchObject({
      kind: 'notAllowed',
      code: 'test_clock_advancing',
    });
    await clocks.requireIdle(db, systemActor(caller.organizationId, null), clockId);
    await setStatus('ready');
    await clocks.requireIdle(db, caller, clockId);
  });
});
