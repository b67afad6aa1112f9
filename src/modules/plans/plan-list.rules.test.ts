import { describe, expect, test } from '@jest/globals';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { checkEach } from './plan-list.rules.js';

interface Element {
  readonly id?: string | null;
  readonly code?: string;
}

/** Checks a list for a plan that has `a` and `b`; an element without a code cannot be used. */
function checked(inputs: readonly Element[]) {
  const errors = new FieldErrors();
  const existing = new Map([
    ['a', 'A'],
    ['b', 'B'],
  ]);
  const seen: unknown[] = [];
  const usable = checkEach(errors, 'charges', inputs, existing, (path, { code }, current) => {
    seen.push([path, current]);
    return code === undefined ? null : { code: code === '' ? null : code };
  });
  return { seen, codes: usable.map(({ code }) => code), errors: errors.details() };
}

describe('a list that a plan is sent with', () => {
  test('a list that a plan is sent with names each element by its place, with the one that it changes (subscriptions.md §10)', () => {
    const inputs = [
      { id: 'b', code: 'x' },
      { id: 'gone', code: 'y' },
      { id: null, code: 'z' },
      { code: 'v' },
    ];
    expect(checked(inputs)).toEqual({
      seen: [
        ['charges.0.', 'B'],
        ['charges.1.', null],
        ['charges.2.', null],
        ['charges.3.', null],
      ],
      codes: ['x', 'y', 'z', 'v'],
      errors: {},
    });
  });

  test.each<[Element[], object, string]>([
    [
      [
        { id: 'a', code: 'x' },
        { id: 'a', code: 'y' },
      ],
      { 'charges.1.id': ['value_already_exist'] },
      'one id twice',
    ],
    [
      [
        { id: 'new', code: 'x' },
        { id: 'new', code: 'y' },
      ],
      {},
      'unknown ids are of new ones',
    ],
    [
      [{ code: 'x' }, { code: 'y' }, { code: 'x' }],
      { 'charges.2.code': ['value_already_exist'] },
      'one code twice',
    ],
    [[{ code: '' }, { code: '' }], {}, 'without codes they get different ones by default'],
    [
      [{ id: 'a' }, { id: 'a', code: 'x' }],
      { 'charges.1.id': ['value_already_exist'] },
      'the first is unusable',
    ],
  ])('%j is reported as %j: %s', (inputs, expected) => {
    expect(checked(inputs).errors).toEqual(expected);
  });

  test('a list that a plan is sent with omits entries that cannot be used', () => {
    expect(checked([{ code: 'x' }, {}, { code: 'y' }]).codes).toEqual(['x', 'y']);
  });
});
