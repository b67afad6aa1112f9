import { type BillingWindows, billingWindows, continueFrom } from '../core/billing-windows.js';
import type { Period } from '../core/period.js';
import type { SubscriptionTerms } from '../core/subscription-terms.js';
import type { BillingHistory } from '../modules/invoices/invoice.service.js';

/** Why subscriptions are billed, and the instant that all of it is dated with. */
export interface BillingOccasion {
  readonly reason: 'starting' | 'periodic';
  readonly at: Date;
}

/**
 * What is billed of a subscription. Usage continues where the last invoice ended, when the zone has changed since.
 * Source: periods.md §4–6, §9.
 */
export function occasionWindows(
  terms: SubscriptionTerms,
  { reason, at }: BillingOccasion,
  history: BillingHistory | null,
): BillingWindows {
  const windows = billingWindows(terms, { situation: reason, at });
  const last = history?.lastBilled ?? null;
  if (last === null || last.timezone === terms.timezone) return windows;
  return {
    ...windows,
    charges: continued(windows.charges, last.chargesTo),
    fixedCharges: continued(windows.fixedCharges, last.fixedChargesTo),
  };
}

function continued(window: Period | null, billedTo: Date | null): Period | null {
  return window === null || billedTo === null ? window : continueFrom(billedTo, window);
}
