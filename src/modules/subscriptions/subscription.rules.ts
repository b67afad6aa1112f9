import { localDate } from '../../core/calendar.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText, requireText } from '../../platform/errors/rules.js';
import { Temporal } from 'temporal-polyfill';
import type { CreateSubscriptionInput, PaymentMethodReferenceInput } from './subscription.schema.js';

/** A new subscription as it was sent. */
export type SentSubscription = Pick<CreateSubscriptionInput, keyof CreateSubscriptionInput>;

/** The input with its one-line texts trimmed, blank optional ones cleared. Source: subscriptions.md §2. */
export function trimmed(input: SentSubscription): SentSubscription {
  const optional = (text: string | null | undefined) => text?.trim() || null;
  return {
    ...input,
    externalCustomerId: input.externalCustomerId.trim(),
    externalId: input.externalId.trim(),
    planCode: input.planCode.trim(),
    name: optional(input.name),
    billingEntityCode: optional(input.billingEntityCode),
    purchaseOrderNumber: optional(input.purchaseOrderNumber),
  };
}

/** What can be told without knowing the customer. @throws AppError `validation_errors`. Source: subscriptions.md §2. */
export function checkMembers(input: SentSubscription): void {
  const errors = new FieldErrors();
  requireText(errors, 'externalCustomerId', input.externalCustomerId);
  requireText(errors, 'externalId', input.externalId);
  limitText(errors, 'name', input.name);
  limitText(errors, 'purchaseOrderNumber', input.purchaseOrderNumber);
  checkPaymentMethod(errors, input.paymentMethod);
  for (const path of notBuilt(input)) errors.add(path, 'unsupported_value');
  errors.throwIfAny();
}

/** Members that ask for what this release does not do: refused rather than ignored. */
function notBuilt(input: SentSubscription): string[] {
  const { planOverrides, invoiceCustomSection, usageThresholds, activationRules } = input;
  const asked = {
    planOverrides: isFilled(planOverrides),
    usageThresholds: isFilled(usageThresholds),
    activationRules: isFilled(activationRules),
    invoiceCustomSection: isFilled(invoiceCustomSection),
    authorization: isFilled(input.authorization),
    progressiveBillingDisabled: input.progressiveBillingDisabled === true,
  };
  return Object.keys(asked).filter((path) => asked[path as keyof typeof asked]);
}

function isFilled(value: object | null | undefined): boolean {
  return value !== undefined && value !== null && Object.keys(value).length > 0;
}

/** There are no stored payment methods yet, so that none can be named. Source: payments.md §6. */
function checkPaymentMethod(
  errors: FieldErrors,
  method: PaymentMethodReferenceInput | null | undefined,
): void {
  if (method?.paymentMethodId !== undefined && method.paymentMethodId !== null) {
    errors.add('paymentMethod', 'invalid_payment_method');
  } else if (method?.paymentMethodType === 'provider') {
    errors.add('paymentMethod', 'unsupported_value');
  }
}

/**
 * The start, today or earlier; an end is not built. Days are those of the customer's zone.
 * @throws AppError `validation_errors`. Source: subscriptions.md §2–3.
 */
export function checkDates(
  { subscriptionAt, endingAt }: { subscriptionAt: Date; endingAt: Date | null },
  { now, timezone }: { now: Date; timezone: string },
): void {
  const errors = new FieldErrors();
  const today = localDate(now, timezone);
  const startsOn = localDate(subscriptionAt, timezone);
  if (isAfter(startsOn, today)) errors.add('subscriptionAt', 'unsupported_value');
  if (endingAt !== null) {
    const endsOn = localDate(endingAt, timezone);
    const isPossible = isAfter(endsOn, today) && isAfter(endsOn, startsOn);
    errors.add('endingAt', isPossible ? 'unsupported_value' : 'invalid_date');
  }
  errors.throwIfAny();
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0;
}
