import { type Actor, systemActor } from '../../platform/actor.js';
import type { JobsDb } from '../../platform/db/database-connections.js';
import type { Tx } from '../../platform/db/database.js';
import { databaseFailure } from '../../platform/db/postgres/postgres-error.js';
import { refreshStatistics } from '../../platform/db/statements/refresh-statistics.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Logger } from '../../platform/log.js';
import type { WalletRules } from '../../modules/wallets/rules/wallet-rules.service.js';
import type { DraftInvoiceService } from '../../modules/invoices/issuing/draft-invoice.service.js';
import type { TestClock } from '../../modules/test-clocks/test-clock.table.js';
import type { UsageNotices } from '../../modules/usage/notices/usage-notices.service.js';
import type { TestClockService } from '../../modules/test-clocks/test-clock.service.js';
import { type DueWorkEngine, DueWorkFailure } from '../due-work/due-work-engine.js';
import { reasonOf } from '../due-work/failure-reason.js';
import type { EventBilling } from '../events-in-advance/event-billing.js';
import type { SubscriptionWindUp } from '../subscriptions/subscription-wind-up.js';
import type { ClockTurns } from './clock-turns.js';

/** Attempts at a step whose lock was not obtained in time, which says nothing about the work itself. */
const LOCK_ATTEMPTS = 3;
/** After so many steps a clock lets waiting clocks go first. */
const STEPS_PER_TURN = 10;

export interface JourneyDependencies {
  readonly jobsDb: JobsDb;
  readonly testClocks: TestClockService;
  readonly eventBilling: EventBilling;
  readonly usageNotices: UsageNotices;
  readonly windUp: SubscriptionWindUp;
  readonly drafts: DraftInvoiceService;
  readonly walletRules: WalletRules;
  readonly engine: DueWorkEngine;
  readonly log: Logger;
}

/** Moves one test clock to its target, step by step. Other processes may move the same clock: each step locks it. */
export class ClockJourney {
  private readonly actor: Actor;
  private readonly id: string;
  private stopping = false;
  private isSettled = false;
  private failures = 0;
  /** The number of customers to be done one by one next, because their work failed together. */
  private apart = 0;

  constructor(
    clock: TestClock,
    private readonly turns: ClockTurns,
    private readonly dependencies: JourneyDependencies,
  ) {
    this.id = clock.id;
    this.actor = systemActor(clock.organizationId, null);
  }

  /** Resolves when the clock stands still, whatever the reason, or when another worker is to resume it. */
  async run(): Promise<void> {
    const { organizationId } = this.actor;
    await this.turns.begin(organizationId);
    try {
      for (let steps = 1; !this.stopping && (await this.next()); steps += 1) {
        if (steps % STEPS_PER_TURN === 0) await this.turns.pass(organizationId);
      }
    } finally {
      this.turns.end(organizationId);
    }
  }

  /** Lets the step in progress be the last one. */
  stop(): void {
    this.stopping = true;
  }

  /** Does one step, and decides what follows from a failure. @returns true while the clock is still on its way. */
  private async next(): Promise<boolean> {
    const { jobsDb: db, log } = this.dependencies;
    try {
      if (!this.isSettled) await this.settle();
      this.isSettled = true;
      if (!(await db.transaction((tx) => this.step(tx)))) return false;
      await refreshStatistics(db, log);
      this.failures = 0;
      this.apart = Math.max(0, this.apart - 1);
      return true;
    } catch (error) {
      return this.isRetryable(error);
    }
  }

  private async isRetryable(error: unknown): Promise<boolean> {
    const { log } = this.dependencies;
    if (error instanceof DueWorkFailure && error.chunk.customerIds.length > 1) {
      log.warn(
        { err: error, testClockId: this.id },
        'a chunk of due work failed and is retried customer by customer',
      );
      this.apart = error.chunk.customerIds.length;
      return true;
    }
    this.failures += 1;
    const passing = databaseFailure(error)?.kind;
    if (passing === 'locked' && this.failures < LOCK_ATTEMPTS) return true;
    // Without a database there is nothing to write on: the clock stays on its way, and is resumed.
    if (passing === 'unavailable') log.error({ err: error, testClockId: this.id }, 'a test clock waits');
    else if (!isGone(error)) await this.fail(error);
    return false;
  }

