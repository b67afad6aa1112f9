import { type Big, sum, ZERO } from '../../../core/money/decimal.js';
import { contains, type Period } from '../../../core/time/period.js';
import { progressiveShares } from '../../../core/invoicing/progressive-billing.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { Fee } from '../records/fees/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import { type FeeFrame, type FeeLine, isInvoiced } from './fee-composition.js';
import { sourceColumns } from './fee-source.js';
import type { InvoicePart } from './planned-invoice.js';

/** What an invoice is credited for usage of one subscription that progressive invoices have billed. */
export interface ProgressiveCreditUse extends CreditedUsage {
  /** The last progressive invoice, whose fees contain those before it. */
  readonly invoice: { readonly id: string; readonly number: string };
}

/** The fees of a progressive invoice, and the amount that another invoice is credited for them. */
export interface CreditedUsage {
  /** Only fees for this window are credited; absent: all are for one window. Source: periods.md §11. */
  readonly window?: Period;
  readonly fees: readonly BilledUsageFee[];
  readonly creditCents: bigint;
}

/** The fee of a charge, and what identifies the usage that it bills. */
export type BilledUsageFee = Pick<
  Fee,
  'subscriptionId' | 'chargeId' | 'chargeFilterId' | 'groupedBy' | 'amountCents'
> & { readonly from?: Date };

/**
 * The fees of a part for charges that a progressive invoice has billed: the most that it is credited for them. True-ups to
 * spending minimums are not counted, since no progressive invoice bills them. Source: progressive-billing.md §5.
 */
export function creditableUsageCents(part: InvoicePart, billed: readonly BilledUsageFee[]): bigint {
  const fees = part.fees.filter(isInvoiced);
  return usageCents(
    fees.map(({ source, amountCents }) => ({
      chargeId: source.type === 'charge' ? source.chargeId : null,
      amountCents,
    })),
    billed,
  );
}

/** The fees for charges that a progressive invoice has billed. */
export function usageCents(
  fees: readonly Pick<BilledUsageFee, 'chargeId' | 'amountCents'>[],
  billed: readonly BilledUsageFee[],
): bigint {
  const chargeIds = new Set(billed.map(({ chargeId }) => chargeId));
  return fees
    .filter(({ chargeId }) => chargeId !== null && chargeIds.has(chargeId))
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
    returnedAt: null,
    currency,
    amountCents,
    createdAt,
  }));
  const fees = lines.map(({ parentId, amountCents, planned }) =>
    parentId === null ? { ...sourceColumns(planned.source), amountCents, from: planned.from } : null,
  );
  return {
    parts,
    feeShares: creditShares(fees, credited),
  };
}

/** The part of each fee that was billed progressively. @param fees null: a fee of another kind. */
export function creditShares(
  fees: readonly (BilledUsageFee | null)[],
  credited: readonly CreditedUsage[],
): Big[] {
  const uses = credited.map((use) => sharesIn(fees, use));
  return fees.map((_, index) => sum(uses.map((shares) => shares[index] ?? ZERO)));
}

function sharesIn(
  fees: readonly (BilledUsageFee | null)[],
  { fees: billed, creditCents, window }: CreditedUsage,
): Big[] {
  const byUsage = new Map(billed.map((fee) => [usageKey(fee), fee.amountCents]));
  const charges = new Set(billed.map(chargeKey));
  return progressiveShares(
    creditCents,
    fees.map((fee) =>
      fee === null || !charges.has(chargeKey(fee)) || !isOfWindow(fee, window)
        ? { amountCents: 0n, billedCents: null }
        : { amountCents: fee.amountCents, billedCents: byUsage.get(usageKey(fee)) ?? 0n },
    ),
  );
}

function isOfWindow({ from }: BilledUsageFee, window: Period | undefined): boolean {
  return from === undefined || window === undefined || contains(window, from);
}

function chargeKey({ subscriptionId, chargeId }: BilledUsageFee): string {
  return JSON.stringify([subscriptionId, chargeId]);
}

function usageKey({ subscriptionId, chargeId, chargeFilterId, groupedBy }: BilledUsageFee): string {
  const groups = Object.entries(groupedBy).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([subscriptionId, chargeId, chargeFilterId, groups]);
}
