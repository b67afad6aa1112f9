import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { OwnedWallet, WalletChange } from '../../modules/wallets/wallet.changes.js';
import type { Services } from '../capabilities.js';
import { ofTransaction } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of wallets and their transactions. */
export function walletReactions(
  { automaticTopUps, topUpInvoices, usageNotices }: Services,
  { records, reviewsAlerts }: Reactors,
): Reactions<WalletChange> {
  return {
    'wallet.created': [
      records('wallet.created', ofWallet),
      (tx, actor) => usageNotices.watch(tx, actor),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.updated': [
      records('wallet.updated', (change) => ({ ...ofWallet(change), before: change.before })),
      (tx, actor, change) => automaticTopUps.walletChanged(tx, actor, change),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.terminated': [
      records('wallet.terminated', (change) => ({ ...ofWallet(change), before: change.before })),
      (tx, actor, change) => automaticTopUps.walletChanged(tx, actor, change),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.balance_changed': [
      records('wallet.balance_changed', ({ wallets }) => wallets.map(ofWallet)),
      (tx, actor, change) => automaticTopUps.watch(tx, actor, change),
      reviewsAlerts(({ wallets }) => ({ walletsOf: wallets.map(({ customer }) => customer.id) })),
    ],
    'wallet.depleted': [records('wallet.depleted_ongoing_balance', ({ wallets }) => wallets.map(ofWallet))],
    'wallet_transaction.created': [
      records('wallet_transaction.created', ({ booked }) => booked.map(ofTransaction)),
      async (tx, actor, { booked }) => {
        const purchases = booked.filter(({ transaction }) => transaction.transactionStatus === 'purchased');
        for (const purchase of purchases) await topUpInvoices.bill(tx, actor, purchase);
      },
    ],
    'wallet_transaction.updated': [
      records('wallet_transaction.updated', ({ decided }) =>
        decided.map((each) => ({ ...ofTransaction(each), before: each.before })),
      ),
    ],
  };
}

function ofWallet({ wallet, customer }: OwnedWallet): RecordedChange {
  return { row: wallet, externalCustomerId: customer.externalId };
}
