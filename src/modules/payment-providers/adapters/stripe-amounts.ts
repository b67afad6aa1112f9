/**
 * Currencies without minor unit that Stripe nevertheless counts in hundredths.
 * Source: docs.stripe.com/currencies, "Special cases".
 */
const HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** An amount of minor units as Stripe counts it. */
export function toStripeAmount(cents: bigint, currency: string): number {
  return Number(HUNDREDTHS.has(currency) ? cents * 100n : cents);
}

/** An amount of Stripe in minor units. */
export function fromStripeAmount(amount: bigint, currency: string): bigint {
  return HUNDREDTHS.has(currency) ? amount / 100n : amount;
}
