import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { payments } from '../payment.table.js';
import { type PaymentRefund, paymentRefunds } from './refund.table.js';

const ofOrganization = tenantRows(paymentRefunds);

export const refundRepository = {
  ...recordsOf(paymentRefunds, { kept: ofOrganization }),

  async findAtProvider(
    db: Db,
    organizationId: string,
    paymentProviderId: string,
    providerRefundId: string,
  ): Promise<PaymentRefund | null> {
    const ofProvider = db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(eq(payments.organizationId, organizationId), eq(payments.paymentProviderId, paymentProviderId)),
      );
    const [refund] = await db
      .select()
      .from(paymentRefunds)
      .where(
        ofOrganization(
          organizationId,
          eq(paymentRefunds.providerRefundId, providerRefundId),
          isOneOf(paymentRefunds.paymentId, ofProvider),
        ),
      );
    return refund ?? null;
  },

  /** The place of a further refund of a payment, from 1. */
  async nextPlace(db: Db, organizationId: string, paymentId: string): Promise<number> {
    const rows = await db
      .select({ place: sql<number>`count(*)::int + 1` })
      .from(paymentRefunds)
      .where(ofOrganization(organizationId, eq(paymentRefunds.paymentId, paymentId)));
    return onlyRow(rows).place;
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const theirs = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.organizationId, organizationId), isOneOf(payments.customerId, customerIds)));
    await tx
      .delete(paymentRefunds)
      .where(ofOrganization(organizationId, isOneOf(paymentRefunds.paymentId, theirs)));
  },
};
