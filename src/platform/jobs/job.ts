import { sql } from 'drizzle-orm';
import type { Task } from 'graphile-worker';
import type { Tx } from '../db/database.js';

/** A task of the job queue, by name. */
export interface Job {
  readonly name: string;
  readonly run: Task;
  /** Crontab expression of the times at which it runs; absent if it runs only when queued. */
  readonly schedule?: string;
}

interface JobSettings {
  /** How often a job is tried that fails, with growing waits; by default as the queue has it. */
  readonly maxAttempts?: number;
  /** True if jobs of other kinds that are due are done before it, however long it has been waiting. */
  readonly isBackground?: boolean;
}

/** The queue does jobs with lower numbers first; by default they have 0. */
const BACKGROUND_PRIORITY = 10;

interface QueueOptions {
  readonly jobKey?: string;
  readonly afterSeconds?: number;
  readonly queueName?: string;
}

/**
 * A kind of job that transactions queue. It is declared where it is queued; a higher layer may implement it (`doneBy`).
 */
export class QueuedJob<Payload extends object> {
  private readonly maxAttempts: number | null;
  private readonly priority: number | null;

  constructor(
    private readonly name: string,
    { maxAttempts, isBackground = false }: JobSettings = {},
  ) {
    this.maxAttempts = maxAttempts ?? null;
    this.priority = isBackground ? BACKGROUND_PRIORITY : null;
  }

  /**
   * Queues a job: it runs after the transaction has committed, or never if it is rolled back.
   * @param jobKey replaces the queued job with the same key, if there is one.
   * @param afterSeconds runs it so much later.
   * @param queueName runs it after the other jobs of this queue, one at a time.
   */
  async enqueue(
    tx: Tx,
    payload: Payload,
    { jobKey, afterSeconds = 0, queueName }: QueueOptions = {},
  ): Promise<void> {
    await tx.execute(
      sql`select graphile_worker.add_job(${this.name}::text, ${JSON.stringify(payload)}::json,
        queue_name := ${queueName ?? null}::text, job_key := ${jobKey ?? null}::text,
        max_attempts := ${this.maxAttempts}::int, priority := ${this.priority}::int,
        run_at := now() + make_interval(secs => ${afterSeconds}::int))`,
    );
  }

  /** Queues a job for each payload, in one statement. */
  async enqueueAll(tx: Tx, payloads: readonly Payload[]): Promise<void> {
    if (payloads.length === 0) return;
    await tx.execute(sql`
      select graphile_worker.add_jobs(array(
        select row(${this.name}::text, payload, null, null, ${this.maxAttempts}::int, null, ${this.priority}::int, null)::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(payloads)}::text::json) as payload))`);
  }

  doneBy(run: (payload: Payload) => Promise<void>): Job {
    // The queue passes the payload that was queued under this name.
    return { name: this.name, run: (payload) => run(payload as Payload) };
  }
}

/** Declares a job without payload that runs at set times. @param schedule a crontab expression, in UTC. */
export function scheduledJob(name: string, schedule: string, run: () => Promise<void>): Job {
  return { name, schedule, run };
}
