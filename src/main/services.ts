import { ReactingChanges } from '../platform/changes/changes.js';
import { createPlatformServices, type Foundations } from '../platform/platform-services.js';
import type { DueWorkHandlers } from '../lifecycle/due-work/due-work-engine.js';
import { CAPABILITIES, type Services } from './capabilities.js';
import { portsTo } from './ports.js';
import { type AnnouncedChange, reactionsOf } from './reactions.js';

/**
 * Builds every service. The few ways from a lower capability to a higher one lead through functions that are first called
 * once all are built: reactions to changes, handlers of due work, removals, and ports.
 */
export function createServices(foundations: Foundations): Services {
  const services: Services = CAPABILITIES.services({
    ...createPlatformServices(foundations, new ReactingChanges<AnnouncedChange>(() => reactions)),
    ...portsTo(() => services),
    dueWorkHandlers: () => dueWorkHandlers,
    removals: () => removals,
  });
  const reactions = reactionsOf(services);
  // The compiler refuses it while nobody does one of the kinds of due work.
  const dueWorkHandlers: DueWorkHandlers = CAPABILITIES.dueWork(services);
  const removals = CAPABILITIES.removals(services);
  return services;
}
