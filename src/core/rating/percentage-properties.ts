import { Big } from '../decimal.js';
import { isIntegerFrom, isPrice, type ParsedProperties, type SentProperties } from './charge-model.js';

export type PercentageProperties = {
  /** Percentage of the units, which are an amount of money: "1.5" is 1.5 %. */
  readonly rate: string;
  /** Currency units for each event that is not free. */
  readonly fixedAmount: string | null;
  /** Number of free events at the start of each period. */
  readonly freeUnitsPerEvents: number | null;
  /** Number of free units at the start of each period. */
  readonly freeUnitsPerTotalAggregation: string | null;
  /** Lowest amount of an event that is not free, in currency units. */
  readonly perTransactionMinAmount: string | null;
  /** Highest amount of an event, in currency units. */
  readonly perTransactionMaxAmount: string | null;
};

export const PERCENTAGE_DEFAULTS: PercentageProperties = {
  rate: '0',
  fixedAmount: null,
  freeUnitsPerEvents: null,
  freeUnitsPerTotalAggregation: null,
  perTransactionMinAmount: null,
  perTransactionMaxAmount: null,
};

/** Source: charges.md §2. */
export function parsePercentage(sent: SentProperties): ParsedProperties<PercentageProperties> {
  const errors = Object.entries(CHECKS).flatMap(([code, holds]) => (holds(sent) ? [] : [code]));
  if (errors.length > 0) return { errors };
  const members = Object.keys(PERCENTAGE_DEFAULTS).map((name) => [name, sent[name] ?? null] as const);
  // Every member has been checked above.
  return { properties: Object.fromEntries(members) as PercentageProperties };
}

/** The code of each violation, with the condition that valid properties fulfil. */
const CHECKS: Readonly<Record<string, (sent: SentProperties) => boolean>> = {
  invalid_rate: ({ rate }) => isPrice(rate),
  invalid_fixed_amount: ({ fixedAmount }) => isPriceOrNone(fixedAmount),
  invalid_free_units_per_events: ({ freeUnitsPerEvents }) =>
    isNone(freeUnitsPerEvents) || isIntegerFrom(1, freeUnitsPerEvents),
  invalid_free_units_per_total_aggregation: ({ freeUnitsPerTotalAggregation }) =>
    isPriceOrNone(freeUnitsPerTotalAggregation),
  invalid_amount: ({ perTransactionMinAmount, perTransactionMaxAmount }) =>
    isPriceOrNone(perTransactionMinAmount) && isPriceOrNone(perTransactionMaxAmount),
  per_transaction_max_lower_than_per_transaction_min: ({
    perTransactionMinAmount: min,
    perTransactionMaxAmount: max,
  }) => !isPrice(min) || !isPrice(max) || new Big(max).gte(min),
};

function isPriceOrNone(value: unknown): boolean {
  return isNone(value) || isPrice(value);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}
