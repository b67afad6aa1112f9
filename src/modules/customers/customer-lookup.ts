import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { containsText } from '../../platform/paging/search.js';
import { customers, SEARCHED_WITH_DOCUMENTS } from './customer.table.js';

/**
 * The id of the customer that lists know by an external id: the one that has it, else the last one that had it before it
 * was deleted. A subquery.
 */
export function idOfCustomerNamed(db: Db, organizationId: string, externalId: string) {
  return db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), eq(customers.externalId, externalId)))
    .orderBy(desc(customers.deletedAt))
    .limit(1);
}

/** The ids of the customers whose documents a search for a term finds. A subquery. */
export function idsOfCustomersWith(db: Db, organizationId: string, term: string) {
  return db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), containsText(SEARCHED_WITH_DOCUMENTS, term)));
}
