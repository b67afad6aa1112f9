import { expect, test } from '@jest/globals';
import { fromAdyenAmount, toAdyenAmount } from './adyen-amounts.js';

// Sources: integrations.md §15, §18 example 6.
test.each([
  ['EUR', 12_578n, 12_578, 'as ISO counts it'],
  ['JPY', 13_580n, 13_580, 'as ISO counts it'],
  ['KWD', 1_234n, 1_234, 'in thousandths'],
  ['ISK', 12_345n, 1_234_500, 'Adyen counts hundredths'],
  ['CLP', 7n, 700, 'Adyen counts hundredths'],
  ['IDR', 1_050_000n, 10_500, 'Adyen counts whole units'],
  ['CVE', 1_200n, 12, 'Adyen counts whole units'],
])('%s: %d is %d for Adyen, and back: %s', (currency, cents, amount) => {
  expect(toAdyenAmount(cents, currency)).toBe(amount);
  expect(fromAdyenAmount(BigInt(amount), currency)).toBe(cents);
});

test.each([
  ['IDR', 1_050_050n],
  ['CVE', 1n],
])('%s: %d is refused, and not rounded', (currency, cents) => {
  expect(() => toAdyenAmount(cents, currency)).toThrow(
    expect.objectContaining({
      name: 'ProviderRefusal',
      kind: 'configuration',
      errorCode: 'amount_not_representable',
    }),
  );
});
