import { groupBy } from '../../platform/api/loader.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { DueSubscription } from './invoice-parts.js';

/**
 * Subscriptions that are billed at the same instant, by the invoice they share: they agree on the customer, how it is
 * paid, its currency, who issues it and its purchase order, and none of them wants to be alone.
 * Source: periods.md §10, invoices.md §3.1.
 */
export function invoiceGroups(contexts: readonly SubscriptionContext[]): SubscriptionContext[][] {
  return [...groupBy(contexts, invoiceKey).values()];
}

/**
 * Subscriptions whose paid fees in advance share an invoice. How it is paid does not matter any more.
 * Source: invoices.md §3.4.
 */
export function advanceChargeGroups(contexts: readonly SubscriptionContext[]): SubscriptionContext[][] {
  return [...groupBy(contexts, issuerKey).values()];
}

/**
 * Those of a change of plan that share an invoice: what differs in who issues it, its currency or its purchase order does
 * not. Source: subscriptions.md §5.
 */
export function changeGroups(changing: readonly DueSubscription[]): DueSubscription[][] {
  return [...groupBy(changing, ({ context }) => issuerKey(context)).values()];
}

/** By what an invoice has once: its customer, issuer, currency and purchase order. */
function issuerKey({ subscription, plan, customer, billingEntity }: SubscriptionContext): string {
  const { purchaseOrderNumber } = subscription;
  return JSON.stringify([customer.id, plan.amountCurrency, billingEntity.id, purchaseOrderNumber]);
}

function invoiceKey(context: SubscriptionContext): string {
  const { id, consolidateInvoice, paymentMethodType } = context.subscription;
  return consolidateInvoice ? JSON.stringify([paymentMethodType, issuerKey(context)]) : id;
}
