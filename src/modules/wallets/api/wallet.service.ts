import type { Actor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { filteredValues } from '../../../platform/metadata/metadata-entries.js';
import type { ListQuery, Page, PageRequest } from '../../../platform/paging/page.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import type { WalletFilter, WalletTransactionFilter } from '../records/wallet.input.js';
import { walletRuleRepository } from '../records/wallet-rule.repository.js';
import { walletRepository, type WalletsInOrderOfUse } from '../records/wallet.repository.js';
import type { Wallet } from '../records/wallet.table.js';
import {
  type ConsumptionSide,
  type WalletTransactionQuery,
  walletTransactionRepository,
} from '../records/wallet-transaction.repository.js';
import type { WalletConsumption, WalletTransaction } from '../records/wallet-transaction.table.js';

/** How a wallet is found: by its id, or by its code among those of a customer. */
export type WalletKey =
  { readonly id: string } | { readonly externalCustomerId: string; readonly code: string };

/** The lists that transactions are filtered for, before metadata is checked. */
export type WalletTransactionList = ListQuery<WalletTransactionFilter>;

/** Reads wallets and their transactions. Source: wallets.md §1, §3, §9. */
export class WalletService {
  constructor(
    private readonly needs: Pick<WalletsNeeds, 'billingEntities' | 'customers' | 'billableMetrics'>,
  ) {}

  /** @throws AppError `customer_not_found`, `wallet_not_found`. */
  async get(db: Db, actor: Actor, key: WalletKey): Promise<Wallet> {
    const { organizationId } = actor;
    const wallet =
      'id' in key
        ? (await this.getMany(db, actor, [key.id].filter(isUuid))).get(key.id.toLowerCase())
        : await walletRepository.findNamed(db, organizationId, {
            customerId: (await this.needs.customers.get(db, actor, { externalId: key.externalCustomerId }))
              .id,
            code: key.code,
          });
    if (wallet === undefined || wallet === null) throw notFound('wallet');
    return wallet;
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Wallet>> {
    if (ids.length === 0) return new Map();
    return indexBy(await walletRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** @throws AppError `billing_entity_not_found` for an unknown code in the filter. */
  async list(db: Db, actor: Actor, query: ListQuery<WalletFilter>): Promise<Page<Wallet>> {
    const billingEntityIds = await this.needs.billingEntities.filteredIds(db, actor, query.filter);
    return walletRepository.list(db, actor.organizationId, { ...query, billingEntityIds });
  }

  /** A page of the wallets of each customer, by the customer's id. @throws AppError as `list`. */
  async listByCustomer(
    db: Db,
    actor: Actor,
    customerIds: readonly string[],
    query: ListQuery<WalletFilter>,
  ): Promise<Map<string, Page<Wallet>>> {
    const billingEntityIds = await this.needs.billingEntities.filteredIds(db, actor, query.filter);
    return walletRepository.listByCustomer(db, actor.organizationId, customerIds, {
      ...query,
      billingEntityIds,
    });
  }

  /** What wallets have got back of what a voided invoice had used of them, in minor units. Source: wallets.md §4. */
  returnedCents(db: Db, { organizationId }: Actor, invoiceId: string): Promise<bigint> {
    return walletTransactionRepository.sumOfReturns(db, organizationId, invoiceId);
  }

  /** A page of a customer's wallets, in the order in which they pay. */
  listInOrderOfUse(
    db: Db,
    { organizationId }: Actor,
    customerId: string,
    query: WalletsInOrderOfUse,
  ): Promise<Page<Wallet>> {
    return walletRepository.listInOrderOfUse(db, organizationId, customerId, query);
  }

  /** The metrics that wallets are limited to, without deleted ones, by wallet id. */
  async metricsOf(
    db: Db,
    actor: Actor,
    walletIds: readonly string[],
  ): Promise<Map<string, BillableMetric[]>> {
    const rows = await walletRepository.findMetrics(db, actor.organizationId, walletIds);
    const ids = rows.map(({ billableMetricId }) => billableMetricId);
    const metrics = await this.needs.billableMetrics.getMany(db, actor, [...new Set(ids)]);
    const byWallet = groupBy(rows, ({ walletId }) => walletId);
    return new Map(
      [...byWallet].map(([walletId, own]) => [
        walletId,
        own.flatMap(({ billableMetricId }) => metrics.get(billableMetricId) ?? []),
      ]),
    );
  }

  /** @throws AppError `wallet_transaction_not_found`. */
  async getTransaction(db: Db, actor: Actor, id: string): Promise<WalletTransaction> {
    const found = (await this.getTransactions(db, actor, [id].filter(isUuid))).get(id.toLowerCase());
    if (found === undefined) throw notFound('wallet_transaction');
    return found;
  }

  async getTransactions(
    db: Db,
    actor: Actor,
    ids: readonly string[],
  ): Promise<Map<string, WalletTransaction>> {
    if (ids.length === 0) return new Map();
    return indexBy(await walletTransactionRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /**
   * A page of the transactions of each wallet, by the wallet's id.
   * @throws AppError `validation_errors` for metadata that is not text.
   */
  listTransactions(
    db: Db,
    actor: Actor,
    walletIds: readonly string[],
    query: WalletTransactionList,
  ): Promise<Map<string, Page<WalletTransaction>>> {
    return walletTransactionRepository.listByWallet(db, actor.organizationId, walletIds, soughtIn(query));
  }

  /** A page of the transactions of one wallet. @throws AppError `wallet_not_found`; as `listTransactions`. */
  async transactionsOf(
    db: Db,
    actor: Actor,
    walletId: string,
    query: WalletTransactionList,
  ): Promise<Page<WalletTransaction>> {
    const { id } = await this.get(db, actor, { id: walletId });
    return walletTransactionRepository.list(db, actor.organizationId, id, soughtIn(query));
  }

  /**
   * A page of what was used of an inbound transaction, or of what an outbound one has used.
   * @throws AppError `wallet_transaction_not_found`; `transactionType: invalid_transaction_type` for the other direction.
   */
  async consumptionsOf(
    db: Db,
    actor: Actor,
    side: ConsumptionSide,
    transactionId: string,
    page: PageRequest,
  ): Promise<Page<WalletConsumption>> {
    const { id, transactionType } = await this.getTransaction(db, actor, transactionId);
    if (transactionType !== side) throw invalid({ transactionType: ['invalid_transaction_type'] });
    const pages = await this.listConsumptions(db, actor, side, [id], page);
    return pages.get(id) as Page<WalletConsumption>;
  }

  /** A page of the consumptions of each transaction, by the transaction's id. */
  listConsumptions(
    db: Db,
    actor: Actor,
    side: ConsumptionSide,
    transactionIds: readonly string[],
    page: PageRequest,
  ): Promise<Map<string, Page<WalletConsumption>>> {
    return walletTransactionRepository.listConsumptions(db, actor.organizationId, side, transactionIds, page);
  }

  /** Deletes the rows of customers. */
  async deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    await walletRuleRepository.deleteOfCustomers(tx, organizationId, customerIds);
    await walletTransactionRepository.deleteOfCustomers(tx, organizationId, customerIds);
    await walletRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}

/** The query with its checked metadata. An empty value is no condition. Source: wallets.md §9. */
function soughtIn({
  filter: { metadata, ...filter },
  ...query
}: WalletTransactionList): WalletTransactionQuery {
  const sought = Object.entries(filteredValues(metadata ?? {})).filter(([, value]) => value !== '');
  return { ...query, filter, metadata: Object.fromEntries(sought) };
}
