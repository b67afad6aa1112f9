import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { PLAN_INTERVALS } from '../../core/time/plan-interval.js';
import {
  cents,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../platform/db/tables/columns.js';
import { belongsTo, parentKey, refersTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import type { MetadataMap } from '../../platform/metadata/metadata-map.js';
import { organizations } from '../organizations/records/organization.table.js';
import { type TaxList, taxes } from '../taxes/tax.table.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';

export const plans = pgTable(
  'plans',
  {
    id: id(),
    organizationId: organizationId(),
    /** The sold plan that this own plan of a subscription was copied from; null for a sold plan (subscriptions.md §9). */
    parentId: uuid('parent_id'),
    code: text('code').notNull(),
    name: text('name').notNull(),
    invoiceDisplayName: text('invoice_display_name'),
    description: text('description'),
    interval: text('interval', { enum: PLAN_INTERVALS }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    amountCurrency: text('amount_currency').notNull(),
    payInAdvance: boolean('pay_in_advance').notNull(),
    /** Days without a subscription fee; null or 0: no trial (subscription-fee.md §5). */
    trialPeriodDays: integer('trial_period_days'),
    /** Null unless the interval is yearly or semiannual (periods.md §6). */
    billChargesMonthly: boolean('bill_charges_monthly'),
    billFixedChargesMonthly: boolean('bill_fixed_charges_monthly'),
    metadata: jsonb('metadata').$type<MetadataMap>(),
    /** True if it will be deleted once its subscriptions have ended. */
    pendingDeletion: boolean('pending_deletion').notNull().default(false),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('plans', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('plans_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null and ${table.parentId} is null`),
    parentKey('plans_parent_fk', table),
    index('plans_parent')
      .on(table.organizationId, table.parentId)
      .where(sql`${table.parentId} is not null`),
    index('plans_name').on(table.organizationId, table.name, table.id).concurrently(),
    index('plans_newest').on(table.organizationId, table.createdAt),
    check('plans_amount', sql`${table.amountCents} >= 0`),
    check('plans_trial', sql`${table.trialPeriodDays} >= 0`),
  ],
);

export const planTaxes = pgTable(
  'plan_taxes',
  { organizationId: organizationId(), planId: uuid('plan_id').notNull(), taxId: uuid('tax_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.planId, table.taxId] }),
    belongsTo('plan_taxes_plan_fk', { organizationId: table.organizationId, reference: table.planId }, plans),
    belongsTo('plan_taxes_tax_fk', { organizationId: table.organizationId, reference: table.taxId }, taxes),
    index('plan_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

/** The condition for plans that are offered: neither deleted nor made for one subscription. */
export const isOffered = sql`${plans.deletedAt} is null and ${plans.parentId} is null`;

export const planTaxList: TaxList = {
  table: planTaxes,
  ownerId: planTaxes.planId,
  isInUse: sql`exists (
    select from ${plans} where ${refersTo(planTaxes.planId, plans)} and ${isOffered})`,
};

export type Plan = typeof plans.$inferSelect;
