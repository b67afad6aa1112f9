import { and, eq, getTableColumns, gt, gte, isNull, lt, not, or, sql, sum } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { idsOfInvoicesOf } from './invoice-lookup.js';
import { type InvoiceCredit, invoiceCredits } from './invoice-credit.table.js';
import { HIDDEN_INVOICE_STATUSES, invoices } from './invoice.table.js';

/** The credits for coupons that are added up. */
interface CouponSums {
  readonly appliedCouponIds: readonly string[];
  readonly customerIds: readonly string[];
  /** Issuing dates: the first day, and the day after the last one. */
  readonly issuedFrom: string;
  readonly issuedTo: string;
  /** Invoices whose credits do not count. */
  readonly exceptOn: readonly string[];
}

export const invoiceCreditRepository = {
  /** The credits that invoices use, in order of use. */
  findByInvoices: compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select()
      .from(invoiceCredits)
      .where(
        and(eq(invoiceCredits.organizationId, organizationId), isOneOf(invoiceCredits.invoiceId, invoiceIds)),
      )
      .orderBy(invoiceCredits.id),
  ),

  findMany: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(invoiceCredits)
      .where(and(eq(invoiceCredits.organizationId, organizationId), isOneOf(invoiceCredits.id, ids))),
  ),

  /** The credits that invoices, which are visible, have of applied coupons, oldest first. */
  findByAppliedCoupons: compiledQuery((db, organizationId: string, appliedCouponIds: readonly string[]) =>
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
   * given theirs back, but for open ones. Reads the invoices of these customers and months only.
   */
  async sumOfCouponsByMonth(
    db: Db,
    organizationId: string,
    { appliedCouponIds, customerIds, issuedFrom, issuedTo, exceptOn }: CouponSums,
  ): Promise<{ readonly id: string; readonly month: string; readonly amountCents: bigint }[]> {
    // "offset 0" keeps the planner from another order: from customers to their invoices to the credits of these, by index.
    const issued = sql`lateral (
      select ${invoices.id}, to_char(${invoices.issuingDate}, 'YYYY-MM') as month from ${invoices}
      where ${and(
        eq(invoices.organizationId, organizationId),
        sql`${invoices.customerId} = customer.id`,
        gte(invoices.issuingDate, issuedFrom),
        lt(invoices.issuingDate, issuedTo),
        not(isOneOf(invoices.status, ['voided', 'closed', 'deleted'])),
        not(isOneOf(invoices.id, exceptOn)),
      )}
      offset 0) as issued`;
    const credit = sql`lateral (
      select ${invoiceCredits.itemId}, ${invoiceCredits.amountCents} from ${invoiceCredits}
      where ${and(
        eq(invoiceCredits.organizationId, organizationId),
        sql`${invoiceCredits.invoiceId} = issued.id`,
        eq(invoiceCredits.itemType, 'coupon'),
        gt(invoiceCredits.amountCents, 0n),
      )}
      offset 0) as credit`;
    const rows = await queryRows<{ id: string; month: string; amountCents: string }>(
      db,
      sql`
        select credit.item_id as id, issued.month, sum(credit.amount_cents)::text as "amountCents"
        from unnest(${sql.param(customerIds)}::uuid[]) as customer (id), ${issued}, ${credit}
        where credit.item_id = any(${sql.param(appliedCouponIds)}::uuid[])
        group by credit.item_id, issued.month`,
    );
    return rows.map(({ amountCents, ...row }) => ({ ...row, amountCents: BigInt(amountCents) }));
  },

  /** What invoices have used of credit notes, and had not given back at an instant; null for now. */
  sumOfCreditNotes: compiledQuery(
    (db, organizationId: string, creditNoteIds: readonly string[], at: Date | null) =>
      db
        .select({ id: invoiceCredits.itemId, amountCents: sum(invoiceCredits.amountCents) })
        .from(invoiceCredits)
        .where(
          and(
            eq(invoiceCredits.organizationId, organizationId),
            eq(invoiceCredits.itemType, 'credit_note'),
            isOneOf(invoiceCredits.itemId, creditNoteIds),
            or(
              isNull(invoiceCredits.returnedAt),
              at === null ? undefined : gt(invoiceCredits.returnedAt, at),
            ),
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
