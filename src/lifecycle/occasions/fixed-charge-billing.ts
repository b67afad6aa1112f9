import {
  billingWindows,
  currentFixedChargesPeriod,
} from '../../core/invoicing/subscriptions/billing-windows.js';
import { Big } from '../../core/money/decimal.js';
import type { QuantityChange } from '../../modules/plans/fixed-charges/quantity-change.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { PlannedInvoice } from '../../modules/invoices/composing/planned-invoice.js';
import type { PlanQuantities } from '../../modules/plans/fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from '../../modules/plans/fixed-charges/fixed-charge.table.js';
import { sentOverridesOf } from '../../modules/plans/own-plans/plan-override.rules.js';
import type { OverrideSubscriptionFixedCharge } from '../../modules/subscriptions/units/fixed-charge-units.input.js';
import type { NewQuantities } from '../../modules/subscriptions/own-plans/own-plan.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { changedUnitsFee, fixedChargeFees } from '../fees/fixed-charge-fees.js';
import { inAdvanceInvoice } from '../fees/invoice-contents.js';
import {
  type BillingRecords,
  type BillingRecordSources,
  loadBillingRecords,
  loadBillingRecordsOf,
  recordsOf,
} from '../billing-records/load-billing-records.js';
import type { SubscribedFixedCharge } from '../billing-records/load-fixed-charges.js';
import type { OccasionsNeeds } from './occasions.needs.js';

/**
 * Bills fixed charges between billing days: at a start that does not pay for the plan yet, and when their units change.
 * Source: fixed-charges-and-commitments.md §2, §6.
 */
export class FixedChargeBilling {
  constructor(
    private readonly needs: BillingRecordSources &
      Pick<
        OccasionsNeeds,
        'customerLocks' | 'subscriptions' | 'subscriptionContexts' | 'ownPlans' | 'issuing'
      >,
  ) {}

