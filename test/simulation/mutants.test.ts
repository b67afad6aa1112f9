// Checks that the simulation finds real faults: rules that were decided anew are undone, one at a time, and its checks must find each
// in the history beside it. Each day another; `npm run mutants` plays all, or looks for them in random histories.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mutated } from '../support/mutant.js';
import { SEED } from '../support/property.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { todaysShare } from '../support/todays-share.js';
import { live } from './live.js';
import { MUTANTS } from './mutants.js';
import { playMutant } from './play-mutant.js';

const SOURCES = path.resolve(import.meta.dirname, '../../src');
/** A name, or a part of one: plays the mutants that have it; absent: that of today. */
const NAMED = process.env['MUTANTS'];
/** How many random histories to play at most, in place of that of the mutant. */
const TIMES = Number(process.env['MUTANT_HISTORIES'] ?? 0);

const played =
  NAMED === undefined
    ? todaysShare(MUTANTS, MUTANTS.length)
    : MUTANTS.filter(({ name }) => name.includes(NAMED));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the sources hold what every mutant changes', () => {
  for (const { edits } of MUTANTS)
    for (const { file } of edits) mutated(readFileSync(path.join(SOURCES, file), 'utf8'), file, edits);
});

test.each(played)(
  'the simulation finds that $name',
  async ({ name, edits, history }) => {
    if (TIMES > 0) {
      const { found, seconds } = await playMutant({ edits, seed: SEED, times: TIMES });
      const place = found === null ? `none of ${TIMES} histories` : `history ${found.place + 1}`;
      console.log(`Seed ${SEED}, ${place}, ${seconds} s: ${name}`);
      expect(found).not.toBeNull();
      return;
    }
    await live(server, history, null);
    expect((await playMutant({ edits, histories: [history] })).found).not.toBeNull();
  },
  60_000 * (TIMES + 3),
);
