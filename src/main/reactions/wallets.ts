import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { OwnedWallet, WalletChange } from '../../modules/wallets/wallet.changes.js';
import type { Services } from '../capabilities.js';
import { ofTransaction } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of wallets and their transactions. */
export function walletReactions(
  { automaticTopUps, topUpInvoices, usageNotices }: Services,
  { recorder, records, reviewsAlerts }: Reactors,
): Reactions<WalletChange> {
  return {
    'wallet.created': [
      records('wallet.created', ofWallet),
      (tx, actor) => usageNotices.watch(tx, actor),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.updated': [
      records('wallet.updated', (change) => ({ ...ofWallet(change), before: change.before })),
      (tx, actor, change) => automaticTopUps.reviewForWallet(tx, actor, change),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.terminated': [
      records('wallet.terminated', (change) => ({ ...ofWallet(change), before: change.before })),
      (tx, actor, change) => automaticTopUps.reviewForWallet(tx, actor, change),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallets.booked': [
      async (tx, actor, { created, decided, moved }) => {
        const compared = await automaticTopUps.watch(tx, actor, moved);
        await recorder.recordEach(tx, actor, [
          { type: 'wallet_transaction.created', changes: created.map(ofTransaction) },
          {
            type: 'wallet_transaction.updated',
            changes: decided.map((each) => ({ ...ofTransaction(each), before: each.before })),
          },
          { type: 'wallet.balance_changed', changes: compared.map(ofWallet) },
        ]);
      },
      async (tx, actor, { created }) => {
        const purchases = created.filter(({ transaction }) => transaction.transactionStatus === 'purchased');
        for (const purchase of purchases) await topUpInvoices.bill(tx, actor, purchase);
      },
      reviewsAlerts(({ moved }) => ({ walletsOf: moved.map(({ customer }) => customer.id) })),
    ],
    'wallet.depleted': [records('wallet.depleted_ongoing_balance', ({ wallets }) => wallets.map(ofWallet))],
  };
}

function ofWallet({ wallet, customer }: OwnedWallet): RecordedChange {
  return { row: wallet, externalCustomerId: customer.externalId };
}
