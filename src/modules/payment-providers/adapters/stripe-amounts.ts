import { currencyDecimals } from '../../../core/money/money.js';
import { ProviderRefusal } from './payment-provider.js';

/**
 * Currencies without minor unit that Stripe nevertheless counts in hundredths.
 * Source: docs.stripe.com/currencies, "Special cases".
 */
const HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** Counted in hundredths here, and without a minor unit by Stripe. Source: docs.stripe.com/currencies, "Zero-decimal currencies". */
const WHOLE: ReadonlySet<string> = new Set(['MGA']);

/**
 * An amount of minor units as Stripe counts it. Of currencies of three decimals Stripe takes only multiples of ten thousandths (docs.stripe.com/currencies,
 * "Three-decimal currencies").
 * @throws ProviderRefusal for an amount that Stripe cannot take; it is never rounded.
 */
export function toStripeAmount(cents: bigint, currency: string): number {
  if (HUNDREDTHS.has(currency)) return Number(cents * 100n);
  const smallest = smallestAmount(currency);
  if (cents % smallest !== 0n)
    throw new ProviderRefusal('configuration', 'amount_not_supported', refusalOf(currency));
  return Number(WHOLE.has(currency) ? cents / smallest : cents);
}

/** An amount of Stripe in minor units. */
export function fromStripeAmount(amount: bigint, currency: string): bigint {
  if (HUNDREDTHS.has(currency)) return amount / 100n;
  return WHOLE.has(currency) ? amount * smallestAmount(currency) : amount;
}

/** The amount, in minor units, of which Stripe takes multiples. */
function smallestAmount(currency: string): bigint {
  if (WHOLE.has(currency)) return 100n;
  return currencyDecimals(currency) === 3 ? 10n : 1n;
}

function refusalOf(currency: string): string {
  const unit = WHOLE.has(currency) ? 'whole units' : 'hundredths';
  return `Stripe takes amounts in ${currency} in ${unit} only. Amounts are not rounded for it.`;
}
