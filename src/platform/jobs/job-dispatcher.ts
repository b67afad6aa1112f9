import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Alarm } from '../process/alarm.js';
import { type Logger, shownMessage } from '../log.js';
import type { TurnJob } from './job.js';
import { type ClaimedJob, JobClaims, JOBS } from './job-claims.js';
import { type RetrySchedule, retryWaitMs } from './retry-schedule.js';
import { Turns } from './turns.js';

/** It looks for jobs at least this often: jobs fall due, and notifications may be lost. */
const TICK_MS = 1_000;
/** The wait when the database itself fails. */
const OUTAGE_MS = 2_000;
/** A running job's lock is renewed this often. */
const RENEWAL_MS = 60_000;
/** A lock that was not renewed for so long is that of a process that has died. */
const LOCK = `interval '5 minutes'`;

/**
 * The waits of failed jobs that have no schedule of their own, as graphile-worker has them: powers of e. It also limits how
 * often a job is tried (`JobSettings`).
 */
export const JOB_RETRIES: RetrySchedule<'repeat'> = {
  waitsSeconds: [2.718, 7.389, 20.086, 54.598, 148.413, 403.429, 1_096.633, 2_980.958, 8_103.084, 22_026.466],
  afterLast: 'repeat',
};

/** What came of an attempt. */
export type JobOutcome = 'succeeded' | 'failed';

interface DispatcherOptions {
  readonly pool: pg.Pool;
  readonly jobs: readonly TurnJob[];
  readonly log: Logger;
  readonly count: (kind: string, outcome: JobOutcome) => void;
}

/**
 * Does the queued jobs, the organizations taking turns. Jobs lie in the tables of graphile-worker, which knows one order for all.
 * Source: docs/adr/0107.
 */
export class JobDispatcher {
  private readonly owner = `turns/${randomUUID()}`;
  private readonly alarm = new Alarm();
  private readonly jobs: ReadonlyMap<string, TurnJob>;
  private readonly turns: Turns;
  private readonly claims: JobClaims;
  /** By the ids of the jobs. */
  private readonly running = new Map<string, Promise<void>>();
  private renewAt = 0;
  private isStopping = false;
  private ended: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: DispatcherOptions,
    taskIds: readonly number[],
  ) {
    const { pool, jobs } = options;
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
    const kinds = new Map(jobs.map((job) => [job.name, job.turn]));
    this.turns = new Turns(kinds);
    this.claims = new JobClaims({ pool, kinds, taskIds, lockedBy: this.owner });
  }

  static async start(options: DispatcherOptions): Promise<JobDispatcher> {
    const names = options.jobs.map(({ name }) => name);
    await options.pool.query(
      `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
      [names],
    );
    const { rows } = await options.pool.query<{ id: number }>(
      `select id from graphile_worker._private_tasks where identifier = any($1::text[])`,
      [names],
    );
    const dispatcher = new JobDispatcher(
      options,
      rows.map(({ id }) => id),
    );
    dispatcher.ended = dispatcher.work();
    return dispatcher;
  }

  /** Looks for jobs that may have come up. */
  ring(): void {
    this.alarm.ring();
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.alarm.ring();
    await this.ended;
    await Promise.all(this.running.values());
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      let waitMs = TICK_MS;
      try {
        if (performance.now() >= this.renewAt) await this.renewLocks();
        const startedAt = performance.now();
        await this.round();
        // Looking for jobs takes half of the time at most, however many organizations wait.
        await new Promise((resolve) => setTimeout(resolve, performance.now() - startedAt));
      } catch (error) {
        this.options.log.error({ err: error }, 'the jobs wait for the database');
        waitMs = OUTAGE_MS;
      }
      await this.alarm.sleep(waitMs);
    }
  }

  private async renewLocks(): Promise<void> {
    this.renewAt = performance.now() + RENEWAL_MS;
    const { pool } = this.options;
    await pool.query(`update ${JOBS} set locked_at = now() where id = any($1::bigint[]) and locked_by = $2`, [
      [...this.running.keys()],
      this.owner,
    ]);
    await pool.query(`
      update ${JOBS} set locked_at = null, locked_by = null
      where locked_at < now() - ${LOCK} and locked_by like 'turns/%'`);
  }

  private async round(): Promise<void> {
    const chosen = this.turns.next(await this.claims.due());
    if (chosen.length === 0) return;
    let claimed: readonly ClaimedJob[] = [];
    try {
      claimed = await this.claims.claim(chosen);
    } finally {
      const missing = [...chosen];
      for (const { owner, kind } of claimed) {
        const index = missing.findIndex((pair) => pair.owner === owner && pair.kind === kind);
        missing.splice(index, 1);
      }
      for (const pair of missing) this.turns.end(pair);
    }
    for (const job of claimed) {
      this.running.set(job.id, this.run(job));
    }
  }

  private async run(job: ClaimedJob): Promise<void> {
    const { count, log } = this.options;
    let failure: Error | null = null;
    try {
      await this.jobs.get(job.kind)?.run(job.payload);
    } catch (error) {
      failure =
        error instanceof Error ? error : new Error('The job failed without an error.', { cause: error });
      log.error({ err: error, meta: { job: { id: job.id, kind: job.kind } } }, 'a job failed');
    }
    count(job.kind, failure === null ? 'succeeded' : 'failed');
    try {
      await this.conclude(job, failure);
    } catch (error) {
      // Its lock is not renewed any more, so that it is done again in some minutes.
      log.error(
        { err: error, meta: { job: { id: job.id, kind: job.kind } } },
        'the end of a job was not recorded',
      );
    } finally {
      this.running.delete(job.id);
      this.turns.end(job);
      this.alarm.ring();
    }
  }

  private async conclude({ id, attempts }: ClaimedJob, failure: Error | null): Promise<void> {
    const { pool } = this.options;
    if (failure === null) {
      await pool.query(`delete from ${JOBS} where id = $1 and locked_by = $2`, [id, this.owner]);
      return;
    }
    await pool.query(
      `update ${JOBS} set last_error = $3, locked_at = null, locked_by = null, updated_at = now(),
        run_at = greatest(now(), run_at) + $4::int * interval '1 millisecond'
      where id = $1 and locked_by = $2`,
      [id, this.owner, shownMessage(failure), retryWaitMs(JOB_RETRIES, attempts)],
    );
  }
}
