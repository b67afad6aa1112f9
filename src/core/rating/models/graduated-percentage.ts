import { Big, decimalText, sum } from '../../money/decimal.js';
import { detailDifference, type ChargeModelRules } from './charge-model.js';
import { fillRanges, type RangePart } from './fill-ranges.js';
import { parseRanges, type RangeBounds } from './ranges.js';

export interface GraduatedPercentageRange extends RangeBounds {
  /** Percentage of the units inside the range, which are an amount of money: "1.5" is 1.5 %. */
  readonly rate: string;
  /** Currency units due as soon as the range is reached. */
  readonly flatAmount: string;
}

export type GraduatedPercentageProperties = {
  readonly graduatedPercentageRanges: readonly GraduatedPercentageRange[];
};

export type GraduatedPercentageDetails = {
  readonly graduated_percentage_ranges: readonly GraduatedPercentageRangeDetails[];
};

export interface GraduatedPercentageRangeDetails {
  readonly from_value: number;
  readonly to_value: number | null;
  readonly flat_unit_amount: string;
  readonly rate: string;
  readonly units: string;
  readonly per_unit_total_amount: string;
  readonly total_with_flat_amount: string;
}

/**
 * Each part of a volume costs the percentage of its own range, plus a flat amount for every range reached. Without
 * usage the first range counts as reached. Source: charges.md §4.
 */
export const graduatedPercentageModel: ChargeModelRules<
  GraduatedPercentageProperties,
  GraduatedPercentageDetails
> = {
  defaults: { graduatedPercentageRanges: [{ fromValue: 0, toValue: null, rate: '0', flatAmount: '0' }] },

  parse({ graduatedPercentageRanges }) {
    const parsed = parseRanges(graduatedPercentageRanges, {
      member: 'graduatedPercentageRanges',
      name: 'graduated_percentage_ranges',
      prices: { rate: 'invalid_rate', flatAmount: 'invalid_amount' },
      mayShareBounds: true,
    });
    return 'errors' in parsed ? parsed : { properties: { graduatedPercentageRanges: parsed.properties } };
  },

  rate({ graduatedPercentageRanges }, { units }) {
    const parts = fillRanges(graduatedPercentageRanges, units).map((part) => ({
      ...part,
      unitsAmount: part.units.times(part.range.rate).div(100),
    }));
    return {
      amount: sum(parts.map(({ unitsAmount, range }) => unitsAmount.plus(range.flatAmount))),
      pricedUnits: units,
      amountDetails: { graduated_percentage_ranges: parts.map(details) },
    };
  },

  marginalDetails(withEvent, withoutEvent) {
    const before = withoutEvent?.graduated_percentage_ranges ?? [];
    return {
      graduated_percentage_ranges: withEvent.graduated_percentage_ranges.map((range, index) => ({
        from_value: range.from_value,
        to_value: range.to_value,
        flat_unit_amount: detailDifference(range.flat_unit_amount, before[index]?.flat_unit_amount),
        rate: range.rate,
        units: detailDifference(range.units, before[index]?.units),
        per_unit_total_amount: detailDifference(
          range.per_unit_total_amount,
          before[index]?.per_unit_total_amount,
        ),
        total_with_flat_amount: detailDifference(
          range.total_with_flat_amount,
          before[index]?.total_with_flat_amount,
        ),
      })),
    };
  },
};

function details({
  range,
  units,
  unitsAmount,
}: RangePart<GraduatedPercentageRange> & { unitsAmount: Big }): GraduatedPercentageRangeDetails {
  return {
    from_value: range.fromValue,
    to_value: range.toValue,
    flat_unit_amount: decimalText(new Big(range.flatAmount)),
    rate: decimalText(new Big(range.rate)),
    units: decimalText(units),
    per_unit_total_amount: decimalText(unitsAmount),
    total_with_flat_amount: decimalText(unitsAmount.plus(range.flatAmount)),
  };
}
