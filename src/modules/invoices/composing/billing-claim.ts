import type { InvoicePart } from './planned-invoice.js';
import { type BillingPeriod, CLAIMING_REASONS } from '../records/invoice.table.js';

/** What billing a part for a claiming reason claims: no two rows agree on all of it (`billing_periods_claim`). */
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

/** Whether what is billed for this reason is billed once. Source: periods.md §10, "Idempotence". */
export function isClaimed(reason: BillingPeriod['invoicingReason']): boolean {
  return CLAIMING_REASONS.some((claiming) => claiming === reason);
}

/** Whether it was billed on its billing day. Source: invoices.md §5.1. */
export function isPeriodic({ occasion }: Pick<BillingPeriod, 'occasion'>): boolean {
  return occasion === 'periodic';
}

/** Source: periods.md §10, "Idempotence". */
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

/** Equal for claims of which only one can be stored. */
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

/** What is claimed while parts are worked out one after the other. */
export class BillingClaims {
  private readonly keys: Set<string>;

  /** @param billed what is billed already; what claims nothing is looked past. */
  constructor(billed: readonly BillingClaim[]) {
    this.keys = new Set(billed.map(claimKey));
  }

  /** Whether a part is billed already. */
  has(part: InvoicePart): boolean {
    return isClaimed(part.invoicingReason) && this.keys.has(claimKey(claimOf(part)));
  }

  add(parts: readonly InvoicePart[]): void {
    for (const part of parts) this.keys.add(claimKey(claimOf(part)));
  }
}
