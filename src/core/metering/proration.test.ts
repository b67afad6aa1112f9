import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big, sum, ZERO } from '../money/decimal.js';
import { aggregate } from './aggregation.js';
import { prorateSum, prorateUniqueCount, type ProrationScope } from './proration.js';
import type { UsageEvent } from './usage-event.js';

const OCTOBER: ProrationScope = {
  window: { from: new Date('2027-10-01'), to: new Date('2027-11-01') },
  durationDays: 31,
  timezone: 'UTC',
  isUpgraded: false,
};
/** A window cut by the end of the subscription at noon on the 16th. */
const CUT = { ...OCTOBER, window: { from: OCTOBER.window.from, to: new Date('2027-10-16T12:00:00.001Z') } };
/** A window cut by an upgrade at noon on the 28th. */
const UPGRADED = {
  ...OCTOBER,
  window: { from: OCTOBER.window.from, to: new Date('2027-10-28T12:00:00.001Z') },
  isUpgraded: true,
};

const metric = { fieldName: 'value' };
const at = (day: string) => new Date(day.length > 5 ? `2027-${day}` : `2027-${day}T10:00:00Z`);

function amounts(...steps: [string, string][]): UsageEvent[] {
  return steps.map(([day, value]) => ({ at: at(day), properties: { value }, amount: ZERO }));
}

function items(...steps: [string, string, 'add' | 'remove'][]): UsageEvent[] {
  return steps.map(([day, value, operation]) => ({
    at: at(day),
    properties: { value, operation_type: operation },
    amount: ZERO,
  }));
}

describe('sum', () => {
  test.each<[UsageEvent[], ProrationScope, string, string]>([
    [
      amounts(['09-20', '14'], ['10-11', '5'], ['10-22', '-3']),
      OCTOBER,
      '16.41936',
      'aggregations.md §13.2: 14 + 5 x 21/31 - 3 x 10/31, rounded up',
    ],
    [[], OCTOBER, '0', 'nothing'],
    [amounts(['09-20', '2']), OCTOBER, '2', 'present all the time'],
    [amounts(['10-01T00:00:00Z', '1']), OCTOBER, '1', 'from the first day on'],
    [amounts(['10-31T23:59:59.999Z', '1']), OCTOBER, '0.03226', 'on the last day'],
    [amounts(['09-20', '31']), CUT, '16', 'up to the day of the end, included'],
    [
      amounts(['09-20', '31']),
      { ...CUT, isUpgraded: true },
      '15',
      'an upgrade leaves the day of the end to the next plan',
    ],
    [
      amounts(['10-01T11:00:00Z', '5']),
      {
        ...CUT,
        isUpgraded: true,
        window: { from: at('10-01T12:00:00Z'), to: new Date('2027-10-01T12:00:00.001Z') },
      },
      '0',
      'upgraded on the first day: the next plan bills the carried quantity',
    ],
    [amounts(['10-16', '31']), CUT, '1', 'added on the day of the end'],
    [
      amounts(['10-16', '31']),
      { ...CUT, isUpgraded: true },
      '0',
      'a day that an upgrade leaves to the next plan',
    ],
    [
      amounts(['09-20', '14'], ['10-11', '5'], ['10-22', '-3']),
      UPGRADED,
      '14.35484',
      'aggregations.md §13.2: (14 x 27 + 5 x 17 - 3 x 6) / 31',
    ],
    [
      amounts(['09-20', '14'], ['10-11', '5'], ['10-22', '-3']),
      { ...OCTOBER, window: { from: UPGRADED.window.to, to: OCTOBER.window.to } },
      '2.06452',
      'the next plan has 16 for 4 days: together 16.41936, as without the upgrade',
    ],
    [amounts(['09-20', 'x'], ['10-11', 'x']), OCTOBER, '0', 'what is not numeric is ignored'],
    [
      amounts(['10-11T03:00:00Z', '31']),
      {
        ...OCTOBER,
        timezone: 'America/Denver',
        window: { from: at('10-01T06:00:00Z'), to: at('11-01T06:00:00Z') },
      },
      '22',
      'days are local: it is still the 10th in Denver',
    ],
  ])('%j over %j is %s: %s', (events, scope, units) => {
    expect(prorateSum(events, metric, scope).units.toFixed()).toBe(units);
  });

  test('movements: the quantity carried over, then each event, in unit-days', () => {
    const { movements, partsPerUnit } = prorateSum(
      amounts(['09-20', '14'], ['10-11', '5'], ['10-22', '-3']),
      metric,
      OCTOBER,
    );
    expect(movements.map(({ fullUnits, paidParts }) => [fullUnits.toFixed(), paidParts.toFixed()])).toEqual([
      ['14', '434'],
      ['5', '105'],
      ['-3', '-30'],
    ]);
    expect(partsPerUnit).toBe(31);
  });
});

