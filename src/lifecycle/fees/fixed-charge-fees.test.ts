import { describe, expect, test } from '@jest/globals';
import { feeRow, fixedChargeRow, listedTaxes, taxRow } from '../../../test/support/rows.js';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import { Big } from '../../core/money/decimal.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { InvoicedFee } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { FixedCharge } from '../../modules/plans/fixed-charges/fixed-charge.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { type BillingOccasion, occasionWindows } from '../billing-records/billing-occasion.js';
import { changedUnitsFee, fixedChargeFees } from './fixed-charge-fees.js';
import type { SubscribedFixedCharge } from '../billing-records/load-fixed-charges.js';
import { NO_TAXES } from '../../core/taxes/tax.js';

const at = (day: string) => new Date(`2027-${day}${day.includes('T') ? '' : 'T00:00:00'}Z`);

const ADD_ON = {
  id: 'seat',
  code: 'seat',
  name: 'Seat',
  description: 'A seat',
  invoiceDisplayName: null,
} as SubscribedFixedCharge['addOn'];

const ARREARS = { payInAdvance: false, prorated: true, properties: { amount: '12' } } as const;
const ADVANCE = { payInAdvance: true, prorated: true, properties: { amount: '7.5' } } as const;

/** A fixed charge with these quantities, each from a day on. */
function subscribed(
  over: Partial<FixedCharge>,
  quantities: readonly [units: number, from: string][],
  more: Partial<SubscribedFixedCharge> = {},
): SubscribedFixedCharge {
  const history = quantities.map(([units, from]) => ({ units: new Big(units), effectiveAt: at(from) }));
  const units = BigInt(quantities.at(-1)?.[0] ?? 0);
  return {
    fixedCharge: fixedChargeRow({ units, ...over }),
    addOn: ADD_ON,
    history,
    hasOwnUnits: false,
    paidFees: [],
    earlierPaidFees: [],
    taxes: NO_TAXES,
    ...more,
  };
}

/** A fee in advance for a month that begins on a day. */
function paid(units: number, amountCents: bigint, from: string, to: string, createdAt = from): InvoicedFee {
  const dates = { fromAt: at(from), toAt: at(to), createdAt: at(createdAt) };
  return { fee: feeRow(amountCents, { units: String(units), ...dates }), timezone: 'UTC' };
}

function feesOn(
  occasion: BillingOccasion,
  fixedCharges: readonly SubscribedFixedCharge[],
  context: SubscriptionContext = subscriptionContext(occasion.at),
): PlannedFee[] {
  const windows = occasionWindows(context, occasion);
  return fixedChargeFees({ context, occasion, windows }, fixedCharges, NO_TAXES);
}

const summary = (fees: readonly PlannedFee[]) =>
  fees.map(({ units, amountCents }) => `${units.toFixed()}: ${amountCents}`);

const periodic = (day: string): BillingOccasion => ({ reason: 'periodic', at: at(day) });
const upgraded = (day: string): BillingOccasion => ({ reason: 'upgraded', at: at(day), nextPlanId: 'next' });
const terminated = (day: string): BillingOccasion => ({
  reason: 'terminated',
  at: at(day),
  hadPeriodicRun: false,
});

