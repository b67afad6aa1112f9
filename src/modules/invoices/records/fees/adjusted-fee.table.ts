import { boolean, index, json, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, decimal, id, organizationId } from '../../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../../platform/db/tables/tenant-keys.js';
import { charges } from '../../../plans/charges/charge.table.js';
import { fixedCharges } from '../../../plans/fixed-charges/fixed-charge.table.js';
import { subscriptions } from '../../../subscriptions/records/subscription.table.js';
import { invoices } from '../invoice.table.js';

/** The fees that can be adjusted: true-ups are computed from others. */
export const ADJUSTABLE_FEE_TYPES = ['subscription', 'charge', 'fixed_charge'] as const;

/**
 * Changes by hand to a fee of a draft invoice. The fee is created again at each refresh, so it is named by what it bills.
 * Source: invoices.md §6.
 */
export const adjustedFees = pgTable(
  'adjusted_fees',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    feeType: text('fee_type', { enum: ADJUSTABLE_FEE_TYPES }).notNull(),
    /** Of the sold plan, also if the subscription has a plan of its own; so is the fixed charge. */
    chargeId: uuid('charge_id'),
    fixedChargeId: uuid('fixed_charge_id'),
    /** Values of the charge filter; null for the default bucket. */
    filterValues: json('filter_values').$type<Readonly<Record<string, readonly string[]>>>(),
    /** Values of the pricing group keys. */
    groupedBy: jsonb('grouped_by').$type<Readonly<Record<string, string | null>>>().notNull(),
    /** True for usage on the day of an end, which has a window of its own on the closing invoice (periods.md §11). */
    isOfDayOfEnd: boolean('is_of_day_of_end').notNull().default(false),
    /** Null: as computed, and so is the price. */
    units: decimal('units'),
    /** In minor units of the currency or pricing unit of the prices. Null: as the units are priced. */
    unitAmountCents: decimal('unit_amount_cents'),
    /** Null: as computed. */
    invoiceDisplayName: text('invoice_display_name'),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('adjusted_fees', table),
    belongsTo(
      'adjusted_fees_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'adjusted_fees_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    belongsTo(
      'adjusted_fees_charge_fk',
      { organizationId: table.organizationId, reference: table.chargeId },
      charges,
    ),
    belongsTo(
      'adjusted_fees_fixed_charge_fk',
      { organizationId: table.organizationId, reference: table.fixedChargeId },
      fixedCharges,
    ),
    index('adjusted_fees_invoice').on(table.organizationId, table.invoiceId),
  ],
);

export type AdjustedFee = typeof adjustedFees.$inferSelect;
