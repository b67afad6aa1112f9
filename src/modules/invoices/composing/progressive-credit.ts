import { Big, roundAt, sum, ZERO } from '../../../core/decimal.js';
import { contains, type Period } from '../../../core/period.js';
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
}

/** The fees of a progressive invoice, and the part of them that another invoice is credited. */
export interface CreditedUsage {
  /** Only fees for this window are credited; absent: all are for one window. Source: periods.md §11. */
  readonly window?: Period;
  readonly fees: readonly BilledUsageFee[];
  /** At most 1. */
  readonly part: Big;
  readonly creditCents: bigint;
}

/** @param capCents the fees of the credited invoice for the charges of these fees. */
export function creditedUsage(
  { feesAmountCents: feesCents, couponsAmountCents: couponsCents }: BilledAmounts,
  fees: readonly BilledUsageFee[],
  { creditCents, capCents }: { readonly creditCents: bigint; readonly capCents: bigint },
): CreditedUsage {
  return { fees, part: creditedPart(creditCents, { feesCents, couponsCents }, capCents), creditCents };
}

type BilledAmounts = Pick<Invoice, 'feesAmountCents' | 'couponsAmountCents'>;

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
    feeShares: progressiveShares(fees, credited),
  };
}

/**
 * The part of each fee that was billed progressively. @param fees null: a fee of another kind. Source: ADR 0096.
 */
export function progressiveShares(
  fees: readonly (BilledUsageFee | null)[],
  credited: readonly CreditedUsage[],
): Big[] {
  const uses = credited.map((use) => sharesIn(fees, use));
  return fees.map((_, index) => sum(uses.map((shares) => shares[index] ?? ZERO)));
}

/**
 * What was billed of the same usage; and where that is less than the credit, since some usage has shrunk and other usage has grown,
 * the rest of it in proportion to what is left of the fees for the billed charges.
 */
function sharesIn(
  fees: readonly (BilledUsageFee | null)[],
  { fees: billed, part, creditCents, window }: CreditedUsage,
): Big[] {
  const byUsage = new Map(billed.map((fee) => [usageKey(fee), fee.amountCents]));
  const charges = new Set(billed.map(chargeKey));
  const isCredited = (fee: BilledUsageFee) => charges.has(chargeKey(fee)) && isOfWindow(fee, window);
  const own = fees.map((fee) => (fee !== null && isCredited(fee) ? fee : null));
  const shares = own.map((fee) => {
    if (fee === null) return ZERO;
    const billedCents = byUsage.get(usageKey(fee)) ?? 0n;
    const cents = billedCents < fee.amountCents ? billedCents : fee.amountCents;
    return roundAt(part.times(String(cents)), COUPONS_SCALE);
  });
  const rests = own.map((fee, index) => new Big(fee?.amountCents ?? 0n).minus(shares[index] ?? ZERO));
  const [missing, left] = [new Big(creditCents).minus(sum(shares)), sum(rests)];
  if (missing.lte(0) || left.lte(0)) return shares;
  return shares.map((share, index) =>
    share.plus(roundAt(missing.times(rests[index] ?? ZERO).div(left), COUPONS_SCALE)),
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
