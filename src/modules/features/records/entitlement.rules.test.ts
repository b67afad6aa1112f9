// Values of privileges: entitlements.md §2.
import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../../platform/errors/app-error.js';
import { readNamed, readShape, readValue, requireCount, requireSize, valueIn } from './entitlement.rules.js';
import type { Feature, Privilege } from './feature.table.js';

const privilege = (valueType: Privilege['valueType'], code = 'max'): Privilege => ({
  id: code,
  organizationId: 'organization',
  featureId: 'seats',
  code,
  name: null,
  valueType,
  selectOptions: valueType === 'select' ? ['google', 'okta'] : null,
  position: 1,
});

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? (error.details ?? error.code) : error;
  }
}

const MANDATORY = { 'privilege.value': ['value_is_mandatory'] };
const refused = (code: string) => ({ max_privilege_value: [code] });
const INVALID = refused('value_is_invalid');

test.each<[Privilege['valueType'], unknown, unknown]>([
  ['integer', 60, 60],
  ['integer', -0, 0],
  ['integer', '60', 60],
  ['integer', '-5', -5],
  ['integer', '0', 0],
  ['integer', 2 ** 53 - 1, 2 ** 53 - 1],
  ...['007', '1.5', ' 6', '+6', '-0', '1e3', 'many', 1.5, true, 2 ** 53, '9007199254740993', [], {}].map(
    (value): [Privilege['valueType'], unknown, unknown] => ['integer', value, INVALID],
  ),
  ['boolean', true, true],
  ['boolean', 'false', false],
  ...['yes', 'TRUE', 1, 0, []].map((value): [Privilege['valueType'], unknown, unknown] => [
    'boolean',
    value,
    INVALID,
  ]),
  ['string', '42', '42'],
  ['string', ' ', ' '],
  ['string', 5, INVALID],
  ['string', {}, INVALID],
  ['string', 'x'.repeat(256), refused('value_is_too_long')],
  ['select', 'okta', 'okta'],
  ['select', 'Okta', refused('value_not_in_select_options')],
  ['select', 5, INVALID],
  ...(['integer', 'boolean', 'string', 'select'] as const).flatMap(
    (type): [Privilege['valueType'], unknown, unknown][] => [
      [type, null, MANDATORY],
      [type, '', MANDATORY],
    ],
  ),
])('an entitlement of %s: %j is %j', (type, value, expected) => {
  const read = refusalOf(() => readValue(privilege(type), value, 'seats'));
  expect(typeof read === 'number' ? read + 0 : read).toEqual(expected);
});

describe('what a request names', () => {
  const feature = { code: 'seats' } as Feature;
  const known = [{ feature, privileges: [privilege('integer'), privilege('boolean', 'Root.is')] }];
  const read = (sent: object) => refusalOf(() => readNamed(readShape(sent), known));

  test('null and {} set no values', () => {
    expect(read({})).toEqual([]);
    expect(read({ seats: null })).toEqual([{ feature, values: {} }]);
    expect(read({ seats: {} })).toEqual([{ feature, values: {} }]);
    expect(read({ seats: { max: '7', 'Root.is': false } })).toEqual([
      { feature, values: { max: 7, 'Root.is': false } },
    ]);
  });

  test.each<[string, object, unknown]>([
    ['a wrong shape, first', { a: {}, seats: 5 }, { 'entitlements.seats': ['invalid_format'] }],
    ['a list', { seats: [] }, { 'entitlements.seats': ['invalid_format'] }],
    ['an unknown feature, before values', { seats: { max: 'x' }, Seats: {} }, 'feature_not_found'],
    ['a member of every object', { constructor: {} }, 'feature_not_found'],
    ['an unknown privilege, before values', { seats: { max: 'x', color: 1 } }, 'privilege_not_found'],
    ['a bad value', { seats: { max: null } }, MANDATORY],
    [
      'a bad value, by its code as it is',
      { seats: { 'Root.is': 1 } },
      { 'Root.is_privilege_value': ['value_is_invalid'] },
    ],
    [
      'too many features',
      Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, {}])),
      { entitlements: ['invalid_count'] },
    ],
  ])('%s', (_, sent, refusal) => {
    expect(read(sent)).toEqual(refusal);
  });
});

test('values are found by their own codes only', () => {
  expect(valueIn({ max: 0 }, 'max')).toBe(0);
  expect(valueIn({}, 'toString')).toBeNull();
});

test('entitlements are limited in number and size', () => {
  expect(
    refusalOf(() => {
      requireCount(200);
    }),
  ).toBeUndefined();
  expect(
    refusalOf(() => {
      requireCount(201);
    }),
  ).toEqual({ entitlements: ['invalid_count'] });
  expect(
    refusalOf(() => {
      requireSize(256_000);
    }),
  ).toBeUndefined();
  expect(
    refusalOf(() => {
      requireSize(256_001);
    }),
  ).toEqual({
    base: ['value_is_too_large', 'The entitlements of a plan or subscription take at most 256 kB as JSON.'],
  });
});
