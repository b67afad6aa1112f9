import { Big } from '../../../core/decimal.js';
import type { PaidFee } from '../../../core/invoice-totals.js';
import type { TaxFacts } from './fee-composition.js';
import type { PaidStandaloneFee } from '../records/fee.repository.js';
import type { AppliedTax, Fee } from '../records/fee.table.js';
import { type ComposedInvoice, composePaid } from './invoice-composition.js';
import type { InvoiceDraft } from './invoice-draft.js';

/** An invoice of fees that were there before it, in their order. */
export interface ComposedAdvanceCharges extends ComposedInvoice {
  readonly draft: InvoiceDraft;
  readonly paidFeeIds: readonly string[];
}

/**
 * Puts fees that were paid on the invoices that want them, one draft after the other; null for one that finds none.
 * @param taxes of all these fees. Source: invoices.md §3.4; charges.md §8.
 */
export function composeAdvanceCharges(
  organizationId: string,
  drafts: readonly InvoiceDraft[],
  paid: readonly PaidStandaloneFee[],
  taxes: readonly AppliedTax[],
): (ComposedAdvanceCharges | null)[] {
  const taxesByFee = Map.groupBy(taxes, ({ feeId }) => feeId);
  const left = new Set(paid);
  return drafts.map((draft) => {
    const wanted = [...left].filter((each) => isWanted(draft, each));
    if (wanted.length === 0) return null;
    for (const each of wanted) left.delete(each);
    const billed = new Set(wanted.map(({ externalSubscriptionId }) => externalSubscriptionId));
    const parts = draft.parts.filter((part) => billed.has(part.subscription.externalId));
    const fees = wanted.map(({ fee }) => asPaid(fee, taxesByFee.get(fee.id) ?? []));
    const composed = composePaid(organizationId, { ...draft, parts }, fees);
    return { ...composed, draft, paidFeeIds: wanted.map(({ fee }) => fee.id) };
  });
}

/** Whether a fee goes on the invoice of a draft: paid by then, of the same customer, currency and subscriptions. */
function isWanted(
  { customer, currency, billedAt, parts }: InvoiceDraft,
  { fee, externalSubscriptionId }: PaidStandaloneFee,
): boolean {
  return (
    fee.customerId === customer.id &&
    fee.currency === currency &&
    fee.succeededAt !== null &&
    fee.succeededAt <= billedAt &&
    parts.some((part) => part.subscription.externalId === externalSubscriptionId)
  );
}

/** A fee as it was paid, with the taxes that it was paid with. */
function asPaid({ amountCents, taxesAmountCents }: Fee, taxes: readonly AppliedTax[]): PaidFee<TaxFacts> {
  return {
    amountCents,
    taxesAmountCents,
    appliedTaxes: taxes.map((applied) => ({
      tax: {
        id: applied.taxId,
        code: applied.taxCode,
        name: applied.taxName,
        description: applied.taxDescription,
        ratePercent: new Big(applied.taxRatePercent),
      },
      amountCents: applied.amountCents,
    })),
  };
}
