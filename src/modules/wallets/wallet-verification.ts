import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { queryRows } from '../../platform/db/query-rows.js';
import { wallets } from './wallet.table.js';
import { walletConsumptions, walletTransactions } from './wallet-transaction.table.js';

/** A wallet whose columns say something else than its ledger. Amounts are decimal text. */
export interface WalletDifference {
  readonly organizationId: string;
  readonly walletId: string;
  /** The balances of the wallet. */
  readonly stored: Readonly<Record<string, string>>;
  /** The same, added up from its transactions. */
  readonly recomputed: Readonly<Record<string, string>>;
  /** Transactions whose consumptions do not add up to what they have used, or of which was used. */
  readonly unbalancedTransactions: string;
}

/**
 * Adds up the ledgers of the wallets of all organizations.
 * @returns those wallets whose balances, or the entries of whose transactions, differ from it. Source: docs/adr/0068.
 */
export function differingWallets(db: Db): Promise<WalletDifference[]> {
  const settled = sql`${walletTransactions.status} = 'settled'`;
  const inbound = sql`${walletTransactions.transactionType} = 'inbound'`;
  const signed = (amount: unknown) => sql`case when ${inbound} then ${amount} else -${amount} end`;
  const used = (side: unknown) => sql`
    (select coalesce(sum(${walletConsumptions.amountCents}), 0) from ${walletConsumptions}
     where ${walletConsumptions.organizationId} = ${walletTransactions.organizationId} and ${side} = ${walletTransactions.id})`;
  const usedCents = sql`case
    when ${inbound} then ${walletTransactions.amountCents} - ${walletTransactions.remainingAmountCents}
    else ${walletTransactions.amountCents} end`;
  return queryRows<WalletDifference>(
    db,
    sql`
      with ledger as (
        select ${walletTransactions.organizationId} as organization_id, ${walletTransactions.walletId} as wallet_id,
          sum(${signed(walletTransactions.amountCents)}) as balance_cents,
          sum(${signed(walletTransactions.creditAmount)}) as credits_balance,
          sum(${walletTransactions.remainingAmountCents}) as remaining_cents,
          count(*) filter (where ${usedCents} <> case
            when ${inbound} then ${used(walletConsumptions.inboundId)}
            else ${used(walletConsumptions.outboundId)} end) as unbalanced
        from ${walletTransactions} where ${settled}
        group by ${walletTransactions.organizationId}, ${walletTransactions.walletId}
      )
      select ${wallets.organizationId} as "organizationId", ${wallets.id} as "walletId",
        json_build_object('balance_cents', ${wallets.balanceCents}::text, 'credits_balance', ${wallets.creditsBalance}::text) as "stored",
        json_build_object('balance_cents', coalesce(ledger.balance_cents, 0)::text,
          'credits_balance', coalesce(ledger.credits_balance, 0)::text,
          'remaining_cents', coalesce(ledger.remaining_cents, 0)::text) as "recomputed",
        coalesce(ledger.unbalanced, 0)::text as "unbalancedTransactions"
      from ${wallets}
      left join ledger on ledger.organization_id = ${wallets.organizationId} and ledger.wallet_id = ${wallets.id}
      where ${wallets.balanceCents} <> coalesce(ledger.balance_cents, 0)
        or ${wallets.balanceCents} <> coalesce(ledger.remaining_cents, 0)
        or ${wallets.creditsBalance} <> coalesce(ledger.credits_balance, 0)
        or coalesce(ledger.unbalanced, 0) > 0
      order by ${wallets.organizationId}, ${wallets.id}`,
  );
}
