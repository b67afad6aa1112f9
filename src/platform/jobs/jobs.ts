import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type CronItem,
  type Task,
} from 'graphile-worker';
import pg from 'pg';
import type { Connection } from '../db/database.js';
import type { Logger } from '../log.js';

/** Work done outside of requests, queued inside transactions with graphile-worker (docs/adr/0004). */
export interface Jobs {
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>;
}

interface JobOptions {
  readonly connection: Connection;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly crontab: readonly CronItem[];
  readonly log: Logger;
}

/** Creates or updates the queue's own tables. */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = openPool(connection, 1);
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

export async function startJobs({ connection, tasks, crontab, log }: JobOptions): Promise<Jobs> {
  const pool = openPool(connection, 4);
  pool.on('error', (error) => {
    log.warn({ err: error }, 'an idle database connection of the jobs was lost');
  });
  const runner = await run({
    pgPool: pool,
    taskList: { ...tasks },
    parsedCronItems: parseCronItems([...crontab]),
    concurrency: 2,
    noHandleSignals: true,
    logger: workerLogger(log),
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

function openPool(connection: Connection, max: number): pg.Pool {
  return new pg.Pool(
    'url' in connection ? { connectionString: connection.url, max } : { ...connection, max },
  );
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message);
    else if (level === 'warning') log.warn({ meta }, message);
    else log.debug({ meta }, message);
  });
}
