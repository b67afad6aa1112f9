// Checks that the bombs find real faults: faults that the product once had are put back, and the bombs must find each, by what is
// particular to it. The unchanged product passes the same bombs, here or in `bombs.test.ts`.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
/** With all faults. */
let target: Target;
let player: Player;

beforeAll(async () => {
  server = await startTestServer();
  world = await buildBombWorld(server, { isLarge: false });
  const dist = buildMutant([LARGE_ANONYMOUS_BODIES, NESTED_CONNECTIONS, EVENTS_BY_EXTERNAL_ID]);
  target = await Target.start(server.database.connection, { dist, patienceMs: PATIENCE_MS });
  player = new Player(world, () => Promise.resolve(target));
});
afterAll(async () => {
  await target.stop();
  await server.stop();
});

test('the deletion of a test clock takes nothing of others', async () => {
  expect(await lossesOfOthers(server, world, server.baseUrl)).toEqual([]);
});

test(`a bomb is found that ${EVENTS_BY_EXTERNAL_ID.name}`, async () => {
  expect(await lossesOfOthers(server, world, target.baseUrl)).toContain('getEvent');
});

// The last one stops the server.
test.each([
  {
    ...LARGE_ANONYMOUS_BODIES,
    bomb: 'GraphQL | envelope | variables | 9.9 MB text, gzip | without a key',
    problem: /characters of JSON parsed/,
  },
  {
    ...NESTED_CONNECTIONS,
    bomb: 'REST | advanceTestClock | header Idempotency-Key | fresh | with all rights',
    problem: /has no answer/,
  },
])('a bomb is found that $name', async ({ bomb, problem }) => {
  const attack = allAttacks().find((each) => nameOf(each) === bomb);
  if (attack === undefined) throw new Error(`There is no ${bomb}.`);
  expect(await player.play(attack)).toContainEqual(expect.stringMatching(problem));
});
