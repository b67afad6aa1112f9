import type { Db } from '../../platform/db/database.js';
import type { Connection } from '../../platform/db/pool.js';
import { migrateDatabase } from '../../platform/db/migrating/migrate.js';
import { OlderSchemaError } from '../../platform/db/migrating/joined-migrations.js';
import { NewerSchemaError, watchSchema } from '../../platform/db/migrating/schema-version.js';
import type { DatabaseEvents } from './database.js';
import { StartError } from '../settings/start-error.js';
import { VERSION } from '../../platform/process/version.js';

/** The name under which the database records this program with each migration. */
const PROGRAM = `Tollgate ${VERSION}`;

/**
 * Migrates the database to the schema of this program.
 * @throws StartError when a newer program has migrated it, or it is too old for this one.
 */
export async function migrateSchema(
  connection: Connection,
  { say }: Pick<DatabaseEvents, 'say'>,
): Promise<void> {
  const onRetry = (tag: string) => {
    say(`Migration ${tag} waits for a table that is in use.`);
  };
  await migrateDatabase(connection, { program: PROGRAM, onRetry }).catch((error: unknown) => {
    const isRefusal = error instanceof NewerSchemaError || error instanceof OlderSchemaError;
    throw isRefusal ? new StartError(error.message, { cause: error }) : error;
  });
}

/**
 * Reports a failure when a newer program migrates the database to a schema that this one cannot run on.
 * @returns a function that ends the watch.
 */
export function guardSchema(db: Db, { onFailure }: Pick<DatabaseEvents, 'onFailure'>): () => Promise<void> {
  return watchSchema(db, {
    program: PROGRAM,
    onIncompatible: (error) => {
      onFailure(new StartError(error.message, { cause: error }));
    },
  });
}
