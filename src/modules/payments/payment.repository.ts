import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import type { Parents } from '../../platform/paging/pages-by-parent.js';
import { containsText } from '../../platform/paging/search.js';
import { listsOf } from '../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../customers/records/customer-lookup.js';
import { invoices } from '../invoices/records/invoice.table.js';
import { paymentProviders } from '../payment-providers/records/payment-provider.table.js';
import { requestedInvoices } from '../payment-requests/payment-request.table.js';
import { idsOfRequestsWith } from '../payment-requests/requested-invoice-lookup.js';
import type { PaymentFilter } from './payment.input.js';
import type { CollectedDocument } from './collecting/payment.jobs.js';
import { type Payment, payments } from './payment.table.js';
import { pays } from './payment-lookup.js';
import { paymentOrders } from './payment.list.js';
import { testConditions } from '../customers/records/test-filter.js';

/** The filter and the page of a list of payments. */
export interface PaymentQuery {
  readonly filter: PaymentFilter;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The owners whose payments are listed, a page for each. */
export type PaymentOwners = Parents<'customer' | 'invoice'>;

/** The statuses of attempts that have no outcome yet. */
const OPEN_STATUSES = ['pending', 'processing'] as const;

const ofOrganization = tenantRows(payments);

const lists = listsOf(payments, {
  kept: ofOrganization,
  orders: paymentOrders,
  conditions: conditionsOf,
});

export const paymentRepository = {
  ...recordsOf(payments, { kept: ofOrganization }),

  list: lists.list,

  /** A page of the payments of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    organizationId: string,
    { type, ids }: PaymentOwners,
    query: PaymentQuery,
  ): Promise<Map<string, Page<Payment>>> {
    const belongsTo = (ownerId: SQL) =>
      type === 'customer' ? eq(payments.customerId, ownerId) : pays(db, organizationId, ownerId);
    return lists.listByOwner(db, organizationId, { ids, belongsTo }, query);
  },

  /** The attempt at a document that has no outcome yet. */
  async findOpen(db: Db, organizationId: string, document: CollectedDocument): Promise<Payment | null> {
    const [open] = await db
      .select()
      .from(payments)
      .where(
        ofOrganization(
          organizationId,
          'invoiceId' in document
            ? eq(payments.invoiceId, document.invoiceId)
            : eq(payments.paymentRequestId, document.paymentRequestId),
          isOneOf(payments.paymentStatus, OPEN_STATUSES),
        ),
      );
    return open ?? null;
  },

  /** The attempts without outcome at invoices, alone or in requests. */
  findOpenOfInvoices(db: Db, organizationId: string, invoiceIds: readonly string[]): Promise<Payment[]> {
    const requests = idsOfRequestsWith(db, organizationId, isOneOf(requestedInvoices.invoiceId, invoiceIds));
    return db
      .select()
      .from(payments)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(payments.paymentStatus, OPEN_STATUSES),
          or(isOneOf(payments.invoiceId, invoiceIds), isOneOf(payments.paymentRequestId, requests)),
        ),
      );
  },

  async findAtProvider(
    db: Db,
    organizationId: string,
    paymentProviderId: string,
    providerPaymentId: string,
  ): Promise<Payment | null> {
    const [payment] = await db
      .select()
      .from(payments)
      .where(
        ofOrganization(
          organizationId,
          eq(payments.paymentProviderId, paymentProviderId),
          eq(payments.providerPaymentId, providerPaymentId),
        ),
      );
    return payment ?? null;
  },

  /** The payments that have paid an invoice, alone or in requests, the latest first. */
  findSucceededOf(db: Db, organizationId: string, invoiceId: string): Promise<Payment[]> {
    return db
      .select()
      .from(payments)
      .where(
        ofOrganization(
          organizationId,
          pays(db, organizationId, invoiceId),
          eq(payments.paymentStatus, 'succeeded'),
        ),
      )
      .orderBy(desc(payments.createdAt), desc(payments.id));
  },

  /** The place of a further payment among those that pay the same, from 1. */
  async nextBilledAttempt(db: Db, organizationId: string, billedReference: string): Promise<number> {
    const rows = await db
      .select({ attempt: sql<number>`coalesce(max(${payments.billedAttempt}), 0) + 1` })
      .from(payments)
      .where(ofOrganization(organizationId, eq(payments.billedReference, billedReference)));
    return onlyRow(rows).attempt;
  },

  /** Attempts of all organizations that nobody has worked on since an instant. */
  findUnfinished(db: Db, before: Date, most: number): Promise<Payment[]> {
    return db
      .select()
      .from(payments)
      .where(and(eq(payments.paymentStatus, 'pending'), lt(payments.updatedAt, before)))
      .orderBy(payments.updatedAt)
      .limit(most);
  },

  /** Inserts a payment, or updates the row that has its id. */
  async save(tx: Tx, payment: Payment): Promise<void> {
    const { id, organizationId, ...columns } = payment;
    await tx
      .insert(payments)
      .values({ id, organizationId, ...columns })
      .onConflictDoUpdate({ target: payments.id, set: columns });
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(payments)
      .where(ofOrganization(organizationId, isOneOf(payments.customerId, customerIds)));
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
    ...testConditions(db, organizationId, payments.customerId, filter),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(payments.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    // A text that is not an id matches nothing (rest-conventions.md §4).
    ifGiven(filter.invoiceId, (id) => (isUuid(id) ? pays(db, organizationId, id) : sql`false`)),
    ifGiven(filter.paymentStatuses, (statuses) => isOneOf(payments.paymentStatus, statuses)),
    ifGiven(filter.type, (type) => eq(payments.paymentType, type)),
    ifGiven(filter.paymentProviderCode, (code) => {
      const named = db
        .select({ id: paymentProviders.id })
        .from(paymentProviders)
        .where(and(eq(paymentProviders.organizationId, organizationId), eq(paymentProviders.code, code)));
      return isOneOf(payments.paymentProviderId, named);
    }),
    ifGiven(filter.currency, (currency) => eq(payments.currency, currency)),
    ifGiven(search, (term) =>
      or(
        containsText([payments.reference], term),
        ofInvoicesWith(containsText([invoices.number], term)),
        isOneOf(payments.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
