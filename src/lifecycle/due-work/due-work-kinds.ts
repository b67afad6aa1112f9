import { DAILY_USAGE_WORK } from '../../modules/analytics/usage/daily-usage-work.js';
import { ALERT_WORK } from '../../modules/alerts/alert-work.js';
import { DUNNING_WORK } from '../../modules/dunning-campaigns/dunning-work.js';
import { INVOICE_WORK } from '../../modules/invoices/deadlines/invoice-work.js';
import { PAYMENT_WORK } from '../../modules/payments/collecting/payment-work.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import { WALLET_WORK } from '../../modules/wallets/wallet-work.js';
import type { KindOf } from '../../platform/due-work/due-work-kinds.js';

/**
 * Every kind of due work, in the order in which things happen that fall due for a customer at one instant: what is billed is
 * billed and paid before deadlines of invoices are met, wallets pay what is billed when they expire, and customers are asked to pay what is
 * overdue by then. Alerts compare what is left, and the usage of days that were not billed is recorded.
 */
export const DUE_WORK = SUBSCRIPTION_WORK.before(PAYMENT_WORK)
  .before(INVOICE_WORK)
  .before(WALLET_WORK)
  .before(DUNNING_WORK)
  .before(ALERT_WORK)
  .before(DAILY_USAGE_WORK);

export type DueWorkKind = KindOf<typeof DUE_WORK>;
