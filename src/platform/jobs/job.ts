import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import type { TurnSettings } from './turns.js';

/** A job that runs at set times. */
export interface ScheduledJob {
  readonly name: string;
  readonly run: () => Promise<void>;
  /** Crontab expression, in UTC. */
  readonly schedule: string;
}

/** A kind of queued job with what does it; the organizations take turns. */
export interface TurnJob {
  readonly name: string;
  /** @param payload what was queued under this name. */
  readonly run: (payload: object) => Promise<void>;
  readonly turn: TurnSettings;
}

export type Job = ScheduledJob | TurnJob;

interface JobSettings extends Partial<TurnSettings> {
  /** How often a job is tried that fails, with growing waits; by default as the queue has it. */
  readonly maxAttempts?: number;
}

interface QueueOptions {
  readonly jobKey?: string;
  readonly afterMs?: number;
}

/**
 * A kind of job that transactions queue. It is declared where it is queued; a higher layer may implement it (`doneBy`). The
 * organization whose turn it takes is the payload's `organizationId`; without one it is the installation's.
 */
export class QueuedJob<Payload extends object> {
  private readonly maxAttempts: number | null;
  private readonly turn: TurnSettings;

  constructor(
    private readonly name: string,
    {
      maxAttempts,
      lane = 'own',
      isInOrder = false,
      isBackground = false,
      isByCustomer = false,
    }: JobSettings = {},
  ) {
    this.maxAttempts = maxAttempts ?? null;
    this.turn = { lane, isInOrder, isBackground, isByCustomer };
  }

  /**
   * Queues a job: it runs after the transaction has committed, or never if it is rolled back.
   * @param jobKey replaces the queued job with the same key, if there is one.
   * @param afterMs runs it so much later.
   */
  async enqueue(tx: Tx, payload: Payload, { jobKey, afterMs = 0 }: QueueOptions = {}): Promise<void> {
    await tx.execute(
      sql`select graphile_worker.add_job(${this.name}::text, ${JSON.stringify(payload)}::json,
        job_key := ${jobKey ?? null}::text, max_attempts := ${this.maxAttempts}::int,
        run_at := now() + ${afterMs}::int * interval '1 millisecond')`,
    );
  }

  /** Queues a job for each payload, in one statement. */
  async enqueueAll(tx: Tx, payloads: readonly Payload[]): Promise<void> {
    if (payloads.length === 0) return;
    await tx.execute(sql`
      select graphile_worker.add_jobs(array(
        select row(${this.name}::text, payload, null, null, ${this.maxAttempts}::int, null, null, null)::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(payloads)}::text::json) as payload))`);
  }

  doneBy(run: (payload: Payload) => Promise<void>): TurnJob {
    // The queue passes the payload that was queued under this name.
    return { name: this.name, run: (payload) => run(payload as Payload), turn: this.turn };
  }
}

/** Declares a job without payload that runs at set times. @param schedule a crontab expression, in UTC. */
export function scheduledJob(name: string, schedule: string, run: () => Promise<void>): ScheduledJob {
  return { name, schedule, run };
}
