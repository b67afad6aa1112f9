import { describe, expect, test } from '@jest/globals';
import { readProvidedTaxes, readTransactionId } from './http-tax-answer.js';
import { IntegrationRefusal } from '../calls/integration-refusal.js';

type Members = Record<string, unknown>;

const GST = { code: 'gst', name: 'GST', rate: '5', amount_cents: '500', taxable_amount_cents: '10000' };
const QST = { code: 'qst', name: 'QST', rate: '9.975', amount_cents: '997.5' };
const line = (over: Members = {}) => ({ id: 'a', tax_amount_cents: 1_498, taxes: [GST, QST], ...over });
const answer = (lines: unknown = [line()], over: Members = {}) => ({
  transaction_id: 'T-1',
  tax_amount_cents: 1_498,
  lines,
  ...over,
});

/** The taxes as text: amounts by code. */
function read(sent: Members, ids = ['a']) {
  const { transactionId, taxAmount, lines } = readProvidedTaxes(sent, ids);
  return {
    transactionId,
    tax: taxAmount.toFixed(),
    lines: lines.map(({ id, taxAmount: ofLine, taxes }) => [
      id,
      ofLine.toFixed(),
      ...taxes.map(
        ({ code, ratePercent, amount }) => `${code} ${ratePercent.toFixed()}: ${amount.toFixed()}`,
      ),
    ]),
  };
}

// integrations.md §10; §18 example 9
test('the taxes of the answer in the specification add up: the second one takes the cent', () => {
  expect(read(answer())).toEqual({
    transactionId: 'T-1',
    tax: '1498',
    lines: [['a', '1498', 'gst 5: 500', 'qst 9.975: 998']],
  });
  const [first] = readProvidedTaxes(answer(), ['a']).lines[0]?.taxes ?? [];
  expect(first).toMatchObject({ name: 'GST', description: null });
  expect(first?.taxableAmount?.toFixed()).toBe('10000');
});

describe('an answer that is read', () => {
  test.each<[string, Members, string[], unknown]>([
    [
      'without amounts of lines and document',
      answer([line({ tax_amount_cents: undefined })], { tax_amount_cents: null }),
      ['a'],
      [['a', '1498', 'gst 5: 500', 'qst 9.975: 998']],
    ],
    [
      'with lines in another order',
      answer([line({ id: 'b', tax_amount_cents: 500, taxes: [GST] }), line()], { tax_amount_cents: 1_998 }),
      ['a', 'b'],
      [
        ['a', '1498', 'gst 5: 500', 'qst 9.975: 998'],
        ['b', '500', 'gst 5: 500'],
      ],
    ],
    [
      'with numbers in place of texts',
      answer([
        line({
          taxes: [
            { ...GST, rate: 5, amount_cents: 500 },
            { ...QST, amount_cents: 997.5 },
          ],
        }),
      ]),
      ['a'],
      [['a', '1498', 'gst 5: 500', 'qst 9.975: 998']],
    ],
    [
      'without taxes, for a reason',
      answer([line({ tax_amount_cents: 0, taxes: [], not_taxed: 'reverse_charge' })], {
        tax_amount_cents: 0,
      }),
      ['a'],
      [['a', '0', 'reverse_charge 0: 0']],
    ],
    [
      'without taxes, for another reason',
      answer([{ id: 'a', not_taxed: 'because' }], { tax_amount_cents: 0 }),
      ['a'],
      [['a', '0', 'unknown_taxation 0: 0']],
    ],
    ['without taxes and lines', { lines: [] }, [], []],
  ])('an answer %s is read as it is', (_, sent, ids, lines) => {
    expect(read(sent, ids).lines).toEqual(lines);
  });
});

describe('an answer that is refused', () => {
  const tax = (over: Members) => answer([line({ taxes: [GST, { ...QST, ...over }] })]);
  test.each<[string, Members]>([
    ['without lines', {}],
    ['whose lines are no list', answer('none')],
    ['whose line is no object', answer([null])],
    ['without the line', answer([])],
    ['with an unknown line', answer([line({ id: 'b' })])],
    ['with a line twice', answer([line(), line()])],
    ['with one line too many', answer([line(), line({ id: 'b' })])],
    [
      'whose amounts need more than a unit each (example 9)',
      answer([line({ tax_amount_cents: 1_500 })], { tax_amount_cents: 1_500 }),
    ],
    [
      'whose document differs by more than a unit for each line',
      answer([line()], { tax_amount_cents: 1_500 }),
    ],
    ['with a negative amount', tax({ amount_cents: '-1' })],
    ['with an amount that is no number', tax({ amount_cents: 'much' })],
    ['without an amount', tax({ amount_cents: undefined })],
    ['with a part of a unit as tax of the line', answer([line({ tax_amount_cents: 1_497.5 })])],
    ['with a rate above 1,000', tax({ rate: '1000.1' })],
    ['with a negative rate', tax({ rate: -1 })],
    ['without a rate', tax({ rate: null })],
    ['with a code in capitals', tax({ code: 'QST' })],
    ['with a code of 61 characters', tax({ code: 'q'.repeat(61) })],
    ['without a code', tax({ code: undefined })],
    ['with two rates of a code', tax({ code: 'gst' })],
    ['whose taxes are no list', answer([line({ taxes: 'none' })])],
    ['whose tax is no object', answer([line({ taxes: ['gst'] })])],
    ['with a number as transaction_id', answer([line()], { transaction_id: 1 })],
    ['with a long transaction_id', answer([line()], { transaction_id: 'x'.repeat(256) })],
  ])('an answer %s is an invalid one, which is asked for again', (_, sent) => {
    let refusal: unknown = null;
    try {
      readProvidedTaxes(sent, ['a']);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(IntegrationRefusal);
    expect(refusal).toMatchObject({ refusalClass: 'retriable', errorCode: 'invalid_answer' });
  });

  test('an id of the transaction may be absent, empty or long', () => {
    expect([{}, { transaction_id: null }, { transaction_id: '' }].map(readTransactionId)).toEqual([
      null,
      null,
      null,
    ]);
    expect(readTransactionId({ transaction_id: 'x'.repeat(255) })).toHaveLength(255);
  });
});