  /**
   * Computes the invoice for the fixed charges in advance of a start that does not pay for the plan yet; null without
   * any.
   */
  async prepareStart(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<PlannedInvoice | null> {
    const records = await loadBillingRecordsOf(tx, actor, this.needs, context);
    const occasion = { reason: 'starting', at: context.now } as const;
    const windows = billingWindows(context.terms, { situation: 'starting', at: context.now });
    const fees = fixedChargeFees({ context, occasion, windows }, records.fixedCharges, records.planTaxes);
    return fees.length > 0 ? invoiceOf(context, fees) : null;
  }

  /**
   * Gives the subscriptions on plans the changed units of fixed charges, now or from their next period, and bills at
   * once the units in advance that take effect now.
   * @throws AppError `test_clock_advancing`.
   */
  async applyPlanUnits(tx: Tx, actor: Actor, changed: readonly PlanQuantities[]): Promise<void> {
    const withNewUnits = changed.filter(({ quantities }) => quantities.length > 0);
    if (withNewUnits.length === 0) return;
    const changesOf = new Map(withNewUnits.map(({ plan, quantities }) => [plan.id, quantities]));
    const contexts = await this.lockBegun(tx, actor, [...changesOf.keys()]);
    if (contexts.length === 0) return;
    const loaded = await loadBillingRecords(tx, actor, this.needs, contexts);
    for (const context of contexts) {
      const records = recordsOf(loaded, context);
      // A subscription keeps its own units when those of the plan change.
      const own = new Set(
        records.fixedCharges.flatMap((each) => (each.hasOwnUnits ? each.fixedCharge.id : [])),
      );
      const changes = changesOf.get(context.plan.id) ?? [];
      const applying = changes.filter(({ fixedCharge }) => !own.has(fixedCharge.id));
      await this.setUnits(tx, actor, { context, records }, applying, { isOwn: false });
    }
  }

  /**
   * Changes a fixed charge for one subscription, and bills at once units in advance that take effect now. Units alone
   * become the subscription's own, which later changes of the plan leave alone; any other change gives it a plan of its
   * own.
   * @throws AppError `subscription_not_found`, `fixed_charge_not_found`, `test_clock_advancing`; as
   *   `OwnPlanService.override`.
   */
  async override(
    tx: Tx,
    actor: Actor,
    { subscriptionId, fixedChargeId, ...input }: OverrideSubscriptionFixedCharge,
  ): Promise<{ context: SubscriptionContext; fixedCharge: FixedCharge }> {
    const { ownPlans, fixedCharges, fixedChargeUnits } = this.needs;
    const locked = await ownPlans.lockLive(tx, actor, subscriptionId);
    const ofPlan = (await fixedCharges.ofPlans(tx, actor, [locked.plan.id])).get(locked.plan.id) ?? [];
    const inForce = ofPlan.find(({ id, parentId }) => id === fixedChargeId || parentId === fixedChargeId);
    if (inForce === undefined) throw notFound('fixed_charge');
    const sent = sentOverridesOf({ fixedCharge: { ...input, id: inForce.id } });
    const { context, ...quantities } = await ownPlans.override(tx, actor, locked, sent);
    await this.applyOwnUnits(tx, actor, context, quantities);
    return { context, fixedCharge: await fixedChargeUnits.get(tx, actor, context, inForce.code) };
  }

  /**
   * Gives one subscription, whose customer is locked, units of its own, and bills at once the units in advance that
   * take effect now. A pending subscription has them from its start.
   */
  async applyOwnUnits(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    { quantities, ownUnits }: NewQuantities,
  ): Promise<void> {
    if (quantities.length + ownUnits.length === 0) return;
    const records = await loadBillingRecordsOf(tx, actor, this.needs, context);
    // A pending subscription gets the units of its plan when it starts.
    const isActive = context.subscription.status === 'active';
    if (isActive) await this.setUnits(tx, actor, { context, records }, quantities, { isOwn: false });
    await this.setUnits(tx, actor, { context, records }, ownUnits, { isOwn: true });
  }

  /** Adds units to the history of a subscription, and issues an invoice for those that are due in advance now. */
  private async setUnits(
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
    await this.needs.fixedChargeUnits.add(tx, actor, quantities);
    const subscribed = new Map(records.fixedCharges.map((each) => [each.fixedCharge.id, each]));
    const payer = { context, planTaxes: records.planTaxes };
    const fees = changes.flatMap(({ fixedCharge, atOnce }) => {
      const changed = subscribed.get(fixedCharge.id);
      if (changed === undefined || !isActive || !atOnce || !fixedCharge.payInAdvance) return [];
      return hasUnitsOf(changed, fixedCharge) ? [] : [changedUnitsFee(payer, { ...changed, fixedCharge })];
    });
    if (fees.length > 0) await this.issue(tx, actor, context, fees);
  }

  /** Locks the customers of the subscriptions on plans. @returns the subscriptions that have begun, oldest first. */
  private async lockBegun(tx: Tx, actor: Actor, planIds: readonly string[]): Promise<SubscriptionContext[]> {
    const { subscriptions, subscriptionContexts, customerLocks } = this.needs;
    const live = await subscriptions.liveOnPlans(tx, actor, planIds);
    await customerLocks.lockWithIdleClocks(
      tx,
      actor,
      live.map(({ customerId }) => customerId),
    );
    // Read again: with the customers locked, none starts or ends any more.
    const ids = live.map((subscription) => subscription.id);
    const contexts = await subscriptionContexts.getManyInOrder(tx, actor, ids);
    return contexts.filter(({ subscription }) => subscription.status !== 'pending');
  }

  private async issue(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    fees: readonly PlannedFee[],
  ): Promise<void> {
    await this.needs.issuing.issue(tx, actor, invoiceOf(context, fees));
  }
}

/** True if the units that the subscription was given last are those of the fixed charge. */
function hasUnitsOf({ history }: SubscribedFixedCharge, { units }: FixedCharge): boolean {
  return history.at(-1)?.units.eq(new Big(units)) === true;
}

function invoiceOf(context: SubscriptionContext, fees: readonly PlannedFee[]): PlannedInvoice {
  const windows = billingWindows(context.terms, { situation: 'current', at: context.now });
  return inAdvanceInvoice(context, { windows, fees });
}
