import type { AlertDirection } from '../../core/alerts.js';
import type { AlertType } from './alert.table.js';

/** What an alert of a type watches. */
interface AlertKind {
  readonly owner: 'subscription' | 'wallet';
  /** True if it watches the usage of one metric. */
  readonly ofMetric: boolean;
}

const ofSubscription: AlertKind = { owner: 'subscription', ofMetric: false };
const ofMetric: AlertKind = { owner: 'subscription', ofMetric: true };
const ofWallet: AlertKind = { owner: 'wallet', ofMetric: false };

/** Source: alerts.md §1. */
export const ALERT_KINDS: Readonly<Record<AlertType, AlertKind>> = {
  current_usage_amount: ofSubscription,
  billable_metric_current_usage_amount: ofMetric,
  billable_metric_current_usage_units: ofMetric,
  lifetime_usage_amount: ofSubscription,
  billable_metric_lifetime_usage_units: ofMetric,
  wallet_balance_amount: ofWallet,
  wallet_credits_balance: ofWallet,
  wallet_ongoing_balance_amount: ofWallet,
  wallet_credits_ongoing_balance: ofWallet,
};

/** Usage grows, and balances are used up. */
export function directionOf(alertType: AlertType): AlertDirection {
  return ALERT_KINDS[alertType].owner === 'subscription' ? 'increasing' : 'decreasing';
}
