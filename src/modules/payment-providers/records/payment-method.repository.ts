import { and, desc, eq, ne, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import type { PageRequest } from '../../../platform/paging/page.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { keptRows, recordsOf } from '../../../platform/paging/records.js';
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

const kept = keptRows(paymentMethods);

const lists = listsOf(paymentMethods, {
  kept,
  orders: paymentMethodOrders,
  conditions: conditionsOf,
});

export const paymentMethodRepository = {
  ...recordsOf(paymentMethods, { kept }),

  list: lists.list,

  /** A page of the methods of each customer, by the customer's id. */
  listByCustomer: lists.listBy(paymentMethods.customerId),

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
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(paymentMethods.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
  ];
}
