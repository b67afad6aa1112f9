import { sql } from 'drizzle-orm';
import {
  bigint,
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
import {
  FIXED_CHARGE_MODELS,
  type FixedChargeModel,
} from '../../../core/fixed-charges/fixed-charge-rules.js';
import type { ChargePropertiesByModel } from '../../../core/rating/charge-models.js';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo, parentKey, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { addOns } from '../../add-ons/add-on.table.js';
import { type TaxList, taxes } from '../../taxes/tax.table.js';
import { plans } from '../plan.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

/** A quantity of an add-on that a plan bills each period, without events. Source: fixed-charges-and-commitments.md §1. */
export const fixedCharges = pgTable(
  'fixed_charges',
  {
    id: id(),
    organizationId: organizationId(),
    planId: uuid('plan_id').notNull(),
    addOnId: uuid('add_on_id').notNull(),
    /** On the plan of one subscription: the fixed charge that this one was copied from. */
    parentId: uuid('parent_id'),
    code: text('code').notNull(),
    invoiceDisplayName: text('invoice_display_name'),
    chargeModel: text('charge_model', { enum: FIXED_CHARGE_MODELS }).notNull(),
    properties: jsonb('properties').$type<ChargePropertiesByModel[FixedChargeModel]>().notNull(),
    /** The plan's units; those of subscriptions are in `fixed_charge_units`. */
    units: bigint('units', { mode: 'bigint' }).notNull(),
    payInAdvance: boolean('pay_in_advance').notNull(),
    prorated: boolean('prorated').notNull(),
    /** Index in the plan's list that was sent. */
    position: integer('position').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('fixed_charges', table),
    belongsTo(
      'fixed_charges_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    belongsTo(
      'fixed_charges_add_on_fk',
      { organizationId: table.organizationId, reference: table.addOnId },
      addOns,
    ),
    parentKey('fixed_charges_parent_fk', table),
    uniqueIndex('fixed_charges_code')
      .on(table.organizationId, table.planId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('fixed_charges_add_on').on(table.organizationId, table.addOnId),
    check('fixed_charges_units', sql`${table.units} >= 0`),
  ],
);

export const fixedChargeTaxes = pgTable(
  'fixed_charge_taxes',
  {
    organizationId: organizationId(),
    fixedChargeId: uuid('fixed_charge_id').notNull(),
    taxId: uuid('tax_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.fixedChargeId, table.taxId] }),
    belongsTo(
      'fixed_charge_taxes_fixed_charge_fk',
      { organizationId: table.organizationId, reference: table.fixedChargeId },
      fixedCharges,
    ),
    belongsTo(
      'fixed_charge_taxes_tax_fk',
      { organizationId: table.organizationId, reference: table.taxId },
      taxes,
    ),
    index('fixed_charge_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

export const fixedChargeTaxList: TaxList = {
  table: fixedChargeTaxes,
  ownerId: fixedChargeTaxes.fixedChargeId,
};

export type FixedCharge = typeof fixedCharges.$inferSelect;
