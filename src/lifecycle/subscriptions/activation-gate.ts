import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { schedule } from '../due-work/subscription-timetable.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';

/** Keeps subscriptions incomplete that have to be paid for before they become active. Source: subscriptions.md §12. */
export class ActivationGate {
  constructor(
    private readonly needs: Pick<
      SubscriptionLivesNeeds,
      'subscriptionContexts' | 'subscriptionTransitions' | 'activationRules' | 'billing'
    >,
  ) {}

  /**
   * Sets a subscription that starts now to incomplete and opens the invoice to be paid, if it has a payment rule and
   * an amount is due at its start.
   * @returns true if activation is pending payment; otherwise the caller must activate it, from the context that it
   *   passed.
   */
  async startPaymentHold(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<boolean> {
    const {
      subscriptionContexts,
      subscriptionTransitions: transitions,
      activationRules,
      billing,
    } = this.needs;
    const { subscription, now } = context;
    const rule = await activationRules.paymentRule(tx, actor, subscription);
    if (rule === null) return false;
    await transitions.awaitPayment(tx, actor, context);
    const incomplete = await subscriptionContexts.get(tx, actor, subscription.id);
    const opening = await billing.openStartInvoice(tx, actor, incomplete);
    if (opening !== 'pending') {
      await activationRules.setStatus(tx, rule, opening, now);
      return false;
    }
    const expiresAt = await activationRules.startWaiting(tx, rule, now);
    await transitions.announceIncomplete(tx, actor, incomplete);
    if (expiresAt !== null) await schedule(tx, actor, 'activation_timeout', incomplete, expiresAt);
    return true;
  }
}
