import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { type InvoiceMetadata, invoiceMetadata } from './invoice-metadata.table.js';
import { idsOfInvoicesOf } from './invoice-lookup.js';

export const invoiceMetadataRepository = {
  /** Entries in order of creation, which is the order of their ids. */
  findByInvoices: compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select()
      .from(invoiceMetadata)
      .where(
        and(
          eq(invoiceMetadata.organizationId, organizationId),
          isOneOf(invoiceMetadata.invoiceId, invoiceIds),
        ),
      )
      .orderBy(asc(invoiceMetadata.id)),
  ),

  /** Deletes and inserts all entries of an invoice, since two of them may have exchanged their keys. */
  async replace(
    tx: Tx,
    organizationId: string,
    invoiceId: string,
    entries: readonly InvoiceMetadata[],
  ): Promise<void> {
    await tx
      .delete(invoiceMetadata)
      .where(
        and(eq(invoiceMetadata.organizationId, organizationId), eq(invoiceMetadata.invoiceId, invoiceId)),
      );
    await insertAll(tx, invoiceMetadata, entries);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(invoiceMetadata)
      .where(
        and(
          eq(invoiceMetadata.organizationId, organizationId),
          isOneOf(invoiceMetadata.invoiceId, invoiceIds),
        ),
      );
  },
};
