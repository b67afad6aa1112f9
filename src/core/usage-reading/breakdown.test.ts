import { expect, test } from '@jest/globals';
import { Big } from '../money/decimal.js';
import { rateUsage } from '../rating/charge-models.js';
import { usageOf } from '../usage.js';
import type { RatedBucket } from '../rating/rate-charge.js';
import { addUpPresentation, addUpPriced, addUpUsage, breakDown } from './breakdown.js';

type Bucket = RatedBucket<string, number>;
const bucket = (filter: string | null, groupedBy: Bucket['groupedBy'], rated: number): Bucket => ({
  filter,
  groupedBy,
  rated,
});
const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);

test.each<[Bucket[], object, string]>([
  [[bucket(null, {}, 7)], { figures: 7, filters: [], groups: [] }, 'one bucket'],
  [
    [bucket('aws', {}, 1), bucket('gcp', {}, 2), bucket(null, {}, 4)],
    {
      figures: 7,
      filters: [
        { filter: 'aws', figures: 1 },
        { filter: 'gcp', figures: 2 },
        { filter: null, figures: 4 },
      ],
      groups: [],
    },
    'filters in order, then the default bucket',
  ],
  [
    [bucket(null, { user: 'a' }, 1), bucket(null, { user: null }, 2)],
    {
      figures: 3,
      filters: [],
      groups: [
        { groupedBy: { user: 'a' }, figures: 1, filters: [] },
        { groupedBy: { user: null }, figures: 2, filters: [] },
      ],
    },
    'groups',
  ],
  [
    [bucket('aws', { user: 'a' }, 1), bucket('aws', { user: 'b' }, 2), bucket(null, { user: 'a' }, 4)],
    {
      figures: 7,
      filters: [
        { filter: 'aws', figures: 3 },
        { filter: null, figures: 4 },
      ],
      groups: [
        {
          groupedBy: { user: 'a' },
          figures: 5,
          filters: [
            { filter: 'aws', figures: 1 },
            { filter: null, figures: 4 },
          ],
        },
        { groupedBy: { user: 'b' }, figures: 2, filters: [{ filter: 'aws', figures: 2 }] },
      ],
    },
    'both',
  ],
  [
    [bucket('aws', { user: 'a' }, 1), bucket(null, {}, 4)],
    {
      figures: 5,
      filters: [
        { filter: 'aws', figures: 1 },
        { filter: null, figures: 4 },
      ],
      groups: [
        { groupedBy: { user: 'a' }, figures: 1, filters: [{ filter: 'aws', figures: 1 }] },
        { groupedBy: {}, figures: 4, filters: [{ filter: null, figures: 4 }] },
      ],
    },
    'where only a filter is grouped, the rest is a group without values',
  ],
])('the breakdown of %j is %j: %s', (buckets, expected) => {
  expect(breakDown(buckets, total)).toEqual(expected);
});

test.each<[string | null, bigint | null, string]>([
  [null, null, 'in the currency'],
  ['0.7', 600n, 'and in pricing units'],
])('figures at a rate of %s add up, %s hundredths of pricing units: %s', (rate, pricingUnitAmountCents) => {
  const pricing = { currency: 'EUR', conversionRate: rate === null ? null : new Big(rate) };
  const rated = ['1', '2'].map((units) =>
    rateUsage(
      { model: 'standard', properties: { amount: '2' } },
      usageOf(new Big(units), { eventsCount: 5n }),
      pricing,
    ),
  );
  const figures = {
    units: new Big(3),
    amountCents: rate === null ? 600n : 420n,
    pricingUnitAmountCents,
  };
  expect(addUpPriced(rated)).toEqual(figures);
  expect(addUpUsage(rated)).toEqual({ ...figures, totalAggregatedUnits: new Big(3), eventsCount: 10n });
});

test('units are added up by presentation values, ordered by value', () => {
  const part = (region: string | null, units: string) => ({
    presentationBy: { region },
    units: new Big(units),
  });
  expect(addUpPresentation([part('us', '1'), part(null, '2'), part('eu', '3'), part('us', '0.5')])).toEqual([
    part('eu', '3'),
    part('us', '1.5'),
    part(null, '2'),
  ]);
});
