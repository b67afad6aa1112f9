import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from './identity.js';

/**
 * Runs a command and waits for its end.
 * @param cwd a folder that the command's user can reach.
 * @throws Error with `stderr` when the command cannot be started or its exit code is not 0.
 */
export async function run({ file, args, ...ids }: Command, cwd: string): Promise<void> {
  await promisify(execFile)(file, args, { ...ids, cwd, env: childEnvironment(), timeout: 120_000 });
}

/** The error output of a command that failed in `run`; without one, the error of the system. */
export function errorOutputOf(error: unknown): string {
  const { stderr } = error as { readonly stderr?: unknown };
  return typeof stderr === 'string' && stderr !== '' ? stderr.trim() : String(error);
}

/** Environment variables that Postgres needs. Others are not passed on: they contain secrets, which /proc would show. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH'];

/** The environment of child processes. Messages are in English, because this folder parses some of them. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' };
}
