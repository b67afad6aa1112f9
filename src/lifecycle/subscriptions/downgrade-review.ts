import { isUpgrade } from '../../core/invoicing/subscriptions/plan-comparison.js';
import type { ChangedPlan } from '../../modules/plans/own-plans/changed-plan.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Plan } from '../../modules/plans/plan.table.js';
import type { PlannedSubscription } from '../../modules/subscriptions/records/subscribed-plan.repository.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { PlanChange } from './plan-change.js';

interface Needs extends Pick<SubscriptionLivesNeeds, 'subscriptions' | 'customerLocks' | 'testClocks'> {
  readonly planChange: PlanChange;
}

/** What a new plan amount makes of a planned downgrade, by the kind of due work that does it. */
type Verdict = 'plan_upgrade' | 'downgrade_cancellation';

type Judged = PlannedSubscription & { readonly verdict: Verdict };

/** The most customers that are locked and billed while a plan is edited, since the plan is locked meanwhile. */
const CUSTOMERS_AT_ONCE = 10;

/**
 * Reviews planned downgrades when the amount of a plan has changed: a downgrade to a plan that now costs at least as
 * much is carried out at once, as an upgrade; a downgrade from a plan that now costs less is canceled. Sources:
 * subscriptions.md §10; docs/adr/0020.
 */
export class DowngradeReview {
  constructor(private readonly needs: Needs) {}

  /** Reviews the downgrades of each plan whose amount has changed. @throws AppError as `reviewPlan`. */
  async reviewPlans(tx: Tx, actor: Actor, changed: readonly ChangedPlan[]): Promise<void> {
    for (const { before, plan } of changed) {
      if (plan.amountCents !== before.amountCents) await this.reviewPlan(tx, actor, plan);
    }
  }

  /**
   * Carries out the verdicts for the first few customers, and schedules those for all others now, each in a
   * transaction of its own.
   * @throws AppError kind `notAllowed`, `test_clock_advancing`.
   */
  async reviewPlan(tx: Tx, actor: Actor, plan: Plan): Promise<void> {
    const { subscriptions, customerLocks } = this.needs;
    const planned = await subscriptions.plannedOn(tx, actor, plan.id);
    const judged = planned.flatMap((each): Judged[] => {
      const verdict = verdictOn(each, plan);
      return verdict === null ? [] : [{ ...each, verdict }];
    });
    const customerIds = [...new Set(judged.map(({ customerId }) => customerId))];
    const atOnce = new Set(customerIds.slice(0, CUSTOMERS_AT_ONCE));
    await customerLocks.lockWithIdleClocks(tx, actor, [...atOnce]);
    const now = judged.filter(({ customerId }) => atOnce.has(customerId));
    const later = judged.filter(({ customerId }) => !atOnce.has(customerId));
    await this.schedule(tx, actor, later);
    for (const { id, verdict } of now) await this.carryOut(tx, actor, verdict, [id]);
  }

  /** Carries out downgrades that have become upgrades. */
  readonly upgradeDue: DueWorkHandler = (tx, actor, { subjectIds }) =>
    this.carryOut(tx, actor, 'plan_upgrade', subjectIds);

  /** Cancels downgrades that are none any more. */
  readonly cancelDue: DueWorkHandler = (tx, actor, { subjectIds }) =>
    this.carryOut(tx, actor, 'downgrade_cancellation', subjectIds);

  private async schedule(tx: Tx, actor: Actor, judged: readonly Judged[]): Promise<void> {
    const { testClocks } = this.needs;
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

  /** Carries out verdicts in the order in which the downgrades were recorded. Their customers are locked. */
  private async carryOut(tx: Tx, actor: Actor, verdict: Verdict, ids: readonly string[]): Promise<void> {
    const { subscriptions, planChange } = this.needs;
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

/** Null when the downgrade stays planned. At equal prices the plan that has changed decides. */
function verdictOn({ planId, price, currentPrice }: PlannedSubscription, changed: Plan): Verdict | null {
  if (planId === changed.id) return isUpgrade(currentPrice, price) ? 'plan_upgrade' : null;
  return isUpgrade(price, currentPrice) ? null : 'downgrade_cancellation';
}
