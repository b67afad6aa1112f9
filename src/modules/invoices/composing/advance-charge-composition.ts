import type { PaidFee } from '../../../core/invoicing/invoice-totals.js';
import { factsOfApplied, type TaxFacts } from './fee-composition.js';
import type { PaidStandaloneFee } from '../records/fees/fee.repository.js';
import type { AppliedTax, Fee } from '../records/fees/fee.table.js';
import { type ComposedInvoice, composePaid } from './invoice-composition.js';
import { partsOf, withParts } from './invoice-kinds.js';
import type { PlannedInvoice } from './planned-invoice.js';

/** An invoice of existing fees, in their order. */
export interface ComposedAdvanceCharges extends ComposedInvoice {
  readonly planned: PlannedInvoice;
  readonly paidFeeIds: readonly string[];
}

/**
 * Assigns paid standalone fees to planned invoices, one invoice after the other.
 * @param taxes the applied taxes of all these fees.
 * @returns null for an invoice without fees. Source: invoices.md §3.4; charges.md §8.
 */
export function composeAdvanceCharges(
  organizationId: string,
  plannedInvoices: readonly PlannedInvoice[],
  paid: readonly PaidStandaloneFee[],
  taxes: readonly AppliedTax[],
): (ComposedAdvanceCharges | null)[] {
  const taxesByFee = Map.groupBy(taxes, ({ feeId }) => feeId);
  const remaining = new Set(paid);
  return plannedInvoices.map((planned) => {
    const matching = [...remaining].filter((each) => belongsOn(planned, each));
    if (matching.length === 0) return null;
    for (const each of matching) remaining.delete(each);
    const billed = new Set(matching.map(({ externalSubscriptionId }) => externalSubscriptionId));
    const fees = matching.map(({ fee }) => asPaid(fee, taxesByFee.get(fee.id) ?? []));
    const shown = withParts(planned, (part) => billed.has(part.subscription.externalId));
    if (shown === null) return null;
    const composed = composePaid(organizationId, shown, fees);
    return { ...composed, planned: shown, paidFeeIds: matching.map(({ fee }) => fee.id) };
  });
}

/** True if a fee was paid by the billing instant, for the customer, the currency and a subscription of the invoice. */
function belongsOn(planned: PlannedInvoice, { fee, externalSubscriptionId }: PaidStandaloneFee): boolean {
  const { customer, currency, billedAt } = planned;
  return (
    fee.customerId === customer.id &&
    fee.currency === currency &&
    fee.succeededAt !== null &&
    fee.succeededAt <= billedAt &&
    partsOf(planned).some((part) => part.subscription.externalId === externalSubscriptionId)
  );
}

/** A paid fee with its applied taxes, both unchanged. */
function asPaid({ amountCents, taxesAmountCents }: Fee, taxes: readonly AppliedTax[]): PaidFee<TaxFacts> {
  return {
    amountCents,
    taxesAmountCents,
    appliedTaxes: taxes.map((applied) => ({
      tax: factsOfApplied(applied),
      amountCents: applied.amountCents,
    })),
  };
}
