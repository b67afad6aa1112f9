import type { Recorder } from '../platform/activity/recorder.js';
import type { Reactions } from '../platform/changes/changes.js';
import type { RepresentedObject } from '../rest/representations.js';
import type { ActivityType, Services } from './capabilities.js';
import type { AnnouncedChange } from './reactions/announced-changes.js';
import { catalogReactions } from './reactions/catalog.js';
import { customerReactions } from './reactions/customers.js';
import { documentReactions } from './reactions/documents.js';
import { integrationReactions } from './reactions/integrations.js';
import { invoiceReactions } from './reactions/invoices.js';
import { organizationReactions } from './reactions/organizations.js';
import { paymentReactions } from './reactions/payments.js';
import { reactorsOf } from './reactions/reactors.js';
import { securityReactions } from './reactions/security.js';
import { subscriptionReactions } from './reactions/subscriptions.js';
import { usageReactions } from './reactions/usage.js';
import { walletReactions } from './reactions/wallets.js';

/**
 * The reactions to each change, all in the file of one area, in the order in which they run. Reactions that announce further changes
 * usually stand after the record of the change, so that the activity log and the webhook messages have causes before effects.
 */
export function reactionsOf(
  services: Services,
  recorder: Recorder<ActivityType, RepresentedObject>,
): Reactions<AnnouncedChange> {
  const reactors = reactorsOf(services, recorder);
  return {
    ...securityReactions(services.securityRecorder, services.accountMails),
    ...organizationReactions(services, reactors),
    ...catalogReactions(services, reactors),
    ...integrationReactions(services, reactors),
    ...customerReactions(services, reactors),
    ...subscriptionReactions(services, reactors),
    ...usageReactions(services, reactors),
    ...invoiceReactions(services, reactors),
    ...documentReactions(services, reactors),
    ...paymentReactions(services, reactors),
    ...walletReactions(services, reactors),
  };
}
