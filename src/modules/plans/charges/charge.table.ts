import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ChargeModel, ChargeProperties } from '../../../core/rating/charge-models.js';
import {
  cents,
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { belongsTo, parentKey, refersTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { billableMetrics } from '../../billable-metrics/billable-metric.table.js';
import { pricingUnits } from '../../pricing-units/pricing-unit.table.js';
import { type TaxList, taxes } from '../../taxes/tax.table.js';
import { isOffered, plans } from '../plan.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

/** All models of the contract; those that can be rated are the `ChargeModel` of `core/rating`. */
export const CHARGE_MODELS = [
  'standard',
  'graduated',
  'package',
  'percentage',
  'volume',
  'graduated_percentage',
  'dynamic',
  'custom',
] as const;

export const charges = pgTable(
  'charges',
  {
    id: id(),
    organizationId: organizationId(),
    planId: uuid('plan_id').notNull(),
    billableMetricId: uuid('billable_metric_id').notNull(),
    /** On the plan of one subscription: the charge that this one was copied from. */
    parentId: uuid('parent_id'),
    code: text('code').notNull(),
    invoiceDisplayName: text('invoice_display_name'),
    chargeModel: text('charge_model').$type<ChargeModel>().notNull(),
    /** The model's properties, in the form that `core/rating` reads. */
    properties: jsonb('properties').$type<ChargeProperties>().notNull(),
    payInAdvance: boolean('pay_in_advance').notNull().default(false),
    /** False: fees of single events are standalone, on no invoice (charges.md §8). */
    invoiceable: boolean('invoiceable').notNull().default(true),
    /** True: events may name the wallet that pays for them (wallets.md §4). Null: not set. */
    acceptsTargetWallet: boolean('accepts_target_wallet'),
    regroupPaidFees: text('regroup_paid_fees', { enum: ['invoice'] }),
    prorated: boolean('prorated').notNull().default(false),
    /** Spending minimum per period, in minor units of the currency, or pricing unit, of the prices (charges.md §9). */
    minAmountCents: cents('min_amount_cents')
      .notNull()
      .default(sql`0`),
    /** Pricing unit of the prices; null: they are in the plan's currency (charges.md §10). */
    pricingUnitId: uuid('pricing_unit_id'),
    /** Currency units per pricing unit. */
    conversionRate: decimal('conversion_rate'),
    /** Index in the plan's list that was sent. */
    position: integer('position').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('charges', table),
    belongsTo('charges_plan_fk', { organizationId: table.organizationId, reference: table.planId }, plans),
    belongsTo(
      'charges_metric_fk',
      { organizationId: table.organizationId, reference: table.billableMetricId },
      billableMetrics,
    ),
    belongsTo(
      'charges_pricing_unit_fk',
      { organizationId: table.organizationId, reference: table.pricingUnitId },
      pricingUnits,
    ),
    parentKey('charges_parent_fk', table),
    uniqueIndex('charges_code')
      .on(table.organizationId, table.planId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('charges_metric').on(table.organizationId, table.billableMetricId),
    check('charges_min_amount', sql`${table.minAmountCents} >= 0`),
    check('charges_invoiceable', sql`${table.invoiceable} or ${table.payInAdvance}`),
    check('charges_pricing_unit', sql`(${table.pricingUnitId} is null) = (${table.conversionRate} is null)`),
  ],
);

export const chargeTaxes = pgTable(
  'charge_taxes',
  {
    organizationId: organizationId(),
    chargeId: uuid('charge_id').notNull(),
    taxId: uuid('tax_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.chargeId, table.taxId] }),
    belongsTo(
      'charge_taxes_charge_fk',
      { organizationId: table.organizationId, reference: table.chargeId },
      charges,
    ),
    belongsTo('charge_taxes_tax_fk', { organizationId: table.organizationId, reference: table.taxId }, taxes),
    index('charge_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

export const chargeTaxList: TaxList = {
  table: chargeTaxes,
  ownerId: chargeTaxes.chargeId,
  isInUse: sql`exists (
    select from ${charges} join ${plans} on ${refersTo(charges.planId, plans)}
    where ${refersTo(chargeTaxes.chargeId, charges)} and ${charges.deletedAt} is null and ${isOffered})`,
};

export type Charge = typeof charges.$inferSelect;
