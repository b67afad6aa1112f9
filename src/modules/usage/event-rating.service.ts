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
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  async rateStored(
    db: Db,
    actor: Actor,
    rating: EventRating,
    { at, sequence }: Pick<StoredUsageEvent, 'at' | 'sequence'>,
  ): Promise<RatedEvent[]> {
    const known = await this.history(db, actor, rating, at);
    const index = known.findIndex((event) => event.sequence === sequence);
    const history = known.slice(0, index + 1).filter((event) => event.sequence <= sequence);
    return rateUnder(rating, history);
  }

  /** Rates an event that is not stored, as if it were the latest. @throws AppError as `rateStored`. */
  async rateNew(db: Db, actor: Actor, rating: EventRating, event: UsageEvent): Promise<RatedEvent[]> {
    return rateUnder(rating, [...(await this.history(db, actor, rating, event.at)), event]);
  }

  /** What the usage up to an instant follows from. */
  private history(
    db: Db,
    actor: Actor,
    { subscription, metric, scope, currency }: EventRating,
    at: Date,
  ): Promise<StoredUsageEvent[]> {
    const window = { from: scope.window.from, to: new Date(at.getTime() + 1) };
    return this.usage.eventsOf(db, actor, { subscription, metric, window, currency });
  }
}

function rateUnder({ charges, ...terms }: EventRating, events: readonly UsageEvent[]): RatedEvent[] {
  return charges.flatMap((priced) => {
    const rated = rateLastEvent(priced, events, terms);
    return rated === null ? [] : { ...rated, fee: withinLimits(rated.fee) };
  });
}
