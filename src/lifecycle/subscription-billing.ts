import { meteringScope } from '../core/billing-windows.js';
import { localDate, startOfLocalDay } from '../core/calendar.js';
import { isEmpty } from '../core/period.js';
import { firstBillingAt, isBillingDay, nextBillingAt } from '../core/subscription-terms.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import type { FeeDraft } from '../modules/invoices/fee-draft.js';
import type { InvoicePart } from '../modules/invoices/invoice-draft.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import { type BillingOccasion, INVOICING_REASONS, occasionWindows } from './billing-occasion.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import type { DueWorkHandler } from './due-work-engine.js';
import { type BilledSubscription, chargeFeeDrafts, subscriptionFeeDraft } from './fee-drafts.js';
import { invoiceGroups } from './invoice-groups.js';
import { foresee } from './subscription-timetable.js';

interface SubscriptionBillingDependencies extends BillingSources {
  readonly subscriptions: SubscriptionService;
}

/** Bills subscriptions at their start and on their billing days. Sources: periods.md §10, subscriptions.md §3. */
export class SubscriptionBilling {
  constructor(private readonly dependencies: SubscriptionBillingDependencies) {}

  /**
   * Bills the start of a plan in advance, unless the start lies in the past, and foresees the first billing day.
   * @param id a subscription that was created in this transaction.
   */
  async start(tx: Tx, actor: Actor, id: string): Promise<void> {
    const context = await this.dependencies.subscriptions.context(tx, actor, id);
    const { plan, now, terms } = context;
    if (plan.payInAdvance && startsToday(context)) {
      await this.issue(tx, actor, [context], { reason: 'starting', at: now });
    }
    await foresee(tx, actor, 'subscription_billing', context, firstBillingAt(terms, now));
  }

  /** Bills what is due of one customer at one instant, and foresees the next billing days. */
  readonly bill: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    // In the order in which they were recorded, so that an invoice does not depend on how work was found.
    const contexts = await this.dependencies.subscriptions.contextsInOrder(tx, actor, subjectIds);
    for (const group of invoiceGroups(contexts.filter((context) => isBilledOn(context, dueAt)))) {
      await this.issue(tx, actor, group, { reason: 'periodic', at: dueAt });
    }
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
    await this.issue(tx, actor, [context], { reason: 'terminated', at, hadPeriodicRun });
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
      periodic: occasion.reason === 'periodic',
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
    const subscriptionFee = subscriptionFeeDraft(billed, records.taxesOfSubscriptionFee(context));
    const chargeFees = await this.chargeFees(tx, actor, billed, records);
    return {
      subscription,
      plan,
      invoicingReason: INVOICING_REASONS[occasion.reason],
      windows,
      fees: subscriptionFee === null ? chargeFees : [subscriptionFee, ...chargeFees],
    };
  }

  /** The usage of the window, charge by charge; none on the invoice of a start, whose window is empty. */
  private async chargeFees(
    tx: Tx,
    actor: Actor,
    { context, windows }: BilledSubscription,
    records: BillingRecords,
  ): Promise<FeeDraft[]> {
    const { subscription, plan, terms } = context;
    const window = windows.charges;
    if (window === null || isEmpty(window)) return [];
    const rated = await this.dependencies.usage.rateCharges(tx, actor, {
      subscription,
      charges: records.chargesOf(context),
      scope: meteringScope(terms, window),
      currency: plan.amountCurrency,
    });
    return rated.flatMap((charge) =>
      chargeFeeDrafts(charge, {
        subscriptionId: subscription.id,
        window,
        taxes: records.taxesOfCharge(charge.charge, context),
      }),
    );
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
