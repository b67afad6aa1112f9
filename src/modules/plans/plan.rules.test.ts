import { describe, expect, test } from '@jest/globals';
import { planRow } from '../../../test/support/rows.js';
import { errorsBy } from '../../../test/support/rule-errors.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { checkPlan, type PlanValues, type SentPlan } from './plan.rules.js';

const plan = planRow();

describe('a plan', () => {
  // Limits: rest-conventions.md §11 and §13; the rest: subscriptions.md §10.
  test.each<[Partial<SentPlan>, object, string]>([
    [{}, {}, 'a plan as it is'],
    [
      { name: null, code: ' ', amountCents: null },
      { name: ['value_is_mandatory'], code: ['value_is_mandatory'], amountCents: ['value_is_mandatory'] },
      'all that is missing is reported together',
    ],
    [{ amountCents: 0n }, {}, 'a free plan'],
    [{ amountCents: -1n }, { amountCents: ['value_is_out_of_range'] }, 'nobody is paid for subscribing'],
    [
      { interval: null, amountCurrency: null, payInAdvance: null },
      {
        interval: ['value_is_invalid'],
        amountCurrency: ['value_is_invalid'],
        payInAdvance: ['value_is_invalid'],
      },
      'no value of the list',
    ],
    [{ invoiceDisplayName: 'x'.repeat(256) }, { invoiceDisplayName: ['value_is_too_long'] }, 'a line'],
    [{ description: 'x'.repeat(10_000) }, {}, 'the longest text'],
    [{ description: 'x'.repeat(10_001) }, { description: ['value_is_too_long'] }, 'a longer text'],
    [{ trialPeriod: -1 }, { trialPeriod: ['value_is_out_of_range'] }, 'a negative trial'],
    [{ trialPeriod: 36_500 }, {}, 'a trial of a century'],
    [{ trialPeriod: 36_501 }, { trialPeriod: ['value_is_out_of_range'] }, 'a longer trial'],
    [{ taxCodes: Array<string>(1_001).fill('vat') }, { taxCodes: ['invalid_count'] }, 'a list too long'],
    [{ metadata: { key: 1 } }, { metadata: ['invalid_type'] }, 'metadata are texts'],
  ])('a plan of case %#: %j is reported as %j, %s', (over, expected) => {
    expect(errorsBy((errors) => checkPlan(errors, { ...plan, ...over }))).toEqual(expected);
  });

  test('a plan has the values that were sent, and nothing else', () => {
    const sent = {
      name: 'New',
      description: 'Text',
      metadata: { a: 'b' },
      trialPeriod: 14,
      taxCodes: ['vat'],
    };
    expect(checkPlan(new FieldErrors(), { ...plan, ...sent })).toEqual({
      code: 'plan',
      name: 'New',
      invoiceDisplayName: null,
      description: 'Text',
      interval: 'monthly',
      amountCents: 10_000n,
      amountCurrency: 'EUR',
      payInAdvance: false,
      trialPeriodDays: 14,
      billChargesMonthly: null,
      billFixedChargesMonthly: null,
      metadata: { a: 'b' },
    });
  });

  type Flags = Pick<PlanValues, 'billChargesMonthly' | 'billFixedChargesMonthly'>;
  const flags = (charges: boolean | null, fixed: boolean | null): Flags => ({
    billChargesMonthly: charges,
    billFixedChargesMonthly: fixed,
  });
  test.each<[PlanValues['interval'], Flags, Flags, string]>([
    ['yearly', flags(true, false), flags(true, false), 'each flag by itself'],
    ['semiannual', flags(null, true), flags(false, true), 'not sent: false'],
    ['quarterly', flags(true, true), flags(null, null), 'only long periods are split'],
    ['monthly', flags(true, true), flags(null, null), 'a month is not split'],
    ['weekly', flags(true, true), flags(null, null), 'nor is a week'],
  ])('%s, billed monthly as %j, has %j: %s (periods.md §6)', (interval, sent, expected) => {
    expect(checkPlan(new FieldErrors(), { ...plan, interval, ...sent })).toMatchObject(expected);
  });
});
