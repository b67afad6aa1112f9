import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { ZERO } from '../money/decimal.js';
import { bucketsOf } from './buckets.js';
import {
  ALL_FILTER_VALUES,
  filterDisplayName,
  filterErrors,
  filterMatcher,
  type FilterValues,
  trimFilterValues,
} from './filters.js';
import { groupEvents, groupOf, matchesGroup } from './groups.js';
import type { UsageEvent } from './usage-event.js';

const declared = { cloud: ['aws', 'gcp', 'azure'], region: ['eu', 'us'], size: ['1', '2'] };

/** Filters in order, each a day older than the next. */
const filters = (...list: FilterValues[]) =>
  list.map((values, index) => ({ values, createdAt: new Date(Date.UTC(2027, 0, index + 1)) }));

const event = (properties: Record<string, unknown>): UsageEvent => ({
  at: new Date('2027-09-01'),
  properties,
  amount: ZERO,
});

describe('filterMatcher', () => {
  const aws = { cloud: ['aws'] };
  const twoClouds = { cloud: ['aws', 'gcp'] };
  const otherTwo = { cloud: ['gcp', 'azure'] };
  const anyCloud = { cloud: [ALL_FILTER_VALUES] };
  const awsEurope = { cloud: ['aws'], region: ['eu'] };
  const europe = { region: ['eu'] };

  test.each<[FilterValues[], Record<string, unknown>, number | null, string]>([
    [[], { cloud: 'aws' }, null, 'no filters: all in the default bucket'],
    [[aws], { cloud: 'aws' }, 0, 'the value is accepted'],
    [[aws], { cloud: 'gcp' }, null, 'it is not'],
    [[aws], {}, null, 'the event does not have the property'],
    [[awsEurope], { cloud: 'aws' }, null, 'every key has to match'],
    [[aws, awsEurope], { cloud: 'aws', region: 'eu' }, 1, 'most keys first'],
    [[twoClouds, aws], { cloud: 'aws' }, 1, 'a narrower filter first, even if it is newer'],
    [[aws, twoClouds], { cloud: 'gcp' }, 1, 'where the narrower one does not match'],
    [[anyCloud, twoClouds], { cloud: 'aws' }, 1, 'a wildcard is as wide as the metric declares'],
    [[anyCloud], { cloud: 'ibm' }, null, 'a wildcard accepts no undeclared value'],
    [
      [{ other: [ALL_FILTER_VALUES] }],
      { other: 'x' },
      null,
      'a wildcard of an undeclared key accepts nothing',
    ],
    [[otherTwo, twoClouds], { cloud: 'gcp' }, 0, 'a partial overlap: the oldest'],
    [[aws, europe], { cloud: 'aws', region: 'eu' }, 0, 'as many keys, but others: the oldest'],
    [[aws, aws], { cloud: 'aws' }, 0, 'identical filters: the oldest takes all'],
    [
      [twoClouds, europe, aws],
      { cloud: 'aws', region: 'eu' },
      1,
      'what is narrowed gives way, then the oldest of the others',
    ],
    [
      [
        { cloud: ['aws'], region: ['eu', 'us'] },
        { cloud: ['aws', 'gcp'], region: ['eu'] },
      ],
      { cloud: 'aws', region: 'eu' },
      0,
      'narrower in one key and wider in the other: the oldest',
    ],
    [[{ size: ['2'] }], { size: 2 }, 0, 'a number compares by its text'],
    [[{ size: ['true'] }], { size: true }, 0, 'a boolean compares by its text'],
    [[{ size: ['2'] }], { size: ['2'] }, null, 'deeper structures match nothing'],
  ])('the filters %j, %j that match %s: %s', (list, properties, expected) => {
    const candidates = filters(...list);
    const chosen = filterMatcher(candidates, declared)(properties);
    expect(chosen).toBe(expected === null ? null : candidates[expected]);
  });

  test('the age of a filter is its creation time, not its position', () => {
    const [older, newer] = filters(europe, aws);
    const candidates = [newer, older].filter((filter) => filter !== undefined);
    expect(filterMatcher(candidates, declared)({ cloud: 'aws', region: 'eu' })).toBe(older);
  });
});

