import { activityLogs } from './resources/activity-logs.js';
import { addOns } from './resources/add-ons.js';
import { analytics } from './resources/analytics.js';
import { appliedCoupons } from './resources/applied-coupons.js';
import { billableMetrics } from './resources/billable-metrics.js';
import { coupons } from './resources/coupons.js';
import { creditNotes } from './resources/credit-notes.js';
import { customerAppliedCoupons } from './resources/customer-applied-coupons.js';
import { customerWallets } from './resources/customer-wallets.js';
import { customers } from './resources/customers.js';
import { events } from './resources/events.js';
import { failingWork } from './resources/failing-work.js';
import { fees } from './resources/fees.js';
import { invoices } from './resources/invoices.js';
import { lifetimeUsage } from './resources/lifetime-usage.js';
import { payments } from './resources/payments.js';
import { planChargeFilters } from './resources/plan-charge-filters.js';
import { planCharges } from './resources/plan-charges.js';
import { planFixedCharges } from './resources/plan-fixed-charges.js';
import { plans } from './resources/plans.js';
import { subscriptionChargeFilters } from './resources/subscription-charge-filters.js';
import { subscriptionCharges } from './resources/subscription-charges.js';
import { subscriptionFixedCharges } from './resources/subscription-fixed-charges.js';
import { subscriptions } from './resources/subscriptions.js';
import { taxes } from './resources/taxes.js';
import { testClocks } from './resources/test-clocks.js';
import { usage } from './resources/usage.js';
import { walletTransactions } from './resources/wallet-transactions.js';
import { wallets } from './resources/wallets.js';

/** The resources that REST serves under `/api/v1`. */
export const RESOURCES = [
  activityLogs,
  addOns,
  analytics,
  appliedCoupons,
  billableMetrics,
  usage,
  lifetimeUsage,
  coupons,
  creditNotes,
  customerAppliedCoupons,
  customers,
  customerWallets,
  events,
  failingWork,
  fees,
  invoices,
  payments,
  planCharges,
  planChargeFilters,
  planFixedCharges,
  plans,
  subscriptionCharges,
  subscriptionChargeFilters,
  subscriptionFixedCharges,
  subscriptions,
  taxes,
  testClocks,
  walletTransactions,
  wallets,
] as const;
