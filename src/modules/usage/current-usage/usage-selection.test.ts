import { describe, expect, test } from '@jest/globals';
import { chargeRow, metricRow } from '../../../../test/support/rows.js';
import { refusalBy } from '../../../../test/support/rule-errors.js';
import type { PricedCharge } from '../metering/priced-charge.js';
import type { UsageFilter } from './customer-usage.input.js';
import { choosesCharges, isChosen, selectionOf } from './usage-selection.js';

describe('which events are requested (current-usage.md §1)', () => {
  test.each<[UsageFilter, ReturnType<typeof selectionOf>, string]>([
    [{}, { group: {}, isGrouped: true, presentation: null }, 'all usage'],
    [
      { group: { region: 'eu', tier: ['gold', 'silver'] } },
      { group: { region: ['eu'], tier: ['gold', 'silver'] }, isGrouped: true, presentation: null },
      'one value, or several',
    ],
    [
      { group: { seats: 2, big: 1e21, active: true } },
      {
        group: { seats: ['2'], big: ['1000000000000000000000'], active: ['true'] },
        isGrouped: true,
        presentation: null,
      },
      'compared as the text of event properties',
    ],
    [{ skipGrouping: true }, { group: {}, isGrouped: false, presentation: null }, 'one figure per bucket'],
    [{ skipGrouping: false }, { group: {}, isGrouped: true, presentation: null }, 'split'],
    [
      { presentation: ['region', ''] },
      { group: {}, isGrouped: true, presentation: ['region'] },
      'some breakdowns; blank names none',
    ],
    [
      { presentation: [''] },
      { group: {}, isGrouped: true, presentation: null },
      'only blanks: all breakdowns',
    ],
  ])('the request %j is %j: %s', (filter, expected) => {
    expect(selectionOf(filter)).toEqual(expected);
  });

  test.each<[UsageFilter, object, string]>([
    [{ group: { region: '' } }, { group: ['invalid_format'] }, 'empty text'],
    [{ group: { region: null } }, { group: ['invalid_format'] }, 'null'],
    [{ group: { region: { a: 1 } } }, { group: ['invalid_format'] }, 'an object'],
    [{ group: { region: ['eu', ['us']] } }, { group: ['invalid_format'] }, 'a list in a list'],
    [
      { group: Object.fromEntries(Array.from({ length: 21 }, (_, key) => [`k${key}`, 'v'])) },
      { group: ['too_many_keys'] },
      'more keys than a filter may have',
    ],
    [
      { group: { region: Array<string>(1_001).fill('eu') } },
      { group: ['invalid_count'] },
      'more values than a list may have',
    ],
  ])('the request of case %# is refused with %#: %s', (filter, expected) => {
    expect(refusalBy(() => selectionOf(filter))).toEqual(expected);
  });
});

describe('which charges are requested (current-usage.md §1)', () => {
  const priced: PricedCharge = {
    charge: chargeRow({ id: 'id', code: 'code' }),
    metric: metricRow({ code: 'metric' }),
    filters: [],
    filterValues: {},
    pricingUnit: null,
  };

  test.each<[UsageFilter, boolean, boolean, string]>([
    [{}, false, true, 'nothing named: all charges'],
    [{ chargeId: null, chargeCode: null, billableMetricCode: null }, false, true, 'null names nothing'],
    [{ chargeId: 'id' }, true, true, 'by id'],
    [{ chargeId: 'other' }, true, false, 'another id'],
    [{ chargeCode: 'code' }, true, true, 'by code'],
    [{ chargeCode: 'other' }, true, false, 'another code'],
    [{ billableMetricCode: 'metric' }, true, true, 'by metric'],
    [{ billableMetricCode: 'other' }, true, false, 'another metric'],
    [{ chargeId: 'id', chargeCode: 'other', billableMetricCode: 'other' }, true, true, 'the id comes first'],
    [{ chargeId: 'other', chargeCode: 'code', billableMetricCode: 'metric' }, true, false, 'and decides'],
    [{ chargeCode: 'code', billableMetricCode: 'other' }, true, true, 'then the code'],
    [{ chargeCode: 'other', billableMetricCode: 'metric' }, true, false, 'and decides'],
  ])('%j: names charges %s, this one %s: %s', (filter, names, expected) => {
    expect([choosesCharges(filter), isChosen(priced, filter)]).toEqual([names, expected]);
  });
});
