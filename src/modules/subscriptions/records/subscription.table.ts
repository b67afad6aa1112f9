import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { BILLING_TIMES } from '../../../core/time/plan-interval.js';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { customers } from '../../customers/records/customer.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { invoiceOptions } from '../../payment-providers/invoice-options.js';
import { plans } from '../../plans/plan.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

const SUBSCRIPTION_STATUSES = ['pending', 'incomplete', 'active', 'terminated', 'canceled'] as const;

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    planId: uuid('plan_id').notNull(),
    /** Null: the customer's. */
    billingEntityId: uuid('billing_entity_id'),
    /**
     * The subscription that this one replaces, and how: immediately (upgrade) or from the next period (downgrade). Both null
     * for the first one of a chain (subscriptions.md §1).
     */
    previousSubscriptionId: uuid('previous_subscription_id'),
    changeFromPrevious: text('change_from_previous', { enum: ['upgrade', 'downgrade'] }),
    externalId: text('external_id').notNull(),
    name: text('name'),
    status: text('status', { enum: SUBSCRIPTION_STATUSES }).notNull(),
    billingTime: text('billing_time', { enum: BILLING_TIMES }).notNull(),
    /** The anchor of anniversary periods; fixed for the life of the chain (periods.md §1). */
    subscriptionAt: instant('subscription_at').notNull(),
    startedAt: instant('started_at'),
    /** The instant from which usage is its own; after the start if a subscription that ended then owns that instant's usage. */
    usageFrom: instant('usage_from'),
    /**
     * The last end of a subscription of the customer under the external id before this one, or the first of its chain, started;
     * null without one, and for starts from before this column existed. The local day of the end is paid (periods.md §5).
     */
    restartedAfter: instant('restarted_after'),
    endingAt: instant('ending_at'),
    terminatedAt: instant('terminated_at'),
    canceledAt: instant('canceled_at'),
    /** Why an incomplete subscription was canceled. */
    cancellationReason: text('cancellation_reason', { enum: ['payment_failed', 'timeout'] }),
    activatedAt: instant('activated_at'),
    trialEndedAt: instant('trial_ended_at'),
    onTerminationInvoice: text('on_termination_invoice', { enum: ['generate', 'skip'] })
      .notNull()
      .default('generate'),
    onTerminationCreditNote: text('on_termination_credit_note', {
      enum: ['credit', 'refund', 'offset', 'skip'],
    }),
    ...invoiceOptions(),
    consolidateInvoice: boolean('consolidate_invoice').notNull().default(true),
    progressiveBillingDisabled: boolean('progressive_billing_disabled').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('subscriptions', table),
    belongsTo(
      'subscriptions_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'subscriptions_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    belongsTo(
      'subscriptions_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    foreignKey({
      name: 'subscriptions_previous_fk',
      columns: [table.organizationId, table.previousSubscriptionId],
      foreignColumns: [table.organizationId, table.id],
    }),
    // A subscription that starts in the future occupies its external id; the next one of a chain only when it starts.
    uniqueIndex('subscriptions_one_current')
      .on(table.organizationId, table.externalId)
      .where(
        sql`${table.status} = 'active' or (${table.status} = 'pending' and ${table.previousSubscriptionId} is null)`,
      ),
    uniqueIndex('subscriptions_one_incomplete')
      .on(table.organizationId, table.externalId)
      .where(sql`${table.status} = 'incomplete'`),
    index('subscriptions_previous')
      .on(table.organizationId, table.previousSubscriptionId)
      .where(sql`${table.previousSubscriptionId} is not null`),
    index('subscriptions_external_id').on(table.organizationId, table.externalId),
    index('subscriptions_list').on(table.organizationId, table.subscriptionAt, table.id).concurrently(),
    index('subscriptions_customer').on(table.organizationId, table.customerId),
    index('subscriptions_plan').on(table.organizationId, table.planId),
    check(
      'subscriptions_change',
      sql`num_nonnulls(${table.previousSubscriptionId}, ${table.changeFromPrevious}) in (0, 2)`,
    ),
    check(
      'subscriptions_started',
      sql`${table.status} in ('pending', 'canceled') or ${table.startedAt} is not null`,
    ),
    check('subscriptions_usage_from', sql`num_nonnulls(${table.startedAt}, ${table.usageFrom}) in (0, 2)`),
  ],
);

export type Subscription = typeof subscriptions.$inferSelect;
