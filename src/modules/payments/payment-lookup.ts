import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { idsOfRequestsOf } from '../payment-requests/requested-invoice-lookup.js';
import { payments } from './payment.table.js';

/** The condition that a payment pays an invoice, alone or in a payment request. */
export function pays(db: Db, organizationId: string, invoiceId: SQL | string): SQL {
  const requests = idsOfRequestsOf(db, organizationId, invoiceId);
  // As an array, so that both sides are looked up by their indexes.
  return sql`(${payments.invoiceId} = ${invoiceId} or ${payments.paymentRequestId} = any(array(${requests})))`;
}

/** A subquery for the ids of the payments of an invoice, alone or in a payment request. */
export function idsOfPaymentsOf(db: Db, organizationId: string, invoiceId: string) {
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), pays(db, organizationId, invoiceId)));
}
