import { setTimeout as delay } from 'node:timers/promises';
import { isInEra } from '../../core/era.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { databaseFailure } from '../../platform/db/postgres-error.js';
import { refreshStatistics } from '../../platform/db/statistics.js';
import { AppError, invalid, notAllowed } from '../../platform/errors/app-error.js';
import type { Attempt } from '../../platform/idempotency/pending-request.js';
import type { Logger } from '../../platform/log.js';
import type { DraftInvoiceService } from '../../modules/invoices/draft-invoice.service.js';
import type { TestClock } from '../../modules/test-clocks/test-clock.table.js';
import type { TestClockService } from '../../modules/test-clocks/test-clock.service.js';
import { dueWorkRepository } from '../due-work/due-work.repository.js';
import { type DueWorkEngine, DueWorkFailure } from '../due-work/due-work-engine.js';
import type { EventBilling } from '../billing/event-billing.js';
import type { SubscriptionWindUp } from '../subscriptions/subscription-wind-up.js';

/** Source: extensions.md §1. */
const ANSWERED_WITHIN_MS = 25_000;
/** A lock that was not obtained in time says nothing about the work itself. */
const LOCK_ATTEMPTS = 3;

interface ClockAdvancerDependencies {
  readonly db: Db;
  readonly testClocks: TestClockService;
  readonly eventBilling: EventBilling;
  readonly windUp: SubscriptionWindUp;
  readonly drafts: DraftInvoiceService;
  readonly engine: DueWorkEngine;
  readonly log: Logger;
  /** An advance that takes longer is answered with status `advancing`, and goes on. */
  readonly answeredWithinMs?: number;
}

/** Moves test clocks: everything that falls due until the target happens, in order, each thing at its instant. */
export class ClockAdvancer {
  /** The clocks this process is moving, by id. Another process may move the same one: each step locks the clock. */
  private readonly underway = new Map<string, Promise<void>>();
  private stopping = false;

  constructor(private readonly dependencies: ClockAdvancerDependencies) {}

  /**
   * Sets a clock on its way, and waits for it.
   * @param attempt of a request with an idempotency key: the clock departs once for all its attempts.
   * @returns the clock, `ready` unless it takes longer than 25 s, or fails on its way.
   * @throws AppError `test_clock_not_found`; `frozenTime: value_is_invalid` when not later than where the clock
   *   stands, `invalid_date` when nothing may happen then (`ERA`); kind `notAllowed`, `test_clock_advancing`, when it
   *   is on its way to another instant.
   */
  async advance(
    actor: Actor,
    attempt: Attempt | null,
    { id, frozenTime }: { id: string; frozenTime: Date },
  ): Promise<TestClock> {
    const { db, testClocks, answeredWithinMs = ANSWERED_WITHIN_MS } = this.dependencies;
    if (attempt?.hasEffect !== true) {
      await db.transaction(async (tx) => {
        await this.depart(tx, actor, id, frozenTime);
        await attempt?.markEffect(tx);
      });
    }
    const clock = await testClocks.get(db, actor, id);
    if (clock.status !== 'advancing') return clock;
    const patience = new AbortController();
    const outOfPatience = delay(answeredWithinMs, undefined, { signal: patience.signal }).catch(
      () => undefined,
    );
    await Promise.race([this.move(clock), outOfPatience]);
    patience.abort();
    return testClocks.get(db, actor, id);
  }

  /** Goes on moving the clocks that a stop or a crash has left on their way. */
  async resume(): Promise<void> {
    const { db, testClocks } = this.dependencies;
    for (const clock of await testClocks.allOnTheirWay(db)) void this.move(clock);
  }

  /** Lets the work in progress end. Clocks that have not arrived are resumed by a worker. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.underway.values());
  }

  private async depart(tx: Tx, actor: Actor, id: string, targetTime: Date): Promise<void> {
    const { testClocks } = this.dependencies;
    const clock = await testClocks.lock(tx, actor, id);
    if (!isInEra(targetTime)) throw invalid({ frozenTime: ['invalid_date'] });
    if (clock.status === 'advancing') {
      if (clock.targetTime?.getTime() === targetTime.getTime()) return;
      throw notAllowed('test_clock_advancing');
    }
    if (targetTime <= clock.frozenTime) throw invalid({ frozenTime: ['value_is_invalid'] });
    await testClocks.setState(tx, actor, id, { status: 'advancing', targetTime, failure: null });
  }

  /** Resolves when the clock stands still again, whatever the reason. */
  private move(clock: TestClock): Promise<void> {
    const known = this.underway.get(clock.id);
    if (known !== undefined) return known;
    const moved = this.stepUntilStill(clock).finally(() => this.underway.delete(clock.id));
    this.underway.set(clock.id, moved);
    return moved;
  }

