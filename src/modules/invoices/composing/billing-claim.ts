import type { InvoicePart } from './planned-invoice.js';
import { type BillingPeriod, CLAIMING_REASONS } from '../records/invoice.table.js';

/** The key of a billed period with a claiming reason: no two rows have the same one (`billing_periods_claim`). */
export type BillingClaim = Pick<
  BillingPeriod,
  | 'subscriptionId'
  | 'invoicingReason'
  | 'subscriptionFrom'
  | 'subscriptionTo'
  | 'chargesFrom'
  | 'chargesTo'
  | 'fixedChargesFrom'
  | 'fixedChargesTo'
>;

/** True if windows can be billed only once for this reason. Source: periods.md §10, "Idempotence". */
export function isClaimed(reason: BillingPeriod['invoicingReason']): boolean {
  return CLAIMING_REASONS.some((claiming) => claiming === reason);
}

/** True if the period was billed on its billing day. Source: invoices.md §5.1. */
export function isPeriodic({ occasion }: Pick<BillingPeriod, 'occasion'>): boolean {
  return occasion === 'periodic';
}

/** The claim of a part. Source: periods.md §10, "Idempotence". */
export function claimOf({ subscription, invoicingReason, windows }: InvoicePart): BillingClaim {
  return {
    subscriptionId: subscription.id,
    invoicingReason,
    subscriptionFrom: windows.subscription.from,
    subscriptionTo: windows.subscription.to,
    chargesFrom: windows.charges?.from ?? null,
    chargesTo: windows.charges?.to ?? null,
    fixedChargesFrom: windows.fixedCharges?.from ?? null,
    fixedChargesTo: windows.fixedCharges?.to ?? null,
  };
}

/** A key that is equal for claims of which the database stores only one. */
function claimKey(claim: BillingClaim): string {
  return [
    claim.subscriptionId,
    claim.invoicingReason,
    ...[claim.subscriptionFrom, claim.subscriptionTo],
    ...[claim.chargesFrom, claim.chargesTo],
    ...[claim.fixedChargesFrom, claim.fixedChargesTo],
  ]
    .map((part) => (part instanceof Date ? part.getTime() : part))
    .join(' ');
}

/** Collects claims while several invoices are composed one after the other. */
export class BillingClaims {
  private readonly keys: Set<string>;

  /** @param billed the billed periods so far; those without a claiming reason are ignored. */
  constructor(billed: readonly BillingClaim[]) {
    this.keys = new Set(billed.map(claimKey));
  }

  /** True if the part was billed before. */
  has(part: InvoicePart): boolean {
    return isClaimed(part.invoicingReason) && this.keys.has(claimKey(claimOf(part)));
  }

  add(parts: readonly InvoicePart[]): void {
    for (const part of parts) this.keys.add(claimKey(claimOf(part)));
  }
}
