import { localDate, localDay } from '../../core/calendar.js';
import { contains, type Period } from '../../core/period.js';
import { isSameBillingDay } from '../../core/window-dates.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { BillingHistory } from '../../modules/invoices/records/invoice.service.js';
import type { InvoiceDraft } from '../../modules/invoices/composing/invoice-draft.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import { hasMissedBillingDays, paysFromStart, startOfDay, startsToday } from './billing-days.js';
import type { BillingOccasion } from './billing-occasion.js';
import type { BillingSources } from './billing-records.js';
import type { FixedChargeBilling } from './fixed-charge-billing.js';
import { changeGroups } from './invoice-groups.js';
import type { DueSubscription } from './invoice-parts.js';
import type { SubscriptionInvoicing } from './subscription-invoicing.js';

interface SubscriptionBillingDependencies extends BillingSources {
  readonly subscriptions: SubscriptionService;
  readonly invoicing: SubscriptionInvoicing;
  readonly fixedChargeBilling: FixedChargeBilling;
}

/** A subscription that has ended, and the one on another plan that has begun in its place. */
export interface PlanSwitch {
  readonly ended: SubscriptionContext;
  readonly begun: SubscriptionContext;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** Instants of all dates that may be the same billing day as that of an instant, in whatever zone. */
function daysAround(at: Date): Period {
  return { from: new Date(at.getTime() - 4 * DAY_MS), to: new Date(at.getTime() + 4 * DAY_MS) };
}

/**
 * Bills subscriptions between their billing days: when they start, when trials end, after an upgrade and when they end.
 * Source: subscriptions.md §3, §5, §7.
 */
export class SubscriptionBilling {
  constructor(private readonly dependencies: SubscriptionBillingDependencies) {}

  /** Bills what a plan takes in advance of a subscription that has begun, unless its start lies in the past. */
  async start(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const draft = await this.startDraft(tx, actor, context);
    if (draft !== null) await this.dependencies.issuing.issue(tx, actor, draft);
  }

  /**
   * The same of a subscription that is to be paid for before it runs, on an invoice that is open until then.
   * @returns whether that is awaited; not applicable when nothing is payable, satisfied when that comes to nothing.
   */
  async open(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
  ): Promise<'pending' | 'satisfied' | 'not_applicable'> {
    const draft = await this.startDraft(tx, actor, context);
    if (draft === null || draft.parts.length === 0) return 'not_applicable';
    const invoice = await this.dependencies.issuing.open(tx, actor, draft);
    return invoice === null ? 'satisfied' : 'pending';
  }

  /**
   * Bills a subscription that was activated after billing days had passed: each kind of window as the latest of its billing
   * days would have, on one invoice dated now. Source: subscriptions.md §12; docs/adr/0015.
   */
  async makeUp(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    if (!hasMissedBillingDays(context)) return;
    const activated: BillingOccasion = { reason: 'activated', at: context.now };
    await this.dependencies.invoicing.issueAll(tx, actor, [[{ context, occasion: activated }]]);
  }

  /**
   * Bills what is left of the periods of plans in advance when their trials end, unless that is billed already.
   * Source: subscription-fee.md §5.
   */
  async endTrials(tx: Tx, actor: Actor, contexts: readonly SubscriptionContext[]): Promise<void> {
    const { invoices, invoicing } = this.dependencies;
    const billedToday = await invoices.billedDays(
      tx,
      actor,
      contexts.map(({ subscription, now, terms }) => {
        const { from, to } = localDay(localDate(now, terms.timezone), terms.timezone);
        return { subscriptionId: subscription.id, between: { from, to } };
      }),
    );
    const billedIds = new Set(billedToday.map(({ subscriptionId }) => subscriptionId));
    const histories = await invoices.billingHistories(
      tx,
      actor,
      contexts.map(({ subscription }) => ({ subscriptionId: subscription.id, before: null })),
    );
    const due = contexts.filter((context) => {
      const { id } = context.subscription;
      return !billedIds.has(id) && !isPaid(context, histories.get(id));
    });
    await invoicing.issueAll(
      tx,
      actor,
      due.map((context) => [{ context, occasion: { reason: 'trial_ended', at: context.now } }]),
    );
  }

