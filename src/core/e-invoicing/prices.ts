import { Big } from '../money/decimal.js';
import { fromCents } from '../money/money.js';

/** What a line says that a number of units costs. */
export interface LinePrice {
  readonly quantity: Big;
  /** In currency units, of `baseQuantity` units. */
  readonly price: Big;
  readonly baseQuantity: Big;
}

/** The units whose price people read: one, a thousand, a million, … */
const BASES = [1, 1_000, 1_000_000, 1_000_000_000].map((base) => new Big(base));
const DECIMALS = 4;
/** What rounding to the cent leaves; receivers accept 0.02, of currencies without cents too (PEPPOL-EN16931-R120). */
const MOST_OFF = new Big('0.005');
/** A rounded price keeps at least this many units of its last decimal, so that four digits count. */
const LEAST_ROUNDED = new Big('0.1');

/**
 * The price of a line that readers multiply to its amount, as the standard demands: of the smallest number of units for which four
 * decimals are enough. Where units times price is not the amount, as of packages and minimums, the line is one piece at its amount.
 */
export function linePrice(
  line: { readonly units: Big; readonly unitPrice: Big; readonly amountCents: bigint },
  currency: string,
): LinePrice {
  const { units: quantity, unitPrice, amountCents } = line;
  const amount = fromCents(amountCents, currency);
  const comesOut = (price: Big, base: Big) =>
    quantity.gt(0) && quantity.times(price).div(base).minus(amount).abs().lte(MOST_OFF);
  for (const base of BASES) {
    const exact = unitPrice.times(base);
    const price = exact.round(DECIMALS, Big.roundHalfUp);
    if ((exact.eq(price) || price.gte(LEAST_ROUNDED)) && comesOut(price, base))
      return { quantity, price, baseQuantity: base };
  }
  const one = new Big(1);
  return comesOut(unitPrice, one)
    ? { quantity, price: unitPrice, baseQuantity: one }
    : { quantity: one, price: amount, baseQuantity: one };
}
