import { and, count, eq, exists, gt, isNotNull, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { customers } from '../../customers/records/customer.table.js';
import type { InvoiceAction } from './invoice-action.js';
import { invoices } from './invoice.table.js';

/** Invoices after one id and up to another. */
export interface IdChunk {
  readonly after: string | null;
  readonly lastId: string;
  readonly limit: number;
}

export const qualifyingInvoiceRepository = {
  async count(db: Db, organizationId: string, action: InvoiceAction): Promise<number> {
    const found = await db
      .select({ invoices: count() })
      .from(invoices)
      .where(qualify(db, organizationId, action));
    return onlyRow(found).invoices;
  },

  /** Ids of invoices, oldest first. */
  async findIds(
    db: Db,
    organizationId: string,
    action: InvoiceAction,
    { after, lastId, limit }: IdChunk,
  ): Promise<string[]> {
    const found = await db
      .select({ id: invoices.id })
      .from(invoices)
      .where(
        and(
          qualify(db, organizationId, action),
          after === null ? undefined : gt(invoices.id, after),
          lte(invoices.id, lastId),
        ),
      )
      .orderBy(invoices.id)
      .limit(limit);
    return found.map(({ id }) => id);
  },
};

function qualify(db: Db, organizationId: string, action: InvoiceAction): SQL | undefined {
  return and(eq(invoices.organizationId, organizationId), CONDITIONS[action](db));
}

const CONDITIONS: Record<InvoiceAction, (db: Db) => SQL | undefined> = {
  finalize: () => eq(invoices.status, 'draft'),
  retry: () => eq(invoices.status, 'failed'),
  /** Those that are collected when they are issued, of customers who are linked to a provider. Source: payments.md §5. */
  retry_payment: (db) =>
    and(
      eq(invoices.status, 'finalized'),
      isOneOf(invoices.paymentStatus, ['pending', 'failed']),
      ne(invoices.invoiceType, 'advance_charges'),
      not(invoices.selfBilled),
      not(invoices.skipsPayment),
      or(isNull(invoices.paymentMethodType), ne(invoices.paymentMethodType, 'manual')),
      exists(
        db
          .select({ found: sql`1` })
          .from(customers)
          .where(and(refersTo(invoices.customerId, customers), isNotNull(customers.paymentProvider))),
      ),
    ),
};
