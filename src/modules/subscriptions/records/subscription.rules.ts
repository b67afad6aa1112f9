import { localDate } from '../../../core/time/calendar.js';
import { isSupportedInstant } from '../../../core/time/supported-instants.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { checkPaymentMethod } from '../../payment-providers/methods/payment-method-reference.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText, requireText } from '../../../platform/errors/input-rules.js';
import type { SentPlanOverrides } from '../../plans/own-plans/plan-override.input.js';
import { checkThresholds } from '../../plans/usage-thresholds/usage-threshold.rules.js';
import { Temporal } from 'temporal-polyfill';
import { checkActivationRules } from './activation-rule.service.js';
import type {
  CreateSubscription,
  SentAuthorization,
  SubscriptionMembers,
  UpdateSubscription,
} from './subscription.input.js';

/** A new subscription as it was sent. */
export type SentSubscription = Pick<CreateSubscription, keyof CreateSubscription>;

/** Members of a subscription as they were sent. */
type SentMembers = Pick<SubscriptionMembers, keyof SubscriptionMembers>;

/** A change of a subscription as it was sent. */
export type SentChange = Pick<UpdateSubscription, keyof UpdateSubscription>;

/** Trims the one-line texts of the input; blank optional ones become null. Source: subscriptions.md §2. */
export function trimmed(input: SentSubscription): SentSubscription {
  return {
    ...trimmedMembers(input),
    externalCustomerId: input.externalCustomerId.trim(),
    externalId: input.externalId.trim(),
    planCode: input.planCode.trim(),
  };
}

/** Trims the one-line texts that can be set at any time; undefined members stay undefined. */
export function trimmedMembers<Sent extends SentMembers>(input: Sent): Sent {
  const texts = ['name', 'billingEntityCode', 'purchaseOrderNumber'] as const;
  const sent = texts.filter((member) => input[member] !== undefined);
  return { ...input, ...Object.fromEntries(sent.map((member) => [member, input[member]?.trim() || null])) };
}

/** Validates a new subscription as far as that does not depend on the customer. Source: subscriptions.md §2. */
export function checkNew(errors: FieldErrors, input: SentSubscription): void {
  requireText(errors, 'externalCustomerId', input.externalCustomerId);
  requireText(errors, 'externalId', input.externalId);
  checkMembers(errors, input);
}

/** Validates a change as far as that does not depend on the subscription. Source: subscriptions.md §8. */
export function checkChange(errors: FieldErrors, input: Omit<SentChange, 'id'>): void {
  for (const member of ['subscriptionAt', 'consolidateInvoice'] as const) {
    if (input[member] === null) errors.add(member, 'value_is_mandatory');
  }
  checkMembers(errors, input);
}

function checkMembers(errors: FieldErrors, input: SentMembers): void {
  limitText(errors, 'name', input.name);
  limitText(errors, 'purchaseOrderNumber', input.purchaseOrderNumber);
  const { subscriptionAt } = input;
  if (subscriptionAt instanceof Date && !isSupportedInstant(subscriptionAt))
    errors.add('subscriptionAt', 'invalid_date');
  checkPaymentMethod(errors, input.paymentMethod);
  checkActivationRules(errors, input.activationRules);
  const isTwofold = input.usageThresholds !== undefined && input.planOverrides?.usageThresholds !== undefined;
  if (isTwofold) {
    errors.add('usageThresholds', 'incompatible_params');
    errors.add('planOverrides.usageThresholds', 'incompatible_params');
  } else if (input.usageThresholds !== undefined) {
    checkThresholds(errors, input.usageThresholds);
  }
}

/** The customer's current time and time zone, in whose days instants are compared. */
interface Today {
  readonly now: Date;
  readonly timezone: string;
}

/** Refuses an end that is not on a later day than today and the start. Source: subscriptions.md §2. */
export function checkEnd(
  errors: FieldErrors,
  { subscriptionAt, endingAt }: { subscriptionAt: Date; endingAt: Date | null },
  today: Today,
): void {
  if (endingAt === null) return;
  if (isLaterDay(endingAt, today.now, today) && isLaterDay(endingAt, subscriptionAt, today)) return;
  errors.add('endingAt', 'invalid_date');
}

/** True if the start is on a later day than today. Source: subscriptions.md §3. */
export function isInFuture(subscriptionAt: Date, today: Today): boolean {
  return isLaterDay(subscriptionAt, today.now, today);
}

function isLaterDay(at: Date, other: Date, { timezone }: Today): boolean {
  return Temporal.PlainDate.compare(localDate(at, timezone), localDate(other, timezone)) > 0;
}

/** Checks that overrides of a plan have the currency of the customer, once that has one. Source: subscriptions.md §9. */
export function checkCurrency(
  errors: FieldErrors,
  { currency }: Pick<Customer, 'currency'>,
  overrides: SentPlanOverrides | null | undefined,
): void {
  const sent = overrides?.amountCurrency ?? currency;
  if (currency === null || sent === currency) return;
  errors.add('amountCurrency', 'currencies_does_not_match', { at: 'planOverrides.amountCurrency' });
}

/** Checks the amount of an authorization: more than zero, in a currency in which the customer pays. Source: docs/adr/0200. */
export function checkAuthorization(
  errors: FieldErrors,
  authorization: SentAuthorization | null | undefined,
  currencies: readonly (string | null)[],
): void {
  if (authorization === null || authorization === undefined) return;
  const { amountCents, amountCurrency } = authorization;
  if (amountCents <= 0n) errors.add('authorization.amountCents', 'value_is_out_of_range');
  if (!currencies.includes(amountCurrency))
    errors.add('authorization.amountCurrency', 'currencies_does_not_match');
}
