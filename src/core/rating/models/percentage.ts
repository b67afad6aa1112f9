import { Big, decimalText, sum, ZERO } from '../../money/decimal.js';
import type { EventTally, TransactionBound, TransactionGroup, Usage } from '../../usage.js';
import { detailDifference, foldEvents, type ChargeModelRules } from './charge-model.js';
import { PERCENTAGE_DEFAULTS, parsePercentage, type PercentageProperties } from './percentage-properties.js';
import {
  boundAmount,
  freeUnitsOf,
  groupAmount,
  hasBounds,
  percentageTally,
  smaller,
} from './percentage-tally.js';

export type PercentageDetails = {
  readonly units: string;
  readonly free_units: string;
  readonly free_events: number;
  readonly paid_units: string;
  readonly rate: string;
  readonly per_unit_total_amount: string;
  readonly paid_events: number;
  readonly fixed_fee_unit_amount: string;
  readonly fixed_fee_total_amount: string;
  readonly min_max_adjustment_total_amount: string;
  /** With per-transaction bounds: the events that are not free, whose amounts add up to that of the fee. */
  readonly transactions?: readonly TransactionDetails[];
};

/** Events whose amount the same bound decides. */
export type TransactionDetails = {
  readonly bound: TransactionBound;
  readonly events: number;
  readonly units: string;
  /** Of each event, if a bound decides it; else null. */
  readonly amount: string | null;
  /** The percentage part and the fixed part, if their units decide the amounts; else null. */
  readonly per_unit_total_amount: string | null;
  readonly fixed_fee_total_amount: string | null;
  readonly total_amount: string;
};

/**
 * A percentage of the units and a fixed amount per event, after free units or events; with per-transaction bounds, the sum
 * of each event's amount within them. Source: charges.md §4.
 */
export const percentageModel: ChargeModelRules<PercentageProperties, PercentageDetails> = {
  defaults: PERCENTAGE_DEFAULTS,

  parse: parsePercentage,

  rate(properties, usage) {
    const tally = tallyOf(properties, usage);
    const parts = plainParts(properties, usage, tally);
    const plainAmount = parts.unitsAmount.plus(parts.fixedAmount);
    const groups = hasBounds(properties) ? groupsOf(properties, tally) : null;
    const amount = groups === null ? plainAmount : sum(groups.map((group) => group.amount));
    return {
      amount,
      pricedUnits: usage.units,
      amountDetails: {
        units: decimalText(usage.units),
        free_units: decimalText(parts.freeUnits),
        free_events: Number(parts.freeEvents),
        paid_units: decimalText(parts.paidUnits),
        rate: decimalText(new Big(properties.rate)),
        per_unit_total_amount: decimalText(parts.unitsAmount),
        paid_events: Number(parts.paidEvents),
        fixed_fee_unit_amount: decimalText(
          parts.paidEvents > 0n ? new Big(properties.fixedAmount ?? 0) : ZERO,
        ),
        fixed_fee_total_amount: decimalText(parts.fixedAmount),
        min_max_adjustment_total_amount: decimalText(amount.minus(plainAmount)),
        ...(groups === null ? {} : { transactions: groups.flatMap(groupDetails) }),
      },
    };
  },

  singleEvents: percentageTally,

  marginalDetails(withEvent, withoutEvent) {
    const difference = (member: DecimalMember) => detailDifference(withEvent[member], withoutEvent?.[member]);
    return {
      units: difference('units'),
      free_units: detailDifference(difference('units'), difference('paid_units')),
      free_events: withEvent.free_events - (withoutEvent?.free_events ?? 0),
      paid_units: difference('paid_units'),
      rate: withEvent.rate,
      per_unit_total_amount: difference('per_unit_total_amount'),
      paid_events: withEvent.paid_events - (withoutEvent?.paid_events ?? 0),
      fixed_fee_unit_amount: withEvent.fixed_fee_unit_amount,
      fixed_fee_total_amount: difference('fixed_fee_total_amount'),
      min_max_adjustment_total_amount: difference('min_max_adjustment_total_amount'),
      ...(withEvent.transactions === undefined
        ? {}
        : { transactions: addedTransactions(withEvent.transactions, withoutEvent?.transactions ?? []) }),
    };
  },
};

type DecimalMember = Exclude<keyof PercentageDetails, 'free_events' | 'paid_events' | 'transactions'>;

interface Group extends TransactionGroup {
  readonly bound: TransactionBound;
  /** Of each event; null where their units decide. */
  readonly each: string | null;
  /** The part of the amount that is fixed; the rest is the percentage, where their units decide. */
  readonly fixedAmount: Big;
  readonly amount: Big;
}

