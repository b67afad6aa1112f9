import { localDate, localDay } from '../../core/time/calendar.js';
import { contains, type Period } from '../../core/time/period.js';
import { isBillingDay } from '../../core/invoicing/subscriptions/subscription-terms.js';
import { isSameBillingDay } from '../../core/time/window-dates.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { partsOf } from '../../modules/invoices/composing/invoice-kinds.js';
import type { PlannedInvoice } from '../../modules/invoices/composing/planned-invoice.js';
import type { BillingHistory } from '../../modules/invoices/records/periods/billed-periods.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import {
  hasMissedBillingDays,
  isBilledOn,
  paysFromStart,
  startOfDay,
  startsToday,
} from '../billing-records/billing-days.js';
import type { DueSubscription } from '../billing-records/billing-occasion.js';
import { invoicesByIssuer, separateInvoices } from '../fees/shared-invoices.js';
import type { OccasionsNeeds } from './occasions.needs.js';
import type { FixedChargeBilling } from './fixed-charge-billing.js';
import type { PlanSwitch } from './plan-switch.js';

interface Needs extends Pick<
  OccasionsNeeds,
  'subscriptionContexts' | 'billedPeriods' | 'issuing' | 'invoicing' | 'paidFeeInvoicing'
> {
  readonly fixedChargeBilling: FixedChargeBilling;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** The span of all dates that may be the same billing day as that of an instant, in whatever zone. */
function daysAround(at: Date): Period {
  return { from: new Date(at.getTime() - 4 * DAY_MS), to: new Date(at.getTime() + 4 * DAY_MS) };
}

/**
 * Bills subscriptions between their billing days: when they start, when trials end, after an upgrade and when they end.
 * Source: subscriptions.md §3, §5, §7.
 */
export class SubscriptionBilling {
  constructor(private readonly needs: Needs) {}

  /** Bills what a plan takes in advance when a subscription starts, unless its start lies in the past. */
  async billStart(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const invoice = await this.prepareStart(tx, actor, context);
    if (invoice !== null) await this.needs.issuing.issue(tx, actor, invoice);
  }

  /**
   * Opens the invoice of a start that has to be paid before the subscription becomes active.
   * @returns `pending` if the payment is awaited; `not_applicable` if nothing is payable at the start; `satisfied` if
   *   the invoice would total zero.
   */
  async openStartInvoice(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
  ): Promise<'pending' | 'satisfied' | 'not_applicable'> {
    const invoice = await this.prepareStart(tx, actor, context);
    if (invoice === null || partsOf(invoice).length === 0) return 'not_applicable';
    const open = await this.needs.issuing.open(tx, actor, invoice);
    return open === null ? 'satisfied' : 'pending';
  }

  /**
   * Bills a subscription that was activated after billing days had passed: each kind of window as the latest of its
   * billing days would have, on one invoice dated now. Source: subscriptions.md §12; docs/adr/0015.
   */
  async billMissedDays(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    if (!hasMissedBillingDays(context)) return;
    const activated: DueSubscription = { context, occasion: { reason: 'activated', at: context.now } };
    await this.needs.invoicing.issue(tx, actor, separateInvoices([activated]));
  }

  /**
   * Bills the billing day that was left to the closing invoice of an end on that day, once a change of plan or of the end
   * comes before it: the period that is over would be in no invoice. Source: periods.md §10–11.
   */
  async billSkippedDay(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const { terms, now: at } = context;
    if (!isBillingDay(terms, at) || isBilledOn(context, at)) return;
    if (await this.isBilledBillingDay(tx, actor, context, at)) return;
    const due: DueSubscription = { context, occasion: { reason: 'periodic', at } };
    await this.needs.invoicing.issue(tx, actor, separateInvoices([due]));
  }

  /**
   * Bills the rest of the period for plans in advance when their trials end, unless it is billed already.
   * Source: subscription-fee.md §5.
   */
  async billTrialEnds(tx: Tx, actor: Actor, contexts: readonly SubscriptionContext[]): Promise<void> {
    const { billedPeriods, invoicing } = this.needs;
    const billedToday = await billedPeriods.billedDays(
      tx,
      actor,
      contexts.map(({ subscription, now, terms }) => {
        const { from, to } = localDay(localDate(now, terms.timezone), terms.timezone);
        return { subscriptionId: subscription.id, between: { from, to } };
      }),
    );
    const billedIds = new Set(billedToday.map(({ subscriptionId }) => subscriptionId));
    const histories = await billedPeriods.billingHistories(
      tx,
      actor,
      contexts.map(({ subscription }) => ({ subscriptionId: subscription.id, before: null })),
    );
    const unbilled = contexts.filter((context) => {
      const { id } = context.subscription;
      return !billedIds.has(id) && !isPlanPaid(context, histories.get(id));
    });
    const due = unbilled.map((context): DueSubscription => {
      return { context, occasion: { reason: 'trial_ended', at: context.now } };
    });
    await invoicing.issue(tx, actor, separateInvoices(due));
  }

  /**
   * Bills an upgrade on one invoice: the subscription that has ended in this transaction, and what the one that has
   * begun pays in advance, unless that is paid already. Source: subscriptions.md §5, §12.
   */
  async billUpgrade(
    tx: Tx,
    actor: Actor,
    { ended, begun }: PlanSwitch,
    { isPaid }: { readonly isPaid: boolean },
  ): Promise<void> {
    const { invoicing, paidFeeInvoicing } = this.needs;
    const at = ended.now;
    const closing: DueSubscription = {
      context: ended,
      occasion: { reason: 'upgraded', at, nextPlanId: begun.plan.id },
    };
    const starting: DueSubscription = { context: begun, occasion: { reason: 'starting', at } };
    // Dated a second after the instant that both subscriptions share.
    const billedAt = new Date(at.getTime() + SECOND_MS);
    const invoices = invoicesByIssuer(isPaid ? [closing] : [closing, starting], billedAt);
    await invoicing.issue(tx, actor, invoices);
    await paidFeeInvoicing.issue(tx, actor, separateInvoices([closing]), { endedBy: null });
  }

  /**
   * Bills the rest of a subscription that has ended in this transaction, unless its closing invoice is to be skipped.
   * Paid standalone fees get their invoice all the same. Source: subscriptions.md §7.
   */
  async billEnd(tx: Tx, actor: Actor, id: string): Promise<void> {
    const { subscriptionContexts, invoicing, paidFeeInvoicing } = this.needs;
    const context = await subscriptionContexts.get(tx, actor, id);
    const { subscription } = context;
    const at = subscription.terminatedAt ?? context.now;
    const hadPeriodicRun = await this.isBilledBillingDay(tx, actor, context, at);
    const invoices = separateInvoices([{ context, occasion: { reason: 'terminated', at, hadPeriodicRun } }]);
    if (subscription.onTerminationInvoice === 'generate') await invoicing.issue(tx, actor, invoices);
    await paidFeeInvoicing.issue(tx, actor, invoices, { endedBy: null });
  }

  /**
   * True if the local date of an instant was billed as a billing day, in whatever zone. Source: periods.md §9.4, §11.
   */
  private async isBilledBillingDay(
    tx: Tx,
    actor: Actor,
    { subscription: { id: subscriptionId }, terms }: SubscriptionContext,
    at: Date,
  ): Promise<boolean> {
    const around = [{ subscriptionId, between: daysAround(at) }];
    const billed = await this.needs.billedPeriods.billedDays(tx, actor, around);
    return billed.some((day) => isSameBillingDay(day, { at, timezone: terms.timezone }));
  }

  /** Computes the invoice of a start; null when the start lies in the past, or nothing is due for it. */
  private async prepareStart(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
  ): Promise<PlannedInvoice | null> {
    if (!startsToday(context)) return null;
    const { invoicing, fixedChargeBilling } = this.needs;
    const isChange = context.subscription.previousSubscriptionId !== null;
    if (!paysFromStart(context) && !isChange) return fixedChargeBilling.prepareStart(tx, actor, context);
    const starting: DueSubscription = { context, occasion: { reason: 'starting', at: context.now } };
    const [prepared] = await invoicing.prepare(tx, actor, separateInvoices([starting]));
    return prepared?.invoice ?? null;
  }
}

/**
 * True if the plan's amount was billed on the day of its start, or for the present at the order of a gated change of
 * plan.
 */
function isPlanPaid({ terms, now }: SubscriptionContext, history: BillingHistory | undefined): boolean {
  const last = history?.lastSubscriptionFee ?? null;
  if (last === null) return false;
  const billedOn = startOfDay(last.at, terms);
  return billedOn.getTime() === startOfDay(terms.startedAt, terms).getTime() || contains(last.window, now);
}
