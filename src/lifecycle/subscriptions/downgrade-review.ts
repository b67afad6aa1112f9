import { isUpgrade } from '../../core/plan-comparison.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { CustomerService } from '../../modules/customers/customer.service.js';
import type { ChangedPlan } from '../../modules/plans/own-plans/plan-cascade.service.js';
import type { Plan } from '../../modules/plans/plan.table.js';
import type { PlannedSubscription } from '../../modules/subscriptions/subscribed-plan.repository.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import type { TestClockService } from '../../modules/test-clocks/test-clock.service.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { PlanChange } from './plan-change.js';

interface Dependencies {
  readonly subscriptions: SubscriptionService;
  readonly customers: CustomerService;
  readonly testClocks: TestClockService;
  readonly planChange: PlanChange;
}

/** What becomes of a downgrade that waits, and the due work that does it. */
type Verdict = 'plan_upgrade' | 'downgrade_cancellation';

type Judged = PlannedSubscription & { readonly verdict: Verdict };

/** Customers who are held while a plan is edited, at most: each is billed, and the plan is nobody else's meanwhile. */
const CUSTOMERS_AT_ONCE = 10;

/**
 * Looks again at the downgrades that wait when the amount of a plan has changed: one to a plan that costs as much by now
 * happens at once, as an upgrade; one from a plan that costs less by now is dropped. Sources: subscriptions.md §10;
 * docs/adr/0020.
 */
export class DowngradeReview {
  constructor(private readonly dependencies: Dependencies) {}

  /** Does so for each plan that has another amount than before. @throws AppError as `amountChanged`. */
  async plansChanged(tx: Tx, actor: Actor, changed: readonly ChangedPlan[]): Promise<void> {
    for (const { before, plan } of changed) {
      if (plan.amountCents !== before.amountCents) await this.amountChanged(tx, actor, plan);
    }
  }

  /**
   * Does so for the first few customers; for all others it is due now, and done in transactions of their own.
   * @throws AppError kind `notAllowed`, `test_clock_advancing`.
   */
  async amountChanged(tx: Tx, actor: Actor, plan: Plan): Promise<void> {
    const { subscriptions, customers } = this.dependencies;
    const planned = await subscriptions.plannedOn(tx, actor, plan.id);
    const judged = planned.flatMap((each): Judged[] => {
      const verdict = verdictOn(each, plan);
      return verdict === null ? [] : [{ ...each, verdict }];
    });
    const customerIds = [...new Set(judged.map(({ customerId }) => customerId))];
    const atOnce = new Set(customerIds.slice(0, CUSTOMERS_AT_ONCE));
    await customers.lockStill(tx, actor, [...atOnce]);
    const now = judged.filter(({ customerId }) => atOnce.has(customerId));
    const later = judged.filter(({ customerId }) => !atOnce.has(customerId));
    await this.schedule(tx, actor, later);
    for (const { id, verdict } of now) await this.carryOut(tx, actor, verdict, [id]);
  }

  /** Lets downgrades happen that are upgrades by now. */
  readonly upgradeDue: DueWorkHandler = (tx, actor, { subjectIds }) =>
    this.carryOut(tx, actor, 'plan_upgrade', subjectIds);

  /** Drops downgrades that are none any more. */
  readonly cancelDue: DueWorkHandler = (tx, actor, { subjectIds }) =>
    this.carryOut(tx, actor, 'downgrade_cancellation', subjectIds);

  private async schedule(tx: Tx, actor: Actor, judged: readonly Judged[]): Promise<void> {
    const { testClocks } = this.dependencies;
    const testClockIds = judged.map(({ testClockId }) => testClockId);
    await testClocks.requireAllIdle(tx, actor, testClockIds);
    const nows = await testClocks.nows(tx, actor, [...new Set(testClockIds)]);
    const works = judged.map(({ id, customerId, testClockId, verdict }) => ({
      kind: verdict,
      subjectId: id,
      customerId,
      testClockId,
      dueAt: expectPresent(nows.get(testClockId), 'the current time of the test clock'),
    }));
    await SUBSCRIPTION_WORK.schedule(tx, actor, works);
  }

  /** In the order in which they were recorded. Their customers are held. */
  private async carryOut(tx: Tx, actor: Actor, verdict: Verdict, ids: readonly string[]): Promise<void> {
    const { subscriptions, planChange } = this.dependencies;
    const planned = await subscriptions.getMany(tx, actor, ids);
    for (const id of ids.toSorted()) {
      const next = planned.get(id);
      if (next === undefined) continue;
      await (verdict === 'plan_upgrade'
        ? planChange.upgradeNow(tx, actor, next)
        : planChange.cancelPlannedDowngrade(tx, actor, next));
    }
  }
}

/** Null when it goes on waiting. At equal prices the plan that has changed decides. */
function verdictOn({ planId, price, currentPrice }: PlannedSubscription, changed: Plan): Verdict | null {
  if (planId === changed.id) return isUpgrade(currentPrice, price) ? 'plan_upgrade' : null;
  return isUpgrade(price, currentPrice) ? null : 'downgrade_cancellation';
}
