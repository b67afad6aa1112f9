import { describe, expect, test } from '@jest/globals';
import {
  chargeFilterRow,
  chargeRow,
  listedTaxes,
  metricRow,
  pricingUnitRow,
  taxRow,
} from '../../../test/support/rows.js';
import { Big } from '../../core/money/decimal.js';
import type { Group } from '../../core/metering/groups.js';
import { toMoney } from '../../core/rating/pricing.js';
import type { ChargeSource, PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { ChargeFilter } from '../../modules/plans/charges/filters/charge-filter.table.js';
import type { Charge } from '../../modules/plans/charges/charge.table.js';
import { type PricedCharge, pricingOf } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge, UsageBucket } from '../../modules/usage/rating/rated-charge.js';
import { eventFee, type MinimumTerms, bucketFees, usageFees } from './charge-fees.js';

const JUNE = { from: new Date('2027-06-01T00:00:00Z'), to: new Date('2027-07-01T00:00:00Z') };
const TAXES = listedTaxes(taxRow(20));
const frame = { subscriptionId: 'subscription', window: JUNE, taxes: TAXES };
const wholeJune: MinimumTerms = {
  scope: { window: JUNE, durationDays: 30, timezone: 'UTC', isUpgraded: false },
  currency: 'EUR',
};
const EUROPE = chargeFilterRow('europe', '2');

function priced(over: Partial<Charge> = {}): PricedCharge {
  const charge = chargeRow(over);
  const pricingUnit = charge.pricingUnitId === null ? null : pricingUnitRow();
  return {
    charge,
    metric: metricRow({ description: 'All calls' }),
    filters: [EUROPE],
    filterValues: {},
    pricingUnit,
  };
}

/** Units at a price of 1 in the currency or pricing unit of a charge. */
function money(charge: PricedCharge, units: string, amount = units) {
  return toMoney({ amount: new Big(amount), unitAmount: new Big(1) }, pricingOf(charge, 'EUR'));
}

function bucket(
  charge: PricedCharge,
  units: string,
  over: {
    filter?: ChargeFilter;
    groupedBy?: Group;
    presentation?: UsageBucket['presentation'];
    amount?: string;
  } = {},
): UsageBucket {
  const { filter = null, groupedBy = {}, presentation = [], amount } = over;
  const rated = {
    ...money(charge, units, amount),
    units: new Big(units),
    totalAggregatedUnits: new Big(units).plus(1),
    eventsCount: 3n,
    amountDetails: { flat: '0' } as never,
  };
  return { filter, groupedBy, rated, presentation };
}

/** A charge with buckets of so many units. */
function rated(charge: PricedCharge, buckets: readonly UsageBucket[]): RatedCharge {
  return { ...charge, buckets, moment: {} as RatedCharge['moment'] };
}

const sourceOf = (fee: PlannedFee | undefined) => fee?.source as ChargeSource;

describe('the fees for the usage of a charge (charges.md §6)', () => {
  const charge = priced();

  test('the fees for the usage of a charge are one for each bucket, in their order, with its filter and group', () => {
    const buckets = [
      bucket(charge, '5', { filter: EUROPE, groupedBy: { project: 'apollo' } }),
      bucket(charge, '7.5', { groupedBy: { project: null } }),
    ];
    const fees = usageFees(rated(charge, buckets), frame, wholeJune);
    expect(fees).toMatchObject([
      {
        source: {
          type: 'charge',
          subscriptionId: 'subscription',
          chargeId: 'charge',
          billableMetricId: 'metric',
          filter: { id: 'filter-europe', displayName: 'europe', values: { region: ['europe'] } },
          groupedBy: { project: 'apollo' },
          presentationBreakdowns: null,
          pricingUnitDetails: null,
          eventTransactionId: null,
          trueUp: null,
        },
        item: { code: 'calls', name: 'Calls', description: 'All calls', displayName: 'Calls' },
        amountCents: 500n,
        eventsCount: 3n,
        amountDetails: { flat: '0' },
        payInAdvance: false,
        invoiceable: true,
        ...JUNE,
        taxes: TAXES,
      },
      { source: { filter: null, groupedBy: { project: null } }, amountCents: 750n },
    ]);
    expect(fees.map(({ units, totalAggregatedUnits }) => [units, totalAggregatedUnits].map(String))).toEqual([
      ['5', '6'],
      ['7.5', '8.5'],
    ]);
  });

  test('the fees for the usage of a charge have the name of the charge when it has one', () => {
    const named = priced({ invoiceDisplayName: 'Requests' });
    const [fee] = usageFees(rated(named, [bucket(named, '1')]), frame, wholeJune);
    expect(fee?.item).toMatchObject({ name: 'Calls', displayName: 'Requests' });
  });

  test('the fees for the usage of a charge show their units by presentation group', () => {
    const presentation = [
      { presentationBy: { host: 'a' }, units: new Big('2.50') },
      { presentationBy: { host: null }, units: new Big(1) },
    ];
    const [fee] = usageFees(rated(charge, [bucket(charge, '3.5', { presentation })]), frame, wholeJune);
    expect(sourceOf(fee).presentationBreakdowns).toEqual([
      { presentationBy: { host: 'a' }, units: '2.5' },
      { presentationBy: { host: null }, units: '1' },
    ]);
  });

  test('the fees for the usage of a charge show their amounts in the pricing unit (charges.md §10)', () => {
    const inTokens = priced({ pricingUnitId: 'unit', conversionRate: '0.1' });
    const [fee] = usageFees(rated(inTokens, [bucket(inTokens, '12.345')]), frame, wholeJune);
    expect(sourceOf(fee).pricingUnitDetails).toEqual({
      pricingUnitId: 'unit',
      pricingUnitCode: 'tokens',
      shortName: 'TK',
      amountCents: 1_235,
      preciseAmountCents: '1234.5',
      unitAmountCents: 100,
      preciseUnitAmount: '1',
      conversionRate: '0.1',
    });
    expect(fee?.amountCents).toBe(124n);
  });
});