test.each<[string | null, FilterValues, string, string]>([
  ['Clouds', { cloud: ['aws'] }, 'Clouds', 'its name'],
  [null, { cloud: ['aws', 'gcp'], region: ['eu'] }, 'aws, gcp, eu', 'else its values'],
  [null, { cloud: [ALL_FILTER_VALUES], region: ['eu'] }, 'cloud, eu', 'the key for a wildcard'],
])('a filter named %s with %j is shown as %s: %s', (invoiceDisplayName, values, expected) => {
  expect(filterDisplayName({ invoiceDisplayName, values })).toBe(expected);
});

test.each<[FilterValues, string[], string[], string]>([
  [{ cloud: ['aws'] }, [], [], 'declared'],
  [{ cloud: ['aws', 'gcp'], region: [ALL_FILTER_VALUES] }, [], [], 'a wildcard'],
  [{}, ['value_is_mandatory'], [], 'no key'],
  [{ cloud: [] }, ['value_is_mandatory'], [], 'no value'],
  [{ cloud: ['ibm'] }, ['value_is_invalid'], [], 'a value the metric does not declare'],
  [{ cloud: ['aws', ALL_FILTER_VALUES] }, ['value_is_invalid'], [], 'a wildcard must be the only value'],
  [{ colour: ['red'] }, ['value_is_invalid'], ['relation_must_exist'], 'a key it does not declare'],
  [
    { colour: [ALL_FILTER_VALUES] },
    ['value_is_invalid'],
    ['relation_must_exist'],
    'a wildcard for a key it does not declare',
  ],
])('filter values %j: %j, %j: %s', (values, onValues, onKey) => {
  expect(filterErrors(values, declared)).toEqual({ values: onValues, billableMetricFilter: onKey });
});

describe('trimFilterValues', () => {
  test.each<[FilterValues, FilterValues, string]>([
    [{ cloud: ['aws', 'ibm'], region: ['eu'] }, { cloud: ['aws'], region: ['eu'] }, 'a value'],
    [{ cloud: ['ibm'], region: ['eu'] }, { region: ['eu'] }, 'all values of a key'],
    [{ tier: ['hot'], region: ['eu'] }, { region: ['eu'] }, 'a key'],
    [{ tier: [ALL_FILTER_VALUES] }, {}, 'a key of which all values were taken'],
    [{ constructor: ['x'] }, {}, 'a key that only the prototype has'],
  ])('%j becomes %j without the undeclared %s', (values, trimmed) => {
    expect(trimFilterValues(values, declared)).toEqual(trimmed);
  });

  test('values that are all declared stay the same object', () => {
    const values = { cloud: [ALL_FILTER_VALUES], region: ['us'] };
    expect(trimFilterValues(values, declared)).toBe(values);
  });
});

describe('groupEvents', () => {
  test.each<[string[], Record<string, unknown>[], [Record<string, string | null>, number][], string]>([
    [[], [{ a: 'x' }, {}], [[{}, 2]], 'without keys one group'],
    [['a'], [], [[{ a: null }, 0]], 'without events one empty group'],
    [
      ['a'],
      [{ a: 'y' }, { a: 'x' }, { a: 'y' }],
      [
        [{ a: 'x' }, 1],
        [{ a: 'y' }, 2],
      ],
      'in order of the values',
    ],
    [
      ['a'],
      [{}, { a: '' }, { a: null }, { a: 'null' }],
      [
        [{ a: 'null' }, 1],
        [{ a: null }, 3],
      ],
      'missing and empty values are null, last',
    ],
    [
      ['a', 'b'],
      [
        { a: 1, b: 'x' },
        { a: '1', b: 'x' },
        { a: 1, b: 'y' },
      ],
      [
        [{ a: '1', b: 'x' }, 2],
        [{ a: '1', b: 'y' }, 1],
      ],
      'values are text',
    ],
  ])('events grouped by %j, %j: %j: %s', (keys, list, expected) => {
    const groups = groupEvents(list.map(event), keys);
    expect(groups.map(({ groupedBy, events }) => [groupedBy, events.length])).toEqual(expected);
  });
});

