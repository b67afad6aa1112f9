import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import type { Edit } from '../support/mutant.js';
import type { History } from './history.js';

/** Histories that are played on changed sources: given ones, or random ones. */
export type MutantTask = { readonly edits: readonly Edit[] } & (
  { readonly histories: readonly History[] } | { readonly seed: number; readonly times: number }
);

/** What the checks have found. */
export interface MutantReport {
  readonly found: {
    /** Of the history, from 0. */
    readonly place: number;
    readonly message: string;
    readonly history: History;
  } | null;
  /** How long they took to play. */
  readonly seconds: number;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const ARGUMENTS = ['--import', './test/support/typescript.mjs', 'test/simulation/mutant-program.ts'];

/**
 * Plays histories in a process of its own, on the sources with the edits, until the checks find a difference.
 * @throws Error if it ends otherwise, for instance since an edit does not fit.
 */
export async function playMutant({ edits, ...task }: MutantTask): Promise<MutantReport> {
  const program = spawn(process.execPath, [...ARGUMENTS, JSON.stringify(task)], {
    cwd: ROOT,
    env: { ...process.env, MUTANT_EDITS: JSON.stringify(edits) },
  });
  const [printed, errors] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const report = printed.split('\n').find((line) => line.startsWith('{"found":'));
  if (report === undefined) throw new Error(`It ended without a report: ${printed}${errors}`);
  return JSON.parse(report) as MutantReport;
}
