// Plays histories until the checks find a difference, and prints a line of JSON: what `play-mutant.ts` starts, with the edits of its
// sources in MUTANT_EDITS. The argument is the task.
import path from 'node:path';
import { expect } from 'expect';
import { fc } from '../support/property.js';
import { startTestServer } from '../support/server.js';
import { histories } from './history.js';
import { live } from './live.js';
import type { MutantReport, MutantTask } from './play-mutant.js';

await announceExpect();
const task = JSON.parse(process.argv[2] ?? '{}') as MutantTask;
const played =
  'histories' in task ? task.histories : fc.sample(histories, { seed: task.seed, numRuns: task.times });
const server = await startTestServer();
const startedAt = performance.now();
const found = await firstFound();
const report: MutantReport = { found, seconds: Math.round((performance.now() - startedAt) / 1_000) };
console.log(JSON.stringify(report));
await server.stop();

async function firstFound(): Promise<MutantReport['found']> {
  for (const [place, history] of played.entries()) {
    const message = await differenceIn(() => live(server, history, null));
    if (message !== null) return { place, message, history };
  }
  return null;
}

/** Gives the checks their matchers, which Jest gives them in tests. */
async function announceExpect(): Promise<void> {
  const globals = path.join(import.meta.dirname, '../support/globals.mjs');
  const { announceGlobals } = (await import(globals)) as { announceGlobals: (globals: object) => void };
  announceGlobals({ expect });
}

/** The message of a check that failed; null if none did. @throws Error if something else failed. */
async function differenceIn(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    // Only matchers say what they have compared.
    if (error instanceof Error && 'matcherResult' in error) return error.message;
    throw error;
  }
}
