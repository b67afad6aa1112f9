import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { invoices } from './invoice.table.js';

/** A subquery for the ids of all invoices of customers, hidden ones included. */
export function idsOfInvoicesOf(db: Db, organizationId: string, customerIds: readonly string[]) {
  return db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), isOneOf(invoices.customerId, customerIds)));
}
