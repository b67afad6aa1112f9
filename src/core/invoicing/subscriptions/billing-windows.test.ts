// Sections without a document are those of periods.md.
import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../../test/support/property.js';
import {
  billingWindows,
  continueFrom,
  currentUsagePeriod,
  dayOfEndWindows,
  meteringScope,
  quantityScope,
  type BillingRun,
  type BillingSituation,
} from './billing-windows.js';
import { Big, ZERO } from '../../money/decimal.js';
import { fixedChargeUsage, inAdvanceFixedChargeUsage } from '../../fixed-charges/quantity-history.js';
import { prorateSum } from '../../metering/proration.js';
import { contains, isEmpty, shownEnd, type Period } from '../../time/period.js';
import { BILLING_TIMES, PLAN_INTERVALS } from '../../time/plan-interval.js';
import { nextBillingAt, type SubscriptionTerms } from './subscription-terms.js';

function terms(startedAt: string, overrides: Partial<SubscriptionTerms> = {}): SubscriptionTerms {
  return {
    interval: 'monthly',
    billingTime: 'calendar',
    payInAdvance: false,
    billChargesMonthly: null,
    billFixedChargesMonthly: null,
    subscriptionAt: new Date(startedAt),
    startedAt: new Date(startedAt),
    timezone: 'UTC',
    ...overrides,
  };
}

function run(situation: BillingSituation, at: string, hadPeriodicRun = true): BillingRun {
  return situation === 'terminated'
    ? { situation, at: new Date(at), hadPeriodicRun }
    : { situation, at: new Date(at) };
}

/** Both ends of each window as the API prints them; a midnight as its date. */
function shown(period: Period | null): string {
  if (period === null) return 'none';
  const text = (at: Date) =>
    `${at.toISOString().slice(0, 19)}Z`.replace('T00:00:00Z', '').replace('T23:59:59Z', ' end');
  return `${text(period.from)} - ${text(shownEnd(period))}`;
}

function windows(subscription: SubscriptionTerms, billingRun: BillingRun): string[] {
  const { subscription: fee, charges, fixedCharges } = billingWindows(subscription, billingRun);
  return [shown(fee), shown(charges), shown(fixedCharges)];
}

const advance = { payInAdvance: true };

