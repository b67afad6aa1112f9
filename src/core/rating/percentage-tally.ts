import { Big, ceilAt, ZERO } from '../decimal.js';
import type { EventTally } from '../usage.js';
import type { SingleEventRules } from './charge-model.js';
import type { PercentageProperties } from './percentage-properties.js';

/**
 * Folds single events for percentage prices: which events are free, and the amount of each within the per-transaction
 * bounds. Source: charges.md §4.
 */
export const percentageTally: SingleEventRules<PercentageProperties> = {
  areNeeded: (properties) =>
    hasBounds(properties) || properties.freeUnitsPerEvents !== null || freeUnitsOf(properties) !== null,

  start: (properties) => ({
    eventsCount: 0n,
    valuesSum: ZERO,
    firstValuesSum: ZERO,
    eventsBelowAllowance: 0n,
    allowanceLeft: freeUnitsOf(properties),
    transactionsAmount: ZERO,
  }),

  add(properties, tally, value) {
    const valuesSum = tally.valuesSum.plus(value);
    const isFirst = tally.eventsCount < (properties.freeUnitsPerEvents ?? 0);
    const isBelow = freeUnitsOf(properties)?.gt(valuesSum) === true;
    return {
      eventsCount: tally.eventsCount + 1n,
      valuesSum,
      firstValuesSum: isFirst ? tally.firstValuesSum.plus(value) : tally.firstValuesSum,
      eventsBelowAllowance: tally.eventsBelowAllowance + (isBelow ? 1n : 0n),
      ...transaction(properties, tally, value),
    };
  },

  foldOnes(properties, count) {
    const firsts = smaller(count, BigInt(properties.freeUnitsPerEvents ?? 0));
    const freeUnits = freeUnitsOf(properties);
    // The running sums are 1, 2, 3, ...
    const below = freeUnits === null ? 0n : smaller(count, BigInt(ceilAt(freeUnits, 0).toFixed()) - 1n);
    return {
      eventsCount: count,
      valuesSum: new Big(count),
      firstValuesSum: new Big(firsts),
      eventsBelowAllowance: below,
      ...transactionsOfOnes(properties, count, below),
    };
  },
};

const ONE = new Big(1);

/**
 * The transactions of events whose values are all 1: the first `below` are free, the next one reaches the free units and
 * pays for the excess, all others pay in full.
 */
function transactionsOfOnes(properties: PercentageProperties, count: bigint, below: bigint): Transactions {
  const each = (events: bigint) => transactionAmount(properties, ONE).times(new Big(events));
  const freeUnits = freeUnitsOf(properties);
  if (freeUnits === null) {
    const charged = count - BigInt(properties.freeUnitsPerEvents ?? 0);
    return { allowanceLeft: null, transactionsAmount: charged > 0n ? each(charged) : ZERO };
  }
  const allowanceLeft = freeUnits.minus(new Big(below));
  if (count === below) return { allowanceLeft, transactionsAmount: ZERO };
  const reaching = transactionAmount(properties, ONE.minus(allowanceLeft));
  return { allowanceLeft: null, transactionsAmount: reaching.plus(each(count - below - 1n)) };
}

type Transactions = Pick<EventTally, 'allowanceLeft' | 'transactionsAmount'>;

/**
 * Adds one event at its own price. If the price has free units, they alone decide which events are free: an event below the
 * remaining free units is free, and the first one that reaches them pays for the excess and uses them up.
 */
function transaction(properties: PercentageProperties, tally: EventTally, value: Big): Transactions {
  const { allowanceLeft, transactionsAmount } = tally;
  const charged = (units: Big) => transactionsAmount.plus(transactionAmount(properties, units));
  if (allowanceLeft !== null) {
    return value.lt(allowanceLeft)
      ? { allowanceLeft: allowanceLeft.minus(value), transactionsAmount }
      : { allowanceLeft: null, transactionsAmount: charged(value.minus(allowanceLeft)) };
  }
  const freeEvents = freeUnitsOf(properties) === null ? (properties.freeUnitsPerEvents ?? 0) : 0;
  const isFree = tally.eventsCount < freeEvents;
  return { allowanceLeft, transactionsAmount: isFree ? transactionsAmount : charged(value) };
}

/** The amount of an event that is not free, raised to the minimum or lowered to the maximum, in currency units. */
export function transactionAmount(properties: PercentageProperties, units: Big): Big {
  const { rate, fixedAmount, perTransactionMinAmount: min, perTransactionMaxAmount: max } = properties;
  const amount = units
    .times(rate)
    .div(100)
    .plus(fixedAmount ?? 0);
  if (min !== null && amount.lt(min)) return new Big(min);
  return max !== null && amount.gt(max) ? new Big(max) : amount;
}

export function hasBounds(properties: PercentageProperties): boolean {
  return properties.perTransactionMinAmount !== null || properties.perTransactionMaxAmount !== null;
}

/** The free units of a price; null when it has none. */
export function freeUnitsOf({ freeUnitsPerTotalAggregation }: PercentageProperties): Big | null {
  const freeUnits = new Big(freeUnitsPerTotalAggregation ?? 0);
  return freeUnits.gt(0) ? freeUnits : null;
}

export function smaller(first: bigint, second: bigint): bigint {
  return first < second ? first : second;
}
