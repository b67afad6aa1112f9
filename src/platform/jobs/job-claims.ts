import type pg from 'pg';
import { OF_CUSTOMER, type Pair, type TurnSettings } from './turns.js';

/** Whose job it is; the indexes of `prepareTurns` have the same expressions. */
const OWNER = `coalesce(payload ->> 'organizationId', '')`;
const CUSTOMER = `coalesce(payload ->> 'customerId', '')`;
/** The queue's own table. */
export const JOBS = 'graphile_worker._private_jobs';
/** Names the claims of all processes, which follow each other where an order is to be kept. */
const CLAIM_LOCK = 7_204_915;
const LOCK_CLAIMS = `select pg_advisory_xact_lock(${CLAIM_LOCK})`;
/** How many customers a claim looks at: those after them have their turn in the next one. */
const CUSTOMERS_AT_ONCE = 500;

/** Makes the indexes that taking turns needs. They lie in the queue's own tables, which have no owner. */
export async function prepareTurns(pool: pg.Pool): Promise<void> {
  // Several processes may start at once.
  await pool.query(`
    begin;
    ${LOCK_CLAIMS};
    create index if not exists jobs_of_owners on ${JOBS} ((${OWNER}), task_id, run_at, id) where is_available;
    create index if not exists jobs_of_customers on ${JOBS} ((${OWNER}), task_id, (${CUSTOMER}), run_at, id) where is_available;
    create index if not exists jobs_that_run on ${JOBS} ((${OWNER}), task_id) where locked_at is not null;
    commit`);
}

/** How many jobs of an organization and kind are to be claimed. */
interface Claim extends Pair {
  readonly most: number;
  readonly isInOrder: boolean;
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

/** Finds jobs that are due, and locks those that a process does. Sources: docs/adr/0107, 0203. */
export class JobClaims {
  /** The customer after whom the next claim begins, by organization and kind. */
  private readonly lastCustomers = new Map<string, string>();

  constructor(private readonly options: ClaimOptions) {}

  /** Who has something due, and of which kind. It jumps from one pair to the next, however many jobs each has. */
  async due(): Promise<Pair[]> {
    const { rows } = await this.byIndex((client) =>
      client.query<Pair>(
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
      ),
    );
    return rows;
  }

  /** Locks jobs of each pair, as many as it is chosen. */
  async claim(chosen: readonly Pair[]): Promise<readonly ClaimedJob[]> {
    const claims = new Map<string, Claim>();
    for (const { owner, kind } of chosen) {
      const key = pairKey({ owner, kind });
      const isInOrder = this.options.kinds.get(kind)?.isInOrder ?? false;
      claims.set(key, { owner, kind, isInOrder, most: (claims.get(key)?.most ?? 0) + 1 });
    }
    const { byCustomer = [], byTime = [] } = Object.groupBy(claims.values(), ({ kind }) =>
      this.options.kinds.get(kind)?.isByCustomer === true ? 'byCustomer' : 'byTime',
    );
    return this.byIndex(async (client) => {
      await client.query(LOCK_CLAIMS);
      const claimed = byTime.length === 0 ? [] : [...(await this.claimByTime(client, byTime))];
      for (const claim of byCustomer) claimed.push(...(await this.claimByCustomer(client, claim)));
      return claimed;
    });
  }

  /** Locks the jobs that have been due longest. */
  private async claimByTime(client: pg.PoolClient, claims: readonly Claim[]): Promise<readonly ClaimedJob[]> {
    const { rows } = await client.query<ClaimedJob>(
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
      [JSON.stringify(claims), this.options.lockedBy],
    );
    return rows;
  }

  /**
   * Locks jobs of the customers that follow the last one that had a turn, after the last customer those of the first. It jumps from
   * one customer to the next, however many jobs each has, and passes those of whom enough jobs run.
   */
  private async claimByCustomer(client: pg.PoolClient, claim: Claim): Promise<readonly ClaimedJob[]> {
    const { owner, kind, most } = claim;
    const last = this.lastCustomers.get(pairKey(claim)) ?? '';
    const ofCustomer = `task_id = (select id from graphile_worker._private_tasks where identifier = $2)
      and ${OWNER} = $1 and ${CUSTOMER}`;
    const following = (customer: string) => `coalesce((
      select ${CUSTOMER} from ${JOBS} where is_available and ${ofCustomer} > ${customer} order by ${CUSTOMER} limit 1), '')`;
    const { rows } = await client.query<{ jobs: readonly ClaimedJob[]; last: string }>(
      `with recursive line (customer) as (
        select ${following('$5::text')}
        union
        select ${following('line.customer')} from line
      ), near as (
        select customer from line limit ${CUSTOMERS_AT_ONCE}
      ), found as (
        select due.id, customer from near cross join lateral (
          select id from ${JOBS} where is_available and ${ofCustomer} = near.customer and run_at <= now()
          order by run_at, id
          limit greatest(0, ${OF_CUSTOMER} - (
            select count(*) from ${JOBS} where locked_at is not null and ${ofCustomer} = near.customer))
          for update skip locked) as due
        limit $4::int
      ), claimed as (
        update ${JOBS} as job set locked_by = $3, locked_at = now(), attempts = job.attempts + 1
        from found where job.id = found.id
        returning job.id::text, job.payload, job.attempts, $1 as owner, $2 as kind
      )
      select (select coalesce(json_agg(claimed), '[]') from claimed) as jobs, coalesce(
        (select customer from found offset $4::int - 1),
        (select customer from near offset ${CUSTOMERS_AT_ONCE - 1}),
        '') as last`,
      [owner, kind, this.options.lockedBy, most, last],
    );
    const [claimed] = rows;
    this.lastCustomers.set(pairKey(claim), claimed?.last ?? '');
    return claimed?.jobs ?? [];
  }

  /**
   * Carries statements out by the indexes of `prepareTurns`, in one transaction. The planner's statistics are of another time, when
   * the queue was empty, so that it would read and sort the whole queue for each pair.
   */
  private async byIndex<Result>(run: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.options.pool.connect();
    try {
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
      );
      const result = await run(client);
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

function pairKey({ owner, kind }: Pair): string {
  return `${owner}/${kind}`;
}
