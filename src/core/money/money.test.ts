import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { COUNTRIES, isCountry } from '../taxes/countries.js';
import { CURRENCIES, isCurrency } from './currencies.js';
import { Big } from './decimal.js';
import { currencyDecimals, fromCents, roundHalfAwayFromZero, toCents, toPreciseCents } from './money.js';

test.each([
  ['EUR', 2, 'cents'],
  ['JPY', 0, 'no minor unit'],
  ['XPF', 0, 'no minor unit'],
  ['CLF', 4, 'the one with four'],
  ['KWD', 3, 'thousandths'],
  ['MGA', 2, 'counted in hundredths (choice)'],
  ['MRO', 2, 'counted in hundredths (choice)'],
])('%s has %d decimals: %s', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});

test('seven accepted currencies count thousandths', () => {
  const ofThree = CURRENCIES.filter((currency) => currencyDecimals(currency) === 3);
  expect(ofThree).toEqual(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
});

test('sixteen accepted currencies have no minor unit', () => {
  expect(CURRENCIES.filter((currency) => currencyDecimals(currency) === 0)).toEqual([
    ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW'],
    ...['PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  ]);
});

test.each([
  ['2.5', 3n, 'half goes up'],
  ['-2.5', -3n, 'half goes down below zero'],
  ['2.4999999999999999999', 2n, 'anything below half goes back'],
  ['9007199254740993', 9007199254740993n, 'beyond doubles'],
])('%s rounds to %s: %s', (value, cents) => {
  expect(roundHalfAwayFromZero(new Big(value))).toBe(cents);
});

test.each([
  ['5.74425', 'EUR', 574n, 'charges.md §11.1'],
  ['5.74425', 'JPY', 6n, 'charges.md §11.1 in yen'],
  ['0.4625', 'EUR', 46n, 'fees.md §8 A'],
  ['0.12345', 'CLF', 1235n, 'four decimals'],
  ['1.234', 'KWD', 1234n, 'three decimals'],
  ['5.74425', 'TND', 5744n, 'charges.md §11.1 in dinars'],
])('%s %s is %s minor units: %s', (amount, currency, cents) => {
  expect(toCents(new Big(amount), currency)).toBe(cents);
});

test('precise cents keep the fraction', () => {
  expect(toPreciseCents(new Big('0.4625'), 'EUR').toFixed()).toBe('46.25');
  expect(fromCents(new Big('46.25'), 'EUR').toFixed()).toBe('0.4625');
});

test('cents converted to currency units and back are unchanged', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
      fc.constantFrom(...CURRENCIES),
      (cents, currency) => {
        expect(toCents(fromCents(cents, currency), currency)).toBe(cents);
      },
    ),
  );
});

describe('lists of the contract', () => {
  test('currencies', () => {
    expect(new Set(CURRENCIES).size).toBe(145);
    expect([isCurrency('EUR'), isCurrency('eur'), isCurrency('XXX')]).toEqual([true, false, false]);
  });

  test('countries', () => {
    expect(new Set(COUNTRIES).size).toBe(249);
    expect([isCountry('FR'), isCountry('fr'), isCountry('XX')]).toEqual([true, false, false]);
  });
});
