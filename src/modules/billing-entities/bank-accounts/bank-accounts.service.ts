import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import { bankAccountRepository } from './bank-account.repository.js';
import type { RequestedAccount } from './bank-account.rules.js';
import type { BankAccount } from './bank-account.table.js';

/** Keeps the bank accounts of billing entities. Source: billing-entities.md §5. */
export class BankAccounts {
  /** By the id of the billing entity, each in the order in which they were sent. */
  async ofBillingEntities(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<Map<string, BankAccount[]>> {
    const found = await bankAccountRepository.findOfEntities(db, organizationId, ids);
    return groupBy(found, ({ billingEntityId }) => billingEntityId);
  }

  /** Replaces the accounts of a billing entity, which is locked or new. */
  async replace(
    tx: Tx,
    { organizationId }: Actor,
    { id: billingEntityId, updatedAt }: Pick<BillingEntity, 'id' | 'updatedAt'>,
    accounts: readonly RequestedAccount[],
  ): Promise<void> {
    const rows = accounts.map(({ known, ...members }, position): BankAccount => {
      const { id, createdAt } = known ?? { id: newId(), createdAt: updatedAt };
      return { ...members, id, organizationId, billingEntityId, position, createdAt, updatedAt };
    });
    await bankAccountRepository.replace(tx, organizationId, billingEntityId, rows);
  }
}
