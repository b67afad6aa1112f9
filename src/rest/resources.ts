import { activityLogs } from './resources/activity-logs.js';
import { addOns } from './resources/add-ons.js';
import { analytics } from './resources/analytics.js';
import { apiLogs } from './resources/api-logs.js';
import { appliedCoupons } from './resources/applied-coupons.js';
import { billableMetrics } from './resources/billable-metrics.js';
import { billingEntities } from './resources/billing-entities.js';
import { coupons } from './resources/coupons.js';
import { creditNotes } from './resources/credit-notes.js';
import { customerAppliedCoupons } from './resources/customer-applied-coupons.js';
import { customerWallets } from './resources/customer-wallets.js';
import { paymentMethods } from './resources/payment-methods.js';
import { customers } from './resources/customers.js';
import { dunningCampaigns } from './resources/dunning-campaigns.js';
import { events } from './resources/events.js';
import { failingWork } from './resources/failing-work.js';
import { features } from './resources/features.js';
import { fees } from './resources/fees.js';
import { invoices } from './resources/invoices.js';
import { lifetimeUsage } from './resources/lifetime-usage.js';
import { organizations } from './resources/organizations.js';
import { subscriptionAlerts, walletAlerts } from './resources/owned-alerts.js';
import { paymentReceipts } from './resources/payment-receipts.js';
import { paymentRequests } from './resources/payment-requests.js';
import { payments } from './resources/payments.js';
import { planChargeFilters } from './resources/plan-charge-filters.js';
import { planCharges } from './resources/plan-charges.js';
import { planEntitlements, plansWithEntitlements } from './resources/plan-entitlements.js';
import { planFixedCharges } from './resources/plan-fixed-charges.js';
import { plans } from './resources/plans.js';
import { securityLogs } from './resources/security-logs.js';
import { subscriptionChargeFilters } from './resources/subscription-charge-filters.js';
import { subscriptionCharges } from './resources/subscription-charges.js';
import {
  subscriptionEntitlements,
  subscriptionsWithEntitlements,
} from './resources/subscription-entitlements.js';
import { subscriptionFixedCharges } from './resources/subscription-fixed-charges.js';
import { subscriptions } from './resources/subscriptions.js';
import { taxes } from './resources/taxes.js';
import { testClocks } from './resources/test-clocks.js';
import { usage } from './resources/usage.js';
import { triggeredAlerts } from './resources/triggered-alerts.js';
import { walletTransactions } from './resources/wallet-transactions.js';
import { wallets } from './resources/wallets.js';
import { webhookEndpoints } from './resources/webhook-endpoints.js';
import { webhookKeys } from './resources/webhook-keys.js';

/** The resources that REST serves under `/api/v1`. */
export const RESOURCES = [
  activityLogs,
  addOns,
  analytics,
  apiLogs,
  appliedCoupons,
  billableMetrics,
  billingEntities,
  usage,
  lifetimeUsage,
  coupons,
  creditNotes,
  dunningCampaigns,
  customerAppliedCoupons,
  customers,
  customerWallets,
  paymentMethods,
  events,
  failingWork,
  features,
  fees,
  invoices,
  organizations,
  paymentReceipts,
  paymentRequests,
  payments,
  planCharges,
  planChargeFilters,
  planEntitlements,
  plansWithEntitlements,
  planFixedCharges,
  plans,
  securityLogs,
  subscriptionAlerts,
  subscriptionCharges,
  subscriptionChargeFilters,
  subscriptionEntitlements,
  subscriptionsWithEntitlements,
  subscriptionFixedCharges,
  subscriptions,
  taxes,
  testClocks,
  triggeredAlerts,
  walletAlerts,
  walletTransactions,
  wallets,
  webhookEndpoints,
  webhookKeys,
] as const;
