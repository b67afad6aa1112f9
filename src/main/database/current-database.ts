import { connect, type Pool } from '../../platform/db/pool.js';
import { schemaAge, type SchemaAge } from '../../platform/db/migrating/schema-version.js';
import type { Database } from './database.js';
import { StartError } from '../settings/start-error.js';

/** Why a program other than the server refuses to use a database, by the age of its schema. */
const REFUSALS = {
  missing: 'The database is empty. The server fills it when it starts.',
  older: 'The database is that of an older version. The server brings it up to date when it starts.',
  newer: 'The database is that of a newer version than this program.',
  current: null,
} as const satisfies Record<SchemaAge, string | null>;

/**
 * Starts a database, calls `use` with one connection to it, and stops it again.
 * @throws StartError when the schema of the database is not that of this program, or the database cannot be started.
 */
export async function withCurrentDatabase<Result>(
  database: Database,
  use: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  try {
    const pool = connect(await database.start(), { max: 1 });
    try {
      const refusal = REFUSALS[await schemaAge(pool)];
      if (refusal !== null) throw new StartError(refusal);
      return await use(pool);
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}
