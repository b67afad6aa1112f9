import assert from 'node:assert/strict';
import { localDate, startOfLocalDay } from '../../../core/time/calendar.js';
import type { SectionChoice } from '../../../core/invoicing/custom-sections.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { notAllowed } from '../../../platform/errors/app-error.js';
import type { Customer } from '../../customers/records/customer.table.js';
import {
  changedReference,
  storedReference,
} from '../../payment-providers/methods/payment-method-reference.js';
import type { Plan } from '../../plans/plan.table.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { SentChange, SentSubscription } from './subscription.rules.js';
import type { TerminateSubscription } from './subscription.input.js';
import type { Subscription } from './subscription.table.js';

/** Options for the termination of a subscription. */
export type TerminationOptions = Pick<
  TerminateSubscription,
  'onTerminationInvoice' | 'onTerminationCreditNote'
>;

/** A new, pending subscription. */
export function newSubscription(start: {
  input: SentSubscription;
  customer: Customer;
  plan: Plan;
  billingEntityId: string | null;
  subscriptionAt: Date;
  customSections: SectionChoice | null;
  now: Date;
}): Subscription {
  const { input, customer, plan, billingEntityId, subscriptionAt, customSections, now } = start;
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
    restartedAfter: null,
    activatedAt: null,
    trialEndedAt: null,
    endingAt: input.endingAt ?? null,
    terminatedAt: null,
    canceledAt: null,
    cancellationReason: null,
    onTerminationInvoice: input.onTerminationInvoice ?? 'generate',
    onTerminationCreditNote: plan.payInAdvance ? (input.onTerminationCreditNote ?? null) : null,
    ...storedReference(input.paymentMethod),
    customSections,
    consolidateInvoice: input.consolidateInvoice ?? true,
    purchaseOrderNumber: input.purchaseOrderNumber ?? null,
    progressiveBillingDisabled: input.progressiveBillingDisabled ?? false,
    createdAt: now,
    updatedAt: now,
  };
}