  /** Does what jobs have left undone at the clock's present time: it belongs before the clock moves. */
  private async settle(): Promise<void> {
    const {
      jobsDb: db,
      drafts,
      eventBilling,
      testClocks,
      usageNotices,
      walletRules,
      windUp,
    } = this.dependencies;
    await windUp.runOnClock(this.actor, this.id);
    await eventBilling.runOnClock(this.actor, this.id);
    await usageNotices.announce(this.id);
    await db.transaction(async (tx) => {
      await drafts.scheduleRefreshesOnClock(tx, this.actor, this.id);
      const { frozenTime } = await testClocks.get(tx, this.actor, this.id);
      await walletRules.reviewAll(tx, this.id, frozenTime);
    });
  }

  /** Does the next due work, or arrives at the target. @returns true while the clock is still on its way. */
  private async step(tx: Tx): Promise<boolean> {
    const { actor, id } = this;
    const { testClocks, engine } = this.dependencies;
    const { targetTime } = await testClocks.get(tx, actor, id);
    if (targetTime === null) return false;
    // Customers are locked before their clock, as every writer does: nobody waits for the other in a circle.
    const span = { testClockId: id, upTo: targetTime, lockedCustomers: 'wait' } as const;
    const chunk = await (this.apart > 0 ? engine.claimOne(tx, span) : engine.claimInOrder(tx, span));
    const clock = await testClocks.lock(tx, actor, id);
    // Meanwhile it may have been sent elsewhere, or another process may have arrived with it.
    if (clock.targetTime?.getTime() !== targetTime.getTime()) return clock.targetTime !== null;
    const arrived = { status: 'ready', frozenTime: targetTime, targetTime: null, passingTime: null } as const;
    if (chunk === null) {
      await testClocks.setState(tx, actor, id, arrived);
      return false;
    }
    await engine.perform(tx, chunk);
    const { dueAt } = chunk;
    // Work that was due at the clock's time already moves nothing.
    if (dueAt <= clock.frozenTime) return true;
    const nextAt = await engine.nextAt(tx, id);
    const isReached = nextAt === null || nextAt > dueAt;
    // The clock reaches its target with the last work: if it failed standing there, it could not be sent there again.
    const isThere = isReached && dueAt.getTime() === targetTime.getTime();
    if (isThere) await testClocks.setState(tx, actor, id, arrived);
    else if (isReached) await testClocks.setState(tx, actor, id, { frozenTime: dueAt, passingTime: null });
    else if (clock.passingTime?.getTime() !== dueAt.getTime()) {
      await testClocks.setState(tx, actor, id, { passingTime: dueAt });
    }
    return !isThere;
  }

  private async fail(error: unknown): Promise<void> {
    const { actor, id } = this;
    const { jobsDb: db, testClocks, log } = this.dependencies;
    log.error({ err: error, testClockId: id }, 'a test clock stopped on its way');
    try {
      await db.transaction(async (tx) => {
        const { status } = await testClocks.lock(tx, actor, id);
        if (status !== 'advancing') return;
        const failed = { status: 'failed', targetTime: null, failure: describe(error) } as const;
        await testClocks.setState(tx, actor, id, failed);
      });
    } catch (cause) {
      if (!isGone(cause)) {
        log.error({ err: cause, testClockId: id }, 'the failure of a test clock could not be stored');
      }
    }
  }
}

/** True if the clock was deleted on its way. */
function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'test_clock_not_found';
}

/** The failure as the clock's owner reads it. */
function describe(error: unknown): string {
  const reason = reasonOf(error);
  return error instanceof DueWorkFailure ? `${error.message}: ${reason}` : reason;
}