describe('the true-up to a spending minimum (charges.md §9)', () => {
  const charge = priced({ minAmountCents: 3_000n });
  const trueUpOf = (buckets: readonly UsageBucket[], terms: Partial<MinimumTerms['scope']> = {}) => {
    const fees = usageFees(rated(charge, buckets), frame, {
      ...wholeJune,
      scope: { ...wholeJune.scope, ...terms },
    });
    return fees.map((fee) => sourceOf(fee).trueUp?.amountCents ?? null);
  };
  const mid = new Date('2027-06-16T00:00:00Z');

  test.each<[readonly UsageBucket[], Partial<MinimumTerms['scope']>, (bigint | null)[], string]>([
    [[bucket(charge, '10')], {}, [2_000n], 'the shortfall'],
    [[bucket(charge, '30')], {}, [null], 'just the minimum'],
    [[bucket(charge, '29.99')], {}, [1n], 'a cent less'],
    [[bucket(charge, '40')], {}, [null], 'more than the minimum'],
    [[bucket(charge, '4', { filter: EUROPE }), bucket(charge, '6')], {}, [null, 2_000n], 'all fees count'],
    [
      [
        bucket(charge, '1', { groupedBy: { project: 'a' } }),
        bucket(charge, '2', { groupedBy: { project: 'b' } }),
      ],
      {},
      [null, 2_700n],
      'the last without a filter has it',
    ],
    [[bucket(charge, '0')], { window: { from: mid, to: JUNE.to } }, [1_500n], '15 days of 30'],
    [
      [bucket(charge, '0')],
      // A cut at an instant ends a millisecond after it.
      { window: { from: JUNE.from, to: new Date(mid.getTime() + 1) }, isUpgraded: true },
      [1_500n],
      'upgraded at midnight: the 16th is the new plan’s',
    ],
    [
      [bucket(charge, '0')],
      { window: { from: JUNE.from, to: new Date('2027-06-16T12:00:00Z') }, isUpgraded: true },
      [1_500n],
      'upgraded on the 16th: likewise',
    ],
    [
      [bucket(charge, '0')],
      { window: { from: JUNE.from, to: new Date('2027-06-16T12:00:00Z') } },
      [1_600n],
      'ended on the 16th: that day counts',
    ],
    [
      [bucket(charge, '0')],
      { countedFrom: new Date('2027-06-11T00:00:00Z') },
      [2_000n],
      'ten days are paid already',
    ],
  ])('a true-up: case %#', (buckets, terms, expected) => {
    expect(trueUpOf(buckets, terms)).toEqual(expected);
  });

  test('the true-up to a spending minimum is a fee of one unit without events', () => {
    const [fee] = usageFees(rated(charge, [bucket(charge, '10', { amount: '10.004' })]), frame, wholeJune);
    const { trueUp } = sourceOf(fee);
    expect(trueUp).toMatchObject({
      source: { type: 'charge', chargeId: 'charge', filter: null, groupedBy: {}, trueUp: null },
      item: { code: 'calls' },
      amountCents: 2_000n,
      eventsCount: 0n,
      amountDetails: {},
      ...JUNE,
      taxes: TAXES,
    });
    expect([trueUp?.units, trueUp?.preciseAmount, trueUp?.preciseUnitAmount].map(String)).toEqual([
      '1',
      '19.996',
      '20',
    ]);
  });

  test('no renewal has one', () => {
    const [fee] = bucketFees(rated(charge, [bucket(charge, '10')]), frame);
    expect(fee?.amountCents).toBe(1_000n);
    expect(sourceOf(fee).trueUp).toBeNull();
  });
});

test('the fee of one event names the event (charges.md §8)', () => {
  const charge = priced({ payInAdvance: true, invoiceable: false });
  const fee = eventFee(
    {
      priced: charge,
      filter: EUROPE,
      groupedBy: {},
      fee: { ...money(charge, '4'), units: new Big(4), amountDetails: {} },
    },
    frame,
    'event-1',
  );
  expect(fee).toMatchObject({
    source: { type: 'charge', eventTransactionId: 'event-1', filter: { id: 'filter-europe' }, trueUp: null },
    amountCents: 400n,
    eventsCount: 1n,
    payInAdvance: true,
    invoiceable: false,
  });
  expect([fee.units, fee.totalAggregatedUnits].map(String)).toEqual(['4', '4']);
});
