import { movedBillingAt } from '../../core/subscription-terms.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import { dueWorkRepository } from '../due-work/due-work.repository.js';
import { foreseeAll } from '../due-work/subscription-timetable.js';

/** Moves billing days when the zone changes that they are days of. Source: periods.md §9, §10. */
export class ZoneChange {
  constructor(private readonly subscriptions: SubscriptionService) {}

  /**
   * Bills the subscriptions of a customer, who is held, on the days that were foreseen, as they are in the zone that
   * applies now. Left where it was, a day may be over when its time comes.
   */
  async follow(tx: Tx, actor: Actor, customerId: string, now: Date): Promise<void> {
    const days = { kind: 'subscription_billing', customerId } as const;
    const planned = await dueWorkRepository.findPlannedOf(tx, actor, days);
    const ids = planned.map(({ subjectId }) => subjectId);
    const contexts = await this.subscriptions.contexts(tx, actor, ids);
    const moved = planned.flatMap(({ subjectId, dueAt }) => {
      const context = contexts.get(subjectId);
      if (context === undefined) return [];
      return [{ ...context, dueAt: movedBillingAt(context.terms, dueAt, now) }];
    });
    await foreseeAll(tx, actor, 'subscription_billing', moved);
  }
}
