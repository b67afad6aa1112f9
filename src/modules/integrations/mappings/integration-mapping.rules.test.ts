import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import type { IntegrationCategory } from '../types/integration-types.js';
import { MAPPING_TARGETS, type MappingTarget } from '../types/mapping-targets.js';
import { mappingOf, validateMapping } from './integration-mapping.rules.js';

const [NORTH, SOUTH] = ['north', 'south'];

/** A mapping, written `target:id@entity`; the id and the entity may be missing. */
function mapping(text: string) {
  const [of = '', billingEntityId = null] = text.split('@');
  const [target, targetId = null] = of.split(':') as [MappingTarget, string?];
  return { text, target, targetId, billingEntityId };
}

// integrations.md §3: the order of look-up, first hit wins.
describe('the mapping of an object', () => {
  const ALL = [
    'plan:team@north',
    'subscription_fee@north',
    'fallback_item@north',
    'plan:team',
    'subscription_fee',
    'fallback_item',
  ];

  test.each(ALL.map((expected, index) => [ALL.slice(index), expected] as const))(
    'a plan of the entity north finds, of %j, the first: %s',
    (mappings, expected) => {
      const found = mappingOf(mappings.map(mapping).toReversed(), {
        target: 'plan',
        targetId: 'team',
        billingEntityId: NORTH,
      });
      expect(found?.text).toBe(expected);
    },
  );

  test.each<[string, string[], string, string | null, string]>([
    [
      'plan:team',
      ['plan:other', 'plan:team@south'],
      NORTH,
      null,
      'neither of another plan nor of another entity',
    ],
    [
      'plan:team',
      ['fallback_item@north', 'plan:team'],
      NORTH,
      'fallback_item@north',
      "the entity's fallback before the exact one of all",
    ],
    ['plan:team', ['fallback_item@north', 'plan:team'], SOUTH, 'plan:team', 'the same for another entity'],
    ['add_on:setup', ['add_on:setup', 'fallback_item'], NORTH, 'add_on:setup', 'an add-on'],
    [
      'add_on:setup',
      ['subscription_fee', 'fallback_item'],
      NORTH,
      'fallback_item',
      'only plans use that of subscription fees',
    ],
    [
      'billable_metric:calls',
      ['billable_metric:calls@north', 'billable_metric:calls'],
      NORTH,
      'billable_metric:calls@north',
      "the entity's own",
    ],
    ['subscription_fee', ['fallback_item'], NORTH, 'fallback_item', 'a kind falls back, too'],
    ['minimum_commitment', ['subscription_fee', 'minimum_commitment'], NORTH, 'minimum_commitment', 'a kind'],
    ['coupon', ['fallback_item'], NORTH, 'fallback_item', 'deductions fall back'],
    ['prepaid_credit', ['fallback_item'], NORTH, 'fallback_item', 'deductions fall back'],
    ['credit_note', ['fallback_item'], NORTH, 'fallback_item', 'deductions fall back'],
    ['granted_credit', ['fallback_item', 'prepaid_credit'], NORTH, null, 'no fallback'],
    ['tax', ['fallback_item', 'fallback_item@north'], NORTH, null, 'no fallback'],
    ['account', ['fallback_item'], NORTH, null, 'no fallback'],
    ['account', ['account', 'account@south'], SOUTH, 'account@south', 'an account of the entity'],
    ['fallback_item', ['fallback_item'], NORTH, 'fallback_item', 'the fallback itself'],
    ['plan:team', [], NORTH, null, 'no mappings'],
  ])('%s finds, of %j, for the entity %s: %s (%s)', (object, mappings, billingEntityId, expected) => {
    const { target, targetId } = mapping(object);
    const found = mappingOf(mappings.map(mapping), { target, targetId, billingEntityId });
    expect(found?.text ?? null).toBe(expected);
  });
});

describe('a mapping', () => {
  const errorsOf = (category: IntegrationCategory, input: object) =>
    errorsBy((errors) => {
      validateMapping(errors, category, { integrationId: 'i', target: 'coupon', ...input });
    });

  test.each<[IntegrationCategory, object, object, string]>([
    ['tax', { externalId: 'x'.repeat(255) }, {}, 'the longest id'],
    ['tax', { externalId: 'x'.repeat(256) }, { externalId: ['value_is_too_long'] }, 'a longer one'],
    ['tax', {}, { externalId: ['value_is_mandatory'] }, 'no id'],
    ['tax', { externalId: ' ' }, { externalId: ['value_is_mandatory'] }, 'a blank id'],
    ['accounting', { target: 'account', externalAccountCode: '090' }, {}, 'an account needs no item'],
    ['accounting', { target: 'tax' }, {}, 'neither does a tax'],
    [
      'accounting',
      { target: 'plan', externalId: 'i' },
      { targetId: ['value_is_mandatory'] },
      'a plan without its id',
    ],
    ['accounting', { target: 'plan', targetId: 'p', externalId: 'i' }, {}, 'a plan'],
    [
      'accounting',
      { targetId: 'p', externalId: 'i' },
      { targetId: ['value_must_be_blank'] },
      'a kind with an id',
    ],
    [
      'accounting',
      { externalId: 'i', externalAccountCode: 'x'.repeat(256), externalName: 'x'.repeat(256) },
      { externalAccountCode: ['value_is_too_long'], externalName: ['value_is_too_long'] },
      'long texts',
    ],
  ])('a mapping of category %s, case %#, %j is reported as %j: %s', (category, input, errors) => {
    expect(errorsOf(category, input)).toEqual(errors);
  });

  test('some targets exist in accounting only', () => {
    const refused = (category: IntegrationCategory) =>
      MAPPING_TARGETS.filter((target) => 'target' in errorsOf(category, { target, externalId: 'i' }));
    const accountingOnly = ['prepaid_credit', 'credit_note', 'granted_credit', 'tax', 'account'];
    expect([refused('tax'), refused('accounting'), refused('crm')]).toEqual([
      accountingOnly,
      [],
      accountingOnly,
    ]);
  });
});
