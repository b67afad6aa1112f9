import { expect, test } from '@jest/globals';
import { Big } from '../money/decimal.js';
import { usageOf } from '../usage.js';
import { rateUsage } from './charge-models.js';
import { fromPricingCents, roundToPricing, toMoney } from './pricing.js';

const pricing = (currency: string, rate: string | null) => ({
  currency,
  conversionRate: rate === null ? null : new Big(rate),
});

test.each<[string, string, string | null, bigint, string, string]>([
  ['5.74425', 'EUR', null, 574n, '5.74425', 'charges.md §11.1: no pricing unit'],
  ['5.74425', 'JPY', null, 6n, '5.74425', 'yen have no minor unit'],
  ['5.74425', 'CLF', null, 57443n, '5.74425', 'four decimals'],
  ['12.346', 'EUR', '0.7', 865n, '8.645', 'charges.md §11.7: 12.35 units at 0.7'],
  ['12.346', 'JPY', '110', 1359n, '1358.5', 'into yen'],
])('%s in %s at %s: %s, precisely %s: %s', (amount, currency, rate, cents, precise) => {
  const money = toMoney({ amount: new Big(amount), unitAmount: new Big(2) }, pricing(currency, rate));
  expect([money.amountCents, money.preciseAmount.toFixed()]).toEqual([cents, precise]);
});

test('the amounts of a fee in the pricing unit, and its unit amount at the conversion rate', () => {
  const usage = usageOf(new Big('4'));
  const { preciseUnitAmount, pricingUnit } = rateUsage(
    { model: 'standard', properties: { amount: '3.0865' } },
    usage,
    pricing('EUR', '0.7'),
  );
  expect(preciseUnitAmount.toFixed()).toBe('2.16055');
  expect(pricingUnit).toEqual({
    amountCents: 1235n,
    preciseAmountCents: new Big('1234.6'),
    unitAmountCents: 309n,
    preciseUnitAmount: new Big('3.0865'),
    conversionRate: new Big('0.7'),
  });
});

test.each<[string, string | null, string, string, string]>([
  ['EUR', null, '0.125', '12.35', 'hundredths'],
  ['JPY', null, '12.5', '12', 'whole yen'],
  ['JPY', '110', '0.125', '12.35', 'pricing units have two decimals for any currency'],
])('12.5 cents and 12.346 in %s at %s: %s and %s: %s', (currency, rate, fromCents, rounded) => {
  const prices = pricing(currency, rate);
  expect(fromPricingCents(new Big('12.5'), prices).toFixed()).toBe(fromCents);
  expect(roundToPricing(new Big('12.346'), prices).toFixed()).toBe(rounded);
});
