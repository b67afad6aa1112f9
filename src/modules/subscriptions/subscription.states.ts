import assert from 'node:assert/strict';
import { localDate, startOfLocalDay } from '../../core/calendar.js';
import { newId } from '../../platform/db/ids.js';
import { notAllowed } from '../../platform/errors/app-error.js';
import type { Customer } from '../customers/customer.table.js';
import type { Plan } from '../plans/plan.table.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { SentChange, SentSubscription } from './subscription.rules.js';
import type { TerminateSubscription } from './subscription.input.js';
import type { Subscription } from './subscription.table.js';

/** What is to be done when a subscription ends. */
export type TerminationOptions = Pick<
  TerminateSubscription,
  'onTerminationInvoice' | 'onTerminationCreditNote'
>;

/** A subscription that does not run yet. */
export function newSubscription(start: {
  input: SentSubscription;
  customer: Customer;
  plan: Plan;
  billingEntityId: string | null;
  subscriptionAt: Date;
  now: Date;
}): Subscription {
  const { input, customer, plan, billingEntityId, subscriptionAt, now } = start;
  return {
    id: newId(),
    organizationId: customer.organizationId,
    customerId: customer.id,
    planId: plan.id,
    billingEntityId,
    externalId: input.externalId,
    name: input.name ?? null,
    status: 'pending',
    previousSubscriptionId: null,
    changeFromPrevious: null,
    billingTime: input.billingTime ?? 'calendar',
    subscriptionAt,
    startedAt: null,
    usageFrom: null,
    activatedAt: null,
    trialEndedAt: null,
    endingAt: input.endingAt ?? null,
    terminatedAt: null,
    canceledAt: null,
    cancellationReason: null,
    onTerminationInvoice: input.onTerminationInvoice ?? 'generate',
    onTerminationCreditNote: plan.payInAdvance ? (input.onTerminationCreditNote ?? null) : null,
    paymentMethodType: input.paymentMethod?.paymentMethodType ?? null,
    consolidateInvoice: input.consolidateInvoice ?? true,
    purchaseOrderNumber: input.purchaseOrderNumber ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The next one of a chain: on another plan, with what is not said again inherited. Source: subscriptions.md §5, §6. */
export function nextSubscription(
  current: Subscription,
  change: NonNullable<Subscription['changeFromPrevious']>,
  {
    input,
    plan,
    billingEntityId = current.billingEntityId,
    now,
  }: { input: SentSubscription; plan: Plan; billingEntityId: string | null | undefined; now: Date },
): Subscription {
  const { endingAt, consolidateInvoice, purchaseOrderNumber, paymentMethod } = input;
  return {
    ...current,
    id: newId(),
    planId: plan.id,
    billingEntityId,
    previousSubscriptionId: current.id,
    changeFromPrevious: change,
    name: input.name ?? null,
    status: 'pending',
    startedAt: null,
    usageFrom: null,
    activatedAt: null,
    trialEndedAt: null,
    endingAt: endingAt === undefined ? current.endingAt : endingAt,
    onTerminationInvoice: input.onTerminationInvoice ?? current.onTerminationInvoice,
    onTerminationCreditNote: plan.payInAdvance
      ? (input.onTerminationCreditNote ?? current.onTerminationCreditNote)
      : null,
    paymentMethodType:
      paymentMethod === undefined ? current.paymentMethodType : (paymentMethod?.paymentMethodType ?? null),
    consolidateInvoice: consolidateInvoice ?? current.consolidateInvoice,
    purchaseOrderNumber:
      purchaseOrderNumber === undefined ? current.purchaseOrderNumber : purchaseOrderNumber,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The next one of a chain that takes over. Usage of the instant of an upgrade is the previous subscription's; a downgrade
 * takes its whole day. Source: subscriptions.md §5, periods.md §5.
 */
export function takenOver(next: Subscription, at: Date, timezone: string): Subscription {
  const start =
    next.changeFromPrevious === 'downgrade'
      ? { startedAt: at, usageFrom: startOfLocalDay(localDate(at, timezone), timezone) }
      : startingNow(at);
  return moved(next, 'active', { ...start, activatedAt: at, updatedAt: at });
}

/**
 * A subscription that begins: when it was to, but not before what a closing invoice has covered under its external id,
 * which has billed what was used at the instant of that end too. Source: subscriptions.md §3, §11.
 */
export function begun(planned: Subscription, now: Date, lastInvoicedEnd: Date | null): Subscription {
  const { subscriptionAt } = planned;
  const start =
    lastInvoicedEnd !== null && subscriptionAt <= lastInvoicedEnd
      ? { startedAt: lastInvoicedEnd, usageFrom: after(lastInvoicedEnd) }
      : { startedAt: subscriptionAt, usageFrom: subscriptionAt };
  return moved(planned, 'active', { ...start, activatedAt: now, updatedAt: now });
}

/** Instants have milliseconds. */
function after(at: Date): Date {
  return new Date(at.getTime() + 1);
}

/**
 * What an update changes. The start moves only before the first one of a chain has begun.
 * @throws AppError `purchase_order_number_not_editable`. Source: subscriptions.md §8, rest-conventions.md §12.
 */
export function changesOf(subscription: Subscription, input: Omit<SentChange, 'id'>): Partial<Subscription> {
  const { status, previousSubscriptionId } = subscription;
  const awaitsStart = status === 'pending' && previousSubscriptionId === null;
  if (hasEnded(subscription) && input.purchaseOrderNumber !== undefined) {
    throw notAllowed('purchase_order_number_not_editable');
  }
  const { name, endingAt, subscriptionAt, paymentMethod, consolidateInvoice, purchaseOrderNumber } = input;
  return sentOnly({
    name,
    endingAt,
    subscriptionAt: awaitsStart ? (subscriptionAt ?? undefined) : undefined,
    paymentMethodType: paymentMethod === undefined ? undefined : (paymentMethod?.paymentMethodType ?? null),
    consolidateInvoice: consolidateInvoice ?? undefined,
    purchaseOrderNumber,
  });
}

export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'terminated' || status === 'canceled';
}

/** Without the members that are undefined. */
function sentOnly<Values extends object>(
  values: Values,
): {
  [Member in keyof Values]?: Exclude<Values[Member], undefined>;
} {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** What is not sent stays; a plan in arrears has nothing to give back. Source: subscriptions.md §7. */
export function terminationOptions(
  { subscription, plan }: Pick<SubscriptionContext, 'subscription' | 'plan'>,
  { onTerminationInvoice, onTerminationCreditNote }: TerminationOptions,
): Pick<Subscription, 'onTerminationInvoice' | 'onTerminationCreditNote'> {
  return {
    onTerminationInvoice: onTerminationInvoice ?? subscription.onTerminationInvoice,
    onTerminationCreditNote: plan.payInAdvance
      ? (onTerminationCreditNote ?? subscription.onTerminationCreditNote)
      : null,
  };
}

/**
 * Chooses what an end does with the unused part of a plan in advance, when nobody has: it becomes credit. A plan in arrears
 * has no unused part. Source: subscriptions.md §7.
 */
export function effectiveCreditNoteOption({
  subscription: { onTerminationCreditNote },
  plan,
}: Pick<SubscriptionContext, 'subscription' | 'plan'>): Subscription['onTerminationCreditNote'] {
  return plan.payInAdvance ? (onTerminationCreditNote ?? 'credit') : null;
}

/**
 * One that has to be paid for before it begins: it begins at the same instant, as far as what is paid covers, but nothing
 * runs yet. A change of plan that waits takes place as soon as it is paid, whatever it was to wait for before.
 * Source: subscriptions.md §12; docs/adr/0015.
 */
export function awaitingPayment(
  planned: Subscription,
  now: Date,
  lastInvoicedEnd: Date | null,
): Subscription {
  const isChange = planned.previousSubscriptionId !== null;
  const { startedAt, usageFrom } = isChange ? startingNow(now) : begun(planned, now, lastInvoicedEnd);
  const changeFromPrevious = isChange ? 'upgrade' : null;
  return moved(planned, 'incomplete', { startedAt, usageFrom, changeFromPrevious, updatedAt: now });
}

/** One that was paid for runs from when it began; a change of plan from now on, since the one before has run until now. */
export function paidFor(incomplete: Subscription, now: Date): Subscription {
  const start = incomplete.previousSubscriptionId === null ? {} : startingNow(now);
  return moved(incomplete, 'active', { ...start, activatedAt: now, updatedAt: now });
}

/** A change of plan that takes place now. */
function startingNow(now: Date): Pick<Subscription, 'startedAt' | 'usageFrom'> {
  return { startedAt: now, usageFrom: after(now) };
}

/** One that was not paid for never ran. */
export function givenUp(
  incomplete: Subscription,
  cancellationReason: Subscription['cancellationReason'],
  now: Date,
): Subscription {
  return moved(incomplete, 'canceled', {
    startedAt: null,
    usageFrom: null,
    canceledAt: now,
    cancellationReason,
    updatedAt: now,
  });
}

/** Source: subscriptions.md §1. */
const MOVES = {
  pending: ['active', 'incomplete', 'canceled'],
  incomplete: ['active', 'canceled'],
  active: ['terminated'],
  terminated: [],
  canceled: [],
} as const satisfies Record<Subscription['status'], readonly Subscription['status'][]>;

export function moved(
  subscription: Subscription,
  status: Subscription['status'],
  changes: Partial<Subscription>,
): Subscription {
  const possible: readonly Subscription['status'][] = MOVES[subscription.status];
  assert(possible.includes(status), `A ${subscription.status} subscription does not become ${status}.`);
  return { ...subscription, ...changes, status };
}
