import { Big, decimalText, sum, ZERO } from '../../money/decimal.js';
import type { ChargeModelRules } from './charge-model.js';
import { fillRanges, type RangePart } from './fill-ranges.js';
import type { GraduatedRange } from './graduated-range.js';
import { proratedGraduatedAmount } from './prorated-graduated.js';
import { parseRanges } from './ranges.js';

export type GraduatedProperties = {
  readonly graduatedRanges: readonly GraduatedRange[];
};

/** Empty for prorated charges: movements up and down the ranges cannot be shown as one line per range. */
export type GraduatedDetails =
  { readonly graduated_ranges: readonly GraduatedRangeDetails[] } | Record<string, never>;

export interface GraduatedRangeDetails {
  readonly from_value: number;
  readonly to_value: number | null;
  readonly flat_unit_amount: string;
  readonly per_unit_amount: string;
  readonly units: string;
  readonly per_unit_total_amount: string;
  readonly total_with_flat_amount: string;
}

/**
 * Each unit costs the unit amount of its own range, plus a flat amount for every range reached. Without usage the
 * first range counts as reached. Source: charges.md §4, §7.
 */
export const graduatedModel: ChargeModelRules<GraduatedProperties, GraduatedDetails> = {
  defaults: { graduatedRanges: [{ fromValue: 0, toValue: null, perUnitAmount: '0', flatAmount: '0' }] },

  parse({ graduatedRanges }) {
    const parsed = parseRanges(graduatedRanges, {
      member: 'graduatedRanges',
      name: 'graduated_ranges',
      prices: { perUnitAmount: 'invalid_amount', flatAmount: 'invalid_amount' },
      mayShareBounds: true,
    });
    return 'errors' in parsed ? parsed : { properties: { graduatedRanges: parsed.properties } };
  },

  rate({ graduatedRanges }, { units, proration }) {
    if (proration !== null) {
      const amount = proratedGraduatedAmount(graduatedRanges, proration);
      return { amount, pricedUnits: units, amountDetails: {} };
    }
    const parts = fillRanges(graduatedRanges, units).map((part) => ({
      ...part,
      unitsAmount: part.units.times(part.range.perUnitAmount),
    }));
    return {
      amount: sum(parts.map(({ unitsAmount, range }) => unitsAmount.plus(range.flatAmount))),
      pricedUnits: units,
      amountDetails: { graduated_ranges: parts.map(details) },
    };
  },
};

function details({
  range,
  units,
  unitsAmount,
}: RangePart<GraduatedRange> & { unitsAmount: Big }): GraduatedRangeDetails {
  return {
    from_value: range.fromValue,
    to_value: range.toValue,
    flat_unit_amount: decimalText(new Big(range.flatAmount)),
    per_unit_amount: decimalText(units.eq(0) ? ZERO : new Big(range.perUnitAmount)),
    units: decimalText(units),
    per_unit_total_amount: decimalText(unitsAmount),
    total_with_flat_amount: decimalText(unitsAmount.plus(range.flatAmount)),
  };
}
