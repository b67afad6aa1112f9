import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.js';
import { queryRows } from '../db/statements/query-rows.js';

interface WaitingJobs {
  readonly numbers: ReadonlyMap<string, number>;
  /** How long the first of each kind has been due. */
  readonly oldestSeconds: ReadonlyMap<string, number>;
}

/** What is due and has not begun, of all organizations, by kind. */
export async function waitingJobs(db: Db): Promise<WaitingJobs> {
  const rows = await queryRows<{ kind: string; number: number; seconds: number }>(
    db,
    sql`
      select task.identifier as kind, count(*)::int as number, extract(epoch from now() - min(run_at))::float8 as seconds
      from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where is_available and run_at <= now()
      group by task.identifier`,
  );
  return {
    numbers: new Map(rows.map(({ kind, number }) => [kind, number])),
    oldestSeconds: new Map(rows.map(({ kind, seconds }) => [kind, seconds])),
  };
}
