import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { pagesByParent, type Parents } from '../../platform/paging/pages-by-parent.js';
import { containsText } from '../../platform/paging/search.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../customers/customer-lookup.js';
import { invoices } from '../invoices/records/invoice.table.js';
import { requestedInvoices } from '../payment-requests/payment-request.table.js';
import { idsOfRequestsWith } from '../payment-requests/requested-invoice-lookup.js';
import type { PaymentFilter } from './payment.input.js';
import { type Payment, payments } from './payment.table.js';
import { pays } from './payment-lookup.js';
import { paymentOrders } from './payment.list.js';

/** The filter and the page of a list of payments. */
export interface PaymentQuery {
  readonly filter: PaymentFilter;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The owners whose payments are listed, a page for each. */
export type PaymentOwners = Parents<'customer' | 'invoice'>;

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(payments.organizationId, organizationId), ...conditions);

export const paymentRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<Payment[]> {
    return db
      .select()
      .from(payments)
      .where(of(organizationId, isOneOf(payments.id, ids)));
  },

  list(db: Db, organizationId: string, query: PaymentQuery): Promise<Page<Payment>> {
    return pageOfTable(db, payments, {
      page: query.page,
      ordering: orderingOf(paymentOrders, query.page),
      where: of(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** A page of the payments of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    organizationId: string,
    { type, ids }: PaymentOwners,
    query: PaymentQuery,
  ): Promise<Map<string, Page<Payment>>> {
    return pagesByParent(db, payments, {
      page: query.page,
      parentIds: ids,
      belongsTo: (ownerId) =>
        type === 'customer' ? eq(payments.customerId, ownerId) : pays(db, organizationId, ownerId),
      ordering: orderingOf(paymentOrders, query.page),
      where: of(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  async insert(tx: Tx, payment: Payment): Promise<void> {
    await tx.insert(payments).values(payment);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx.delete(payments).where(of(organizationId, isOneOf(payments.customerId, customerIds)));
  },
};

/** Source: rest-conventions.md §7. */
function conditionsOf(db: Db, organizationId: string, { filter, search }: PaymentQuery): (SQL | undefined)[] {
  const ofInvoicesWith = (condition: SQL) => {
    const found = db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.organizationId, organizationId), condition));
    return or(
      isOneOf(payments.invoiceId, found),
      isOneOf(
        payments.paymentRequestId,
        idsOfRequestsWith(db, organizationId, isOneOf(requestedInvoices.invoiceId, found)),
      ),
    );
  };
  return [
    ...comparisons(paymentOrders, filter),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(payments.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    // A text that is not an id matches nothing (rest-conventions.md §4).
    ifGiven(filter.invoiceId, (id) => (isUuid(id) ? pays(db, organizationId, id) : sql`false`)),
    ifGiven(search, (term) =>
      or(
        containsText([payments.reference], term),
        ofInvoicesWith(containsText([invoices.number], term)),
        isOneOf(payments.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
