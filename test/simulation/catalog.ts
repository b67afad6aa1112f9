// Creates the metrics, add-ons, taxes and plans of a history, under the same codes in every organization.
import { createAddOn, createCoupon, createMetric, createPlan, createTax } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { METRICS, type TaxCode, TAXES, type ThresholdsSpec } from './actions.js';
import type { CouponSpec, PlanSpec, SeatsSpec } from './history.js';

export function planName(plan: number): string {
  return `plan-${plan}`;
}

export function planTitle(plan: number): string {
  return `Plan ${plan}`;
}

/** One plan has its own taxes; the others use those of the organization. */
export function planTaxes(plan: number): readonly TaxCode[] {
  return plan === 0 ? TAXES : [];
}

/** Thousandths as a decimal text. */
export function decimal(thousandths: number): string {
  return (thousandths / 1_000).toFixed(3);
}

/** A free plan, whose subscriptions are billed nothing. */
export const OTHER_CUSTOMER_PLAN = 'other-customer';

export function couponName(coupon: number): string {
  return `coupon-${coupon}`;
}

/** The add-on of one-off invoices. */
export const SERVICE = 'service';

export async function furnish(
  client: Client,
  plans: readonly PlanSpec[],
  coupons: readonly CouponSpec[],
): Promise<void> {
  await createTax(client, { code: 'vat', rate: 19.6, applied_to_organization: true });
  await createTax(client, { code: 'levy', rate: 2.25 });
  await createAddOn(client, { code: 'seats' });
  await createAddOn(client, { code: SERVICE });
  const ids = new Map<string, string>();
  for (const code of METRICS) {
    const aggregation =
      code === 'load'
        ? { aggregation_type: 'sum_agg', field_name: 'amount' }
        : { aggregation_type: 'count_agg' };
    ids.set(code, (await createMetric(client, { code, ...aggregation })).svc_id);
  }
  await createPlan(client, { code: OTHER_CUSTOMER_PLAN });
  for (const [place, spec] of plans.entries()) await createPlan(client, planOf(place, spec, ids));
  for (const [place, spec] of coupons.entries()) await createCoupon(client, couponOf(place, spec));
}

function couponOf(place: number, spec: CouponSpec): Record<string, unknown> {
  const { amountCents: amount_cents, rate: percentage_rate, frequency, times, limitedTo } = spec;
  return {
    code: couponName(place),
    frequency,
    ...(frequency === 'recurring' ? { frequency_duration: times } : {}),
    ...(amount_cents === null
      ? { coupon_type: 'percentage', amount_cents: undefined, amount_currency: undefined, percentage_rate }
      : { amount_cents }),
    ...(limitedTo === 'plan' ? { applies_to: { plan_codes: [planName(0)] } } : {}),
    ...(limitedTo === 'metric' ? { applies_to: { billable_metric_codes: ['calls'] } } : {}),
  };
}

function planOf(
  place: number,
  spec: PlanSpec,
  metricIds: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const charges = METRICS.flatMap((code) => {
    const price = spec.prices[code];
    if (price === null) return [];
    const properties = { amount: decimal(price) };
    const charge = { code, billable_metric_id: metricIds.get(code), charge_model: 'standard', properties };
    return [{ ...charge, pay_in_advance: code === 'pings' }];
  });
  const { commitmentCents } = spec;
  return {
    code: planName(place),
    interval: spec.interval,
    amount_cents: spec.amountCents,
    pay_in_advance: spec.payInAdvance,
    trial_period: spec.trialDays,
    bill_charges_monthly: spec.chargesMonthly,
    bill_fixed_charges_monthly: spec.fixedChargesMonthly,
    name: planTitle(place),
    tax_codes: planTaxes(place),
    charges,
    ...(spec.seats === null ? {} : { fixed_charges: [seatsOf(spec.seats)] }),
    ...(commitmentCents === null ? {} : { minimum_commitment: { amount_cents: commitmentCents } }),
    usage_thresholds: thresholdsOf(spec.thresholds),
  };
}

export function thresholdsOf({ fixed, recurring }: ThresholdsSpec): Record<string, unknown>[] {
  const steps = fixed.map((amount_cents) => ({ amount_cents, recurring: false }));
  return recurring === null ? steps : [...steps, { amount_cents: recurring, recurring: true }];
}

function seatsOf({ units, unitCents, payInAdvance, prorated }: SeatsSpec) {
  return {
    code: 'seats',
    add_on_code: 'seats',
    charge_model: 'standard',
    units,
    pay_in_advance: payInAdvance,
    prorated,
    properties: { amount: decimal(unitCents * 10) },
  };
}
