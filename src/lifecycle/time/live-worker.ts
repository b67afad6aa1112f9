import type { Connections } from '../../platform/db/database-connections.js';
import type { Tx } from '../../platform/db/database.js';
import { refreshStatistics } from '../../platform/db/statements/refresh-statistics.js';
import { DUE_WORK_CHANNEL } from '../../platform/due-work/due-work-kinds.js';
import { Alarm } from '../../platform/process/alarm.js';
import { type RetrySchedule, retryWaitMs } from '../../platform/jobs/retry-schedule.js';
import type { TimeNeeds } from './time.needs.js';
import type { ClockAdvancer } from './clock-advancer.js';
import type { DueChunk } from '../due-work/due-chunk.js';
import { DueWorkFailure } from '../due-work/due-work-engine.js';
import { reasonOf } from '../due-work/failure-reason.js';

/** The worker looks for due work at least this often, even when nothing was announced. */
const TICK_MS = 60_000;
/** While usage is watched, new usage is announced this often: a subscription once, however many events it has received. */
const USAGE_INTERVAL_MS = 5_000;
/** Due work of a customer whom another transaction has locked is tried again after this time. */
const HELD_MS = 250;
/** Due work that has failed is done again, in the end each hour. */
export const DUE_WORK_RETRIES: RetrySchedule<'repeat'> = {
  waitsSeconds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600],
  afterLast: 'repeat',
};
/** Time synchronization corrects a clock by less than this. */
const TOLERATED_SET_BACK_MS = 1_000;
/** The wait when the database itself fails. */
const OUTAGE_MS = 5_000;

interface Needs extends Pick<
  TimeNeeds,
  'engine' | 'usageNotices' | 'reportFolding' | 'backgroundThrottle' | 'clock' | 'log'
> {
  readonly connections: Pick<Connections, 'jobs' | 'listen'>;
  readonly advancer: ClockAdvancer;
}

/**
 * Does the due work of the wall clock when it falls due. Any number of workers may run: locks decide which one does
 * what.
 * Source: docs/adr/0003.
 */
export class LiveWorker {
  private readonly alarm = new Alarm();
  private stopping = false;
  /** The instant at which the worker wakes up at the latest; null while awake. */
  private sleepsUntil: Date | null = null;
  /** The latest time that the worker has read from the wall clock. */
  private latestNow = new Date(0);
  private ended: Promise<void> = Promise.resolve();

  private constructor(private readonly needs: Needs) {}

  static async start(dependencies: Needs): Promise<LiveWorker> {
    const worker = new LiveWorker(dependencies);
    const stopListening = await dependencies.connections.listen(
      DUE_WORK_CHANNEL,
      (dueAt) => {
        worker.hear(new Date(dueAt));
      },
      // Called again after the connection was lost: announcements may have been missed.
      () => {
        worker.alarm.ring();
      },
    );
    worker.ended = worker.work().finally(stopListening);
    return worker;
  }

  /** Stops after the work in progress. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.alarm.ring();
    await this.ended;
  }

  private hear(dueAt: Date): void {
    if (this.sleepsUntil === null || dueAt < this.sleepsUntil) this.alarm.ring();
  }

  private async work(): Promise<void> {
    const { advancer, backgroundThrottle, log } = this.needs;
    while (!this.stopping) {
      let pauseMs: number;
      try {
        await advancer.resume();
        const isUsageWatched = await this.announceUsage();
        await backgroundThrottle.doUrgently(() => this.doAllDue());
        await this.foldReports();
        const longestMs = isUsageWatched ? USAGE_INTERVAL_MS : TICK_MS;
        pauseMs = Math.min(await this.pauseMs(), longestMs);
      } catch (error) {
        log.error({ err: error }, 'the due-work worker waits for the database');
        pauseMs = OUTAGE_MS;
      }
      this.sleepsUntil = new Date(this.now().getTime() + pauseMs);
      await this.alarm.sleep(pauseMs);
      this.sleepsUntil = null;
    }
  }

  /** Reads the clock. Warns, once, when it was set back: what is due waits until it has caught up. */
  private now(): Date {
    const { clock, log } = this.needs;
    const now = clock.now();
    const setBackMs = this.latestNow.getTime() - now.getTime();
    if (setBackMs > TOLERATED_SET_BACK_MS) {
      log.warn(
        { setBackMs },
        'the clock of this machine was set back; due work waits until it has caught up',
      );
    }
    this.latestNow = now;
    return now;
  }

