// Decimal amounts of the naive model: whole numbers of 10^-20.
const DECIMALS = 20;
export const ONE = 10n ** BigInt(DECIMALS);

/** @param value a decimal text or a number that is not negative. */
export function exact(value: unknown): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

/** A quotient to the nearest whole, halves up. */
export function divided(amount: bigint, by: bigint): bigint {
  return (2n * amount + by) / (2n * by);
}

export function rounded(amount: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(DECIMALS - decimals);
  return divided(amount, unit) * unit;
}

/**
 * Shares of five decimals that add up to the amount, or to the weights if these are less: in proportion to the weights, and the
 * largest share takes what is missing.
 */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amount >= whole) return [...weights];
  const shares = weights.map((weight) => rounded(divided(amount * weight, whole), 5));
  let largest = 0;
  for (const [index, share] of shares.entries()) if (share > (shares[largest] ?? 0n)) largest = index;
  const missing = amount - shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, index) => (index === largest ? share + missing : share));
}

/** An amount without its decimals. */
export function truncated(amount: bigint): bigint {
  return (amount / ONE) * ONE;
}

export function least(first: bigint, ...others: readonly bigint[]): bigint {
  return others.reduce((one, other) => (other < one ? other : one), first);
}

export function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + amountOf(item), 0n);
}

/** @throws Error if the amount has decimals. */
export function toNumber(amount: bigint): number {
  if (amount % ONE !== 0n) throw new Error('An amount of cents has decimals.');
  return Number(amount / ONE);
}
