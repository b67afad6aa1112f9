import { billingWindows, currentFixedChargesPeriod } from '../core/billing-windows.js';
import { Big } from '../core/decimal.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import { notFound } from '../platform/errors/app-error.js';
import type { FeeDraft } from '../modules/invoices/fee-draft.js';
import type { QuantityChange } from '../modules/plans/fixed-charge.service.js';
import type { FixedCharge } from '../modules/plans/fixed-charge.table.js';
import type { Plan } from '../modules/plans/plan.table.js';
import { checkOwnUnits } from '../modules/subscriptions/fixed-charge-units.rules.js';
import type { OverrideSubscriptionFixedChargeInput } from '../modules/subscriptions/fixed-charge-units.schema.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import { fixedChargeFeeDrafts, unitsChangeFeeDraft } from './fixed-charge-fee-drafts.js';
import { inAdvanceInvoiceDraft } from './invoice-drafts.js';

interface FixedChargeBillingDependencies extends BillingSources {
  readonly subscriptions: SubscriptionService;
}

/**
 * What happens to fixed charges between billing days: quantities that change, and what is paid in advance on an invoice
 * of its own. Source: fixed-charges-and-commitments.md §2, §6.
 */
export class FixedChargeBilling {
  constructor(private readonly dependencies: FixedChargeBillingDependencies) {}

  /** Bills the fixed charges in advance of a subscription that starts, whose plan is billed in arrears. */
  async billStart(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const records = await BillingRecords.load(tx, actor, this.dependencies, [context]);
    const occasion = { reason: 'starting', at: context.now } as const;
    const windows = billingWindows(context.terms, { situation: 'starting', at: context.now });
    const fixedCharges = records.fixedChargesOf(context);
    const planTaxes = records.taxesOfSubscriptionFee(context);
    const fees = fixedChargeFeeDrafts({ context, occasion, windows }, fixedCharges, planTaxes);
    if (fees.length > 0) await this.issue(tx, actor, context, fees);
  }

  /**
   * Gives the active subscriptions on a plan the units of its fixed charges that changed, now or from their next period,
   * and bills at once what is paid in advance of those that have them now.
   * @throws AppError `test_clock_advancing`.
   */
  async change(tx: Tx, actor: Actor, plan: Plan, changes: readonly QuantityChange[]): Promise<void> {
    const contexts = await this.holdActive(tx, actor, plan);
    if (contexts.length === 0) return;
    const records = await BillingRecords.load(tx, actor, this.dependencies, contexts);
    for (const context of contexts) await this.changeOf(tx, actor, context, records, changes);
  }

  /**
   * Gives one subscription units of its own, which those of the plan do not touch any more, and bills at once what is
   * paid in advance of them if it has them now. One that is to start has them from its start.
   * @throws AppError `subscription_not_found`, `fixed_charge_not_found`, `test_clock_advancing`; as `checkOwnUnits`.
   */
  async override(
    tx: Tx,
    actor: Actor,
    input: OverrideSubscriptionFixedChargeInput,
  ): Promise<{ context: SubscriptionContext; fixedCharge: FixedCharge }> {
    const { subscriptions, fixedCharges, fixedChargeUnits } = this.dependencies;
    const context = await subscriptions.holdLive(tx, actor, input.subscriptionId);
    const fixedCharge = await fixedCharges.get(tx, actor, { id: input.fixedChargeId });
    if (fixedCharge.planId !== context.plan.id) throw notFound('fixed_charge');
    const units = checkOwnUnits(input);
    const atOnce = input.applyUnitsImmediately ?? false;
    if (units !== undefined) await this.setOwnUnits(tx, actor, context, { ...fixedCharge, units }, atOnce);
    return { context, fixedCharge: await fixedChargeUnits.get(tx, actor, context, fixedCharge.code) };
  }

  /** @param wanted the fixed charge with the units wanted. */
  private async setOwnUnits(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    wanted: FixedCharge,
    atOnce: boolean,
  ): Promise<void> {
    const { subscription, terms, now } = context;
    const isActive = subscription.status === 'active';
    const records = await BillingRecords.load(tx, actor, this.dependencies, [context]);
    const subscribed = records
      .fixedChargesOf(context)
      .find(({ fixedCharge }) => fixedCharge.id === wanted.id);
    if (subscribed === undefined) throw notFound('fixed_charge');
    const before = subscribed.history.at(-1)?.units;
    const nextPeriodAt = isActive ? currentFixedChargesPeriod(terms, now).to : subscription.subscriptionAt;
    const quantity = {
      subscription,
      fixedCharge: wanted,
      units: wanted.units,
      effectiveAt: isActive && atOnce ? now : nextPeriodAt,
      isOwn: true,
      createdAt: now,
    };
    await this.dependencies.fixedChargeUnits.add(tx, actor, [quantity]);
    const isChanged = before === undefined || !before.eq(new Big(wanted.units));
    if (!isActive || !atOnce || !wanted.payInAdvance || !isChanged) return;
    const payer = { context, planTaxes: records.taxesOfSubscriptionFee(context) };
    const fee = unitsChangeFeeDraft(payer, { ...subscribed, fixedCharge: wanted });
    await this.issue(tx, actor, context, [fee]);
  }

  private async changeOf(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    records: BillingRecords,
    changes: readonly QuantityChange[],
  ): Promise<void> {
    const { subscription, terms, now } = context;
    const subscribed = new Map(records.fixedChargesOf(context).map((each) => [each.fixedCharge.id, each]));
    const applying = changes.filter(
      ({ fixedCharge }) => subscribed.get(fixedCharge.id)?.hasOwnUnits === false,
    );
    const nextPeriodAt = currentFixedChargesPeriod(terms, now).to;
    const quantities = applying.map(({ fixedCharge, atOnce }) => ({
      subscription,
      fixedCharge,
      units: fixedCharge.units,
      effectiveAt: atOnce ? now : nextPeriodAt,
      isOwn: false,
      createdAt: now,
    }));
    await this.dependencies.fixedChargeUnits.add(tx, actor, quantities);
    const payer = { context, planTaxes: records.taxesOfSubscriptionFee(context) };
    const fees = applying.flatMap(({ fixedCharge, atOnce }) => {
      const changed = subscribed.get(fixedCharge.id);
      if (changed === undefined || !atOnce || !fixedCharge.payInAdvance) return [];
      return [unitsChangeFeeDraft(payer, changed)];
    });
    if (fees.length > 0) await this.issue(tx, actor, context, fees);
  }

  /** The active subscriptions on a plan, oldest first; their customers and clocks stay as they are from here on. */
  private async holdActive(tx: Tx, actor: Actor, { id }: Plan): Promise<SubscriptionContext[]> {
    const { subscriptions, customers } = this.dependencies;
    const live = await subscriptions.liveOnPlan(tx, actor, id);
    await customers.lockStill(
      tx,
      actor,
      live.map(({ customerId }) => customerId),
    );
    // Read again: with the customers held, none starts or ends any more.
    const ids = live.map((subscription) => subscription.id);
    const contexts = await subscriptions.contextsInOrder(tx, actor, ids);
    return contexts.filter(({ subscription }) => subscription.status === 'active');
  }

  private async issue(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    fees: readonly FeeDraft[],
  ): Promise<void> {
    const windows = billingWindows(context.terms, { situation: 'current', at: context.now });
    const draft = inAdvanceInvoiceDraft(context, { windows, fees });
    await this.dependencies.invoices.issue(tx, actor, draft);
  }
}
