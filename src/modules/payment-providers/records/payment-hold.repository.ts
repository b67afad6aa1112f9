import { eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { type PaymentHold, paymentHolds } from './payment-hold.table.js';

const ofOrganization = tenantRows(paymentHolds);

export const paymentHoldRepository = {
  ...recordsOf(paymentHolds, { kept: ofOrganization }),

  /** Ends that requests continue a hold that was begun before an instant. */
  async closeOld(tx: Tx, organizationId: string, requestHash: string, before: Date): Promise<void> {
    const { requestHash: hash, createdAt } = paymentHolds;
    await tx
      .update(paymentHolds)
      .set({ requestHash: null })
      .where(ofOrganization(organizationId, eq(hash, requestHash), lt(createdAt, before)));
  },

  /** Stores a hold before its provider is called. @returns the hold of an earlier request for the same, if there is one. */
  async begin(tx: Tx, hold: PaymentHold): Promise<PaymentHold> {
    const rows = await tx
      .insert(paymentHolds)
      .values(hold)
      .onConflictDoUpdate({
        target: [paymentHolds.organizationId, paymentHolds.requestHash],
        set: { attempts: sql`${paymentHolds.attempts} + 1` },
      })
      .returning();
    return onlyRow(rows);
  },

  /** Ends that requests continue a hold, which is to be released. @returns null if it was deleted. */
  async close(tx: Tx, organizationId: string, id: string): Promise<PaymentHold | null> {
    const [hold] = await tx
      .update(paymentHolds)
      .set({ requestHash: null })
      .where(ofOrganization(organizationId, eq(paymentHolds.id, id)))
      .returning();
    return hold ?? null;
  },

  /** Locks a hold. @returns false if a request has continued or settled it since it was read, or it was deleted. */
  async lockUnchanged(
    tx: Tx,
    { id, organizationId, attempts, providerPaymentId }: PaymentHold,
  ): Promise<boolean> {
    const unchanged = await tx
      .select({ id: paymentHolds.id })
      .from(paymentHolds)
      .where(
        ofOrganization(
          organizationId,
          eq(paymentHolds.id, id),
          eq(paymentHolds.attempts, attempts),
          sql`${paymentHolds.providerPaymentId} is not distinct from ${providerPaymentId}`,
        ),
      )
      .for('update');
    return unchanged.length > 0;
  },

  /** Stores what the provider has answered. A hold that was deleted meanwhile is stored again; no request continues it. */
  async settle(tx: Tx, hold: PaymentHold): Promise<void> {
    const { requestHash, providerPaymentId } = hold;
    const updated = await tx
      .update(paymentHolds)
      .set({ requestHash, providerPaymentId })
      .where(ofOrganization(hold.organizationId, eq(paymentHolds.id, hold.id)))
      .returning({ id: paymentHolds.id });
    if (updated.length === 0) await this.insert(tx, { ...hold, requestHash: null });
  },
};
