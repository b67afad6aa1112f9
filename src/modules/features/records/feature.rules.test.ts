// Privileges of features: entitlements.md §1.
import { describe, expect, test } from '@jest/globals';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { SentPrivilege } from './feature.input.js';
import { checkFeature, checkPrivileges, type PrivilegeTerms } from './feature.rules.js';

function checked(sent: readonly SentPrivilege[], known: readonly PrivilegeTerms[] = []) {
  const errors = new FieldErrors();
  const terms = checkPrivileges(errors, sent, known);
  return errors.isEmpty ? terms : errors.details();
}

const REGION: PrivilegeTerms = {
  code: 'region',
  name: 'Region',
  valueType: 'select',
  selectOptions: ['eu', 'us'],
};
const MAX: PrivilegeTerms = { code: 'max', name: null, valueType: 'integer', selectOptions: null };
const options = (...texts: unknown[]) => ({ select_options: texts });

test.each([
  ['', 'value_is_mandatory'],
  ['x'.repeat(256), 'value_is_too_long'],
])('the code "%.10s" of a feature: %s', (code, problem) => {
  const errors = new FieldErrors();
  checkFeature(errors, { code, name: 'x'.repeat(256), description: 'x'.repeat(601) });
  expect(errors.details()).toEqual({
    code: [problem],
    name: ['value_is_too_long'],
    description: ['value_is_too_long'],
  });
});

test('the longest texts of a feature', () => {
  const errors = new FieldErrors();
  checkFeature(errors, { code: 'x'.repeat(255), name: 'é'.repeat(255), description: '😀'.repeat(600) });
  expect(errors.isEmpty).toBe(true);
});

describe('a new privilege', () => {
  test('a new privilege has defaults, a trimmed code, and options without repetitions', () => {
    const sent: SentPrivilege[] = [
      { code: ' note ' },
      { code: 'max', name: 'Max', valueType: 'integer', config: {} },
      { code: 'root', valueType: 'boolean', config: null },
      { code: 'region', valueType: 'select', config: options('eu', 'us', 'eu') },
    ];
    expect(checked(sent)).toEqual([
      { code: 'note', name: null, valueType: 'string', selectOptions: null },
      { code: 'max', name: 'Max', valueType: 'integer', selectOptions: null },
      { code: 'root', name: null, valueType: 'boolean', selectOptions: null },
      { code: 'region', name: null, valueType: 'select', selectOptions: ['eu', 'us'] },
    ]);
  });

  test.each<[string, SentPrivilege, object]>([
    ['without a code', { code: '  ' }, { 'privilege.code': ['value_is_mandatory'] }],
    ['a long code', { code: 'x'.repeat(256) }, { 'privilege.code': ['value_is_too_long'] }],
    ['a long name', { code: 'a', name: 'x'.repeat(256) }, { 'privilege.name': ['value_is_too_long'] }],
    ['options of a text', { code: 'a', config: options('x') }, { 'privilege.config': ['invalid_format'] }],
    ...[
      undefined,
      null,
      {},
      options(),
      options(''),
      options(1),
      options('x'.repeat(256)),
      { select_options: 'eu' },
      { ...options('eu'), more: 1 },
    ].map((config): [string, SentPrivilege, object] => [
      `select with ${JSON.stringify(config ?? 'nothing').slice(0, 40)}`,
      { code: 'a', valueType: 'select', ...(config === undefined ? {} : { config }) },
      { 'privilege.config': ['invalid_format'] },
    ]),
  ])('a new privilege is refused: %s', (_, sent, details) => {
    expect(checked([sent])).toEqual(details);
  });

  test('a privilege that is sent twice in one request is refused; only the first bad privilege is reported', () => {
    const duplicated = { 'privilege.code': ['value_is_duplicated'] };
    expect(checked([{ code: 'a' }, { code: ' a' }, { code: '' }])).toEqual(duplicated);
    expect(
      checked(
        [MAX, MAX].map(({ code }) => ({ code })),
        [MAX],
      ),
    ).toEqual(duplicated);
  });
});

describe('a known privilege', () => {
  test.each<[string, SentPrivilege, Partial<PrivilegeTerms>]>([
    ['keeps what is not sent', { code: 'region' }, {}],
    ['has another name', { code: 'region', name: 'Zone' }, { name: 'Zone' }],
    ['has no name any more', { code: 'region', name: null }, { name: null }],
    ['is sent with its own type', { code: 'region', valueType: 'select' }, {}],
    ['keeps its options for null', { code: 'region', config: null }, {}],
    [
      'has more options; known ones keep their place',
      { code: 'region', config: options('ap', 'us') },
      { selectOptions: ['eu', 'us', 'ap'] },
    ],
  ])('%s', (_, sent, changes) => {
    expect(checked([sent], [REGION])).toEqual([{ ...REGION, ...changes }]);
  });

  test('a known privilege keeps its type: another one, options of one that is no choice, and wrong options are refused', () => {
    const refused = ['value_is_immutable'];
    expect(checked([{ code: 'region', valueType: 'integer' }], [REGION])).toEqual({
      'privileges.0.valueType': refused,
    });
    expect(checked([{ code: 'max', config: options('x') }], [MAX])).toEqual({
      'privileges.0.config': refused,
    });
    expect(checked([{ code: 'region', config: options('') }], [REGION])).toEqual({
      'privilege.config': ['invalid_format'],
    });
  });
});
