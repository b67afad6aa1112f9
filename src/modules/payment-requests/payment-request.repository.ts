import { and, eq, or, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import type { PageRequest } from '../../platform/paging/page.js';
import { containsText } from '../../platform/paging/search.js';
import { listsOf } from '../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
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

const ofOrganization = tenantRows(paymentRequests);

const lists = listsOf(paymentRequests, {
  kept: ofOrganization,
  orders: paymentRequestOrders,
  conditions: conditionsOf,
});

export const paymentRequestRepository = {
  ...recordsOf(paymentRequests, { kept: ofOrganization }),

  list: lists.list,

  /** A page of the requests of each customer, by the customer's id. */
  listByCustomer: lists.listBy(paymentRequests.customerId),

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
      .where(ofOrganization(organizationId, isOneOf(paymentRequests.id, ids)));
  },

  async insert(tx: Tx, request: PaymentRequest, invoiceIds: readonly string[]): Promise<void> {
    const { organizationId, id: paymentRequestId } = request;
    await tx.insert(paymentRequests).values(request);
    await tx
      .insert(requestedInvoices)
      .values(invoiceIds.map((invoiceId) => ({ organizationId, paymentRequestId, invoiceId })));
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
    const theirs = ofOrganization(organizationId, isOneOf(paymentRequests.customerId, customerIds));
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
