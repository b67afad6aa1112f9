import type { UsageEvent } from '../../core/metering/usage-event.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import type { PricedCharge } from './priced-charge.js';
import { type EventRatingTerms, type RatedEvent, rateLastEvent } from './rated-event.js';
import type { StoredUsageEvent } from './usage-event.repository.js';
import { withinLimits } from './usage-limits.js';
import type { UsageService } from './usage.service.js';

export interface EventRating extends EventRatingTerms {
  readonly subscription: Pick<Subscription, 'externalId'>;
  /** Charges in advance on the metric. */
  readonly charges: readonly PricedCharge[];
  readonly metric: BillableMetric;
}

/** What single events cost under charges that are paid in advance. Nothing is written. Source: charges.md §8. */
export class EventRatingService {
  constructor(private readonly usage: UsageService) {}

  /**
   * Rates a stored event by those that came before it and happened no later: whatever is taken in meanwhile, the
   * result stays the same. Charges that it makes no fee under are left out.
   * @param events of the metric's period, from `periodOf`: they serve all events of the period.
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  rateStored(
    rating: Omit<EventRating, 'subscription' | 'metric'>,
    events: readonly StoredUsageEvent[],
    sequence: bigint,
  ): RatedEvent[] {
    const index = events.findIndex((event) => event.sequence === sequence);
    if (index === -1) throw new Error(`Event ${sequence} is not among those of its period.`);
    const history = events.slice(0, index + 1).filter((event) => event.sequence <= sequence);
    return rateUnder(rating, history);
  }

  /** The events that rating those of a period depends on, in order. */
  periodOf(
    db: Db,
    actor: Actor,
    { subscription, metric, scope: { window }, currency }: Omit<EventRating, 'charges'>,
  ): Promise<StoredUsageEvent[]> {
    return this.usage.eventsOf(db, actor, { subscription, metric, window, currency });
  }

  /** Rates an event that is not stored, as if it were the latest. @throws AppError as `rateStored`. */
  async rateNew(db: Db, actor: Actor, rating: EventRating, event: UsageEvent): Promise<RatedEvent[]> {
    const events = await this.periodOf(db, actor, rating);
    return rateUnder(rating, [...events.filter(({ at }) => at <= event.at), event]);
  }
}

function rateUnder(
  { charges, ...terms }: Omit<EventRating, 'subscription' | 'metric'>,
  events: readonly UsageEvent[],
): RatedEvent[] {
  return charges.flatMap((priced) => {
    const rated = rateLastEvent(priced, events, terms);
    return rated === null ? [] : { ...rated, fee: withinLimits(rated.fee) };
  });
}
