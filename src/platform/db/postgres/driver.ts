// The Postgres driver. Everything takes it from here, never from the package itself (lint): version 3.4.9 gives what one
// statement leaves behind to the next one in four places, which are corrected here as the package is loaded (docs/adr/0116), and
// cannot send two statements at once in one transaction, which it learns here (docs/adr/0125).
import { createHash } from 'node:crypto';
import { registerHooks } from 'node:module';
import type Postgres from 'postgres';

export type Driver = Postgres.Sql;
/** A driver inside of a transaction. */
export type DriverTransaction = Postgres.TransactionSql;

/** The file of the package with the faults, and its content: another version is refused until its faults are known. */
const FILE = '/postgres/src/connection.js';
const SHA256 = 'ee3a218d9aa6a6f2887c1a19da50009335fe84c11a5431d5cab72d6bc528632f';

/** Marks the addresses of the modules that are loaded for us; others may load the package as it is. */
const MARK = '?corrected';

interface Correction {
  readonly was: string;
  readonly is: string;
}

const CORRECTIONS: readonly Correction[] = [
  {
    // The position of the next row was reset by a successful statement only, so that rows of a statement that had failed
    // midway left holes at the start of the next result.
    was: `    query = results = errorResponse = null
    result = new Result()
`,
    is: `    query = results = errorResponse = null
    result = new Result()
    rows = 0
`,
  },
  {
    // A statement that could not be written failed the one that was running, and then took the results of those behind it.
    was: `      sent.length === 0 && write(Sync)
      errored(error)
      return true`,
    is: `      q === query
        ? (write(Sync), errored(error))
        : (sent.remove(q), queryError(q, error))
      return true`,
  },
  {
    // A statement that was cancelled before its turn had been sent all the same, and its results went to the one behind it.
    was: `while (sent.length && (query = sent.shift()) && (query.active = true, query.cancelled))`,
    is: `if (sent.length && (query = sent.shift()) && (query.active = true, query.cancelled))`,
  },
  {
    // In a transaction, which has failed by then, the repeated statement could take the place of the rollback.
    was: `: query.prepared && retryRoutines.has(errorResponse.routine)`,
    is: `: query.prepared && !connection.reserved && sent.length === 0 && retryRoutines.has(errorResponse.routine)`,
  },
  {
    // The rest lets a `Preamble` be sent with a statement.
    was: `    , statementCount = 1
`,
    is: `    , statementCount = 1
    , preambles = new Set()
`,
  },
  {
    was: `      statements = {}
`,
    is: `      statements = {}
      preambles = new Set()
`,
  },
  {
    was: `      return write(toBuffer(q))
`,
    is: `      return write(q.options.preamble ? Buffer.concat([preambleOf(q), toBuffer(q)]) : toBuffer(q))
`,
  },
  {
    was: `  function toBuffer(q) {
`,
    is: `  function preambleOf(q) {
    const { name, preparing, executing } = q.options.preamble
    q.awaitsPreamble = true
    return preambles.has(name) ? executing : Buffer.concat([preparing, executing])
  }

  function toBuffer(q) {
`,
  },
  {
    was: `  function handle(xs, x = xs[0]) {
    (
`,
    is: `  function handle(xs, x = xs[0]) {
    if (query !== null && query.awaitsPreamble && (x === 49 || x === 50 || x === 67 || x === 68)) {
      x === 49 && preambles.add(query.options.preamble.name)
      x === 67 && (query.awaitsPreamble = false)
      return
    }
    (
`,
  },
];

/**
 * Corrects the source of the file with the faults.
 * @throws Error when it is not the source that the corrections were written for.
 */
export function correctSource(source: string): string {
  const hash = createHash('sha256').update(source).digest('hex');
  if (hash !== SHA256) {
    throw new Error(
      `The installed package "postgres" is not the version that this program corrects (its connection.js has the SHA-256 ${hash}). ` +
        'Install the packages of package-lock.json again: npm ci',
    );
  }
  return CORRECTIONS.reduce((text, { was, is }) => text.replace(was, is), source);
}

async function loadCorrected(): Promise<typeof Postgres> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isOfPackage = specifier.startsWith('.') && context.parentURL?.endsWith(MARK) === true;
      return isOfPackage ? { ...found, url: found.url + MARK } : found;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(FILE + MARK)) return loaded;
      // Sources come as text or as bytes of text.
      const source =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString();
      return { ...loaded, source: correctSource(source) };
    },
  });
  try {
    const loaded = (await import(import.meta.resolve('postgres') + MARK)) as { default: typeof Postgres };
    return loaded.default;
  } finally {
    hooks.deregister();
  }
}

export const postgres = await loadCorrected();

/** Configures a driver, which connects when it is used. @param options some of which the types of the package lack. */
export function driverWith(options: object, url?: string): Driver {
  const known = options as Postgres.Options<never>;
  return url === undefined ? postgres(known) : postgres(url, known);
}