describe('in arrears (fixed-charges-and-commitments.md §5, §9.1)', () => {
  const seats: [number, string][] = [
    [6, '01-01'],
    [9, '07-14'],
  ];

  test.each<[Partial<FixedCharge>, BillingOccasion, string[], string]>([
    [ARREARS, periodic('08-01'), ['9: 9290'], 'July, 6 units and 9 from the 14th'],
    [{ ...ARREARS, prorated: false }, periodic('08-01'), ['9: 10800'], 'not prorated: the last quantity'],
    [ARREARS, upgraded('08-21T12:00:00'), ['9: 6968'], 'upgraded on 21 August: 20 days of 31'],
    [ARREARS, upgraded('08-01'), [], 'upgraded on the first day: no day is left for the old plan'],
    [
      { ...ARREARS, prorated: false },
      upgraded('08-01'),
      ['9: 10800'],
      'upgraded on the first day, not prorated: whole',
    ],
    [ARREARS, terminated('08-20T12:00:00'), ['9: 6968'], 'ended on 20 August: that day counts'],
    [ARREARS, { reason: 'starting', at: at('08-01') }, [], 'a start bills nothing in arrears'],
  ])('a fixed charge in arrears: case %#', (over, occasion, expected) => {
    expect(summary(feesOn(occasion, [subscribed(over, seats)]))).toEqual(expected);
  });

  test('a window in arrears without units and amount has no fee; units without a price and a flat amount without units make one (§4)', () => {
    const ranges = [{ fromValue: 0, toValue: null, perUnitAmount: '0', flatAmount: '3' }];
    const volume: Partial<FixedCharge> = {
      ...ARREARS,
      prorated: false,
      chargeModel: 'volume',
      properties: { volumeRanges: ranges },
    };
    const none: [number, string][] = [[0, '01-01']];
    expect(summary(feesOn(periodic('08-01'), [subscribed(ARREARS, none)]))).toEqual([]);
    const free = { ...ARREARS, properties: { amount: '0' } };
    expect(summary(feesOn(periodic('08-01'), [subscribed(free, seats)]))).toEqual(['9: 0']);
    expect(summary(feesOn(periodic('08-01'), [subscribed(volume, none)]))).toEqual(['0: 300']);
  });
});

describe('in advance (fixed-charges-and-commitments.md §6)', () => {
  const tenSeats: [number, string][] = [[10, '01-01']];

  test('a billing day bills the month that begins, with the quantity at its start (§6.2)', () => {
    const [fee] = feesOn(periodic('09-01'), [
      subscribed(ADVANCE, [
        [10, '01-01'],
        [14, '09-01'],
        [20, '09-02'],
      ]),
    ]);
    expect(fee).toMatchObject({
      source: {
        type: 'fixed_charge',
        subscriptionId: 'subscription',
        fixedChargeId: 'fixed-charge',
        addOnId: 'seat',
      },
      amountCents: 10_500n,
      payInAdvance: true,
      invoiceable: true,
      eventsCount: null,
      from: at('09-01'),
      to: at('10-01'),
    });
    expect(fee?.units.toFixed()).toBe('14');
  });

  test('a start bills its days of the month (§6.1)', () => {
    const context = subscriptionContext(at('09-21'), {
      subscription: { subscriptionAt: at('09-21'), startedAt: at('09-21'), usageFrom: at('09-21') },
    });
    const fees = feesOn(
      { reason: 'starting', at: at('09-21') },
      [subscribed(ADVANCE, [[10, '09-21']])],
      context,
    );
    expect(summary(fees)).toEqual(['10: 2500']);
    expect(fees[0]).toMatchObject({ from: at('09-21'), to: at('10-01') });
  });

  test.each<[InvoicedFee, string[], string]>([
    [paid(10, 7_500n, '09-01', '10-01'), [], 'paid already (§6.3)'],
    [paid(0, 0n, '09-01', '10-01'), ['10: 7500'], 'a fee of 0 has paid nothing'],
    [paid(10, 0n, '09-01', '10-01'), [], 'units without a price are paid'],
    [paid(10, 7_500n, '08-01', '09-01'), ['10: 7500'], 'another month'],
  ])('a fixed charge in advance: case %#', (fee, expected) => {
    const seats = subscribed(ADVANCE, tenSeats, { paidFees: [fee] });
    expect(summary(feesOn(periodic('09-01'), [seats]))).toEqual(expected);
  });

  test.each([terminated('09-21'), upgraded('09-21')])('an end bills none (§6.7): %#', (occasion) => {
    expect(feesOn(occasion, [subscribed(ADVANCE, tenSeats)])).toEqual([]);
  });

  test.each<[Partial<FixedCharge>, bigint, InvoicedFee[], string]>([
    [{}, 4_667n, [paid(2, 5_000n, '06-01', '07-01')], '8 000 less 3 333'],
    [
      {},
      1_333n,
      [paid(2, 5_000n, '06-01', '07-01'), paid(2, 4_167n, '06-01', '07-01', '06-06')],
      '8 000 less 6 667',
    ],
    [{ prorated: false }, 12_000n, [paid(2, 5_000n, '06-01', '07-01')], 'not prorated: no deduction'],
  ])(
    'an upgrade on 11 June deducts what was paid for the same add-on (§9.3): %#',
    (over, expected, earlier) => {
      const began = at('06-11');
      const context = subscriptionContext(began, {
        subscription: { subscriptionAt: began, startedAt: began, usageFrom: began },
      });
      const seats = subscribed({ ...ADVANCE, properties: { amount: '40' }, ...over }, [[3, '06-11']], {
        earlierPaidFees: earlier.map((each) => ({ ...each, paidFrom: each.fee.createdAt })),
      });
      const [fee] = feesOn({ reason: 'starting', at: began }, [seats], context);
      expect(fee?.amountCents).toBe(expected);
    },
  );
});

