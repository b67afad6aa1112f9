import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import { minimumCommitmentRow } from '../../../../test/support/rows.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';
import { checkCommitment, type RequestedCommitment } from './minimum-commitment.rules.js';

const current = minimumCommitmentRow({ amountCents: 500n, invoiceDisplayName: 'Floor' });

// fixed-charges-and-commitments.md §8
describe('the minimum commitment of a plan', () => {
  test.each<[SentMinimumCommitment | null, typeof current | null, RequestedCommitment | null, string]>([
    [null, current, null, 'null removes it'],
    [{}, current, null, 'an empty object removes it'],
    [
      { amountCents: 700n },
      null,
      { amountCents: 700n, invoiceDisplayName: null, taxCodes: undefined },
      'a new one',
    ],
    [
      { amountCents: 700n },
      current,
      { amountCents: 700n, invoiceDisplayName: 'Floor', taxCodes: undefined },
      'members that are not sent stay',
    ],
    [
      { invoiceDisplayName: null, taxCodes: ['vat'] },
      current,
      { amountCents: 500n, invoiceDisplayName: null, taxCodes: ['vat'] },
      'null clears the name',
    ],
    [
      { taxCodes: null },
      current,
      { amountCents: 500n, invoiceDisplayName: 'Floor', taxCodes: [] },
      'null takes the taxes away',
    ],
  ])('%j over %j is %j: %s', (sent, former, expected) => {
    const errors = new FieldErrors();
    expect(checkCommitment(errors, sent, former)).toEqual(expected);
    expect(errors.details()).toEqual({});
  });

  test.each<[SentMinimumCommitment, typeof current | null, object, string]>([
    [{ amountCents: 1n }, null, {}, 'the least'],
    [
      { amountCents: 0n },
      current,
      { 'minimumCommitment.amountCents': ['value_is_out_of_range'] },
      'nothing is no commitment',
    ],
    [
      { amountCents: null },
      current,
      { 'minimumCommitment.amountCents': ['value_is_mandatory'] },
      'the amount cannot be cleared',
    ],
    [
      { invoiceDisplayName: 'Floor' },
      null,
      { 'minimumCommitment.amountCents': ['value_is_mandatory'] },
      'a new one needs an amount',
    ],
    [
      { amountCents: 1n, invoiceDisplayName: 'x'.repeat(256) },
      null,
      { 'minimumCommitment.invoiceDisplayName': ['value_is_too_long'] },
      'a line has 255 characters',
    ],
    [
      { amountCents: 1n, taxCodes: Array<string>(1_001).fill('vat') },
      null,
      { 'minimumCommitment.taxCodes': ['invalid_count'] },
      'a list too long',
    ],
  ])('%j is reported as %j: %s', (sent, former, expected) => {
    expect(errorsBy((errors) => checkCommitment(errors, sent, former))).toEqual(expected);
  });
});
