import type { CronItem } from 'graphile-worker';
import type { Connection } from '../platform/db/database.js';
import { startJobs } from '../platform/jobs/jobs.js';
import type { Logger } from '../platform/log.js';
import { BILLING_CRONTAB, billingTasks } from '../lifecycle/time/billing.tasks.js';
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
export const WORKERS: readonly (readonly [
  name: string,
  start: (context: WorkerContext) => Promise<Worker>,
])[] = [
  ['preparations', prepare],
  ['jobs', startQueue],
  ['due work', startDueWork],
];

/**
 * The first events find their partition; what a migration asks for, and what a crash has left undone, is queued anew. What
 * fails of it is made up for later, and no reason not to start.
 */
async function prepare({ services, log }: WorkerContext): Promise<Worker> {
  const steps: [failure: string, step: () => Promise<unknown>][] = [
    ['the partitions of events could not be created', () => services.eventPartitions.keepReady()],
    ['metrics could not be queued to be recounted', () => services.metricRecount.resume()],
    ['events could not be queued to be billed', () => services.pendingEvents.resume()],
    ['deletions could not be queued to be completed', () => services.subscriptionWindUp.resume()],
  ];
  for (const [failure, step] of steps) {
    await step().catch((error: unknown) => {
      log.error({ err: error }, failure);
    });
  }
  return { stop: () => Promise.resolve() };
}

const CRONTAB: readonly CronItem[] = [
  { task: 'forget_idempotency_records', match: '17 * * * *' },
  ...USAGE_CRONTAB,
  ...BILLING_CRONTAB,
];

function startQueue({ connection, services, log }: WorkerContext): Promise<Worker> {
  const tasks = {
    forget_idempotency_records: () => services.idempotencyKeys.forgetOld(services.jobsDb),
    ...usageTasks(services),
    ...billingTasks(services),
  };
  return startJobs({ connection, tasks, crontab: CRONTAB, log });
}

function startDueWork({ services }: WorkerContext): Promise<Worker> {
  return services.startLiveWorker();
}
