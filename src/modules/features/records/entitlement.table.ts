import { boolean, index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { features } from './feature.table.js';

/** A value of a privilege, of the type that the privilege declares. */
export type PrivilegeValue = number | boolean | string;

/** Values of a feature's privileges, by the code of the privilege. */
export type PrivilegeValues = Readonly<Record<string, PrivilegeValue>>;

/** The features that sold plans grant, with values of their privileges. Source: entitlements.md §3. */
export const planEntitlements = pgTable(
  'plan_entitlements',
  {
    organizationId: organizationId(),
    planId: uuid('plan_id').notNull(),
    featureId: uuid('feature_id').notNull(),
    /** The order in which features were added to the plan. */
    position: integer('position').notNull(),
    values: jsonb('values').$type<PrivilegeValues>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.planId, table.featureId] }),
    belongsTo(
      'plan_entitlements_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    belongsTo(
      'plan_entitlements_feature_fk',
      { organizationId: table.organizationId, reference: table.featureId },
      features,
    ),
    index('plan_entitlements_feature').on(table.organizationId, table.featureId),
  ],
);

/** How single subscriptions differ from their plans; without a row they do not. Source: entitlements.md §4. */
export const subscriptionEntitlements = pgTable(
  'subscription_entitlements',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    featureId: uuid('feature_id').notNull(),
    /** The order in which features were added to the subscription. */
    position: integer('position').notNull(),
    /** True if the subscription entitles to the feature whether its plan grants it or not. */
    isOwn: boolean('is_own').notNull(),
    /** True if the subscription does not entitle to the feature, even if its plan grants it. */
    isRemoved: boolean('is_removed').notNull(),
    /** Values in place of the plan's. A feature with one is in force without the plan, too. */
    values: jsonb('values').$type<PrivilegeValues>().notNull(),
    /** Codes of privileges that the subscription lacks, even if its plan gives them a value. */
    removedPrivileges: jsonb('removed_privileges').$type<readonly string[]>().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'subscription_entitlements_pk',
      columns: [table.organizationId, table.subscriptionId, table.featureId],
    }),
    belongsTo(
      'subscription_entitlements_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    belongsTo(
      'subscription_entitlements_feature_fk',
      { organizationId: table.organizationId, reference: table.featureId },
      features,
    ),
    index('subscription_entitlements_feature').on(table.organizationId, table.featureId),
  ],
);

export type PlanEntitlementRow = typeof planEntitlements.$inferSelect;
export type SubscriptionEntitlementRow = typeof subscriptionEntitlements.$inferSelect;
