import type pg from 'pg';
import type { Pair, TurnSettings } from './turns.js';

/** Whose job it is; the index of `prepareTurns` has the same expression. */
const OWNER = `coalesce(payload ->> 'organizationId', '')`;
/** The queue's own table. */
export const JOBS = 'graphile_worker._private_jobs';
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

export interface ClaimedJob extends Pair {
  readonly id: string;
  readonly payload: object;
  /** Attempts so far, this one included. */
  readonly attempts: number;
}

interface ClaimOptions {
  readonly pool: pg.Pool;
  readonly kinds: ReadonlyMap<string, TurnSettings>;
  /** The ids of these kinds in the queue. */
  readonly taskIds: readonly number[];
  /** Names the process in the locks of its jobs. */
  readonly lockedBy: string;
}

/** Finds jobs that are due, and locks those that a process does. Source: docs/adr/0107. */
export class JobClaims {
  constructor(private readonly options: ClaimOptions) {}

  /** Who has something due, and of which kind. It jumps from one pair to the next, however many jobs each has. */
  async due(): Promise<Pair[]> {
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
      [this.options.taskIds],
    );
    return rows;
  }

  async claim(chosen: readonly Pair[]): Promise<readonly ClaimedJob[]> {
    const numbers = new Map<string, Pair & { most: number; isInOrder: boolean }>();
    for (const { owner, kind } of chosen) {
      const key = `${owner}/${kind}`;
      const isInOrder = this.options.kinds.get(kind)?.isInOrder ?? false;
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
      [JSON.stringify([...numbers.values()]), this.options.lockedBy],
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
}
