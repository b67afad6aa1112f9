import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { DunningCampaignsServices } from '../../modules/dunning-campaigns/dunning-campaigns.capability.js';
import type { PaymentRequestsServices } from '../../modules/payment-requests/payment-requests.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { DunningChange } from './dunning.changes.js';

/** What the services of `dunning` can need: the platform, and the services of lower capabilities. */
export type DunningNeeds = PlatformServices<DunningChange> &
  TestClocksServices &
  CustomersServices &
  DunningCampaignsServices &
  PaymentRequestsServices;
