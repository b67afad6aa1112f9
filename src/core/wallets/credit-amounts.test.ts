import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { creditsFor, readCredits, topUpAmount, voidedAmount } from './credit-amounts.js';

const rate = (rateAmount: string, currency = 'EUR') => ({ rateAmount: new Big(rateAmount), currency });

describe('readCredits', () => {
  test.each([
    ['100.123456', '100.12345', 'dropped beyond the fifth place'],
    ['17.9699999999999988631316', '17.96999', 'with many places'],
    ['0', '0', 'none'],
    ['5.', '5', 'a point without digits'],
  ])('the credits in %s are %s: %s', (text, credits) => {
    expect(readCredits(text)?.toFixed()).toBe(credits);
  });

  test.each(['', '-1', 'x', '1e3', ' 1', '.5', '1,5', '9'.repeat(31)])('%j is none', (text) => {
    expect(readCredits(text)).toBeNull();
  });
});

describe('topUpAmount', () => {
  test.each([
    ['100.12345', rate('0.35'), 3504n, '100.11429', 'wallets.md §8 A'],
    ['10', rate('0.0004'), 0n, '0', 'wallets.md §8 A: rounds to zero'],
    ['17.96999', rate('1'), 1797n, '17.97', 'rounded to the cent'],
    ['3', rate('1.5', 'JPY'), 5n, '3.33333', 'a currency without cents'],
  ])('%s credits: %j are %s cents and %s credits (%s)', (credits, at, cents, bought) => {
    const { amountCents, creditAmount } = topUpAmount(new Big(credits), at);
    expect([amountCents, creditAmount.toFixed()]).toEqual([cents, bought]);
  });
});

test('voided credits stay as given', () => {
  const { amountCents, creditAmount } = voidedAmount(new Big('100.12345'), rate('0.35'));
  expect([amountCents, creditAmount.toFixed()]).toEqual([3504n, '100.12345']);
});

test('the credits of an amount are worth the amount', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
  const hundredths = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(cents, hundredths, (amountCents, value) => {
      const at = { rateAmount: new Big(value).div(100), currency: 'EUR' };
      const worth = creditsFor(amountCents, at).times(at.rateAmount).times(100);
      // Five decimal places of credits at a rate of at most 100.00.
      expect(worth.minus(amountCents).abs().lte('0.05')).toBe(true);
    }),
  );
});