  private async stepUntilStill(clock: TestClock): Promise<void> {
    const { db, log } = this.dependencies;
    const actor = systemActor(clock.organizationId, null);
    let isSettled = false;
    let failures = 0;
    while (!this.stopping) {
      try {
        if (!isSettled) await this.settle(actor, clock.id);
        isSettled = true;
        if (!(await db.transaction((tx) => this.step(tx, actor, clock.id)))) return;
        await refreshStatistics(db, log);
        failures = 0;
      } catch (error) {
        failures += 1;
        const passing = databaseFailure(error)?.kind;
        if (passing === 'locked' && failures < LOCK_ATTEMPTS) continue;
        log.error({ err: error, testClockId: clock.id }, 'a test clock stopped on its way');
        // Without a database there is nothing to write on: the clock stays on its way, and is resumed.
        if (passing !== 'unavailable') await this.fail(actor, clock.id, error);
        return;
      }
    }
  }

  /** Does what jobs have not come to yet of the time that the clock leaves: it belongs into that time. */
  private async settle(actor: Actor, id: string): Promise<void> {
    const { db, drafts, eventBilling, windUp } = this.dependencies;
    await windUp.runOnClock(actor, id);
    await eventBilling.runOnClock(actor, id);
    await db.transaction((tx) => drafts.flagUsedOnClock(tx, actor, id));
  }

  /** Does what falls due next, or arrives. @returns whether the clock is still on its way. */
  private async step(tx: Tx, actor: Actor, id: string): Promise<boolean> {
    const { testClocks, engine } = this.dependencies;
    const { targetTime } = await testClocks.get(tx, actor, id);
    if (targetTime === null) return false;
    // The customer is locked before its clock, as every writer does: nobody waits for the other in a circle.
    const chunk = await engine.claimOne(tx, { testClockId: id, upTo: targetTime, heldCustomers: 'wait' });
    const clock = await testClocks.lock(tx, actor, id);
    // Another process may have arrived meanwhile, and left again for a later instant.
    if (clock.targetTime?.getTime() !== targetTime.getTime()) return clock.targetTime !== null;
    const arrived = { status: 'ready', frozenTime: targetTime, targetTime: null } as const;
    if (chunk === null) {
      await testClocks.setState(tx, actor, id, arrived);
      return false;
    }
    await engine.perform(tx, chunk);
    const nextAt = await dueWorkRepository.nextAt(tx, id);
    // An instant is reached when all its work is done; work that was due already moves nothing.
    const isReached = chunk.dueAt > clock.frozenTime && (nextAt === null || nextAt > chunk.dueAt);
    // The target with its last work: a clock that failed when it stood there already could not be sent there again.
    const isThere = isReached && chunk.dueAt.getTime() === targetTime.getTime();
    if (isReached) await testClocks.setState(tx, actor, id, isThere ? arrived : { frozenTime: chunk.dueAt });
    return !isThere;
  }

  private async fail(actor: Actor, id: string, error: unknown): Promise<void> {
    const { db, testClocks, log } = this.dependencies;
    try {
      await db.transaction(async (tx) => {
        const { status } = await testClocks.lock(tx, actor, id);
        if (status !== 'advancing') return;
        await testClocks.setState(tx, actor, id, {
          status: 'failed',
          targetTime: null,
          failure: describe(error),
        });
      });
    } catch (cause) {
      log.error({ err: cause, testClockId: id }, 'the failure of a test clock could not be stored');
    }
  }
}

/** What went wrong, for the owner of the clock: an expected failure by its codes, a bug without its details. */
function describe(error: unknown): string {
  const cause = error instanceof DueWorkFailure ? error.cause : error;
  const reason = cause instanceof AppError ? codesOf(cause) : 'internal_error';
  return error instanceof DueWorkFailure ? `${error.message}: ${reason}` : reason;
}

function codesOf({ code, details }: AppError): string {
  return details === null ? code : `${code} ${JSON.stringify(details)}`;
}
