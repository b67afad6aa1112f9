import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { type ActivationRule, activationRules } from './activation-rule.table.js';
import { subscriptionsOf } from './subscriptions-of-customers.js';

export const activationRuleRepository = {
  ...recordsOf(activationRules, { kept: tenantRows(activationRules) }),

  findBySubscriptions: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(activationRules)
      .where(
        and(eq(activationRules.organizationId, organizationId), isOneOf(activationRules.subscriptionId, ids)),
      )
      .orderBy(activationRules.id),
  ),

  async insert(tx: Tx, rules: readonly ActivationRule[]): Promise<void> {
    if (rules.length > 0) await tx.insert(activationRules).values([...rules]);
  },

  async deleteOfSubscription(tx: Tx, organizationId: string, subscriptionId: string): Promise<void> {
    await tx
      .delete(activationRules)
      .where(
        and(
          eq(activationRules.organizationId, organizationId),
          eq(activationRules.subscriptionId, subscriptionId),
        ),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = subscriptionsOf(tx, organizationId, customerIds);
    await tx
      .delete(activationRules)
      .where(
        and(
          eq(activationRules.organizationId, organizationId),
          isOneOf(activationRules.subscriptionId, ofCustomers),
        ),
      );
  },
};
