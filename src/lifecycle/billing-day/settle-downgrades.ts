import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import { opensPlanPeriod } from '../billing-records/billing-days.js';
import type { PlanSwitch } from '../occasions/plan-switch.js';
import type { PlanChange } from '../subscriptions/plan-change.js';

interface Services {
  readonly subscriptions: SubscriptionService;
  readonly planChange: PlanChange;
}

/** Subscriptions on their billing day, once the downgrades that waited for it are carried out. */
export interface SettledSubscriptions {
  readonly downgrades: readonly PlanSwitch[];
  /** All that were not downgraded, also those that have ended since the day was scheduled. */
  readonly continuing: readonly SubscriptionContext[];
}

/**
 * Carries out the downgrades that wait for a plan period that begins at an instant. A subscription whose next plan has
 * to be paid for first continues, and is billed as on any other day. Source: subscriptions.md §6, §12.
 */
export async function settleDowngrades(
  tx: Tx,
  actor: Actor,
  { subscriptions, planChange }: Services,
  due: readonly SubscriptionContext[],
  at: Date,
): Promise<SettledSubscriptions> {
  const ids = due.map(({ subscription }) => subscription.id);
  const successors = await subscriptions.successors(tx, actor, ids);
  const downgrades: PlanSwitch[] = [];
  const continuing: SubscriptionContext[] = [];
  for (const context of due) {
    const { id, status } = context.subscription;
    const next = successors.get(id);
    const isDowngradeDue = status === 'active' && next?.status === 'pending' && opensPlanPeriod(context, at);
    const downgrade = isDowngradeDue ? await planChange.carryOutDowngrade(tx, actor, context, next) : null;
    if (downgrade === null) continuing.push(context);
    else downgrades.push(downgrade);
  }
  return { downgrades, continuing };
}
