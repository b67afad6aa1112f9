import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bytes,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { organizations } from '../../organizations/records/organization.table.js';

/** Settings of a connection that are no secrets. */
export interface ProviderSettings {
  /** Whether a payer who has to be present for a payment is asked to confirm it. */
  readonly supports3ds?: boolean;
  readonly requireTermsOfServiceConsent?: boolean;
  /** At Adyen: the account that is paid, and the beginning of the addresses of a live one. */
  readonly merchantAccount?: string;
  readonly livePrefix?: string;
}

/** Connections: accounts of organizations at payment providers. Source: payment-providers.md §2. */
export const paymentProviders = pgTable(
  'payment_providers',
  {
    id: id(),
    organizationId: organizationId().references(() => organizations.id),
    /** The implementation; see `ProviderTypes`. */
    providerType: text('provider_type').notNull(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    successRedirectUrl: text('success_redirect_url'),
    settings: jsonb('settings').$type<ProviderSettings>().notNull(),
    /** The secrets as encrypted JSON; null if the type has none. */
    secrets: bytes('secrets'),
    /** Payments and payment methods refer to deleted connections, so their rows are kept. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('payment_providers', table),
    uniqueIndex('payment_providers_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('payment_providers_newest').on(table.organizationId, table.createdAt),
  ],
);

export type PaymentProviderRow = typeof paymentProviders.$inferSelect;
