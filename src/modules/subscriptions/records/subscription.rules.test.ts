import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import {
  checkChange,
  checkEnd,
  checkNew,
  isInFuture,
  type SentChange,
  type SentSubscription,
  trimmed,
  trimmedMembers,
} from './subscription.rules.js';

const sent: SentSubscription = { externalCustomerId: 'customer', externalId: 'external', planCode: 'plan' };

/** Longer than a one-line member may be (rest-conventions.md §11). */
const TOO_LONG = 'x'.repeat(256);

describe('texts (subscriptions.md §2)', () => {
  test('the texts of a subscription are trimmed', () => {
    const texts = { externalCustomerId: ' customer ', externalId: '\texternal', planCode: 'plan\n' };
    expect(trimmed({ ...texts, name: ' Name ', purchaseOrderNumber: ' PO ' })).toEqual({
      ...sent,
      name: 'Name',
      purchaseOrderNumber: 'PO',
    });
  });

  test.each<[object, object, string]>([
    [{ name: '  ' }, { name: null }, 'blank clears'],
    [{ name: null }, { name: null }, 'and so does null'],
    [{}, {}, 'a member that was not sent is not added'],
    [{ consolidateInvoice: false }, { consolidateInvoice: false }, 'other members stay'],
  ])('the text %j becomes %j: %s', (input, expected) => {
    expect(trimmedMembers(input)).toEqual(expected);
  });
});

describe('a new subscription', () => {
  test.each<[Partial<SentSubscription>, object, string]>([
    [{}, {}, 'the least that it needs'],
    [
      { externalCustomerId: ' ', externalId: '' },
      { externalCustomerId: ['value_is_mandatory'], externalId: ['value_is_mandatory'] },
      'both are reported together',
    ],
    [{ name: TOO_LONG }, { name: ['value_is_too_long'] }, '256 characters'],
    [{ name: TOO_LONG.slice(1) }, {}, '255 characters'],
    [{ purchaseOrderNumber: TOO_LONG }, { purchaseOrderNumber: ['value_is_too_long'] }, '256 characters'],
    [{ subscriptionAt: new Date('9800-01-01') }, { subscriptionAt: ['invalid_date'] }, 'beyond all instants'],
    [
      { paymentMethod: { paymentMethodId: 'method' } },
      { paymentMethod: ['invalid_payment_method'] },
      'no stored payment method exists',
    ],
    [{ paymentMethod: { paymentMethodType: 'manual', paymentMethodId: null } }, {}, 'paid by hand'],
    [{ paymentMethod: { paymentMethodType: 'provider' } }, {}, 'paid by the default method'],
    [
      { usageThresholds: [{}], planOverrides: { usageThresholds: [{}] } },
      {
        usageThresholds: ['incompatible_params'],
        'planOverrides.usageThresholds': ['incompatible_params'],
      },
      'thresholds in both places',
    ],
    [{ usageThresholds: [{}] }, { usageThresholds: ['missing_amount_cents'] }, 'a threshold without amount'],
    [{ usageThresholds: [] }, {}, 'no thresholds'],
    [
      { activationRules: [{ type: 'payment' }, { type: 'payment' }] },
      { activationRules: ['duplicated_type'] },
      'one rule of a type (§12)',
    ],
    [
      { activationRules: [{ type: 'payment', timeoutHours: -1 }] },
      { timeoutHours: ['value_must_be_positive_or_zero'] },
      'no timeout is 0 (§12)',
    ],
    [{ activationRules: [{ type: 'payment', timeoutHours: 876_000 }] }, {}, 'a century'],
    [
      { activationRules: [{ type: 'payment', timeoutHours: 876_001 }] },
      { timeoutHours: ['value_is_out_of_range'] },
      'more than a century (§12)',
    ],
  ])('a subscription of case %#: %j is reported as %j, %s', (input, expected) => {
    expect(
      errorsBy((errors) => {
        checkNew(errors, { ...sent, ...input });
      }),
    ).toEqual(expected);
  });
});

describe('a change', () => {
  test.each<[Omit<SentChange, 'id'>, object, string]>([
    [{}, {}, 'nothing sent'],
    [{ endingAt: null, name: null }, {}, 'null clears an end (subscriptions.md §8)'],
    [{ subscriptionAt: null }, { subscriptionAt: ['value_is_mandatory'] }, 'a start cannot be cleared'],
    [{ consolidateInvoice: null }, { consolidateInvoice: ['value_is_mandatory'] }, 'neither can a flag'],
    [{ name: TOO_LONG }, { name: ['value_is_too_long'] }, 'as for a new one'],
  ])('a change of case %#: %j is reported as %j, %s', (input, expected) => {
    expect(
      errorsBy((errors) => {
        checkChange(errors, input);
      }),
    ).toEqual(expected);
  });
});

// In Paris the day of NOW is the 12th already.
const NOW = new Date('2027-06-11T22:30:00Z');

describe('an end is on a later day than today and the start (subscriptions.md §2)', () => {
  test.each<[string, string, string | null, boolean, string]>([
    ['UTC', '2027-06-01T00:00:00Z', null, true, 'no end'],
    ['UTC', '2027-06-01T00:00:00Z', '2027-06-11T23:59:59Z', false, 'later today'],
    ['UTC', '2027-06-01T00:00:00Z', '2027-06-12T00:00:00Z', true, 'the first instant of tomorrow'],
    ['Europe/Paris', '2027-06-01T00:00:00Z', '2027-06-12T00:00:00Z', false, 'today in Paris'],
    ['Europe/Paris', '2027-06-01T00:00:00Z', '2027-06-12T22:00:00Z', true, 'tomorrow in Paris'],
    ['UTC', '2027-06-01T00:00:00Z', '2027-06-05T00:00:00Z', false, 'in the past'],
    ['UTC', '2027-07-01T00:00:00Z', '2027-07-01T23:00:00Z', false, 'on the day of its start'],
    ['UTC', '2027-07-01T23:00:00Z', '2027-07-02T00:00:00Z', true, 'on the day after its start'],
    ['UTC', '2027-07-02T00:00:00Z', '2027-07-01T00:00:00Z', false, 'before its start'],
  ])('an end in %s, from %s to %s: %s, %s', (timezone, start, end, isAccepted) => {
    const dates = { subscriptionAt: new Date(start), endingAt: end === null ? null : new Date(end) };
    const details = errorsBy((errors) => {
      checkEnd(errors, dates, { now: NOW, timezone });
    });
    expect(details).toEqual(isAccepted ? {} : { endingAt: ['invalid_date'] });
  });
});

describe('a start lies in the future by local dates (subscriptions.md §3)', () => {
  test.each<[string, string, boolean, string]>([
    ['UTC', '2027-06-11T23:59:59Z', false, 'later today is today'],
    ['UTC', '2027-06-12T00:00:00Z', true, 'tomorrow'],
    ['Europe/Paris', '2027-06-12T00:00:00Z', false, 'today in Paris'],
    ['Europe/Paris', '2027-06-12T22:00:00Z', true, 'tomorrow in Paris'],
    ['UTC', '2027-06-01T00:00:00Z', false, 'the past'],
  ])('a start in %s, at %s: %s, %s', (timezone, start, expected) => {
    expect(isInFuture(new Date(start), { now: NOW, timezone })).toBe(expected);
  });
});
