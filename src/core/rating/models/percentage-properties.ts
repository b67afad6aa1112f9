import { Big } from '../../money/decimal.js';
import {
  isIntegerFrom,
  isPrice,
  type ParsedProperties,
  type PropertyError,
  type SentProperties,
} from './charge-model.js';

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
  const errors = CHECKS.filter(({ holds }) => !holds(sent)).map(({ code, member }) => ({ code, member }));
  if (errors.length > 0) return { errors };
  const members = Object.keys(PERCENTAGE_DEFAULTS).map((name) => [name, sent[name] ?? null] as const);
  // Every member has been checked above.
  return { properties: Object.fromEntries(members) as PercentageProperties };
}

interface Check extends PropertyError {
  readonly member: keyof PercentageProperties;
  /** The condition that valid properties fulfil. */
  readonly holds: (sent: SentProperties) => boolean;
}

const CHECKS: readonly Check[] = [
  { member: 'rate', code: 'invalid_rate', holds: ({ rate }) => isPrice(rate) },
  {
    member: 'fixedAmount',
    code: 'invalid_fixed_amount',
    holds: ({ fixedAmount }) => isPriceOrNone(fixedAmount),
  },
  {
    member: 'freeUnitsPerEvents',
    code: 'invalid_free_units_per_events',
    holds: ({ freeUnitsPerEvents }) => isNone(freeUnitsPerEvents) || isIntegerFrom(1, freeUnitsPerEvents),
  },
  {
    member: 'freeUnitsPerTotalAggregation',
    code: 'invalid_free_units_per_total_aggregation',
    holds: ({ freeUnitsPerTotalAggregation }) => isPriceOrNone(freeUnitsPerTotalAggregation),
  },
  ...(['perTransactionMinAmount', 'perTransactionMaxAmount'] as const).map((member): Check => ({
    member,
    code: 'invalid_amount',
    holds: (sent) => isPriceOrNone(sent[member]),
  })),
  {
    member: 'perTransactionMaxAmount',
    code: 'per_transaction_max_lower_than_per_transaction_min',
    holds: ({ perTransactionMinAmount: min, perTransactionMaxAmount: max }) =>
      !isPrice(min) || !isPrice(max) || new Big(max).gte(min),
  },
];

function isPriceOrNone(value: unknown): boolean {
  return isNone(value) || isPrice(value);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}
