import { and, asc, desc, eq, gt, gte, or, type SQL, sql, sum } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page, PageRequest } from '../../../platform/paging/page.js';
import { pagesByParent } from '../../../platform/paging/pages-by-parent.js';
import { containsText } from '../../../platform/paging/search.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import type { WalletTransactionFilter } from './wallet.input.js';
import { walletConsumptionOrders, walletTransactionOrders } from './wallet.list.js';
import {
  type WalletConsumption,
  walletConsumptions,
  type WalletTransaction,
  walletTransactions,
} from './wallet-transaction.table.js';

/** The filter and the page of a list of transactions, with the sought metadata. */
export type WalletTransactionQuery = ListQuery<Omit<WalletTransactionFilter, 'metadata'>> & {
  readonly metadata: Readonly<Record<string, string>>;
};

/** The side of a consumption that a list is of, and its column. */
const SIDES = { inbound: walletConsumptions.inboundId, outbound: walletConsumptions.outboundId } as const;

export type ConsumptionSide = keyof typeof SIDES;

const ofOrganization = tenantRows(walletTransactions);

const lists = listsOf(walletTransactions, {
  kept: ofOrganization,
  orders: walletTransactionOrders,
  conditions: conditionsOf,
});

export const walletTransactionRepository = {
  ...recordsOf(walletTransactions, { kept: ofOrganization }),

  list: (db: Db, organizationId: string, walletId: string, query: WalletTransactionQuery) =>
    lists.list(db, organizationId, query, eq(walletTransactions.walletId, walletId)),

  /** A page of the transactions of each wallet, by the wallet's id. */
  listByWallet: lists.listBy(walletTransactions.walletId),

  /** Settled inbound transactions with something left. */
  findSources: compiledQuery((db, organizationId: string, walletIds: readonly string[]) =>
    db
      .select()
      .from(walletTransactions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(walletTransactions.walletId, walletIds),
          gt(walletTransactions.remainingAmountCents, 0n),
        ),
      ),
  ),

  /** Inbound transactions of a wallet that are pending, or were made, settled or failed since an instant; newest first. */
  findRecent(db: Db, organizationId: string, walletId: string, since: Date): Promise<WalletTransaction[]> {
    return db
      .select()
      .from(walletTransactions)
      .where(
        ofOrganization(
          organizationId,
          eq(walletTransactions.walletId, walletId),
          eq(walletTransactions.transactionType, 'inbound'),
          or(
            eq(walletTransactions.status, 'pending'),
            gte(walletTransactions.createdAt, since),
            gte(walletTransactions.updatedAt, since),
          ),
        ),
      )
      .orderBy(desc(walletTransactions.createdAt), desc(walletTransactions.id));
  },

  /** The payments of invoices, oldest first. */
  findPayments(db: Db, organizationId: string, invoiceId: string): Promise<WalletTransaction[]> {
    return db
      .select()
      .from(walletTransactions)
      .where(
        ofOrganization(
          organizationId,
          eq(walletTransactions.invoiceId, invoiceId),
          eq(walletTransactions.transactionStatus, 'invoiced'),
        ),
      )
      .orderBy(asc(walletTransactions.createdAt), asc(walletTransactions.id));
  },

  /** What wallets have got back of the payments of a voided invoice. */
  async sumOfReturns(db: Db, organizationId: string, invoiceId: string): Promise<bigint> {
    const payers = db
      .select({ walletId: walletTransactions.walletId })
      .from(walletTransactions)
      .where(ofOrganization(organizationId, eq(walletTransactions.invoiceId, invoiceId)));
    const rows = await db
      .select({ amountCents: sum(walletTransactions.amountCents) })
      .from(walletTransactions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(walletTransactions.walletId, payers),
          eq(walletTransactions.voidedInvoiceId, invoiceId),
        ),
      );
    return BigInt(onlyRow(rows).amountCents ?? 0);
  },

  /** The purchase that an invoice bills. */
  async findPurchase(db: Db, organizationId: string, invoiceId: string): Promise<WalletTransaction | null> {
    const [purchase] = await db
      .select()
      .from(walletTransactions)
      .where(
        ofOrganization(
          organizationId,
          eq(walletTransactions.invoiceId, invoiceId),
          eq(walletTransactions.transactionStatus, 'purchased'),
        ),
      );
    return purchase ?? null;
  },

  /** A page of the consumptions of each transaction, by the transaction's id. */
  listConsumptions(
    db: Db,
    organizationId: string,
    side: ConsumptionSide,
    transactionIds: readonly string[],
    page: PageRequest,
  ): Promise<Map<string, Page<WalletConsumption>>> {
    return pagesByParent(db, walletConsumptions, {
      page,
      parentIds: transactionIds,
      belongsTo: (transactionId) => eq(SIDES[side], transactionId),
      ordering: orderingOf(walletConsumptionOrders, page),
      where: eq(walletConsumptions.organizationId, organizationId),
    });
  },

  insertConsumptions(tx: Tx, consumptions: readonly WalletConsumption[]): Promise<void> {
    return insertAll(tx, walletConsumptions, consumptions);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = ofOrganization(organizationId, isOneOf(walletTransactions.customerId, customerIds));
    const ids = tx.select({ id: walletTransactions.id }).from(walletTransactions).where(ofCustomers);
    await tx
      .delete(walletConsumptions)
      .where(
        and(
          eq(walletConsumptions.organizationId, organizationId),
          isOneOf(walletConsumptions.inboundId, ids),
        ),
      );
    await tx.delete(walletTransactions).where(ofCustomers);
  },
};

function conditionsOf(
  _db: Db,
  _organizationId: string,
  { filter, search, metadata }: WalletTransactionQuery,
): (SQL | undefined)[] {
  const entries = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  return [
    ifGiven(filter.statuses, (statuses) => isOneOf(walletTransactions.status, statuses)),
    ifGiven(filter.status, (status) => eq(walletTransactions.status, status)),
    ifGiven(filter.transactionType, (type) => eq(walletTransactions.transactionType, type)),
    ifGiven(filter.transactionStatus, (kind) => eq(walletTransactions.transactionStatus, kind)),
    ifGiven(search, (term) => containsText([walletTransactions.name], term)),
    entries.length === 0
      ? undefined
      : sql`${walletTransactions.metadata} @> ${JSON.stringify(entries)}::text::jsonb`,
  ];
}
