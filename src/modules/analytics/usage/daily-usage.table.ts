import { boolean, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents, decimal, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';

/**
 * What a local day adds to the usage of a charge in a charges window: the rows of a window add up to its usage. Days that add
 * nothing have no row. Source: analytics.md §6; docs/adr/0087.
 */
export const dailyUsages = pgTable(
  'daily_usages',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    chargeId: uuid('charge_id').notNull(),
    /** The start of the charges window. A day has two rows if the customer's move to another time zone ends a window in it. */
    windowFrom: instant('window_from').notNull(),
    /** The date in the customer's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    billableMetricId: uuid('billable_metric_id').notNull(),
    currency: text('currency').notNull(),
    /** May be negative, as the amount. */
    units: decimal('units').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** True: the invoice of the window has corrected the row, and the days of the window do not change any more. */
    isInvoiced: boolean('is_invoiced').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'daily_usages_row',
      columns: [table.organizationId, table.subscriptionId, table.chargeId, table.windowFrom, table.day],
    }),
    belongsTo(
      'daily_usages_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    index('daily_usages_day').on(table.organizationId, table.day),
  ],
);

export type DailyUsage = typeof dailyUsages.$inferSelect;