describe('windows of a run', () => {
  const september = '2027-09-18T09:30:00Z';

  test.each<[string, Partial<SubscriptionTerms>, BillingRun, string[], string]>([
    [
      september,
      {},
      run('periodic', '2027-10-01'),
      [
        '2027-09-18 - 2027-09-30 end',
        '2027-09-18T09:30:00Z - 2027-09-30 end',
        '2027-09-18T09:30:00Z - 2027-09-30 end',
      ],
      'the fee counts the whole starting day, usage starts at the instant: §13.1',
    ],
    [
      september,
      advance,
      run('starting', september),
      ['2027-09-18 - 2027-09-30 end', '2027-09-18T09:30:00Z - 2027-09-18T09:30:00Z', 'none'],
      'nothing was used yet: §13.2',
    ],
    [
      september,
      advance,
      run('periodic', '2027-10-01'),
      [
        '2027-10-01 - 2027-10-31 end',
        '2027-09-18T09:30:00Z - 2027-09-30 end',
        '2027-09-18T09:30:00Z - 2027-09-30 end',
      ],
      'the fee looks ahead, usage back: §13.2',
    ],
    [
      september,
      {},
      run('periodic', '2027-11-03'),
      ['2027-10-01 - 2027-10-31 end', '2027-10-01 - 2027-10-31 end', '2027-10-01 - 2027-10-31 end'],
      'a late run still bills the period before: §4',
    ],
    [
      september,
      {},
      run('current', '2027-10-11'),
      ['2027-10-01 - 2027-10-31 end', '2027-10-01 - 2027-10-31 end', '2027-10-01 - 2027-10-31 end'],
      'the period in progress',
    ],
    [
      september,
      {},
      run('terminated', '2027-10-11T15:20:00Z'),
      [
        '2027-10-01 - 2027-10-11T15:20:00Z',
        '2027-10-01 - 2027-10-11T15:20:00Z',
        '2027-10-01 - 2027-10-11T15:20:00Z',
      ],
      'cut at the end, inclusive',
    ],
    [
      september,
      advance,
      run('upgraded', '2027-09-18T15:20:00Z'),
      [
        '2027-09-18 - 2027-09-18T15:20:00Z',
        '2027-09-18T09:30:00Z - 2027-09-18T15:20:00Z',
        '2027-09-18T09:30:00Z - 2027-09-18T15:20:00Z',
      ],
      'the part of the starting day before an upgrade',
    ],
    [
      september,
      {},
      run('downgraded', '2027-11-01'),
      ['2027-10-01 - 2027-10-31 end', '2027-10-01 - 2027-10-31 end', '2027-10-01 - 2027-10-31 end'],
      'a downgrade closes the whole period',
    ],
    [
      '2027-08-04T16:00:00Z',
      { interval: 'weekly', billingTime: 'anniversary', timezone: 'Asia/Tokyo' },
      run('current', '2027-08-05'),
      [
        '2027-08-04T15:00:00Z - 2027-08-11T14:59:59Z',
        '2027-08-04T16:00:00Z - 2027-08-11T14:59:59Z',
        '2027-08-04T16:00:00Z - 2027-08-11T14:59:59Z',
      ],
      'Thursdays in Tokyo: §13.4',
    ],
    [
      '2027-01-05T00:00:00Z',
      { timezone: 'America/Denver' },
      run('periodic', '2027-04-01T06:00:00Z'),
      [
        '2027-03-01T07:00:00Z - 2027-04-01T05:59:59Z',
        '2027-03-01T07:00:00Z - 2027-04-01T05:59:59Z',
        '2027-03-01T07:00:00Z - 2027-04-01T05:59:59Z',
      ],
      'March in Denver: §9',
    ],
  ])('a run that started %s, %j, %j: %j (%s)', (startedAt, overrides, billingRun, expected) => {
    expect(windows(terms(startedAt, overrides), billingRun)).toEqual(expected);
  });
});

describe('monthly split', () => {
  const yearly = (overrides: Partial<SubscriptionTerms>) =>
    terms('2027-02-10T00:00:00Z', { interval: 'yearly', billingTime: 'anniversary', ...overrides });
  const chargesOnly = { billChargesMonthly: true, billFixedChargesMonthly: false };
  const fixedOnly = { billChargesMonthly: false, billFixedChargesMonthly: true };
  const both = { billChargesMonthly: true, billFixedChargesMonthly: true };
  const year = '2027-02-10 - 2028-02-09 end';
  const nextYear = '2028-02-10 - 2029-02-09 end';
  const may = '2027-05-10 - 2027-06-09 end';
  const january = '2028-01-10 - 2028-02-09 end';

  test.each<[Partial<SubscriptionTerms>, BillingRun, string[], string]>([
    [
      { ...advance, ...chargesOnly },
      run('periodic', '2027-06-10'),
      [year, may, 'none'],
      'another month: §13.3',
    ],
    [
      { ...advance, ...chargesOnly },
      run('periodic', '2028-02-10'),
      [nextYear, january, year],
      'first month: §13.3',
    ],
    [
      { ...advance, ...fixedOnly },
      run('periodic', '2027-06-10'),
      [year, 'none', may],
      'fixed charges by month',
    ],
    [
      { ...advance, ...fixedOnly },
      run('periodic', '2028-02-10'),
      [nextYear, year, january],
      'fixed charges by month, usage by year',
    ],
    [{ ...advance, ...both }, run('periodic', '2027-06-10'), [year, may, may], 'both by month'],
    [
      { ...advance, ...both },
      run('periodic', '2028-02-10'),
      [nextYear, january, january],
      'both by month, new year',
    ],
    [chargesOnly, run('periodic', '2028-02-10'), [year, january, year], 'in arrears the fee looks back too'],
    [chargesOnly, run('current', '2027-06-01'), [year, may, year], 'usage sees every window'],
    [
      chargesOnly,
      run('terminated', '2027-06-01T00:00:00Z'),
      ['2027-02-10 - 2027-06-01', '2027-05-10 - 2027-06-01', '2027-02-10 - 2027-06-01'],
      'a closing invoice bills every part so far',
    ],
    [{}, run('periodic', '2028-02-12'), [year, year, year], 'without split a late run is complete'],
  ])('a month of %j, %j: %j (%s)', (overrides, billingRun, expected) => {
    expect(windows(yearly(overrides), billingRun)).toEqual(expected);
  });

  test.each<[Partial<SubscriptionTerms>, BillingRun, string[], string]>([
    [
      { ...advance, ...chargesOnly },
      run('activated', '2028-04-15'),
      [nextYear, '2028-03-10 - 2028-04-09 end', year],
      'every part has had a billing day',
    ],
    [
      { ...advance, ...chargesOnly },
      run('activated', '2027-07-01'),
      [year, may, 'none'],
      'those of the year have not',
    ],
    [
      { ...advance, ...fixedOnly },
      run('activated', '2027-06-10'),
      [year, 'none', may],
      'on a billing day, the period of that day',
    ],
    [advance, run('activated', '2027-06-10'), [year, 'none', 'none'], 'none has had one'],
  ])('a month paid for late: %j, %j: %j (%s)', (overrides, billingRun, expected) => {
    expect(windows(yearly(overrides), billingRun)).toEqual(expected);
  });

  test('before the end of the first plan period, none of it is billed', () => {
    const [fee] = windows(
      terms('2027-02-10T09:30:00Z', { interval: 'yearly', ...both }),
      run('periodic', '2027-03-01'),
    );
    expect(fee).toBe('2027-02-10 - 2027-02-10T09:30:00Z');
  });
});

