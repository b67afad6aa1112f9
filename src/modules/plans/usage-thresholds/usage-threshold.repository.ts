import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { type UsageThreshold, usageThresholds } from './usage-threshold.table.js';

export const usageThresholdRepository = {
  /** The thresholds of plans and of subscriptions, fixed ones ascending and then the recurring one. */
  find: compiledQuery(
    (
      db,
      organizationId: string,
      owners: { readonly planIds: readonly string[]; readonly subscriptionIds: readonly string[] },
    ) =>
      db
        .select()
        .from(usageThresholds)
        .where(
          and(
            eq(usageThresholds.organizationId, organizationId),
            or(
              isOneOf(usageThresholds.planId, owners.planIds),
              isOneOf(usageThresholds.subscriptionId, owners.subscriptionIds),
            ),
          ),
        )
        .orderBy(asc(usageThresholds.recurring), asc(usageThresholds.amountCents)),
  ),

  /** Inserts thresholds, or updates those with known ids. */
  async save(tx: Tx, thresholds: readonly UsageThreshold[]): Promise<void> {
    if (thresholds.length === 0) return;
    await tx
      .insert(usageThresholds)
      .values([...thresholds])
      .onConflictDoUpdate({
        target: usageThresholds.id,
        set: {
          amountCents: sql`excluded.amount_cents`,
          displayName: sql`excluded.display_name`,
          updatedAt: sql`excluded.updated_at`,
        },
      });
  },

  async delete(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx
      .delete(usageThresholds)
      .where(and(eq(usageThresholds.organizationId, organizationId), isOneOf(usageThresholds.id, ids)));
  },
};
