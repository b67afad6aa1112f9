import type { Connection } from '../platform/db/pool.js';
import { startJobs } from '../platform/jobs/jobs.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/process/process-metrics.js';
import { CAPABILITIES, type Services } from './capabilities.js';

/** A part of the server that works independently of requests. */
export interface Worker {
  /** Waits for running work, then stops. */
  stop(): Promise<void>;
}

interface WorkerContext {
  readonly connection: Connection;
  readonly services: Services;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The workers of a process of role `worker` or `all`, in the order in which they start; they stop in reverse order. */
export const WORKERS: readonly (readonly [
  name: string,
  start: (context: WorkerContext) => Promise<Worker>,
])[] = [
  ['preparations', prepare],
  ['jobs', startQueue],
  ['due work', startDueWork],
  ['webhooks', startWebhooks],
];

/** Runs the preparations. A failure is only logged: each has a later occasion to run. */
async function prepare({ services, log }: WorkerContext): Promise<Worker> {
  for (const { failure, run } of CAPABILITIES.preparations(services)) {
    await run().catch((error: unknown) => {
      log.error({ err: error }, failure);
    });
  }
  return { stop: () => Promise.resolve() };
}

function startQueue({ connection, services, log, metrics }: WorkerContext): Promise<Worker> {
  return startJobs({
    connection,
    jobs: CAPABILITIES.jobs(services),
    log,
    count: (kind, outcome) => {
      metrics.countJob(kind, outcome);
    },
  });
}

function startDueWork({ services }: WorkerContext): Promise<Worker> {
  return services.startLiveWorker();
}

function startWebhooks({ services }: WorkerContext): Promise<Worker> {
  return services.startWebhookDispatcher();
}
