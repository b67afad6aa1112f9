import { describe, expect, test } from '@jest/globals';
import { chargeFilterRow } from '../../../../../test/support/rows.js';
import { refusalBy } from '../../../../../test/support/rule-errors.js';
import { FieldErrors } from '../../../../platform/errors/field-errors.js';
import type { SentChargeFilter } from './charge-filter.input.js';
import {
  checkFilter,
  checkFilters,
  checkSingleFilter,
  type FilteredCharge,
  type RequestedFilter,
} from './charge-filter.rules.js';
import type { ChargeFilter } from './charge-filter.table.js';

const eu = chargeFilterRow('eu', '2', { invoiceDisplayName: 'Europe' });
const us = chargeFilterRow('us', '3');
const standard: FilteredCharge = {
  model: 'standard',
  sentModel: null,
  formerModel: 'standard',
  declared: { region: ['eu', 'us', 'asia'], tier: ['gold'] },
};

function check(sent: SentChargeFilter, current: ChargeFilter | null, charge: FilteredCharge = standard) {
  const errors = new FieldErrors();
  return [checkFilter(errors, 'filter.', sent, { current, charge }), errors.details()];
}

describe('a filter', () => {
  test.each<
    [SentChargeFilter, ChargeFilter | null, FilteredCharge, Omit<RequestedFilter, 'current'>, string]
  >([
    [
      { values: { region: ['eu'] } },
      null,
      standard,
      { values: { region: ['eu'] }, properties: { amount: '0' }, invoiceDisplayName: null },
      'a new one has the default price of the model',
    ],
    [
      {},
      eu,
      standard,
      { values: eu.values, properties: { amount: '2' }, invoiceDisplayName: 'Europe' },
      'members that are not sent stay',
    ],
    [
      { invoiceDisplayName: null, properties: { standard: { amount: '9' } } },
      eu,
      standard,
      { values: eu.values, properties: { amount: '9' }, invoiceDisplayName: null },
      'null clears a name',
    ],
    [
      {},
      eu,
      { ...standard, formerModel: 'package' },
      { values: eu.values, properties: { amount: '0' }, invoiceDisplayName: 'Europe' },
      'properties of the former model cannot stay',
    ],
    [
      { values: { region: ['__ALL_FILTER_VALUES__'] } },
      null,
      standard,
      {
        values: { region: ['__ALL_FILTER_VALUES__'] },
        properties: { amount: '0' },
        invoiceDisplayName: null,
      },
      'the wildcard',
    ],
    [
      { values: { planet: ['mars'] } },
      null,
      { ...standard, declared: null },
      { values: { planet: ['mars'] }, properties: { amount: '0' }, invoiceDisplayName: null },
      'of an unknown metric nothing is known to be wrong',
    ],
  ])('the filter of case %#: sent %j', (sent, current, charge, expected) => {
    expect(check(sent, current, charge)).toEqual([{ current, ...expected }, {}]);
  });

  // charges.md §1
  test.each<[SentChargeFilter, object, string]>([
    [{}, { 'filter.values': ['value_is_mandatory'] }, 'a new one needs values'],
    [{ values: {} }, { 'filter.values': ['value_is_mandatory'] }, 'an empty object'],
    [{ values: { region: [] } }, { 'filter.values': ['value_is_mandatory'] }, 'a key without values'],
    [{ values: { region: ['mars'] } }, { 'filter.values': ['value_is_invalid'] }, 'an unknown value'],
    [
      { values: { planet: ['mars'] } },
      { 'filter.values': ['value_is_invalid'], 'filter.billableMetricFilter': ['relation_must_exist'] },
      'an unknown key',
    ],
    [{ values: { region: 'eu' } }, { 'filter.values': ['invalid_format'] }, 'no list'],
    [{ values: { region: [1] } }, { 'filter.values': ['invalid_format'] }, 'no text'],
    [
      { values: { region: ['eu'] }, properties: { standard: { amount: 'x' } } },
      { 'filter.properties': ['invalid_amount'] },
      'no price',
    ],
    [
      { values: { region: ['eu'] }, invoiceDisplayName: 'x'.repeat(256) },
      { 'filter.invoiceDisplayName': ['value_is_too_long'] },
      'a line has 255 characters',
    ],
  ])('a filter that is sent as %j is reported as %j: %s', (sent, expected) => {
    expect(check(sent, null)[1]).toEqual(expected);
  });
});

describe('a list of filters (charges.md §1)', () => {
  function kept(sent: readonly SentChargeFilter[], current: readonly ChargeFilter[]) {
    const errors = new FieldErrors();
    const requested = checkFilters(errors, 'filters', sent, { current, charge: standard });
    return { kept: requested.map((filter) => filter.current?.id ?? null), errors: errors.details() };
  }

  test.each<[SentChargeFilter[], (string | null)[], string]>([
    [[], [], 'an empty list removes all'],
    [
      [{ values: { region: ['us'] } }, { values: { region: ['eu'] } }],
      ['filter-us', 'filter-eu'],
      'by values',
    ],
    [[{ values: { region: ['asia'] } }], [null], 'other values: a new filter'],
    [
      [{ values: { region: ['eu'] } }, { values: { region: ['eu'] } }],
      ['filter-eu', null],
      'one filter stays once',
    ],
    [[{ values: { region: ['eu', 'us'] } }], [null], 'more values are others'],
  ])('a list of filters %j keeps %j: %s', (sent, expected) => {
    expect(kept(sent, [eu, us])).toEqual({ kept: expected, errors: {} });
  });

  test('a list of filters matches values in whatever order', () => {
    const both = chargeFilterRow('both', '1', { values: { tier: ['gold'], region: ['us', 'eu'] } });
    expect(kept([{ values: { region: ['eu', 'us'], tier: ['gold'] } }], [both]).kept).toEqual([both.id]);
  });

  test('a list of filters names each filter by its place', () => {
    expect(kept([{ values: { region: ['eu'] } }, {}], [eu]).errors).toEqual({
      'filters.1.values': ['value_is_mandatory'],
    });
  });
});

describe('a filter by itself', () => {
  const single = (sent: SentChargeFilter, others: readonly ChargeFilter[]) =>
    refusalBy(() => checkSingleFilter(sent, { current: null, others, charge: standard }));

  test.each<[SentChargeFilter, ChargeFilter[], object | null, string]>([
    [{ values: { region: ['eu'] } }, [us], null, 'new values'],
    [
      { values: { region: ['eu'] } },
      [us, eu],
      { values: ['value_already_exist'] },
      'those of another filter',
    ],
    [{ values: { region: ['mars'] } }, [], { values: ['value_is_invalid'] }, 'an unknown value'],
    [{}, [], { values: ['value_is_mandatory'] }, 'no values'],
  ])('a filter %j beside %#: %s', (sent, others, expected) => {
    expect(single(sent, others)).toEqual(expected);
  });
});
