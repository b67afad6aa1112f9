import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { subscriptions } from './subscription.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

/** Conditions for subscriptions to become active. Source: subscriptions.md §12. */
export const activationRules = pgTable(
  'activation_rules',
  {
    id: id(),
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    ruleType: text('rule_type', { enum: ['payment'] }).notNull(),
    /** Hours until the wait ends without success; null or 0: no timeout. */
    timeoutHours: integer('timeout_hours'),
    status: text('status', {
      enum: ['inactive', 'pending', 'satisfied', 'declined', 'failed', 'expired', 'not_applicable'],
    }).notNull(),
    /** Instant of the timeout; null before the wait starts, or without a timeout. */
    expiresAt: instant('expires_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo(
      'activation_rules_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    unique('activation_rules_type').on(table.organizationId, table.subscriptionId, table.ruleType),
    check('activation_rules_timeout', sql`${table.timeoutHours} >= 0`),
  ],
);

export type ActivationRule = typeof activationRules.$inferSelect;