  /** Announces which subscriptions have received events. A failure delays no due work. @returns true if anybody watches. */
  private async announceUsage(): Promise<boolean> {
    const { usageNotices, log } = this.needs;
    try {
      if (!(await usageNotices.isAnyWatched())) return false;
      await usageNotices.announce(null);
    } catch (error) {
      log.error({ err: error }, 'new usage could not be announced');
    }
    return true;
  }

  /** Moves what was added to reports into their totals. Until then the reports add it up when they are read. */
  private async foldReports(): Promise<void> {
    const { reportFolding, log } = this.needs;
    try {
      await reportFolding.fold();
    } catch (error) {
      log.error({ err: error }, 'entries of reports could not be moved to their totals');
    }
  }

  private async doAllDue(): Promise<void> {
    while (!this.stopping && (await this.doNext()));
  }

  /** Does the next chunk in one transaction. @returns true if something was due. */
  private doNext(): Promise<boolean> {
    return this.do((tx) => this.needs.engine.claimMany(tx, this.now()));
  }

  /** Claims a chunk and does it. @returns true if there was something to claim. */
  private async do(claim: (tx: Tx) => Promise<DueChunk | null>): Promise<boolean> {
    const { connections, engine, log } = this.needs;
    try {
      const wasDue = await connections.jobs.transaction(async (tx) => {
        const chunk = await claim(tx);
        if (chunk !== null) await engine.perform(tx, chunk);
        return chunk !== null;
      });
      if (wasDue) await refreshStatistics(connections.jobs, log);
      return wasDue;
    } catch (error) {
      if (!(error instanceof DueWorkFailure)) throw error;
      await (error.chunk.customerIds.length === 1 ? this.postpone(error) : this.doApart(error));
      return true;
    }
  }

  /** Retries a failed chunk customer by customer, so that one failing customer stops nobody else. */
  private async doApart(failure: DueWorkFailure): Promise<void> {
    const { engine, log } = this.needs;
    const { customerIds, organizationId, kind, dueAt } = failure.chunk;
    const chunk = { organizationId, kind, dueAt, customers: customerIds.length };
    log.warn({ err: failure, ...chunk }, 'a chunk of due work failed and is retried customer by customer');
    for (const customerId of customerIds) {
      if (this.stopping) return;
      const span = { testClockId: null, upTo: this.now(), lockedCustomers: 'skip' } as const;
      await this.do((tx) => engine.claimOne(tx, span, { organizationId, customerId }));
    }
  }

  private async postpone(failure: DueWorkFailure): Promise<void> {
    const { connections, engine, log } = this.needs;
    const { chunk } = failure;
    log.error({ err: failure, ...chunk }, 'due work failed and will be tried again');
    const waitMs = retryWaitMs(DUE_WORK_RETRIES, chunk.attempts + 1);
    const retryAt = new Date(this.now().getTime() + waitMs);
    const postponed = { retryAt, failure: reasonOf(failure) };
    await connections.jobs.transaction((tx) => engine.postpone(tx, chunk, postponed));
  }

  private async pauseMs(): Promise<number> {
    const { connections, engine } = this.needs;
    const nextAt = await engine.nextAt(connections.jobs, null);
    if (nextAt === null) return TICK_MS;
    return Math.min(Math.max(nextAt.getTime() - this.now().getTime(), HELD_MS), TICK_MS);
  }
}
