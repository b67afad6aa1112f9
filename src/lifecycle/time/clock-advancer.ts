import { isSupportedInstant, isWithinYears } from '../../core/time/supported-instants.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { endsWithin } from '../../platform/process/ends-within.js';
import { invalid, notAllowed } from '../../platform/errors/app-error.js';
import type { Attempt } from '../../platform/idempotency/attempt.js';
import type { Limits } from '../../platform/limits.js';
import type { TestClock } from '../../modules/test-clocks/test-clock.table.js';
import { ClockJourney, type JourneyDependencies } from './clock-journey.js';
import { ClockTurns } from './clock-turns.js';

/** Source: extensions.md §1. */
const ANSWERED_WITHIN_MS = 25_000;

interface Needs extends JourneyDependencies {
  readonly limits: Pick<Limits, 'clockSpanYears' | 'movingClocks' | 'organizationMovingClocks'>;
  /** An advance that takes longer is answered with status `advancing`, and goes on. */
  readonly answeredWithinMs?: number;
}

/**
 * Moves test clocks: all work that falls due until the target is done in order, each at its instant.
 * Source: docs/adr/0003, 0024.
 */
export class ClockAdvancer {
  /** The clocks that this process is moving, or that wait for their turn in it, by id. */
  private readonly underway = new Map<string, { journey: ClockJourney; ended: Promise<void> }>();
  private readonly turns: ClockTurns;
  private stopping = false;

  constructor(private readonly needs: Needs) {
    const { movingClocks: total, organizationMovingClocks: perOrganization } = needs.limits;
    this.turns = new ClockTurns({ total, perOrganization });
  }

  /**
   * Sends a clock to a later instant, and waits until it arrives.
   * @param attempt of a request with an idempotency key: the clock departs once for all its attempts.
   * @returns the clock, `ready` unless it takes longer than 25 s, or fails on its way.
   * @throws AppError `test_clock_not_found`; `frozenTime: value_is_invalid` when not later than where the clock
   *   stands, `value_is_out_of_range` when too much later, `invalid_date` outside of `SUPPORTED_INSTANTS`; kind
   *   `notAllowed`, `test_clock_advancing`, when it is on its way to another instant.
   */
  advance(
    actor: Actor,
    attempt: Attempt | null,
    { id, frozenTime }: { id: string; frozenTime: Date },
  ): Promise<TestClock> {
    return this.once(actor, attempt, id, (tx) => this.depart(tx, actor, id, frozenTime));
  }

  /**
   * Stops a clock at the next instant of which all work is done; at once, unless some of an instant's work is done.
   * @returns the clock, `ready` unless that takes longer than 25 s, or fails; as it is, when it stands still.
   * @throws AppError `test_clock_not_found`.
   */
  cancel(actor: Actor, attempt: Attempt | null, id: string): Promise<TestClock> {
    return this.once(actor, attempt, id, (tx) => this.recall(tx, actor, id));
  }

  /** Resumes the clocks that a stop or a crash has left on their way. */
  async resume(): Promise<void> {
    const { jobsDb: db, testClocks } = this.needs;
    for (const clock of await testClocks.allOnTheirWay(db)) void this.move(clock);
  }

  /** Stops after the steps in progress. A worker resumes the clocks that have not arrived. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const { journey } of this.underway.values()) journey.stop();
    await Promise.all(Array.from(this.underway.values(), ({ ended }) => ended));
  }

  /** Changes where a clock is going, once for all attempts of a request, and waits for its arrival. */
  private async once(
    actor: Actor,
    attempt: Attempt | null,
    id: string,
    change: (tx: Tx) => Promise<void>,
  ): Promise<TestClock> {
    const { jobsDb: db, testClocks } = this.needs;
    if (attempt?.hasEffect !== true) {
      await db.transaction(async (tx) => {
        await change(tx);
        await attempt?.markEffect(tx);
      });
    }
    const clock = await testClocks.get(db, actor, id);
    if (clock.status !== 'advancing') return clock;
    await this.waitFor(this.move(clock));
    return testClocks.get(db, actor, id);
  }

  private async depart(tx: Tx, actor: Actor, id: string, targetTime: Date): Promise<void> {
    const { testClocks, limits } = this.needs;
    // Read first: whoever waits for the lock of a clock on its way may get it only after the arrival, which refuses the same instant.
    if (isOnItsWayTo(await testClocks.get(tx, actor, id), targetTime)) return;
    const clock = await testClocks.lock(tx, actor, id);
    if (!isSupportedInstant(targetTime)) throw invalid({ frozenTime: ['invalid_date'] });
    if (isOnItsWayTo(clock, targetTime)) return;
    if (clock.status === 'advancing') throw notAllowed('test_clock_advancing');
    // Nor may it go back from an instant at which some work is done already.
    const earliest = clock.passingTime ?? clock.frozenTime;
    if (targetTime <= clock.frozenTime || targetTime < earliest) {
      throw invalid({ frozenTime: ['value_is_invalid'] });
    }
    if (!isWithinYears(clock.frozenTime, targetTime, limits.clockSpanYears)) {
      const limit = `One advance spans at most ${limits.clockSpanYears} years.`;
      throw invalid({ frozenTime: ['value_is_out_of_range'] }, limit);
    }
    await testClocks.setState(tx, actor, id, { status: 'advancing', targetTime, failure: null });
  }

  private async recall(tx: Tx, actor: Actor, id: string): Promise<void> {
    const { testClocks } = this.needs;
    const { status, passingTime } = await testClocks.lock(tx, actor, id);
    if (status !== 'advancing') return;
    const stopped = { status: 'ready', targetTime: null } as const;
    await testClocks.setState(tx, actor, id, passingTime === null ? stopped : { targetTime: passingTime });
  }

  /** Resolves when the clock stands still again, whatever the reason. */
  private move(clock: TestClock): Promise<void> {
    const known = this.underway.get(clock.id);
    if (known !== undefined) return known.ended;
    const journey = new ClockJourney(clock, this.turns, this.needs);
    if (this.stopping) journey.stop();
    const ended = journey.run().finally(() => this.underway.delete(clock.id));
    this.underway.set(clock.id, { journey, ended });
    return ended;
  }

  private async waitFor(ended: Promise<void>): Promise<void> {
    const { answeredWithinMs = ANSWERED_WITHIN_MS } = this.needs;
    await endsWithin(ended, answeredWithinMs);
  }
}

function isOnItsWayTo({ status, targetTime }: TestClock, to: Date): boolean {
  return status === 'advancing' && targetTime?.getTime() === to.getTime();
}
