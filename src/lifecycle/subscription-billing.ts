import { meteringScope } from '../core/billing-windows.js';
import { localDate } from '../core/calendar.js';
import { isEmpty } from '../core/period.js';
import { firstBillingAt, isBillingDay, nextBillingAt } from '../core/subscription-terms.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import { planWork } from '../platform/due-work/plan-work.js';
import type { FeeDraft } from '../modules/invoices/fee-draft.js';
import type { InvoicePart } from '../modules/invoices/invoice-draft.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import { type BillingOccasion, occasionWindows } from './billing-occasion.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import type { DueWorkHandler } from './due-work-engine.js';
import { type BilledSubscription, chargeFeeDrafts, subscriptionFeeDraft } from './fee-drafts.js';
import { invoiceGroups } from './invoice-groups.js';

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
    for (const context of await this.contexts(tx, actor, [id])) {
      const { plan, now } = context;
      if (plan.payInAdvance && startsToday(context)) {
        await this.issue(tx, actor, [context], { reason: 'starting', at: now });
      }
      await this.foresee(tx, actor, context, firstBillingAt(context.terms, now));
    }
  }

  /** Bills what is due of one customer at one instant, and foresees the next billing days. */
  readonly bill: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    const contexts = await this.contexts(tx, actor, subjectIds);
    const active = contexts.filter(({ subscription }) => subscription.status === 'active');
    // The zone may have changed since the day was foreseen: then it is not the day yet.
    const due = active.filter(({ terms }) => isBillingDay(terms, dueAt));
    for (const group of invoiceGroups(due)) {
      await this.issue(tx, actor, group, { reason: 'periodic', at: dueAt });
    }
    for (const context of active) {
      await this.foresee(tx, actor, context, nextBillingAt(context.terms, dueAt));
    }
  };

  /** In the order in which they were created, so that an invoice does not depend on how work was found. */
  private async contexts(tx: Tx, actor: Actor, ids: readonly string[]): Promise<SubscriptionContext[]> {
    const contexts = [...(await this.dependencies.subscriptions.contexts(tx, actor, ids)).values()];
    return contexts.sort((one, other) => (one.subscription.id < other.subscription.id ? -1 : 1));
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
      invoicingReason: `subscription_${occasion.reason}`,
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

  private foresee(tx: Tx, actor: Actor, { subscription, customer }: SubscriptionContext, dueAt: Date) {
    return planWork(tx, actor, {
      kind: 'subscription_billing',
      subjectId: subscription.id,
      customerId: customer.id,
      testClockId: customer.testClockId,
      dueAt,
    });
  }
}

/** Source: subscriptions.md §3. */
function startsToday({ terms, now }: SubscriptionContext): boolean {
  return localDate(terms.startedAt, terms.timezone).equals(localDate(now, terms.timezone));
}
