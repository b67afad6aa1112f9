import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { taxes, type Tax } from '../taxes/tax.table.js';
import {
  type MinimumCommitment,
  minimumCommitments,
  minimumCommitmentTaxes,
} from './minimum-commitment.table.js';

const of = (organizationId: string, condition: SQL) =>
  and(eq(minimumCommitments.organizationId, organizationId), condition);

const taxesOf = (organizationId: string, condition: SQL) =>
  and(eq(minimumCommitmentTaxes.organizationId, organizationId), condition);

export const minimumCommitmentRepository = {
  findByPlans(db: Db, organizationId: string, planIds: readonly string[]): Promise<MinimumCommitment[]> {
    return db
      .select()
      .from(minimumCommitments)
      .where(of(organizationId, inArray(minimumCommitments.planId, [...planIds])));
  },

  /** Inserts it, or changes the plan's. */
  async save(tx: Tx, commitment: MinimumCommitment): Promise<void> {
    const { amountCents, invoiceDisplayName, updatedAt } = commitment;
    await tx.insert(minimumCommitments).values(commitment).onConflictDoUpdate({
      target: minimumCommitments.id,
      set: { amountCents, invoiceDisplayName, updatedAt },
    });
  },

  /** Removes it for good: the fees made for it stand for themselves. */
  async delete(tx: Tx, { organizationId, id }: MinimumCommitment): Promise<void> {
    await this.replaceTaxes(tx, { organizationId, id }, []);
    await tx.delete(minimumCommitments).where(of(organizationId, eq(minimumCommitments.id, id)));
  },

  async replaceTaxes(
    tx: Tx,
    { organizationId, id }: Pick<MinimumCommitment, 'organizationId' | 'id'>,
    taxIds: readonly string[],
  ): Promise<void> {
    await tx
      .delete(minimumCommitmentTaxes)
      .where(taxesOf(organizationId, eq(minimumCommitmentTaxes.minimumCommitmentId, id)));
    if (taxIds.length === 0) return;
    await tx
      .insert(minimumCommitmentTaxes)
      .values(taxIds.map((taxId) => ({ organizationId, minimumCommitmentId: id, taxId })));
  },

  /** The taxes of commitments that are not deleted, by name. */
  findTaxes(
    db: Db,
    organizationId: string,
    commitmentIds: readonly string[],
  ): Promise<{ commitmentId: string; tax: Tax }[]> {
    return db
      .select({ commitmentId: minimumCommitmentTaxes.minimumCommitmentId, tax: taxes })
      .from(minimumCommitmentTaxes)
      .innerJoin(
        taxes,
        and(
          eq(taxes.organizationId, minimumCommitmentTaxes.organizationId),
          eq(taxes.id, minimumCommitmentTaxes.taxId),
        ),
      )
      .where(
        and(
          taxesOf(organizationId, inArray(minimumCommitmentTaxes.minimumCommitmentId, [...commitmentIds])),
          isNull(taxes.deletedAt),
        ),
      )
      .orderBy(asc(taxes.name), asc(taxes.id));
  },
};
