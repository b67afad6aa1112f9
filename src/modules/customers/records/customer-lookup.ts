import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { containsText } from '../../../platform/paging/search.js';
import { customers, SEARCHED_WITH_DOCUMENTS } from './customer.table.js';

/**
 * A subquery for the id of the customer that a list's filter means by an external id: the one that has it, or else the last
 * deleted one that had it.
 */
export function idOfCustomerNamed(db: Db, organizationId: string, externalId: string) {
  return db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), eq(customers.externalId, externalId)))
    .orderBy(desc(customers.deletedAt))
    .limit(1);
}

/** A subquery for the ids of the customers that match a search of documents. */
export function idsOfCustomersWith(db: Db, organizationId: string, term: string) {
  return db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), containsText(SEARCHED_WITH_DOCUMENTS, term)));
}
