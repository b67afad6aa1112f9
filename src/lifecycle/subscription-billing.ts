import { currentUsagePeriod, meteringScope } from '../core/billing-windows.js';
import { localDate, startOfLocalDay } from '../core/calendar.js';
import { isEmpty } from '../core/period.js';
import { billedOf } from '../core/rating/charge-billing.js';
import { firstBillingAt, isBillingDay, nextBillingAt } from '../core/subscription-terms.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import type { FeeDraft } from '../modules/invoices/fee-draft.js';
import type { InvoicePart } from '../modules/invoices/invoice-draft.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { PricedCharge } from '../modules/usage/priced-charge.js';
import { type BillingOccasion, INVOICING_REASONS, occasionWindows } from './billing-occasion.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import { renewalFeeDrafts, usageFeeDrafts } from './charge-fee-drafts.js';
import { commitmentFeeDraft, reconciledBy } from './commitment-fee-drafts.js';
import type { DueWorkHandler } from './due-work-engine.js';
import { type BilledSubscription, subscriptionFeeDraft } from './fee-drafts.js';
import type { FixedChargeBilling } from './fixed-charge-billing.js';
import { fixedChargeFeeDrafts } from './fixed-charge-fee-drafts.js';
import { advanceChargeGroups, invoiceGroups } from './invoice-groups.js';
import { foresee } from './subscription-timetable.js';

interface SubscriptionBillingDependencies extends BillingSources {
  readonly subscriptions: SubscriptionService;
}

/** Bills subscriptions at their start and on their billing days. Sources: periods.md §10, subscriptions.md §3. */
export class SubscriptionBilling {
  constructor(
    private readonly dependencies: SubscriptionBillingDependencies,
    private readonly fixedCharges: FixedChargeBilling,
  ) {}

  /**
   * Bills what a plan takes in advance, unless the start lies in the past, and foresees the first billing day.
   * @param id a subscription that was created in this transaction.
   */
  async start(tx: Tx, actor: Actor, id: string): Promise<void> {
    const context = await this.dependencies.subscriptions.context(tx, actor, id);
    const { plan, now, terms } = context;
    if (startsToday(context)) {
      if (plan.payInAdvance) await this.issue(tx, actor, [context], { reason: 'starting', at: now });
      else await this.fixedCharges.billStart(tx, actor, context);
    }
    await foresee(tx, actor, 'subscription_billing', context, firstBillingAt(terms, now));
  }

