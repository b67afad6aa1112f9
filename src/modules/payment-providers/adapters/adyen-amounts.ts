import { currencyDecimals } from '../../../core/money/money.js';
import { ProviderRefusal } from './payment-provider.js';

/** Decimals of the currencies that Adyen counts otherwise than we do. Source: integrations.md §15. */
const DECIMALS: Readonly<Record<string, number>> = { CLP: 2, ISK: 2, CVE: 0, IDR: 0 };

/**
 * An amount of minor units as Adyen counts it.
 * @throws ProviderRefusal `amount_not_representable` for a part of a unit that Adyen does not count; nothing is rounded.
 */
export function toAdyenAmount(cents: bigint, currency: string): number {
  const { ours, theirs } = unitsOf(currency);
  const amount = cents * theirs;
  if (amount % ours !== 0n)
    throw new ProviderRefusal(
      'configuration',
      'amount_not_representable',
      `Adyen takes amounts in ${currency} in whole units only. Amounts are not rounded for it.`,
    );
  return Number(amount / ours);
}

/** An amount of Adyen in minor units. */
export function fromAdyenAmount(amount: bigint, currency: string): bigint {
  const { ours, theirs } = unitsOf(currency);
  return (amount * ours) / theirs;
}

/** Minor units in a unit of a currency: ours, and those of Adyen. */
function unitsOf(currency: string): { readonly ours: bigint; readonly theirs: bigint } {
  const decimals = currencyDecimals(currency);
  const unit = (places: number) => 10n ** BigInt(places);
  return { ours: unit(decimals), theirs: unit(DECIMALS[currency] ?? decimals) };
}
