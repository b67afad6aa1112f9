import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { billableMetrics } from '../billable-metrics/billable-metric.table.js';
import { organizations } from '../organizations/records/organization.table.js';
import { wallets } from '../wallets/records/wallet.table.js';

export const ALERT_TYPES = [
  'current_usage_amount',
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
  'lifetime_usage_amount',
  'billable_metric_lifetime_usage_units',
  'wallet_balance_amount',
  'wallet_credits_balance',
  'wallet_ongoing_balance_amount',
  'wallet_credits_ongoing_balance',
] as const;

export type AlertType = (typeof ALERT_TYPES)[number];

/** A threshold as it is stored: its value is a decimal as text. */
export interface StoredThreshold {
  readonly code: string | null;
  readonly value: string;
  readonly recurring: boolean;
}

/** Watch a figure of a subscription or of a wallet. Source: alerts.md §1. */
export const alerts = pgTable(
  'alerts',
  {
    id: id(),
    organizationId: organizationId(),
    /** Belongs to whichever subscription has the id: the alert stays when the plan changes. Null: of a wallet. */
    externalSubscriptionId: text('external_subscription_id'),
    walletId: uuid('wallet_id'),
    billableMetricId: uuid('billable_metric_id'),
    alertType: text('alert_type', { enum: ALERT_TYPES }).notNull(),
    /** Unique among the alerts of the owner. */
    code: text('code').notNull(),
    name: text('name'),
    /** Read and replaced as a whole: the one-time ones ascending, then the recurring one. */
    thresholds: jsonb('thresholds').$type<readonly StoredThreshold[]>().notNull(),
    /** The figure at the last review. */
    previousValue: decimal('previous_value').notNull(),
    lastProcessedAt: instant('last_processed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('alerts', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    belongsTo(
      'alerts_wallet_fk',
      { organizationId: table.organizationId, reference: table.walletId },
      wallets,
    ),
    belongsTo(
      'alerts_metric_fk',
      { organizationId: table.organizationId, reference: table.billableMetricId },
      billableMetrics,
    ),
    uniqueIndex('alerts_subscription_code').on(
      table.organizationId,
      table.externalSubscriptionId,
      table.code,
    ),
    uniqueIndex('alerts_wallet_code').on(table.organizationId, table.walletId, table.code),
    // An owner has one alert of a type, or one for each metric.
    uniqueIndex('alerts_subscription_type')
      .on(table.organizationId, table.externalSubscriptionId, table.alertType)
      .where(sql`${table.billableMetricId} is null`),
    uniqueIndex('alerts_metric').on(
      table.organizationId,
      table.billableMetricId,
      table.externalSubscriptionId,
      table.alertType,
    ),
    uniqueIndex('alerts_wallet_type').on(table.organizationId, table.walletId, table.alertType),
    index('alerts_newest').on(table.organizationId, table.createdAt),
    check('alerts_owner', sql`num_nonnulls(${table.externalSubscriptionId}, ${table.walletId}) = 1`),
    check(
      'alerts_metric_of_type',
      sql`(${table.billableMetricId} is not null) = starts_with(${table.alertType}, 'billable_metric_')`,
    ),
    check(
      'alerts_type_of_owner',
      sql`(${table.walletId} is not null) = starts_with(${table.alertType}, 'wallet_')`,
    ),
  ],
);

export type Alert = typeof alerts.$inferSelect;
