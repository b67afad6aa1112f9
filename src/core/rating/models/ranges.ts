import {
  isIntegerFrom,
  isPrice,
  type ParsedProperties,
  type PropertyError,
  type PropertyErrorCode,
} from './charge-model.js';

/** The first and last value of a range of units, both inclusive. */
export interface RangeBounds {
  /** Equal to the end of the range before, or one more. */
  readonly fromValue: number;
  /** Null on the last range, which is open. */
  readonly toValue: number | null;
}

/** The format of a list of ranges in the properties of a charge. */
export interface RangesRule<Price extends string> {
  /** The member of the properties that holds the list. */
  readonly member: string;
  /** The member's name in error codes. */
  readonly name: 'graduated_ranges' | 'graduated_percentage_ranges' | 'volume_ranges';
  /** The price members of each range, with the error code for an invalid one. */
  readonly prices: Readonly<Record<Price, PropertyErrorCode>>;
  /** True if a range may start at the end of the range before. */
  readonly mayShareBounds: boolean;
}

type SentRange = Readonly<Record<string, unknown>>;

/**
 * Reads a list of ranges; unknown members are dropped. Source: charges.md §2.
 * @returns the ranges as `properties`, or all violations.
 */
export function parseRanges<Price extends string>(
  sent: unknown,
  { member, name, prices, mayShareBounds }: RangesRule<Price>,
): ParsedProperties<(RangeBounds & Readonly<Record<Price, string>>)[]> {
  if (sent === undefined || sent === null) return { errors: [{ code: `missing_${name}`, member }] };
  if (!Array.isArray(sent)) return { errors: [{ code: `invalid_${name}`, member }] };
  if (sent.length === 0) return { errors: [{ code: `missing_${name}`, member }] };
  const ranges = sent.map((item: unknown): SentRange =>
    typeof item === 'object' && item !== null ? { ...item } : {},
  );
  const priceNames = Object.keys(prices) as Price[];
  const errors: PropertyError[] = boundsFit(ranges, mayShareBounds)
    ? []
    : [{ code: `invalid_${name}`, member }];
  for (const [index, range] of ranges.entries())
    for (const price of priceNames)
      if (!isPrice(range[price])) errors.push({ code: prices[price], member: `${member}.${index}.${price}` });
  if (errors.length > 0) return { errors };
  const kept = ['fromValue', 'toValue', ...priceNames];
  return {
    properties: ranges.map(
      (range) =>
        // Every member has been checked above.
        Object.fromEntries(kept.map((member) => [member, range[member] ?? null])) as unknown as RangeBounds &
          Record<Price, string>,
    ),
  };
}

/**
 * True if ranges follow each other without a gap: each starts one above the previous end, or at it if `mayShareBounds` (the
 * first at 0 or 1), and ends above its start; only the last one is open.
 */
function boundsFit(ranges: readonly SentRange[], mayShareBounds: boolean): boolean {
  return ranges.every(({ fromValue, toValue }, index) => {
    const isFirst = index === 0;
    const previousTo = isFirst ? 0 : ranges[index - 1]?.['toValue'];
    if (!isIntegerFrom(0, fromValue) || !isIntegerFrom(0, previousTo)) return false;
    const follows = fromValue === previousTo + 1 || ((isFirst || mayShareBounds) && fromValue === previousTo);
    const isLast = index === ranges.length - 1;
    const ends = isLast ? (toValue ?? null) === null : isIntegerFrom(fromValue + 1, toValue);
    return follows && ends;
  });
}