const BOUNDS: readonly TransactionBound[] = ['none', 'minimum', 'maximum'];

function groupsOf(properties: PercentageProperties, { transactions }: EventTally): Group[] {
  return BOUNDS.map((bound) => {
    const group = transactions[bound];
    const each = boundAmount(properties, bound);
    const fixedAmount = new Big(group.events).times(properties.fixedAmount ?? 0);
    return { bound, each, ...group, fixedAmount, amount: groupAmount(properties, bound, group) };
  });
}

/** Empty for a group without events. */
function groupDetails({ bound, events, units, each, fixedAmount, amount }: Group): TransactionDetails[] {
  if (events === 0n) return [];
  return [
    {
      bound,
      events: Number(events),
      units: decimalText(units),
      amount: each === null ? null : decimalText(new Big(each)),
      per_unit_total_amount: each === null ? decimalText(amount.minus(fixedAmount)) : null,
      fixed_fee_total_amount: each === null ? decimalText(fixedAmount) : null,
      total_amount: decimalText(amount),
    },
  ];
}

/** The groups of one event: what it adds to those of the events before it. */
function addedTransactions(
  withEvent: readonly TransactionDetails[],
  withoutEvent: readonly TransactionDetails[],
): TransactionDetails[] {
  const added = (now: string | null, before: string | null | undefined) =>
    now === null ? null : detailDifference(now, before ?? undefined);
  return withEvent.flatMap((group) => {
    const before = withoutEvent.find(({ bound }) => bound === group.bound);
    const events = group.events - (before?.events ?? 0);
    const ofEvent = {
      ...group,
      events,
      units: detailDifference(group.units, before?.units),
      per_unit_total_amount: added(group.per_unit_total_amount, before?.per_unit_total_amount),
      fixed_fee_total_amount: added(group.fixed_fee_total_amount, before?.fixed_fee_total_amount),
      total_amount: detailDifference(group.total_amount, before?.total_amount),
    };
    return events === 0 ? [] : [ofEvent];
  });
}

/** @throws RangeError when the price depends on single events and some are missing: the amount would be wrong. */
function tallyOf(properties: PercentageProperties, { eventsCount, singleEvents }: Usage): EventTally {
  if (!percentageTally.areNeeded(properties)) return percentageTally.start(properties);
  if ('allOnes' in singleEvents) return percentageTally.foldOnes(properties, eventsCount);
  const tally =
    'tally' in singleEvents
      ? singleEvents.tally
      : foldEvents(percentageTally, properties, singleEvents.values);
  if (tally.eventsCount !== eventsCount)
    throw new RangeError(`The price looks at each of ${eventsCount} events, not at ${tally.eventsCount}.`);
  return tally;
}

interface PlainParts {
  /** `F*` and, limited to the number of events, `E*` of the spec. */
  readonly freeUnits: Big;
  readonly freeEvents: bigint;
  readonly paidUnits: Big;
  readonly paidEvents: bigint;
  readonly unitsAmount: Big;
  readonly fixedAmount: Big;
}

/** The price of usage without per-transaction bounds; the details show it even for a price with bounds. */
function plainParts(properties: PercentageProperties, usage: Usage, tally: EventTally): PlainParts {
  const { units, eventsCount } = usage;
  const freeUnits = freeUnitsIn(properties, tally);
  const freeEvents = smaller(freeEventsIn(properties, tally), eventsCount);
  const paidUnits = units.gt(freeUnits) ? units.minus(freeUnits) : ZERO;
  const paidEvents = eventsCount - freeEvents;
  return {
    freeUnits,
    freeEvents,
    paidUnits,
    paidEvents,
    unitsAmount: paidUnits.times(properties.rate).div(100),
    fixedAmount: units.eq(0) ? ZERO : new Big(paidEvents).times(properties.fixedAmount ?? 0),
  };
}

function freeUnitsIn(properties: PercentageProperties, tally: EventTally): Big {
  const total = freeUnitsOf(properties);
  const byEvents = properties.freeUnitsPerEvents === null ? null : tally.firstValuesSum;
  if (total === null) return byEvents ?? ZERO;
  const used = byEvents ?? tally.valuesSum;
  return used.lt(total) ? used : total;
}

/** The number of free events by both limits: the smaller one, unless a limit frees no event at all. */
function freeEventsIn(properties: PercentageProperties, { eventsBelowAllowance }: EventTally): bigint {
  const byEvents = BigInt(properties.freeUnitsPerEvents ?? 0);
  if (byEvents === 0n || eventsBelowAllowance === 0n) return byEvents + eventsBelowAllowance;
  return smaller(byEvents, eventsBelowAllowance);
}
