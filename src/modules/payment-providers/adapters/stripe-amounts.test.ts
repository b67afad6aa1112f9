import { expect, test } from '@jest/globals';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.js';

// Source: docs.stripe.com/currencies.
test.each([
  ['EUR', 1_234n, 1_234],
  ['JPY', 1_234n, 1_234],
  ['ISK', 1_234n, 123_400],
  ['UGX', 7n, 700],
  ['MGA', 1_200n, 12],
  ['KWD', 1_230n, 1_230],
  ['TND', 10n, 10],
])('%s: %d is %d for Stripe, and back', (currency, cents, amount) => {
  expect(toStripeAmount(cents, currency)).toBe(amount);
  expect(fromStripeAmount(BigInt(amount), currency)).toBe(cents);
});

test.each([
  ['KWD', 1_234n, 'Stripe takes amounts in KWD in hundredths only.'],
  ['BHD', 1n, 'Stripe takes amounts in BHD in hundredths only.'],
  ['MGA', 1_250n, 'Stripe takes amounts in MGA in whole units only.'],
])('%s: %d is refused: %s', (currency, cents, message) => {
  expect(() => toStripeAmount(cents, currency)).toThrow(
    expect.objectContaining({
      name: 'ProviderRefusal',
      errorCode: 'amount_not_supported',
      message: expect.stringContaining(message),
    }),
  );
});
