import type { PlannedInvoice, InvoicePart } from '../../modules/invoices/composing/planned-invoice.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';

/** The members that differ between invoices for the same subscriptions. */
type InvoiceContents = Pick<PlannedInvoice, 'billedAt' | 'billed'>;

/**
 * An invoice for a subscription, and for others that agree with it on customer, issuer, currency and purchase order.
 */
export function invoiceFor(
  { customer, billingEntity, settings, plan, subscription }: SubscriptionContext,
  contents: InvoiceContents,
): PlannedInvoice {
  return {
    customer,
    billingEntity,
    settings,
    currency: plan.amountCurrency,
    purchaseOrderNumber: subscription.purchaseOrderNumber,
    ...contents,
  };
}

/** An invoice for fees in advance of one subscription, between its billing days. */
export function inAdvanceInvoice(
  context: SubscriptionContext,
  { windows, fees }: Pick<InvoicePart, 'windows' | 'fees'>,
): PlannedInvoice {
  const { subscription, plan, now: billedAt } = context;
  const part: InvoicePart = {
    subscription,
    plan,
    invoicingReason: 'in_advance_charge',
    windows,
    occasion: null,
    fees,
    usageMoments: [],
    standaloneFees: [],
  };
  return invoiceFor(context, { billedAt, billed: { kind: 'in_advance', parts: [part] } });
}