describe('termination on the first day of a period', () => {
  const september = '2027-09-01 - 2027-09-30 end';
  const firstDay = '2027-10-01 - 2027-10-01T08:00:00Z';

  test.each<[string, Partial<SubscriptionTerms>, BillingRun, string[], string]>([
    [
      '2027-01-05T00:00:00Z',
      {},
      run('terminated', '2027-10-01T08:00:00Z', false),
      [september, september, september],
      'the period before is still to bill; the day is not: §11',
    ],
    [
      '2027-01-05T00:00:00Z',
      {},
      run('terminated', '2027-10-01T08:00:00Z', true),
      [firstDay, firstDay, firstDay],
      'it was billed that morning: one day',
    ],
    [
      '2027-01-05T00:00:00Z',
      {},
      run('terminated', '2027-10-02T08:00:00Z', false),
      [
        '2027-10-01 - 2027-10-02T08:00:00Z',
        '2027-10-01 - 2027-10-02T08:00:00Z',
        '2027-10-01 - 2027-10-02T08:00:00Z',
      ],
      'the second day is no first day',
    ],
    [
      '2027-09-30T09:00:00Z',
      {},
      run('terminated', '2027-10-01T08:00:00Z', false),
      [firstDay, firstDay, firstDay],
      'started less than a day before',
    ],
    [
      '2027-01-05T00:00:00Z',
      { interval: 'yearly', billChargesMonthly: true },
      run('terminated', '2027-10-01T08:00:00Z', false),
      ['2027-01-05 - 2027-10-01T08:00:00Z', september, '2027-01-05 - 2027-10-01T08:00:00Z'],
      'with a monthly split each window has its own period',
    ],
  ])('a subscription that started %s, %j, %j: %j (%s)', (startedAt, overrides, billingRun, expected) => {
    expect(windows(terms(startedAt, overrides), billingRun)).toEqual(expected);
  });
});

test.each([
  ['2027-10-11T00:00:00Z', '2027-10-01 - 2027-10-31 end', 'the period in progress'],
  ['2027-09-20T00:00:00Z', '2027-09-18T09:30:00Z - 2027-09-30 end', 'the first one, from the start'],
  ['2027-08-01T00:00:00Z', '2027-09-18T09:30:00Z - 2027-09-30 end', 'the first one, before the start'],
])('current usage period at %s: %s (%s)', (now, expected) => {
  expect(shown(currentUsagePeriod(terms('2027-09-18T09:30:00Z'), new Date(now)))).toBe(expected);
});

