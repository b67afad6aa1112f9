import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { id, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { paymentProviders } from './payment-provider.table.js';

/** Messages that providers have sent, with a valid signature. Source: payment-providers.md §8. */
export const providerMessages = pgTable(
  'provider_messages',
  {
    id: id(),
    organizationId: organizationId(),
    paymentProviderId: uuid('payment_provider_id').notNull(),
    /** The provider's id of the event, which it may send several times. */
    providerEventId: text('provider_event_id').notNull(),
    eventType: text('event_type').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Null until what it says has been recorded. */
    processedAt: instant('processed_at'),
  },
  (table) => [
    tenantKey('provider_messages', table),
    belongsTo(
      'provider_messages_provider_fk',
      { organizationId: table.organizationId, reference: table.paymentProviderId },
      paymentProviders,
    ),
    unique('provider_messages_event').on(
      table.organizationId,
      table.paymentProviderId,
      table.providerEventId,
    ),
    index('provider_messages_received').on(table.receivedAt),
  ],
);

export type ProviderMessage = typeof providerMessages.$inferSelect;
