import { and, eq, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { requestedInvoices } from './payment-request.table.js';

/** A subquery for the ids of the payment requests whose invoices meet a condition. */
export function idsOfRequestsWith(db: Db, organizationId: string, condition: SQL | undefined) {
  return db
    .select({ id: requestedInvoices.paymentRequestId })
    .from(requestedInvoices)
    .where(and(eq(requestedInvoices.organizationId, organizationId), condition));
}

/** A subquery for the ids of the payment requests that contain an invoice. */
export function idsOfRequestsOf(db: Db, organizationId: string, invoiceId: SQL | string) {
  return idsOfRequestsWith(db, organizationId, eq(requestedInvoices.invoiceId, invoiceId));
}
