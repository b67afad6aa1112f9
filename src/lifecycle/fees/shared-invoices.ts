import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { groupBy } from '../../platform/collections/grouping.js';
import type { DueSubscription } from '../billing-records/billing-occasion.js';

/** Subscriptions that share an invoice: they agree on its customer, issuer, currency and purchase order. */
export interface SharedInvoice {
  readonly subscriptions: readonly DueSubscription[];
  /** The instant that the invoice is dated with. */
  readonly billedAt: Date;
}

/**
 * Groups subscriptions that are billed on the same day by the invoice that they share: they also agree on how it is
 * paid, and none of them is to be billed alone. Source: periods.md §10, invoices.md §3.1.
 */
export function consolidatedInvoices(due: readonly DueSubscription[], billedAt: Date): SharedInvoice[] {
  return invoicesBy(due, billedAt, consolidationKey);
}

/**
 * Groups subscriptions by the invoice that they share, however it is paid: those of a change of plan, and those whose
 * paid standalone fees are put on invoices. Source: subscriptions.md §5, invoices.md §3.4.
 */
export function invoicesByIssuer(due: readonly DueSubscription[], billedAt: Date): SharedInvoice[] {
  return invoicesBy(due, billedAt, issuerKey);
}

/** Puts each subscription on an invoice of its own, dated at its occasion. */
export function separateInvoices(due: readonly DueSubscription[]): SharedInvoice[] {
  return due.map((each) => ({ subscriptions: [each], billedAt: each.occasion.at }));
}

function invoicesBy(
  due: readonly DueSubscription[],
  billedAt: Date,
  keyOf: (context: SubscriptionContext) => string,
): SharedInvoice[] {
  const groups = groupBy(due, ({ context }) => keyOf(context));
  return Array.from(groups.values(), (subscriptions) => ({ subscriptions, billedAt }));
}

/** The members that an invoice has once: its customer, issuer, currency and purchase order. */
function issuerKey({ subscription, plan, customer, billingEntity }: SubscriptionContext): string {
  const { purchaseOrderNumber } = subscription;
  return JSON.stringify([customer.id, plan.amountCurrency, billingEntity.id, purchaseOrderNumber]);
}

function consolidationKey(context: SubscriptionContext): string {
  const { id, consolidateInvoice, paymentMethodType, paymentMethodId } = context.subscription;
  // A provider without a method stands for the customer's default one, as nothing does.
  const payer = paymentMethodType === 'manual' ? 'manual' : paymentMethodId;
  return consolidateInvoice ? JSON.stringify([payer, issuerKey(context)]) : id;
}
