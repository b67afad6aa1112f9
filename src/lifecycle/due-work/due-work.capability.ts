import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import { DUE_WORK_ACTIVITIES } from './due-work.activities.js';
import type { DueWorkChange } from './due-work.changes.js';
import { DueWorkEngine, type DueWorkHandlers } from './due-work-engine.js';
import { dueWorkRepository } from './due-work.repository.js';
import { FailingWork } from './failing-work.js';
import { FailingWorkResolver } from './failing-work.resolver.js';
import { DUE_WORK_CHECKS } from './due-work.checks.js';

type Lower = PlatformServices<DueWorkChange> & { readonly dueWorkHandlers: () => DueWorkHandlers };

/** The queue of work that happens at known instants. Capabilities after this one bring its handlers. */
export const dueWorkCapability = capability({
  services: ({ dueWorkHandlers, changes }: Lower) => ({
    engine: new DueWorkEngine(dueWorkHandlers, changes),
    failingWork: new FailingWork(),
  }),
  resolvers: ({ failingWork }) => [new FailingWorkResolver(failingWork)],
  removal:
    () =>
    (tx, { organizationId }, { testClockId }) =>
      dueWorkRepository.deleteOfClock(tx, organizationId, testClockId),
  activities: DUE_WORK_ACTIVITIES,
  checks: DUE_WORK_CHECKS,
});

export type DueWorkServices = ServicesOf<typeof dueWorkCapability>;
