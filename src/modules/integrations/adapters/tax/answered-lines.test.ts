import { describe, expect, test } from '@jest/globals';
import { Big } from '../../../../core/money/decimal.js';
import { type AnsweredLine, codeOf, nameOf, settledTaxes } from './answered-lines.js';

const tax = (code: string, rate: string, amount: string, taxable: string | null = null) => ({
  code,
  name: code,
  description: null,
  ratePercent: new Big(rate),
  amount: new Big(amount),
  taxableAmount: taxable === null ? null : new Big(taxable),
});
const line = (taxAmount: string, ...taxes: AnsweredLine['taxes'][number][]): AnsweredLine => ({
  id: 'a',
  taxAmount: new Big(taxAmount),
  taxes,
  untaxed: 'unknown_taxation',
});

// integrations.md §7
test.each<[string, string, string, string]>([
  ['CO STATE TAX', '4.81', 'co_state_tax_4_81', 'letters in lower case'],
  ['TVA (20 %)', '20', 'tva__20____20', 'each other character is one underscore'],
  ['Île-de-France', '0.5', 'île_de_france_0_5', 'letters of every language'],
])('a tax with the name %s and the rate %s has the code %s: %s', (name, rate, code) => {
  expect(codeOf(name, new Big(rate))).toBe(code);
});

test('a long name of a tax is cut, and a blank one refused', () => {
  expect(nameOf(` ${'x'.repeat(300)}`, 'taxName')).toBe('x'.repeat(200));
  for (const name of [' ', 5, null])
    expect(() => nameOf(name, 'taxName')).toThrow('The taxName of the answer is no text.');
});

describe('taxes that are settled', () => {
  test('taxes of one code are added up, with what they tax', () => {
    const { lines } = settledTaxes(
      [line('30', tax('a', '1', '10', '1000'), tax('a', '1', '20', '2000'))],
      null,
    );
    expect(
      lines[0]?.taxes.map(({ amount, taxableAmount }) => [amount.toFixed(), taxableAmount?.toFixed()]),
    ).toEqual([['30', '3000']]);
  });

  test('a line without taxes has one of 0 that says why', () => {
    const { taxAmount, lines } = settledTaxes([line('0')], null);
    expect(taxAmount.toFixed()).toBe('0');
    expect(lines[0]?.taxes).toMatchObject([{ code: 'unknown_taxation', name: 'Unknown taxation' }]);
  });

  test.each<[string, AnsweredLine[], string]>([
    [
      'one code has two rates',
      [line('1', tax('a', '1', '1')), line('2', tax('a', '2', '2'))],
      'has several rates',
    ],
    ['a tax is on a line without any', [line('1')], 'do not add up'],
    [
      'a document has a flood of them',
      Array.from({ length: 101 }, (_, index) => line('0', tax(`t${index}`, '1', '0'))),
      'more than 100 different taxes',
    ],
    [
      'an amount is beyond what can be shown',
      [line('9007199254740992', tax('a', '1', '9007199254740992'))],
      'beyond 2^53',
    ],
    [
      'amounts together are beyond what can be shown',
      [line('9007199254740991', tax('a', '1', '9007199254740991')), line('1', tax('a', '1', '1'))],
      'beyond 2^53',
    ],
    [
      'a taxable amount is beyond what can be stored',
      [line('1', tax('a', '1', '1', '9'.repeat(29)))],
      'beyond 2^53',
    ],
  ])('an answer is refused where %s', (_, lines, reason) => {
    expect(() => settledTaxes(lines, null)).toThrow(reason);
  });
});
