import { Big, ZERO } from '../../../core/decimal.js';
import { newId } from '../../../platform/db/ids.js';
import type { Fee } from '../records/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import { type FeeFrame, type FeeLine, isInvoiced } from './fee-composition.js';
import { sourceColumns } from './fee-source.js';
import type { InvoicePart } from './planned-invoice.js';

/** What an invoice is credited for usage of one subscription that a progressive invoice has billed. */
export interface ProgressiveCreditUse {
  readonly invoice: { readonly id: string; readonly number: string };
  readonly creditCents: bigint;
  /** The fees of the progressive invoice. */
  readonly fees: readonly BilledUsageFee[];
}

/** The fee of a charge, and what identifies the usage that it bills. */
export type BilledUsageFee = Pick<
  Fee,
  'subscriptionId' | 'chargeId' | 'chargeFilterId' | 'groupedBy' | 'amountCents'
>;

/**
 * The fees of a part for charges that a progressive invoice has billed: the most that it is credited for them. True-ups to
 * spending minimums are not counted, since no progressive invoice bills them. Source: progressive-billing.md §5.
 */
export function creditableUsageCents(part: InvoicePart, billed: readonly BilledUsageFee[]): bigint {
  const chargeIds = new Set(billed.map(({ chargeId }) => chargeId));
  return part.fees
    .filter(isInvoiced)
    .filter(({ source }) => source.type === 'charge' && chargeIds.has(source.chargeId))
    .reduce((total, { amountCents }) => total + amountCents, 0n);
}

/** The credits of an invoice for progressive invoices, and the share of each line. Source: progressive-billing.md §5. */
export function progressiveRows(
  frame: FeeFrame & { readonly invoiceId: string },
  lines: readonly FeeLine[],
  uses: readonly ProgressiveCreditUse[],
): { readonly parts: readonly InvoiceCredit[]; readonly feeShares: readonly Big[] } {
  const credited = uses.filter(({ creditCents }) => creditCents > 0n);
  const { organizationId, invoiceId, currency, at: createdAt } = frame;
  const parts = credited.map(({ invoice: { id: itemId, number }, creditCents: amountCents }) => ({
    id: newId(),
    organizationId,
    invoiceId,
    itemType: 'invoice' as const,
    itemId,
    couponId: null,
    itemCode: number,
    itemName: number,
    itemDescription: null,
    currency,
    amountCents,
    createdAt,
  }));
  const fees = lines.map(({ parentId, amountCents, planned }) =>
    parentId === null ? { ...sourceColumns(planned.source), amountCents } : null,
  );
  return {
    parts,
    feeShares: progressiveShares(
      fees,
      credited.flatMap((use) => use.fees),
    ),
  };
}

/**
 * The part of each fee that was billed progressively, for the same usage. @param fees null: a fee of another kind.
 */
export function progressiveShares(
  fees: readonly (BilledUsageFee | null)[],
  billed: readonly BilledUsageFee[],
): Big[] {
  const byUsage = new Map(billed.map((fee) => [usageKey(fee), fee.amountCents]));
  return fees.map((fee) => {
    const billedCents = fee === null || fee.chargeId === null ? undefined : byUsage.get(usageKey(fee));
    if (fee === null || billedCents === undefined) return ZERO;
    return new Big(billedCents < fee.amountCents ? billedCents : fee.amountCents);
  });
}

function usageKey({ subscriptionId, chargeId, chargeFilterId, groupedBy }: BilledUsageFee): string {
  const groups = Object.entries(groupedBy).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([subscriptionId, chargeId, chargeFilterId, groups]);
}
