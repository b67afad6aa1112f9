import { Big, ceilAt, decimalText, ZERO } from '../../money/decimal.js';
import type { ChargeModelRules } from './charge-model.js';
import { parseRanges, type RangeBounds } from './ranges.js';

export interface VolumeRange extends RangeBounds {
  /** Currency units for every unit, when the total is inside the range. */
  readonly perUnitAmount: string;
  /** Currency units added once, when the total is inside the range. */
  readonly flatAmount: string;
}

export type VolumeProperties = {
  readonly volumeRanges: readonly VolumeRange[];
};

export type VolumeDetails = {
  readonly flat_unit_amount: string;
  readonly per_unit_amount: string;
  readonly per_unit_total_amount: string;
};

/**
 * All units cost the unit amount of the range that contains their total, plus its flat amount. On a prorated charge, full
 * units choose the range, prorated units are charged, and the flat amount is due in full. Source: charges.md §4.
 */
export const volumeModel: ChargeModelRules<VolumeProperties, VolumeDetails> = {
  defaults: { volumeRanges: [{ fromValue: 0, toValue: null, perUnitAmount: '0', flatAmount: '0' }] },

  parse({ volumeRanges }) {
    const parsed = parseRanges(volumeRanges, {
      member: 'volumeRanges',
      name: 'volume_ranges',
      prices: { perUnitAmount: 'invalid_amount', flatAmount: 'invalid_amount' },
      mayShareBounds: false,
    });
    return 'errors' in parsed ? parsed : { properties: { volumeRanges: parsed.properties } };
  },

  rate({ volumeRanges }, { units, proration }) {
    const { perUnitAmount, flatAmount } = rangeOf(volumeRanges, units);
    const unitsAmount = (proration?.units ?? units).times(perUnitAmount);
    return {
      amount: unitsAmount.plus(flatAmount),
      pricedUnits: units,
      amountDetails: {
        flat_unit_amount: decimalText(new Big(flatAmount)),
        per_unit_amount: decimalText(units.eq(0) ? ZERO : unitsAmount.div(units)),
        per_unit_total_amount: decimalText(unitsAmount),
      },
    };
  },
};

/** The last range that starts at or below the total, rounded up to whole units; a total of 0 is in the first range. */
function rangeOf(ranges: readonly VolumeRange[], units: Big): VolumeRange {
  const started = ceilAt(units, 0);
  return (ranges.findLast(({ fromValue }) => started.gte(fromValue)) ?? ranges[0]) as VolumeRange;
}
