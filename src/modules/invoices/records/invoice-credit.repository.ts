import { and, eq, getTableColumns, gt, isNull, not, sql, sum } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { question } from '../../../platform/db/question.js';
import { insertAll } from '../../../platform/db/insert-all.js';
import { refersTo } from '../../../platform/db/tenant-keys.js';
import { idsOfInvoicesOf } from './invoice-lookup.js';
import { type InvoiceCredit, invoiceCredits } from './invoice-credit.table.js';
import { HIDDEN_INVOICE_STATUSES, invoices } from './invoice.table.js';

export const invoiceCreditRepository = {
  /** The credits that invoices use, in order of use. */
  findByInvoices: question((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select()
      .from(invoiceCredits)
      .where(
        and(eq(invoiceCredits.organizationId, organizationId), isOneOf(invoiceCredits.invoiceId, invoiceIds)),
      )
      .orderBy(invoiceCredits.id),
  ),

  /** The credits that invoices, which are visible, have of applied coupons, oldest first. */
  findByAppliedCoupons: question((db, organizationId: string, appliedCouponIds: readonly string[]) =>
    db
      .select(getTableColumns(invoiceCredits))
      .from(invoiceCredits)
      .innerJoin(invoices, refersTo(invoiceCredits.invoiceId, invoices))
      .where(
        and(
          eq(invoiceCredits.organizationId, organizationId),
          isOneOf(invoiceCredits.itemId, appliedCouponIds),
          not(isOneOf(invoices.status, HIDDEN_INVOICE_STATUSES)),
        ),
      )
      .orderBy(invoiceCredits.createdAt, invoiceCredits.id),
  ),

  /**
   * What invoices have of applied coupons, by the month (`YYYY-MM`) of their issuing dates. Voided and hidden invoices have
   * given theirs back, but for open ones.
   * @param exceptOn invoices whose credits do not count.
   */
  async sumOfCouponsByMonth(
    db: Db,
    organizationId: string,
    appliedCouponIds: readonly string[],
    exceptOn: readonly string[],
  ): Promise<{ readonly id: string; readonly month: string; readonly amountCents: bigint }[]> {
    const month = sql<string>`to_char(${invoices.issuingDate}, 'YYYY-MM')`;
    const rows = await db
      .select({ id: invoiceCredits.itemId, month, amountCents: sum(invoiceCredits.amountCents) })
      .from(invoiceCredits)
      .innerJoin(invoices, refersTo(invoiceCredits.invoiceId, invoices))
      .where(
        and(
          eq(invoiceCredits.organizationId, organizationId),
          isOneOf(invoiceCredits.itemId, appliedCouponIds),
          gt(invoiceCredits.amountCents, 0n),
          not(isOneOf(invoiceCredits.invoiceId, exceptOn)),
          not(isOneOf(invoices.status, ['voided', 'closed', 'deleted'])),
        ),
      )
      .groupBy(invoiceCredits.itemId, month);
    return rows.map(({ amountCents, ...row }) => ({ ...row, amountCents: BigInt(amountCents ?? 0) }));
  },

  /** What invoices have used of credit notes, and not given back. */
  sumOfCreditNotes: question((db, organizationId: string, creditNoteIds: readonly string[]) =>
    db
      .select({ id: invoiceCredits.itemId, amountCents: sum(invoiceCredits.amountCents) })
      .from(invoiceCredits)
      .where(
        and(
          eq(invoiceCredits.organizationId, organizationId),
          eq(invoiceCredits.itemType, 'credit_note'),
          isOneOf(invoiceCredits.itemId, creditNoteIds),
          isNull(invoiceCredits.returnedAt),
        ),
      )
      .groupBy(invoiceCredits.itemId),
  ),

  insert(tx: Tx, credits: readonly InvoiceCredit[]): Promise<void> {
    return insertAll(tx, invoiceCredits, credits);
  },

  /** Records that the credit notes of an invoice have got back what it had used. */
  async markReturned(tx: Tx, organizationId: string, invoiceId: string, at: Date): Promise<void> {
    await tx
      .update(invoiceCredits)
      .set({ returnedAt: at })
      .where(
        and(
          eq(invoiceCredits.organizationId, organizationId),
          eq(invoiceCredits.invoiceId, invoiceId),
          eq(invoiceCredits.itemType, 'credit_note'),
        ),
      );
  },

  async deleteOfInvoice(tx: Tx, organizationId: string, invoiceId: string): Promise<void> {
    await tx
      .delete(invoiceCredits)
      .where(and(eq(invoiceCredits.organizationId, organizationId), eq(invoiceCredits.invoiceId, invoiceId)));
  },

  /** Deletes the credits that drafts have for progressive invoices. */
  async deleteProgressive(tx: Tx, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
    await tx
      .delete(invoiceCredits)
      .where(
        and(
          eq(invoiceCredits.organizationId, organizationId),
          isOneOf(invoiceCredits.invoiceId, invoiceIds),
          eq(invoiceCredits.itemType, 'invoice'),
        ),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(invoiceCredits)
      .where(
        and(eq(invoiceCredits.organizationId, organizationId), isOneOf(invoiceCredits.invoiceId, invoiceIds)),
      );
  },
};
