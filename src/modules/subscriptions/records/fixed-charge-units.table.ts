import { bigint, boolean, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { fixedCharges } from '../../plans/fixed-charges/fixed-charge.table.js';
import { subscriptions } from './subscription.table.js';

/**
 * The quantities of a fixed charge for one subscription, over time. Rows are only added. Of those that apply to a window,
 * the one created last counts; ids are in order of creation.
 * Source: fixed-charges-and-commitments.md §2.
 */
export const fixedChargeUnits = pgTable(
  'fixed_charge_units',
  {
    id: id(),
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    fixedChargeId: uuid('fixed_charge_id').notNull(),
    units: bigint('units', { mode: 'bigint' }).notNull(),
    effectiveAt: instant('effective_at').notNull(),
    /** True if the units override those of the plan, whose later changes then do not apply (§7). */
    isOwn: boolean('is_own').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    tenantKey('fixed_charge_units', table),
    belongsTo(
      'fixed_charge_units_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    belongsTo(
      'fixed_charge_units_fixed_charge_fk',
      { organizationId: table.organizationId, reference: table.fixedChargeId },
      fixedCharges,
    ),
    index('fixed_charge_units_subscription').on(table.organizationId, table.subscriptionId),
  ],
);

export type FixedChargeUnits = typeof fixedChargeUnits.$inferSelect;
