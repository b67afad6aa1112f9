import { capability, type ServicesOf } from '../../platform/capability.js';
import { DueWorkEngine, type DueWorkHandlers } from './due-work-engine.js';
import { dueWorkRepository } from './due-work.repository.js';
import { FailingWork } from './failing-work.js';
import { FailingWorkResolver } from './failing-work.resolver.js';

/** The queue of work that happens at known instants. Capabilities after this one bring its handlers. */
export const dueWorkCapability = capability({
  services: ({ dueWorkHandlers }: { readonly dueWorkHandlers: () => DueWorkHandlers }) => ({
    engine: new DueWorkEngine(dueWorkHandlers),
    failingWork: new FailingWork(),
  }),
  resolvers: ({ failingWork }) => [new FailingWorkResolver(failingWork)],
  removal:
    () =>
    (tx, { organizationId }, { testClockId }) =>
      dueWorkRepository.deleteOfClock(tx, organizationId, testClockId),
});

export type DueWorkServices = ServicesOf<typeof dueWorkCapability>;
