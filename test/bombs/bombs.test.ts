// No small request may be expensive. Payloads that are known to stop servers are sent to every input of REST and GraphQL,
// by callers with and without permissions, to a server with a single database connection. Limits hold for each request:
// on the time in which the process serves nobody else, on its memory and on its statements. Afterwards the server must be
// ready and serve another organization, whose rows must be unchanged. Requests without a key run no statement, and nothing
// large is parsed for them.
//
// `npm test` sends the same selection each time, but for the writes with an idempotency key, of which a quarter has its turn each day;
// `npm run fuzz` sends all. A failure prints how to replay it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IS_FUZZING, SEED } from '../support/property.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { todaysShare } from '../support/todays-share.js';
import { nameOf } from './bomb.js';
import { allAttacks, campaignOf } from './campaign.js';
import { rowsOf } from './isolation.js';
import { Player } from './player.js';
import { Target } from './target.js';
import { type BombWorld, buildBombWorld } from './world.js';

const { env } = process;
const only = env['BOMBS_ONLY'] ?? '';
const everything = IS_FUZZING || only !== '';
/** Writes with an idempotency key are shared out among this many days. */
const DAYS = 4;
/** How many attacks `npm test` sends besides those and the essential ones. */
const [FURTHER, REMOVALS] = everything ? [Infinity, Infinity] : [100, 20];
const TIMEOUT_MS = everything ? 6 * 3_600_000 : 180_000;

let server: TestServer;
let world: BombWorld;
let player: Player;

beforeAll(async () => {
  server = await startTestServer();
  await server.pool.db.transaction((tx) => server.app.services.signingKeys.createOnce(tx));
  world = await buildBombWorld(server);
  player = new Player(world, () => Target.start(server.database.connection));
});
afterAll(async () => {
  await player.stop();
  await server.stop();
});

test(
  'nothing small costs much',
  async () => {
    const all = allAttacks().filter((attack) => nameOf(attack).includes(only));
    const rows = await rowsOf(server, world.neighbour);
    const { essential, keyed, further, removals } = campaignOf(all, SEED);
    const attacks = [
      ...essential,
      ...(everything ? keyed : todaysShare(keyed, DAYS)),
      ...further.slice(0, FURTHER),
      ...removals.slice(0, REMOVALS),
    ];
    const lines = await player.playAll(attacks);
    process.stdout.write(`Bombs: ${attacks.length} of ${all.length}, seed ${SEED}.\n`);
    const again = lines.map((line) => `npm run fuzz -- --seed=${SEED} --only='${line.replace(/: .*/, '')}'`);
    expect([...lines, ...again.slice(0, 10)]).toEqual([]);
    expect(attacks).not.toHaveLength(0);
    expect(await rowsOf(server, world.neighbour)).toEqual(rows);
  },
  TIMEOUT_MS,
);
