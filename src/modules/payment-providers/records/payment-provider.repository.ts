import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import { customers } from '../../customers/records/customer.table.js';
import { paymentProviderOrders } from './payment-provider.list.js';
import { type PaymentProviderRow, paymentProviders } from './payment-provider.table.js';

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(paymentProviders.organizationId, organizationId), isNull(paymentProviders.deletedAt), ...conditions);

export const paymentProviderRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<PaymentProviderRow[]> {
    return db
      .select()
      .from(paymentProviders)
      .where(kept(organizationId, isOneOf(paymentProviders.id, ids)));
  },

  /** Includes deleted connections, which payments refer to. */
  findWithDeleted(db: Db, organizationId: string, ids: readonly string[]): Promise<PaymentProviderRow[]> {
    return db
      .select()
      .from(paymentProviders)
      .where(and(eq(paymentProviders.organizationId, organizationId), isOneOf(paymentProviders.id, ids)));
  },

  findOfType(db: Db, organizationId: string, type: string): Promise<PaymentProviderRow[]> {
    return db
      .select()
      .from(paymentProviders)
      .where(kept(organizationId, eq(paymentProviders.providerType, type)));
  },

  list(
    db: Db,
    organizationId: string,
    { filter, search, page }: ListQuery,
  ): Promise<Page<PaymentProviderRow>> {
    return pageOfTable(db, paymentProviders, {
      page,
      ordering: orderingOf(paymentProviderOrders, page),
      where: kept(
        organizationId,
        ...comparisons(paymentProviderOrders, filter),
        ifGiven(search, (term) => containsText([paymentProviders.name, paymentProviders.code], term)),
      ),
    });
  },

  async insert(tx: Tx, row: PaymentProviderRow): Promise<void> {
    await tx.insert(paymentProviders).values(row);
  },

  async update(
    tx: Tx,
    organizationId: string,
    id: string,
    changes: Partial<PaymentProviderRow>,
  ): Promise<void> {
    await tx
      .update(paymentProviders)
      .set(changes)
      .where(kept(organizationId, eq(paymentProviders.id, id)));
  },

  /** Changes the customers that name a connection, by its type and code. @param code null: by its type alone. */
  async updateCustomersOf(
    tx: Tx,
    organizationId: string,
    { providerType, code }: { readonly providerType: string; readonly code: string | null },
    to: Partial<typeof customers.$inferSelect>,
  ): Promise<void> {
    await tx
      .update(customers)
      .set(to)
      .where(
        and(
          eq(customers.organizationId, organizationId),
          eq(customers.paymentProvider, providerType),
          code === null ? isNull(customers.paymentProviderCode) : eq(customers.paymentProviderCode, code),
        ),
      );
  },

  /** The connections of all organizations that have secrets. */
  async findWithSecrets(db: Db): Promise<PaymentProviderRow[]> {
    return db
      .select()
      .from(paymentProviders)
      .where(and(isNotNull(paymentProviders.secrets), isNull(paymentProviders.deletedAt)))
      .orderBy(paymentProviders.id);
  },
};
