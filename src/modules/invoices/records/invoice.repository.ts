import { and, desc, eq, gt, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { updateAll } from '../../../platform/db/statements/update-all.js';
import { anyOf, ifGiven } from '../../../platform/paging/filter-conditions.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { metadataConditions } from '../../../platform/paging/metadata-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { pagesByParent, type Parents } from '../../../platform/paging/pages-by-parent.js';
import type { Step } from '../../../platform/paging/page-step.js';
import { tenantRows } from '../../../platform/paging/records.js';
import { documentConditions } from './document-conditions.js';
import { invoiceMetadata } from './invoice-metadata.table.js';
import type { InvoiceFilter, SettlementKind } from './invoice.input.js';
import {
  type BillingPeriod,
  billingPeriods,
  HIDDEN_INVOICE_STATUSES,
  type Invoice,
  invoices,
} from './invoice.table.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { idsOfTestCustomers } from '../../customers/records/test-filter.js';
import { retiredInvoiceNumbers } from '../../billing-entities/records/billing-entity.table.js';
import { invoiceOrders } from './invoice.list.js';

/** The filters and the page of a list of invoices. */
export interface InvoiceQuery {
  readonly filter: Omit<InvoiceFilter, 'billingEntityCodes' | 'metadata'>;
  /** Null for any entity. */
  readonly billingEntityIds: readonly string[] | null;
  /** Values by key; an empty value matches invoices without the key. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The filters of a list of invoices. */
type InvoiceSelection = Omit<InvoiceQuery, 'page'>;

/** The owners whose invoices are listed, a list for each. */
export type InvoiceOwners = Parents<'customer' | 'subscription'>;

/** Selects invoices of a customer that were created after the record with an id, for one of some reasons. */
/** Invoices whose taxes are not known, in pages. */
interface UntaxedQuery {
  readonly after: string | null;
  readonly limit: number;
  readonly taxStatuses: readonly ('pending' | 'failed')[];
}

export interface InvoiceSince {
  readonly customerId: string;
  readonly since: string;
  readonly reasons: readonly BillingPeriod['invoicingReason'][];
}

const ofOrganization = tenantRows(invoices);

/** Excludes invoices of other organizations and hidden ones (invoices.md §2). */
const visible = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  ofOrganization(organizationId, not(isOneOf(invoices.status, HIDDEN_INVOICE_STATUSES)), ...conditions);

const firstSince = compiledQuery(
  (db, organizationId: string, { customerId, since, reasons }: InvoiceSince) => {
    const billed = db
      .select({ id: billingPeriods.invoiceId })
      .from(billingPeriods)
      .where(
        and(
          eq(billingPeriods.organizationId, organizationId),
          gt(billingPeriods.invoiceId, since),
          isOneOf(billingPeriods.invoicingReason, reasons),
        ),
      );
    return db
      .select()
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          eq(invoices.customerId, customerId),
          isOneOf(invoices.id, billed),
        ),
      )
      .orderBy(invoices.id)
      .limit(1);
  },
);

