import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { type BankAccount, bankAccounts } from './bank-account.table.js';

export const bankAccountRepository = {
  /** The accounts of billing entities, in their order. */
  findOfEntities: compiledQuery((db, organizationId: string, billingEntityIds: readonly string[]) =>
    db
      .select()
      .from(bankAccounts)
      .where(
        and(
          eq(bankAccounts.organizationId, organizationId),
          isOneOf(bankAccounts.billingEntityId, billingEntityIds),
        ),
      )
      .orderBy(asc(bankAccounts.position)),
  ),

  /** Stores the accounts of a billing entity in place of those before. */
  async replace(
    tx: Tx,
    organizationId: string,
    billingEntityId: string,
    accounts: readonly BankAccount[],
  ): Promise<void> {
    await tx
      .delete(bankAccounts)
      .where(
        and(
          eq(bankAccounts.organizationId, organizationId),
          eq(bankAccounts.billingEntityId, billingEntityId),
        ),
      );
    await insertAll(tx, bankAccounts, accounts);
  },
};