describe('unique count', () => {
  test.each<[UsageEvent[], ProrationScope, string, string]>([
    [
      items(['09-02', 'a', 'add'], ['10-05', 'b', 'add'], ['10-09', 'b', 'remove'], ['10-12', 'a', 'remove'], ['10-20', 'b', 'add']), // prettier-ignore
      OCTOBER,
      '0.93549',
      'aggregations.md §13.3: 12 + 5 + 12 days',
    ],
    [[], OCTOBER, '0', 'nothing'],
    [items(['09-02', 'a', 'add']), OCTOBER, '1', 'there all the time'],
    [items(['10-31', 'a', 'add']), OCTOBER, '0.03226', 'on the last day'],
    [
      items(['10-05', 'a', 'add'], ['10-05T11:00:00Z', 'a', 'remove']),
      OCTOBER,
      '0.03226',
      'added and removed the same day counts one day',
    ],
    [
      items(['10-05', 'a', 'add'], ['10-09', 'a', 'remove'], ['10-09T11:00:00Z', 'a', 'add']),
      OCTOBER,
      '0.87097',
      'removed and back the same day: as if nothing had happened, 27 days',
    ],
    [
      items(['10-05', 'a', 'add'], ['10-09', 'a', 'remove'], ['10-10T11:00:00Z', 'a', 'add']),
      OCTOBER,
      '0.87097',
      'back the day after: two stays of 5 and 22 days',
    ],
    [
      items(['10-05', 'a', 'add'], ['10-09', 'a', 'remove'], ['10-09T11:00:00Z', 'b', 'add']),
      OCTOBER,
      '0.90323',
      'another item that comes the same day makes up for nothing: 5 and 23 days',
    ],
    [items(['09-02', 'a', 'add'], ['09-20', 'a', 'remove']), OCTOBER, '0', 'gone before the window'],
    [items(['09-02', 'a', 'add']), CUT, '0.51613', 'up to the day of the end, included'],
    [
      items(['09-02', 'a', 'add']),
      { ...CUT, isUpgraded: true },
      '0.48388',
      'the day of an upgrade does not count',
    ],
    [
      items(['09-02', 'a', 'add'], ['10-05', 'a', 'remove']),
      { ...CUT, isUpgraded: true },
      '0.1613',
      'the day of an upgrade is not deducted from items removed before',
    ],
    [
      items(['10-05', 'a', 'add']),
      { ...CUT, isUpgraded: true },
      '0.35484',
      'the day of an upgrade is deducted from items added in the window: the 5th to the 15th',
    ],
    [
      items(['10-16', 'a', 'add']),
      { ...CUT, isUpgraded: true },
      '0',
      'an item added on the day of the upgrade',
    ],
    [
      items(['10-16T09:00:00Z', 'a', 'add'], ['10-16', 'a', 'remove']),
      { ...CUT, isUpgraded: true },
      '0.03226',
      'one added and removed on that day is gone before the next plan: it pays its day here',
    ],
  ])('%j over %j is %s: %s', (events, scope, units) => {
    expect(prorateUniqueCount(events, metric, scope).units.toFixed()).toBe(units);
  });

  test('movements: additions with their days, and removals, in order of time across items', () => {
    const history = items(
      ['09-02', 'gone', 'add'],
      ['09-03', 'a', 'add'],
      ['09-20', 'gone', 'remove'],
      ['10-05', 'b', 'add'],
      ['10-12', 'a', 'remove'],
    );
    const { movements } = prorateUniqueCount(history, metric, OCTOBER);
    expect(movements.map(({ fullUnits, paidParts }) => [fullUnits.toFixed(), paidParts.toFixed()])).toEqual([
      ['1', '0.3871'],
      ['1', '0.87097'],
      ['-1', '0'],
    ]);
  });
});

