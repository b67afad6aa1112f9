// Nothing small may cost much: at every input of both surfaces, by callers with and without rights, what has been known to
// stop servers is sent to one with a single connection to its database. Each request is held against limits on the time
// in which the process serves nobody else, on its memory and on its statements; afterwards the server has to be ready, and
// another organization served, whose rows stay as they are. Without a key no statement is run and nothing large is parsed.
//
// `npm test` plays the same part of them each time; `npm run fuzz` plays all. What a failure prints plays one again.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IS_FUZZING, SEED } from '../support/property.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { nameOf } from './bomb.js';
import { allAttacks, campaignOf } from './campaign.js';
import { rowsOf } from './isolation.js';
import { Player } from './player.js';
import { Target } from './target.js';
import { type BombWorld, buildBombWorld } from './world.js';

const { env } = process;
const only = env['BOMBS_ONLY'] ?? '';
const everything = IS_FUZZING || only !== '';
/** How many `npm test` plays besides what no run leaves out. */
const [FURTHER, REMOVALS] = everything ? [Infinity, Infinity] : [200, 40];
const TIMEOUT_MS = everything ? 6 * 3_600_000 : 180_000;

let server: TestServer;
let world: BombWorld;
let player: Player;

beforeAll(async () => {
  server = await startTestServer();
  world = await buildBombWorld(server);
  player = await Player.of(world, () => Target.start(server.database.connection));
}, 120_000);
afterAll(async () => {
  await player.stop();
  await server.stop();
});

test(
  'nothing small costs much',
  async () => {
    const all = allAttacks().filter((attack) => nameOf(attack).includes(only));
    const rows = await rowsOf(server, world.neighbour);
    const { essential, further, removals } = campaignOf(all, SEED);
    const attacks = [...essential, ...further.slice(0, FURTHER), ...removals.slice(0, REMOVALS)];
    const lines = await player.playAll(attacks);
    process.stdout.write(`Bombs: ${attacks.length} of ${all.length}, seed ${SEED}.\n`);
    const again = lines.map((line) => `npm run fuzz -- --seed=${SEED} --only='${line.replace(/: .*/, '')}'`);
    expect([...lines, ...again.slice(0, 10)]).toEqual([]);
    expect(attacks).not.toHaveLength(0);
    expect(await rowsOf(server, world.neighbour)).toEqual(rows);
  },
  TIMEOUT_MS,
);
