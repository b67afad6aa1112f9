import { sql } from 'drizzle-orm';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { wallets } from './records/wallet.table.js';
import { walletRules } from './records/wallet-rule.table.js';

/** What a transaction has used, or what was used of it; `side` is the column that names it. */
const used = (side: 'inbound_id' | 'outbound_id') => sql`
  (select coalesce(sum(use.amount_cents), 0) from wallet_consumptions as use
   where use.organization_id = entry.organization_id and use.${sql.identifier(side)} = entry.id)`;

/** What `verify` compares of wallets. Sources: docs/adr/0068; wallets.md §1, §3. */
export const WALLET_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'wallet_balances',
    claim: 'Every wallet is what its transactions add up to.',
    records: wallets,
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('balance_cents', batch.balance_cents::text, 'credits_balance', batch.credits_balance::text,
          'unbalanced_transactions', ledger.unbalanced::text) as stored,
        json_build_object('balance_cents', ledger.balance_cents::text, 'credits_balance', ledger.credits_balance::text,
          'remaining_cents', ledger.remaining_cents::text) as expected
      from batch cross join lateral (
        select
          coalesce(sum(case when is_inbound then amount_cents else -amount_cents end), 0) as balance_cents,
          coalesce(sum(case when is_inbound then credit_amount else -credit_amount end), 0) as credits_balance,
          coalesce(sum(remaining_amount_cents), 0) as remaining_cents,
          count(*) filter (where case
            when is_inbound then amount_cents - remaining_amount_cents <> ${used('inbound_id')}
            else amount_cents <> ${used('outbound_id')} end) as unbalanced
        from (
          select *, transaction_type = 'inbound' as is_inbound from wallet_transactions
          where organization_id = batch.organization_id and wallet_id = batch.id and status = 'settled'
        ) as entry
      ) as ledger
      where batch.balance_cents <> ledger.balance_cents or batch.balance_cents <> ledger.remaining_cents
        or batch.credits_balance <> ledger.credits_balance or ledger.unbalanced > 0`,
  }),
  batchCheck({
    name: 'wallet_due_work',
    claim: 'Every active wallet that expires has its end scheduled.',
    records: wallets,
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('status', batch.status) as stored,
        json_build_object('due_work', 'wallet_expiration') as expected
      from batch where batch.status = 'active' and batch.expiration_at is not null and not exists (
        select from due_work as work where work.organization_id = batch.organization_id
          and work.kind = 'wallet_expiration' and work.subject_id = batch.id)`,
  }),
  batchCheck({
    name: 'wallet_rule_due_work',
    claim: 'Every active rule of a wallet has its next top-up and its end scheduled.',
    records: walletRules,
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('status', batch.status) as stored,
        json_build_object('due_work', needed.kind) as expected
      from batch cross join lateral (values
        ('wallet_top_up', batch.trigger = 'interval'), ('wallet_rule_expiration', batch.expiration_at is not null)
      ) as needed (kind, is_needed)
      where batch.status = 'active' and needed.is_needed and not exists (
        select from due_work as work where work.organization_id = batch.organization_id
          and work.kind = needed.kind and work.subject_id = batch.id)`,
  }),
];
