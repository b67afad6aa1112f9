import type { FieldErrors } from '../../../platform/errors/field-errors.js';

export const PAYMENT_METHOD_TYPES = ['provider', 'manual'] as const;

/** How something is paid, as callers send it. Source: payments.md §6. */
export interface SentPaymentMethodReference {
  readonly paymentMethodType?: (typeof PAYMENT_METHOD_TYPES)[number] | null;
  readonly paymentMethodId?: string | null;
}

/** How something is paid, as it is stored: by hand, by one method, or by what applies to the customer. */
export interface PaymentMethodReference {
  readonly paymentMethodType: (typeof PAYMENT_METHOD_TYPES)[number] | null;
  readonly paymentMethodId: string | null;
}

/** Refuses an id without the type `provider`. Whether the method exists is for `PaymentMethodService.requireNamed`. */
export function checkPaymentMethod(
  errors: FieldErrors,
  sent: SentPaymentMethodReference | null | undefined,
): void {
  const { paymentMethodType, paymentMethodId = null } = sent ?? {};
  if (paymentMethodId !== null && paymentMethodType !== 'provider')
    errors.add('paymentMethod', 'invalid_payment_method');
}

/** The columns of a reference that was checked. */
export function storedReference(sent: SentPaymentMethodReference | null | undefined): PaymentMethodReference {
  return {
    paymentMethodType: sent?.paymentMethodType ?? null,
    paymentMethodId: sent?.paymentMethodId?.toLowerCase() ?? null,
  };
}

/** The columns after an update; an omitted reference stays as it is. */
export function changedReference(
  sent: SentPaymentMethodReference | null | undefined,
  current: PaymentMethodReference,
): PaymentMethodReference {
  const { paymentMethodType, paymentMethodId } = current;
  return sent === undefined ? { paymentMethodType, paymentMethodId } : storedReference(sent);
}

/** The reference as it is shown; null if there is none. */
export function shownReference({
  paymentMethodType,
  paymentMethodId,
}: PaymentMethodReference): PaymentMethodReference | null {
  return paymentMethodType === null ? null : { paymentMethodType, paymentMethodId };
}