describe('units that change at once (fixed-charges-and-commitments.md §6.4, §9.2)', () => {
  const ON_THE_FIRST = paid(10, 7_500n, '09-01', '10-01');
  const ADDED = paid(4, 1_000n, '09-01', '10-01', '09-21');
  const context = subscriptionContext(at('09-21'));

  test.each<[bigint, InvoicedFee[], string, bigint, string]>([
    [14n, [ON_THE_FIRST], '4', 1_000n, '10 to 14: 4 for ten days of 30'],
    [12n, [ON_THE_FIRST, ADDED], '0', 0n, 'then 12: a fee of 0'],
    [15n, [ON_THE_FIRST, ADDED], '1', 250n, 'then 15: what exceeds the 14 that were paid'],
    [3n, [], '3', 750n, 'nothing was paid before'],
  ])('units that change to %s at once', (units, paidFees, feeUnits, amountCents) => {
    const seats = subscribed({ ...ADVANCE, units }, [], { paidFees });
    const fee = changedUnitsFee({ context, planTaxes: NO_TAXES }, seats);
    expect([fee.units.toFixed(), fee.amountCents]).toEqual([feeUnits, amountCents]);
    expect(fee).toMatchObject({ from: at('09-01'), to: at('10-01'), amountDetails: {}, payInAdvance: true });
  });

  test('units that change at once cost the whole price when the charge is not prorated', () => {
    const seats = subscribed({ ...ADVANCE, prorated: false, units: 14n }, [], { paidFees: [ON_THE_FIRST] });
    expect(changedUnitsFee({ context, planTaxes: NO_TAXES }, seats).amountCents).toBe(3_000n);
  });
});

describe('a fee', () => {
  const seats = (over: Partial<FixedCharge>, more: Partial<SubscribedFixedCharge> = {}) =>
    subscribed({ ...ADVANCE, ...over }, [[10, '01-01']], more);
  const context = subscriptionContext(at('09-01'));
  const nameOf = (charge: SubscribedFixedCharge) =>
    changedUnitsFee({ context, planTaxes: NO_TAXES }, charge).item.displayName;

  test('a fee is named by the charge, else by the add-on', () => {
    const named = { ...ADD_ON, invoiceDisplayName: 'Seats' };
    expect(nameOf(seats({ invoiceDisplayName: 'Places' }, { addOn: named }))).toBe('Places');
    expect(nameOf(seats({}, { addOn: named }))).toBe('Seats');
    expect(nameOf(seats({}))).toBe('Seat');
  });

  test('a fee has the taxes of the charge, else those of the plan (taxes.md §2)', () => {
    const ofPlan = listedTaxes(taxRow(20));
    const own = { ...listedTaxes(taxRow(7)), list: 'fixed_charge' } as const;
    const taxesOf = (taxes: SubscribedFixedCharge['taxes']) =>
      changedUnitsFee({ context, planTaxes: ofPlan }, seats({}, { taxes })).taxes;
    expect(taxesOf(own)).toEqual(own);
    expect(taxesOf({ ...own, taxes: [] })).toEqual(ofPlan);
  });
});
