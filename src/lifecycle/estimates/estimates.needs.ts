import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AddOnsServices } from '../../modules/add-ons/add-ons.capability.js';
import type { BillableMetricsServices } from '../../modules/billable-metrics/billable-metrics.capability.js';
import type { BillingEntitiesServices } from '../../modules/billing-entities/billing-entities.capability.js';
import type { CouponsServices } from '../../modules/coupons/coupons.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { IntegrationDocumentsServices } from '../../modules/integration-documents/integration-documents.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PlansServices } from '../../modules/plans/plans.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import type { DraftsServices } from '../drafts/drafts.capability.js';
import type { OccasionsServices } from '../occasions/occasions.capability.js';
import type { DueWorkServices } from '../due-work/due-work.capability.js';
import type { BillingRunServices } from '../billing-run/billing-run.capability.js';
import type { SubscriptionLivesServices } from '../subscriptions/subscription-lives.capability.js';

/** What the services of `estimates` can need: the platform, and the services of lower capabilities. */
export type EstimatesNeeds = PlatformServices &
  BillingEntitiesServices &
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
  IntegrationDocumentsServices &
  DueWorkServices &
  BillingRunServices &
  DraftsServices &
  OccasionsServices &
  SubscriptionLivesServices;
