import { capability } from '../../platform/capabilities/capability.js';
import type { TimeNeeds } from './time.needs.js';
import { ClockAdvancer } from './clock-advancer.js';
import { ClockRemoval } from './clock-removal.js';
import { LiveWorker } from './live-worker.js';
import { TestClockMovementResolver } from './test-clock-movement.resolver.js';

/** The passing of time: the worker on the wall clock, and test clocks that callers move. */
export const timeCapability = capability({
  services: (lower: TimeNeeds) => {
    const clockAdvancer = new ClockAdvancer({ ...lower, windUp: lower.subscriptionWindUp });
    return {
      clockAdvancer,
      clockRemoval: new ClockRemoval(lower),
      startLiveWorker: () => LiveWorker.start({ ...lower, advancer: clockAdvancer }),
    };
  },
  resolvers: ({ clockAdvancer, clockRemoval }) => [
    new TestClockMovementResolver(clockAdvancer, clockRemoval),
  ],
});
