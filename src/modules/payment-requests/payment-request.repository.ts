import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { pagesByParent } from '../../platform/paging/pages-by-parent.js';
import { containsText } from '../../platform/paging/search.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../customers/records/customer-lookup.js';
import type { PaymentRequestFilter } from './payment-request.input.js';
import { paymentRequestOrders } from './payment-request.list.js';
import {
  type PaymentRequest,
  paymentRequests,
  type RequestedInvoice,
  requestedInvoices,
} from './payment-request.table.js';

/** The filter and the page of a list of payment requests. */
export interface PaymentRequestQuery {
  readonly filter: Omit<PaymentRequestFilter, 'billingEntityCodes'>;
  /** Null: any billing entity. */
  readonly billingEntityIds: readonly string[] | null;
  readonly search: string | null;
  readonly page: PageRequest;
}

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(paymentRequests.organizationId, organizationId), ...conditions);

export const paymentRequestRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<PaymentRequest[]> {
    return db
      .select()
      .from(paymentRequests)
      .where(of(organizationId, isOneOf(paymentRequests.id, ids)));
  },

  list(db: Db, organizationId: string, query: PaymentRequestQuery): Promise<Page<PaymentRequest>> {
    return pageOfTable(db, paymentRequests, {
      page: query.page,
      ordering: orderingOf(paymentRequestOrders, query.page),
      where: of(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** A page of the requests of each customer, by the customer's id. */
  listByCustomer(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
    query: PaymentRequestQuery,
  ): Promise<Map<string, Page<PaymentRequest>>> {
    return pagesByParent(db, paymentRequests, {
      page: query.page,
      parentIds: customerIds,
      belongsTo: (customerId) => eq(paymentRequests.customerId, customerId),
      ordering: orderingOf(paymentRequestOrders, query.page),
      where: of(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** The invoices of requests, in the order of their creation. */
  findInvoices(db: Db, organizationId: string, requestIds: readonly string[]): Promise<RequestedInvoice[]> {
    return db
      .select()
      .from(requestedInvoices)
      .where(
        and(
          eq(requestedInvoices.organizationId, organizationId),
          isOneOf(requestedInvoices.paymentRequestId, requestIds),
        ),
      )
      .orderBy(requestedInvoices.invoiceId);
  },

  /** The requests that contain an invoice. */
  findWithInvoice(db: Db, organizationId: string, invoiceId: string): Promise<PaymentRequest[]> {
    const ids = db
      .select({ id: requestedInvoices.paymentRequestId })
      .from(requestedInvoices)
      .where(
        and(eq(requestedInvoices.organizationId, organizationId), eq(requestedInvoices.invoiceId, invoiceId)),
      );
    return db
      .select()
      .from(paymentRequests)
      .where(of(organizationId, isOneOf(paymentRequests.id, ids)));
  },

  async insert(tx: Tx, request: PaymentRequest, invoiceIds: readonly string[]): Promise<void> {
    const { organizationId, id: paymentRequestId } = request;
    await tx.insert(paymentRequests).values(request);
    await tx
      .insert(requestedInvoices)
      .values(invoiceIds.map((invoiceId) => ({ organizationId, paymentRequestId, invoiceId })));
  },

  async update(
    tx: Tx,
    organizationId: string,
    id: string,
    changes: Pick<PaymentRequest, 'paymentStatus' | 'updatedAt'>,
  ): Promise<void> {
    await tx
      .update(paymentRequests)
      .set(changes)
      .where(of(organizationId, eq(paymentRequests.id, id)));
  },

  async setPaid(
    tx: Tx,
    { organizationId, paymentRequestId, invoiceId, paidAmountCents }: RequestedInvoice,
  ): Promise<void> {
    await tx
      .update(requestedInvoices)
      .set({ paidAmountCents })
      .where(
        and(
          eq(requestedInvoices.organizationId, organizationId),
          eq(requestedInvoices.paymentRequestId, paymentRequestId),
          eq(requestedInvoices.invoiceId, invoiceId),
        ),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const theirs = of(organizationId, isOneOf(paymentRequests.customerId, customerIds));
    const ids = tx.select({ id: paymentRequests.id }).from(paymentRequests).where(theirs);
    await tx
      .delete(requestedInvoices)
      .where(
        and(
          eq(requestedInvoices.organizationId, organizationId),
          isOneOf(requestedInvoices.paymentRequestId, ids),
        ),
      );
    await tx.delete(paymentRequests).where(theirs);
  },
};

/** Source: rest-conventions.md §7. */
function conditionsOf(
  db: Db,
  organizationId: string,
  { filter, billingEntityIds, search }: PaymentRequestQuery,
): (SQL | undefined)[] {
  return [
    ...comparisons(paymentRequestOrders, filter),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(paymentRequests.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    ifGiven(filter.paymentStatus, (status) => eq(paymentRequests.paymentStatus, status)),
    ifGiven(filter.currency, (currency) => eq(paymentRequests.currency, currency)),
    anyOf(paymentRequests.billingEntityId, billingEntityIds),
    ifGiven(search, (term) =>
      or(
        containsText([paymentRequests.email], term),
        isOneOf(paymentRequests.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
