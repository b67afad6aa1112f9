import { localDate, startOfLocalDay } from '../../core/time/calendar.js';
import { firstBillingAt } from '../../core/invoicing/subscriptions/subscription-terms.js';
import { nextTerminationAlertAt } from '../../core/invoicing/subscriptions/termination-alerts.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { ScheduledWork } from '../../platform/due-work/due-work-kinds.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import {
  SUBSCRIPTION_WORK,
  type SubscriptionWorkKind,
} from '../../modules/subscriptions/subscription-work.js';

/** A subscription, and the customer on whose clock its work is scheduled. */
type Scheduled = Pick<SubscriptionContext, 'subscription' | 'customer'>;

/** Schedules work of a kind for a subscription, or moves it to another instant. */
export function schedule(
  tx: Tx,
  actor: Actor,
  kind: SubscriptionWorkKind,
  { subscription, customer }: Scheduled,
  dueAt: Date,
): Promise<void> {
  return scheduleAll(tx, actor, kind, [{ subscription, customer, dueAt }]);
}

/** Schedules work of a kind for several subscriptions, or moves it to other instants. */
export function scheduleAll(
  tx: Tx,
  actor: Actor,
  kind: SubscriptionWorkKind,
  scheduled: readonly (Scheduled & { readonly dueAt: Date })[],
): Promise<void> {
  const works = scheduled.map((each) => workOf(kind, each));
  return SUBSCRIPTION_WORK.schedule(tx, actor, works);
}

function workOf(
  kind: SubscriptionWorkKind,
  { subscription, customer, dueAt }: Scheduled & { readonly dueAt: Date },
): ScheduledWork<SubscriptionWorkKind> {
  const { id: customerId, testClockId } = customer;
  return { kind, subjectId: subscription.id, customerId, testClockId, dueAt };
}

/**
 * Schedules the next billing day of a subscription that begins, the end of its trial, its own end and the first alert
 * before it. None of them has been scheduled before.
 * @param billingAt the next billing day.
 */
export async function scheduleLife(
  tx: Tx,
  actor: Actor,
  context: SubscriptionContext,
  billingAt = firstBillingAt(context.terms, context.now),
): Promise<void> {
  const { trialEndsAt, now } = context;
  const { endingAt, trialEndedAt } = context.subscription;
  const works: readonly (readonly [SubscriptionWorkKind, Date | null])[] = [
    ['subscription_billing', billingAt],
    ['trial_end', trialEndsAt === null || trialEndedAt !== null ? null : notBefore(now, trialEndsAt)],
    ['subscription_end', endingAt === null ? null : notBefore(now, endingAt)],
    ['termination_alert', endingAt === null ? null : nextTerminationAlertAt(endingAt, now)],
  ];
  const scheduled = works.flatMap(([kind, dueAt]) =>
    dueAt === null ? [] : [workOf(kind, { ...context, dueAt })],
  );
  await SUBSCRIPTION_WORK.schedule(tx, actor, scheduled);
}

/** Cancels the scheduled work of a subscription that ends. Billing days before the end are still billed. */
export async function unscheduleFuture(
  tx: Tx,
  actor: Actor,
  { subscription: { id }, terms: { timezone } }: SubscriptionContext,
  at: Date,
): Promise<void> {
  await SUBSCRIPTION_WORK.cancel(tx, actor, ['subscription_end', 'termination_alert', 'trial_end'], id);
  await SUBSCRIPTION_WORK.cancel(tx, actor, 'subscription_billing', id, {
    from: startOfLocalDay(localDate(at, timezone), timezone),
  });
}

/**
 * Schedules the end of the trial of an active subscription whose plan has changed, or moves it. A trial that the
 * change has shortened to the past, or removed, ends at once; a trial that was over before the change stays over.
 */
export async function scheduleTrialEnd(
  tx: Tx,
  actor: Actor,
  context: SubscriptionContext,
  formerEndsAt: Date | null,
): Promise<void> {
  const { subscription, trialEndsAt, now } = context;
  if (trialEndsAt?.getTime() === formerEndsAt?.getTime()) return;
  const endsAt = notBefore(now, trialEndsAt ?? now);
  const wasOver = formerEndsAt === null || formerEndsAt <= now;
  if (wasOver && endsAt <= now) await SUBSCRIPTION_WORK.cancel(tx, actor, 'trial_end', subscription.id);
  else await schedule(tx, actor, 'trial_end', context, endsAt);
}

/**
 * Schedules the end of an active subscription and the next alert before it, or cancels both. Source: subscriptions.md
 * §4.
 */
export async function scheduleEnd(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
  const { id, endingAt } = context.subscription;
  if (endingAt === null) await SUBSCRIPTION_WORK.cancel(tx, actor, 'subscription_end', id);
  else await schedule(tx, actor, 'subscription_end', context, notBefore(context.now, endingAt));
  await scheduleAlert(tx, actor, context, context.now);
}

/** Schedules the first alert before the subscription's end that is later than an instant, or cancels it. */
export async function scheduleAlert(
  tx: Tx,
  actor: Actor,
  context: SubscriptionContext,
  after: Date,
): Promise<void> {
  const { id, endingAt } = context.subscription;
  const alertAt = endingAt === null ? null : nextTerminationAlertAt(endingAt, after);
  if (alertAt === null) await SUBSCRIPTION_WORK.cancel(tx, actor, 'termination_alert', id);
  else await schedule(tx, actor, 'termination_alert', context, alertAt);
}

/** The later of both: work that is overdue when it is scheduled falls due now. */
function notBefore(now: Date, at: Date): Date {
  return at < now ? now : at;
}
