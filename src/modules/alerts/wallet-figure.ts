import { Big } from '../../core/money/decimal.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Wallet } from '../wallets/records/wallet.table.js';
import type { AlertType } from './alert.table.js';

/** What is left of a wallet after the usage that it will have to pay for. */
export interface OngoingFigures {
  readonly balanceCents: bigint;
  readonly balanceCredits: string;
}

/** Computes ongoing balances; a higher layer implements it. */
export interface OngoingWalletFigures {
  /** By wallet id. @param customers those of active wallets. */
  readonly compute: (
    db: Db,
    actor: Actor,
    wallets: readonly Wallet[],
    customers: readonly Customer[],
  ) => Promise<ReadonlyMap<string, OngoingFigures>>;
}

/** True if alerts of the type watch a balance that usage changes. */
export function isOngoing(alertType: AlertType): boolean {
  return alertType === 'wallet_ongoing_balance_amount' || alertType === 'wallet_credits_ongoing_balance';
}

/**
 * The figure that an alert of a wallet watches; null if it watches no wallet.
 * @param ongoing needed for ongoing balances only. Source: alerts.md §1.
 */
export function walletFigure(
  alertType: AlertType,
  wallet: Wallet,
  ongoing: OngoingFigures | undefined,
): Big | null {
  switch (alertType) {
    case 'wallet_balance_amount':
      return new Big(String(wallet.balanceCents));
    case 'wallet_credits_balance':
      return new Big(wallet.creditsBalance);
    case 'wallet_ongoing_balance_amount':
      return ongoing === undefined ? null : new Big(String(ongoing.balanceCents));
    case 'wallet_credits_ongoing_balance':
      return ongoing === undefined ? null : new Big(ongoing.balanceCredits);
    case 'current_usage_amount':
    case 'billable_metric_current_usage_amount':
    case 'billable_metric_current_usage_units':
    case 'lifetime_usage_amount':
    case 'billable_metric_lifetime_usage_units':
      return null;
  }
}
