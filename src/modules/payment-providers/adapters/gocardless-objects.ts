import {
  type Fields,
  fieldsIn,
  idIn,
  numberIn,
  textIn,
  textsIn,
} from '../../../platform/outgoing/received-fields.js';
import type { MadePayment, PaymentState, ProviderEvent, RefundState } from './payment-provider.js';

/** Raw statuses of payments that have an outcome; all others are processed. Source: payment-providers.md §8. */
const PAYMENTS: Readonly<Record<string, PaymentState['status']>> = {
  paid_out: 'succeeded',
  cancelled: 'failed',
  customer_approval_denied: 'failed',
  failed: 'failed',
  charged_back: 'failed',
};

/** Raw statuses of refunds that have an outcome. */
const REFUNDS: Readonly<Record<string, RefundState['status']>> = {
  paid: 'succeeded',
  cancelled: 'failed',
  bounced: 'failed',
  funds_returned: 'failed',
  failed: 'failed',
};

/** Statuses of mandates with which nothing is charged any more. */
const ENDED_MANDATES: ReadonlySet<string> = new Set([
  'failed',
  'cancelled',
  'expired',
  'consumed',
  'blocked',
]);

/** Events after which a mandate can be charged: it is active now, or again. */
const ACTIVATIONS: ReadonlySet<string> = new Set(['active', 'reinstated']);

/** How a payment stands. @param event the one that reports it, with the reason of a failure. */
export function stateOfPayment(payment: Fields, event: Fields = {}): PaymentState {
  const providerStatus = textIn(payment, 'status') ?? '';
  const status = PAYMENTS[providerStatus] ?? 'processing';
  const details = fieldsIn(event, 'details') ?? {};
  const cause = textIn(details, 'cause');
  return {
    providerPaymentId: textIn(payment, 'id') ?? '',
    providerStatus,
    status,
    nextAction: null,
    error:
      status !== 'failed' || cause === null
        ? null
        : { message: textIn(details, 'description') ?? '', errorCode: cause },
  };
}

export function stateOfRefund(refund: Fields): RefundState {
  const providerStatus = textIn(refund, 'status') ?? '';
  const status = REFUNDS[providerStatus] ?? 'pending';
  return {
    providerRefundId: textIn(refund, 'id') ?? '',
    status,
    error: status === 'failed' ? { message: 'The refund failed.', errorCode: providerStatus } : null,
  };
}

/** A payment as it was made. @param event the one that reports it, with the reason of a failure. */
export function madePayment(payment: Fields, event: Fields = {}): MadePayment {
  return {
    ...stateOfPayment(payment, event),
    metadata: textsIn(payment, 'metadata'),
    amountCents: BigInt(numberIn(payment, 'amount')),
    currency: textIn(payment, 'currency') ?? '',
    providerCustomerId: null,
    providerMethodId: null,
    at: instantOf(payment),
  };
}

/**
 * What an event says, with the payment as it is now: whichever of several events is read first, the latest state counts.
 * A payment that was charged back is disputed, if it had succeeded before.
 */
export function eventsOfPayment(event: Fields, payment: Fields): ProviderEvent[] {
  const made = madePayment(payment, event);
  const { providerPaymentId, providerStatus } = made;
  const reported: ProviderEvent = { type: 'payment', ...made, at: instantOf(event) };
  if (providerStatus !== 'charged_back') return [reported];
  const reason = made.error?.errorCode ?? providerStatus;
  return [reported, { type: 'dispute_lost', providerPaymentId, reason }];
}

export function eventsOfRefund(refund: Fields): ProviderEvent[] {
  return [{ type: 'refund', ...stateOfRefund(refund), metadata: textsIn(refund, 'metadata') }];
}

/** What an event says, with the mandate as it is now. */
export function eventsOfMandate(event: Fields, mandate: Fields): ProviderEvent[] {
  const providerMethodId = textIn(mandate, 'id');
  const status = textIn(mandate, 'status') ?? '';
  const providerCustomerId = idIn(fieldsIn(mandate, 'links') ?? {}, 'customer');
  if (providerMethodId === null) return [];
  if (ENDED_MANDATES.has(status)) return [{ type: 'method_removed', providerMethodId }];
  const isAdded = status === 'active' && ACTIVATIONS.has(textIn(event, 'action') ?? '');
  return isAdded && providerCustomerId !== null
    ? [{ type: 'method_added', providerCustomerId, providerMethodId }]
    : [];
}

function instantOf(event: Fields): Date {
  const at = new Date(textIn(event, 'created_at') ?? '');
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