test.each<[Record<string, string[]>, Record<string, unknown>, boolean, string]>([
  [{}, {}, true, 'nothing is requested'],
  [{ a: ['x', 'y'] }, { a: 'y' }, true, 'one of the values'],
  [{ a: ['x'] }, { a: 'y' }, false, 'another value'],
  [{ a: ['x'] }, {}, false, 'none'],
  [{ a: ['x'], b: ['1'] }, { a: 'x', b: 1 }, true, 'every key'],
  [{ a: ['x'], b: ['1'] }, { a: 'x', b: 2 }, false, 'not every key'],
])('an event is requested with %j, has %j: %s: %s', (requested, properties, expected) => {
  expect(matchesGroup(requested, properties)).toBe(expected);
});

test('buckets: filters in order with their own group keys, then the default bucket with those of the charge', () => {
  const [aws, gcp] = filters({ cloud: ['aws'] }, { cloud: ['gcp'] });
  const buckets = bucketsOf(
    {
      filters: [gcp, aws].filter((filter) => filter !== undefined),
      declaredValues: declared,
      groupKeysOf: (filter) => (filter === aws ? ['user'] : []),
    },
    [{ cloud: 'aws', user: 'u' }, { cloud: 'aws', user: 't' }, { cloud: 'ibm' }].map(event),
  );
  expect(buckets.map(({ filter, groupedBy, events }) => [filter, groupedBy, events.length])).toEqual([
    [gcp, {}, 0],
    [aws, { user: 't' }, 1],
    [aws, { user: 'u' }, 1],
    [null, {}, 1],
  ]);
});

describe('properties', () => {
  const someOf = (values: string[]) => fc.subarray([...values, ALL_FILTER_VALUES], { minLength: 1 });
  const someFilters = fc.array(
    fc.oneof(
      fc.record({ cloud: someOf(declared.cloud) }),
      fc.record({ region: someOf(declared.region) }),
      fc.record({ cloud: someOf(declared.cloud), region: someOf(declared.region) }),
    ),
    { maxLength: 5 },
  );
  const someEvents = fc.array(
    fc.record(
      { cloud: fc.constantFrom('aws', 'gcp', 'ibm'), region: fc.constantFrom('eu', 'us', 'ap') },
      { requiredKeys: [] },
    ),
  );

  test('every event is in exactly one bucket, in any order of filters of different ages', () => {
    fc.assert(
      fc.property(someFilters, someEvents, (list, properties) => {
        const events = properties.map(event);
        const all = filters(...list);
        const split = (candidates: typeof all) =>
          bucketsOf({ filters: candidates, declaredValues: declared, groupKeysOf: () => [] }, events);
        const buckets = split(all);
        expect(buckets.flatMap((bucket) => bucket.events)).toHaveLength(events.length);
        for (const { filter, events: own } of split(all.toReversed()))
          expect(buckets.find((bucket) => bucket.filter === filter)?.events).toEqual(own);
      }),
    );
  });

  test('groups contain all events, each under its own values', () => {
    fc.assert(
      fc.property(someEvents, fc.subarray(['cloud', 'region']), (properties, keys) => {
        const groups = groupEvents(properties.map(event), keys);
        expect(groups.reduce((count, { events }) => count + events.length, 0)).toBe(properties.length);
        for (const { groupedBy, events } of groups)
          for (const one of events) expect(groupOf(keys, one.properties)).toEqual(groupedBy);
      }),
    );
  });
});
