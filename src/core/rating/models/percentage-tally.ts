import { Big, ceilAt, ZERO } from '../../money/decimal.js';
import type { EventTally, TransactionBound, TransactionGroup, TransactionGroups } from '../../usage.js';
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
    transactions: NO_TRANSACTIONS,
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

const NO_TRANSACTION: TransactionGroup = { events: 0n, units: ZERO };
const NO_TRANSACTIONS: TransactionGroups = {
  none: NO_TRANSACTION,
  minimum: NO_TRANSACTION,
  maximum: NO_TRANSACTION,
};

/**
 * The transactions of events whose values are all 1: the first `below` are free, the next one reaches the free units and
 * pays for the excess, all others pay in full.
 */
function transactionsOfOnes(properties: PercentageProperties, count: bigint, below: bigint): Transactions {
  const freeUnits = freeUnitsOf(properties);
  if (freeUnits === null) {
    const charged = count - BigInt(properties.freeUnitsPerEvents ?? 0);
    return { allowanceLeft: null, transactions: charge(properties, NO_TRANSACTIONS, ONE, charged) };
  }
  const allowanceLeft = freeUnits.minus(new Big(below));
  if (count === below) return { allowanceLeft, transactions: NO_TRANSACTIONS };
  const reaching = charge(properties, NO_TRANSACTIONS, ONE.minus(allowanceLeft));
  return { allowanceLeft: null, transactions: charge(properties, reaching, ONE, count - below - 1n) };
}

type Transactions = Pick<EventTally, 'allowanceLeft' | 'transactions'>;

/**
 * Adds one event at its own price. If the price has free units, they alone decide which events are free: an event below the
 * remaining free units is free, and the first one that reaches them pays for the excess and uses them up.
 */
function transaction(properties: PercentageProperties, tally: EventTally, value: Big): Transactions {
  const { allowanceLeft, transactions } = tally;
  if (allowanceLeft !== null) {
    return value.lt(allowanceLeft)
      ? { allowanceLeft: allowanceLeft.minus(value), transactions }
      : { allowanceLeft: null, transactions: charge(properties, transactions, value.minus(allowanceLeft)) };
  }
  const freeEvents = freeUnitsOf(properties) === null ? (properties.freeUnitsPerEvents ?? 0) : 0;
  const isFree = tally.eventsCount < freeEvents;
  return { allowanceLeft, transactions: isFree ? transactions : charge(properties, transactions, value) };
}

/** Adds events that are not free, each of which pays for these units, to the group of the bound that applies to them. */
function charge(
  properties: PercentageProperties,
  transactions: TransactionGroups,
  units: Big,
  events = 1n,
): TransactionGroups {
  // Without bounds the amount follows from all units together.
  if (events <= 0n || !hasBounds(properties)) return transactions;
  const bound = boundOf(properties, units);
  const group = transactions[bound];
  return {
    ...transactions,
    [bound]: { events: group.events + events, units: group.units.plus(units.times(new Big(events))) },
  };
}

function boundOf(properties: PercentageProperties, units: Big): TransactionBound {
  const { perTransactionMinAmount: min, perTransactionMaxAmount: max } = properties;
  const amount = plainAmount(properties, units, 1n);
  if (min !== null && amount.lt(min)) return 'minimum';
  return max !== null && amount.gt(max) ? 'maximum' : 'none';
}

function plainAmount({ rate, fixedAmount }: PercentageProperties, units: Big, events: bigint): Big {
  return units
    .times(rate)
    .div(100)
    .plus(new Big(events).times(fixedAmount ?? 0));
}

/** The amount of an event that is not free, raised to the minimum or lowered to the maximum, in currency units. */
export function transactionAmount(properties: PercentageProperties, units: Big): Big {
  const bound = boundOf(properties, units);
  return bound === 'none' ? plainAmount(properties, units, 1n) : new Big(boundAmount(properties, bound) ?? 0);
}

/** The amount of an event that a bound decides; null where none does. */
export function boundAmount(properties: PercentageProperties, bound: TransactionBound): string | null {
  const { perTransactionMinAmount: minimum, perTransactionMaxAmount: maximum } = properties;
  return { none: null, minimum, maximum }[bound];
}

/** Currency units due for a group of events, each within the per-transaction bounds. */
export function groupAmount(
  properties: PercentageProperties,
  bound: TransactionBound,
  { events, units }: TransactionGroup,
): Big {
  const each = boundAmount(properties, bound);
  return each === null ? plainAmount(properties, units, events) : new Big(events).times(each);
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
