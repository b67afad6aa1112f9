import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.js';

/** What each task of the job queue is given. */
export interface TaskPayloads {
  /** Rebuilds a metric's usage counters from raw events (docs/adr/0005). */
  readonly recount_metric: { readonly organizationId: string; readonly billableMetricId: string };
  /** Bills the pending events of a subscription. Queued by the flush that stores them (docs/adr/0005). */
  readonly bill_events: { readonly organizationId: string; readonly externalSubscriptionId: string };
  /** Ends the subscriptions of a plan or customer that was deleted (rest-conventions.md §10). */
  readonly end_subscriptions: { readonly organizationId: string } & (
    { readonly planId: string } | { readonly customerId: string }
  );
}

export type TaskName = keyof TaskPayloads;

/**
 * Queues a job in the transaction that makes it necessary: it runs after the commit, or never.
 * @param jobKey while a job with this key waits, queueing it again replaces it.
 */
export async function enqueue<Task extends TaskName>(
  tx: Tx,
  task: Task,
  payload: TaskPayloads[Task],
  { jobKey }: { readonly jobKey?: string } = {},
): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, job_key := ${jobKey ?? null}::text)`,
  );
}
