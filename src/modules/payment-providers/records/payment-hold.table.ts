import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { paymentProviders } from './payment-provider.table.js';

/** Amounts that providers may be holding on payment methods; a row is deleted once its hold is released. Source: docs/adr/0200. */
export const paymentHolds = pgTable(
  'payment_holds',
  {
    id: id(),
    organizationId: organizationId(),
    paymentProviderId: uuid('payment_provider_id').notNull(),
    /** Names what is authorized, so that a repeated request continues the hold; null if none may. */
    requestHash: text('request_hash'),
    providerCustomerId: text('provider_customer_id').notNull(),
    /** The provider's id of the hold; null until it has answered. */
    providerPaymentId: text('provider_payment_id'),
    /** How often the provider was asked to hold the amount. */
    attempts: integer('attempts').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    tenantKey('payment_holds', table),
    belongsTo(
      'payment_holds_provider_fk',
      { organizationId: table.organizationId, reference: table.paymentProviderId },
      paymentProviders,
    ),
    unique('payment_holds_request').on(table.organizationId, table.requestHash),
    index('payment_holds_provider').on(table.organizationId, table.paymentProviderId),
  ],
);

export type PaymentHold = typeof paymentHolds.$inferSelect;
