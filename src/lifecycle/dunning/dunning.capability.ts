import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { DunningCampaignsServices } from '../../modules/dunning-campaigns/dunning-campaigns.capability.js';
import type { DunningWorkKind } from '../../modules/dunning-campaigns/dunning-work.js';
import type { PaymentRequestsServices } from '../../modules/payment-requests/payment-requests.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import { onlySent } from '../../platform/activity/activity-kinds.js';
import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { DunningChange } from './dunning.changes.js';
import { DunningAttempts } from './dunning-attempts.js';

type Lower = PlatformServices<DunningChange> &
  TestClocksServices &
  CustomersServices &
  DunningCampaignsServices &
  PaymentRequestsServices;

/** Attempts of dunning campaigns. */
export const dunningCapability = capability({
  services: (lower: Lower) => ({ dunningAttempts: new DunningAttempts(lower) }),
  dueWork: ({ dunningAttempts }) =>
    ({ dunning_attempt: dunningAttempts.attemptDue }) satisfies DueWorkHandlers<DunningWorkKind>,
  // Source: webhooks.md §3.
  activities: { 'dunning_campaign.finished': onlySent('dunning_campaign') },
});
