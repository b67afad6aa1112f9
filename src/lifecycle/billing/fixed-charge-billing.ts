import { billingWindows, currentFixedChargesPeriod } from '../../core/billing-windows.js';
import { Big } from '../../core/decimal.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { FeeDraft } from '../../modules/invoices/composing/fee-draft.js';
import type { InvoiceDraft } from '../../modules/invoices/composing/invoice-draft.js';
import type {
  PlanQuantities,
  QuantityChange,
} from '../../modules/plans/fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from '../../modules/plans/fixed-charges/fixed-charge.table.js';
import { sentOverridesOf } from '../../modules/plans/own-plans/plan-override.rules.js';
import type { OverrideSubscriptionFixedCharge } from '../../modules/subscriptions/fixed-charge-units.input.js';
import type { NewQuantities, OwnPlanService } from '../../modules/subscriptions/own-plan.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import type { SubscribedFixedCharge } from './fixed-charge-records.js';
import { fixedChargeFeeDrafts, unitsChangeFeeDraft } from './fixed-charge-fee-drafts.js';
import { inAdvanceInvoiceDraft } from './invoice-drafts.js';

interface FixedChargeBillingDependencies extends BillingSources {
  readonly subscriptions: SubscriptionService;
  readonly ownPlans: OwnPlanService;
}

/**
 * What happens to fixed charges between billing days: quantities that change, and what is paid in advance on an invoice
 * of its own. Source: fixed-charges-and-commitments.md §2, §6.
 */
export class FixedChargeBilling {
  constructor(private readonly dependencies: FixedChargeBillingDependencies) {}

