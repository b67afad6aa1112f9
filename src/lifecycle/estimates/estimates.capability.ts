import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { AddOnsServices } from '../../modules/add-ons/add-ons.capability.js';
import type { BillableMetricsServices } from '../../modules/billable-metrics/billable-metrics.capability.js';
import type { CouponsServices } from '../../modules/coupons/coupons.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { OrganizationsServices } from '../../modules/organizations/organizations.capability.js';
import type { PlansServices } from '../../modules/plans/plans.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TaxesServices } from '../../modules/taxes/taxes.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import type { BillingServices } from '../occasions/occasions.capability.js';
import type { DueWorkServices } from '../due-work/due-work.capability.js';
import type { InvoicingServices } from '../billing-run/billing-run.capability.js';
import type { SubscriptionLivesServices } from '../subscriptions/subscription-lives.capability.js';
import { FeeEstimateResolver } from './fee-estimate.resolver.js';
import { FeeEstimates } from './fee-estimates.js';
import { InvoicePreviewResolver } from './invoice-preview.resolver.js';
import { InvoicePreviews } from './invoice-previews.js';
import { OngoingBalanceResolver } from './ongoing-balance.resolver.js';
import { OngoingBalances } from './ongoing-balances.js';

type Lower = PlatformServices &
  OrganizationsServices &
  TaxesServices &
  BillableMetricsServices &
  AddOnsServices &
  PlansServices &
  TestClocksServices &
  CustomersServices &
  CouponsServices &
  SubscriptionsServices &
  WalletsServices &
  UsageServices &
  InvoicesServices &
  DueWorkServices &
  InvoicingServices &
  BillingServices &
  SubscriptionLivesServices;

/** Invoice previews, fee estimates, and what usage will take of wallets. */
export const estimatesCapability = capability({
  services: (lower: Lower) => ({
    feeEstimates: new FeeEstimates(lower),
    invoicePreviews: new InvoicePreviews(lower),
    ongoingBalances: new OngoingBalances(lower),
  }),
  resolvers: ({ invoicePreviews, feeEstimates, ongoingBalances, walletRelations }) => [
    new InvoicePreviewResolver(invoicePreviews),
    new FeeEstimateResolver(feeEstimates),
    new OngoingBalanceResolver(ongoingBalances, walletRelations),
  ],
});

export type EstimatesServices = ServicesOf<typeof estimatesCapability>;
