import type { Temporal } from 'temporal-polyfill';
import { localDate, localDay } from '../time/calendar.js';
import { contains, lastInstant } from '../time/period.js';

/** The date from which the issuing date of a periodic invoice is counted. */
export const ISSUING_DATE_ANCHORS = ['current_period_end', 'next_period_start'] as const;
export type IssuingDateAnchor = (typeof ISSUING_DATE_ANCHORS)[number];

/** Whether a periodic invoice keeps that date, or is issued on the day of its finalization. */
export const ISSUING_DATE_ADJUSTMENTS = ['align_with_finalization_date', 'keep_anchor'] as const;
export type IssuingDateAdjustment = (typeof ISSUING_DATE_ADJUSTMENTS)[number];

/** Settings of the customer where set, else of the billing entity. Source: invoices.md §5.1. */
export interface DatingTerms {
  readonly timezone: string;
  readonly gracePeriodDays: number;
  readonly netPaymentTermDays: number;
  readonly issuingDateAnchor: IssuingDateAnchor;
  readonly issuingDateAdjustment: IssuingDateAdjustment;
}

/**
 * `immediate`: never a draft (not of type subscription, in-advance charges, gated activation). `change`:
 * start, end or upgrade of a subscription. `periodic`: a billing day.
 */
export type InvoiceOccasion = 'immediate' | 'change' | 'periodic';

export interface InvoiceDates {
  readonly issuingOn: Temporal.PlainDate;
  readonly expectedFinalizationOn: Temporal.PlainDate;
  readonly paymentDueOn: Temporal.PlainDate;
}

/**
 * Days from the billing day to the issuing date of a periodic invoice. Source: invoices.md
 * §5.1.
 */
const PERIODIC_OFFSET_DAYS: Readonly<
  Record<IssuingDateAnchor, Record<IssuingDateAdjustment, (graceDays: number) => number>>
> = {
  next_period_start: { align_with_finalization_date: (graceDays) => graceDays, keep_anchor: () => 0 },
  current_period_end: {
    align_with_finalization_date: (graceDays) => (graceDays === 0 ? -1 : graceDays),
    keep_anchor: () => -1,
  },
};

/** Dates of a new invoice, in the customer's zone. Source: invoices.md §5.1. */
export function newInvoiceDates(occasion: InvoiceOccasion, billedAt: Date, terms: DatingTerms): InvoiceDates {
  const billedOn = localDate(billedAt, terms.timezone);
  // An immediate invoice is never a draft, so it has no grace period.
  const graceDays = occasion === 'immediate' ? 0 : terms.gracePeriodDays;
  const offsetDays =
    occasion === 'periodic'
      ? PERIODIC_OFFSET_DAYS[terms.issuingDateAnchor][terms.issuingDateAdjustment](graceDays)
      : graceDays;
  const issuingOn = billedOn.add({ days: offsetDays });
  return {
    issuingOn,
    expectedFinalizationOn: billedOn.add({ days: graceDays }),
    paymentDueOn: issuingOn.add({ days: terms.netPaymentTermDays }),
  };
}

/**
 * When a draft is finalized: at the first instant of its expected finalization date in the customer's zone. If that has
 * passed, because the customer moved to a zone further east, at once, but dated no later than that day's last instant.
 * Source: invoices.md §2.
 */
export function finalizationAt(
  expectedFinalizationOn: Temporal.PlainDate,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): Date {
  const day = localDay(expectedFinalizationOn, timezone);
  if (now <= day.from) return day.from;
  return contains(day, now) ? now : lastInstant(day);
}

const HOUR_MS = 3_600_000;

/**
 * When an unpaid invoice becomes overdue: at the end of its due date in the customer's zone, or at the next full hour if
 * that has passed. Source: payments.md §9.
 */
export function overdueAt(
  paymentDueOn: Temporal.PlainDate,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): Date {
  const at = localDay(paymentDueOn, timezone).to;
  return at > now ? at : new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

/**
 * Dates of a draft that is finalized: a periodic one whose adjustment is `keep_anchor` keeps its issuing date, any other
 * is issued on the day of finalization. Source: invoices.md §5.1.
 */
export function finalizedInvoiceDates(
  draft: { readonly occasion: InvoiceOccasion; readonly issuingOn: Temporal.PlainDate },
  finalizedAt: Date,
  terms: DatingTerms,
): Pick<InvoiceDates, 'issuingOn' | 'paymentDueOn'> {
  const keepsDate = draft.occasion === 'periodic' && terms.issuingDateAdjustment === 'keep_anchor';
  const issuingOn = keepsDate ? draft.issuingOn : localDate(finalizedAt, terms.timezone);
  return { issuingOn, paymentDueOn: issuingOn.add({ days: terms.netPaymentTermDays }) };
}
