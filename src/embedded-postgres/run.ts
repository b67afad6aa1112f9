import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from './identity.js';

/**
 * Runs a command to its end.
 * @param cwd a folder that whoever it runs as can reach.
 * @throws Error with `stderr` when it cannot be started or ends with another code than 0.
 */
export async function run({ file, args, ...ids }: Command, cwd: string): Promise<void> {
  await promisify(execFile)(file, args, { ...ids, cwd, env: childEnvironment(), timeout: 120_000 });
}

/** What a command that `run` saw fail had to say, else what the system said. */
export function complaintOf(error: unknown): string {
  const { stderr } = error as { readonly stderr?: unknown };
  return typeof stderr === 'string' && stderr !== '' ? stderr.trim() : String(error);
}

/** What Postgres needs of our environment. The rest stays with us: it holds secrets, and /proc shows it. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH'];

/** English messages whatever the machine speaks: we read some. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' };
}