/** The next subscription of a chain, on another plan; it inherits omitted members. Source: subscriptions.md §5, §6. */
export function nextSubscription(
  current: Subscription,
  change: NonNullable<Subscription['changeFromPrevious']>,
  {
    input,
    plan,
    billingEntityId = current.billingEntityId,
    customSections,
    now,
  }: {
    input: SentSubscription;
    plan: Plan;
    billingEntityId: string | null | undefined;
    customSections: SectionChoice | null;
    now: Date;
  },
): Subscription {
  const { endingAt, consolidateInvoice, purchaseOrderNumber, paymentMethod, progressiveBillingDisabled } =
    input;
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
    ...changedReference(paymentMethod, current),
    customSections,
    consolidateInvoice: consolidateInvoice ?? current.consolidateInvoice,
    purchaseOrderNumber:
      purchaseOrderNumber === undefined ? current.purchaseOrderNumber : purchaseOrderNumber,
    progressiveBillingDisabled: progressiveBillingDisabled ?? current.progressiveBillingDisabled,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Activates the next subscription of a chain. Usage at the instant of an upgrade belongs to the previous subscription; a
 * downgrade starts with the whole local day. Source: subscriptions.md §5, periods.md §5.
 */
export function activatedSuccessor(next: Subscription, at: Date, timezone: string): Subscription {
  const start =
    next.changeFromPrevious === 'downgrade'
      ? { startedAt: at, usageFrom: startOfLocalDay(localDate(at, timezone), timezone) }
      : startingNow(at);
  return moved(next, 'active', { ...start, activatedAt: at, updatedAt: at });
}

/**
 * Activates a subscription at its planned start, but not before the instant to which a closing invoice under its external
 * id has billed usage. The usage at that instant belongs to that invoice. Source: subscriptions.md §3, §11.
 */
export function begun(
  planned: Subscription,
  now: Date,
  { invoiced: lastInvoicedEnd, any: lastEnd }: LastEnds,
): Subscription {
  const { subscriptionAt } = planned;
  const start =
    lastInvoicedEnd !== null && subscriptionAt <= lastInvoicedEnd
      ? { startedAt: lastInvoicedEnd, usageFrom: justAfter(lastInvoicedEnd) }
      : { startedAt: subscriptionAt, usageFrom: subscriptionAt };
  // A backdated start may precede the end of one without a closing invoice.
  const restartedAfter = lastEnd !== null && lastEnd <= start.startedAt ? lastEnd : lastInvoicedEnd;
  return moved(planned, 'active', { ...start, restartedAfter, activatedAt: now, updatedAt: now });
}

/** The last ends of subscriptions that a customer had under an external id; null without one. */
export interface LastEnds {
  /** Of those that have a closing invoice. */
  readonly invoiced: Date | null;
  readonly any: Date | null;
}

/** The next instant; instants have milliseconds. */
function justAfter(at: Date): Date {
  return new Date(at.getTime() + 1);
}

/**
 * The columns that an update changes. The start can move only for the first subscription of a chain, before it starts.
 * @throws AppError `purchase_order_number_not_editable`. Source: subscriptions.md §8, rest-conventions.md §12.
 */
export function changesOf(subscription: Subscription, input: Omit<SentChange, 'id'>): Partial<Subscription> {
  if (hasEnded(subscription) && input.purchaseOrderNumber !== undefined) {
    throw notAllowed('purchase_order_number_not_editable');
  }
  const { name, endingAt, subscriptionAt, paymentMethod, consolidateInvoice, purchaseOrderNumber } = input;
  const { progressiveBillingDisabled } = input;
  return sentOnly({
    name,
    endingAt,
    subscriptionAt: canMoveStart(subscription) ? (subscriptionAt ?? undefined) : undefined,
    ...(paymentMethod === undefined ? {} : storedReference(paymentMethod)),
    consolidateInvoice: consolidateInvoice ?? undefined,
    purchaseOrderNumber,
    progressiveBillingDisabled: progressiveBillingDisabled ?? undefined,
  });
}

/** True for the first subscription of a chain, before it starts. */
export function canMoveStart({
  status,
  previousSubscriptionId,
}: Pick<Subscription, 'status' | 'previousSubscriptionId'>): boolean {
  return status === 'pending' && previousSubscriptionId === null;
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

/** Omitted options stay as they are; a plan in arrears has no credit note option. Source: subscriptions.md §7. */
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

/** The context of a subscription that is to end with these options; ending it stores them. */
export function withTerminationOptions(
  context: SubscriptionContext,
  options: TerminationOptions,
): SubscriptionContext {
  return { ...context, subscription: { ...context.subscription, ...terminationOptions(context, options) } };
}

/**
 * What a termination does with the unused part of a plan in advance: as the caller chose, or else credit it. Null for a plan
 * in arrears, which has no unused part. Source: subscriptions.md §7.
 */
export function effectiveCreditNoteOption({
  subscription: { onTerminationCreditNote },
  plan,
}: Pick<SubscriptionContext, 'subscription' | 'plan'>): Subscription['onTerminationCreditNote'] {
  return plan.payInAdvance ? (onTerminationCreditNote ?? 'credit') : null;
}

/**
 * Makes a subscription incomplete until it is paid. It has the same start, from which its payment covers it, but is not
 * active. A pending change of plan takes effect as soon as it is paid, whatever it was scheduled for.
 * Source: subscriptions.md §12; docs/adr/0015.
 */
export function awaitingPayment(planned: Subscription, now: Date, lastEnds: LastEnds): Subscription {
  const isChange = planned.previousSubscriptionId !== null;
  const { restartedAfter } = planned;
  const start = isChange ? { ...startingNow(now), restartedAfter } : begun(planned, now, lastEnds);
  const { startedAt, usageFrom } = start;
  const changeFromPrevious = isChange ? 'upgrade' : null;
  return moved(planned, 'incomplete', {
    startedAt,
    usageFrom,
    restartedAfter: start.restartedAfter,
    changeFromPrevious,
    updatedAt: now,
  });
}

/** Activates a paid subscription: from its start, or from now if it replaces another one, which was active until now. */
export function paidFor(incomplete: Subscription, now: Date): Subscription {
  const start = incomplete.previousSubscriptionId === null ? {} : startingNow(now);
  return moved(incomplete, 'active', { ...start, activatedAt: now, updatedAt: now });
}

/** The start of a change of plan that takes effect now. */
function startingNow(now: Date): Pick<Subscription, 'startedAt' | 'usageFrom'> {
  return { startedAt: now, usageFrom: justAfter(now) };
}

/** Cancels a subscription that was not paid: it was never active. */
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

/** Allowed changes of status. Source: subscriptions.md §1. */
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
