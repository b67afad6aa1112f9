// Idempotency keys of operations that open several transactions, one after another: advances of test clocks.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import type { Answer } from '../../src/platform/idempotency/idempotency.js';
import type { Attempt } from '../../src/platform/idempotency/attempt.js';
import { createClock, type Resource } from '../support/builders.js';
import { HandClock } from '../support/hand-clock.js';
import { serveApp, startTestServer, type TestServer } from '../support/server.js';

const NOW = '2027-01-01T12:00:00Z';
/** When an attempt that began then counts as lost. */
const LATER = '2027-01-01T12:01:01Z';
const TARGET = '2027-02-01T00:00:00Z';
const DONE: Answer = { status: 200, headers: {}, body: '"done"' };

const wallClock = new HandClock(NOW);
let server: TestServer;
let actor: Actor;

beforeAll(async () => {
  server = await startTestServer({ clock: wallClock });
  const client = await server.organization();
  actor = { ...systemActor(client.organizationId, null), apiKeyId: randomUUID() };
});
afterAll(() => server.stop());

/** One request, answered as often as it is sent. */
function request() {
  const sent = { key: randomUUID(), hash: randomUUID() };
  return (work: (attempt: Attempt) => Promise<Answer>, refuse: () => Answer | null = () => null) =>
    server.app.services.idempotencyKeys.answerInSteps(actor, sent, work, refuse);
}

const has = (effect: () => unknown) => async (attempt: Attempt) => {
  await server.pool.db.transaction((tx) => attempt.markEffect(tx));
  effect();
  return DONE;
};
/** What a process is doing when it ends: its answer never comes. */
const never = new Promise<Answer>(() => undefined);

describe('a request in several transactions', () => {
  test('a request in several transactions is answered once', async () => {
    const send = request();
    let effects = 0;
    const work = has(() => (effects += 1));
    expect(await send(work)).toEqual({ answer: DONE, replayed: false });
    expect(await send(work)).toEqual({ answer: DONE, replayed: true });
    expect(effects).toBe(1);
  });

  test('a request in several transactions refuses a repeat while it runs', async () => {
    const send = request();
    const begun = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<Answer>();
    const first = send(() => {
      begun.resolve(undefined);
      return gate.promise;
    });
    await begun.promise;
    await expect(send(() => Promise.resolve(DONE))).rejects.toMatchObject({
      kind: 'locked',
      code: 'lock_acquisition_failed',
    });
    gate.resolve(DONE);
    expect((await first).replayed).toBe(false);
  });

  test('a request in several transactions keeps a refusal', async () => {
    const send = request();
    const refusal = { status: 422, headers: {}, body: '"no"' };
    const refused = () => Promise.reject(new Error('refused'));
    expect(await send(refused, () => refusal)).toEqual({ answer: refusal, replayed: false });
    expect(await send(() => Promise.resolve(DONE))).toEqual({ answer: refusal, replayed: true });
  });

  test('a request in several transactions keeps no bug: a repeat does it at once', async () => {
    const send = request();
    await expect(send(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await send(() => Promise.resolve(DONE))).toEqual({ answer: DONE, replayed: false });
  });

  test.each([
    [false, 'has it'],
    [true, 'only answers'],
  ])(
    'a request in several transactions whose process ended, the effect there: %p; a repeat %s',
    async (isThere) => {
      const send = request();
      const begun = Promise.withResolvers<undefined>();
      void send(async (attempt) => {
        if (isThere) await has(() => undefined)(attempt);
        begun.resolve(undefined);
        return never;
      });
      await begun.promise;
      const seen: boolean[] = [];
      const repeat = (attempt: Attempt) => {
        seen.push(attempt.hasEffect);
        return Promise.resolve(DONE);
      };
      await expect(send(repeat)).rejects.toMatchObject({ kind: 'locked' });
      wallClock.set(LATER);
      expect(await send(repeat)).toEqual({ answer: DONE, replayed: false });
      wallClock.set(NOW);
      expect(seen).toEqual([isThere]);
    },
  );

  test('a request in several transactions that was only slow has no effect once a repeat has taken over', async () => {
    const send = request();
    const begun = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    let effects = 0;
    const slow = send(async (attempt) => {
      begun.resolve(undefined);
      await gate.promise;
      return has(() => (effects += 1))(attempt);
    });
    await begun.promise;
    wallClock.set(LATER);
    const work = has(() => (effects += 1));
    await send(work);
    wallClock.set(NOW);
    gate.resolve(undefined);
    await expect(slow).rejects.toMatchObject({ kind: 'locked' });
    expect([effects, (await send(work)).replayed]).toEqual([1, true]);
  });
});

test('an advance whose answer was lost is answered again, though the clock is there', async () => {
  const client = await server.organization();
  const clock = await createClock(client, { frozen_time: NOW });
  const owner = { ...actor, organizationId: client.organizationId };
  const sent = { key: randomUUID(), hash: randomUUID() };
  const { clockAdvancer, idempotencyKeys } = server.app.services;
  const arrived = Promise.withResolvers<undefined>();
  const moveThen = (then: () => Promise<Answer>) => async (attempt: Attempt) => {
    const target = { id: clock.svc_id as string, frozenTime: new Date(TARGET) };
    const { status } = await clockAdvancer.advance(owner, attempt, target);
    expect(status).toBe('ready');
    arrived.resolve(undefined);
    return then();
  };
  const none = () => null;
  void idempotencyKeys.answerInSteps(
    owner,
    sent,
    moveThen(() => never),
    none,
  );
  await arrived.promise;
  wallClock.set(LATER);
  const again = await idempotencyKeys.answerInSteps(
    owner,
    sent,
    moveThen(() => Promise.resolve(DONE)),
    none,
  );
  wallClock.set(NOW);
  expect(again).toEqual({ answer: DONE, replayed: false });
});

describe.each([1, 2, 6])('with %p connections', (connections) => {
  test('forty advances at once, each with a key, are all answered', async () => {
    const client = await server.organization();
    const served = await serveApp(server.database, { connections, clock: wallClock });
    try {
      const caller = client.at(served.baseUrl);
      const clocks: Resource[] = [];
      for (let count = 0; count < 40; count += 1) {
        clocks.push(await createClock(caller, { frozen_time: NOW }));
      }
      const answers = await Promise.all(
        clocks.map((clock) =>
          caller.post(
            `/test_clocks/${clock.svc_id}/advance`,
            { test_clock: { frozen_time: TARGET } },
            { headers: { 'Idempotency-Key': randomUUID() } },
          ),
        ),
      );
      expect(answers.map(({ status, body }) => [status, body.test_clock?.status])).toEqual(
        clocks.map(() => [200, 'ready']),
      );
    } finally {
      await served.stop();
    }
  });
});
