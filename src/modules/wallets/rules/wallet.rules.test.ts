import { describe, expect, test } from '@jest/globals';
import { Big } from '../../../core/money/decimal.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { generatedCode, requestedTopUps } from './wallet.rules.js';

describe('the code of a wallet that was sent none', () => {
  test.each([
    [null, 'default'],
    [undefined, 'default'],
    ['', 'default'],
    ['—', 'default'],
    ['Main', 'main'],
    ['Prepaid Credits 2027', 'prepaid_credits_2027'],
    ['camelCase', 'camel_case'],
    ['Über  uns!', 'uber_uns'],
    ['積分', '積分'],
  ])('a wallet named %j: %s', (name, code) => {
    expect(generatedCode(name)).toBe(code);
  });
});

describe('requested top-ups', () => {
  const EUR = { rateAmount: new Big('2'), currency: 'EUR' };
  const LIMITS = { paidTopUpMinAmountCents: 200n, paidTopUpMaxAmountCents: 500n };

  test.each([
    [{ paidCredits: '1' }, {}, 'at the minimum'],
    [{ paidCredits: '2.5' }, {}, 'at the maximum'],
    [{ paidCredits: '0.99' }, { paidCredits: ['amount_below_minimum'] }, 'below'],
    [{ paidCredits: '2.51' }, { paidCredits: ['amount_above_maximum'] }, 'above'],
    [{ grantedCredits: '1000' }, {}, 'free credits have no limits'],
    [{ paidCredits: '0' }, {}, 'none'],
    [
      { grantedCredits: '45035996273705' },
      { grantedCredits: ['value_is_out_of_range'] },
      'more than a balance can be',
    ],
    [
      { paidCredits: '0.002', grantedCredits: '0.002' },
      {
        paidCredits: ['amount_rounds_to_zero', 'amount_below_minimum'],
        grantedCredits: ['amount_rounds_to_zero'],
      },
      'less than half a cent',
    ],
  ] as [object, object, string][])('%j within limits: %j (%s)', (sent, details) => {
    const errors = new FieldErrors();
    requestedTopUps(errors, sent, EUR, LIMITS, 0n);
    expect(errors.details()).toEqual(details);
  });
});
