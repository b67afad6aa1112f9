import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A query builder to read with: over a pool, or over a transaction. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * A query builder over a transaction, to write with. A pool is not assignable, so no write runs outside a transaction.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
