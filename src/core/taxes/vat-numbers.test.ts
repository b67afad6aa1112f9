import { expect, test } from '@jest/globals';
import { readVatNumber } from './vat-numbers.js';

test.each([
  ['ATU12345678', 'AT', 'U12345678'],
  ['be 0123.456.789', 'BE', '0123456789'],
  ['DE123456789', 'DE', '123456789'],
  ['EL123456789', 'GR', '123456789'],
  ['ESX1234567X', 'ES', 'X1234567X'],
  ['FRXX123456789', 'FR', 'XX123456789'],
  ['IE1234567FA', 'IE', '1234567FA'],
  ['LT123456789012', 'LT', '123456789012'],
  ['NL123456789B01', 'NL', '123456789B01'],
])('%s is a number of %s', (text, country, number) => {
  expect(readVatNumber(text)).toEqual({ country, number });
});

test.each([
  ['', 'nothing'],
  ['123456789', 'no country'],
  ['DE12345678', 'a digit is missing'],
  ['BE2123456789', 'Belgian numbers begin with 0 or 1'],
  ['FRIO123456789', 'letters that France does not use'],
  ['GR123456789', 'Greece uses another prefix'],
  ['GB123456789', 'not in the EU'],
  ['__proto__', 'no country either'],
])('%s is none: %s', (text) => {
  expect(readVatNumber(text)).toBeNull();
});
