import { currentUsagePeriod, meteringScope } from '../core/billing-windows.js';
import { localDate, startOfLocalDay } from '../core/calendar.js';
import { isEmpty } from '../core/period.js';
import { billedOf } from '../core/rating/charge-billing.js';
import { ZERO } from '../core/decimal.js';
import { periodAt } from '../core/periods.js';
import {
  isBillingDay,
  nextBillingAt,
  periodRules,
  type SubscriptionTerms,
} from '../core/subscription-terms.js';
import { unusedCents } from '../core/unused-credit.js';
import { groupBy } from '../platform/api/loader.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import type { FeeDraft } from '../modules/invoices/fee-draft.js';
import type { InvoicePart } from '../modules/invoices/invoice-draft.js';
import type { Plan } from '../modules/plans/plan.table.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { PricedCharge } from '../modules/usage/priced-charge.js';
import { type BillingOccasion, INVOICING_REASONS, occasionWindows, situationOf } from './billing-occasion.js';
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

  /** Bills what a plan takes in advance of a subscription that has begun, unless its start lies in the past. */
  async start(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    if (!startsToday(context)) return;
    const occasion = { reason: 'starting', at: context.now } as const;
    if (paysFromStart(context)) await this.issue(tx, actor, [{ context, occasion }]);
    else await this.fixedCharges.billStart(tx, actor, context);
  }

  /**
   * Bills what is left of the period of a plan in advance when its trial ends, unless that is billed already.
   * Source: subscription-fee.md §5.
   */
  async endTrial(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const { subscription, terms, now } = context;
    const { invoices } = this.dependencies;
    const { id } = subscription;
    const isToday = await invoices.hadPeriodicRun(tx, actor, id, startOfDay(now, terms));
    const lastFee = (await invoices.billingHistories(tx, actor, [id])).get(id)?.lastSubscriptionFee ?? null;
    const isBilledAtStart =
      lastFee !== null &&
      startOfDay(lastFee.at, terms).getTime() === startOfDay(terms.startedAt, terms).getTime();
    if (isToday || isBilledAtStart) return;
    await this.issue(tx, actor, [{ context, occasion: { reason: 'trialEnded', at: now } }]);
  }

  /**
   * Bills a change of plan on one invoice: the subscription that has ended in this transaction, and of the one that has
   * begun what it takes in advance. Source: subscriptions.md §5, §6.
   */
  async change(
    tx: Tx,
    actor: Actor,
    ended: SubscriptionContext,
    begun: SubscriptionContext,
    change: 'upgrade' | 'downgrade',
  ): Promise<void> {
    const at = ended.now;
    const closing: DueSubscription = {
      context: ended,
      occasion:
        change === 'downgrade'
          ? { reason: 'downgraded', at }
          : { reason: 'upgraded', at, nextMetricIds: await this.metricIdsOf(tx, actor, begun) },
    };
    const starting: DueSubscription = { context: begun, occasion: { reason: 'starting', at } };
    // An upgrade is dated a second after the instant that both subscriptions share.
    const billedAt = change === 'upgrade' ? new Date(at.getTime() + SECOND_MS) : at;
    for (const group of changeGroups([closing, starting])) await this.issue(tx, actor, group, billedAt);
    await this.regroup(tx, actor, [ended], closing.occasion);
  }

  /** Whether something of a plan in advance is left to be given back when a subscription ends now. */
  async leavesUnused(
    tx: Tx,
    actor: Actor,
    { subscription: { id }, plan, terms, trialEndsAt, now }: SubscriptionContext,
    { isUpgraded }: { readonly isUpgraded: boolean },
  ): Promise<boolean> {
    if (!plan.payInAdvance) return false;
    const histories = await this.dependencies.invoices.billingHistories(tx, actor, [id]);
    const last = histories.get(id)?.lastSubscriptionFee ?? null;
    const lastFee = last === null ? null : { ...last, creditedCents: ZERO };
    return unusedCents({ terms, at: now, isUpgraded, trialEndsAt, lastFee }).gt(ZERO);
  }

  /** Bills what is due of one customer at one instant, and foresees the next billing days. */
  readonly bill: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    // In the order in which they were recorded, so that an invoice does not depend on how work was found.
    const contexts = await this.dependencies.subscriptions.contextsInOrder(tx, actor, subjectIds);
    const due = contexts.filter((context) => isBilledOn(context, dueAt));
    const occasion = { reason: 'periodic', at: dueAt } as const;
    for (const group of invoiceGroups(due)) {
      const together = group.map((context) => ({ context, occasion }));
      await this.issue(tx, actor, together);
    }
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
    const today = startOfDay(at, terms);
    const hadPeriodicRun = await this.dependencies.invoices.hadPeriodicRun(tx, actor, id, today);
    const occasion = { reason: 'terminated', at, hadPeriodicRun } as const;
    await this.issue(tx, actor, [{ context, occasion }]);
    await this.regroup(tx, actor, [context], occasion);
  }

  /** Issues one invoice for subscriptions that share it. @param billedAt the instant of the first, unless told otherwise. */
  private async issue(
    tx: Tx,
    actor: Actor,
    group: readonly DueSubscription[],
    billedAt = group[0]?.occasion.at,
  ): Promise<void> {
    const first = group[0]?.context;
    if (first === undefined || billedAt === undefined) return;
    const contexts = group.map(({ context }) => context);
    const records = await BillingRecords.load(tx, actor, this.dependencies, contexts);
    const parts: InvoicePart[] = [];
    for (const due of group) {
      const part = await this.part(tx, actor, due, records);
      if (part.fees.length > 0 || isBilledAnyway(due)) parts.push(part);
    }
    await this.dependencies.invoices.issue(tx, actor, {
      customer: first.customer,
      billingEntity: first.billingEntity,
      settings: first.settings,
      invoiceType: 'subscription',
      currency: first.plan.amountCurrency,
      billedAt,
      occasion: group.every(({ occasion }) => occasion.reason === 'periodic') ? 'periodic' : 'change',
      purchaseOrderNumber: first.subscription.purchaseOrderNumber,
      parts,
    });
  }

  /**
   * Whether a change of plan needs what is not built: taking off what was paid for the same add-on
   * (fixed-charges-and-commitments.md §6.6), or renewing what lasts at the start of a downgrade (charges.md §6).
   */
  async needsUnbuilt(
    tx: Tx,
    actor: Actor,
    { current, next }: { current: Plan; next: Plan },
    change: 'upgrade' | 'downgrade',
  ): Promise<boolean> {
    const { plans, usage } = this.dependencies;
    if (change === 'downgrade') {
      const charges = (await usage.chargesOf(tx, actor, [next.id])).get(next.id) ?? [];
      return charges.some(({ charge, metric }) => charge.payInAdvance && metric.recurring);
    }
    const fixedCharges = await plans.fixedChargesOf(tx, actor, [current.id, next.id]);
    const proratedAddOns = ({ id }: Plan) =>
      (fixedCharges.get(id) ?? [])
        .filter(({ payInAdvance, prorated }) => payInAdvance && prorated)
        .map(({ addOnId }) => addOnId);
    const paid = new Set(proratedAddOns(current));
    return proratedAddOns(next).some((addOnId) => paid.has(addOnId));
  }

  private async metricIdsOf(tx: Tx, actor: Actor, { plan }: SubscriptionContext): Promise<Set<string>> {
    const charges = (await this.dependencies.plans.chargesOf(tx, actor, [plan.id])).get(plan.id) ?? [];
    return new Set(charges.map(({ billableMetricId }) => billableMetricId));
  }

  private async part(
    tx: Tx,
    actor: Actor,
    { context, occasion }: DueSubscription,
    records: BillingRecords,
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
    const scope = meteringScope(terms, window, { isUpgraded: occasion.reason === 'upgraded' });
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

/** A subscription that is to be billed, and why. */
interface DueSubscription {
  readonly context: SubscriptionContext;
  readonly occasion: BillingOccasion;
}

const SECOND_MS = 1_000;

/**
 * Those of a change of plan that share an invoice: what differs in who issues it, its currency or its purchase order does
 * not. Source: subscriptions.md §5.
 */
function changeGroups(changing: readonly DueSubscription[]): DueSubscription[][] {
  const keyOf = ({ context: { billingEntity, plan, subscription } }: DueSubscription) =>
    JSON.stringify([billingEntity.id, plan.amountCurrency, subscription.purchaseOrderNumber]);
  return [...groupBy(changing, keyOf).values()];
}

/** Whether it is on the invoice even when there is nothing to pay: all but a start for which nothing is due yet. */
function isBilledAnyway({ context, occasion }: DueSubscription): boolean {
  return occasion.reason !== 'starting' || paysFromStart(context);
}

/** Whether the plan's amount is due at the start. */
function paysFromStart({ plan, trialEndsAt, now }: SubscriptionContext): boolean {
  return plan.payInAdvance && (trialEndsAt === null || trialEndsAt <= now);
}

/** Whether a plan period begins on the local day of an instant, for a subscription that is billed on that day. */
export function opensPlanPeriod(context: SubscriptionContext, at: Date): boolean {
  const { plan } = periodRules(context.terms);
  return (
    isBilledOn(context, at) && periodAt(plan, at).from.getTime() === startOfDay(at, context.terms).getTime()
  );
}

function startOfDay(at: Date, { timezone }: SubscriptionTerms): Date {
  return startOfLocalDay(localDate(at, timezone), timezone);
}

/**
 * Whether it is billed on the local day of an instant. The zone may have changed since the day was foreseen: then it may
 * not be the day yet. The day of the end is billed by the closing invoice. Source: periods.md §10.
 */
function isBilledOn({ subscription, terms }: SubscriptionContext, at: Date): boolean {
  const { terminatedAt, endingAt } = subscription;
  const endsAt = terminatedAt ?? endingAt;
  if (!isBillingDay(terms, at) || subscription.startedAt === null) return false;
  return endsAt === null || startOfDay(endsAt, terms) > at;
}

/** Source: subscriptions.md §3. */
function startsToday({ terms, now }: SubscriptionContext): boolean {
  return localDate(terms.startedAt, terms.timezone).equals(localDate(now, terms.timezone));
}

function isInvoiceable({ invoiceable }: FeeDraft): boolean {
  return invoiceable;
}

/** Source: charges.md §6. */
function isBilled({ charge, metric }: PricedCharge, occasion: BillingOccasion): boolean {
  const isMetricOfNextPlan = occasion.reason === 'upgraded' && occasion.nextMetricIds.has(metric.id);
  const situation = situationOf(occasion);
  return (
    billedOf({ charge, metric, situation, isMetricOfNextPlan, isStartedByDowngrade: false }) !== 'nothing'
  );
}
