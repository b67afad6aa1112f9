import { Recorder } from '../platform/activity/recorder.js';
import { Representations } from '../platform/activity/snapshots.js';
import { ReactingChanges } from '../platform/changes/changes.js';
import { createPlatformServices, type Foundations } from '../platform/capabilities/platform-services.js';
import type { DueWorkHandlers } from '../lifecycle/due-work/due-work-engine.js';
import { webhookAddressing } from '../modules/webhooks/delivery/addressing.js';
import type { RepresentedObject } from '../rest/representations.js';
import { type ActivityType, CAPABILITIES, type Services } from './capabilities.js';
import { portsTo } from './ports.js';
import { reactionsOf } from './reactions.js';
import type { AnnouncedChange } from './reactions/announced-changes.js';

/**
 * Builds all services. A lower capability reaches a higher one only through functions that are called after all
 * services are built: reactions to changes, handlers of due work, removals, and ports.
 */
export function createServices(foundations: Foundations): Services {
  const services: Services = CAPABILITIES.services({
    ...createPlatformServices(foundations),
    changes: new ReactingChanges<AnnouncedChange>(() => reactions),
    snapshots: new Representations<RepresentedObject>(),
    ...portsTo(() => services),
    dueWorkHandlers: () => dueWorkHandlers,
    removals: () => removals,
    personalCopies: () => CAPABILITIES.personalCopies,
  });
  // The compiler refuses it while REST does not represent one of the objects of which changes are recorded.
  const recorder = new Recorder<ActivityType, RepresentedObject>(
    foundations.clock,
    services.snapshots,
    CAPABILITIES.activities,
    webhookAddressing,
  );
  const reactions = reactionsOf(services, recorder);
  // The compiler refuses it while nobody does one of the kinds of due work.
  const dueWorkHandlers: DueWorkHandlers = CAPABILITIES.dueWork(services);
  const removals = CAPABILITIES.removals(services);
  return services;
}
