import { sql } from 'drizzle-orm';
import type { Task } from 'graphile-worker';
import type { Tx } from '../db/database.js';

/** What the job queue does under a name. */
export interface Job {
  readonly name: string;
  readonly run: Task;
  /** When it is done by itself, as in a crontab; never unless given. */
  readonly schedule?: string;
}

/** A kind of job that transactions queue. It is declared where it is queued; whoever does it may lie in a higher layer. */
export class QueuedJob<Payload extends object> {
  constructor(private readonly name: string) {}

  /**
   * Queues a job in the transaction that makes it necessary: it runs after the commit, or never.
   * @param jobKey while a job with this key waits, queueing it again replaces it.
   */
  async enqueue(tx: Tx, payload: Payload, { jobKey }: { readonly jobKey?: string } = {}): Promise<void> {
    await tx.execute(
      sql`select graphile_worker.add_job(${this.name}::text, ${JSON.stringify(payload)}::json, job_key := ${jobKey ?? null}::text)`,
    );
  }

  doneBy(run: (payload: Payload) => Promise<void>): Job {
    // The queue hands out what was queued under its name.
    return { name: this.name, run: (payload) => run(payload as Payload) };
  }
}

/** A job without a payload that the queue does at set times. */
export function scheduledJob(name: string, schedule: string, run: () => Promise<void>): Job {
  return { name, schedule, run };
}
