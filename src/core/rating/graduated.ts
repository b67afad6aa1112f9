import { Big, decimalText, sum, ZERO } from '../decimal.js';
import { isIntegerFrom, isPrice, type ChargeModelRules, type ParsedProperties } from './charge-model.js';

export interface GraduatedRange {
  /** The first unit of the range; equal to the previous `toValue`, or one more. */
  readonly fromValue: number;
  /** The last unit of the range; null on the last range, which is open. */
  readonly toValue: number | null;
  /** Currency units for each unit that lies inside. */
  readonly perUnitAmount: string;
  /** Currency units due as soon as the range is reached. */
  readonly flatAmount: string;
}

export type GraduatedProperties = {
  readonly graduatedRanges: readonly GraduatedRange[];
};

export type GraduatedDetails = {
  readonly graduated_ranges: readonly GraduatedRangeDetails[];
};

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
 * Each unit costs what its own range says, plus a flat amount for every range reached. Without usage the
 * first range counts as reached. Source: spec/behaviour/charges.md §4.
 */
export const graduatedModel: ChargeModelRules<GraduatedProperties, GraduatedDetails> = {
  defaults: { graduatedRanges: [{ fromValue: 0, toValue: null, perUnitAmount: '0', flatAmount: '0' }] },

  parse({ graduatedRanges }) {
    if (graduatedRanges === undefined || graduatedRanges === null)
      return { errors: ['missing_graduated_ranges'] };
    if (!Array.isArray(graduatedRanges)) return { errors: ['invalid_graduated_ranges'] };
    if (graduatedRanges.length === 0) return { errors: ['missing_graduated_ranges'] };
    return parseRanges(graduatedRanges);
  },

  rate({ graduatedRanges }, units) {
    const parts = walk(graduatedRanges, units);
    return {
      amount: sum(parts.map((part) => part.amount)),
      pricedUnits: units,
      amountDetails: { graduated_ranges: parts.map(details) },
    };
  },
};

/** A range as it was sent: any member may be missing or of any type. */
type SentRange = { readonly [Member in keyof GraduatedRange]?: unknown };

function parseRanges(input: readonly unknown[]): ParsedProperties<GraduatedProperties> {
  const sent = input.map((item): SentRange => (typeof item === 'object' && item !== null ? item : {}));
  const errors = [
    ...(boundsFit(sent) ? [] : ['invalid_graduated_ranges']),
    ...(sent.every((range) => isPrice(range.perUnitAmount) && isPrice(range.flatAmount))
      ? []
      : ['invalid_amount']),
  ];
  if (errors.length > 0) return { errors };
  const graduatedRanges = sent.map(
    ({ fromValue, toValue, perUnitAmount, flatAmount }) =>
      ({ fromValue, toValue: toValue ?? null, perUnitAmount, flatAmount }) as GraduatedRange,
  );
  return { properties: { graduatedRanges } };
}

/**
 * Whether ranges follow each other without hole: each starts at the previous end or one above it (the first
 * at 0 or 1), ends above its start, and only the last is open. Source: spec/behaviour/charges.md §2.
 */
function boundsFit(ranges: readonly SentRange[]): boolean {
  return ranges.every(({ fromValue, toValue }, index) => {
    const previousTo = index === 0 ? 0 : ranges[index - 1]?.toValue;
    if (!isIntegerFrom(0, fromValue) || !isIntegerFrom(0, previousTo)) return false;
    const follows = fromValue === previousTo || fromValue === previousTo + 1;
    const isLast = index === ranges.length - 1;
    const ends = isLast ? (toValue ?? null) === null : isIntegerFrom(fromValue + 1, toValue);
    return follows && ends;
  });
}

interface Part {
  readonly range: GraduatedRange;
  readonly units: Big;
  readonly unitsAmount: Big;
  readonly amount: Big;
}

/** Splits a quantity over the ranges it reaches; a fraction above a `toValue` already reaches the next. */
function walk(ranges: readonly GraduatedRange[], units: Big): Part[] {
  const parts: Part[] = [];
  let below = 0;
  for (const range of ranges) {
    const { toValue } = range;
    const top = toValue !== null && units.gte(toValue) ? new Big(toValue) : units;
    // The spec's `top - from + 1`, or `top - from` for adjacent ranges: what lies above the range before.
    const inside = top.minus(below);
    const unitsAmount = inside.times(range.perUnitAmount);
    parts.push({ range, units: inside, unitsAmount, amount: unitsAmount.plus(range.flatAmount) });
    if (toValue === null || units.lte(toValue)) break;
    below = toValue;
  }
  return parts;
}

function details({ range, units, unitsAmount, amount }: Part): GraduatedRangeDetails {
  return {
    from_value: range.fromValue,
    to_value: range.toValue,
    flat_unit_amount: decimalText(new Big(range.flatAmount)),
    per_unit_amount: decimalText(units.eq(0) ? ZERO : new Big(range.perUnitAmount)),
    units: decimalText(units),
    per_unit_total_amount: decimalText(unitsAmount),
    total_with_flat_amount: decimalText(amount),
  };
}