  /** What is billed of the fixed charges in advance of a subscription that starts before its plan is paid for. */
  async startDraft(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<InvoiceDraft | null> {
    const records = await BillingRecords.load(tx, actor, this.dependencies, [context]);
    const occasion = { reason: 'starting', at: context.now } as const;
    const windows = billingWindows(context.terms, { situation: 'starting', at: context.now });
    const fixedCharges = records.fixedChargesOf(context);
    const planTaxes = records.taxesOfSubscriptionFee(context);
    const fees = fixedChargeFeeDrafts({ context, occasion, windows }, fixedCharges, planTaxes);
    return fees.length > 0 ? draftOf(context, fees) : null;
  }

  /**
   * Gives the active subscriptions on plans the units of fixed charges that changed, now or from their next period, and
   * bills at once what is paid in advance of those that have them now.
   * @throws AppError `test_clock_advancing`.
   */
  async change(tx: Tx, actor: Actor, changed: readonly PlanQuantities[]): Promise<void> {
    const requantified = changed.filter(({ quantities }) => quantities.length > 0);
    if (requantified.length === 0) return;
    const changesOf = new Map(requantified.map(({ plan, quantities }) => [plan.id, quantities]));
    const contexts = await this.holdBegun(tx, actor, [...changesOf.keys()]);
    if (contexts.length === 0) return;
    const records = await BillingRecords.load(tx, actor, this.dependencies, contexts);
    for (const context of contexts) {
      // Units of a subscription's own stay whatever becomes of those of the plan.
      const own = new Set(
        records.fixedChargesOf(context).flatMap((each) => (each.hasOwnUnits ? each.fixedCharge.id : [])),
      );
      const changes = changesOf.get(context.plan.id) ?? [];
      const applying = changes.filter(({ fixedCharge }) => !own.has(fixedCharge.id));
      await this.give(tx, actor, { context, records }, applying, { isOwn: false });
    }
  }

  /**
   * Changes a fixed charge for one subscription, and bills at once what is paid in advance of units that it has now. Units
   * alone are the subscription's own, which those of the plan do not touch any more; anything else gives it a plan of its own.
   * @throws AppError `subscription_not_found`, `fixed_charge_not_found`, `test_clock_advancing`; as `OwnPlanService.override`.
   */
  async override(
    tx: Tx,
    actor: Actor,
    { subscriptionId, fixedChargeId, ...input }: OverrideSubscriptionFixedCharge,
  ): Promise<{ context: SubscriptionContext; fixedCharge: FixedCharge }> {
    const { ownPlans, fixedCharges, fixedChargeUnits } = this.dependencies;
    const held = await ownPlans.holdLive(tx, actor, subscriptionId);
    const ofPlan = (await fixedCharges.ofPlans(tx, actor, [held.plan.id])).get(held.plan.id) ?? [];
    const inForce = ofPlan.find(({ id, parentId }) => id === fixedChargeId || parentId === fixedChargeId);
    if (inForce === undefined) throw notFound('fixed_charge');
    const sent = sentOverridesOf({ fixedCharge: { ...input, id: inForce.id } });
    const { context, ...quantities } = await ownPlans.override(tx, actor, held, sent);
    await this.carryOut(tx, actor, context, quantities);
    return { context, fixedCharge: await fixedChargeUnits.get(tx, actor, context, inForce.code) };
  }

  /**
   * Gives a subscription, whose customer is held, quantities that are for it alone, and bills at once what is paid in
   * advance of those that it has now. One that is to start has them from its start.
   */
  async carryOut(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    { quantities, ownUnits }: NewQuantities,
  ): Promise<void> {
    if (quantities.length + ownUnits.length === 0) return;
    const records = await BillingRecords.load(tx, actor, this.dependencies, [context]);
    // Those of its plan it gets when it starts.
    const isActive = context.subscription.status === 'active';
    if (isActive) await this.give(tx, actor, { context, records }, quantities, { isOwn: false });
    await this.give(tx, actor, { context, records }, ownUnits, { isOwn: true });
  }

  /** Adds to the history of a subscription, and issues an invoice for what is paid in advance of it now. */
  private async give(
    tx: Tx,
    actor: Actor,
    { context, records }: { readonly context: SubscriptionContext; readonly records: BillingRecords },
    changes: readonly QuantityChange[],
    { isOwn }: { readonly isOwn: boolean },
  ): Promise<void> {
    const { subscription, terms, now } = context;
    const isActive = subscription.status === 'active';
    const hasBegun = subscription.status !== 'pending';
    const nextPeriodAt = hasBegun ? currentFixedChargesPeriod(terms, now).to : subscription.subscriptionAt;
    const quantities = changes.map(({ fixedCharge, atOnce }) => ({
      subscription,
      fixedCharge,
      units: fixedCharge.units,
      effectiveAt: isActive && atOnce ? now : nextPeriodAt,
      isOwn,
      createdAt: now,
    }));
    await this.dependencies.fixedChargeUnits.add(tx, actor, quantities);
    const subscribed = new Map(records.fixedChargesOf(context).map((each) => [each.fixedCharge.id, each]));
    const payer = { context, planTaxes: records.taxesOfSubscriptionFee(context) };
    const fees = changes.flatMap(({ fixedCharge, atOnce }) => {
      const changed = subscribed.get(fixedCharge.id);
      if (changed === undefined || !isActive || !atOnce || !fixedCharge.payInAdvance) return [];
      return hasAlready(changed, fixedCharge)
        ? []
        : [unitsChangeFeeDraft(payer, { ...changed, fixedCharge })];
    });
    if (fees.length > 0) await this.issue(tx, actor, context, fees);
  }

  /** The subscriptions on plans that have begun, oldest first; their customers and clocks stay as they are from here on. */
  private async holdBegun(tx: Tx, actor: Actor, planIds: readonly string[]): Promise<SubscriptionContext[]> {
    const { subscriptions, customers } = this.dependencies;
    const live = await subscriptions.liveOnPlans(tx, actor, planIds);
    await customers.lockStill(
      tx,
      actor,
      live.map(({ customerId }) => customerId),
    );
    // Read again: with the customers held, none starts or ends any more.
    const ids = live.map((subscription) => subscription.id);
    const contexts = await subscriptions.contextsInOrder(tx, actor, ids);
    return contexts.filter(({ subscription }) => subscription.status !== 'pending');
  }

  private async issue(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    fees: readonly FeeDraft[],
  ): Promise<void> {
    await this.dependencies.issuing.issue(tx, actor, draftOf(context, fees));
  }
}

/** Whether the units that were given last are these. */
function hasAlready({ history }: SubscribedFixedCharge, { units }: FixedCharge): boolean {
  return history.at(-1)?.units.eq(new Big(units)) === true;
}

function draftOf(context: SubscriptionContext, fees: readonly FeeDraft[]): InvoiceDraft {
  const windows = billingWindows(context.terms, { situation: 'current', at: context.now });
  return inAdvanceInvoiceDraft(context, { windows, fees });
}
