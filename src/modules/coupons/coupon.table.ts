import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  cents,
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
import { customers } from '../customers/records/customer.table.js';
import { organizations } from '../organizations/records/organization.table.js';
import { plans } from '../plans/plan.table.js';

export const COUPON_STATUSES = ['active', 'terminated'] as const;
export const COUPON_FREQUENCIES = ['once', 'recurring', 'forever'] as const;

/** Discounts that customers can be given. Source: coupons.md §1. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    couponType: text('coupon_type', { enum: ['fixed_amount', 'percentage'] }).notNull(),
    /** Of a fixed amount; stored without effect for a percentage, as the rate is for a fixed amount. */
    amountCents: cents('amount_cents'),
    amountCurrency: text('amount_currency'),
    percentageRate: decimal('percentage_rate'),
    frequency: text('frequency', { enum: COUPON_FREQUENCIES }).notNull(),
    /** Number of invoices; null unless the frequency is `recurring`. */
    frequencyDuration: integer('frequency_duration'),
    expiration: text('expiration', { enum: ['no_expiration', 'time_limit'] }).notNull(),
    expirationAt: instant('expiration_at'),
    reusable: boolean('reusable').notNull(),
    /** What the coupon is limited to, by `coupon_limits`; null: all fees. */
    limitedTo: text('limited_to', { enum: ['plans', 'billable_metrics'] }),
    status: text('status', { enum: COUPON_STATUSES }).notNull(),
    terminatedAt: instant('terminated_at'),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('coupons', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('coupons_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('coupons_list').on(
      table.organizationId,
      table.status,
      table.expiration,
      table.expirationAt,
      table.createdAt.desc(),
      table.id,
    ),
    index('coupons_newest').on(table.organizationId, table.createdAt),
    index('coupons_name').on(table.organizationId, table.name, table.id),
    index('coupons_expiring')
      .on(table.expirationAt)
      .where(sql`${table.status} = 'active' and ${table.expiration} = 'time_limit'`),
  ],
);

/** The plans or metrics that a coupon is limited to. A plan stands for its overrides, too. */
export const couponLimits = pgTable(
  'coupon_limits',
  {
    organizationId: organizationId(),
    couponId: uuid('coupon_id').notNull(),
    planId: uuid('plan_id'),
    billableMetricId: uuid('billable_metric_id'),
  },
  (table) => [
    belongsTo(
      'coupon_limits_coupon_fk',
      { organizationId: table.organizationId, reference: table.couponId },
      coupons,
    ),
    belongsTo(
      'coupon_limits_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    belongsTo(
      'coupon_limits_metric_fk',
      { organizationId: table.organizationId, reference: table.billableMetricId },
      billableMetrics,
    ),
    uniqueIndex('coupon_limits_target').on(
      table.organizationId,
      table.couponId,
      table.planId,
      table.billableMetricId,
    ),
    index('coupon_limits_plan').on(table.organizationId, table.planId),
    index('coupon_limits_metric').on(table.organizationId, table.billableMetricId),
    check('coupon_limits_one', sql`num_nonnulls(${table.planId}, ${table.billableMetricId}) = 1`),
  ],
);

/** Coupons given to customers, with the values at that time and what is left of them. Source: coupons.md §2, §3. */
export const appliedCoupons = pgTable(
  'applied_coupons',
  {
    id: id(),
    organizationId: organizationId(),
    couponId: uuid('coupon_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    status: text('status', { enum: COUPON_STATUSES }).notNull(),
    amountCents: cents('amount_cents'),
    /** What is left of an amount that is given once; null for all others. */
    amountCentsRemaining: cents('amount_cents_remaining'),
    amountCurrency: text('amount_currency'),
    percentageRate: decimal('percentage_rate'),
    frequency: text('frequency', { enum: COUPON_FREQUENCIES }).notNull(),
    /** Numbers of invoices; null unless the frequency is `recurring`. */
    frequencyDuration: integer('frequency_duration'),
    frequencyDurationRemaining: integer('frequency_duration_remaining'),
    terminatedAt: instant('terminated_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('applied_coupons', table),
    belongsTo(
      'applied_coupons_coupon_fk',
      { organizationId: table.organizationId, reference: table.couponId },
      coupons,
    ),
    belongsTo(
      'applied_coupons_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    index('applied_coupons_newest').on(table.organizationId, table.createdAt),
    index('applied_coupons_customer').on(table.organizationId, table.customerId, table.createdAt),
    index('applied_coupons_coupon').on(table.organizationId, table.couponId, table.createdAt),
    check('applied_coupons_remaining', sql`${table.amountCentsRemaining} >= 0`),
    check('applied_coupons_duration_remaining', sql`${table.frequencyDurationRemaining} >= 0`),
  ],
);

export type Coupon = typeof coupons.$inferSelect;
export type CouponLimitRow = typeof couponLimits.$inferSelect;
export type AppliedCoupon = typeof appliedCoupons.$inferSelect;