export const invoiceRepository = {
  findVisible: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(invoices)
      .where(visible(organizationId, isOneOf(invoices.id, ids))),
  ),

  /** Invoices that can be paid, including open ones. */
  findPayable(db: Db, organizationId: string, ids: readonly string[]): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(
        ofOrganization(
          organizationId,
          not(isOneOf(invoices.status, ['closed', 'deleted'])),
          isOneOf(invoices.id, ids),
        ),
      );
  },

  /** Includes hidden invoices: only for callers that got the ids from other rows. */
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(ofOrganization(organizationId, isOneOf(invoices.id, ids)));
  },

  /** The invoices that were regenerated from these voided ones, including hidden ones. */
  findRegenerated: compiledQuery((db, organizationId: string, voidedIds: readonly string[]) =>
    db
      .select()
      .from(invoices)
      .where(ofOrganization(organizationId, isOneOf(invoices.voidedInvoiceId, voidedIds))),
  ),

  /** The oldest invoices of a customer, after one of them, that are to be issued or paid and have no taxes yet. */
  findUntaxed(
    db: Db,
    organizationId: string,
    customerId: string,
    { after, limit, taxStatuses }: UntaxedQuery,
  ): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(
        ofOrganization(
          organizationId,
          eq(invoices.customerId, customerId),
          isOneOf(invoices.taxStatus, taxStatuses),
          isOneOf(invoices.status, ['pending', 'failed', 'open']),
          ifGiven(after, (id) => gt(invoices.id, id)),
        ),
      )
      .orderBy(invoices.id)
      .limit(limit);
  },

  /** Open invoices by the subscription that they bill. */
  findOpen(
    db: Db,
    organizationId: string,
    subscriptionIds: readonly string[],
  ): Promise<{ subscriptionId: string; invoice: Invoice }[]> {
    return db
      .select({ subscriptionId: billingPeriods.subscriptionId, invoice: invoices })
      .from(invoices)
      .innerJoin(billingPeriods, refersTo(billingPeriods.invoiceId, invoices))
      .where(
        ofOrganization(
          organizationId,
          eq(invoices.status, 'open'),
          isOneOf(billingPeriods.subscriptionId, subscriptionIds),
        ),
      );
  },

  /** A customer's invoices with a deadline: drafts, and issued invoices that are neither paid nor overdue. */
  findWithDeadline(db: Db, organizationId: string, customerId: string): Promise<Invoice[]> {
    const isDraft = eq(invoices.status, 'draft');
    const isOwed = and(
      eq(invoices.status, 'finalized'),
      ne(invoices.paymentStatus, 'succeeded'),
      eq(invoices.paymentOverdue, false),
    );
    return db
      .select()
      .from(invoices)
      .where(ofOrganization(organizationId, eq(invoices.customerId, customerId), or(isDraft, isOwed)));
  },

  list(db: Db, organizationId: string, query: InvoiceQuery): Promise<Page<Invoice>> {
    return pageOfTable(db, invoices, {
      page: query.page,
      ordering: orderingOf(invoiceOrders, query.page),
      where: visible(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** The next invoices of a list that is read to its end. */
  findNext(db: Db, organizationId: string, query: InvoiceSelection, step: Step): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(
        visible(
          organizationId,
          ...conditionsOf(db, organizationId, query),
          ifGiven(step.afterId, (id) => gt(invoices.id, id)),
        ),
      )
      .orderBy(invoices.id)
      .limit(step.limit);
  },

  /** A page of the invoices of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    organizationId: string,
    { type, ids }: InvoiceOwners,
    query: InvoiceQuery,
  ): Promise<Map<string, Page<Invoice>>> {
    return pagesByParent(db, invoices, {
      page: query.page,
      parentIds: ids,
      belongsTo: (ownerId) =>
        type === 'customer' ? eq(invoices.customerId, ownerId) : bills(db, organizationId, ownerId),
      ordering: orderingOf(invoiceOrders, query.page),
      where: visible(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** The oldest invoice of a customer that is newer than the record with an id and was billed for one of these reasons. */
  async findSince(db: Db, organizationId: string, query: InvoiceSince): Promise<Invoice | null> {
    const [invoice] = await firstSince(db, organizationId, query);
    return invoice ?? null;
  },

  /** How many final invoices a billing entity has for live customers, and for those on test clocks; without self-billed ones. */
  async countIssued(
    db: Db,
    organizationId: string,
    billingEntityId: string,
  ): Promise<{ books: number; test: number }> {
    const isTest = sql`${isOneOf(invoices.customerId, idsOfTestCustomers(db, organizationId))}`;
    const [issued] = await db
      .select({
        books: sql<number>`(count(*) filter (where not ${isTest}))::integer`,
        test: sql<number>`(count(*) filter (where ${isTest}))::integer`,
      })
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          eq(invoices.billingEntityId, billingEntityId),
          isOneOf(invoices.status, ['finalized', 'voided']),
          eq(invoices.selfBilled, false),
        ),
      );
    return expectPresent(issued, 'the counts of invoices');
  },

  /** The highest number of each customer with each entity. It can change unless the caller has locked the customers. */
  async findLastSequentialIds(
    tx: Tx,
    organizationId: string,
    of: { readonly customerIds: readonly string[]; readonly billingEntityIds: readonly string[] },
  ): Promise<{ customerId: string; billingEntityId: string; sequentialId: number }[]> {
    const last = tx
      .select({ sequentialId: invoices.sequentialId })
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          sql`${invoices.billingEntityId} = entity.id`,
          sql`${invoices.customerId} = customer.id`,
          isNotNull(invoices.sequentialId),
        ),
      )
      .orderBy(desc(invoices.sequentialId))
      .limit(1)
      .as('last');
    const rows = await tx
      .select({
        customerId: sql<string>`customer.id`,
        billingEntityId: sql<string>`entity.id`,
        sequentialId: last.sequentialId,
      })
      .from(sql`unnest(${sql.param([...of.billingEntityIds])}::uuid[]) as entity (id)`)
      .crossJoin(sql`unnest(${sql.param([...of.customerIds])}::uuid[]) as customer (id)`)
      .crossJoinLateral(last);
    return rows.map((row) => ({ ...row, sequentialId: row.sequentialId ?? 0 }));
  },

  insert(tx: Tx, rows: readonly Invoice[]): Promise<void> {
    return insertAll(tx, invoices, rows);
  },

  update(tx: Tx, invoice: Invoice): Promise<void> {
    return invoiceRepository.updateAll(tx, [invoice]);
  },

  updateAll(tx: Tx, rows: readonly Invoice[]): Promise<void> {
    return updateAll(tx, invoices, rows);
  },

  async setOverdue(tx: Tx, organizationId: string, ids: readonly string[], updatedAt: Date): Promise<void> {
    await tx
      .update(invoices)
      .set({ paymentOverdue: true, updatedAt })
      .where(and(eq(invoices.organizationId, organizationId), isOneOf(invoices.id, ids)));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      insert into ${retiredInvoiceNumbers} (organization_id, billing_entity_id, first_number, last_number)
      select ${invoices.organizationId}, ${invoices.billingEntityId}, ${invoices.entitySequentialId}, ${invoices.entitySequentialId}
      from ${invoices}
      where ${invoices.organizationId} = ${organizationId} and ${isOneOf(invoices.customerId, customerIds)}
        and ${invoices.entitySequentialId} is not null`);
    await tx
      .delete(invoices)
      .where(and(eq(invoices.organizationId, organizationId), isOneOf(invoices.customerId, customerIds)));
  },
};

/** Source: rest-conventions.md §6, §7. */
function conditionsOf(
  db: Db,
  organizationId: string,
  { filter, billingEntityIds, metadata, search }: InvoiceSelection,
): (SQL | undefined)[] {
  return [
    ...comparisons(invoiceOrders, filter),
    ...documentConditions(db, organizationId, invoices, { filter, search }),
    anyOf(invoices.status, filter.statuses),
    anyOf(invoices.status, filter.status),
    anyOf(invoices.paymentStatus, filter.paymentStatuses),
    anyOf(invoices.paymentStatus, filter.paymentStatus),
    ifGiven(filter.paymentOverdue, (overdue) => eq(invoices.paymentOverdue, overdue)),
    ifGiven(filter.partiallyPaid, (partially) => (partially ? PARTIALLY_PAID : not(PARTIALLY_PAID))),
    ifGiven(filter.settlements, settledBy),
    ifGiven(filter.invoiceType, (type) => eq(invoices.invoiceType, type)),
    ifGiven(filter.selfBilled, (selfBilled) => eq(invoices.selfBilled, selfBilled)),
    ifGiven(filter.purchaseOrderNumber, (number) => eq(invoices.purchaseOrderNumber, number)),
    anyOf(invoices.billingEntityId, billingEntityIds),
    ifGiven(filter.paymentDisputeLost, (isLost) =>
      isLost ? isNotNull(invoices.paymentDisputeLostAt) : isNull(invoices.paymentDisputeLostAt),
    ),
    ...metadataConditions(invoiceMetadata, refersTo(invoiceMetadata.invoiceId, invoices), metadata),
  ];
}

/** Source: payments.md §3. */
const PARTIALLY_PAID = sql`(0 < ${invoices.totalPaidAmountCents}
  and ${invoices.totalPaidAmountCents} < ${invoices.totalAmountCents})`;

const SETTLED_CENTS = {
  payment: invoices.totalPaidAmountCents,
  credit_note: invoices.totalOffsetAmountCents,
} as const satisfies Record<SettlementKind, PgColumn>;

/** The condition that records of one of these kinds settled the invoice; undefined without kinds. */
function settledBy(kinds: readonly SettlementKind[]): SQL | undefined {
  return or(...kinds.map((kind) => gt(SETTLED_CENTS[kind], 0n)));
}

/** The condition that an invoice bills a subscription. */
function bills(db: Db, organizationId: string, subscriptionId: SQL): SQL {
  return isOneOf(
    invoices.id,
    db
      .select({ id: billingPeriods.invoiceId })
      .from(billingPeriods)
      .where(
        and(
          eq(billingPeriods.organizationId, organizationId),
          eq(billingPeriods.subscriptionId, subscriptionId),
        ),
      ),
  );
}
