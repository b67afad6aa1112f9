import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import type { SentUsageThreshold } from './usage-threshold.input.js';
import { checkThresholds, replacedThresholds } from './usage-threshold.rules.js';
import type { UsageThreshold } from './usage-threshold.table.js';

const NOW = new Date('2027-02-01T00:00:00Z');
const EARLIER = new Date('2027-01-01T00:00:00Z');
const fixed = { amountCents: 100n };
const recurring = { amountCents: 100n, recurring: true };

describe('a list of thresholds: progressive-billing.md §1', () => {
  test.each<[readonly SentUsageThreshold[] | null, object, string]>([
    [null, {}, 'null empties the list'],
    [
      [fixed, { ...recurring, thresholdDisplayName: 'Again' }],
      {},
      'one amount, once fixed and once recurring',
    ],
    [[fixed, {}], { usageThresholds: ['missing_amount_cents'] }, 'no amount'],
    [[{ amountCents: null }], { usageThresholds: ['missing_amount_cents'] }, 'null as amount'],
    [[{ amountCents: 0n }], { amountCents: ['value_is_out_of_range'] }, 'nothing'],
    [[{ amountCents: -1n }], { amountCents: ['value_is_out_of_range'] }, 'less than nothing'],
    [[fixed, { ...fixed, thresholdDisplayName: 'b' }], { usageThresholds: ['duplicated_values'] }, 'twice'],
    [
      [recurring, { ...recurring, amountCents: 200n }],
      { usageThresholds: ['multiple_recurring_thresholds'] },
      'two recurring ones',
    ],
    [
      Array<SentUsageThreshold>(1_001).fill(fixed),
      { usageThresholds: ['invalid_count', 'duplicated_values'] },
      'many',
    ],
    [
      [{ ...fixed, thresholdDisplayName: 'x'.repeat(256) }],
      { 'usageThresholds.0.thresholdDisplayName': ['value_is_too_long'] },
      'a long name',
    ],
  ])('a threshold of case %#: %j is reported as %j, %s', (sent, expected) => {
    expect(errorsBy((errors) => checkThresholds(errors, sent))).toEqual(expected);
  });
});

describe('a replacement', () => {
  const owner = { organizationId: 'organization', planId: 'plan', subscriptionId: null };
  const known = (id: string, amountCents: bigint, over: Partial<UsageThreshold> = {}): UsageThreshold => ({
    ...owner,
    id,
    amountCents,
    displayName: null,
    recurring: false,
    createdAt: EARLIER,
    updatedAt: EARLIER,
    ...over,
  });
  const requested = (amountCents: bigint, over: object = {}) => ({
    amountCents,
    displayName: null,
    recurring: false,
    ...over,
  });

  test('a replacement of thresholds keeps fixed ones by amount and the recurring one, creates others and deletes the rest', () => {
    const current = [known('one', 100n), known('two', 200n), known('again', 50n, { recurring: true })];
    const { saved, deletedIds } = replacedThresholds(
      owner,
      current,
      [requested(100n), requested(300n), requested(75n, { recurring: true, displayName: 'Again' })],
      NOW,
    );
    expect(deletedIds).toEqual(['two']);
    expect(saved).toEqual([
      { ...owner, ...requested(300n), id: saved[0]?.id, createdAt: NOW, updatedAt: NOW },
      known('again', 75n, { recurring: true, displayName: 'Again', updatedAt: NOW }),
    ]);
  });

  test('a fixed one does not become the recurring one', () => {
    const { saved, deletedIds } = replacedThresholds(
      owner,
      [known('one', 100n)],
      [requested(100n, { recurring: true })],
      NOW,
    );
    expect([saved.length, saved[0]?.id === 'one', deletedIds]).toEqual([1, false, ['one']]);
  });
});
