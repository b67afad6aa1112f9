import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { SubscriptionContext } from '../subscriptions/records/subscription-context.js';
import type { AttributedEvent } from '../usage/events/attributed-event.js';
import type { UsageHistoryNeeds } from './usage-history.needs.js';
import { type EventExplanation, explainEvent } from './event-explanation.js';
import { eventExplanationRepository } from './event-explanation.repository.js';

/** Explains why an event counts or not in the present state. Source: extensions.md §3. */
export class EventExplanationService {
  constructor(
    private readonly needs: Pick<
      UsageHistoryNeeds,
      'billableMetrics' | 'subscriptions' | 'subscriptionContexts' | 'events' | 'usage'
    >,
  ) {}

  /** @throws AppError `event_not_found`. */
  async explain(db: Db, actor: Actor, transactionId: string): Promise<EventExplanation> {
    const { billableMetrics, events, usage } = this.needs;
    const { organizationId } = actor;
    const event = await events.get(db, actor, transactionId);
    const [found] = await billableMetrics.findByCodes(db, actor, [event.code]);
    const metric = found ?? null;
    const context = await this.contextOf(db, actor, event, metric);
    const planId = context?.plan.id ?? '';
    const charges = context === null ? [] : ((await usage.chargesOf(db, actor, [planId])).get(planId) ?? []);
    const { externalSubscriptionId, subscriptionId } = event;
    return explainEvent({
      event,
      metric,
      context,
      isSubscriptionKnown: await eventExplanationRepository.isSubscriptionKnown(
        db,
        organizationId,
        externalSubscriptionId,
      ),
      charges: charges.filter((priced) => priced.metric.id === metric?.id),
      isLate:
        subscriptionId !== null &&
        (await eventExplanationRepository.isLate(db, organizationId, subscriptionId, event)),
    });
  }

  /**
   * The subscription that was active at the event's time; for a recurring metric otherwise the one active now, which
   * carries over earlier units (aggregations.md §2).
   */
  private async contextOf(
    db: Db,
    actor: Actor,
    { subscriptionId, externalSubscriptionId, timestamp }: AttributedEvent,
    metric: BillableMetric | null,
  ): Promise<SubscriptionContext | null> {
    const { subscriptions, subscriptionContexts } = this.needs;
    if (subscriptionId !== null) return subscriptionContexts.get(db, actor, subscriptionId);
    if (metric?.recurring !== true) return null;
    const active = await subscriptions.activeByExternalId(db, actor, externalSubscriptionId);
    const usageFrom = active?.usageFrom ?? null;
    const isCarried = active !== null && usageFrom !== null && timestamp < usageFrom;
    return isCarried ? subscriptionContexts.get(db, actor, active.id) : null;
  }
}
