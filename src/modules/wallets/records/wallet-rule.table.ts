import { sql } from 'drizzle-orm';
import { invoiceOptions } from '../../payment-providers/invoice-options.js';
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { WALLET_STATUSES, wallets } from './wallet.table.js';
import type { TransactionMetadata } from './wallet-transaction.table.js';

export const RULE_TRIGGERS = ['interval', 'threshold'] as const;
export const RULE_METHODS = ['fixed', 'target'] as const;
export const RULE_INTERVALS = ['weekly', 'monthly', 'quarterly', 'semiannual', 'yearly'] as const;

/** When and by how much wallets are topped up on their own. A wallet has one active rule at most. Source: wallets.md §5. */
export const walletRules = pgTable(
  'wallet_rules',
  {
    id: id(),
    organizationId: organizationId(),
    walletId: uuid('wallet_id').notNull(),
    status: text('status', { enum: WALLET_STATUSES }).notNull(),
    trigger: text('trigger', { enum: RULE_TRIGGERS }).notNull(),
    method: text('method', { enum: RULE_METHODS }).notNull(),
    interval: text('interval', { enum: RULE_INTERVALS }),
    thresholdCredits: decimal('threshold_credits'),
    targetOngoingBalance: decimal('target_ongoing_balance'),
    paidCredits: decimal('paid_credits').notNull(),
    grantedCredits: decimal('granted_credits').notNull(),
    grantsTargetTopUp: boolean('grants_target_top_up').notNull(),
    startedAt: instant('started_at'),
    expirationAt: instant('expiration_at'),
    terminatedAt: instant('terminated_at'),
    transactionName: text('transaction_name'),
    transactionMetadata: jsonb('transaction_metadata').$type<readonly TransactionMetadata[]>().notNull(),
    /** Null: as the wallet says. */
    invoiceRequiresSuccessfulPayment: boolean('invoice_requires_successful_payment'),
    ignorePaidTopUpLimits: boolean('ignore_paid_top_up_limits').notNull(),
    /** Null: as the wallet says. */
    ...invoiceOptions(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('wallet_rules', table),
    belongsTo(
      'wallet_rules_wallet_fk',
      { organizationId: table.organizationId, reference: table.walletId },
      wallets,
    ),
    uniqueIndex('wallet_rules_active')
      .on(table.organizationId, table.walletId)
      .where(sql`${table.status} = 'active'`),
    index('wallet_rules_wallet').on(table.organizationId, table.walletId),
    // Finds the wallets to look after.
    index('wallet_rules_thresholds')
      .on(table.organizationId, table.walletId)
      .where(sql`${table.status} = 'active' and ${table.trigger} = 'threshold'`),
    check(
      'wallet_rules_trigger_values',
      sql`case ${table.trigger}
      when 'interval' then ${table.interval} is not null else ${table.thresholdCredits} is not null end`,
    ),
    check(
      'wallet_rules_target',
      sql`${table.method} <> 'target' or ${table.targetOngoingBalance} is not null`,
    ),
  ],
);

export type WalletRule = typeof walletRules.$inferSelect;
