import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import type { ListQuery, Page, PageRequest } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../../customers/records/customer-lookup.js';
import { customers } from '../../customers/records/customer.table.js';
import type { WalletFilter } from './wallet.input.js';
import { WALLETS_IN_ORDER_OF_USE, walletOrders } from './wallet.list.js';
import { type Wallet, type WalletMetric, walletMetrics, wallets } from './wallet.table.js';
import { testConditions } from '../../customers/records/test-filter.js';

/** The query of a list of wallets. */
export type WalletQuery = ListQuery<WalletFilter> & {
  /** Null: any billing entity. */
  readonly billingEntityIds: readonly string[] | null;
};

/** The wallets with a status, in a fixed order. */
export interface WalletsInOrderOfUse {
  readonly status: Wallet['status'];
  readonly page: PageRequest;
}

const ofOrganization = tenantRows(wallets);

const lists = listsOf(wallets, {
  kept: ofOrganization,
  orders: walletOrders,
  conditions: conditionsOf,
});

export const walletRepository = {
  ...recordsOf(wallets, { kept: ofOrganization }),

  list: lists.list,

  /** A page of the wallets of each customer, by the customer's id. */
  listByCustomer: lists.listBy(wallets.customerId),

  /** The active wallet of a customer with a code, or else the last terminated one. */
  async findNamed(
    db: Db,
    organizationId: string,
    { customerId, code }: Pick<Wallet, 'customerId' | 'code'>,
  ): Promise<Wallet | null> {
    const [wallet] = await db
      .select()
      .from(wallets)
      .where(ofOrganization(organizationId, eq(wallets.customerId, customerId), eq(wallets.code, code)))
      .orderBy(asc(wallets.status), sql`${wallets.createdAt} desc`, sql`${wallets.id} desc`)
      .limit(1);
    return wallet ?? null;
  },

  /** The active wallets of customers, in the order in which they pay. Source: wallets.md §4. */
  findActive: compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
    db
      .select()
      .from(wallets)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(wallets.customerId, customerIds),
          eq(wallets.status, 'active'),
        ),
      )
      .orderBy(asc(wallets.priority), asc(wallets.createdAt), asc(wallets.id)),
  ),

  /** Those of them that can pay something. */
  findPaying: compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
    db
      .select()
      .from(wallets)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(wallets.customerId, customerIds),
          eq(wallets.status, 'active'),
          gt(wallets.balanceCents, 0n),
        ),
      )
      .orderBy(asc(wallets.priority), asc(wallets.createdAt), asc(wallets.id)),
  ),

  /** The expired wallets of customers that are kept for invoices which are not final yet. */
  findKeptForDrafts(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<Pick<Wallet, 'id' | 'customerId'>[]> {
    return db
      .select({ id: wallets.id, customerId: wallets.customerId })
      .from(wallets)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(wallets.customerId, customerIds),
          eq(wallets.status, 'active'),
          eq(wallets.expiresWithDrafts, true),
        ),
      );
  },

  /** A page of a customer's wallets, in the order in which they pay. */
  listInOrderOfUse(
    db: Db,
    organizationId: string,
    customerId: string,
    { status, page }: WalletsInOrderOfUse,
  ): Promise<Page<Wallet>> {
    return pageOfTable(db, wallets, {
      page,
      ordering: WALLETS_IN_ORDER_OF_USE,
      where: ofOrganization(organizationId, eq(wallets.customerId, customerId), eq(wallets.status, status)),
    });
  },

  findMetrics: compiledQuery((db, organizationId: string, walletIds: readonly string[]) =>
    db
      .select()
      .from(walletMetrics)
      .where(
        and(eq(walletMetrics.organizationId, organizationId), isOneOf(walletMetrics.walletId, walletIds)),
      )
      .orderBy(asc(walletMetrics.billableMetricId)),
  ),

  async insert(tx: Tx, wallet: Wallet, metrics: readonly WalletMetric[]): Promise<void> {
    await tx.insert(wallets).values(wallet);
    await insertAll(tx, walletMetrics, metrics);
  },

  async replaceMetrics(
    tx: Tx,
    { id, organizationId }: Wallet,
    metrics: readonly WalletMetric[],
  ): Promise<void> {
    await tx
      .delete(walletMetrics)
      .where(and(eq(walletMetrics.organizationId, organizationId), eq(walletMetrics.walletId, id)));
    await insertAll(tx, walletMetrics, metrics);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = ofOrganization(organizationId, isOneOf(wallets.customerId, customerIds));
    const ids = tx.select({ id: wallets.id }).from(wallets).where(ofCustomers);
    await tx
      .delete(walletMetrics)
      .where(and(eq(walletMetrics.organizationId, organizationId), isOneOf(walletMetrics.walletId, ids)));
    await tx.delete(wallets).where(ofCustomers);
  },
};

function conditionsOf(
  db: Db,
  organizationId: string,
  { filter, search, billingEntityIds }: WalletQuery,
): (SQL | undefined)[] {
  return [
    ...testConditions(db, organizationId, wallets.customerId, filter),
    ifGiven(filter.status, (status) => eq(wallets.status, status)),
    ifGiven(filter.currency, (currency) => eq(wallets.currency, currency)),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(wallets.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    ifGiven(billingEntityIds, (ids) =>
      or(
        isOneOf(wallets.billingEntityId, ids),
        and(
          isNull(wallets.billingEntityId),
          isOneOf(
            wallets.customerId,
            db
              .select({ id: customers.id })
              .from(customers)
              .where(
                and(eq(customers.organizationId, organizationId), isOneOf(customers.billingEntityId, ids)),
              ),
          ),
        ),
      ),
    ),
    ifGiven(search, (term) =>
      or(
        containsText([wallets.name, wallets.code], term),
        isOneOf(wallets.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
