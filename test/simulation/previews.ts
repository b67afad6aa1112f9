// Previews of invoices with a coupon of the request. Source: coupons.md §7.
import { expect } from '@jest/globals';
import type { RestAnswer } from '../support/client.js';
import type { Action } from './actions.js';
import { couponName, planName } from './catalog.js';
import type { CouponSpec, History, PlanSpec } from './history.js';
import type { Event } from './player.js';

/** In cents. */
export interface Preview {
  readonly fees: number;
  readonly coupons: number;
}

export function previewRequest(
  customer: string,
  { plan, coupon, amountCents, rate }: Action<'preview'>,
): Record<string, unknown> {
  const terms =
    amountCents === null
      ? { coupon_type: 'percentage', percentage_rate: String(rate) }
      : // A member that does not belong to the type counts for nothing.
        {
          coupon_type: 'fixed_amount',
          amount_cents: amountCents,
          amount_currency: 'EUR',
          percentage_rate: '0',
        };
  return {
    customer: { external_id: customer },
    plan_code: planName(plan),
    billing_time: 'calendar',
    coupons: [{ code: couponName(coupon), ...terms }],
  };
}

export function previewOf({ body: { invoice } }: RestAnswer): Preview {
  return { fees: invoice.fees_amount_cents, coupons: invoice.coupons_amount_cents };
}

/** Checks that a preview uses the coupon as it was sent, for a customer who never had one. */
export function expectPreviews(
  events: readonly Event[],
  { plans, coupons }: Pick<History, 'plans' | 'coupons'>,
): void {
  for (const [place, { action, preview }] of events.entries()) {
    const hasOwn = events
      .slice(0, place)
      .some((before) => before.action.kind === 'applyCoupon' && before.outcome === 'done');
    if (action.kind !== 'preview' || preview === null || hasOwn) continue;
    const [plan, coupon] = [plans[action.plan], coupons[action.coupon]];
    if (hasEarlierInvoice(plan) && !isForSeveral(action, coupon)) continue;
    expect(preview.coupons).toBe(worthOf(action, coupon?.limitedTo ?? null, preview.fees));
  }
}

/**
 * True if an invoice of seats precedes the previewed one, which is that of the first period that closes for a plan in arrears, and that of
 * the end of a trial for one in advance (invoices.md §10).
 */
function hasEarlierInvoice(plan: PlanSpec | undefined): boolean {
  return plan?.seats?.payInAdvance === true && (!plan.payInAdvance || plan.trialDays > 0);
}

/** True if the coupon is not used up by the first invoice, nor by others of its month. */
function isForSeveral({ amountCents }: Action<'preview'>, coupon: CouponSpec | undefined): boolean {
  if (amountCents !== null || coupon === undefined) return false;
  return coupon.frequency === 'forever' || (coupon.frequency === 'recurring' && coupon.times > 1);
}

function worthOf(
  { plan, amountCents, rate }: Action<'preview'>,
  limitedTo: CouponSpec['limitedTo'],
  fees: number,
): number {
  if (limitedTo === 'metric' || (limitedTo === 'plan' && plan !== 0)) return 0;
  return Math.min(fees, amountCents ?? Math.round((fees * rate * 10) / 1_000));
}
