// Checks that the bombs find real faults: faults that the product once had are put back, one at a time, and the bombs must
// find each. The unchanged product passes the same bombs, here or in `bombs.test.ts`.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mutant } from '../support/mutant.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { nameOf } from './bomb.js';
import { allAttacks } from './campaign.js';
import { lossesOfOthers } from './isolation.js';
import { buildMutant, EVENTS_BY_EXTERNAL_ID, LARGE_ANONYMOUS_BODIES, NESTED_CONNECTIONS } from './mutants.js';
import { Player } from './player.js';
import { Target } from './target.js';
import { type BombWorld, buildBombWorld } from './world.js';

/** Short, so that a fault that never ends is found soon. */
const PATIENCE_MS = 5_000;

let server: TestServer;
let world: BombWorld;

beforeAll(async () => {
  server = await startTestServer();
  world = await buildBombWorld(server, { isLarge: false });
});
afterAll(() => server.stop());

/** Sends one attack to a build. @returns the problems. */
const plays = (name: string) => async (dist?: string) => {
  const attack = allAttacks().find((each) => nameOf(each) === name);
  if (attack === undefined) throw new Error(`There is no ${name}.`);
  const player = await Player.of(world, () => start(dist));
  try {
    return await player.play(attack);
  } finally {
    await player.stop();
  }
};

async function deletesClock(dist?: string): Promise<string[]> {
  const target = await start(dist);
  try {
    return await lossesOfOthers(server, world.neighbour, target);
  } finally {
    await target.stop();
  }
}

const start = (dist?: string) =>
  Target.start(server.database.connection, {
    patienceMs: PATIENCE_MS,
    ...(dist === undefined ? {} : { dist }),
  });

test.each<[Mutant, (dist?: string) => Promise<string[]>]>([
  [LARGE_ANONYMOUS_BODIES, plays('GraphQL | envelope | variables | 9.9 MB text, gzip | without a key')],
  [NESTED_CONNECTIONS, plays('REST | advanceTestClock | header Idempotency-Key | fresh | with all rights')],
  [EVENTS_BY_EXTERNAL_ID, deletesClock],
])('a bomb is found that $name', async (mutant, check) => {
  expect(await check(buildMutant(mutant))).not.toEqual([]);
});

test('the deletion of a test clock takes nothing of others', async () => {
  expect(await deletesClock()).toEqual([]);
});