describe('properties', () => {
  const times = fc.date({ min: new Date('2027-08-15'), max: new Date('2027-10-31'), noInvalidDate: true });
  const inOrder = (events: UsageEvent[]) => events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const sums = fc
    .array(fc.tuple(times, fc.integer({ min: -99, max: 999 })))
    .map((steps) =>
      inOrder(steps.map(([when, value]) => ({ at: when, properties: { value }, amount: ZERO }))),
    );
  const stays = fc
    .array(fc.tuple(times, fc.constantFrom('a', 'b', 'c'), fc.constantFrom('add', 'remove')))
    .map((steps) =>
      inOrder(
        steps.map(([when, value, operation]) => ({
          at: when,
          properties: { value, operation_type: operation },
          amount: ZERO,
        })),
      ),
    );

  test('the movements of a sum add up to its full and, before rounding, to its prorated units', () => {
    fc.assert(
      fc.property(sums, (events) => {
        const { units, movements } = prorateSum(events, metric, OCTOBER);
        const full = aggregate({ ...metric, aggregationType: 'sum_agg', recurring: true }, events, OCTOBER);
        expect(sum(movements.map(({ fullUnits }) => fullUnits)).eq(full.units)).toBe(true);
        const unitDays = sum(movements.map(({ paidParts }) => paidParts));
        const roundedUp = units.times(31).minus(unitDays);
        expect(roundedUp.gte(0) && roundedUp.lt('0.00031')).toBe(true);
      }),
    );
  });

  test('splitting an event of a sum into two of the same instant changes nothing', () => {
    fc.assert(
      fc.property(sums, (events) => {
        const halves = events.flatMap((event) => {
          const half = {
            ...event,
            properties: { value: new Big(String(event.properties['value'])).div(2).toFixed() },
          };
          return [half, half];
        });
        expect(prorateSum(halves, metric, OCTOBER).units).toEqual(prorateSum(events, metric, OCTOBER).units);
      }),
    );
  });

  test('an upgrade moves the days of a sum to the next plan, and neither adds nor drops one', () => {
    const upgrades = fc.date({
      min: new Date('2027-10-01T00:00:00Z'),
      max: new Date('2027-10-31T23:59:59.998Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(sums, upgrades, (events, upgradedAt) => {
        const on = upgradedAt.toISOString().slice(0, 10);
        const old = { from: OCTOBER.window.from, to: new Date(upgradedAt.getTime() + 1) };
        const unitDays = (from: UsageEvent[], scope: ProrationScope) =>
          sum(prorateSum(from, metric, scope).movements.map(({ paidParts }) => paidParts));
        const before = unitDays(
          events.filter(({ at: when }) => when < old.to),
          { ...OCTOBER, window: old, isUpgraded: true },
        );
        // Days count from the date of the upgrade, regardless of its hour.
        const next = { from: new Date(on), to: OCTOBER.window.to };
        const moved = events.map((event) =>
          event.at < old.to && event.at >= next.from
            ? { ...event, at: new Date(next.from.getTime() - 1) }
            : event,
        );
        const after = unitDays(moved, { ...OCTOBER, window: next });
        expect(before.plus(after).eq(unitDays(events, OCTOBER))).toBe(true);
      }),
    );
  });

  test('no item counts more than once, and the movements end with the items present', () => {
    fc.assert(
      fc.property(stays, (events) => {
        const { units, movements } = prorateUniqueCount(events, metric, OCTOBER);
        expect(units.gte(0)).toBe(true);
        const full = aggregate(
          { ...metric, aggregationType: 'unique_count_agg', recurring: true },
          events,
          OCTOBER,
        );
        expect(sum(movements.map(({ fullUnits }) => fullUnits)).eq(full.units)).toBe(true);
        for (const { paidParts } of movements) expect(paidParts.lte(1)).toBe(true);
      }),
    );
  });
});
