import type { Connection } from '../platform/db/database.js';
import { startJobs } from '../platform/jobs/jobs.js';
import type { Logger } from '../platform/log.js';
import { CAPABILITIES, type Services } from './capabilities.js';

/** Something that works beside requests. */
export interface Worker {
  /** Lets running work end, then stops. */
  stop(): Promise<void>;
}

interface WorkerContext {
  readonly connection: Connection;
  readonly services: Services;
  readonly log: Logger;
}

/** Everything a process of role `worker` or `all` does; started in this order, stopped in the opposite one. */
export const WORKERS: readonly (readonly [
  name: string,
  start: (context: WorkerContext) => Promise<Worker>,
])[] = [
  ['preparations', prepare],
  ['jobs', startQueue],
  ['due work', startDueWork],
];

/** What fails of it is made up for later, and no reason not to start. */
async function prepare({ services, log }: WorkerContext): Promise<Worker> {
  for (const { failure, run } of CAPABILITIES.preparations(services)) {
    await run().catch((error: unknown) => {
      log.error({ err: error }, failure);
    });
  }
  return { stop: () => Promise.resolve() };
}

function startQueue({ connection, services, log }: WorkerContext): Promise<Worker> {
  return startJobs({ connection, jobs: CAPABILITIES.jobs(services), log });
}

function startDueWork({ services }: WorkerContext): Promise<Worker> {
  return services.startLiveWorker();
}