  /** Bills what is due of one customer at one instant, and foresees the next billing days. */
  readonly bill: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    // In the order in which they were recorded, so that an invoice does not depend on how work was found.
    const contexts = await this.dependencies.subscriptions.contextsInOrder(tx, actor, subjectIds);
    const due = contexts.filter((context) => isBilledOn(context, dueAt));
    const occasion = { reason: 'periodic', at: dueAt } as const;
    for (const group of invoiceGroups(due)) await this.issue(tx, actor, group, occasion);
    for (const group of advanceChargeGroups(due)) await this.regroup(tx, actor, group, occasion);
    for (const context of contexts) {
      const nextAt = nextBillingAt(context.terms, dueAt);
      // Work that is done late may find its subscription ended since: days before the end are still billed.
      if (context.subscription.status === 'active' || isBilledOn(context, nextAt)) {
        await foresee(tx, actor, 'subscription_billing', context, nextAt);
      }
    }
  };

  /** Bills the rest of a subscription that has ended in this transaction. Source: subscriptions.md §7. */
  async close(tx: Tx, actor: Actor, id: string): Promise<void> {
    const context = await this.dependencies.subscriptions.context(tx, actor, id);
    const { terms, subscription } = context;
    const at = subscription.terminatedAt ?? context.now;
    const today = startOfLocalDay(localDate(at, terms.timezone), terms.timezone);
    const hadPeriodicRun = await this.dependencies.invoices.hadPeriodicRun(tx, actor, id, today);
    const occasion = { reason: 'terminated', at, hadPeriodicRun } as const;
    await this.issue(tx, actor, [context], occasion);
    await this.regroup(tx, actor, [context], occasion);
  }

  /** Issues one invoice for subscriptions that share it. */
  private async issue(
    tx: Tx,
    actor: Actor,
    group: readonly SubscriptionContext[],
    occasion: BillingOccasion,
  ): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const records = await BillingRecords.load(tx, actor, this.dependencies, group);
    const parts: InvoicePart[] = [];
    for (const context of group) parts.push(await this.part(tx, actor, context, records, occasion));
    await this.dependencies.invoices.issue(tx, actor, {
      customer: first.customer,
      billingEntity: first.billingEntity,
      settings: first.settings,
      invoiceType: 'subscription',
      currency: first.plan.amountCurrency,
      billedAt: occasion.at,
      occasion: occasion.reason === 'periodic' ? 'periodic' : 'change',
      purchaseOrderNumber: first.subscription.purchaseOrderNumber,
      parts,
    });
  }

  private async part(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    records: BillingRecords,
    occasion: BillingOccasion,
  ): Promise<InvoicePart> {
    const { subscription, plan, terms } = context;
    const history = records.historyOf(context);
    const windows = occasionWindows(terms, occasion, history);
    const billed: BilledSubscription = { context, occasion, windows, history };
    const planTaxes = records.taxesOfSubscriptionFee(context);
    const subscriptionFee = subscriptionFeeDraft(billed, planTaxes);
    const fees = [
      ...(subscriptionFee === null ? [] : [subscriptionFee]),
      ...(await this.chargeFees(tx, actor, billed, records)),
      ...fixedChargeFeeDrafts(billed, records.fixedChargesOf(context), planTaxes),
    ];
    const commitmentFee = await this.commitmentFee(tx, actor, billed, records, fees);
    return {
      subscription,
      plan,
      invoicingReason: INVOICING_REASONS[occasion.reason],
      windows,
      fees: [...fees.filter(isInvoiceable), ...(commitmentFee === null ? [] : [commitmentFee])],
      standaloneFees: fees.filter((fee) => !isInvoiceable(fee)),
    };
  }

  /**
   * Puts fees that stood alone and were paid since on one invoice; on a billing day only those whose period has ended.
   * Source: invoices.md §3.4.
   */
  private async regroup(
    tx: Tx,
    actor: Actor,
    group: readonly SubscriptionContext[],
    occasion: BillingOccasion,
  ): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const parts = group.map(({ subscription, plan, terms }): InvoicePart => ({
      subscription,
      plan,
      invoicingReason: 'in_advance_charge_periodic',
      windows: occasionWindows(terms, occasion, null),
      fees: [],
      standaloneFees: [],
    }));
    const draft = {
      customer: first.customer,
      billingEntity: first.billingEntity,
      settings: first.settings,
      invoiceType: 'advance_charges',
      currency: first.plan.amountCurrency,
      billedAt: occasion.at,
      occasion: 'immediate',
      purchaseOrderNumber: first.subscription.purchaseOrderNumber,
      parts,
    } as const;
    const endedBy = occasion.reason === 'periodic' ? occasion.at : null;
    await this.dependencies.invoices.issueAdvanceCharges(tx, actor, draft, endedBy);
  }

  /**
   * Charge by charge, the usage of the window, or what is held at its end, for the coming period; nothing at a start,
   * whose window is empty. Source: charges.md §6, §8.
   */
  private async chargeFees(
    tx: Tx,
    actor: Actor,
    { context, occasion, windows }: BilledSubscription,
    records: BillingRecords,
  ): Promise<FeeDraft[]> {
    const { subscription, plan, terms } = context;
    const window = windows.charges;
    if (window === null || isEmpty(window)) return [];
    const scope = meteringScope(terms, window);
    const currency = plan.amountCurrency;
    const rated = await this.dependencies.usage.rateCharges(tx, actor, {
      subscription,
      charges: records.chargesOf(context).filter((priced) => isBilled(priced, occasion)),
      scope,
      currency,
    });
    const coming = currentUsagePeriod(terms, occasion.at);
    return rated.flatMap((charge) =>
      charge.charge.payInAdvance
        ? renewalFeeDrafts(charge, records.chargeFeeFrame(charge, context, coming))
        : usageFeeDrafts(charge, records.chargeFeeFrame(charge, context, window), { scope, currency }),
    );
  }

  /** What the fees of the period that is reconciled lack to the plan's commitment; `drafts` are those of this invoice. */
  private async commitmentFee(
    tx: Tx,
    actor: Actor,
    billed: BilledSubscription,
    records: BillingRecords,
    drafts: readonly FeeDraft[],
  ): Promise<FeeDraft | null> {
    const commitment = records.commitmentOf(billed.context);
    const reconciled = commitment === null ? null : reconciledBy(billed);
    if (commitment === null || reconciled === null) return null;
    const { subscription } = billed.context;
    const fees = await this.dependencies.fees.ofPeriod(tx, actor, subscription.id, reconciled.period);
    return commitmentFeeDraft(billed, commitment, reconciled, { billed: fees, drafts });
  }
}

/**
 * Whether it is billed on the local day of an instant. The zone may have changed since the day was foreseen: then it may
 * not be the day yet. The day of the end is billed by the closing invoice. Source: periods.md §10.
 */
function isBilledOn({ subscription, terms }: SubscriptionContext, at: Date): boolean {
  const { terminatedAt, endingAt } = subscription;
  const endsAt = terminatedAt ?? endingAt;
  if (!isBillingDay(terms, at) || subscription.startedAt === null) return false;
  return endsAt === null || startOfLocalDay(localDate(endsAt, terms.timezone), terms.timezone) > at;
}

/** Source: subscriptions.md §3. */
function startsToday({ terms, now }: SubscriptionContext): boolean {
  return localDate(terms.startedAt, terms.timezone).equals(localDate(now, terms.timezone));
}

function isInvoiceable({ invoiceable }: FeeDraft): boolean {
  return invoiceable;
}

/** Source: charges.md §6. */
function isBilled({ charge, metric }: PricedCharge, { reason: situation }: BillingOccasion): boolean {
  const run = { charge, metric, situation, isMetricOfNextPlan: false, isStartedByDowngrade: false };
  return billedOf(run) !== 'nothing';
}
