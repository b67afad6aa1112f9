import type { InvoiceDraft, InvoicePart } from '../../modules/invoices/composing/invoice-draft.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';

/** What differs between invoices for the same subscriptions. */
type InvoiceContents = Pick<InvoiceDraft, 'invoiceType' | 'billedAt' | 'occasion' | 'parts'>;

/** An invoice for a subscription, and for those that agree with it on who issues it and in which currency. */
export function invoiceDraft(
  { customer, billingEntity, settings, plan, subscription }: SubscriptionContext,
  contents: InvoiceContents,
): InvoiceDraft {
  return {
    customer,
    billingEntity,
    settings,
    currency: plan.amountCurrency,
    purchaseOrderNumber: subscription.purchaseOrderNumber,
    ...contents,
  };
}

/** An invoice for what one subscription pays in advance, beside those of its billing days. */
export function inAdvanceInvoiceDraft(
  context: SubscriptionContext,
  { windows, fees }: Pick<InvoicePart, 'windows' | 'fees'>,
): InvoiceDraft {
  const { subscription, plan, now: billedAt } = context;
  const invoicingReason = 'in_advance_charge';
  return invoiceDraft(context, {
    invoiceType: 'subscription',
    billedAt,
    occasion: 'immediate',
    parts: [
      {
        subscription,
        plan,
        invoicingReason,
        windows,
        occasion: null,
        fees,
        usageMoments: [],
        standaloneFees: [],
      },
    ],
  });
}
