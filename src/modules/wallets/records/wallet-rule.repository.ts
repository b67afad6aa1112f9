import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { customers } from '../../customers/records/customer.table.js';
import { wallets } from './wallet.table.js';
import { walletRules } from './wallet-rule.table.js';

const ofOrganization = tenantRows(walletRules);

export const walletRuleRepository = {
  ...recordsOf(walletRules, { kept: ofOrganization }),

  /** The active rules of wallets. */
  findActive: compiledQuery((db, organizationId: string, walletIds: readonly string[]) =>
    db
      .select()
      .from(walletRules)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(walletRules.walletId, walletIds),
          eq(walletRules.status, 'active'),
        ),
      ),
  ),

  /** The wallets with a threshold, of customers on a test clock or in real time (null). */
  findWatched(
    db: Db,
    testClockId: string | null,
  ): Promise<{ organizationId: string; walletId: string; customerId: string }[]> {
    return db
      .select({
        organizationId: walletRules.organizationId,
        walletId: walletRules.walletId,
        customerId: wallets.customerId,
      })
      .from(walletRules)
      .innerJoin(wallets, refersTo(walletRules.walletId, wallets))
      .innerJoin(customers, refersTo(wallets.customerId, customers))
      .where(
        and(
          eq(walletRules.status, 'active'),
          eq(walletRules.trigger, 'threshold'),
          testClockId === null ? isNull(customers.testClockId) : eq(customers.testClockId, testClockId),
        ),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const owned = tx
      .select({ id: wallets.id })
      .from(wallets)
      .where(and(eq(wallets.organizationId, organizationId), isOneOf(wallets.customerId, customerIds)));
    await tx.delete(walletRules).where(ofOrganization(organizationId, isOneOf(walletRules.walletId, owned)));
  },
};
