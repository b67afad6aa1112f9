import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { type DraftDocument, draftDocuments } from './draft-document.table.js';

export const draftDocumentRepository = {
  /** Keeps the document of a draft in place of the one before. */
  async replace(tx: Tx, document: DraftDocument): Promise<void> {
    const { content, expiresAt } = document;
    await tx
      .insert(draftDocuments)
      .values(document)
      .onConflictDoUpdate({
        target: [draftDocuments.organizationId, draftDocuments.invoiceId],
        set: { content, expiresAt },
      });
  },

  /** @returns null if there is none, or not any more. */
  async find(db: Db, organizationId: string, invoiceId: string, now: Date): Promise<DraftDocument | null> {
    const [found] = await db
      .select()
      .from(draftDocuments)
      .where(
        and(
          eq(draftDocuments.organizationId, organizationId),
          eq(draftDocuments.invoiceId, invoiceId),
          gt(draftDocuments.expiresAt, now),
        ),
      );
    return found ?? null;
  },

  /** Of all organizations. */
  async deleteExpired(db: Db, now: Date): Promise<void> {
    await db.delete(draftDocuments).where(lte(draftDocuments.expiresAt, now));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const owned = tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.organizationId, organizationId), isOneOf(invoices.customerId, customerIds)));
    await tx
      .delete(draftDocuments)
      .where(
        and(eq(draftDocuments.organizationId, organizationId), isOneOf(draftDocuments.invoiceId, owned)),
      );
  },
};
