import { and, eq, type SQL } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { type MinimumCommitment, minimumCommitments } from './minimum-commitment.table.js';

const of = (organizationId: string, condition: SQL) =>
  and(eq(minimumCommitments.organizationId, organizationId), condition);

export const minimumCommitmentRepository = {
  findByPlans(db: Db, organizationId: string, planIds: readonly string[]): Promise<MinimumCommitment[]> {
    return db
      .select()
      .from(minimumCommitments)
      .where(of(organizationId, isOneOf(minimumCommitments.planId, planIds)));
  },

  /** Inserts it, or changes the plan's. */
  async save(tx: Tx, commitment: MinimumCommitment): Promise<void> {
    const { amountCents, invoiceDisplayName, updatedAt } = commitment;
    await tx.insert(minimumCommitments).values(commitment).onConflictDoUpdate({
      target: minimumCommitments.id,
      set: { amountCents, invoiceDisplayName, updatedAt },
    });
  },

  /** Removes it for good, when it holds no taxes any more: the fees made for it stand for themselves. */
  async delete(tx: Tx, { organizationId, id }: MinimumCommitment): Promise<void> {
    await tx.delete(minimumCommitments).where(of(organizationId, eq(minimumCommitments.id, id)));
  },
};
