import { eq, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import type { PageRequest } from '../../platform/paging/page.js';
import { containsText } from '../../platform/paging/search.js';
import { listsOf } from '../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import { idsOfCustomersWith } from '../customers/records/customer-lookup.js';
import { idsOfPaymentsOf } from '../payments/payment-lookup.js';
import type { PaymentReceiptFilter } from './payment-receipt.input.js';
import { paymentReceiptOrders } from './payment-receipt.list.js';
import { type PaymentReceipt, paymentReceipts } from './payment-receipt.table.js';

/** The filter and the page of a list of receipts. */
export interface PaymentReceiptQuery {
  readonly filter: PaymentReceiptFilter;
  readonly search: string | null;
  readonly page: PageRequest;
}

const ofOrganization = tenantRows(paymentReceipts);

const lists = listsOf(paymentReceipts, {
  kept: ofOrganization,
  orders: paymentReceiptOrders,
  conditions: (db, organizationId, { filter, search }: PaymentReceiptQuery) => [
    // A text that is not an id matches nothing (rest-conventions.md §4).
    ifGiven(filter.invoiceId, (id) =>
      isUuid(id) ? isOneOf(paymentReceipts.paymentId, idsOfPaymentsOf(db, organizationId, id)) : sql`false`,
    ),
    ifGiven(search, (term) =>
      or(
        containsText([paymentReceipts.number], term),
        isOneOf(paymentReceipts.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ],
});

export const paymentReceiptRepository = {
  ...recordsOf(paymentReceipts, { kept: ofOrganization }),

  list: lists.list,

  findByPayments(db: Db, organizationId: string, paymentIds: readonly string[]): Promise<PaymentReceipt[]> {
    return db
      .select()
      .from(paymentReceipts)
      .where(ofOrganization(organizationId, isOneOf(paymentReceipts.paymentId, paymentIds)));
  },

  /** The number of the customer's last receipt; 0 before the first. It can change unless the caller has locked the customer. */
  async lastSequentialId(tx: Tx, organizationId: string, customerId: string): Promise<number> {
    const [last] = await tx
      .select({ sequentialId: sql<number>`coalesce(max(${paymentReceipts.sequentialId}), 0)` })
      .from(paymentReceipts)
      .where(ofOrganization(organizationId, eq(paymentReceipts.customerId, customerId)));
    return last?.sequentialId ?? 0;
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(paymentReceipts)
      .where(ofOrganization(organizationId, isOneOf(paymentReceipts.customerId, customerIds)));
  },
};
