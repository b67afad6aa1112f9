import type { CronItem } from 'graphile-worker';
import type { Connection } from '../platform/db/database.js';
import { startJobs } from '../platform/jobs/jobs.js';
import type { Logger } from '../platform/log.js';
import { billingTasks } from '../lifecycle/billing.tasks.js';
import { USAGE_CRONTAB, usageTasks } from '../modules/usage/usage.tasks.js';
import type { Services } from './services.js';

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
export const WORKERS: readonly ((context: WorkerContext) => Promise<Worker>)[] = [
  prepareEvents,
  startQueue,
  startDueWork,
];

/**
 * The first events find their partition, and counters that a migration has emptied are counted anew. Without it events
 * lie in the default partition and usage is read from events, which is no reason not to start.
 */
async function prepareEvents({ services, log }: WorkerContext): Promise<Worker> {
  await services.eventPartitions.keepReady().catch((error: unknown) => {
    log.error({ err: error }, 'the partitions of events could not be created');
  });
  await services.metricRecount.resume().catch((error: unknown) => {
    log.error({ err: error }, 'metrics could not be queued to be recounted');
  });
  await services.subscriptionWindUp.resume().catch((error: unknown) => {
    log.error({ err: error }, 'deletions could not be queued to be completed');
  });
  return { stop: () => Promise.resolve() };
}

const CRONTAB: readonly CronItem[] = [
  { task: 'forget_idempotency_records', match: '17 3 * * *' },
  ...USAGE_CRONTAB,
];

function startQueue({ connection, services, log }: WorkerContext): Promise<Worker> {
  const tasks = {
    forget_idempotency_records: () => services.idempotencyKeys.forgetOld(),
    ...usageTasks(services),
    ...billingTasks(services),
  };
  return startJobs({ connection, tasks, crontab: CRONTAB, log });
}

function startDueWork({ services }: WorkerContext): Promise<Worker> {
  return services.startLiveWorker();
}
