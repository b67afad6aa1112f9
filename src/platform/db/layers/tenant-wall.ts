import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Preamble } from '../sql-channel.js';
import type { Tx } from '../database.js';
import { preamble } from '../postgres/preamble.js';
import type { Layer } from './layer.js';

/** The role of requests: it may read and write rows, but only those that the policies show it. */
export const REQUESTS_ROLE = 'tollgate_requests';

/** Shows a transaction the rows of one organization only. */
export function onlyOf(organizationId: string): Preamble {
  const known = ofOrganizations.get(organizationId);
  if (known !== undefined) return known;
  const made = preamble('of_organization', `select set_config('tollgate.organization', $1, true)`, [
    organizationId,
  ]);
  ofOrganizations.set(organizationId, made);
  return made;
}

const ofOrganizations = new LRUCache<string, Preamble>({ max: 1_000 });

/** Shows a transaction the rows of all organizations: that of a request which belongs to none, such as a login. */
export const OF_ALL = preamble('of_all', `select set_config('role', 'none', true)`, []);

/** Lets the rest of a transaction write for another organization than the caller's. */
export async function leaveWall(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('role', 'none', true)`);
}

/** Has Postgres show each statement and transaction of a request the rows of its organization only. Source: docs/adr/0125. */
export const behindWall: Layer = (next, { preamble: named }) => ({
  rows: (statement, handling) => next.rows(statement, { ...handling, preamble: named }),
  run: (statement, handling) => next.run(statement, { ...handling, preamble: named }),
  begin: (work, handling) => next.begin(work, { ...handling, preamble: named }),
});
