import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Alarm } from '../process/alarm.js';
import { type Logger, shownMessage } from '../log.js';
import type { TurnJob } from './job.js';
import { type RetrySchedule, retryWaitMs } from './retry-schedule.js';
import { type Pair, Turns } from './turns.js';

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

/** Whose job it is; the index of `prepareTurns` has the same expression. */
const OWNER = `coalesce(payload ->> 'organizationId', '')`;
const JOBS = 'graphile_worker._private_jobs';
/** Names the claims of all processes, which follow each other where an order is to be kept. */
const CLAIM_LOCK = 7_204_915;

/** Makes the indexes that taking turns needs. They lie in the queue's own tables, which have no owner. */
export async function prepareTurns(pool: pg.Pool): Promise<void> {
  // Several processes may start at once.
  await pool.query(`
    begin;
    select pg_advisory_xact_lock(${CLAIM_LOCK});
    create index if not exists jobs_of_owners on ${JOBS} ((${OWNER}), task_id, run_at, id) where is_available;
    create index if not exists jobs_that_run on ${JOBS} ((${OWNER}), task_id) where locked_at is not null;
    commit`);
}

interface ClaimedJob extends Pair {
  readonly id: string;
  readonly payload: object;
  /** Attempts so far, this one included. */
  readonly attempts: number;
}

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
  /** By the ids of the jobs. */
  private readonly running = new Map<string, Promise<void>>();
  private taskIds: readonly number[] = [];
  private renewAt = 0;
  private isStopping = false;
  private ended: Promise<void> = Promise.resolve();

  private constructor(private readonly options: DispatcherOptions) {
    this.jobs = new Map(options.jobs.map((job) => [job.name, job]));
    this.turns = new Turns(new Map(options.jobs.map((job) => [job.name, job.turn])));
  }

  static async start(options: DispatcherOptions): Promise<JobDispatcher> {
    const dispatcher = new JobDispatcher(options);
    const names = [...dispatcher.jobs.keys()];
    await options.pool.query(
      `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
      [names],
    );
    const { rows } = await options.pool.query<{ id: number }>(
      `select id from graphile_worker._private_tasks where identifier = any($1::text[])`,
      [names],
    );
    dispatcher.taskIds = rows.map(({ id }) => id);
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
    const chosen = this.turns.next(await this.due());
    if (chosen.length === 0) return;
    let claimed: readonly ClaimedJob[] = [];
    try {
      claimed = await this.claim(chosen);
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

  /** Who has something due, and of which kind. It jumps from one pair to the next, however many jobs each has. */
  private async due(): Promise<Pair[]> {
    const { rows } = await this.byIndex<Pair>(
      `with recursive pair as (
        (select ${OWNER} as owner, task_id, run_at from ${JOBS} where is_available
          order by ${OWNER}, task_id, run_at limit 1)
        union all
        select following.* from pair cross join lateral (
          select ${OWNER} as owner, task_id, run_at from ${JOBS}
          where is_available and (${OWNER}, task_id) > (pair.owner, pair.task_id)
          order by ${OWNER}, task_id, run_at limit 1) as following
      )
      select pair.owner, task.identifier as kind from pair join graphile_worker._private_tasks as task on task.id = pair.task_id
      where pair.run_at <= now() and pair.task_id = any($1::int[])`,
      [this.taskIds],
    );
    return rows;
  }

  private async claim(chosen: readonly Pair[]): Promise<readonly ClaimedJob[]> {
    const numbers = new Map<string, Pair & { most: number; isInOrder: boolean }>();
    for (const { owner, kind } of chosen) {
      const key = `${owner}/${kind}`;
      const isInOrder = this.jobs.get(kind)?.turn.isInOrder ?? false;
      numbers.set(key, { owner, kind, isInOrder, most: (numbers.get(key)?.most ?? 0) + 1 });
    }
    const { rows } = await this.byIndex<ClaimedJob>(
      `update ${JOBS} as job set locked_by = $2, locked_at = now(), attempts = job.attempts + 1
        from json_to_recordset($1::json) as chosen (owner text, kind text, most int, "isInOrder" boolean)
        join graphile_worker._private_tasks as task on task.identifier = chosen.kind
        cross join lateral (
          select id from ${JOBS}
          where is_available and ${OWNER} = chosen.owner and task_id = task.id and run_at <= now()
            and not (chosen."isInOrder" and exists (
              select from ${JOBS} as running where running.locked_at is not null and running.task_id = task.id
                and coalesce(running.payload ->> 'organizationId', '') = chosen.owner))
          order by run_at, id limit chosen.most for update skip locked
        ) as found
        where job.id = found.id
        returning job.id::text, job.payload, job.attempts, chosen.owner, chosen.kind`,
      [JSON.stringify([...numbers.values()]), this.owner],
      `select pg_advisory_xact_lock(${CLAIM_LOCK})`,
    );
    return rows;
  }

  /**
   * Carries a statement out by the indexes of `prepareTurns`. The planner's statistics are of another time, when the queue was
   * empty, so that it would read and sort the whole queue for each pair.
   */
  private async byIndex<Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[],
    before = '',
  ): Promise<pg.QueryResult<Row>> {
    const client = await this.options.pool.connect();
    try {
      await client.query(
        `begin; set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off; ${before}`,
      );
      const result = await client.query<Row>(statement, [...values]);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // The connection is closed, which ends its transaction.
      client.release(true);
      throw error;
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
