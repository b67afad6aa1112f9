import type { UsageEvent } from '../../../core/metering/usage-event.js';
import type { Period } from '../../../core/time/period.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { EventHistories } from './event-histories.js';
import { type PendingEvent, pendingEventRepository } from './pending-event.repository.js';
import type { PricedCharge } from '../metering/priced-charge.js';
import { type EventRatingTerms, type RatedEvent, rateLastEvent } from './rated-event.js';
import type { StoredUsageEvent } from '../metering/usage-event.repository.js';
import { withinLimits } from '../events/usage-limits.js';
import { type MeteredCharges, readCountedLevels } from '../metering/usage-reader.js';
import type { UsageService } from '../rating/usage.service.js';
import { nextStartOf, startOf } from '../counters/usage-span.js';

export interface EventRating extends EventRatingTerms {
  readonly subscription: Pick<Subscription, 'externalId'>;
  /** Charges in advance on the metric. */
  readonly charges: readonly PricedCharge[];
  readonly metric: BillableMetric;
}

/** How far charges have been billed before some events, by charge id; without charges that are rated from raw events. */
type Levels = MeteredCharges;

/** The input for rating an event: levels, and the events since, in order. The event to rate is the last of them. */
interface History {
  readonly levels: Levels;
  readonly events: readonly UsageEvent[];
}

const NO_LEVELS: Levels = new Map();

/** Rates single events under charges that are paid in advance. Writes nothing. Source: charges.md §8. */
export class EventRatingService {
  constructor(private readonly usage: UsageService) {}

  /**
   * Rates a stored event after the events that were received before it and have no later timestamp. So the result does not
   * depend on events that are received meanwhile. Charges under which the event has no fee are omitted.
   * @param events of the period, from `periodOf`; they can be used for all events of the period.
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  rateStored(
    rating: Omit<EventRating, 'subscription' | 'metric'>,
    events: readonly StoredUsageEvent[],
    sequence: bigint,
  ): RatedEvent[] {
    return rateUnder(rating, { levels: NO_LEVELS, events: upTo(events, sequence) });
  }

  /** All events that the rating of a period's events under the charges depends on, in order. */
  periodOf(
    db: Db,
    actor: Actor,
    { subscription, metric, charges, scope: { window }, currency }: EventRating,
  ): Promise<StoredUsageEvent[]> {
    return this.usage.eventsOf(db, actor, { subscription, metric, charges, window, currency });
  }

  /**
   * Rates a pending event, with the same result as `rateStored`. If counters suffice for the usage before the event's
   * hour, only the events of that hour are read (docs/adr/0009).
   * @param histories the cache of this transaction, which has locked the customer.
   * @throws AppError as `rateStored`.
   */
  async ratePending(
    db: Db,
    actor: Actor,
    rating: EventRating,
    event: PendingEvent,
    histories: EventHistories,
  ): Promise<RatedEvent[]> {
    const { charges, scope } = rating;
    const hour = hourOf(event.timestamp, scope.window);
    const levels = await this.levelsFor(db, actor, { ...rating, event, until: hour.from }, histories);
    const rateBy = async (window: Period, some: readonly PricedCharge[]): Promise<RatedEvent[]> => {
      if (some.length === 0) return [];
      const read = { ...rating, charges: some, scope: { ...scope, window } };
      const key = keyOf('events', read, window);
      const events = await histories.getOrRead(key, () => this.periodOf(db, actor, read));
      return rateUnder({ ...rating, charges: some }, { levels, events: upTo(events, event.sequence) });
    };
    const rated = [
      ...(await rateBy(
        hour,
        charges.filter(({ charge }) => levels.has(charge.id)),
      )),
      ...(await rateBy(
        scope.window,
        charges.filter(({ charge }) => !levels.has(charge.id)),
      )),
    ];
    return charges.flatMap(({ charge }) => rated.find(({ priced }) => priced.charge.id === charge.id) ?? []);
  }

  /** Rates an event that is not stored, as if it were received last. @throws AppError as `rateStored`. */
  async rateNew(db: Db, actor: Actor, rating: EventRating, event: UsageEvent): Promise<RatedEvent[]> {
    const { charges, scope } = rating;
    const hour = hourOf(event.at, scope.window);
    const levels = await this.levelsBefore(db, actor, rating, hour.from);
    const isCounted = charges.every(({ charge }) => levels.has(charge.id));
    const window = isCounted ? hour : scope.window;
    const events = await this.periodOf(db, actor, { ...rating, scope: { ...scope, window } });
    return rateUnder(rating, {
      levels: isCounted ? levels : NO_LEVELS,
      events: [...events.filter(({ at }) => at <= event.at), event],
    });
  }

  /** Levels before an event; empty if the counters include events that were received after it and must not count. */
  private async levelsFor(
    db: Db,
    actor: Actor,
    { event, until, ...rating }: EventRating & { readonly event: PendingEvent; readonly until: Date },
    histories: EventHistories,
  ): Promise<Levels> {
    if (event.isOvertaken) return NO_LEVELS;
    const { subscription, metric, scope } = rating;
    const window = { from: scope.window.from, to: until };
    // Counters must be read before pending events: every later event in the counters is then also found pending.
    const levels = await histories.getOrRead(keyOf('levels', rating, window), () =>
      this.levelsBefore(db, actor, rating, until),
    );
    const lastSequence = await histories.getOrRead(keyOf('last', rating, window), () =>
      pendingEventRepository.findLastWithin(db, actor.organizationId, {
        externalSubscriptionId: subscription.externalId,
        code: metric.code,
        window,
      }),
    );
    return lastSequence === null || lastSequence < event.sequence ? levels : NO_LEVELS;
  }

  /** Without charges on recurring metrics: they also depend on the usage before the period and are rated from raw events. */
  private async levelsBefore(
    db: Db,
    actor: Actor,
    { charges, metric, scope, subscription, currency }: EventRating,
    until: Date,
  ): Promise<Levels> {
    if (metric.recurring) return NO_LEVELS;
    return readCountedLevels(db, actor.organizationId, {
      externalSubscriptionId: subscription.externalId,
      charges,
      scope: { ...scope, window: { from: scope.window.from, to: until } },
      currency,
    });
  }
}

/** The part of the window that lies in the UTC hour of an instant. */
function hourOf(at: Date, window: Period): Period {
  const hour = { from: startOf('hour', at), to: nextStartOf('hour', new Date(at.getTime() + 1)) };
  return {
    from: hour.from > window.from ? hour.from : window.from,
    to: hour.to < window.to ? hour.to : window.to,
  };
}

function keyOf(what: string, { subscription, metric, charges }: EventRating, { from, to }: Period): string {
  const chargeIds = charges.map(({ charge }) => charge.id);
  return JSON.stringify([what, subscription.externalId, metric.id, chargeIds, from, to]);
}

/** The events up to the given one in time order, without those received after it. */
function upTo(events: readonly StoredUsageEvent[], sequence: bigint): StoredUsageEvent[] {
  const index = events.findIndex((event) => event.sequence === sequence);
  if (index === -1) throw new Error(`Event ${sequence} is not among those of its period.`);
  return events.slice(0, index + 1).filter((event) => event.sequence <= sequence);
}

function rateUnder(
  { charges, ...terms }: Omit<EventRating, 'subscription' | 'metric'>,
  { levels, events }: History,
): RatedEvent[] {
  return charges.flatMap((priced) => {
    const rated = rateLastEvent(
      priced,
      { events, before: levels.get(priced.charge.id)?.buckets ?? [] },
      terms,
    );
    return rated === null ? [] : { ...rated, fee: withinLimits(rated.fee) };
  });
}
