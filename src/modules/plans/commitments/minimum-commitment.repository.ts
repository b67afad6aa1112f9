import { and, eq, type SQL } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { type MinimumCommitment, minimumCommitments } from './minimum-commitment.table.js';

const ofOrganization = (organizationId: string, condition: SQL) =>
  and(eq(minimumCommitments.organizationId, organizationId), condition);

export const minimumCommitmentRepository = {
  findByPlans: compiledQuery((db, organizationId: string, planIds: readonly string[]) =>
    db
      .select()
      .from(minimumCommitments)
      .where(ofOrganization(organizationId, isOneOf(minimumCommitments.planId, planIds))),
  ),

  /** Inserts the plan's commitment, or updates it. */
  async save(tx: Tx, commitment: MinimumCommitment): Promise<void> {
    const { amountCents, invoiceDisplayName, updatedAt } = commitment;
    await tx.insert(minimumCommitments).values(commitment).onConflictDoUpdate({
      target: minimumCommitments.id,
      set: { amountCents, invoiceDisplayName, updatedAt },
    });
  },

  /** Deletes the row, after its taxes have been removed. Fees created for it do not refer to it. */
  async delete(tx: Tx, { organizationId, id }: MinimumCommitment): Promise<void> {
    await tx.delete(minimumCommitments).where(ofOrganization(organizationId, eq(minimumCommitments.id, id)));
  },
};
