import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import { TestClockResolver } from './test-clock.resolver.js';
import { TestClockService } from './test-clock.service.js';

/** Time that callers move. */
export const testClocksCapability = capability({
  services: ({ clock }: PlatformServices) => ({ testClocks: new TestClockService(clock) }),
  resolvers: ({ testClocks }) => [new TestClockResolver(testClocks)],
});

export type TestClocksServices = ServicesOf<typeof testClocksCapability>;
