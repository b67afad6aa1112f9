import { nextBillingAt } from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { LockedInvoice } from '../../modules/invoices/settlement/locked-invoice.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import { BILL_EVENTS } from '../../modules/usage/in-advance/bill-events.job.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { PlanChange } from './plan-change.js';
import { scheduleLife } from '../due-work/subscription-timetable.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  | 'subscriptionContexts'
  | 'subscriptionTransitions'
  | 'activationRules'
  | 'billedPeriods'
  | 'openInvoices'
  | 'billing'
> {
  readonly planChange: PlanChange;
}

/** The status of the activation rule when a subscription is given up. */
const OUTCOMES = { payment_failed: 'failed', timeout: 'expired' } as const;

/**
 * Concludes the payment holds of `ActivationGate`: an incomplete subscription becomes active once it is paid for, and
 * is canceled if the payment fails or takes too long. Source: subscriptions.md §12; docs/adr/0015.
 */
export class Activation {
  constructor(private readonly needs: Needs) {}

  /** Activates the subscription of an open invoice that was paid, and issues the invoice. */
  async activatePaid(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<void> {
    const { subscriptionContexts, activationRules, planChange } = this.needs;
    const context = await this.incompleteOf(tx, actor, locked);
    const { subscription, now } = context;
    const rule = await activationRules.paymentRule(tx, actor, subscription);
    if (rule !== null) await activationRules.setStatus(tx, rule, 'satisfied', now);
    const isChange = subscription.previousSubscriptionId !== null;
    await (isChange
      ? planChange.complete(tx, actor, context, locked)
      : this.start(tx, actor, context, locked));
    const begun = await subscriptionContexts.get(tx, actor, subscription.id);
    await scheduleLife(tx, actor, begun, nextBillingAt(begun.terms, now));
    await this.release(tx, actor, subscription);
  }

  /**
   * Starts the first subscription of a chain, and bills it for billing days that passed while it awaited its payment.
   */
  private async start(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    locked: LockedInvoice,
  ): Promise<void> {
    const { subscriptionContexts, subscriptionTransitions, openInvoices, billing } = this.needs;
    await subscriptionTransitions.complete(tx, actor, context);
    await openInvoices.issue(tx, actor, locked);
    await billing.billMissedDays(
      tx,
      actor,
      await subscriptionContexts.get(tx, actor, context.subscription.id),
    );
  }

  /** Cancels the subscription of an open invoice whose payment has failed. */
  async cancelUnpaid(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<void> {
    await this.giveUp(
      tx,
      actor,
      await this.incompleteOf(tx, actor, locked),
      locked.invoice,
      'payment_failed',
    );
  }

  /** Cancels subscriptions that were not paid for in time. */
  readonly expireDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    for (const context of await this.needs.subscriptionContexts.getManyInOrder(tx, actor, subjectIds)) {
      await this.abandon(tx, actor, context);
    }
  };

  /** Cancels an incomplete subscription whose time is over, or whose previous subscription has ended. */
  async abandon(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const { id, status } = context.subscription;
    if (status !== 'incomplete') return;
    const invoice = (await this.needs.openInvoices.ofSubscriptions(tx, actor, [id])).get(id);
    if (invoice === undefined)
      throw new Error(`expected an open invoice of the incomplete subscription ${id}`);
    await this.giveUp(tx, actor, context, invoice, 'timeout');
  }

  private async giveUp(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    invoice: Invoice,
    reason: NonNullable<Subscription['cancellationReason']>,
  ): Promise<void> {
    const { subscriptionTransitions, activationRules, openInvoices } = this.needs;
    const { subscription, customer, now } = context;
    const rule = await activationRules.paymentRule(tx, actor, subscription);
    if (rule !== null) await activationRules.setStatus(tx, rule, OUTCOMES[reason], now);
    await subscriptionTransitions.cancelUnpaid(tx, actor, context, reason);
    await this.release(tx, actor, subscription);
    await openInvoices.close(tx, actor, { invoice, customer, now });
  }

  /** Cancels the timeout, and queues the billing of events that waited for the activation. */
  private async release(tx: Tx, actor: Actor, { id, externalId }: Subscription): Promise<void> {
    const { organizationId } = actor;
    await SUBSCRIPTION_WORK.cancel(tx, actor, 'activation_timeout', id);
    await BILL_EVENTS.enqueue(tx, { organizationId, externalSubscriptionId: externalId });
  }

  /** The incomplete subscription that an open invoice is for. */
  private async incompleteOf(tx: Tx, actor: Actor, { invoice }: LockedInvoice): Promise<SubscriptionContext> {
    const { billedPeriods, subscriptionContexts } = this.needs;
    const [period] = (await billedPeriods.ofInvoices(tx, actor, [invoice.id])).get(invoice.id) ?? [];
    if (period === undefined) throw new Error(`expected a billed period on the open invoice ${invoice.id}`);
    return subscriptionContexts.get(tx, actor, period.subscriptionId);
  }
}
