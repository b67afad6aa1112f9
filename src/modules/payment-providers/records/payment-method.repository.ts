import { and, desc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { pagesByParent } from '../../../platform/paging/pages-by-parent.js';
import { idOfCustomerNamed } from '../../customers/records/customer-lookup.js';
import { paymentMethodOrders } from './payment-method.list.js';
import { type PaymentMethod, paymentMethods } from './payment-method.table.js';

/** Filters payment methods; omitted members do not restrict. */
export interface PaymentMethodFilter {
  readonly externalCustomerId?: string | null;
}

export interface PaymentMethodQuery {
  readonly filter: PaymentMethodFilter;
  readonly page: PageRequest;
}

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(paymentMethods.organizationId, organizationId), isNull(paymentMethods.deletedAt), ...conditions);

export const paymentMethodRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<PaymentMethod[]> {
    return db
      .select()
      .from(paymentMethods)
      .where(kept(organizationId, isOneOf(paymentMethods.id, ids)));
  },

  /** Includes deleted methods, which payments refer to. */
  findWithDeleted(db: Db, organizationId: string, ids: readonly string[]): Promise<PaymentMethod[]> {
    return db
      .select()
      .from(paymentMethods)
      .where(and(eq(paymentMethods.organizationId, organizationId), isOneOf(paymentMethods.id, ids)));
  },

  async findDefault(db: Db, organizationId: string, customerId: string): Promise<PaymentMethod | null> {
    const [method] = await db
      .select()
      .from(paymentMethods)
      .where(
        kept(organizationId, eq(paymentMethods.customerId, customerId), eq(paymentMethods.isDefault, true)),
      );
    return method ?? null;
  },

  /** The methods of a connection that a provider calls so. */
  findNamed(
    db: Db,
    organizationId: string,
    paymentProviderId: string,
    providerMethodId: string,
  ): Promise<PaymentMethod[]> {
    return db
      .select()
      .from(paymentMethods)
      .where(
        kept(
          organizationId,
          eq(paymentMethods.paymentProviderId, paymentProviderId),
          eq(paymentMethods.providerMethodId, providerMethodId),
        ),
      )
      .orderBy(desc(paymentMethods.createdAt));
  },

  list(db: Db, organizationId: string, query: PaymentMethodQuery): Promise<Page<PaymentMethod>> {
    return pageOfTable(db, paymentMethods, {
      page: query.page,
      ordering: orderingOf(paymentMethodOrders, query.page),
      where: kept(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** A page of the methods of each customer, by the customer's id. */
  listByCustomer(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
    query: PaymentMethodQuery,
  ): Promise<Map<string, Page<PaymentMethod>>> {
    return pagesByParent(db, paymentMethods, {
      page: query.page,
      parentIds: customerIds,
      belongsTo: (customerId) => eq(paymentMethods.customerId, customerId),
      ordering: orderingOf(paymentMethodOrders, query.page),
      where: kept(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  async insert(tx: Tx, method: PaymentMethod): Promise<void> {
    await tx.insert(paymentMethods).values(method);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<PaymentMethod>): Promise<void> {
    await tx
      .update(paymentMethods)
      .set(changes)
      .where(kept(organizationId, eq(paymentMethods.id, id)));
  },

  /** Takes the default from the customer's other methods. */
  async clearDefault(tx: Tx, organizationId: string, customerId: string, now: Date): Promise<void> {
    await tx
      .update(paymentMethods)
      .set({ isDefault: false, updatedAt: now })
      .where(
        kept(organizationId, eq(paymentMethods.customerId, customerId), eq(paymentMethods.isDefault, true)),
      );
  },

  /** Deletes the customer's methods, but those of a connection. @param except null: all of them. */
  async deleteOfOtherProviders(
    tx: Tx,
    organizationId: string,
    customerId: string,
    except: string | null,
    now: Date,
  ): Promise<void> {
    await tx
      .update(paymentMethods)
      .set({ isDefault: false, deletedAt: now, updatedAt: now })
      .where(
        kept(
          organizationId,
          eq(paymentMethods.customerId, customerId),
          except === null ? undefined : ne(paymentMethods.paymentProviderId, except),
        ),
      );
  },

  async deleteOfProvider(
    tx: Tx,
    organizationId: string,
    paymentProviderId: string,
    now: Date,
  ): Promise<void> {
    await tx
      .update(paymentMethods)
      .set({ isDefault: false, deletedAt: now, updatedAt: now })
      .where(kept(organizationId, eq(paymentMethods.paymentProviderId, paymentProviderId)));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(paymentMethods)
      .where(
        and(
          eq(paymentMethods.organizationId, organizationId),
          isOneOf(paymentMethods.customerId, customerIds),
        ),
      );
  },
};

function conditionsOf(db: Db, organizationId: string, { filter }: PaymentMethodQuery): (SQL | undefined)[] {
  return [
    ...comparisons(paymentMethodOrders, filter),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(paymentMethods.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
  ];
}
