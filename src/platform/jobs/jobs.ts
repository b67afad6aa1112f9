import { Logger as WorkerLogger, parseCronItems, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Connection } from '../db/database.js';
import type { Logger } from '../log.js';
import type { Job } from './job.js';
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
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(connection: Connection): Promise<void> {
  // A lost connection needs no log line: the migration fails with the same error.
  const pool = openPool(connection, { max: 1, onLost: () => undefined });
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

export async function startJobs({ connection, jobs, log }: JobOptions): Promise<Jobs> {
  let isStopping = false;
  const pool = openPool(connection, {
    max: 4,
    onLost: (error) => {
      if (isStopping) return;
      log.warn({ err: error }, 'a database connection of the jobs was lost');
    },
  });
  const runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(jobs.map(({ name, run: task }) => [name, withShownErrors(task)])),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name: task, schedule: match }) => (match === undefined ? [] : [{ task, match }])),
    ),
    concurrency: 2,
    noHandleSignals: true,
    logger: workerLogger(log),
  });
  return {
    async stop() {
      isStopping = true;
      await runner.stop();
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
