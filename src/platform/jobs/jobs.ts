import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, parseCronItems, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Connection } from '../db/pool.js';
import type { Logger } from '../log.js';
import type { Job } from './job.js';
import { prepareTurns } from './job-claims.js';
import { JobDispatcher, type JobOutcome } from './job-dispatcher.js';
import { withShownErrors, workerLogger } from './job-errors.js';

/** The running job queue (graphile-worker); transactions queue jobs in it (docs/adr/0004). */
export interface Jobs {
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>;
}

interface JobOptions {
  readonly connection: Connection;
  readonly jobs: readonly Job[];
  readonly log: Logger;
  /** Called after each attempt of a queued job. */
  readonly count?: (kind: string, outcome: JobOutcome) => void;
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(connection: Connection): Promise<void> {
  // A lost connection needs no log line: the migration fails with the same error.
  const pool = openPool(connection, { max: 1, onLost: () => undefined });
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => undefined) });
    await prepareTurns(pool);
  } finally {
    await pool.end();
  }
}

export async function startJobs({
  connection,
  jobs,
  log,
  count = () => undefined,
}: JobOptions): Promise<Jobs> {
  let isStopping = false;
  const pool = openPool(connection, {
    // The runner has two and listens on one; the dispatcher looks for jobs, and records their ends.
    max: 8,
    onLost: (error) => {
      if (isStopping) return;
      log.warn({ err: error }, 'a database connection of the jobs was lost');
    },
  });
  const scheduled = jobs.filter((job) => 'schedule' in job);
  const queued = jobs.filter((job) => 'turn' in job);
  const dispatcher = await JobDispatcher.start({ pool, jobs: queued, log, count });
  // The runner listens for queued jobs, too.
  const events = new EventEmitter();
  events.on('pool:listen:notification', () => {
    dispatcher.ring();
  });
  const runner = await run({
    events,
    pgPool: pool,
    taskList: Object.fromEntries(
      scheduled.map(({ name, run: task }) => [name, withShownErrors(() => task())]),
    ),
    parsedCronItems: parseCronItems(scheduled.map(({ name: task, schedule: match }) => ({ task, match }))),
    concurrency: 2,
    noHandleSignals: true,
    logger: workerLogger(log),
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all([runner.stop(), dispatcher.stop()]);
      await pool.end();
    },
  };
}

interface PoolOptions {
  readonly max: number;
  readonly onLost: (error: Error) => void;
}

function openPool(connection: Connection, { max, onLost }: PoolOptions): pg.Pool {
  const pool = new pg.Pool(
    'url' in connection ? { connectionString: connection.url, max } : { ...connection, max },
  );
  // An `error` event without a listener would end the process. Idle connections emit it on the pool, others on the
  // client.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
