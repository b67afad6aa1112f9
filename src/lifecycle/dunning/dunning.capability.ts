import type { DunningWorkKind } from '../../modules/dunning-campaigns/dunning-work.js';
import { onlySent } from '../../platform/activity/activity-kinds.js';
import { capability } from '../../platform/capabilities/capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { DunningNeeds } from './dunning.needs.js';
import { DunningAttempts } from './dunning-attempts.js';

/** Attempts of dunning campaigns. */
export const dunningCapability = capability({
  services: (lower: DunningNeeds) => ({ dunningAttempts: new DunningAttempts(lower) }),
  dueWork: ({ dunningAttempts }) =>
    ({ dunning_attempt: dunningAttempts.attemptDue }) satisfies DueWorkHandlers<DunningWorkKind>,
  // Source: webhooks.md §3.
  activities: { 'dunning_campaign.finished': onlySent('dunning_campaign') },
});
