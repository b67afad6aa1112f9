import { type Big, roundAt, ZERO } from '../../../core/decimal.js';
import { creditedPart } from '../../../core/progressive-billing.js';
import { COUPONS_SCALE } from '../../../core/tax.js';
import { newId } from '../../../platform/db/ids.js';
import type { Fee } from '../records/fee.table.js';
import type { Invoice } from '../records/invoice.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import { type FeeFrame, type FeeLine, isInvoiced } from './fee-composition.js';
import { sourceColumns } from './fee-source.js';
import type { InvoicePart } from './planned-invoice.js';

/** What an invoice is credited for usage of one subscription that progressive invoices have billed. */
export interface ProgressiveCreditUse extends CreditedUsage {
  /** The last progressive invoice, whose fees contain those before it. */
  readonly invoice: { readonly id: string; readonly number: string };
  readonly creditCents: bigint;
}

/** The fees of a progressive invoice, and the part of them that another invoice is credited. */
export interface CreditedUsage {
  readonly fees: readonly BilledUsageFee[];
  /** At most 1. */
  readonly part: Big;
}

/** @param capCents the fees of the credited invoice for the charges of these fees. */
export function creditedUsage(
  { feesAmountCents: feesCents, couponsAmountCents: couponsCents }: BilledAmounts,
  fees: readonly BilledUsageFee[],
  { creditCents, capCents }: { readonly creditCents: bigint; readonly capCents: bigint },
): CreditedUsage {
  return { fees, part: creditedPart(creditCents, { feesCents, couponsCents }, capCents) };
}

type BilledAmounts = Pick<Invoice, 'feesAmountCents' | 'couponsAmountCents'>;

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
    currency,
    amountCents,
    createdAt,
  }));
  const fees = lines.map(({ parentId, amountCents, planned }) =>
    parentId === null ? { ...sourceColumns(planned.source), amountCents } : null,
  );
  return {
    parts,
    feeShares: progressiveShares(fees, credited),
  };
}

/**
 * The part of each fee that was billed progressively, for the same usage. @param fees null: a fee of another kind.
 */
export function progressiveShares(
  fees: readonly (BilledUsageFee | null)[],
  credited: readonly CreditedUsage[],
): Big[] {
  const byUsage = new Map(
    credited.flatMap(({ fees: billed, part }) =>
      billed.map(({ amountCents, ...fee }) => [usageKey(fee), { amountCents, part }] as const),
    ),
  );
  return fees.map((fee) => {
    const billed = fee === null || fee.chargeId === null ? undefined : byUsage.get(usageKey(fee));
    if (fee === null || billed === undefined) return ZERO;
    const cents = billed.amountCents < fee.amountCents ? billed.amountCents : fee.amountCents;
    return roundAt(billed.part.times(String(cents)), COUPONS_SCALE);
  });
}

function usageKey({
  subscriptionId,
  chargeId,
  chargeFilterId,
  groupedBy,
}: Omit<BilledUsageFee, 'amountCents'>): string {
  const groups = Object.entries(groupedBy).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([subscriptionId, chargeId, chargeFilterId, groups]);
}