test.each([
  ['2027-09-30T22:00:00Z', '2027-09-30T22:00:00Z', 'from UTC to Paris: not two hours twice'],
  ['2027-10-01T06:00:00Z', '2027-10-01T06:00:00Z', 'from Denver to UTC: not six hours lost'],
  ['2027-09-30T00:00:00Z', '2027-09-30T00:00:00Z', 'a day apart, still a change of zone'],
  ['2027-09-29T22:00:00Z', '2027-09-29T22:00:00Z', '26 hours, from UTC+14 to UTC-12'],
  ['2027-09-29T21:59:59Z', '2027-10-01T00:00:00Z', 'longer ago: something else'],
  ['2027-10-31T15:00:00Z', '2027-10-31T15:00:00Z', 'billed in Tokyo up to November: only what came after'],
  ['2027-11-01T06:00:00Z', '2027-11-01T00:00:00Z', 'billed beyond it: nothing is left'],
])('after a window billed to %s in another zone, October starts at %s: %s', (billedTo, from) => {
  const october = { from: new Date('2027-10-01T00:00:00Z'), to: new Date('2027-11-01T00:00:00Z') };
  expect(continueFrom(new Date(billedTo), october)).toEqual({ from: new Date(from), to: october.to });
});

describe('properties', () => {
  const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  const anyTerms = fc
    .record({
      interval: fc.constantFrom(...PLAN_INTERVALS),
      billingTime: fc.constantFrom(...BILLING_TIMES),
      payInAdvance: fc.boolean(),
      billChargesMonthly: fc.boolean(),
      billFixedChargesMonthly: fc.boolean(),
      timezone: fc.constantFrom(
        'UTC',
        'America/Denver',
        'Asia/Tokyo',
        'Asia/Kathmandu',
        'Europe/Paris',
        'Pacific/Apia',
      ),
      startedAt: instants,
    })
    .map(({ startedAt, ...overrides }) => terms(startedAt.toISOString(), overrides));

  test('successive runs bill every instant of usage from the start exactly once', () => {
    fc.assert(
      fc.property(anyTerms, (subscription) => {
        const billed: Period[] = [];
        let at = subscription.startedAt;
        for (let runs = 0; runs < 30; runs += 1) {
          at = nextBillingAt(subscription, at);
          const { charges } = billingWindows(subscription, { situation: 'periodic', at });
          if (charges !== null) billed.push(charges);
        }
        expect(billed[0]?.from).toEqual(subscription.startedAt);
        for (const [index, window] of billed.slice(1).entries())
          expect(window.from).toEqual(billed[index]?.to);
      }),
      tries(50),
    );
  });

  test('the window shown during a period is the one that the next run bills', () => {
    fc.assert(
      fc.property(anyTerms, instants, (subscription, at) => {
        fc.pre(at >= subscription.startedAt);
        const current = currentUsagePeriod(subscription, at);
        expect(contains(current, at)).toBe(true);
        const { charges } = billingWindows(subscription, { situation: 'periodic', at: current.to });
        expect(charges).toEqual(current);
      }),
    );
  });

  test('no window starts before the starting day, and usage never before the start', () => {
    const situations = fc.constantFrom<BillingSituation>(
      ...(['starting', 'periodic', 'terminated', 'upgraded', 'downgraded', 'current'] as const),
    );
    fc.assert(
      fc.property(
        anyTerms,
        situations,
        instants,
        fc.boolean(),
        (subscription, situation, at, hadPeriodicRun) => {
          fc.pre(at >= subscription.startedAt);
          const result = billingWindows(subscription, run(situation, at.toISOString(), hadPeriodicRun));
          const dayBefore = subscription.startedAt.getTime() - 25 * 3_600_000;
          expect(result.subscription.from.getTime()).toBeGreaterThan(dayBefore);
          expect(isEmpty(result.subscription)).toBe(false);
          for (const window of [result.charges, result.fixedCharges]) {
            if (window === null) continue;
            expect(window.from >= subscription.startedAt && window.from <= window.to).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the day of an end that its closing invoice does not cover: periods.md §11', () => {
  test.each<[string, Partial<SubscriptionTerms>, string, boolean, string | null, string]>([
    [
      '2027-01-05T00:00:00Z',
      {},
      '2027-10-01T08:00:00Z',
      false,
      '2027-10-01 - 2027-10-01T08:00:00Z',
      'monthly, in arrears',
    ],
    [
      '2027-01-05T00:00:00Z',
      { payInAdvance: true },
      '2027-10-01T08:00:00Z',
      false,
      '2027-10-01 - 2027-10-01T08:00:00Z',
      'in advance',
    ],
    [
      '2027-01-05T00:00:00Z',
      { interval: 'weekly' },
      '2027-10-04T08:00:00Z',
      false,
      '2027-10-04 - 2027-10-04T08:00:00Z',
      'weekly: a Monday',
    ],
    [
      '2027-01-05T00:00:00Z',
      { interval: 'yearly' },
      '2028-01-01T08:00:00Z',
      false,
      '2028-01-01 - 2028-01-01T08:00:00Z',
      'yearly',
    ],
    [
      '2027-01-05T00:00:00Z',
      { interval: 'yearly', billChargesMonthly: true },
      '2027-10-01T08:00:00Z',
      false,
      '2027-10-01 - 2027-10-01T08:00:00Z',
      'split by month: any month',
    ],
    [
      '2027-01-05T00:00:00Z',
      { interval: 'yearly', billFixedChargesMonthly: true },
      '2027-10-01T08:00:00Z',
      false,
      null,
      'usage by the year: its period goes on',
    ],
    [
      '2027-01-05T00:00:00Z',
      {},
      '2027-10-01T00:00:00Z',
      false,
      '2027-10-01 - 2027-10-01',
      'its first instant',
    ],
    [
      '2027-01-05T00:00:00Z',
      {},
      '2027-10-01T08:00:00Z',
      true,
      null,
      'billed that morning: the closing invoice covers the day',
    ],
    ['2027-01-05T00:00:00Z', {}, '2027-10-02T08:00:00Z', false, null, 'no first day'],
    ['2027-09-30T09:00:00Z', {}, '2027-10-01T08:00:00Z', false, null, 'started less than a day before'],
  ])(
    'a subscription that started %s, %j, ended %s, billed %s: %s (%s)',
    (startedAt, over, at, hadPeriodicRun, expected) => {
      const own = terms(startedAt, over);
      const end = new Date(at);
      const closing = billingWindows(own, { situation: 'terminated', at: end, hadPeriodicRun });
      const day = dayOfEndWindows(own, end, closing);
      expect(day === null ? null : shown(day.charges)).toBe(expected);
      if (day !== null) expect(closing.charges?.to).toEqual(day.charges?.from);
    },
  );

  test.each<[string, Partial<SubscriptionTerms>, boolean]>([
    ['of which a period ends, too', {}, true],
    [
      'whose period goes on, and is on the closing invoice',
      { interval: 'yearly', billChargesMonthly: true },
      false,
    ],
    [
      'by the month, too',
      { interval: 'semiannual', billChargesMonthly: true, billFixedChargesMonthly: true },
      true,
    ],
  ])(
    'the day of the end has the bounds of the normal rule for the plan; for fixed charges %s',
    (_, over, hasFixedCharges) => {
      const own = terms('2027-01-05T00:00:00Z', over);
      const at = new Date('2027-10-01T08:00:00Z');
      const normal = billingWindows(own, { situation: 'terminated', at, hadPeriodicRun: true });
      const closing = billingWindows(own, { situation: 'terminated', at, hadPeriodicRun: false });
      expect(dayOfEndWindows(own, at, closing)).toEqual({
        ...normal,
        fixedCharges: hasFixedCharges ? normal.fixedCharges : null,
      });
    },
  );
});

describe('a start on the local day of an end under the same external id: periods.md §5', () => {
  const restarted = (over: Partial<SubscriptionTerms> = {}) =>
    terms('2027-06-15T12:30:00Z', { restartedAfter: new Date('2027-06-15T12:00:00Z'), ...over });
  const subscriptionOf = (own: SubscriptionTerms, run: BillingRun) =>
    shown(billingWindows(own, run).subscription);

  test.each<[Partial<SubscriptionTerms>, BillingRun, string, string]>([
    [{}, run('starting', '2027-06-15T12:30:00Z'), '2027-06-16 - 2027-06-30 end', 'pays from the next day'],
    [{}, run('periodic', '2027-07-01T00:00:00Z'), '2027-06-16 - 2027-06-30 end', 'in arrears too'],
    [{}, run('periodic', '2027-08-01T00:00:00Z'), '2027-07-01 - 2027-07-31 end', 'later periods are whole'],
    [
      {},
      run('terminated', '2027-06-15T18:00:00Z'),
      '2027-06-15T18:00:00Z - 2027-06-15T18:00:00Z',
      'no day is left',
    ],
    [
      { restartedAfter: new Date('2027-06-14T23:00:00Z') },
      run('starting', '2027-06-15T12:30:00Z'),
      '2027-06-15 - 2027-06-30 end',
      'ended the day before',
    ],
    [
      { restartedAfter: new Date('2027-06-14T23:00:00Z'), timezone: 'Europe/Paris' },
      run('starting', '2027-06-15T12:30:00Z'),
      '2027-06-15T22:00:00Z - 2027-06-30T21:59:59Z',
      'that is the same day in Paris',
    ],
  ])('a start %j, %j: %s (%s)', (over, billingRun, expected) => {
    expect(subscriptionOf(restarted(over), billingRun)).toBe(expected);
  });

  // Of a month of 30 days, 30 units cost a unit a day.
  const UNITS = new Big(30);
  const instants = fc.tuple(fc.integer({ min: 0, max: 719 }), fc.integer({ min: 0, max: 23 }));
  const JUNE = Date.parse('2027-06-01T00:00:00Z');
  const hour = (hours: number) => new Date(JUNE + hours * 3_600_000);

  test.each([
    [
      'units of fixed charges in arrears',
      (own: SubscriptionTerms, window: Period) =>
        fixedChargeUsage(
          [{ units: UNITS, effectiveAt: window.from }],
          quantityScope(own, window, { isUpgraded: false, billed: null }),
          true,
        ).proration?.units,
    ],
    [
      'units of fixed charges in advance',
      (own: SubscriptionTerms, window: Period) =>
        inAdvanceFixedChargeUsage(
          [{ units: UNITS, effectiveAt: window.from }],
          quantityScope(own, window, { isUpgraded: false, billed: null }),
          true,
        ).proration?.units,
    ],
    [
      'units that a recurring metric carries',
      (own: SubscriptionTerms, window: Period) =>
        prorateSum(
          [{ at: hour(-5), properties: { n: '30' }, amount: ZERO }],
          { fieldName: 'n' },
          { ...meteringScope(own, window), window },
        ).units,
    ],
  ])('%s are paid once for each day, whenever the end and the new start of a day are', (_, unitsOf) => {
    fc.assert(
      fc.property(instants, ([ended, later]) => {
        const endedAt = hour(ended);
        const startedAt = hour(Math.min(ended + later, Math.floor(ended / 24) * 24 + 23));
        const first = terms('2027-05-20T00:00:00Z');
        const second = terms(startedAt.toISOString(), { restartedAfter: endedAt });
        const window = (own: SubscriptionTerms, of: BillingRun) =>
          billingWindows(own, of).charges ?? { from: startedAt, to: startedAt };
        const parts = [
          unitsOf(first, window(first, { situation: 'terminated', at: endedAt, hadPeriodicRun: true })),
          unitsOf(second, window(second, run('periodic', '2027-07-01T00:00:00Z'))),
        ];
        expect(parts.reduce((sum, part) => sum + Number(part), 0)).toBe(30);
      }),
    );
  });
});
