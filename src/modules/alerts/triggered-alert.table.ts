import { foreignKey, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, id, instant, organizationId } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { customers } from '../customers/records/customer.table.js';
import { organizations } from '../organizations/records/organization.table.js';
import { ALERT_TYPES, type StoredThreshold } from './alert.table.js';

/**
 * Messages of alerts, with their subscription or wallet as it was then. They stay when alerts change or are deleted.
 * Source: alerts.md §3.
 */
export const triggeredAlerts = pgTable(
  'triggered_alerts',
  {
    id: id(),
    organizationId: organizationId(),
    alertId: uuid('alert_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    externalCustomerId: text('external_customer_id').notNull(),
    subscriptionId: uuid('subscription_id'),
    externalSubscriptionId: text('external_subscription_id'),
    walletId: uuid('wallet_id'),
    walletCode: text('wallet_code'),
    billableMetricCode: text('billable_metric_code'),
    alertType: text('alert_type', { enum: ALERT_TYPES }).notNull(),
    alertCode: text('alert_code').notNull(),
    alertName: text('alert_name'),
    previousValue: decimal('previous_value').notNull(),
    currentValue: decimal('current_value').notNull(),
    /** In the order in which the figure passed them. */
    crossedThresholds: jsonb('crossed_thresholds').$type<readonly StoredThreshold[]>().notNull(),
    triggeredAt: instant('triggered_at').notNull(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('triggered_alerts', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    belongsTo(
      'triggered_alerts_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    index('triggered_alerts_newest').on(table.organizationId, table.triggeredAt),
    index('triggered_alerts_alert').on(table.organizationId, table.alertId, table.triggeredAt),
    index('triggered_alerts_customer').on(table.organizationId, table.customerId),
  ],
);

export type TriggeredAlert = typeof triggeredAlerts.$inferSelect;
