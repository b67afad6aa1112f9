import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { keptRows, recordsOf } from '../../../platform/paging/records.js';
import { customers } from '../../customers/records/customer.table.js';
import { paymentProviderOrders } from './payment-provider.list.js';
import { type PaymentProviderRow, paymentProviders } from './payment-provider.table.js';

const kept = keptRows(paymentProviders);

export const paymentProviderRepository = {
  ...recordsOf(paymentProviders, {
    kept,
    orders: paymentProviderOrders,
    search: [paymentProviders.name, paymentProviders.code],
  }),

  findOfType(db: Db, organizationId: string, type: string): Promise<PaymentProviderRow[]> {
    return db
      .select()
      .from(paymentProviders)
      .where(kept(organizationId, eq(paymentProviders.providerType, type)));
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
