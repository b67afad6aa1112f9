import type { Actor } from '../../platform/actor.js';
import type { OutsideAnswers } from '../../platform/api/outside-answers.js';
import type { Tx } from '../../platform/db/database.js';
import { storedReference } from '../../modules/payment-providers/methods/payment-method-reference.js';
import type { PaymentHolds } from '../../modules/payment-providers/methods/payment-holds.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { isInFuture } from '../../modules/subscriptions/records/subscription.rules.js';
import type { CreateSubscription } from '../../modules/subscriptions/records/subscription.input.js';
import type { SubscriptionEditor } from '../../modules/subscriptions/editing/subscription-editor.service.js';
import type { SubscriptionTransitions } from '../../modules/subscriptions/editing/subscription-transitions.service.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { ActivationGate } from './activation-gate.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { PlanChange } from './plan-change.js';
import { startsToday } from '../billing-records/billing-days.js';
import type { SubscriptionBilling } from '../occasions/subscription-billing.js';
import { schedule, scheduleLife } from '../due-work/subscription-timetable.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  | 'subscriptions'
  | 'subscriptionContexts'
  | 'subscriptionEditor'
  | 'subscriptionTransitions'
  | 'billing'
  | 'paymentHolds'
> {
  readonly planChange: PlanChange;
  readonly activationGate: ActivationGate;
}

/** A request without an amount that has to be authorized. */
type Unauthorized = Omit<CreateSubscription, 'authorization'>;

/** Starts subscriptions: the record, its first invoice and its scheduled work, in one transaction. */
export class SubscriptionStart {
  private readonly subscriptions: SubscriptionService;
  private readonly subscriptionContexts: SubscriptionContexts;
  private readonly editor: SubscriptionEditor;
  private readonly transitions: SubscriptionTransitions;
  private readonly billing: SubscriptionBilling;
  private readonly planChange: PlanChange;
  private readonly gate: ActivationGate;
  private readonly paymentHolds: PaymentHolds;

  constructor(needs: Needs) {
    this.subscriptions = needs.subscriptions;
    this.subscriptionContexts = needs.subscriptionContexts;
    this.editor = needs.subscriptionEditor;
    this.transitions = needs.subscriptionTransitions;
    this.billing = needs.billing;
    this.planChange = needs.planChange;
    this.gate = needs.activationGate;
    this.paymentHolds = needs.paymentHolds;
  }

  /** @throws AppError as `SubscriptionEditor.create`. */
  async start(tx: Tx, actor: Actor, input: Unauthorized): Promise<Subscription> {
    return (await this.startOrChange(tx, actor, input)).subscription;
  }

  /**
   * As `start`, if the customer can pay the amount that has to be authorized. It is asked for last, so that a request that is
   * refused anyway asks nobody; one that changes nothing does not either. Source: docs/adr/0200.
   * @throws AppError as `SubscriptionEditor.create`, `PaymentHolds.require`; UnansweredCall.
   */
  async startAuthorized(
    tx: Tx,
    actor: Actor,
    input: CreateSubscription,
    answers: OutsideAnswers,
  ): Promise<Subscription> {
    const { subscription, isKept } = await this.startOrChange(tx, actor, input);
    const authorization = input.authorization ?? null;
    if (authorization === null || isKept) return subscription;
    const { customer } = await this.subscriptionContexts.contextOf(tx, actor, subscription);
    const { externalId } = subscription;
    await this.paymentHolds.require(
      tx,
      actor,
      {
        customer,
        amountCents: authorization.amountCents,
        currency: authorization.amountCurrency,
        methods: [storedReference(input.paymentMethod), subscription],
        purpose: externalId,
        reference: `Authorization of subscription ${externalId}`,
      },
      answers,
    );
    return subscription;
  }

  /** @returns the subscription, and whether it was there with the requested plan. */
  private async startOrChange(
    tx: Tx,
    actor: Actor,
    input: CreateSubscription,
  ): Promise<{ readonly subscription: Subscription; readonly isKept: boolean }> {
    const { subscription, change } = await this.editor.create(tx, actor, input);
    if (change !== null) return this.planChange.change(tx, actor, subscription, change);
    const context = await this.subscriptionContexts.contextOf(tx, actor, subscription);
    if (startsLater(context)) {
      await scheduleStart(tx, actor, context);
      await this.transitions.announcePlanned(tx, actor, context);
    } else await this.begin(tx, actor, context);
    return { subscription: await this.subscriptions.get(tx, actor, { id: subscription.id }), isKept: false };
  }

  /** Starts subscriptions whose planned start has come. Source: subscriptions.md §3. */
  readonly startDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    for (const context of await this.subscriptionContexts.getManyInOrder(tx, actor, subjectIds)) {
      await this.beginPlanned(tx, actor, context);
    }
  };

  /**
   * Starts a pending subscription if its day has come, else schedules its start, or moves it. Source: subscriptions.md
   * §3.
   */
  async beginWhenDue(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    if (startsLater(context)) await scheduleStart(tx, actor, context);
    else await this.beginPlanned(tx, actor, context);
  }

  /** Starts a subscription whose start has been scheduled. */
  private async beginPlanned(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    await SUBSCRIPTION_WORK.cancel(tx, actor, 'subscription_start', context.subscription.id);
    await this.begin(tx, actor, context);
  }

  private async begin(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    if (await this.gate.startPaymentHold(tx, actor, context)) return;
    const active = await this.transitions.activate(tx, actor, context);
    const begun = await this.subscriptionContexts.contextOf(tx, actor, active, context.customer);
    await this.billing.billStart(tx, actor, begun);
    await scheduleLife(tx, actor, await this.endPastTrial(tx, actor, begun));
  }

  /**
   * Ends the trial of a backdated subscription if it was over before the subscription was recorded. Like a
   * subscription without a trial, it is not billed before its next billing day. Source: subscription-fee.md §5.
   * @returns the subscription as it is then.
   */
  private async endPastTrial(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
  ): Promise<SubscriptionContext> {
    const { subscription, trialEndsAt, now } = context;
    if (trialEndsAt === null || trialEndsAt > now || startsToday(context)) return context;
    await this.transitions.endTrials(tx, actor, [context]);
    return this.subscriptionContexts.get(tx, actor, subscription.id);
  }
}

/** True if the subscription starts on a day to come of its customer. */
function startsLater({ subscription, settings, now }: SubscriptionContext): boolean {
  return isInFuture(subscription.subscriptionAt, { now, timezone: settings.timezone });
}

function scheduleStart(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
  return schedule(tx, actor, 'subscription_start', context, context.subscription.subscriptionAt);
}
