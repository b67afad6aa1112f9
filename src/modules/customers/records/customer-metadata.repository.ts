import { and, asc, eq } from 'drizzle-orm';
import { groupBy } from '../../../platform/collections/grouping.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { customerMetadata, type CustomerMetadata } from './customer.table.js';

const entriesOf = compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
  db
    .select()
    .from(customerMetadata)
    .where(
      and(
        eq(customerMetadata.organizationId, organizationId),
        isOneOf(customerMetadata.customerId, customerIds),
      ),
    )
    .orderBy(asc(customerMetadata.id)),
);

export const customerMetadataRepository = {
  /** Entries by customer id, in order of creation, which is the order of their ids. */
  async findByCustomers(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, CustomerMetadata[]>> {
    const entries = await entriesOf(db, organizationId, customerIds);
    return groupBy(entries, (entry) => entry.customerId);
  },

  /** Deletes and inserts all entries of a customer, since two of them may have exchanged their keys. */
  async replace(
    tx: Tx,
    organizationId: string,
    customerId: string,
    entries: readonly CustomerMetadata[],
  ): Promise<void> {
    await tx
      .delete(customerMetadata)
      .where(
        and(eq(customerMetadata.organizationId, organizationId), eq(customerMetadata.customerId, customerId)),
      );
    if (entries.length > 0) await tx.insert(customerMetadata).values([...entries]);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(customerMetadata)
      .where(
        and(
          eq(customerMetadata.organizationId, organizationId),
          isOneOf(customerMetadata.customerId, customerIds),
        ),
      );
  },
};
