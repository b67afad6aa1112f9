import {
  type Fields,
  fieldsIn,
  idIn,
  numberIn,
  textIn,
  textsIn,
} from '../../../platform/outgoing/received-fields.js';
import type {
  MethodDetails,
  MadePayment,
  PaymentState,
  ProviderEvent,
  RefundState,
} from './payment-provider.js';
import { fromStripeAmount } from './stripe-amounts.js';

/** The events that Stripe is asked to send. Source: payment-providers.md §8. */
export const STRIPE_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'customer.updated',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'charge.refund.updated',
  'refund.failed',
  'charge.dispute.closed',
] as const;

/** Raw statuses of payments that have an outcome; all others are processed. Source: payment-providers.md §8. */
const FAILED: ReadonlySet<string> = new Set(['canceled', 'requires_payment_method']);

/** Raw statuses of refunds. */
const REFUNDS: Readonly<Record<string, RefundState['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** How a payment intent stands. */
export function stateOfIntent(intent: Fields): PaymentState {
  const providerStatus = textIn(intent, 'status') ?? '';
  const status =
    providerStatus === 'succeeded' ? 'succeeded' : FAILED.has(providerStatus) ? 'failed' : 'processing';
  const error = fieldsIn(intent, 'last_payment_error');
  return {
    providerPaymentId: textIn(intent, 'id') ?? '',
    providerStatus,
    status,
    nextAction: providerStatus === 'requires_action' ? fieldsIn(intent, 'next_action') : null,
    error:
      error === null || status !== 'failed'
        ? null
        : {
            message: textIn(error, 'message') ?? '',
            errorCode: textIn(error, 'decline_code') ?? textIn(error, 'code') ?? 'payment_failed',
          },
  };
}

export function stateOfRefund(refund: Fields): RefundState {
  const status = REFUNDS[textIn(refund, 'status') ?? ''] ?? 'pending';
  const reason = textIn(refund, 'failure_reason');
  return {
    providerRefundId: textIn(refund, 'id') ?? '',
    status,
    error: reason === null ? null : { message: 'The refund failed.', errorCode: reason },
  };
}

/** How Stripe describes a method. Of each kind, the member with its name has the rest. */
export function detailsOfMethod(method: Fields): MethodDetails {
  const kind = textIn(method, 'type');
  const own = kind === null ? {} : (fieldsIn(method, kind) ?? {});
  const month = numberIn(own, 'exp_month');
  const year = numberIn(own, 'exp_year');
  return {
    kind,
    brand: textIn(own, 'brand') ?? textIn(own, 'bank_name'),
    lastDigits: textIn(own, 'last4'),
    expiryMonth: month >= 1 && month <= 12 ? month : null,
    expiryYear: year >= 1 && year <= 9_999 ? year : null,
  };
}

/** What an event of Stripe says; nothing if it is of a kind that we do not know, or not as expected. */
export function readStripeEvent(event: Fields): ProviderEvent[] {
  const object = fieldsIn(fieldsIn(event, 'data') ?? {}, 'object') ?? {};
  const id = textIn(object, 'id');
  if (id === null) return [];
  switch (textIn(event, 'type') ?? '') {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.canceled':
      return [{ type: 'payment', ...paymentOfIntent(object, instantOf(event)) }];
    case 'setup_intent.succeeded': {
      const [providerCustomerId, providerMethodId] = [
        idIn(object, 'customer'),
        idIn(object, 'payment_method'),
      ];
      if (providerCustomerId === null || providerMethodId === null) return [];
      return [{ type: 'method_added', providerCustomerId, providerMethodId }];
    }
    case 'customer.updated': {
      const settings = fieldsIn(object, 'invoice_settings') ?? {};
      const providerMethodId = idIn(settings, 'default_payment_method');
      return providerMethodId === null
        ? []
        : [{ type: 'default_method', providerCustomerId: id, providerMethodId }];
    }
    case 'payment_method.updated':
    case 'payment_method.automatically_updated': {
      const description = { ...detailsOfMethod(object), describedAt: instantOf(event) };
      return [{ type: 'method_described', providerMethodId: id, description }];
    }
    case 'payment_method.detached':
      return [{ type: 'method_removed', providerMethodId: id }];
    case 'charge.refund.updated':
    case 'refund.failed':
      return [{ type: 'refund', ...stateOfRefund(object), metadata: textsIn(object, 'metadata') }];
    case 'charge.dispute.closed': {
      const providerPaymentId = idIn(object, 'payment_intent');
      if (textIn(object, 'status') !== 'lost' || providerPaymentId === null) return [];
      return [{ type: 'dispute_lost', providerPaymentId, reason: textIn(object, 'reason') ?? 'general' }];
    }
    default:
      return [];
  }
}

/** A payment intent as a payment. @param at the instant at which it was like that. */
export function paymentOfIntent(intent: Fields, at: Date): MadePayment {
  const currency = (textIn(intent, 'currency') ?? '').toUpperCase();
  const amount = numberIn(intent, 'amount_received') || numberIn(intent, 'amount');
  // A method that pays on a page can be charged again only if that was agreed there.
  const isKept = textIn(intent, 'setup_future_usage') === 'off_session';
  return {
    ...stateOfIntent(intent),
    metadata: textsIn(intent, 'metadata'),
    amountCents: fromStripeAmount(BigInt(amount), currency),
    currency,
    providerCustomerId: idIn(intent, 'customer'),
    providerMethodId: isKept ? idIn(intent, 'payment_method') : null,
    at,
  };
}

/** When an object of Stripe was made. */
export function instantOf(object: Fields): Date {
  return new Date(numberIn(object, 'created') * 1_000);
}
