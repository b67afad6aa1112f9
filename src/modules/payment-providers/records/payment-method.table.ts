import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { customers } from '../../customers/records/customer.table.js';
import { paymentProviders } from './payment-provider.table.js';

/** Instruments of customers that payment providers store. Source: payments.md §6. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    paymentProviderId: uuid('payment_provider_id').notNull(),
    /** The provider's id of the instrument. */
    providerMethodId: text('provider_method_id').notNull(),
    /** The provider's id of the customer that the instrument belongs to: it can be charged for no other one. */
    providerCustomerId: text('provider_customer_id').notNull(),
    /** How the provider describes the instrument, in its words; null what it has not reported. */
    kind: text('kind'),
    brand: text('brand'),
    lastDigits: text('last_digits'),
    expiryMonth: integer('expiry_month'),
    expiryYear: integer('expiry_year'),
    /** When the provider has described it; null if it has not yet. */
    describedAt: instant('described_at'),
    isDefault: boolean('is_default').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('payment_methods', table),
    belongsTo(
      'payment_methods_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'payment_methods_provider_fk',
      { organizationId: table.organizationId, reference: table.paymentProviderId },
      paymentProviders,
    ),
    uniqueIndex('payment_methods_instrument')
      .on(table.organizationId, table.customerId, table.paymentProviderId, table.providerMethodId)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex('payment_methods_default')
      .on(table.organizationId, table.customerId)
      .where(sql`${table.isDefault}`),
    index('payment_methods_newest').on(table.organizationId, table.createdAt),
    index('payment_methods_customer').on(table.organizationId, table.customerId, table.createdAt),
    index('payment_methods_named').on(table.organizationId, table.providerMethodId),
  ],
);

export type PaymentMethod = typeof paymentMethods.$inferSelect;