  /**
   * Bills an upgrade on one invoice: the subscription that has ended in this transaction, and of the one that has begun
   * what it takes in advance, unless that is paid already. Source: subscriptions.md §5, §12.
   */
  async upgrade(
    tx: Tx,
    actor: Actor,
    { ended, begun }: PlanSwitch,
    { isPaid }: { readonly isPaid: boolean },
  ): Promise<void> {
    const { invoicing } = this.dependencies;
    const at = ended.now;
    const nextMetricIds = expectPresent(
      (await this.metricIdsOf(tx, actor, [begun.plan.id])).get(begun.plan.id),
      `the metrics of plan ${begun.plan.id}`,
    );
    const closing: DueSubscription = { context: ended, occasion: { reason: 'upgraded', at, nextMetricIds } };
    const starting: DueSubscription = { context: begun, occasion: { reason: 'starting', at } };
    // It is dated a second after the instant that both subscriptions share.
    const billedAt = new Date(at.getTime() + SECOND_MS);
    await invoicing.issueAll(tx, actor, changeGroups(isPaid ? [closing] : [closing, starting]), billedAt);
    await invoicing.regroupAll(tx, actor, [[ended]], closing.occasion);
  }

  /**
   * Bills the rest of a subscription that has ended in this transaction, unless it is not to be; fees that are paid get
   * their invoice all the same. Source: subscriptions.md §7.
   */
  async close(tx: Tx, actor: Actor, id: string): Promise<void> {
    const { subscriptions, invoicing } = this.dependencies;
    const context = await subscriptions.context(tx, actor, id);
    const { subscription } = context;
    const at = subscription.terminatedAt ?? context.now;
    const hadPeriodicRun = await this.isBilledBillingDay(tx, actor, context, at);
    const occasion = { reason: 'terminated', at, hadPeriodicRun } as const;
    if (subscription.onTerminationInvoice === 'generate') {
      await invoicing.issueAll(tx, actor, [[{ context, occasion }]]);
    }
    await invoicing.regroupAll(tx, actor, [[context]], occasion);
  }

  /** Whether the local date of an instant was billed as a billing day, in whatever zone. Source: periods.md §9.4, §11. */
  private async isBilledBillingDay(
    tx: Tx,
    actor: Actor,
    { subscription: { id: subscriptionId }, terms }: SubscriptionContext,
    at: Date,
  ): Promise<boolean> {
    const asked = [{ subscriptionId, between: daysAround(at) }];
    const billed = await this.dependencies.invoices.billedDays(tx, actor, asked);
    return billed.some((day) => isSameBillingDay(day, { at, timezone: terms.timezone }));
  }

  /** The metrics that the plan of the next subscription of a chain charges, for each that there is a next one of. */
  async nextMetricIds(
    tx: Tx,
    actor: Actor,
    subscriptionIds: readonly string[],
  ): Promise<Map<string, ReadonlySet<string>>> {
    const next = await this.dependencies.subscriptions.successors(tx, actor, subscriptionIds);
    const metricIds = await this.metricIdsOf(
      tx,
      actor,
      [...next.values()].map(({ planId }) => planId),
    );
    return new Map(
      [...next].map(([id, { planId }]) => [
        id,
        expectPresent(metricIds.get(planId), `the metrics of plan ${planId}`),
      ]),
    );
  }

  /** Null when its start lies in the past, or nothing is due for it. */
  private async startDraft(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<InvoiceDraft | null> {
    if (!startsToday(context)) return null;
    const { invoicing, fixedChargeBilling } = this.dependencies;
    const isChange = context.subscription.previousSubscriptionId !== null;
    return paysFromStart(context) || isChange
      ? invoicing.startDraft(tx, actor, context)
      : fixedChargeBilling.startDraft(tx, actor, context);
  }

  /** The metrics that plans charge, by plan. */
  private async metricIdsOf(
    tx: Tx,
    actor: Actor,
    planIds: readonly string[],
  ): Promise<Map<string, ReadonlySet<string>>> {
    const charges = await this.dependencies.plans.chargesOf(tx, actor, [...new Set(planIds)]);
    const metricIdsOf = (id: string) =>
      new Set((charges.get(id) ?? []).map(({ billableMetricId }) => billableMetricId));
    return new Map(planIds.map((id) => [id, metricIdsOf(id)]));
  }
}

/** Whether its plan's amount was billed on the day of its start, or for the present at the order of a gated change of plan. */
function isPaid({ terms, now }: SubscriptionContext, history: BillingHistory | undefined): boolean {
  const last = history?.lastSubscriptionFee ?? null;
  if (last === null) return false;
  const billedOn = startOfDay(last.at, terms);
  return billedOn.getTime() === startOfDay(terms.startedAt, terms).getTime() || contains(last.window, now);
}
