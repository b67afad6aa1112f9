import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromAdyenAmount } from './adyen-amounts.js';
import { metadataIn } from './adyen-references.js';
import { type Fields, fieldsIn, numberIn, textIn } from '../../../platform/outgoing/received-fields.js';
import type { PaymentState, ProviderError, ProviderEvent } from './payment-provider.js';

/** The outcome of a dispute that is lost for good. Source: integrations.md §15. */
const LOST_DISPUTES: ReadonlySet<string> = new Set(['Lost', 'Accepted', 'Expired']);

/** The items of a message, each about one payment, refund or dispute; null for a text that is no message. */
export function itemsIn(body: string): Fields[] | null {
  try {
    const { notificationItems } = JSON.parse(body) as Fields;
    if (!Array.isArray(notificationItems)) return null;
    return notificationItems.map(
      (each: unknown) => fieldsIn(fieldsIn({ each }, 'each') ?? {}, 'NotificationRequestItem') ?? {},
    );
  } catch {
    // A text that is no JSON, or no object.
    return null;
  }
}

/** True if the signature of an item is right. @param hmacKey as hexadecimal digits. Source: integrations.md §15. */
export function isSigned(item: Fields, hmacKey: string): boolean {
  const expected = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signedText(item)).digest();
  const sent = Buffer.from(textIn(additional(item), 'hmacSignature') ?? '', 'base64');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** What Adyen signs of an item: these members, joined by colons. An absent one is empty, and nothing is escaped. */
export function signedText(item: Fields): string {
  const amount = fieldsIn(item, 'amount') ?? {};
  return [
    item['pspReference'],
    item['originalReference'],
    item['merchantAccountCode'],
    item['merchantReference'],
    amount['value'],
    amount['currency'],
    item['eventCode'],
    item['success'],
  ]
    .map((value) => (isScalar(value) ? String(value) : ''))
    .join(':');
}

/** Names what an item reports, so that it is recorded once. */
export function eventIdOf(item: Fields): string {
  return [textIn(item, 'pspReference') ?? '', textIn(item, 'eventCode') ?? '', String(isSuccess(item))].join(
    ':',
  );
}

/** What an item says; nothing if it is of a kind that we do not know. Source: integrations.md §15. */
export function eventsOfItem(item: Fields): ProviderEvent[] {
  switch (textIn(item, 'eventCode') ?? '') {
    case 'AUTHORISATION':
      return eventsOfAuthorisation(item);
    case 'CANCELLATION':
    case 'TECHNICAL_CANCEL': {
      const providerPaymentId = textIn(item, 'originalReference');
      if (!isSuccess(item) || providerPaymentId === null) return [];
      const error = { message: 'The payment was cancelled.', errorCode: 'cancelled' };
      return [paymentIn(item, { providerPaymentId, providerStatus: 'Cancelled', status: 'failed', error })];
    }
    case 'CAPTURE_FAILED':
      return isSuccess(item) ? disputeLost(item, 'capture_failed') : [];
    case 'REFUND':
      return [refundIn(item, isSuccess(item) ? 'succeeded' : 'failed')];
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return isSuccess(item) ? [refundIn(item, 'failed')] : [];
    case 'CHARGEBACK':
    case 'SECOND_CHARGEBACK':
    case 'PREARBITRATION_LOST':
    case 'DISPUTE_DEFENSE_PERIOD_ENDED': {
      const isLost = LOST_DISPUTES.has(textIn(additional(item), 'disputeStatus') ?? '');
      return isLost ? disputeLost(item, textIn(item, 'reason') ?? 'chargeback') : [];
    }
    default:
      return [];
  }
}

/** One of nothing registers a method; any other one is a payment. */
function eventsOfAuthorisation(item: Fields): ProviderEvent[] {
  const providerPaymentId = textIn(item, 'pspReference');
  if (providerPaymentId === null) return [];
  if (numberIn(fieldsIn(item, 'amount') ?? {}, 'value') === 0) return eventsOfRegistration(item);
  const reason = textIn(item, 'reason') ?? '';
  const state = isSuccess(item)
    ? { providerStatus: 'Authorised', status: 'succeeded' as const, error: null }
    : { providerStatus: 'Refused', status: 'failed' as const, error: refusalIn(item, reason) };
  return [paymentIn(item, { providerPaymentId, ...state })];
}

function eventsOfRegistration(item: Fields): ProviderEvent[] {
  const { svc_customer_id: customerId } = metadataIn(textIn(item, 'merchantReference') ?? '');
  const providerMethodId = tokenIn(item);
  if (!isSuccess(item) || customerId === undefined || providerMethodId === null) return [];
  // Accounts can leave the shopper out of their messages; ours is named by our id, unless it was linked by another one.
  const providerCustomerId = shopperIn(item) ?? customerId;
  return [{ type: 'method_added', providerCustomerId, providerMethodId }];
}

function paymentIn(item: Fields, state: Omit<PaymentState, 'nextAction'>): ProviderEvent {
  const amount = fieldsIn(item, 'amount') ?? {};
  const currency = textIn(amount, 'currency') ?? '';
  const metadata = metadataIn(textIn(item, 'merchantReference') ?? '');
  // What pays otherwise than on a page was stored before.
  const isPage = metadata['svc_payment_link_id'] !== undefined;
  return {
    type: 'payment',
    ...state,
    nextAction: null,
    metadata,
    amountCents: fromAdyenAmount(BigInt(numberIn(amount, 'value')), currency),
    currency,
    providerCustomerId: shopperIn(item),
    providerMethodId: isPage ? tokenIn(item) : null,
    at: instantOf(item),
  };
}

function refundIn(item: Fields, status: 'succeeded' | 'failed'): ProviderEvent {
  const message = textIn(item, 'reason') ?? 'The refund failed.';
  return {
    type: 'refund',
    providerRefundId: textIn(item, 'pspReference') ?? '',
    status,
    error: status === 'failed' ? { message, errorCode: 'refund_failed' } : null,
    metadata: metadataIn(textIn(item, 'merchantReference') ?? ''),
  };
}

/** The item's own reference names the dispute, the original one the payment. */
function disputeLost(item: Fields, reason: string): ProviderEvent[] {
  const providerPaymentId = textIn(item, 'originalReference');
  return providerPaymentId === null ? [] : [{ type: 'dispute_lost', providerPaymentId, reason }];
}

function refusalIn(item: Fields, reason: string): ProviderError {
  return {
    message: reason,
    errorCode: textIn(additional(item), 'refusalReasonCode') ?? (reason === '' ? 'refused' : reason),
  };
}

/** The stored method that has paid, or was registered. */
function tokenIn(item: Fields): string | null {
  const fields = additional(item);
  return (
    textIn(fields, 'tokenization.storedPaymentMethodId') ??
    textIn(fields, 'recurring.recurringDetailReference')
  );
}

function shopperIn(item: Fields): string | null {
  const fields = additional(item);
  return (
    textIn(fields, 'tokenization.shopperReference') ??
    textIn(fields, 'recurring.shopperReference') ??
    textIn(fields, 'shopperReference')
  );
}

function additional(item: Fields): Fields {
  return fieldsIn(item, 'additionalData') ?? {};
}

function isSuccess(item: Fields): boolean {
  return item['success'] === 'true' || item['success'] === true;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function instantOf(item: Fields): Date {
  const at = new Date(textIn(item, 'eventDate') ?? '');
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}
